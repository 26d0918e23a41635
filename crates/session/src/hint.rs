//! A word on the text that is being typed, from the static checker: the type that it will have, or the first thing that
//! will fail. Nothing runs; what the word at the cursor may yet become is not held against it.

use std::time::Instant;

use pprepl_text::{Diagnostic, Severity, Source};
use puppet_check::check_program;
use puppet_syntax::Completeness;

use super::Session;

/// What the checker says while a text is typed (`Session::typing_hint`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypingHint {
    /// The type of its last statement.
    Type(String),
    /// What will fail.
    Finding(String),
}

impl Session {
    /// What there is to say of a text before that time; `None` where it is not whole, or nothing is known.
    pub fn typing_hint(&mut self, text: &str, until: Instant) -> Option<TypingHint> {
        let parsed = self.read(text);
        let is_bad = |found: &[Diagnostic]| found.iter().any(Diagnostic::is_error);
        if parsed.complete != Completeness::Complete || is_bad(&parsed.diagnostics) {
            return None;
        }
        if is_bad(&self.vm.validate(&parsed.program, text)) {
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
        if let Some(found) = checked.findings.iter().find(told) {
            return Some(TypingHint::Finding(found.message.clone()));
        }
        let typed = checked.findings.iter().all(|found| found.severity != Severity::Error);
        let says_little = checked.is_any || matches!(&*checked.type_text, "Undef" | "never returns");
        (typed && !says_little).then_some(TypingHint::Type(checked.type_text))
    }
}

/// Returns whether the finding is about the word at the end of the text, which may continue.
fn is_being_typed(text: &str, found: &Diagnostic) -> bool {
    let end = text.trim_end().len();
    let goes_on = text.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ':'));
    goes_on && found.span.is_some_and(|span| span.end as usize >= end)
}
