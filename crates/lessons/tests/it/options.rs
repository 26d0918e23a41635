//! What the options of a cell mean, a row each: the cell as it is read, with the place of each part, and its findings.

use std::fmt::Write;

use pprepl_lessons::{StepKind, read};
use pprepl_notebook::Document;
use pprepl_testing::check_rules;

/// Returns `Span { start: 1, end: 2 }` as `@1-2`.
pub fn brief(debug: &str) -> String {
    let mut parts = debug.split("Span { start: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (span, rest) = part.split_once(" }").expect("the end of a span");
        let _ = write!(text, "@{}{rest}", span.replace(", end: ", "-"));
    }
    text
}

/// Reads a cell of prose after `prose`, else of code; `;;` stands before the body.
fn cell(line: &str) -> String {
    let line = line.replace('⏎', "\n#| ");
    let (options, body) = line.split_once(" ;; ").unwrap_or((&line, "1"));
    let text = match options.strip_prefix("prose ") {
        Some(options) => format!("# %% [markdown]\n#| {options}\n# {body}\n"),
        None => format!("# %%\n#| {options}\n{body}\n"),
    };
    let lesson = read("lesson.pp", &Document::parse(&text));
    let cell = lesson.cells.last().expect("a cell");
    let mut shown = match &cell.kind {
        StepKind::Prose | StepKind::Notes => format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            cell.kind,
            lesson.name,
            lesson.title,
            lesson.needs,
            lesson.minutes,
            lesson.files,
            lesson.facts,
            lesson.edition,
            cell.body.text,
        ),
        StepKind::Exercise(exercise) => {
            let kinds: Vec<_> = exercise.checks.iter().map(|check| (check.is_hidden, &check.kind)).collect();
            let texts = [&exercise.task, &exercise.start.text];
            let codes = exercise.solution.iter().chain(&exercise.rights).chain(&exercise.wrongs);
            let codes: Vec<&str> = codes.map(|code| code.text.as_str()).collect();
            format!(
                "{} {kinds:?} {:?} {texts:?} {:?} {:?} {codes:?}",
                exercise.name, exercise.whens, exercise.after, exercise.hints
            )
        }
        kind => format!("{kind:?} {:?}", cell.expectations),
    };
    if !cell.panes.is_empty() {
        let _ = write!(shown, " panes {:?}", cell.panes);
    }
    for found in &lesson.findings {
        let place = found.span.map_or("-", |span| span.of(&text));
        let _ = write!(shown, " | `{place}` {} ({})", found.message, found.help.as_deref().unwrap_or("-"));
    }
    brief(&shown).replace('\n', "⏎")
}

#[test]
fn options_are_read_with_their_places() {
    check_rules("lesson_options.txt", cell);
}
