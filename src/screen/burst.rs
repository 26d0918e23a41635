//! Detects text that arrives faster than typing: a paste from a terminal without bracketed paste. It is inserted
//! unchanged, without indentation or automatic brackets, and answers no dialog.

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Minimum number of characters that counts as a paste when they arrive at once.
const MANY: usize = 16;

/// Maximum number of events in one batch.
pub const MAX: usize = 4096;

/// Time limit to collect events that are already available. With zero the library does not check.
const AT_ONCE: Duration = Duration::from_micros(50);

/// Time limit to collect more after several characters at once, which may be the start of a paste.
const AT_START: Duration = Duration::from_millis(5);

/// Time in which a paste continues: a terminal sends a long one in pieces. No user types that soon after it.
const IN_PASTE: Duration = Duration::from_millis(50);

/// Where events come from.
pub trait EventSource {
    /// Returns whether an event arrives within this time.
    fn is_ready(&mut self, within: Duration) -> bool;

    /// Returns the next event; `None` after an error, which shows up again at the next read.
    fn next(&mut self) -> Option<Event>;
}

/// Joins the characters of pastes.
#[derive(Default)]
pub struct Bursts {
    /// The events before the run.
    events: Vec<Event>,
    /// The last characters, without another event between them.
    run: Vec<Event>,
    /// Whether the run continues a paste of which a piece was returned.
    continues: bool,
}

impl Bursts {
    /// Waits for the next piece of a paste. After a pause the next characters are typed.
    pub fn await_piece(&mut self, source: &mut dyn EventSource) {
        self.continues = self.continues && source.is_ready(IN_PASTE);
    }

    /// Reads an event, and those available with it. Returns them with each run of many characters, and each piece of a
    /// paste however short, joined to one paste.
    pub fn read(&mut self, first: Event, source: &mut dyn EventSource) -> Vec<Event> {
        self.add(first);
        let mut count = 1;
        while count < MAX && source.is_ready(if self.run.len() > 1 { AT_START } else { AT_ONCE }) {
            let Some(event) = source.next() else { break };
            self.add(event);
            count += 1;
        }
        self.continues = self.is_paste();
        self.end_run();
        std::mem::take(&mut self.events)
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
        self.continues = false;
        self.events.push(event);
    }

    fn is_paste(&self) -> bool {
        self.continues || self.run.len() >= MANY
    }

    fn end_run(&mut self) {
        if self.is_paste() && !self.run.is_empty() {
            self.events.push(Event::Paste(self.run.drain(..).filter_map(|event| character(&event)).collect()));
        } else {
            self.events.append(&mut self.run);
        }
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
