//! A finding: where, what, and what to do about it. Built where the error is found.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Fix, MismatchRow, Source, Span, WordReplacement};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information beside another finding.
    Note,
    /// Suspicious, but the input continues.
    Warning,
    Error,
}

impl Severity {
    /// The word of the machine interface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A further place that explains the finding.
#[derive(Clone, Debug)]
pub struct Label {
    /// The source; `None` is that of the diagnostic.
    pub source: Option<Arc<Source>>,
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// A finding in a source text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Puppet's issue code where one exists, else one of ours; empty where Puppet has none.
    pub code: Cow<'static, str>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to type next.
    pub help: Option<String>,
    /// The source that `span` is of; filled in by whoever knows it.
    pub source: Option<Arc<Source>>,
    /// Where. `None` when the finding has no place (end of input, limits).
    pub span: Option<Span>,
    /// Where Puppet itself would point to (a byte offset), when that is not the start of `span`.
    pub at: Option<u32>,
    /// Further places.
    pub labels: Vec<Label>,
    /// What else is to be known: forms of a call, ...
    pub notes: Vec<String>,
    /// Where a value does not fit, place by place; the whole comes first.
    pub misfits: Vec<MismatchRow>,
    /// Ways to fix it, the best first.
    pub fixes: Vec<Fix>,
    /// A word of it that is meant to be another.
    pub swap: Option<WordReplacement>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: impl Into<Cow<'static, str>>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Some(span), message)
    }

    /// A warning at `span`.
    pub fn warning(code: impl Into<Cow<'static, str>>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Some(span), message)
    }

    /// A finding of any severity, with or without a place.
    pub fn new(
        severity: Severity,
        code: impl Into<Cow<'static, str>>,
        span: Option<Span>,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            severity,
            code: code.into(),
            message: message.into(),
            help: None,
            source: None,
            span,
            at: None,
            labels: Vec::new(),
            notes: Vec::new(),
            misfits: Vec::new(),
            fixes: Vec::new(),
            swap: None,
        }
    }

    /// With advice on what to type next.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a way to fix it.
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// With a word that is meant in place of another.
    pub fn with_swap(mut self, swap: Option<WordReplacement>) -> Self {
        self.swap = swap;
        self
    }

    /// With a further place in the same source.
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { source: None, span, message: message.into() });
        self
    }

    /// With the offset that Puppet reports, where it is not the start of the span.
    pub fn with_at(mut self, at: u32) -> Self {
        self.at = Some(at);
        self
    }

    /// Returns whether it makes the input fail.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The byte offset that Puppet would report.
    pub fn offset(&self) -> Option<u32> {
        self.at.or(self.span.map(|span| span.start))
    }
}
