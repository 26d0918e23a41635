//! The results of evaluation: errors, and the control flow of `next`, `break` and `return`.

use std::io;
use std::sync::Arc;

use pprepl_budget::{self as budget, Exhausted};
use pprepl_files::{self as files, Rejection};
use pprepl_text::{Diagnostic, Issue, IssueCode, Label, Severity, Source, Span, Topic, WordReplacement};
use puppet_pcore::{ErrorOperand, Result, Ty, Value, ValueError};
use puppet_syntax::ast::Expr;

/// The result of an evaluation. The error is boxed, so that success stays small.
pub type EvalResult<T = Value> = Result<T, Box<Flow>>;

/// A position in the source of the running code: the span, and the offset that Puppet reports.
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

/// The reason why an evaluation ended early: control flow or an error.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a Flow is always boxed")]
pub enum Flow {
    /// An error: the input fails.
    Fault(EvalError),
    /// `next(v)`
    Next(Value),
    /// `break()`
    Break,
    /// `return(v)`
    Return(Value),
    /// The cancel flag was set (Ctrl-C), or the deadline of a preview expired.
    Cancelled,
}

/// An error with its position, once known.
#[derive(Debug, Clone)]
pub struct EvalError {
    /// The code, message and operand of the error.
    pub issue: ValueError,
    /// The position; `None` until the nearest expression with a position handles the error.
    pub site: Option<SourcePos>,
    /// The source of `site`; set by the call that the error leaves.
    pub source: Option<Arc<Source>>,
    /// True if the error has no position on purpose: callers must not add one.
    pub nowhere: bool,
    /// Further locations (the first assignment of a variable, the declaration of a parameter).
    pub labels: Vec<Label>,
    /// The calls that lead to the error, the innermost first.
    pub calls: CallPath,
    /// The value of an error that a plan raised: `run_plan` with `_catch_errors` returns it.
    pub raised: Option<Box<Value>>,
}

/// A call on the path to an error.
#[derive(Debug, Clone)]
pub struct TracedCall {
    /// The call's position and source; `None` until the code around the call handles the error.
    site: Option<SourcePos>,
    source: Option<Arc<Source>>,
    /// The called function, class or define, with its arguments.
    message: String,
}

/// The calls that lead to an error: the innermost ones, and the outermost.
#[derive(Debug, Clone, Default)]
pub struct CallPath {
    calls: Vec<TracedCall>,
    /// The number of calls between the last two that are not in the list.
    omitted: usize,
}

/// The maximum number of calls in a path.
const MAX_TRACED: usize = 6;

impl CallPath {
    /// Adds a call; its position follows when the code around it handles the error.
    fn push(&mut self, message: String) {
        self.add(TracedCall { site: None, source: None, message });
    }

    fn add(&mut self, call: TracedCall) {
        if self.calls.len() == MAX_TRACED {
            self.calls.pop();
            self.omitted += 1;
        }
        self.calls.push(call);
    }

    /// Sets the position of the outermost call, if it has none.
    fn locate(&mut self, site: SourcePos) {
        if let Some(call) = self.calls.last_mut().filter(|call| call.site.is_none()) {
            call.site = Some(site);
        }
    }

    /// Sets the source of the outermost call, if it has a position only.
    fn enter_source(&mut self, source: &Arc<Source>) {
        if let Some(call) = self.calls.last_mut().filter(|call| call.site.is_some() && call.source.is_none()) {
            call.source = Some(source.clone());
        }
    }

    /// The messages, to mask secrets in them.
    pub(crate) fn messages_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.calls.iter_mut().map(|call| &mut call.message)
    }

    /// Returns the calls with known positions as labels.
    fn labels(&self) -> impl Iterator<Item = Label> {
        let last = self.calls.len().saturating_sub(1);
        self.calls.iter().enumerate().filter_map(move |(index, call)| {
            let between = match self.omitted {
                0 => String::new(),
                _ if index < last => String::new(),
                omitted => format!("; {omitted} more calls follow it"),
            };
            let (span, source) = (call.site?.span, call.source.clone()?);
            (!span.is_empty()).then(|| Label {
                source: Some(source),
                span,
                message: format!("{}{between}", call.message),
            })
        })
    }
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
        if issue.code == IssueCode::Cancelled {
            return Box::new(Flow::Cancelled);
        }
        let fault = EvalError {
            issue: *issue,
            site: None,
            source: None,
            nowhere: false,
            labels: Vec::new(),
            calls: CallPath::default(),
            raised: None,
        };
        Box::new(Flow::Fault(fault))
    }
}

