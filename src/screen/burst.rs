//! Detects text that arrives faster than typing: a paste from a terminal without bracketed paste. It is inserted
//! unchanged, without indentation or automatic brackets, and answers no dialog.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Minimum number of characters in one read that counts as a paste.
const MANY: usize = 16;

/// Returns the events, with each run of many characters joined to one paste.
pub fn joined(events: Vec<Event>) -> Vec<Event> {
    let mut joined = Vec::with_capacity(events.len());
    let mut run = Vec::new();
    for event in events {
        if character(&event).is_some() {
            run.push(event);
            continue;
        }
        put(&mut run, &mut joined);
        joined.push(event);
    }
    put(&mut run, &mut joined);
    joined
}

fn put(run: &mut Vec<Event>, joined: &mut Vec<Event>) {
    if run.len() < MANY {
        return joined.append(run);
    }
    joined.push(Event::Paste(run.drain(..).filter_map(|event| character(&event)).collect()));
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
