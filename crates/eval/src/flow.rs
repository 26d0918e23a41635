//! How an evaluation leaves its straight road: errors, and the control flow of `next`, `break` and `return`.

use std::sync::Arc;

use pprepl_budget::{self as budget, Exhausted};
use pprepl_text::{Diagnostic, Label, Severity, Source, Span, WordReplacement};
use puppet_pcore::{CANCELED, ErrorOperand, Result, Ty, Value, ValueError};
use puppet_syntax::ast::Expr;

/// An evaluation's result. The error is boxed: it costs nothing until it happens.
pub type EvalResult<T = Value> = Result<T, Box<Flow>>;

/// A place within the source of the code that runs: the extent, and the offset that Puppet reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourcePos {
    pub span: Span,
    /// The byte offset that Puppet reports.
    pub at: u32,
}

impl From<&Expr> for SourcePos {
    fn from(expr: &Expr) -> SourcePos {
        SourcePos { span: expr.span, at: expr.at }
    }
}

/// Why an evaluation left the straight road.
#[derive(Debug)]
pub enum Flow {
    /// An error: the input fails.
    Fault(EvalError),
    /// `next(v)`
    Next(Value),
    /// `break()`
    Break,
    /// `return(v)`
    Return(Value),
    /// The cancel flag was set (Ctrl-C), or the deadline of a preview passed.
    Cancelled,
}

/// An error with its place, once known.
#[derive(Debug, Clone)]
pub struct EvalError {
    /// What is wrong.
    pub issue: ValueError,
    /// Where; `None` until the nearest expression with a place has seen it.
    pub site: Option<SourcePos>,
    /// The source of `site`; filled in by the call that the error leaves.
    pub source: Option<Arc<Source>>,
    /// Has no place on purpose: do not add one.
    pub nowhere: bool,
    /// Further places (where a variable was first assigned, the call chain).
    pub labels: Vec<Label>,
}

impl From<Exhausted> for Box<Flow> {
    #[cold]
    fn from(exhausted: Exhausted) -> Self {
        let issue: Box<ValueError> = exhausted.into();
        issue.into()
    }
}

impl From<Box<ValueError>> for Box<Flow> {
    fn from(issue: Box<ValueError>) -> Self {
        if issue.code == CANCELED {
            return Box::new(Flow::Cancelled);
        }
        let fault = EvalError { issue: *issue, site: None, source: None, nowhere: false, labels: Vec::new() };
        Box::new(Flow::Fault(fault))
    }
}

impl EvalError {
    /// As a diagnostic.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let span = self.site.filter(|_| !self.nowhere).map(|site| site.span);
        let mut diagnostic = Diagnostic::new(Severity::Error, self.issue.code, span, self.issue.message.clone());
        diagnostic.help.clone_from(&self.issue.help);
        diagnostic.source.clone_from(&self.source);
        diagnostic.at = span.and(self.site).map(|site| site.at);
        diagnostic.labels.clone_from(&self.labels);
        diagnostic.notes.clone_from(&self.issue.notes);
        diagnostic.misfits.clone_from(&self.issue.misfits);
        diagnostic.swap = self.issue.swap.as_deref().cloned();
        diagnostic
    }
}

impl Flow {
    /// An error without an issue code of its own.
    pub fn runtime(message: impl Into<String>) -> Box<Flow> {
        ValueError::runtime(message).into()
    }

    /// A file cannot be read: it is at error, or the budget ended while it was read.
    pub fn unreadable(message: impl Into<String>) -> Box<Flow> {
        pprepl_budget::reason().map_or_else(|| Flow::runtime(message), Into::into)
    }

    /// An error with an issue code.
    pub fn fail_with(code: &'static str, message: impl Into<String>) -> Box<Flow> {
        ValueError::new(code, message).into()
    }

