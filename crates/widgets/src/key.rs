//! Parsing and formatting of keys: `ctrl-x ctrl-s`, `alt-enter`, `f5`, `space`. Terminals send some keys under several
//! names; here each has one.

use std::fmt;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    /// Control, Alt and Shift (without Shift for characters, which include it).
    pub held: KeyModifiers,
}

/// A sequence of keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chord(pub Vec<Key>);

impl Key {
    /// Returns the key of a terminal event.
    pub fn of(event: &KeyEvent) -> Key {
        Key::new(event.code, event.modifiers)
    }

    fn new(code: KeyCode, held: KeyModifiers) -> Key {
        let known = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let mut held = held & known;
        let code = match code {
            KeyCode::Tab if held.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            KeyCode::Char(ch) if held.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                KeyCode::Char(ch.to_ascii_lowercase())
            }
            code => code,
        };
        if matches!(code, KeyCode::Char(_) | KeyCode::BackTab) {
            held.remove(KeyModifiers::SHIFT);
        }
        Key { code, held }
    }

    /// Returns the character that this key types, if any.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(ch) if !self.held.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(ch),
            _ => None,
        }
    }

    /// Parses `ctrl-alt-x`; returns `None` for an invalid key.
    pub fn parse(text: &str) -> Option<Key> {
        let mut held = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (name, modifier) = MODIFIERS
                .iter()
                .find(|(name, _)| rest.len() > name.len() && rest.starts_with(name))
                .copied()
                .unwrap_or(("", KeyModifiers::NONE));
            if name.is_empty() {
                break;
            }
            held |= modifier;
            rest = rest.get(name.len()..).unwrap_or_default();
        }
        Some(Key::new(code(rest)?, held))
    }
}

const MODIFIERS: [(&str, KeyModifiers); 3] =
    [("ctrl-", KeyModifiers::CONTROL), ("alt-", KeyModifiers::ALT), ("shift-", KeyModifiers::SHIFT)];

const NAMES: [(&str, KeyCode); 17] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("space", KeyCode::Char(' ')),
    ("minus", KeyCode::Char('-')),
];

fn code(name: &str) -> Option<KeyCode> {
    if let Some((_, code)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some(*code);
    }
    if let Some(number) = name.strip_prefix('f').and_then(|number| number.parse().ok()) {
        return Some(KeyCode::F(number));
    }
    let mut chars = name.chars();
    match (chars.next(), chars.next()) {
        (Some(ch), None) => Some(KeyCode::Char(ch)),
        _ => None,
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, modifier) in MODIFIERS {
            if self.held.contains(modifier) {
                f.write_str(name)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::F(number)) => write!(f, "f{number}"),
            (None, KeyCode::Char(ch)) => write!(f, "{ch}"),
            (None, _) => f.write_str("?"),
        }
    }
}

impl Chord {
    /// Parses `ctrl-x ctrl-s`; returns `None` for an invalid chord.
    pub fn parse(text: &str) -> Option<Chord> {
        let keys: Option<Vec<Key>> = text.split_whitespace().map(Key::parse).collect();
        keys.filter(|keys| !keys.is_empty()).map(Chord)
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, key) in self.0.iter().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            write!(f, "{gap}{key}")?;
        }
        Ok(())
    }
}
