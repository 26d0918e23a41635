//! Shell completions and the manual page, generated from the description of the command line.

use super::{Status, arguments, printer};

/// Prints the completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut arguments::description(), "pprepl", &mut script);
    printer::line(String::from_utf8_lossy(&script).trim_end());
    Status::Success
}

/// Prints the manual page.
pub fn man() -> Status {
    let mut page = Vec::new();
    if clap_mangen::Man::new(arguments::description()).render(&mut page).is_err() {
        return Status::Failed;
    }
    printer::line(String::from_utf8_lossy(&page).trim_end());
    Status::Success
}
