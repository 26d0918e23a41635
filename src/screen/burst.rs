//! Detects text that arrives faster than typing: a paste from a terminal without bracketed paste. It is inserted
//! unchanged, without indentation or automatic brackets, and answers no dialog.

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Minimum number of characters that counts as a paste when they arrive at once.
const MANY: usize = 16;

/// Maximum number of events in one batch.
const MAX: usize = 4096;

/// Time limit to collect events that are already available. With zero the library does not check.
const AT_ONCE: Duration = Duration::from_micros(50);

/// Time in which a paste continues: a terminal sends a long one in pieces. Nobody types that soon after it.
const IN_PASTE: Duration = Duration::from_millis(50);

/// Where events come from.
pub trait EventSource {
    /// Returns whether an event arrives within this time.
    fn is_ready(&mut self, within: Duration) -> bool;

    /// Returns the next event; `None` after an error, which shows up again at the next read.
    fn next(&mut self) -> Option<Event>;
}

/// Events that arrived together.
#[derive(Default)]
pub struct Batch {
    /// The events before the run.
    events: Vec<Event>,
    /// The last characters, without another event between them.
    run: Vec<Event>,
    /// Whether the run continues the paste at the end of the batch before.
    continues: bool,
}

impl Batch {
    /// Starts the first batch.
    pub fn new() -> Batch {
        Batch::default()
    }

    /// Reads an event, and those available with it. Returns them with each run of many characters joined to one
    /// paste, and the batch to read next.
    pub fn read(mut self, first: Event, source: &mut dyn EventSource) -> (Vec<Event>, Batch) {
        self.add(first);
        let mut count = 1;
        while source.is_ready(if self.is_paste() { IN_PASTE } else { AT_ONCE }) {
            // A paste that is too long for one batch is one to its end, however short that is.
            if count == MAX {
                let continues = self.is_paste();
                return (self.end(), Batch { continues, ..Batch::default() });
            }
            let Some(event) = source.next() else { break };
            self.add(event);
            count += 1;
        }
        (self.end(), Batch::default())
    }

    fn add(&mut self, event: Event) {
        // Some terminals report each release, also within a paste. No release means anything here.
        if matches!(event, Event::Key(KeyEvent { kind: KeyEventKind::Release, .. })) {
            return;
        }
        if character(&event).is_some() {
            return self.run.push(event);
        }
        self.end_run();
        self.events.push(event);
    }

    fn is_paste(&self) -> bool {
        self.run.len() >= if self.continues { 1 } else { MANY }
    }

    fn end_run(&mut self) {
        let is_paste = self.is_paste();
        self.continues = false;
        if is_paste {
            self.events.push(Event::Paste(self.run.drain(..).filter_map(|event| character(&event)).collect()));
        } else {
            self.events.append(&mut self.run);
        }
    }

    fn end(mut self) -> Vec<Event> {
        self.end_run();
        self.events
    }
}

