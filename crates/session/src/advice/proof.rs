//! The proof of a fix: the program with it parses, is valid, and runs better than before.

use std::sync::Arc;

use pprepl_text::{Diagnostic, Fix, Source, applied};
use puppet_eval::Flow;
use puppet_syntax::{self as syntax};

use crate::analyzer::Analyzer;

/// The result of a trial run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    Runs,
    Fails,
    /// The result is unknown.
    Open,
}

impl Analyzer<'_> {
    /// Returns whether the program with a fix is better. A program that is not the input cannot run again here, so that
    /// it must only be valid; with `must_run` the fix counts only if it runs.
    pub(super) fn is_better(&mut self, source: &Arc<Source>, fix: &Fix, is_input: bool, must_run: bool) -> bool {
        let (text, which) = applied(source.text(), [fix]);
        if which.is_empty() || text == source.text() {
            return false;
        }
        let fixed = Source::new(source.name(), text.as_str());
        let parsed = syntax::parse(&text, self.core.options_of(source));
        let is_bad = |found: &[Diagnostic]| found.iter().any(Diagnostic::is_error);
        if is_bad(&parsed.diagnostics) || is_bad(&self.core.vm.validate(&parsed.program, &text)) {
            return false;
        }
        if !is_input {
            return !must_run;
        }
        let end = fix.edits.iter().map(|edit| edit.span.start + edit.text.len() as u32).max().unwrap_or(0);
        match self.trial(&fixed, &parsed.program, end) {
            Trial::Runs => true,
            Trial::Fails => false,
            Trial::Open => !must_run && !is_bad(&self.check_parsed(&fixed, &parsed.program, true).findings),
        }
    }

    /// Runs a program without a trace. It fails if its error is not after `end`, the end of the fix.
    fn trial(&mut self, source: &Arc<Source>, program: &syntax::ast::Program, end: u32) -> Trial {
        let Some(result) = self.core.run_trial(source, program) else { return Trial::Open };
        let Err(flow) = result else { return Trial::Runs };
        match *flow {
            Flow::Fault(fault) => {
                let is_later = fault.site.is_some_and(|site| site.span.start >= end)
                    && fault.source.as_ref().is_some_and(|at| Arc::ptr_eq(at, source));
                if is_later { Trial::Runs } else { Trial::Fails }
            }
            Flow::Cancelled => Trial::Open,
            Flow::Next(_) | Flow::Break | Flow::Return(_) => Trial::Fails,
        }
    }
}
