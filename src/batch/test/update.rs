//! The correction of a file: answers and expectations that do not hold become what the run shows.

use super::result::{LineEdit, TestCase};

/// Returns the text with the changes of its tests.
pub(super) fn updated(text: &str, tests: &[TestCase]) -> String {
    let mut edits: Vec<&LineEdit> = tests.iter().flat_map(|test| &test.edits).collect();
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
