//! Keys read one by one: no more is read than the keys that are used, so that keys typed ahead stay for the prompt. A
//! Unix terminal returns each byte at once (see [`super::waiting::KeyGuard`]); a console returns keys.

use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

use super::key::Key;
#[cfg(unix)]
use super::key_bytes::{key, read_byte};

/// A terminal that answers faster than this without a byte is closed.
#[cfg(unix)]
const QUICK: Duration = Duration::from_millis(20);

/// The number of quick answers in a row that show a closed terminal.
#[cfg(unix)]
const MAX_QUICK: usize = 5;

/// Reader of keys.
#[derive(Default)]
pub struct KeyReader {
    /// The number of quick answers without a byte in a row.
    #[cfg(unix)]
    quick: usize,
}

#[cfg(unix)]
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

/// The longest wait for a key.
#[cfg(not(unix))]
const PATIENCE: Duration = Duration::from_millis(100);

#[cfg(not(unix))]
impl KeyReader {
    /// Waits for the next key, at most a tenth of a second.
    pub fn next(&mut self) -> Key {
        use crossterm::event::{Event, poll, read};
        match poll(PATIENCE).and_then(|is_there| if is_there { read().map(Some) } else { Ok(None) }) {
            Ok(Some(Event::Key(event))) if event.is_press() => console_key(event),
            Ok(_) => Key::None,
            Err(_) => Key::Closed,
        }
    }
}

#[cfg(not(unix))]
fn console_key(event: crossterm::event::KeyEvent) -> Key {
    use crossterm::event::{KeyCode, KeyModifiers};
    match event.code {
        KeyCode::Char(letter) if event.modifiers == KeyModifiers::CONTROL => Key::Ctrl(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Esc => Key::Escape,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Delete => Key::Delete,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => Key::Other,
    }
}
