//! Sharing at the prompt: the session as one line, and a line that the user pasted. A pasted line never runs.

use std::fs::File;
use std::io::Write;
use std::ops::{RangeBounds, RangeInclusive};

use pprepl_lessons::{SHARE_PREFIX, read, share, unshare};
use pprepl_notebook::Document;
use pprepl_session::{NotSaved, Session};
use pprepl_text::theme::Role;
use pprepl_text::visible;

use super::Row;

/// Returns whether an input is a shared line.
pub fn is_shared(input: &str) -> bool {
    input.trim_start().starts_with(SHARE_PREFIX)
}

/// Returns the rows about a pasted line, and its notebook.
pub fn pasted(line: &str) -> (Vec<Row>, Option<String>) {
    match unshare(line) {
        Ok(text) => (description(&text), Some(text)),
        Err(error) => (vec![failure(&error.to_string())], None),
    }
}

fn description(text: &str) -> Vec<Row> {
    let document = Document::parse(text);
    let lesson = read("shared.pp", &document);
    let (lines, cells) = (text.lines().count(), document.cells().len());
    let size = format!("{} and {}", counted(lines, "line"), counted(cells, "cell"));
    let what = match lesson.steps().count() {
        0 => format!("This is a shared notebook with {size}."),
        _ => format!("This is the shared lesson '{}' with {size}.", visible(&lesson.title)),
    };
    let open =
        "Nothing ran. ':share open FILE' writes it to a new file; 'pprepl notebook FILE' or ':learn FILE' opens that.";
    vec![Row::Text(Role::Plain, what), Row::Text(Role::Hint, open.to_owned())]
}

/// Reads the numbers of inputs: `3` or `2-4`.
pub fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
}

/// Returns the inputs with these numbers as one line.
pub fn session_line(session: &Session, numbers: impl RangeBounds<usize>) -> Vec<Row> {
    let saved = match session.saved(numbers) {
        Ok(saved) => saved,
        Err(NotSaved::Nothing) => return vec![failure("no input to share")],
        Err(_) => return vec![failure("the session cannot be written as code; ':save FILE' says why")],
    };
    match share(&saved.text) {
        Ok(line) => {
            let advice = "Who pastes it at a prompt sees what it is; it never runs automatically.";
            vec![Row::Copy(line), Row::Text(Role::Hint, advice.to_owned())]
        }
        Err(error) => vec![failure(&error.to_string())],
    }
}

/// Writes the notebook of a pasted line to a new file.
pub fn write(text: Option<&str>, path: &str) -> Vec<Row> {
    let Some(text) = text else { return vec![failure("no shared line yet: paste one first")] };
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => vec![Row::Text(Role::Plain, format!("Wrote {}. Nothing ran.", visible(path)))],
        Err(error) => vec![failure(&format!("cannot write {path}: {}", pprepl_files::reason(&error)))],
    }
}

fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn failure(text: &str) -> Row {
    Row::Text(Role::Error, format!("error: {text}"))
}
