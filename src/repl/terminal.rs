//! The standard output as a terminal: what it can show, its size, its margins, and giving it back as it was on every way
//! out, a panic and a signal included.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::theme::{ColorDepth, terminal};

pub use crate::theme::terminal::{is_dumb, theme};

/// The most columns and rows that are believed: a terminal may report any size.
const MAX_SIZE: (usize, usize) = (2_000, 1_000);

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
    size().0.max(20)
}

/// The terminal's columns and rows.
pub fn size() -> (usize, usize) {
    // Asked of the standard output first: crossterm opens the terminal anew each time.
    let own = rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| (size.ws_col, size.ws_row));
    let size = own.filter(|(columns, _)| *columns > 0).or_else(|| crossterm::terminal::size().ok());
    let (columns, rows) = size.unwrap_or((80, 24));
    (usize::from(columns).clamp(1, MAX_SIZE.0), usize::from(rows).clamp(1, MAX_SIZE.1))
}

/// Is a top margin set?
static MARGIN: AtomicBool = AtomicBool::new(false);

/// What takes the margins away. (It leaves the cursor at the top.)
const NO_MARGINS: &str = "\x1b[?6l\x1b[r";

/// Does the terminal hold the cursor within margins?
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

#[cfg(unix)]
mod end {
    //! Giving the terminal back when the process is ended from outside or by a panic.

    use std::io;
    use std::sync::atomic::Ordering;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{OptionalActions, Termios, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGTERM, SIGUSR1};

    /// The modes of the terminal before pprepl changed them.
    static ORIGINAL: Mutex<Option<Termios>> = Mutex::new(None);

    /// Remembers the terminal's own modes, and gives them back on each way out from now on.
    pub fn guard(original: Termios) -> io::Result<()> {
        *ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(original);
        restore_before_panics(std::thread::current().id());
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGUSR1])?;
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                give_back();
                // Ends this process as if nobody had listened.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
                std::process::exit(128 + signal);
            }
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// What a panic of this thread says is to be readable; other threads change nothing of the terminal.
    fn restore_before_panics(owner: std::thread::ThreadId) {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |about| {
            if std::thread::current().id() == owner {
                give_back();
            }
            before(about);
        }));
    }

    /// Gives the terminal back. Asks no lock of the standard output: another thread may hold it.
    fn give_back() {
        let mut bytes = Vec::new();
        if super::MARGIN.swap(false, Ordering::Relaxed) {
            bytes.extend_from_slice(super::NO_MARGINS.as_bytes());
            bytes.extend_from_slice(b"\x1b[999;1H");
        }
        bytes.extend_from_slice(b"\x1b[0m\x1b[?2004l\x1b[?25h\r\n\x1b[J");
        let _ = rustix::io::write(rustix::stdio::stdout(), &bytes);
        if let Some(original) = &*ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, original);
        }
    }
}

#[cfg(unix)]
pub use end::guard;
