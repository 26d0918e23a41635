//! The expectations of a cell: what must be true after it ran.

use pprepl_budget as budget;
use pprepl_session::{Evaluation, Report};
use pprepl_text::{Severity, Source};
use puppet_pcore::{Value, mismatch};

use super::bench::{self, ExpectationState};
use super::checks::is_named;
use super::difference::{Comparing, displayed};
use super::outcome::Outcome;
use super::{catalog, logs};
use crate::code::Code;
use crate::lesson::Expectation;

/// A cell that ran.
pub(crate) struct CellResult<'a> {
    pub(crate) evaluation: &'a Evaluation,
    /// The value; `None` if it failed.
    pub(crate) value: Option<&'a Value>,
    /// The codes and topics that the checker and the notes report.
    pub(crate) findings: &'a [String],
}

impl CellResult<'_> {
    fn errors(&self) -> impl Iterator<Item = &Report> {
        self.evaluation.reports.iter().filter(|report| report.severity == Severity::Error)
    }
}

/// Returns the static findings on a cell before it runs, if it expects any.
pub(crate) fn static_findings<'e>(
    state: &mut impl ExpectationState,
    mut expectations: impl Iterator<Item = &'e Expectation>,
    cell: &Source,
) -> Vec<String> {
    match expectations.any(|one| matches!(one, Expectation::Finding(_))) {
        true => bench::static_findings(state.session(), cell.name(), cell.text()),
        false => Vec::new(),
    }
}

/// Returns why an expectation does not hold on the state after its cell; `None` when it holds. The limits of the session
/// include the comparison: a small program makes values that are larger than any memory once they are written out.
pub(crate) fn mistake(
    state: &mut impl ExpectationState,
    expectation: &Expectation,
    result: &CellResult,
) -> Option<String> {
    let scope = state.session().budget_scope();
    let found = found_mistake(state, expectation, result);
    let ended = budget::reason();
    drop(scope);
    match ended {
        Some(limit) => Some(limit.message()),
        None => found,
    }
}

fn found_mistake(state: &mut impl ExpectationState, expectation: &Expectation, result: &CellResult) -> Option<String> {
    match expectation {
        Expectation::Value(code) => value(state, code, result),
        Expectation::True(code) => match state.is_true(code) {
            Ok(true) => None,
            Ok(false) => Some(format!("expected `{}` to be true", code.text)),
            Err(error) => Some(format!("`{}` fails: {error}", code.text)),
        },
        Expectation::Type(code) => type_of(state, code, result),
        Expectation::Log(pattern) => match logs::has(&result.evaluation.logs, pattern) {
            Ok(true) => None,
            Ok(false) => Some(format!("expected the log line {}", logs::described(pattern))),
            Err(error) => Some(error),
        },
        Expectation::Fails(code) => fails(code.as_deref(), result),
        Expectation::Finding(rule) => {
            let is_found = result.findings.iter().any(|found| found.eq_ignore_ascii_case(rule));
            (!is_found).then(|| format!("expected the finding {rule}"))
        }
        Expectation::Catalog { resources, edges } => match catalog::check(state, resources, edges) {
            Outcome::Holds => None,
            Outcome::Differs { lines, .. } | Outcome::Errors(lines) => {
                Some(lines.join(" ").trim_end_matches('.').to_owned())
            }
            Outcome::Broken(error) => Some(error),
        },
    }
}

fn no_value(result: &CellResult) -> String {
    result
        .errors()
        .next()
        .map_or_else(|| "the cell has no value".to_owned(), |error| format!("the cell fails: {}", error.message))
}

fn value(state: &mut impl ExpectationState, code: &Code, result: &CellResult) -> Option<String> {
    let Some(value) = result.value else { return Some(no_value(result)) };
    // A value without code that makes it is compared as it is shown.
    if displayed(value) == code.text.trim() {
        return None;
    }
    match state.evaluate(code) {
        Ok(expected) => Comparing::default()
            .difference(value, &expected)
            .map(|difference| difference.sentence().replacen("yours", "the value", 1)),
        Err(error) => Some(format!("`{}` fails: {error}", code.text)),
    }
}

fn type_of(state: &mut impl ExpectationState, code: &Code, result: &CellResult) -> Option<String> {
    let Some(value) = result.value else { return Some(no_value(result)) };
    match state.evaluate(code) {
        Ok(Value::Type(ty)) => mismatch(&ty, value).map(|found| found.sentence("the value")),
        Ok(other) => Some(format!("`{}` is {}, not a type", code.text, displayed(&other))),
        Err(error) => Some(format!("`{}` fails: {error}", code.text)),
    }
}

fn fails(code: Option<&str>, result: &CellResult) -> Option<String> {
    let mut errors = result.errors().peekable();
    let Some(first) = errors.peek().map(|error| (error.code, error.topic)) else {
        return Some("expected the cell to fail, but it runs".to_owned());
    };
    let code = code?;
    let found = errors.any(|error| is_named(error, code));
    (!found).then(|| format!("expected the error {code}, found {} ({})", first.0, first.1))
}
