//! How an evaluation leaves its straight road: faults, and the control flow of `next`, `break` and `return`.

use crate::pcore::{Blame, Issue, Value};
use crate::text::{Label, Place};

/// An evaluation's result. The error is boxed: it costs nothing until it happens.
pub type R<T = Value> = Result<T, Box<Flow>>;

/// Why an evaluation left the straight road.
#[derive(Debug)]
pub enum Flow {
    /// A fault: the input fails.
    Fault(Fault),
    /// `next(v)`
    Next(Value, Option<Place>),
    /// `break()`
    Break(Option<Place>),
    /// `return(v)`
    Return(Value, Option<Place>),
    /// The cancel flag was set (Ctrl-C), or the deadline of a preview passed.
    Cancelled,
}

/// A fault with its place, once known.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What is wrong.
    pub issue: Issue,
    /// Where; `None` until the nearest expression with a place has seen it.
    pub place: Option<Place>,
    /// Puppet's own place as a byte offset of the same source, where it is not the start of `place`.
    pub at: Option<u32>,
    /// Has no place on purpose: do not add one.
    pub nowhere: bool,
    /// Further places (where a variable was first assigned, the call chain).
    pub labels: Vec<Label>,
}

impl From<Box<Issue>> for Box<Flow> {
    fn from(issue: Box<Issue>) -> Self {
        Box::new(Flow::Fault(Fault { issue: *issue, place: None, at: None, nowhere: false, labels: Vec::new() }))
    }
}

impl Flow {
    /// A fault without an issue code of its own.
    pub fn runtime(message: impl Into<String>) -> Box<Flow> {
        Issue::runtime(message).into()
    }

    /// A fault with an issue code.
    pub fn fault(code: &'static str, message: impl Into<String>) -> Box<Flow> {
        Issue::new(code, message).into()
    }

    /// A fault that blames the n-th argument.
    pub fn argument(code: &'static str, index: usize, message: impl Into<String>) -> Box<Flow> {
        Issue::new(code, message).blaming(Blame::Argument(index)).into()
    }
}
