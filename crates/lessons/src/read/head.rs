//! Reading of prose: the head of a lesson, and the presenter's notes.

use pprepl_session::{Edition, fact_sets};
use pprepl_text::suggest::nearest;
use pprepl_text::{Diagnostic, IssueCode, visible};

use super::unknown::unknown;
use super::value::{is_name, list, text};
use crate::code::Code;
use crate::lesson::{Lesson, LessonFile, StepKind};
use crate::option::CellOption;

/// The options of prose.
const OPTIONS: [&str; 9] = ["lesson", "title", "needs", "minutes", "file", "facts", "edition", "note", "pane"];

/// The words that may follow the name of a lesson on its line.
const KEYS: [&str; 3] = ["title", "needs", "minutes"];

/// Reads the options of a prose cell into the head of the lesson; returns the kind of the cell.
pub(super) fn prose(options: &[CellOption], lesson: &mut Lesson) -> StepKind {
    let mut kind = StepKind::Prose;
    for option in options {
        let value = &option.value.text;
        match option.name.as_str() {
            "lesson" => head(option, lesson),
            "title" => lesson.title = text(value),
            "needs" => lesson.needs.extend(list(value)),
            "minutes" => minutes(option, value, lesson),
            "file" => file(option, lesson),
            "facts" => lesson.facts = named(option, "the name of a bundled fact set", &facts(), lesson),
            "edition" => lesson.edition = named(option, "the name of an edition", &editions(), lesson),
            "note" => kind = StepKind::Notes,
            // Read for every cell.
            "pane" => {}
            _ => unknown(option, &OPTIONS, &mut lesson.findings),
        }
    }
    kind
}

/// Puts notes that follow the option on its lines before the text of the cell.
pub(super) fn add_notes(options: &[CellOption], body: &mut Code) {
    let notes = options.iter().filter(|option| option.name == "note" && !option.value.text.is_empty());
    let notes: String = notes.map(|option| format!("{}\n", option.value.text)).collect();
    body.text.insert_str(0, &notes);
}

/// Reads one of these names. A lesson names no file of the learner's machine.
fn named(option: &CellOption, expected: &str, names: &[&'static str], lesson: &mut Lesson) -> Option<String> {
    let value = text(&option.value.text);
    if names.contains(&value.as_str()) {
        return Some(value);
    }
    let help = match nearest(&value, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the names are {}", names.join(", ")),
    };
    error(option, format!("expected {expected}, found `{}`", visible(&value)), &help, lesson);
    None
}

fn facts() -> Vec<&'static str> {
    fact_sets().map(|(name, _)| name).collect()
}

fn editions() -> Vec<&'static str> {
    Edition::ALL.map(Edition::as_str).to_vec()
}

fn error(option: &CellOption, message: String, help: &str, lesson: &mut Lesson) {
    lesson.findings.push(Diagnostic::error(IssueCode::LessonOption, option.value.span, message).with_help(help));
}

/// Reads `NAME title "TEXT" needs A, B minutes N`.
fn head(option: &CellOption, lesson: &mut Lesson) {
    let (name, rest) = option.value.word();
    if is_name(name) {
        name.clone_into(&mut lesson.name);
    } else {
        let message = format!("expected the name of a lesson, found `{name}`");
        error(option, message, "write `lesson types-2 title \"Filtering\" needs types-1 minutes 10`", lesson);
    }
    for (key, value) in keys(&rest.text) {
        match key {
            "title" => lesson.title = text(value),
            "needs" => lesson.needs.extend(list(value)),
            _ => minutes(option, value, lesson),
        }
    }
    if let Some(word) = rest.text.split_whitespace().next().filter(|word| !KEYS.contains(word)) {
        let message = format!("expected {}, found `{word}`", KEYS.join(", "));
        error(option, message, "write the title in quotes after `title`", lesson);
    }
}

fn minutes(option: &CellOption, value: &str, lesson: &mut Lesson) {
    match value.trim().parse() {
        Ok(minutes) => lesson.minutes = Some(minutes),
        Err(_) => error(option, format!("expected a number of minutes, found `{value}`"), "write `minutes 10`", lesson),
    }
}

/// Splits `title "A title" needs a, b`: each key with its value.
fn keys(line: &str) -> Vec<(&'static str, &str)> {
    let mut found: Vec<(&'static str, usize, usize)> = Vec::new();
    let mut at = 0;
    let mut is_quoted = false;
    for word in line.split_inclusive(' ') {
        let start = at;
        at += word.len();
        let bare = word.trim();
        let key = KEYS.into_iter().find(|key| *key == bare).filter(|_| !is_quoted);
        found.extend(key.map(|key| (key, start, at)));
        is_quoted ^= bare.matches('"').count() % 2 == 1;
    }
    let ends = found.iter().skip(1).map(|(_, start, _)| *start).chain(std::iter::once(line.len()));
    found.iter().zip(ends).map(|((key, _, from), to)| (*key, line.get(*from..to).unwrap_or("").trim())).collect()
}

fn file(option: &CellOption, lesson: &mut Lesson) {
    let (path, text) = option.value.text.split_once('\n').unwrap_or((&option.value.text, ""));
    let path = path.trim();
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    if path.split('/').all(is_plain) && path.chars().all(|ch| !ch.is_control()) {
        lesson.files.push(LessonFile { path: path.to_owned(), text: format!("{text}\n") });
        return;
    }
    let message = format!("expected a path inside the lesson's directory, found `{}`", visible(path));
    error(option, message, "write a relative path without `..`, such as `data/common.yaml`", lesson);
}
