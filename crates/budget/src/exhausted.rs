//! The reasons why an evaluation must end.

use std::time::Duration;

/// The reason why an evaluation must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// Canceled by the stop flag (Ctrl-C, a `cancel` request) or by the deadline of a preview.
    Canceled,
    /// The time limit that was exceeded.
    Time(Duration),
    /// The limit of calls and loop rounds that was exceeded.
    Steps(u64),
    /// The memory limit that was exceeded, in bytes.
    Memory(u64),
    /// The length limit that a string exceeded, in bytes.
    Text(u64),
}

impl Exhausted {
    /// The message of the diagnostic.
    pub fn message(self) -> String {
        match self {
            Exhausted::Canceled => "the evaluation was stopped".to_owned(),
            Exhausted::Time(limit) => format!("the evaluation took longer than {} s", limit.as_secs_f64()),
            Exhausted::Steps(limit) => format!("the evaluation took more than {limit} steps (calls and loop rounds)"),
            Exhausted::Memory(limit) => format!("the evaluation needs more than {} MiB of memory", limit >> 20),
            Exhausted::Text(limit) => {
                format!("the text is longer than {} MiB, the most that a string may have", limit >> 20)
            }
        }
    }

    /// The help of the diagnostic, where the user can do something.
    pub const fn help(self) -> Option<&'static str> {
        match self {
            Exhausted::Canceled => None,
            Exhausted::Time(_) => Some("`:set time SECONDS` changes the limit, 0 removes it"),
            Exhausted::Steps(_) => Some("`:set steps NUMBER` changes the limit, 0 removes it"),
            Exhausted::Memory(_) => Some("`:set memory MIB` changes the limit"),
            Exhausted::Text(_) => Some("write a part of the value: $value[0, 10]"),
        }
    }
}
