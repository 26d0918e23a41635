//! Pastes of a terminal that does not mark them: their characters arrive as keys.

use std::collections::VecDeque;
use std::time::Duration;

use pprepl::screen::burst::{Batch, EventSource, MAX};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

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
        all.push(events.iter().map(as_text).collect());
    }
    all
}

/// Returns an event as text: a paste in brackets, Escape as `^`.
fn as_text(event: &Event) -> String {
    match event {
        Event::Paste(text) => format!("[{text}]"),
        Event::Key(KeyEvent { code: KeyCode::Esc, .. }) => "^".to_owned(),
        Event::Key(KeyEvent { code: KeyCode::Enter, .. }) => "\n".to_owned(),
        Event::Key(KeyEvent { code: KeyCode::Char(ch), .. }) => ch.to_string(),
        event => format!("{event:?}"),
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