/// Returns the character that a key inserts into the editor.
fn character(event: &Event) -> Option<char> {
    let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) = event else { return None };
    match code {
        KeyCode::Char(ch) if (*modifiers - KeyModifiers::SHIFT).is_empty() => Some(*ch),
        // A line feed arrives as Ctrl-J.
        KeyCode::Char('j') if *modifiers == KeyModifiers::CONTROL => Some('\n'),
        KeyCode::Enter if modifiers.is_empty() => Some('\n'),
        KeyCode::Tab if modifiers.is_empty() => Some('\t'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Reads, each with the time before it and its keys.
    struct Reads(VecDeque<(Duration, VecDeque<Event>)>);

    impl EventSource for Reads {
        fn is_ready(&mut self, within: Duration) -> bool {
            while self.0.front().is_some_and(|(_, keys)| keys.is_empty()) {
                self.0.pop_front();
            }
            self.0.front().is_some_and(|(wait, _)| *wait <= within)
        }

        fn next(&mut self) -> Option<Event> {
            let (wait, keys) = self.0.front_mut()?;
            *wait = Duration::ZERO;
            keys.pop_front()
        }
    }

    /// The keys of a text, in which `^` is Escape.
    fn keys(text: &str) -> VecDeque<Event> {
        let code = |ch| match ch {
            '^' => KeyCode::Esc,
            '\n' => KeyCode::Enter,
            _ => KeyCode::Char(ch),
        };
        text.chars().map(|ch| Event::Key(KeyEvent::new(code(ch), KeyModifiers::NONE))).collect()
    }

    /// Reads texts, each with the milliseconds before it. Returns the batches: pastes in brackets, keys as they are.
    fn batches(reads: &[(u64, &str)]) -> Vec<String> {
        let reads = reads.iter().map(|(wait, text)| (Duration::from_millis(*wait), keys(text)));
        let mut source = Reads(reads.collect());
        let (mut all, mut batch) = (Vec::new(), Batch::new());
        while source.is_ready(Duration::MAX) {
            let first = source.next().unwrap();
            let (events, next) = batch.read(first, &mut source);
            batch = next;
            all.push(events.iter().map(shown).collect());
        }
        all
    }

    fn shown(event: &Event) -> String {
        match event {
            Event::Paste(text) => format!("[{text}]"),
            Event::Key(key) if key.code == KeyCode::Esc => "^".to_owned(),
            event => character(event).map(String::from).unwrap_or_default(),
        }
    }

    #[test]
    fn characters_that_arrive_at_once_are_a_paste() {
        assert_eq!(batches(&[(0, "0123456789abcde")]), ["0123456789abcde"]);
        assert_eq!(batches(&[(0, "0123456789abcdef")]), ["[0123456789abcdef]"]);
        assert_eq!(batches(&[(0, "ab"), (1, "cd")]), ["ab", "cd"]);
        assert_eq!(batches(&[(0, "^0123456789abcdef^ab^")]), ["^[0123456789abcdef]^ab^"]);
    }

    #[test]
    fn released_keys_do_not_end_a_paste() {
        let mut release = KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        let keys = keys("0123456789abcdef").into_iter().flat_map(|key| [key, Event::Key(release)]).collect();
        let mut source = Reads([(Duration::ZERO, keys)].into());
        let first = source.next().unwrap();
        assert_eq!(Batch::new().read(first, &mut source).0, [Event::Paste("0123456789abcdef".to_owned())]);
        let only = Batch::new().read(Event::Key(release), &mut source).0;
        assert!(only.is_empty(), "{only:?}");
    }

    #[test]
    fn the_short_end_of_a_paste_belongs_to_it() {
        assert_eq!(batches(&[(0, "0123456789abcdef"), (50, "g"), (20, "h")]), ["[0123456789abcdefgh]"]);
        assert_eq!(batches(&[(0, "0123456789abcdef"), (51, "g"), (20, "h")]), ["[0123456789abcdef]", "g", "h"]);
        assert_eq!(batches(&[(0, "0123456789abcdef"), (20, "^"), (20, "h")]), ["[0123456789abcdef]^", "h"]);
    }

    #[test]
    fn a_paste_that_is_too_long_for_a_batch_continues_in_the_next() {
        let (full, most) = ("x".repeat(MAX), "x".repeat(MAX - 1));
        let pasted = format!("[{full}]");
        assert_eq!(batches(&[(0, &full), (1, "{\n")]), [&pasted, "[{\n]"]);
        assert_eq!(batches(&[(0, &full), (1, "{^ab")]), [&pasted, "[{]^ab"]);
        assert_eq!(batches(&[(0, &full), (1, "^ab")]), [&pasted, "^ab"]);
        assert_eq!(batches(&[(0, &full), (51, "{\n")]), [&pasted, "{\n"]);
        assert_eq!(batches(&[(0, &most), (0, "^ab")]), [&format!("[{most}]^"), "ab"]);
    }
}
