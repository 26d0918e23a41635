//! The correction of a file: answers and expectations that do not hold become what the run shows.

use std::collections::BTreeMap;

use pprepl_notebook::export::{Form, with_cell_texts};
use pprepl_notebook::import;

use super::result::{LineEdit, TestCase};

/// Returns the text of a file with the changes of its tests.
pub(super) fn updated(text: &str, tests: &[TestCase]) -> String {
    let edits = tests.iter().flat_map(|test| &test.edits);
    let mut cells: BTreeMap<Option<usize>, Vec<&LineEdit>> = BTreeMap::new();
    edits.for_each(|edit| cells.entry(edit.cell).or_default().push(edit));
    match cells.remove(&None) {
        Some(edits) => with_edits(text, edits),
        None if cells.is_empty() => text.to_owned(),
        None => with_cells(text, cells).unwrap_or_else(|| text.to_owned()),
    }
}

/// Returns a Jupyter notebook with the changes of its cells.
fn with_cells(text: &str, edits: BTreeMap<Option<usize>, Vec<&LineEdit>>) -> Option<String> {
    let (document, _) = import::read(Form::Jupyter, text).ok()?;
    let changed = edits.into_iter().filter_map(|(cell, edits)| {
        let cell = cell?;
        Some((cell, with_edits(&document.cells().get(cell)?.text, edits)))
    });
    with_cell_texts(text, &changed.collect::<Vec<_>>())
}

/// Returns text with changes of its lines.
fn with_edits(text: &str, mut edits: Vec<&LineEdit>) -> String {
    edits.sort_by_key(|edit| (edit.lines.start, edit.lines.end));
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits.into_iter().filter(|edit| edit.lines.end <= lines.len()) {
        if edit.lines.start < at {
            continue;
        }
        lines.get(at..edit.lines.start).unwrap_or_default().iter().for_each(|line| out.push_str(line));
        if !out.is_empty() && !out.ends_with('\n') {
            out.push_str(end);
        }
        edit.text.iter().for_each(|line| {
            out.push_str(line);
            out.push_str(end);
        });
        at = edit.lines.end;
    }
    lines.get(at..).unwrap_or_default().iter().for_each(|line| out.push_str(line));
    if !text.ends_with('\n') && out.ends_with(end) {
        out.truncate(out.len() - end.len());
    }
    out
}

/// Removes the failures that the changes correct.
pub(super) fn settle(tests: &mut [TestCase]) {
    for test in tests {
        let errors = test.problems.iter().filter(|problem| problem.is_error).count();
        if !test.edits.is_empty() && test.edits.len() == errors {
            test.problems.retain(|problem| !problem.is_error);
        }
    }
}
