//! Reading of code cells: examples, given code, runs, exercises, quizzes.

use pprepl_text::Diagnostic;

use super::check::{check, when};
use super::error::{OptionError, Read};
use super::expect::expectation;
use super::unknown::unknown;
use super::value::{choices, is_name, list, text};
use crate::code::Code;
use crate::exercise::Exercise;
use crate::lesson::{Expectation, StepKind};
use crate::option::CellOption;
use crate::quiz::{Question, Quiz};

/// The options that make a cell a step.
const KINDS: [&str; 4] = ["given", "run", "exercise", "quiz"];

/// The options of an exercise.
const EXERCISE: [&str; 12] =
    ["exercise", "task", "after", "start", "check", "when", "hint", "solution", "right", "wrong", "type", "pane"];

/// The options of a quiz.
const QUIZ: [&str; 7] = ["quiz", "options", "because", "answer", "expect", "type", "pane"];

/// The options of other code.
const CODE: [&str; 8] = ["expect", "given", "run", "exercise", "quiz", "title", "type", "pane"];

/// Reads a code cell.
pub(super) fn code(
    options: &[CellOption],
    body: &Code,
    findings: &mut Vec<Diagnostic>,
) -> (StepKind, Vec<Expectation>) {
    let kind = options.iter().find(|option| KINDS.contains(&option.name.as_str()));
    match kind.map(|option| (option.name.as_str(), option)) {
        Some(("exercise", head)) => (exercise(head, options, findings), Vec::new()),
        Some(("quiz", head)) => quiz(head, options, body, findings),
        Some(("given", _)) => (StepKind::Given, expectations(options, &CODE, findings)),
        Some((_, head)) => {
            let name = keep(name(&head.value), findings);
            let expectations = expectations(options, &CODE, findings);
            (name.map_or(StepKind::Example, |name| StepKind::Run { name }), expectations)
        }
        None => (StepKind::Example, expectations(options, &CODE, findings)),
    }
}

/// Returns the value, or adds a finding.
fn keep<T>(read: Read<T>, findings: &mut Vec<Diagnostic>) -> Option<T> {
    read.map_err(|error| findings.push(error.finding())).ok()
}

fn name(value: &Code) -> Read<String> {
    if is_name(&value.text) {
        return Ok(value.text.clone());
    }
    let message = format!("expected a name, found `{}`", pprepl_text::visible(&value.text));
    Err(OptionError::new(value.span, message, "a name has letters, digits and `-`"))
}

fn expectations(options: &[CellOption], known: &[&'static str], findings: &mut Vec<Diagnostic>) -> Vec<Expectation> {
    let mut found = Vec::new();
    for option in options {
        if option.name == "expect" {
            found.extend(keep(expectation(&option.value), findings));
        } else if !known.contains(&option.name.as_str()) {
            unknown(option, known, findings);
        }
    }
    found
}

fn exercise(head: &CellOption, options: &[CellOption], findings: &mut Vec<Diagnostic>) -> StepKind {
    let Some(name) = keep(name(&head.value), findings) else { return StepKind::Example };
    let mut exercise = Exercise { name, ..Exercise::default() };
    for option in options {
        let value = &option.value;
        match option.name.as_str() {
            "exercise" | "type" | "pane" => {}
            "task" => exercise.task = text(&value.text),
            "after" => exercise.after.extend(list(&value.text)),
            "start" => exercise.start = value.clone(),
            "check" => exercise.checks.extend(keep(check(value), findings).into_iter().flatten()),
            "when" => exercise.whens.extend(keep(when(value), findings)),
            "hint" => exercise.hints.push(text(&value.text)),
            "solution" => exercise.solution = Some(value.clone()),
            "right" => exercise.rights.push(value.clone()),
            "wrong" => exercise.wrongs.push(value.clone()),
            _ => unknown(option, &EXERCISE, findings),
        }
    }
    StepKind::Exercise(Box::new(exercise))
}

fn quiz(
    head: &CellOption,
    options: &[CellOption],
    body: &Code,
    findings: &mut Vec<Diagnostic>,
) -> (StepKind, Vec<Expectation>) {
    let Some((name, question)) = keep(question(&head.value), findings) else { return (StepKind::Example, Vec::new()) };
    let mut quiz =
        Quiz { name, question, options: Vec::new(), because: String::new(), answer: None, code: body.clone() };
    for option in options {
        match option.name.as_str() {
            "options" => quiz.options.extend(choices(&option.value.text)),
            "because" => quiz.because = text(&option.value.text),
            "answer" => quiz.answer = Some(option.value.text.clone()),
            _ => {}
        }
    }
    (StepKind::Quiz(Box::new(quiz)), expectations(options, &QUIZ, findings))
}

/// Reads `NAME predict KIND`.
fn question(value: &Code) -> Read<(String, Question)> {
    let words: Vec<&str> = value.text.split_whitespace().collect();
    let malformed = |message: String| {
        let help = "write `quiz NAME predict KIND`; the kinds are value, type, fails, same, order, which";
        Err(OptionError::new(value.span, message, help))
    };
    let [name, "predict", kind] = words.as_slice() else {
        return malformed(format!("expected `NAME predict KIND`, found `{}`", pprepl_text::visible(&value.text)));
    };
    match Question::from_name(kind) {
        Some(question) if is_name(name) => Ok(((*name).to_owned(), question)),
        Some(_) => malformed(format!("expected a name, found `{}`", pprepl_text::visible(name))),
        None => malformed(format!("unknown kind of quiz: `{}`", pprepl_text::visible(kind))),
    }
}
