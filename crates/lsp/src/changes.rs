//! The edits that turn one source into another, line by line.

use lsp_types::TextEdit;
use pprepl_text::Span;

use super::position::Lines;

/// Returns the edits from a source to `after`. They omit unchanged lines.
pub fn edits_between(before: &Lines<'_>, after: &str) -> Vec<TextEdit> {
    let old: Vec<&str> = before.text().split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let hunks = if old.len() == new.len() { changed_lines(&old, &new) } else { vec![middle(&old, &new)] };
    let starts: Vec<u32> = std::iter::once(0)
        .chain(old.iter().scan(0, |at, line| {
            *at += line.len() as u32;
            Some(*at)
        }))
        .collect();
    let edit = |(lines, text): (std::ops::Range<usize>, String)| {
        let start = starts.get(lines.start).copied().unwrap_or_default();
        let end = starts.get(lines.end).copied().unwrap_or(start);
        TextEdit::new(before.range(Span::new(start, end)), text)
    };
    hunks.into_iter().map(edit).collect()
}

/// A range of lines, and its replacement.
type Hunk = (std::ops::Range<usize>, String);

/// Returns the lines that differ, one by one: a client may use those of a range.
fn changed_lines(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let pairs = old.iter().zip(new).enumerate().filter(|(_, (one, other))| one != other);
    pairs.map(|(at, (_, other))| (at..at + 1, (*other).to_owned())).collect()
}

/// Returns all between the first and the last lines that differ.
fn middle(old: &[&str], new: &[&str]) -> Hunk {
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let first = old.iter().zip(new).take_while(same).count();
    let rest = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    (first..old.len() - last, new.get(first..new.len() - last).unwrap_or_default().concat())
}
