//! Diagnostics: location, message and help. Built where the error is found.

use std::sync::Arc;

use super::{Code, Fix, MismatchRow, Source, Span, Topic, WordReplacement};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information attached to another diagnostic.
    Note,
    /// Questionable code; the input still runs.
    Warning,
    Error,
}

impl Severity {
    /// The name in machine-readable output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// An additional span that explains the diagnostic.
#[derive(Clone, Debug)]
pub struct Label {
    /// The source; `None` means the source of the diagnostic.
    pub source: Option<Arc<Source>>,
    pub span: Span,
    pub message: String,
}

/// A diagnostic for a source.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Puppet's issue code where one exists, else a code of pprepl.
    pub code: Code,
    /// The topic, where the code does not imply it.
    pub topic: Option<Topic>,
    /// One sentence without a full stop.
    pub message: String,
    /// The advice on what to type next.
    pub help: Option<String>,
    /// The source that `span` refers to; added by the first caller that knows it.
    pub source: Option<Arc<Source>>,
    /// The marked range. `None` when the diagnostic has no location (end of input, limits).
    pub span: Option<Span>,
    /// The byte offset that Puppet itself reports, when it is not the start of `span`.
    pub at: Option<u32>,
    /// Additional spans.
    pub labels: Vec<Label>,
    /// Further information: overloads of a call, ...
    pub notes: Vec<String>,
    /// The mismatches, one row per location; the entire value comes first.
    pub misfits: Vec<MismatchRow>,
    /// The fixes, the best first.
    pub fixes: Vec<Fix>,
    /// A suggested replacement of one word.
    pub swap: Option<WordReplacement>,
}

impl Diagnostic {
    /// Creates an error at `span`.
    pub fn error(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Some(span), message)
    }

    /// Creates a warning at `span`.
    pub fn warning(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Some(span), message)
    }

    /// Creates a diagnostic of any severity, with or without a span.
    pub fn new(severity: Severity, code: impl Into<Code>, span: Option<Span>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code: code.into(),
            topic: None,
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

    /// Adds advice on what to type next.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Sets the topic, where the code does not imply it.
    pub fn with_topic(mut self, topic: Topic) -> Self {
        self.topic = Some(topic);
        self
    }

    /// Returns the name of the topic; of a rule of the checker, its own name.
    pub fn topic(&self) -> &'static str {
        match (self.topic, self.code) {
            (Some(topic), _) => topic.as_str(),
            (None, Code::Issue(code)) => code.topic().as_str(),
            (None, Code::Rule(rule)) => rule.topic(),
            (None, Code::Style(rule)) => rule.as_str(),
        }
    }

    /// Sets the suggested replacement of a word.
    pub fn with_swap(mut self, swap: Option<WordReplacement>) -> Self {
        self.swap = swap;
        self
    }

    /// Adds a span in the same source.
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { source: None, span, message: message.into() });
        self
    }

    /// Sets the offset that Puppet reports, when it is not the start of the span.
    pub fn with_at(mut self, at: u32) -> Self {
        self.at = Some(at);
        self
    }

    /// Returns whether the diagnostic makes the input fail.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The byte offset that Puppet would report.
    pub fn offset(&self) -> Option<u32> {
        self.at.or(self.span.map(|span| span.start))
    }
}