/// The bytes of a message that a person may read.
const MAX_MESSAGE: usize = 16 << 10;

/// The bytes from the end of a longer message that are kept.
const MESSAGE_END: usize = 1 << 10;

/// Returns a message without the middle of what it quotes, if that is long.
fn readable(message: &str) -> String {
    if message.len() <= MAX_MESSAGE {
        return message.to_owned();
    }
    let start = message.floor_char_boundary(MAX_MESSAGE - MESSAGE_END);
    let end = message.ceil_char_boundary(message.len() - MESSAGE_END);
    format!("{} … ({} bytes) … {}", &message[..start], end - start, &message[end..])
}

impl EvalError {
    /// Adds the round of a lambda with this span, if the error or the outermost call on its way is in the lambda.
    #[cold]
    pub(crate) fn leave_lambda(&mut self, span: Span, source: &Arc<Source>, round: impl FnOnce() -> Option<String>) {
        let inside = |site: Option<SourcePos>, at: &Option<Arc<Source>>| {
            at.is_none() && site.is_some_and(|site| span.start <= site.span.start && site.span.end <= span.end)
        };
        let is_here = match self.calls.calls.last() {
            Some(call) => inside(call.site, &call.source),
            None => inside(self.site, &self.source),
        };
        if let Some(message) = round().filter(|_| is_here) {
            self.calls.enter_source(source);
            if self.source.is_none() {
                self.source = Some(source.clone());
            }
            let site = SourcePos { span: Span::new(span.start, span.start + 1), at: span.start };
            self.calls.add(TracedCall { site: Some(site), source: Some(source.clone()), message });
        }
    }

    /// Converts the error to a diagnostic.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let span = self.site.filter(|_| !self.nowhere).map(|site| site.span);
        let message = match self.issue.topic {
            // The text is the author's.
            Topic::FailedOnPurpose => self.issue.message.clone(),
            _ => readable(&self.issue.message),
        };
        let mut diagnostic =
            Diagnostic::new(Severity::Error, self.issue.code, span, message).with_topic(self.issue.topic);
        diagnostic.help.clone_from(&self.issue.help);
        diagnostic.source.clone_from(&self.source);
        diagnostic.at = span.and(self.site).map(|site| site.at);
        diagnostic.labels.clone_from(&self.labels);
        diagnostic.labels.extend(self.calls.labels());
        diagnostic.notes.clone_from(&self.issue.notes);
        diagnostic.misfits.clone_from(&self.issue.misfits);
        diagnostic.swap = self.issue.swap.as_deref().cloned();
        diagnostic
    }
}

impl Flow {
    /// Creates the error for a file that cannot be read or may not be read, or for a budget that ended during the read.
    pub fn unreadable(shown: &str, error: &io::Error) -> Box<Flow> {
        if let Some(ended) = budget::reason() {
            return ended.into();
        }
        let (rejection, reason) = (files::rejection(error), files::reason(error));
        let mut flow = match rejection {
            Some(rejection) if rejection.is_of_reach() => {
                Flow::fail_with(IssueCode::FileNotAllowed, format!("{shown} may not be read: {reason}"))
            }
            _ => Flow::fail_with(Topic::FileRead, format!("{shown} cannot be read: {reason}")),
        };
        flow.with_help(|| rejection.and_then(Rejection::help));
        flow
    }

    /// Creates an error with an issue code, or with a topic where Puppet has no code of its own.
    pub fn fail_with(issue: impl Into<Issue>, message: impl Into<String>) -> Box<Flow> {
        ValueError::new(issue, message).into()
    }

    /// Creates the error for a value that does not match a type; `name` is the role of the value.
    #[cold]
    pub fn mismatch(name: &str, expected: &Ty, value: &Value) -> Box<Flow> {
        // A test that exhausted the budget proves nothing about the value.
        if let Err(exhausted) = budget::poll() {
            return exhausted.into();
        }
        ValueError::mismatch(name, expected, value).into()
    }

    /// Creates an error that blames the n-th argument.
    pub fn argument(issue: impl Into<Issue>, index: usize, message: impl Into<String>) -> Box<Flow> {
        ValueError::new(issue, message).with_operand(ErrorOperand::Argument(index)).into()
    }

