//! The process group of the child: a Ctrl-C at the terminal does not reach it, and it ends with all that it started.

use std::process::{Child, Command};

/// Returns the identifier of this process.
#[cfg(unix)]
pub(crate) fn own_id() -> u32 {
    std::process::id()
}

/// Returns 0, since groups of processes are a concept of Unix.
#[cfg(not(unix))]
pub(crate) fn own_id() -> u32 {
    0
}

/// Puts the command into a group of its own.
#[cfg(unix)]
pub(crate) fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Does nothing, since groups of processes are a concept of Unix.
#[cfg(not(unix))]
pub(crate) fn separate(_command: &mut Command) {}

/// Kills the child's group.
#[cfg(unix)]
pub(crate) fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let _ = child.kill();
}

/// Kills the child.
#[cfg(not(unix))]
pub(crate) fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Describes how a child ended.
#[cfg(unix)]
pub(crate) fn describe(status: std::process::ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.signal(), status.code()) {
        (Some(signal), _) if signal == rustix::process::Signal::XCPU.as_raw() => {
            "it used all of its processor time".to_owned()
        }
        (Some(signal), _) => format!("signal {signal} ended it"),
        (None, code) => format!("it ended with status {}", code.unwrap_or_default()),
    }
}

/// Describes how a child ended.
#[cfg(not(unix))]
pub(crate) fn describe(status: std::process::ExitStatus) -> String {
    format!("it ended with {status}")
}
