//! The user's own keys of the prompt: rows `"prompt.ACTION" = KEYS` of the configuration.

use std::sync::Arc;

use rustyline::history::History;
use rustyline::{Cmd, Editor, Event, EventHandler, Helper, KeyCode, KeyEvent, Modifiers};

use pprepl_text::suggest;
use pprepl_widgets::key::{Chord, Key};

use super::keys;
use super::shared::Shared;

/// The effect of an action.
enum Does {
    /// The effect of this key of the table of keys.
    Key(&'static str),
    /// A command of the line editor.
    Command(Cmd),
}

/// The actions that the user can give keys.
const ACTIONS: &[(&str, Does)] = &[
    ("run", Does::Key("Enter")),
    ("new-line", Does::Key("Alt-Enter")),
    ("complete", Does::Key("Tab")),
    ("align", Does::Key("Alt-=")),
    ("format", Does::Key("Ctrl-X Ctrl-F")),
    ("fix", Does::Key("Alt-.")),
    ("comment", Does::Key("Alt-;")),
    ("select-more", Does::Key("Alt-Up")),
    ("select-less", Does::Key("Alt-Down")),
    ("edit", Does::Key("Ctrl-X Ctrl-E")),
    ("discard", Does::Key("Ctrl-C")),
    ("suspend", Does::Key("Ctrl-Z")),
    ("undo", Does::Key("Ctrl-_ Ctrl-X Ctrl-U")),
    ("redo", Does::Key("Alt-_ Ctrl-X Ctrl-R")),
    ("next-branch", Does::Key("Ctrl-X Ctrl-B")),
    ("accept", Does::Key("Right End Ctrl-E")),
    ("accept-word", Does::Key("Alt-F Ctrl-Right")),
    ("clear", Does::Command(Cmd::ClearScreen)),
    ("search", Does::Key("Ctrl-R")),
    ("previous", Does::Key("Up")),
    ("next", Does::Key("Down")),
    ("quit", Does::Command(Cmd::EndOfFile)),
];

const PREFIX: &str = "prompt.";

/// Returns the names of the actions, as the configuration has them.
pub fn names() -> impl Iterator<Item = String> {
    ACTIONS.iter().map(|(name, _)| format!("{PREFIX}{name}"))
}

/// Binds the user's keys. Returns what is wrong with them.
pub fn bind<H: Helper, I: History>(
    line: &mut Editor<H, I>,
    shared: &Arc<Shared>,
    own: &[(String, Vec<String>)],
) -> Vec<String> {
    let rows = own.iter().filter_map(|(name, keys)| Some((name.strip_prefix(PREFIX)?, keys)));
    rows.filter_map(|(name, keys)| bind_action(line, shared, name, keys).err()).collect()
}

fn bind_action<H: Helper, I: History>(
    line: &mut Editor<H, I>,
    shared: &Arc<Shared>,
    name: &str,
    keys: &[String],
) -> Result<(), String> {
    let Some((_, does)) = ACTIONS.iter().find(|(known, _)| *known == name) else {
        let near = suggest::nearest(name, ACTIONS.iter().map(|(known, _)| *known));
        let help = near.map(|near| format!(", did you mean '{PREFIX}{near}'?")).unwrap_or_default();
        return Err(format!("unknown action '{PREFIX}{name}'{help}"));
    };
    for text in keys {
        let event = event(text).ok_or_else(|| {
            format!("invalid key '{text}' of '{PREFIX}{name}': write it as ctrl-s, alt-enter, f5, ctrl-x s")
        })?;
        let handler = match does {
            Does::Key(key) => keys::handler(key, shared).ok_or_else(|| format!("unknown key '{key}'"))?,
            Does::Command(command) => EventHandler::Simple(command.clone()),
        };
        line.bind_sequence(event, handler);
    }
    Ok(())
}

/// Returns the event of a key or a sequence of keys.
fn event(text: &str) -> Option<Event> {
    let events: Vec<KeyEvent> = Chord::parse(text)?.0.into_iter().map(key_event).collect::<Option<_>>()?;
    match events.as_slice() {
        [event] => Some(Event::from(*event)),
        _ => Some(Event::KeySeq(events)),
    }
}

fn key_event(key: Key) -> Option<KeyEvent> {
    use crossterm::event::{KeyCode as Code, KeyModifiers};
    let mut held = Modifiers::NONE;
    for (modifier, is) in [
        (KeyModifiers::CONTROL, Modifiers::CTRL),
        (KeyModifiers::ALT, Modifiers::ALT),
        (KeyModifiers::SHIFT, Modifiers::SHIFT),
    ] {
        if key.held.contains(modifier) {
            held |= is;
        }
    }
    let code = match key.code {
        // rustyline names control keys by their upper-case letter.
        Code::Char(letter) if held.contains(Modifiers::CTRL) => KeyCode::Char(letter.to_ascii_uppercase()),
        Code::Char(letter) => KeyCode::Char(letter),
        Code::Enter => KeyCode::Enter,
        Code::Esc => KeyCode::Esc,
        Code::Tab => KeyCode::Tab,
        Code::BackTab => KeyCode::BackTab,
        Code::Backspace => KeyCode::Backspace,
        Code::Delete => KeyCode::Delete,
        Code::Insert => KeyCode::Insert,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::F(number) => KeyCode::F(number),
        _ => return None,
    };
    Some(KeyEvent(code, held))
}