    /// Creates an error at a known position.
    pub fn at(issue: impl Into<Issue>, site: SourcePos, message: impl Into<String>) -> Box<Flow> {
        let mut flow: Box<Flow> = ValueError::new(issue, message).into();
        flow.locate(|_| site);
        flow
    }

    /// Creates an error that has no position.
    pub fn nowhere(issue: impl Into<Issue>, message: impl Into<String>) -> Box<Flow> {
        let mut flow: Box<Flow> = ValueError::new(issue, message).into();
        if let Flow::Fault(fault) = &mut *flow {
            fault.nowhere = true;
        }
        flow
    }

    /// Sets the position of an error without one, from the operand to blame.
    pub fn locate(&mut self, site: impl FnOnce(ErrorOperand) -> SourcePos) {
        let Flow::Fault(fault) = self else { return };
        if fault.site.is_none() && !fault.nowhere {
            fault.site = Some(site(fault.issue.blame));
        } else {
            fault.calls.locate(site(ErrorOperand::Whole));
        }
    }

    /// Sets the source of an error that knows its position but not yet its source.
    pub fn enter_source(&mut self, source: &Arc<Source>) {
        let Flow::Fault(fault) = self else { return };
        fault.calls.enter_source(source);
        for label in fault.labels.iter_mut().filter(|label| label.source.is_none()) {
            label.source = Some(source.clone());
        }
        if fault.source.is_none() {
            fault.source = Some(source.clone());
        }
    }

    /// Sets the source as `enter_source` does, if the error has a position. Otherwise the call around it sets both.
    pub fn enter_source_if_placed(&mut self, source: &Arc<Source>) {
        if matches!(self, Flow::Fault(fault) if fault.site.is_some()) {
            self.enter_source(source);
        }
    }

    /// Adds the call that the error leaves, if the error is inside it; `called` describes the call.
    #[cold]
    pub(crate) fn leave_call(&mut self, called: impl FnOnce() -> String) {
        if let Flow::Fault(fault) = self
            && fault.site.is_some()
            && fault.source.is_some()
        {
            fault.calls.push(called());
        }
    }

    /// Sets the source of the outermost call on the path to the error.
    pub(crate) fn enter_call_source(&mut self, source: &Arc<Source>) {
        if let Flow::Fault(fault) = self {
            fault.calls.enter_source(source);
        }
    }

    /// Adds a further location in this source.
    pub(crate) fn with_label(
        mut self: Box<Self>,
        source: &Arc<Source>,
        span: Span,
        message: impl Into<String>,
    ) -> Box<Flow> {
        if let Flow::Fault(fault) = &mut *self {
            fault.labels.push(Label { source: Some(source.clone()), span, message: message.into() });
        }
        self
    }

    /// Sets what a mismatch is about; other errors (an exhausted budget) keep their topic.
    pub(crate) fn with_topic(mut self: Box<Self>, topic: Topic) -> Box<Flow> {
        if let Flow::Fault(fault) = &mut *self
            && fault.issue.topic == Topic::WrongType
        {
            fault.issue.topic = topic;
        }
        self
    }

    /// Removes the position from an error of a call by name: the error gets the position of the call that made it.
    pub(crate) fn unplaced(mut self: Box<Self>) -> Box<Flow> {
        if let Flow::Fault(fault) = &mut *self
            && fault.site == Some(SourcePos::default())
            && fault.source.is_none()
        {
            fault.site = None;
        }
        self
    }

    /// Adds a note to an error.
    pub fn note(&mut self, note: impl FnOnce() -> String) {
        if let Flow::Fault(fault) = self {
            fault.issue.notes.push(note());
        }
    }

    /// Adds the suggestion to replace one word by another.
    pub fn mean(&mut self, from: &str, to: Option<&str>) {
        if let (Flow::Fault(fault), Some(to)) = (self, to) {
            fault.issue.swap = Some(Box::new(WordReplacement { from: from.to_owned(), to: to.to_owned() }));
        }
    }

    /// Adds help to an error that has none.
    pub fn with_help(&mut self, help: impl FnOnce() -> Option<String>) {
        if let Flow::Fault(fault) = self
            && fault.issue.help.is_none()
        {
            fault.issue.help = help();
        }
    }
}

/// An extension of results that adds positions to errors.
pub trait Locate<T> {
    /// Adds this position, whatever operand is to blame.
    fn at(self, site: SourcePos) -> EvalResult<T>;
    /// Adds the position of the operand to blame.
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
