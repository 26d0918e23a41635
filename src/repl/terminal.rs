//! The standard output as a terminal: what it can show, its size and its margins.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::terminal::hold;
use crate::terminal::size::clamped;
use pprepl_text::theme::{ColorDepth, terminal};

pub use pprepl_text::theme::terminal::is_dumb;

/// Does the standard output show colors? `color` is the user's wish.
pub fn has_colors(color: Option<bool>) -> bool {
    terminal::has_colors(color, io::stdout().is_terminal())
}

/// How many colors are shown. A terminal without any still shows what is bold, underlined or reversed.
pub fn depth(colors: bool) -> ColorDepth {
    terminal::depth(colors, io::stdout().is_terminal())
}

/// The terminal's width.
pub fn width() -> usize {
    size().0.max(20)
}

/// The terminal's columns and rows.
pub fn size() -> (usize, usize) {
    // Asked of the standard output first: crossterm opens the terminal again each time.
    let own = rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| (size.ws_col, size.ws_row));
    let size = own.filter(|(columns, _)| *columns > 0).or_else(|| crossterm::terminal::size().ok());
    let (columns, rows) = size.unwrap_or((80, 24));
    let (columns, rows) = clamped(columns.max(1), rows.max(1));
    (usize::from(columns), usize::from(rows))
}

/// Returns whether a top is margin set.
static MARGIN: AtomicBool = AtomicBool::new(false);

/// What takes the margins away. (It leaves the cursor at the top.)
const NO_MARGINS: &str = "\x1b[?6l\x1b[r";

/// Returns whether the terminal holds the cursor within margins.
pub fn keeps_margins() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let multiplexed = is_set("TMUX") || is_set("STY");
    let is_alacritty = std::env::var("TERM").is_ok_and(|term| term.starts_with("alacritty"));
    !(is_alacritty || is_set("ALACRITTY_WINDOW_ID") && !multiplexed)
}

/// Linux's own console holds the cursor within margins in origin mode only.
fn wants_origin() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "linux")
}

/// Sets the top margin at a row, from 0.
pub fn set_top_margin(row: usize, height: usize) -> String {
    MARGIN.store(true, Ordering::Relaxed);
    let origin = if wants_origin() { "\x1b[?6h" } else { "" };
    format!("\x1b[{};{height}r{origin}", row + 1)
}

/// Goes to the start of a row of the screen when the top margin is at `margin`.
pub fn in_margins(margin: usize, row: usize) -> String {
    let row = if wants_origin() && MARGIN.load(Ordering::Relaxed) { row.saturating_sub(margin) } else { row };
    format!("\x1b[{};1H", row + 1)
}

/// What takes the margins away, if some are set.
pub fn released() -> &'static str {
    if MARGIN.swap(false, Ordering::Relaxed) { NO_MARGINS } else { "" }
}

/// Takes the margins away for another program, the cursor on the last row.
pub fn release_for_others() {
    let released = released();
    if !released.is_empty() {
        let mut out = io::stdout().lock();
        // A terminal that is gone has no margins.
        let _ = write!(out, "{released}\x1b[{};1H", size().1).and_then(|()| out.flush());
    }
}

/// Gives the terminal back on a way out that nobody waits for (a signal, a panic): without margins, the cursor below the input.
pub fn give_back() {
    if MARGIN.swap(false, Ordering::Relaxed) {
        hold::write(NO_MARGINS);
        hold::write("\x1b[999;1H");
    }
    hold::write("\r\n\x1b[J");
    hold::restore();
}
