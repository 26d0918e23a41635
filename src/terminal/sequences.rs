//! Whether the terminal obeys escape sequences. Every terminal of Unix that is not dumb does; a console of Windows does
//! once it is asked to, and the oldest ones never do.

/// Returns whether the terminal obeys escape sequences. Asks a console of Windows to.
pub fn are_obeyed() -> bool {
    #[cfg(windows)]
    return crossterm::ansi_support::supports_ansi();
    #[cfg(not(windows))]
    true
}