    /// The error of a value that is not of a type; `name` is what the value is for.
    #[cold]
    pub fn mismatch(name: &str, expected: &Ty, value: &Value) -> Box<Flow> {
        // A test that ran out of budget says nothing about the value.
        if let Err(exhausted) = budget::poll() {
            return exhausted.into();
        }
        ValueError::mismatch(name, expected, value).into()
    }

    /// An error that blames the n-th argument.
    pub fn argument(code: &'static str, index: usize, message: impl Into<String>) -> Box<Flow> {
        ValueError::new(code, message).with_operand(ErrorOperand::Argument(index)).into()
    }

    /// An error at a known place.
    pub fn at(code: &'static str, site: SourcePos, message: impl Into<String>) -> Box<Flow> {
        let mut flow: Box<Flow> = ValueError::new(code, message).into();
        flow.locate(|_| site);
        flow
    }

    /// An error that has no place.
    pub fn nowhere(code: &'static str, message: impl Into<String>) -> Box<Flow> {
        let mut flow: Box<Flow> = ValueError::new(code, message).into();
        if let Flow::Fault(fault) = &mut *flow {
            fault.nowhere = true;
        }
        flow
    }

    /// Gives an error without a place the place of what is to blame.
    pub fn locate(&mut self, site: impl FnOnce(ErrorOperand) -> SourcePos) {
        if let Flow::Fault(fault) = self
            && fault.site.is_none()
            && !fault.nowhere
        {
            fault.site = Some(site(fault.issue.blame));
        }
    }

    /// Names the source of an error that knows its site but not yet its source.
    pub fn enter_source(&mut self, source: &Arc<Source>) {
        if let Flow::Fault(fault) = self
            && fault.source.is_none()
        {
            fault.source = Some(source.clone());
        }
    }

    /// The same, when the error knows its site: one without gets both from the call around it.
    pub fn enter_source_if_placed(&mut self, source: &Arc<Source>) {
        if matches!(self, Flow::Fault(fault) if fault.site.is_some()) {
            self.enter_source(source);
        }
    }

    /// Adds a note to an error.
    pub fn note(&mut self, note: impl FnOnce() -> String) {
        if let Flow::Fault(fault) = self {
            fault.issue.notes.push(note());
        }
    }

    /// Says which word is meant in place of one that is there.
    pub fn mean(&mut self, from: &str, to: Option<&str>) {
        if let (Flow::Fault(fault), Some(to)) = (self, to) {
            fault.issue.swap = Some(Box::new(WordReplacement { from: from.to_owned(), to: to.to_owned() }));
        }
    }

    /// Adds advice to an error that has none.
    pub fn with_help(&mut self, help: impl FnOnce() -> Option<String>) {
        if let Flow::Fault(fault) = self
            && fault.issue.help.is_none()
        {
            fault.issue.help = help();
        }
    }
}

/// Gives errors their place.
pub trait Locate<T> {
    /// At one place, whatever is to blame.
    fn at(self, site: SourcePos) -> EvalResult<T>;
    /// At the place of what is to blame.
    fn blame(self, site: impl FnOnce(ErrorOperand) -> SourcePos) -> EvalResult<T>;
}

impl<T> Locate<T> for Result<T> {
    fn at(self, site: SourcePos) -> EvalResult<T> {
        self.blame(|_| site)
    }

    fn blame(self, site: impl FnOnce(ErrorOperand) -> SourcePos) -> EvalResult<T> {
        self.map_err(|issue| {
            let mut flow: Box<Flow> = issue.into();
            flow.locate(site);
            flow
        })
    }
}

impl<T> Locate<T> for EvalResult<T> {
    fn at(self, site: SourcePos) -> EvalResult<T> {
        self.blame(|_| site)
    }

    fn blame(mut self, site: impl FnOnce(ErrorOperand) -> SourcePos) -> EvalResult<T> {
        if let Err(flow) = &mut self {
            flow.locate(site);
        }
        self
    }
}
