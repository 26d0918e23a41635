//! The error of a check that the static checker deferred: it names the argument, the annotation, and why the types did
//! not decide.

use std::sync::Arc;

use pprepl_text::{Code, Diagnostic, Label, RuleCode, Source, Span};
use puppet_syntax as syntax;

use crate::analyzer::Analyzer;

impl Analyzer<'_> {
    /// Completes the error of a type that only the run could check.
    pub(crate) fn explain_deferred(&mut self, input: &Arc<Source>, error: &mut Diagnostic) {
        let is_elsewhere = error.source.as_ref().is_some_and(|source| !Arc::ptr_eq(source, input));
        let Some(span) = error.span.filter(|_| !is_elsewhere && !error.misfits.is_empty()) else { return };
        let parsed = syntax::parse(input.text(), self.core.options_of(input));
        let rules = self.checker.rules;
        self.checker.rules = rules.with(RuleCode::Deferred, true);
        let found = self.check_parsed(input, &parsed.program, true).findings;
        self.checker.rules = rules;
        let deferred: Vec<Diagnostic> =
            found.into_iter().filter(|one| one.code == Code::Rule(RuleCode::Deferred)).collect();
        let Some(one) = decided(&deferred, error, span, input) else { return };
        let Some(argument) = one.span else { return };
        if let Some(why) = &one.help {
            error.notes.push(format!("not found before running: {why}"));
        }
        let known = |label: &Label| error.labels.iter().any(|other| overlaps(label, other, input));
        let missing: Vec<Label> = one.labels.iter().filter(|label| !known(label)).cloned().collect();
        error.labels.extend(missing);
        if is_inside(argument, span) {
            error.span = Some(argument);
        } else {
            error.labels.push(Label { source: None, span: argument, message: "this value".to_owned() });
        }
    }
}

/// Returns the deferred check that failed: one with the annotation of the error, else the only one at its place.
fn decided<'d>(
    deferred: &'d [Diagnostic],
    error: &Diagnostic,
    span: Span,
    input: &Arc<Source>,
) -> Option<&'d Diagnostic> {
    let same = |one: &&Diagnostic| {
        one.labels.iter().any(|label| error.labels.iter().any(|other| overlaps(label, other, input)))
    };
    let inside = |one: &&Diagnostic| one.span.is_some_and(|at| is_inside(at, span));
    if let Some(found) = deferred.iter().filter(inside).find(same) {
        return Some(found);
    }
    if !error.labels.is_empty() {
        return deferred.iter().find(same);
    }
    let mut all = deferred.iter().filter(inside);
    let only = all.next()?;
    all.next().is_none().then_some(only)
}

fn is_inside(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn overlaps(one: &Label, other: &Label, input: &Arc<Source>) -> bool {
    let (first, second) = (one.source.as_ref().unwrap_or(input), other.source.as_ref().unwrap_or(input));
    Arc::ptr_eq(first, second) && (is_inside(one.span, other.span) || is_inside(other.span, one.span))
}
