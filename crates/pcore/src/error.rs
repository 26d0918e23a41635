//! An error of an operation on values: the message, and the operand that caused it; the evaluator adds the
//! span.

use pprepl_budget::Exhausted;
use pprepl_text::{Issue, IssueCode, MismatchRow, Topic, WordReplacement};

/// The operand that caused an error: selects the span that the evaluator reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorOperand {
    /// The operation as a whole (its `at` in the syntax tree: the operator, the call's name).
    Whole,
    Left,
    Right,
    /// The n-th argument, key or element, from 0.
    Argument(usize),
}

/// An error without a span.
#[derive(Clone, Debug)]
pub struct ValueError {
    /// Puppet's issue code; `RUNTIME_ERROR` where the reference raises a plain exception.
    pub code: IssueCode,
    /// The subject of the error.
    pub topic: Topic,
    /// The message: one sentence without a full stop.
    pub message: String,
    /// The help: an input to try next.
    pub help: Option<String>,
    /// Further facts for the user.
    pub notes: Vec<String>,
    /// The mismatches of a value by location; the whole value comes first.
    pub misfits: Vec<MismatchRow>,
    /// The replacement of a misspelled word at the error.
    pub swap: Option<Box<WordReplacement>>,
    /// The operand that caused the error.
    pub blame: ErrorOperand,
    /// The byte offset of the error in the parsed text (a pattern).
    pub at: Option<usize>,
}

/// A result with a boxed error: errors cost nothing until they happen.
pub type Result<T, E = Box<ValueError>> = std::result::Result<T, E>;

impl ValueError {
    /// Creates an error with the operation as a whole as its operand.
    pub fn new(issue: impl Into<Issue>, message: impl Into<String>) -> Box<ValueError> {
        let Issue { code, topic } = issue.into();
        let (notes, misfits) = (Vec::new(), Vec::new());
        Box::new(ValueError {
            code,
            topic,
            message: message.into(),
            help: None,
            notes,
            misfits,
            swap: None,
            blame: ErrorOperand::Whole,
            at: None,
        })
    }

    /// Returns the code with the topic.
    pub fn issue(&self) -> Issue {
        Issue { code: self.code, topic: self.topic }
    }

    /// Sets the topic.
    pub fn with_topic(mut self: Box<Self>, topic: Topic) -> Box<ValueError> {
        self.topic = topic;
        self
    }

    /// Sets the operand that caused the error.
    pub fn with_operand(mut self: Box<Self>, blame: ErrorOperand) -> Box<ValueError> {
        self.blame = blame;
        self
    }

    /// Sets the byte offset in the parsed text.
    pub fn at_byte(mut self: Box<Self>, at: usize) -> Box<ValueError> {
        self.at = Some(at);
        self
    }

    /// Sets the help.
    pub fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<ValueError> {
        self.help = Some(help.into());
        self
    }
}

impl From<Exhausted> for Box<ValueError> {
    #[cold]
    fn from(exhausted: Exhausted) -> Self {
        let issue = ValueError::new(exhausted, exhausted.message());
        match exhausted.help() {
            Some(help) => issue.with_help(help),
            None => issue,
        }
    }
}
