//! `pprepl run --grade`: tests a lesson itself, and reports its mistakes with their places.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;

use pprepl_lessons::{Grade, GradeCase, JudgeSetup, Lesson, grade, read};
use pprepl_notebook::Document;
use pprepl_text::{Diagnostic, Source, render};

use super::arguments::{Options, Run};
use super::junit::{self, Case};
use super::{Status, input, printer};
use crate::course::COURSE;

/// Tests a lesson.
pub(super) fn run(what: &Run, options: &Options) -> Status {
    let (name, text) = match input::read(&what.file, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let document = Document::parse(&text);
    let source = Source::new(name.as_str(), document.text());
    let lesson = Arc::new(read(&name, &document));
    let folder = match temporary_directory(&lesson) {
        Ok(folder) => folder,
        Err(error) => {
            printer::error(&format!("error: cannot create a directory for the files of the lesson: {error}"));
            return Status::Failed;
        }
    };
    let setup = JudgeSetup { folder: folder.clone(), stack: Some(options.stack), ..JudgeSetup::default() };
    let result = grade(&lesson, &source, &setup, known(&lesson).as_deref());
    if let Some(folder) = folder {
        let _ = std::fs::remove_dir_all(folder);
    }
    report(what, options, (&name, &lesson), &result);
    if result.passes() { Status::Success } else { Status::Failed }
}

/// Returns the names of the lessons of the course, if this lesson is one of them.
fn known(lesson: &Lesson) -> Option<Vec<String>> {
    let names: Vec<String> = COURSE.names().map(str::to_owned).collect();
    names.contains(&lesson.name).then_some(names)
}

/// Creates a directory for the files of a lesson; `None` for a lesson without files.
pub(super) fn temporary_directory(lesson: &Lesson) -> std::io::Result<Option<PathBuf>> {
    if lesson.files.is_empty() {
        return Ok(None);
    }
    let base = std::env::temp_dir();
    let mut number = 0_u32;
    loop {
        // An environment's name is the name of its directory: lower case letters, digits and `_`.
        let folder = base.join(format!("pprepl_lesson_{}_{number}", std::process::id()));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(Some(folder)),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn report(what: &Run, options: &Options, (name, lesson): (&str, &Lesson), result: &Grade) {
    if what.json {
        result.cases.iter().for_each(|case| printer::record(&row(case)));
        return printer::record(&summary(name, lesson, result));
    }
    if what.junit {
        return printer::text(&junit::document(name, &cases(result)));
    }
    let color = printer::colored(options.color, &std::io::stderr());
    result.all().for_each(|found| printer::error_line(render(found, color).trim_end()));
    if !options.quiet {
        printer::line(&sentence(name, result));
    }
}

/// Returns the result as a sentence.
fn sentence(name: &str, result: &Grade) -> String {
    let counts = &result.counts;
    let errors = result.all().filter(|found| found.is_error()).count();
    let warnings = result.all().count() - errors;
    let verdict = match (errors, warnings) {
        (0, 0) => "ok".to_owned(),
        _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    };
    format!(
        "{}: {verdict} ({}: {}, {}; {}, {} with feedback, {} answers, {}; slowest answer {:.1} ms)",
        pprepl_text::visible(name),
        counted(counts.steps, "step"),
        counted(counts.exercises, "exercise"),
        if counts.quizzes == 1 { "1 quiz".to_owned() } else { format!("{} quizzes", counts.quizzes) },
        counted(counts.checks, "check"),
        counts.whens,
        counts.answers,
        counted(counts.expectations, "expectation"),
        counts.slowest,
    )
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn finding(found: &Diagnostic) -> serde_json::Value {
    let position = found.source.as_ref().zip(found.offset()).map(|(source, at)| source.line_column(at));
    json!({
        "severity": found.severity.as_str(),
        "code": found.code,
        "topic": found.topic(),
        "message": found.message,
        "help": found.help,
        "position": position.map(|place| [place.line, place.column]),
    })
}

fn row(case: &GradeCase) -> serde_json::Value {
    json!({
        "step": case.name,
        "line": case.line,
        "failed": case.findings.iter().any(Diagnostic::is_error),
        "diagnostics": case.findings.iter().map(finding).collect::<Vec<_>>(),
        "elapsed_us": (case.seconds * 1_000_000.0) as u64,
    })
}

fn summary(name: &str, lesson: &Lesson, result: &Grade) -> serde_json::Value {
    let counts = &result.counts;
    json!({
        "file": name,
        "lesson": lesson.name,
        "failed": !result.passes(),
        "diagnostics": result.findings.iter().map(finding).collect::<Vec<_>>(),
        "steps": counts.steps,
        "exercises": counts.exercises,
        "quizzes": counts.quizzes,
        "checks": counts.checks,
        "whens": counts.whens,
        "answers": counts.answers,
        "expectations": counts.expectations,
        "slowest_ms": counts.slowest,
    })
}

/// Returns a test case for each step, and one for the lesson itself.
fn cases(result: &Grade) -> Vec<Case> {
    let first = |findings: &[Diagnostic]| {
        let error = findings.iter().find(|found| found.is_error())?;
        Some((error.code.to_string(), error.message.clone(), render(error, false)))
    };
    let lesson = Case { fault: first(&result.findings), ..Case::of("lesson", 1) };
    let all = result.cases.iter().map(|case| {
        let name = if case.name.is_empty() { format!("line {}", case.line) } else { case.name.clone() };
        Case { fault: first(&case.findings), seconds: case.seconds, ..Case::of(name, case.line) }
    });
    std::iter::once(lesson).chain(all).collect()
}
