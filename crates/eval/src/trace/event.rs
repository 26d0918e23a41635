//! An event of a trace: one expression, round, body or change of the catalog, with its outcome.

use std::sync::Arc;

use pprepl_text::{IssueCode, Source, Span};
use puppet_syntax::ast::{BinaryOp, Name};

use super::ValuePreview;

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A variable was read.
    Read,
    Assignment,
    Operator(BinaryOp),
    /// `!x`, `-x` or `*x`
    Prefix,
    /// `x[..]`
    Access,
    /// An array or a hash with parts that are computed.
    Collection,
    Interpolation,
    /// A call of a function or a conversion, by its name.
    Call(Name),
    /// A round of a lambda: its number from 1 within the call around it.
    Round(u32),
    /// The body of a function, a template or a defined type runs.
    Body(Name),
    /// `if`, `unless`, `case` or a selector.
    Condition,
    /// The branch or option that was taken.
    Branch,
    /// The default of a parameter was used.
    Default(Name),
    /// The data has a value for a parameter of a class.
    Data(Name),
    /// A declaration of resources.
    Resource,
    /// An attribute in a resource, in defaults, in an override or in a collector.
    Attribute(Name),
    /// `Type { .. }`
    ResourceDefaults,
    /// `Type['title'] { .. }`
    Override,
    /// `Type <| .. |>`
    Collector,
    /// `a -> b`
    Relation,
    /// A resource took an attribute from the defaults of the scope.
    InheritedAttribute {
        resource: Name,
        name: Name,
    },
    /// An override or a collector set an attribute of a declared resource.
    Overridden {
        resource: Name,
        name: Name,
    },
    /// A collector found resources.
    Collected,
    /// The body of a class runs.
    Class(Name),
    /// The body of a defined type runs for this resource.
    Define(Name),
    /// Literal text of a template.
    TemplateText,
    /// `<%= x %>` of a template.
    TemplateOutput,
}

impl EventKind {
    /// Returns the name of the kind, as JSON has it.
    pub const fn name(&self) -> &'static str {
        match self {
            EventKind::Read => "read",
            EventKind::Assignment => "assignment",
            EventKind::Operator(BinaryOp::Match | BinaryOp::NoMatch) => "match",
            EventKind::Operator(_) | EventKind::Prefix => "operator",
            EventKind::Access => "access",
            EventKind::Collection => "collection",
            EventKind::Interpolation => "interpolation",
            EventKind::Call(_) => "call",
            EventKind::Round(_) => "round",
            EventKind::Body(_) => "body",
            EventKind::Condition => "condition",
            EventKind::Branch => "branch",
            EventKind::Default(_) => "default",
            EventKind::Data(_) => "data",
            EventKind::Resource => "resource",
            EventKind::Attribute(_) => "attribute",
            EventKind::ResourceDefaults => "defaults",
            EventKind::Override => "override",
            EventKind::Collector => "collector",
            EventKind::Relation => "relation",
            EventKind::InheritedAttribute { .. } => "inherited",
            EventKind::Overridden { .. } => "overridden",
            EventKind::Collected => "collected",
            EventKind::Class(_) => "class",
            EventKind::Define(_) => "define",
            EventKind::TemplateText => "text",
            EventKind::TemplateOutput => "output",
        }
    }
}

/// How an event ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// It has not ended: the run was stopped in it.
    Open,
    Value(ValuePreview),
    /// It has no value, as a change of the catalog.
    Done,
    /// The error was raised here.
    Failed {
        code: IssueCode,
        message: String,
    },
    /// An error passed through, which an event inside raised.
    Passed,
    /// `next()`, `break()` or `return()` left it, with a value or none.
    Left(&'static str, Option<ValuePreview>),
}

/// An event of a trace.
#[derive(Clone, Debug)]
pub struct TraceEvent {
    /// The source of the spans.
    pub source: Arc<Source>,
    /// The bytes of the whole expression.
    pub span: Span,
    /// The part of the span that represents it on one line: a call without the body of its lambda, an `if` with its
    /// test.
    pub head: Span,
    pub kind: EventKind,
    /// The number of events around it.
    pub depth: u32,
    /// The index of the event around it.
    pub parent: Option<usize>,
    /// The variables that it sets: parameters, captures, the value before an override.
    pub bindings: Vec<(Name, ValuePreview)>,
    pub outcome: EventOutcome,
    /// The place in the order in which the events ended, from 1; 0 for an open event.
    pub ended: u32,
    /// The number of rounds of lambdas directly in it.
    pub rounds: u32,
    /// The number of those that are not in the trace.
    pub folded: u32,
}

impl TraceEvent {
    /// Returns the value, if it has one.
    pub fn value(&self) -> Option<&ValuePreview> {
        match &self.outcome {
            EventOutcome::Value(value) | EventOutcome::Left(_, Some(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns whether an error ended it.
    pub fn is_failed(&self) -> bool {
        matches!(self.outcome, EventOutcome::Failed { .. } | EventOutcome::Passed)
    }
}
