//! What is wrong with a cell that has not run yet: errors of syntax and validation, else what the static checker finds,
//! by place in the text. Nothing runs, and nothing of it stays in the session.

use std::time::Instant;

use pprepl_text::{Diagnostic, Severity, Source, Span};
use puppet_check::check_program;
use puppet_syntax::{Completeness, Parsed};

use super::Session;
use super::settings::StaticCheck;

/// A finding in a text that has not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticDiagnostic {
    /// How bad: an error fails in any case.
    pub severity: Severity,
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// Returns whether there is a way to fix it.
    pub mends: bool,
    /// Where; the end of the text for what is missing there.
    pub span: Span,
}

impl Session {
    /// What is found in a text, in the order of the text. `before` are texts that will have run by then and have not yet;
    /// `typed` is the place at which the text is being typed: what is not whole yet is no error, and the word there may go
    /// on. `None` where there is no time for it.
    pub fn check_unexecuted(
        &mut self,
        before: &[&str],
        text: &str,
        typed: Option<usize>,
        until: Instant,
    ) -> Option<Vec<StaticDiagnostic>> {
        if Instant::now() > until {
            return None;
        }
        let parsed = self.read(text);
        let mut found = match parsed.diagnostics.iter().any(Diagnostic::is_error) {
            true => self.unreadable(&parsed, text, typed.is_some()),
            false => self.readable(&parsed, before, text, until)?,
        };
        found.retain(|one| one.severity != Severity::Note && !typed.is_some_and(|at| is_being_typed(one, text, at)));
        found.sort_by_key(|one| one.span.map_or(u32::MAX, |span| span.start));
        let end = Span::at(text.len() as u32);
        let ahead = |one: Diagnostic| StaticDiagnostic {
            severity: one.severity,
            mends: !one.fixes.is_empty() || one.swap.is_some(),
            code: one.code.into_owned(),
            message: one.message,
            span: one.span.unwrap_or(end),
        };
        Some(found.into_iter().map(ahead).collect())
    }

    /// The errors of a text that cannot be read, and what is wrong with its whole parts.
    fn unreadable(&mut self, parsed: &Parsed, text: &str, is_typed: bool) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if !is_typed || parsed.complete == Completeness::Invalid {
            found.extend(parsed.diagnostics.iter().filter(|one| one.is_error()).cloned());
        }
        if self.settings.check != StaticCheck::Off {
            found.extend(self.check_complete_parts(&Source::new("cell", text), &parsed.program, &parsed.diagnostics));
        }
        found
    }

    fn readable(&mut self, parsed: &Parsed, before: &[&str], text: &str, until: Instant) -> Option<Vec<Diagnostic>> {
        let mut found = self.vm.validate(&parsed.program, text);
        if self.settings.check == StaticCheck::Off || found.iter().any(Diagnostic::is_error) {
            return Some(found);
        }
        // One program with what comes before: the checker follows what that sets.
        let mut whole: String =
            before.iter().filter(|text| self.is_complete(text)).map(|text| format!("{text}\n")).collect();
        let start = whole.len() as u32;
        whole.push_str(text);
        let (source, parsed) = (Source::new("cell", whole.as_str()), self.parsed(&whole));
        let checked = self.with_world_until(true, Some(until), |world, signatures| {
            check_program(&parsed.program, &source, world, signatures)
        });
        if checked.is_late {
            return None;
        }
        for mut one in checked.findings {
            let Some(span) = one.span.filter(|span| span.start >= start) else { continue };
            one.span = Some(Span::new(span.start - start, span.end - start));
            one.severity = self.severity(&one.code, one.severity);
            found.push(one);
        }
        Some(found)
    }
}

/// Returns whether the finding is about what is being typed: the word, the call.
fn is_being_typed(found: &Diagnostic, text: &str, at: usize) -> bool {
    let Some(span) = found.span else { return false };
    let line = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count();
    let word = |last: char| last.is_alphanumeric() || matches!(last, '_' | ':' | '$');
    match &*found.code {
        // More arguments may come.
        "arity" => line(span.start as usize) == line(at),
        _ => span.end as usize == at && text.get(..at).is_some_and(|before| before.ends_with(word)),
    }
}
