//! Whether the terminal obeys escape sequences. Every terminal of Unix that is not dumb does; a console of Windows does
//! once it is asked to, and the oldest ones never do.

#[cfg(windows)]
use std::io::{self, IsTerminal, Write};
#[cfg(windows)]
use std::sync::OnceLock;

#[cfg(windows)]
use crossterm::Command;
#[cfg(windows)]
use crossterm::cursor::{MoveTo, position};

/// Returns whether the terminal obeys escape sequences. Asks a console of Windows to.
pub fn are_obeyed() -> bool {
    #[cfg(windows)]
    return crossterm::ansi_support::supports_ansi() && !are_printed();
    #[cfg(not(windows))]
    true
}

/// Returns whether the console accepts the mode of escape sequences, and prints them all the same, as those of Wine 8 and 10 do.
#[cfg(windows)]
fn are_printed() -> bool {
    static PRINTED: OnceLock<bool> = OnceLock::new();
    *PRINTED.get_or_init(|| prints_sequences().unwrap_or(false))
}

/// Writes a sequence without effect and returns whether it moved the cursor; removes it then.
#[cfg(windows)]
fn prints_sequences() -> io::Result<bool> {
    const SEQUENCE: &[u8] = b"\x1b[m";
    let mut out = io::stdout();
    if !out.is_terminal() {
        return Ok(false);
    }
    out.flush()?;
    // Terminals that are not consoles have no such position: they obey.
    let (column, row) = position()?;
    out.write_all(SEQUENCE)?;
    out.flush()?;
    if position()? == (column, row) {
        return Ok(false);
    }
    // Not by sequences, which the library would write here.
    MoveTo(column, row).execute_winapi()?;
    out.write_all(&[b' '; SEQUENCE.len()])?;
    out.flush()?;
    MoveTo(column, row).execute_winapi()?;
    Ok(true)
}
