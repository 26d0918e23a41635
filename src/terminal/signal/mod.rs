//! Interrupts and the signals that end a process. Each system has its own side: Unix has signals, Windows a console that
//! reports Ctrl-C.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::{SIGTSTP, SIGWINCH, die_of, exit_now, interrupts, on_continue, on_end, on_interrupt, raise};

#[cfg(not(unix))]
mod console;
#[cfg(not(unix))]
pub use console::{die_of, exit_now, interrupts, on_continue, on_end, on_interrupt};
