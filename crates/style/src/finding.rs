//! Collects findings.

use std::sync::Arc;

use pprepl_text::{Diagnostic, Fix, Source, Span, StyleCode};

/// The findings of one manifest.
pub(crate) struct Findings {
    source: Arc<Source>,
    found: Vec<Diagnostic>,
}

impl Findings {
    pub(crate) fn new(source: &Arc<Source>) -> Findings {
        Findings { source: source.clone(), found: Vec::new() }
    }

    pub(crate) fn add(&mut self, code: StyleCode, span: Span, message: impl Into<String>) {
        self.push(code, span, message.into(), None);
    }

    /// Adds a finding with a fix that keeps the meaning.
    pub(crate) fn add_fixed(&mut self, code: StyleCode, span: Span, message: impl Into<String>, fix: Fix) {
        self.push(code, span, message.into(), Some(fix.surely(true)));
    }

    /// Adds a finding with a fix that may change the meaning.
    pub(crate) fn add_suggested(&mut self, code: StyleCode, span: Span, message: impl Into<String>, fix: Fix) {
        self.push(code, span, message.into(), Some(fix.surely(false)));
    }

    fn push(&mut self, code: StyleCode, span: Span, message: String, fix: Option<Fix>) {
        let mut diagnostic = Diagnostic::warning(code, span, message);
        diagnostic.source = Some(self.source.clone());
        diagnostic.fixes.extend(fix);
        self.found.push(diagnostic);
    }

    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|found| found.span.map(|span| (span.start, span.end)));
        self.found
    }
}
