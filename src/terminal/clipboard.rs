//! The user's clipboard.

use std::io;

/// Copies text to the clipboard of the terminal (OSC 52), which works over SSH, too.
#[cfg(not(windows))]
pub fn copy(text: &str) -> io::Result<()> {
    crossterm::execute!(io::stdout(), crossterm::clipboard::CopyToClipboard::to_clipboard_from(text))
}

/// Copies text to the clipboard of Windows.
#[cfg(windows)]
pub fn copy(text: &str) -> io::Result<()> {
    clipboard_win::set_clipboard_string(text).map_err(|error| io::Error::other(error.to_string()))
}
