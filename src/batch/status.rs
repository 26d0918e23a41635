//! The exit status: 0 success, 1 a failed evaluation, 2 invalid source, 64 an invalid command line, 128 + n after
//! signal n: 130 for Ctrl-C, 141 for closed output. `diff` has 3 when something differs.

use pprepl_session::{Evaluation, Report};
use pprepl_text::Severity;

/// The result of a run. The worse of two is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Success,
    Failed,
    /// Source is not valid Puppet.
    Invalid,
    /// Two environments differ.
    Different,
    /// The command line is invalid.
    Usage,
    /// Ctrl-C or another terminating signal, by number.
    Signaled(u8),
}

impl Status {
    /// After Ctrl-C.
    pub const INTERRUPTED: Status = Status::Signaled(2);

    /// The output is closed: the status of SIGPIPE.
    pub const UNREAD: Status = Status::Signaled(13);

    /// Returns the number for the shell.
    pub const fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::Failed => 1,
            Status::Invalid => 2,
            Status::Different => 3,
            Status::Usage => 64,
            Status::Signaled(number) => number.saturating_add(128),
        }
    }

    /// Returns the status of an evaluation.
    pub fn of(evaluation: &Evaluation) -> Status {
        match (evaluation.failed(), evaluation.invalid) {
            (false, _) => Status::Success,
            (true, false) => Status::Failed,
            (true, true) => Status::Invalid,
        }
    }

    /// Returns the status of valid source after a type check.
    pub fn of_types(reports: &[Report]) -> Status {
        let failed = reports.iter().any(|report| report.severity == Severity::Error);
        if failed { Status::Failed } else { Status::Success }
    }

    /// Returns the status of source that was only inspected.
    pub fn of_reports(reports: &[Report]) -> Status {
        let failed = reports.iter().any(|report| report.severity == Severity::Error);
        if failed { Status::Invalid } else { Status::Success }
    }
}
