//! Standard output as a terminal: its capabilities, size and margins.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::terminal::hold;
use crate::terminal::sequences;
use crate::terminal::size::clamped;
use pprepl_text::theme::{ColorDepth, terminal};

/// Returns whether standard output shows colors. `color` is the user's choice.
pub fn has_colors(color: Option<bool>) -> bool {
    let is_terminal = io::stdout().is_terminal();
    terminal::has_colors(color, is_terminal) && (!is_terminal || sequences::are_obeyed())
}

/// Returns the color depth. A terminal without colors still shows bold, underlined and reversed text.
pub fn depth(colors: bool) -> ColorDepth {
    terminal::depth(colors, io::stdout().is_terminal() && sequences::are_obeyed())
}

/// Returns the width of the terminal in columns.
pub fn width() -> usize {
    size().0.max(20)
}

/// Returns the columns and rows of the terminal.
pub fn size() -> (usize, usize) {
    let size = output_size().filter(|(columns, _)| *columns > 0).or_else(|| crossterm::terminal::size().ok());
    let (columns, rows) = size.unwrap_or((80, 24));
    let (columns, rows) = clamped(columns.max(1), rows.max(1));
    (usize::from(columns), usize::from(rows))
}

/// Returns the columns and rows of the terminal that standard output is. crossterm opens the terminal again on each
/// call.
#[cfg(unix)]
fn output_size() -> Option<(u16, u16)> {
    rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| (size.ws_col, size.ws_row))
}

/// Returns `None`: crossterm asks the console, which costs nothing more.
#[cfg(not(unix))]
fn output_size() -> Option<(u16, u16)> {
    None
}

/// Whether a top margin is set.
static MARGIN: AtomicBool = AtomicBool::new(false);

/// The sequence that resets the margins. It leaves the cursor at the top.
const NO_MARGINS: &str = "\x1b[?6l\x1b[r";

/// Returns whether the terminal keeps the cursor inside the margins.
pub fn keeps_margins() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let multiplexed = is_set("TMUX") || is_set("STY");
    let is_alacritty = std::env::var("TERM").is_ok_and(|term| term.starts_with("alacritty"));
    !(is_alacritty || is_set("ALACRITTY_WINDOW_ID") && !multiplexed)
}

/// Returns whether the terminal is the Linux console, which keeps the cursor inside the margins only in origin mode.
fn wants_origin() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "linux")
}

/// Returns the sequence that sets the top margin at a row (zero-based).
pub fn set_top_margin(row: usize, height: usize) -> String {
    MARGIN.store(true, Ordering::Relaxed);
    let origin = if wants_origin() { "\x1b[?6h" } else { "" };
    format!("\x1b[{};{height}r{origin}", row + 1)
}

/// Returns the sequence that moves to the start of a screen row while the top margin is at `margin`.
pub fn in_margins(margin: usize, row: usize) -> String {
    let row = if wants_origin() && MARGIN.load(Ordering::Relaxed) { row.saturating_sub(margin) } else { row };
    format!("\x1b[{};1H", row + 1)
}

/// Returns the sequence that resets the margins, if any are set.
pub fn released() -> &'static str {
    if MARGIN.swap(false, Ordering::Relaxed) { NO_MARGINS } else { "" }
}

/// Resets the margins for another program, with the cursor on the last row.
pub fn release_for_others() {
    let released = released();
    if !released.is_empty() {
        let mut out = io::stdout().lock();
        // A closed terminal has no margins.
        let _ = write!(out, "{released}\x1b[{};1H", size().1).and_then(|()| out.flush());
    }
}

/// Restores the terminal on an abrupt exit (a signal or a panic): resets the margins and moves the cursor below the
/// input.
pub fn give_back() {
    if MARGIN.swap(false, Ordering::Relaxed) {
        hold::write(NO_MARGINS);
        hold::write("\x1b[999;1H");
    }
    hold::write("\r\n\x1b[J");
    hold::restore();
}
