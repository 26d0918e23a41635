//! The checks on the state after an answer.

use pprepl_session::{Level, Report, Script};
use pprepl_text::mismatch_tree;
use puppet_pcore::{Value, mismatch, type_text};

use super::bench::{Bench, ExpectationState};
use super::constructs::Constructs;
use super::difference::{Comparing, displayed};
use super::outcome::Outcome;
use super::{catalog, logs};
use crate::check::{Check, CheckKind, Condition};
use crate::code::Code;

/// The width of the tree of a type mismatch, in columns.
const WIDTH: usize = 76;

/// The length up to which both values are shown before their first difference.
const SHORT: usize = 60;

/// An answer that ran.
pub(crate) struct AnswerRun<'a> {
    pub(crate) script: &'a Script,
    pub(crate) constructs: &'a Constructs,
    pub(crate) logs: &'a [(Level, String)],
    /// The errors of the answer.
    pub(crate) errors: &'a [Report],
    /// The codes and topics that the checker and the notes report.
    pub(crate) findings: &'a [String],
}

impl AnswerRun<'_> {
    pub(crate) fn failed(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Returns whether the answer fails with this issue code or topic; `None` for any error.
    pub(crate) fn fails_with(&self, code: Option<&str>) -> bool {
        match code {
            None => self.failed(),
            Some(code) => self.errors.iter().any(|error| is_named(error, code)),
        }
    }

    pub(crate) fn has_finding(&self, rule: &str) -> bool {
        self.findings.iter().any(|found| found.eq_ignore_ascii_case(rule))
    }

    /// Returns whether the condition of a `when` holds. One that fails does not hold.
    pub(crate) fn holds(&self, bench: &mut Bench, condition: &Condition) -> bool {
        match condition {
            Condition::True(code) => !self.failed() && bench.is_true(code).unwrap_or(false),
            Condition::Finding(rule) => self.has_finding(rule),
            Condition::Error(code) => self.fails_with(Some(code)),
            Condition::Uses(name) => self.constructs.has(name),
            Condition::Missing(name) => !self.constructs.has(name),
        }
    }
}

/// Returns whether a report has this issue code, rule or topic.
pub(crate) fn is_named(report: &Report, name: &str) -> bool {
    report.code.as_str().eq_ignore_ascii_case(name) || report.topic.eq_ignore_ascii_case(name)
}

/// Returns whether the check asks how the answer is written, not what it does.
pub(crate) fn is_about_form(check: &Check) -> bool {
    matches!(check.kind, CheckKind::Uses(_) | CheckKind::Forbids(_))
}

/// Runs a check on the state after the answer. `for` and `same` are not among them.
pub(crate) fn check(bench: &mut Bench, kind: &CheckKind, ran: &AnswerRun) -> Outcome {
    match kind {
        CheckKind::Equal { actual, expected, ignores_case } => {
            equal(bench, actual, expected, Comparing { ignores_case: *ignores_case })
        }
        CheckKind::True(code) => is_true(bench, code),
        CheckKind::Type { expression, type_ } => has_type(bench, expression, type_),
        CheckKind::Uses(names) => Outcome::of(
            names
                .iter()
                .find(|name| !ran.constructs.has(name))
                .map(|name| format!("The task asks for `{name}`: use it.")),
        ),
        CheckKind::Forbids(names) => Outcome::of(
            names
                .iter()
                .find(|name| ran.constructs.has(name))
                .map(|name| format!("The task is to do it without `{name}`.")),
        ),
        CheckKind::Logs(patterns) => logs::check(ran.logs, patterns),
        CheckKind::Catalog { resources, edges } => catalog::check(bench, resources, edges),
        CheckKind::Fails(code) => fails(ran, code.as_deref()),
        CheckKind::Finding(rule) => finding(ran, rule),
        CheckKind::Command(name) => Outcome::differs(format!("Expected the command `:{name}`.")),
        CheckKind::For { .. } | CheckKind::Same { .. } => Outcome::Holds,
    }
}

fn equal(bench: &mut Bench, actual: &Code, expected: &Code, comparing: Comparing) -> Outcome {
    let wanted = match bench.evaluate(expected) {
        Ok(value) => value,
        Err(error) => return Outcome::Broken(error),
    };
    let yours = match bench.evaluate(actual) {
        Ok(value) => value,
        Err(error) => return errors(actual, &error),
    };
    let Some(difference) = comparing.difference(&yours, &wanted) else { return Outcome::Holds };
    if difference.is_at_root() {
        let line = difference.sentence().replacen("yours", &format!("`{}`", short(&actual.text)), 1);
        return Outcome::differs(format!("{line}."));
    }
    let (mine, expected) = (displayed(&yours), displayed(&wanted));
    let mut lines = Vec::new();
    if mine.len() <= SHORT && expected.len() <= SHORT {
        lines.push(format!("`{}` is {mine}, expected {expected}.", short(&actual.text)));
        lines.push(format!("The first difference: {}.", difference.sentence()));
    } else {
        lines.push(format!("`{}` differs: {}.", short(&actual.text), difference.sentence()));
    }
    Outcome::Differs { lines, public: None }
}

/// Returns the first line of an expression of the lesson.
fn short(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

fn errors(code: &Code, error: &str) -> Outcome {
    Outcome::Errors(vec![format!("After your code `{}` fails: {error}.", short(&code.text))])
}

fn is_true(bench: &mut Bench, code: &Code) -> Outcome {
    match bench.is_true(code) {
        Ok(true) => Outcome::Holds,
        Ok(false) => Outcome::differs(format!("`{}` is not true after your code.", short(&code.text))),
        Err(error) => errors(code, &error),
    }
}

fn has_type(bench: &mut Bench, expression: &Code, type_: &Code) -> Outcome {
    let ty = match bench.evaluate(type_) {
        Ok(Value::Type(ty)) => ty,
        Ok(other) => return Outcome::Broken(format!("`{}` is {}, not a type", type_.text, displayed(&other))),
        Err(error) => return Outcome::Broken(error),
    };
    let value = match bench.evaluate(expression) {
        Ok(value) => value,
        Err(error) => return errors(expression, &error),
    };
    let Some(found) = mismatch(&ty, &value) else { return Outcome::Holds };
    let name = format!("`{}`", short(&expression.text));
    let rows = found.rows(&name);
    let lines = match rows.len() {
        0 | 1 => vec![format!("{}.", found.sentence(&name))],
        _ => {
            let tree = mismatch_tree(&rows, WIDTH);
            let first = format!("{name} is {}, not of type {}:", displayed(&value), type_text(&ty));
            std::iter::once(first).chain(tree.lines().map(str::to_owned)).collect()
        }
    };
    Outcome::Differs { lines, public: None }
}

fn fails(ran: &AnswerRun, code: Option<&str>) -> Outcome {
    if ran.fails_with(code) {
        return Outcome::Holds;
    }
    let wanted = code.map_or_else(String::new, |code| format!(" with {code}"));
    match ran.errors.first() {
        None => Outcome::differs(format!("Your code runs. It should fail{wanted}.")),
        Some(error) => Outcome::differs(format!("Your code fails with {}. It should fail{wanted}.", error.topic)),
    }
}

fn finding(ran: &AnswerRun, rule: &str) -> Outcome {
    let found = ran.has_finding(rule);
    Outcome::of((!found).then(|| format!("The checker does not report `{rule}` for your code.")))
}
