//! A line diff in the unified format, which `diff -u` prints and `patch` reads.
//!
//! A greedy scan with bounded lookahead: where the sources differ, it searches for the nearest lines that are equal
//! again. It is linear in the length of the sources, and the result is not always the shortest diff.

use super::theme::Role;

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// The lookahead for equal lines.
const LOOKAHEAD: usize = 200;

/// Old and new lines that belong together.
struct Change {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

/// Formats the differences under the names `a/NAME` and `b/NAME`; empty if the sources are equal.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let changes = changes(&old, &new);
    if changes.is_empty() {
        return String::new();
    }
    let mut out = format!("--- a/{name}\n+++ b/{name}\n");
    let mut rest = changes.as_slice();
    while let Some(first) = rest.first() {
        let near = |pair: &[Change]| matches!(pair, [a, b] if b.old.start - a.old.end <= 2 * CONTEXT);
        let count = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        let (hunk, others) = rest.split_at(count);
        write_hunk(&mut out, hunk, first, &old, &new);
        rest = others;
    }
    out
}

/// Returns the removed and added lines without context, each after `- ` or `+ `.
pub fn changed_lines(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = Vec::new();
    for change in changes(&old, &new) {
        out.extend(old.get(change.old).unwrap_or_default().iter().map(|line| format!("- {line}")));
        out.extend(new.get(change.new).unwrap_or_default().iter().map(|line| format!("+ {line}")));
    }
    out
}

/// Returns the role of a line of [`changed_lines`]; `None` for any other line.
pub fn line_role(line: &str) -> Option<Role> {
    match line.get(..2) {
        Some("- ") => Some(Role::Error),
        Some("+ ") => Some(Role::Success),
        _ => None,
    }
}

fn write_hunk(out: &mut String, hunk: &[Change], first: &Change, old: &[&str], new: &[&str]) {
    let last = hunk.last().unwrap_or(first);
    let before = first.old.start.min(CONTEXT);
    let after = (old.len() - last.old.end).min(CONTEXT);
    let (old_start, new_start) = (first.old.start - before, first.new.start - before);
    let (old_end, new_end) = (last.old.end + after, last.new.end + after);
    let place = |start: usize, end: usize| format!("{},{}", start + usize::from(end > start), end - start);
    out.push_str(&format!("@@ -{} +{} @@\n", place(old_start, old_end), place(new_start, new_end)));
    let mut at = old_start;
    for change in hunk {
        write_lines(out, ' ', old.get(at..change.old.start));
        write_lines(out, '-', old.get(change.old.clone()));
        write_lines(out, '+', new.get(change.new.clone()));
        at = change.old.end;
    }
    write_lines(out, ' ', old.get(at..old_end));
}

fn write_lines(out: &mut String, mark: char, lines: Option<&[&str]>) {
    for line in lines.unwrap_or_default() {
        out.push(mark);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && old.get(i) == new.get(j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (skip_old, skip_new) = resume(old.get(i..).unwrap_or_default(), new.get(j..).unwrap_or_default());
        match changes.last_mut() {
            Some(last) if last.old.end == i => {
                (last.old.end, last.new.end) = (i + skip_old, j + skip_new);
            }
            _ => changes.push(Change { old: i..i + skip_old, new: j..j + skip_new }),
        }
        (i, j) = (i + skip_old, j + skip_new);
    }
    changes
}

/// Returns the number of lines to skip on both sides until they are equal again.
fn resume(old: &[&str], new: &[&str]) -> (usize, usize) {
    for distance in 1..LOOKAHEAD.min(old.len() + new.len()) {
        for skip_old in 0..=distance.min(old.len()) {
            let skip_new = distance - skip_old;
            if skip_old < old.len() && old.get(skip_old) == new.get(skip_new) {
                return (skip_old, skip_new);
            }
        }
    }
    (old.len().min(1), new.len().min(1))
}
