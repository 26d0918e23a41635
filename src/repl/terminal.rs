//! The standard output as a terminal: what it can show, and its width.

use std::io::{self, IsTerminal};

use crate::terminal::size::clamped;
use crate::theme::{ColorDepth, terminal};

pub use crate::theme::terminal::{is_dumb, theme};

/// Does the standard output show colours? `color` is the user's wish.
pub fn has_colors(color: Option<bool>) -> bool {
    terminal::has_colors(color, io::stdout().is_terminal())
}

/// How many colours are shown. A terminal without any still shows what is bold, underlined or reversed.
pub fn depth(colors: bool) -> ColorDepth {
    terminal::depth(colors, io::stdout().is_terminal())
}

/// The terminal's width.
pub fn width() -> usize {
    // Asked of the standard output first: crossterm opens the terminal anew each time.
    let columns =
        rustix::termios::tcgetwinsize(std::io::stdout()).map(|size| size.ws_col).ok().filter(|columns| *columns > 0);
    let columns = columns.or_else(|| crossterm::terminal::size().ok().map(|(columns, _)| columns));
    columns.map_or(80, |columns| usize::from(clamped(columns, 1).0).max(20))
}
