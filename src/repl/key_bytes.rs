//! The bytes of a Unix terminal as keys.

use super::key::Key;

/// The maximum length of a key sequence, in bytes.
const MAX_SEQUENCE: usize = 32;

/// Returns the key that starts with a byte; reads the rest of it.
pub(super) fn key(byte: u8) -> Key {
    match byte {
        b'\r' | b'\n' => Key::Enter,
        0x7f | 0x08 => Key::Backspace,
        0x1b => escape(),
        0x01..=0x1a => Key::Ctrl(char::from(byte + b'a' - 1)),
        0x20..=0x7e => Key::Char(char::from(byte)),
        0xc2..=0xf4 => character(byte),
        _ => Key::Other,
    }
}

/// Reads the rest of a character in UTF-8.
fn character(first: u8) -> Key {
    let length = match first {
        0xf0.. => 4,
        0xe0.. => 3,
        _ => 2,
    };
    let mut bytes = vec![first];
    while bytes.len() < length {
        let Some(byte) = next_byte() else { return Key::Other };
        bytes.push(byte);
    }
    std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()).map_or(Key::Other, Key::Char)
}

/// Reads the rest of a sequence that starts with Esc; without one it is the key itself.
fn escape() -> Key {
    match next_byte() {
        None => Key::Escape,
        Some(b'O') => next_byte().map_or(Key::Other, |last| cursor_key(last, &[])),
        Some(b'[') => sequence(),
        Some(_) => Key::Other,
    }
}

fn sequence() -> Key {
    let mut parameters = Vec::new();
    while parameters.len() < MAX_SEQUENCE {
        match next_byte() {
            None => return Key::Other,
            Some(last @ 0x40..=0x7e) => return cursor_key(last, &parameters),
            Some(byte) => parameters.push(byte),
        }
    }
    Key::Other
}

/// Returns the key of a sequence by its last byte and its parameters.
fn cursor_key(last: u8, parameters: &[u8]) -> Key {
    match (last, parameters) {
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'Z', _) => Key::BackTab,
        (b'~', b"3") => Key::Delete,
        (b'H', _) | (b'~', b"1" | b"7") => Key::Home,
        (b'F', _) | (b'~', b"4" | b"8") => Key::End,
        (b'~', b"5") => Key::PageUp,
        (b'~', b"6") => Key::PageDown,
        _ => Key::Other,
    }
}

fn next_byte() -> Option<u8> {
    read_byte().ok().flatten()
}

/// Returns the next byte; `None` when none comes for a tenth of a second, an error when the terminal is closed.
pub(super) fn read_byte() -> Result<Option<u8>, ()> {
    let mut byte = [0];
    match rustix::io::read(rustix::stdio::stdin(), &mut byte) {
        Ok(0) | Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(None),
        Ok(_) => Ok(Some(byte[0])),
        Err(_) => Err(()),
    }
}
