//! Pastes of a terminal that does not mark them: their characters arrive as keys.

use std::collections::VecDeque;
use std::time::Duration;

use pprepl::screen::burst::{Bursts, EventSource, MAX};
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

/// The keys of a text, in which `^` is Escape, and `~` a released key.
fn keys(text: &str) -> VecDeque<Event> {
    let key = |ch| match ch {
        '^' => KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE),
        '~' => KeyEvent::new_with_kind(KeyCode::Char('x'), KeyModifiers::NONE, KeyEventKind::Release),
        '\n' => KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE),
        _ => KeyEvent::new(KeyCode::Char(ch), KeyModifiers::NONE),
    };
    text.chars().map(|ch| Event::Key(key(ch))).collect()
}

/// Reads texts, each with the milliseconds before it. Returns the batches: pastes in brackets, keys as they are.
fn batches(reads: &[(u64, &str)]) -> Vec<String> {
    let reads = reads.iter().map(|(wait, text)| (Duration::from_millis(*wait), keys(text)));
    let mut source = Reads(reads.collect());
    let (mut all, mut bursts) = (Vec::new(), Bursts::default());
    while source.is_ready(Duration::MAX) {
        let first = source.next().unwrap();
        all.push(bursts.read(first, &mut source).iter().map(as_text).collect());
        bursts.await_piece(&mut source);
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
    assert_eq!(batches(&[(0, "0123456789"), (5, "abcdef")]), ["[0123456789abcdef]"]);
    assert_eq!(batches(&[(0, "0123456789"), (6, "abcdef")]), ["0123456789", "abcdef"]);
    assert_eq!(batches(&[(0, "a"), (1, "b"), (1, "c")]), ["a", "b", "c"]);
    assert_eq!(batches(&[(0, "ab"), (1, "cd"), (6, "ef")]), ["abcd", "ef"]);
    assert_eq!(batches(&[(0, "^0123456789abcdef^ab^")]), ["^[0123456789abcdef]^ab^"]);
}

#[test]
fn released_keys_do_not_end_a_paste() {
    assert_eq!(batches(&[(0, "0~1~2~3~4~5~6~7~8~9~a~b~c~d~e~f~")]), ["[0123456789abcdef]"]);
    assert_eq!(batches(&[(0, "0123456789abcdef"), (6, "~"), (6, "g~")]), ["[0123456789abcdef]", "", "[g]"]);
    assert_eq!(batches(&[(0, "~"), (1, "g~")]), ["", "g"]);
}

#[test]
fn the_short_end_of_a_paste_belongs_to_it() {
    assert_eq!(batches(&[(0, "0123456789abcdef"), (50, "g"), (20, "h")]), ["[0123456789abcdef]", "[g]", "[h]"]);
    assert_eq!(batches(&[(0, "0123456789abcdef"), (51, "g"), (20, "h")]), ["[0123456789abcdef]", "g", "h"]);
    assert_eq!(batches(&[(0, "0123456789abcdef"), (20, "^"), (20, "h")]), ["[0123456789abcdef]", "^", "h"]);
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
