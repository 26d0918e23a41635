//! Hints for the input being typed, from the static checker: its type, or its first error. Nothing runs; the
//! incomplete word at the cursor never counts as an error.

use pprepl_budget::Deadline;
use pprepl_text::{Diagnostic, Severity, Source};
use puppet_check::{check_program, is_visible};
use puppet_syntax::Completeness;

use super::analyzer::Analyzer;
use super::attributes::static_findings;

/// A hint of the checker while the user types (`Analyzer::typing_hint`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypingHint {
    Type(String),
    /// The message of the first error.
    Finding(String),
}

impl Analyzer<'_> {
    /// Returns the hint for `text` before the deadline; `None` where it is incomplete or nothing is known.
    pub fn typing_hint(&mut self, text: &str, until: Deadline) -> Option<TypingHint> {
        let parsed = self.core.read(text);
        let is_bad = |found: &[Diagnostic]| found.iter().any(Diagnostic::is_error);
        if parsed.complete != Completeness::Complete || is_bad(&parsed.diagnostics) {
            return None;
        }
        if is_bad(&self.core.vm.validate(&parsed.program, text)) {
            return None;
        }
        let source = Source::new("input", text);
        let checked = self.with_world_until(true, Some(until), |world, signatures| {
            check_program(&parsed.program, &source, world, signatures)
        });
        if checked.is_late {
            return None;
        }
        let told = |found: &&Diagnostic| found.severity != Severity::Note && !is_being_typed(text, found);
        let attributes = static_findings(&self.core.settings, &parsed.program, text);
        if let Some(found) = checked.findings.iter().chain(&attributes).find(told) {
            return Some(TypingHint::Finding(found.message.clone()));
        }
        let notes = self.core.settings.display.notes;
        let noted = |found: &&Diagnostic| notes && is_visible(found.code) && !is_being_typed(text, found);
        if let Some(note) = checked.findings.iter().chain(&attributes).find(noted) {
            return Some(TypingHint::Finding(note.message.clone()));
        }
        let typed = checked.findings.iter().all(|found| found.severity != Severity::Error);
        let says_little = checked.is_any || matches!(&*checked.type_text, "Undef" | "never returns");
        (typed && !says_little).then_some(TypingHint::Type(checked.type_text))
    }
}

/// Returns whether the finding is about the word at the end of the source, which may continue.
fn is_being_typed(text: &str, found: &Diagnostic) -> bool {
    let end = text.trim_end().len();
    let goes_on = text.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ':'));
    goes_on && found.span.is_some_and(|span| span.end as usize >= end)
}
