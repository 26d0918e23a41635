//! `pprepl explain NAME`: the pages of `:explain`.

use pprepl_session::{Outcome, Session, commands, json};

use super::arguments::{Explain, Options};
use super::{Status, printer};

/// Prints a page, or the list of topics. An unknown name is invalid input.
pub fn run(session: &mut Session, what: &Explain, options: &Options) -> Status {
    let name = what.name.as_deref().unwrap_or("topics");
    let Outcome::Command(answer) = commands::run(session, &format!(":explain {name}")) else {
        return Status::Failed;
    };
    match (&answer.data, what.json) {
        (Some(data), true) => printer::record(data),
        (None, true) => printer::record(&json::answer(&answer)),
        (_, false) => printer::answer(&answer, options),
    }
    Status::of_reports(&answer.reports)
}
