//! The exit status: 0 all went well, 1 an evaluation failed, 2 the text is not valid, 64 the command line is of no use,
//! 128 + n as after signal n: 130 for Ctrl-C, 141 where nobody reads the output.

use pprepl_session::{Evaluation, Report};
use pprepl_text::Severity;

/// How a run went. The worse of two is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Success,
    Failed,
    /// A text is not valid Puppet.
    Invalid,
    /// The command line cannot be used.
    Usage,
    /// Ctrl-C, or what else asks a process to end: the signal's number.
    Signaled(u8),
}

impl Status {
    /// After Ctrl-C.
    pub const INTERRUPTED: Status = Status::Signaled(2);

    /// Nobody reads the output: SIGPIPE's status.
    pub const UNREAD: Status = Status::Signaled(13);

    /// The number for the shell.
    pub const fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::Failed => 1,
            Status::Invalid => 2,
            Status::Usage => 64,
            Status::Signaled(number) => number.saturating_add(128),
        }
    }

    /// That of an evaluation.
    pub fn of(evaluation: &Evaluation) -> Status {
        match (evaluation.failed(), evaluation.invalid) {
            (false, _) => Status::Success,
            (true, false) => Status::Failed,
            (true, true) => Status::Invalid,
        }
    }

    /// That of a valid text whose types were checked.
    pub fn of_types(reports: &[Report]) -> Status {
        let failed = reports.iter().any(|report| report.severity == Severity::Error);
        if failed { Status::Failed } else { Status::Success }
    }

    /// That of a text which was only looked at.
    pub fn of_reports(reports: &[Report]) -> Status {
        let failed = reports.iter().any(|report| report.severity == Severity::Error);
        if failed { Status::Invalid } else { Status::Success }
    }
}
