//! Text that comes faster than anyone types: a paste from a terminal that does not say so. It goes in as it is, without
//! indenting or closing brackets, and answers no question.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// So many characters at once nobody types.
const MANY: usize = 16;

/// The events, each run of many characters as one paste.
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

/// The character that a key means in a text.
fn character(event: &Event) -> Option<char> {
    let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. }) = event else { return None };
    match code {
        KeyCode::Char(ch) if (*modifiers - KeyModifiers::SHIFT).is_empty() => Some(*ch),
        // A line feed comes as Ctrl-J.
        KeyCode::Char('j') if *modifiers == KeyModifiers::CONTROL => Some('\n'),
        KeyCode::Enter if modifiers.is_empty() => Some('\n'),
        KeyCode::Tab if modifiers.is_empty() => Some('\t'),
        _ => None,
    }
}
