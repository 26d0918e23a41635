//! Keys read byte by byte from standard input: not one byte more is read than the keys that are used, so that keys
//! typed ahead stay for the prompt. The terminal returns each byte at once (see [`super::waiting::KeyGuard`]).

use std::time::{Duration, Instant};

/// A key, or the reason why none was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Char(char),
    /// Ctrl with a letter in lowercase.
    Ctrl(char),
    Enter,
    Backspace,
    Escape,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    /// A key without a meaning here.
    Other,
    /// No key for a tenth of a second.
    None,
    /// The terminal is closed.
    Closed,
}

/// A terminal that answers faster than this without a byte is closed.
const QUICK: Duration = Duration::from_millis(20);

/// The number of quick answers in a row that show a closed terminal.
const MAX_QUICK: usize = 5;

/// The maximum length of a key sequence, in bytes.
const MAX_SEQUENCE: usize = 32;

/// Reader of keys.
#[derive(Default)]
pub struct KeyReader {
    /// The number of quick answers without a byte in a row.
    quick: usize,
}

impl KeyReader {
    /// Waits for the next key, at most a tenth of a second.
    pub fn next(&mut self) -> Key {
        let start = Instant::now();
        match read_byte() {
            Err(()) => Key::Closed,
            Ok(Some(byte)) => {
                self.quick = 0;
                key(byte)
            }
            Ok(None) => {
                self.quick = if start.elapsed() < QUICK { self.quick + 1 } else { 0 };
                if self.quick > MAX_QUICK { Key::Closed } else { Key::None }
            }
        }
    }
}

fn key(byte: u8) -> Key {
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
#[cfg(unix)]
fn read_byte() -> Result<Option<u8>, ()> {
    let mut byte = [0];
    match rustix::io::read(rustix::stdio::stdin(), &mut byte) {
        Ok(0) | Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(None),
        Ok(_) => Ok(Some(byte[0])),
        Err(_) => Err(()),
    }
}

#[cfg(not(unix))]
fn read_byte() -> Result<Option<u8>, ()> {
    Err(())
}
