//! A error of an operation on values: what is wrong, with which operand; the evaluator adds the place.

use pprepl_budget::Exhausted;
use pprepl_text::{MismatchRow, WordReplacement};

/// Which part of the operation is to blame: tells the evaluator which place to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorOperand {
    /// The operation as a whole (its `at` in the syntax tree: the operator, the call's name).
    Whole,
    Left,
    Right,
    /// The n-th argument, key or element, from 0.
    Argument(usize),
}

/// A error without a place.
#[derive(Clone, Debug)]
pub struct ValueError {
    /// Puppet's issue code; `RUNTIME_ERROR` where the reference raises a plain exception.
    pub code: &'static str,
    /// What is wrong, one sentence, no full stop.
    pub message: String,
    /// What to type next.
    pub help: Option<String>,
    /// What else is to be known.
    pub notes: Vec<String>,
    /// Where a value does not fit, place by place; the whole comes first.
    pub misfits: Vec<MismatchRow>,
    /// A word at the place that is meant to be another.
    pub swap: Option<Box<WordReplacement>>,
    /// Which part is to blame.
    pub blame: ErrorOperand,
    /// The byte of the text that was read (a pattern) at which it is wrong.
    pub at: Option<usize>,
}

/// A result, or the issue that is in its way. Boxed: errors cost nothing until they happen.
pub type Result<T, E = Box<ValueError>> = std::result::Result<T, E>;

impl ValueError {
    /// A new issue that blames the operation as a whole.
    pub fn new(code: &'static str, message: impl Into<String>) -> Box<ValueError> {
        let (notes, misfits) = (Vec::new(), Vec::new());
        Box::new(ValueError {
            code,
            message: message.into(),
            help: None,
            notes,
            misfits,
            swap: None,
            blame: ErrorOperand::Whole,
            at: None,
        })
    }

    /// What the reference raises without an issue code of its own.
    pub fn runtime(message: impl Into<String>) -> Box<ValueError> {
        ValueError::new("RUNTIME_ERROR", message)
    }

    /// Blames a part.
    pub fn with_operand(mut self: Box<Self>, blame: ErrorOperand) -> Box<ValueError> {
        self.blame = blame;
        self
    }

    /// At a byte of the text that was read.
    pub fn at_byte(mut self: Box<Self>, at: usize) -> Box<ValueError> {
        self.at = Some(at);
        self
    }

    /// With advice.
    pub fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<ValueError> {
        self.help = Some(help.into());
        self
    }
}

/// The code of an evaluation that the user stopped.
pub const CANCELED: &str = "CANCELLED";

impl From<Exhausted> for Box<ValueError> {
    #[cold]
    fn from(exhausted: Exhausted) -> Self {
        let issue = ValueError::new(exhausted.code(), exhausted.message());
        match exhausted.help() {
            Some(help) => issue.with_help(help),
            None => issue,
        }
    }
}
