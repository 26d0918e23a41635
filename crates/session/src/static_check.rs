//! The errors of a cell that has not run: syntax and validation, else the static checker's findings, with spans.
//! Nothing runs, and the session is unchanged.

use pprepl_budget::Deadline;
use pprepl_text::{Code, Diagnostic, RuleCode, Severity, Source, Span};
use puppet_check::check_program;
use puppet_syntax::{self as syntax, Completeness, Parsed};

use super::analyzer::Analyzer;
use super::attributes::{findings_of_modules, static_findings};
use super::settings::StaticCheck;

/// A finding in source that has not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticDiagnostic {
    /// The severity: an error always fails at run time.
    pub severity: Severity,
    pub code: Code,
    /// The name of its page in `:explain`.
    pub topic: &'static str,
    pub message: String,
    /// True if a fix exists.
    pub mends: bool,
    /// The span; the end of the source if the error is missing input.
    pub span: Span,
}

impl Analyzer<'_> {
    /// Returns the findings in source order. `before` has the sources that run first but have not run yet. `typed` is
    /// the cursor's offset: incomplete code there is not an error, and the word may continue. `None` when the time is
    /// over.
    pub fn check_unexecuted(
        &mut self,
        before: &[&str],
        text: &str,
        typed: Option<usize>,
        until: Deadline,
    ) -> Option<Vec<StaticDiagnostic>> {
        if until.is_over() {
            return None;
        }
        let parsed = self.core.read(text);
        let mut found = match parsed.diagnostics.iter().any(Diagnostic::is_error) {
            true => self.unreadable(&parsed, text, typed.is_some()),
            false => self.readable(&parsed, before, text, until)?,
        };
        self.keep_visible(&mut found);
        found.retain(|one| !typed.is_some_and(|at| is_being_typed(one, text, at)));
        found.sort_by_key(|one| one.span.map_or(u32::MAX, |span| span.start));
        let end = Span::at(text.len() as u32);
        let ahead = |one: Diagnostic| StaticDiagnostic {
            severity: one.severity,
            mends: !one.fixes.is_empty() || one.swap.is_some(),
            code: one.code,
            topic: one.topic(),
            message: one.message,
            span: one.span.unwrap_or(end),
        };
        Some(found.into_iter().map(ahead).collect())
    }

    /// Returns the errors of source with syntax errors, and the errors in its complete parts.
    fn unreadable(&mut self, parsed: &Parsed, text: &str, is_typed: bool) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if !is_typed || parsed.complete == Completeness::Invalid {
            found.extend(parsed.diagnostics.iter().filter(|one| one.is_error()).cloned());
        }
        if self.core.settings.execution.check != StaticCheck::Off {
            found.extend(self.check_complete_parts(&Source::new("cell", text), &parsed.program, &parsed.diagnostics));
        }
        found
    }

    fn readable(&mut self, parsed: &Parsed, before: &[&str], text: &str, until: Deadline) -> Option<Vec<Diagnostic>> {
        let mut found = self.core.vm.validate(&parsed.program, text);
        if self.core.settings.execution.check == StaticCheck::Off || found.iter().any(Diagnostic::is_error) {
            return Some(found);
        }
        // Joins the preceding sources and the cell to one program: the checker follows their assignments.
        let mut whole: String =
            before.iter().filter(|text| self.core.is_complete(text)).map(|text| format!("{text}\n")).collect();
        let start = whole.len() as u32;
        whole.push_str(text);
        let (source, parsed) =
            (Source::new("cell", whole.as_str()), syntax::parse(&whole, self.core.lex_options(false)));
        self.checker.is_shared = true;
        let checked = self.with_world_until(true, Some(until), |world, signatures| {
            check_program(&parsed.program, &source, world, signatures)
        });
        self.checker.is_shared = false;
        if checked.is_late {
            return None;
        }
        let attributes = static_findings(&self.core.settings, &parsed.program, source.text());
        let of_modules = findings_of_modules(self.core, &parsed.program);
        for mut one in checked.findings.into_iter().chain(attributes).chain(of_modules) {
            let Some(span) = one.span.filter(|span| span.start >= start) else { continue };
            one.span = Some(Span::new(span.start - start, span.end - start));
            one.severity = self.checker.severity(one.code, one.severity);
            found.push(one);
        }
        Some(found)
    }
}

/// Returns whether the finding is about the word or call being typed.
fn is_being_typed(found: &Diagnostic, text: &str, at: usize) -> bool {
    let Some(span) = found.span else { return false };
    let line = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count();
    let word = |last: char| last.is_alphanumeric() || matches!(last, '_' | ':' | '$');
    match found.code {
        // More arguments may follow.
        Code::Rule(RuleCode::Arity) => line(span.start as usize) == line(at),
        _ => span.end as usize == at && text.get(..at).is_some_and(|before| before.ends_with(word)),
    }
}
