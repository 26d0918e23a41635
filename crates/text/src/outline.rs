//! Shortened type descriptions: cut in the middle of the structure, not at the end.
//!
//! `Struct[{'a' => Integer, 'b' => Array[String], ..}]` becomes `Struct[{'a' => Integer, .. 1 more}]`: brackets
//! stay closed,
//! and omitted items of a list are counted.

use super::columns::{shortened, width};

/// Shortens the formatted type `text` to at most `room` columns.
pub fn outlined(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    cut(text, room, true).unwrap_or_else(|| shortened(text, room))
}

/// The least number of columns for an item that is itself cut.
const LEAST: usize = 16;

/// Returns `text` with as many list items as fit; `None` without a list, or without room for one. `bare`: whether
/// the list may be omitted entirely.
fn cut(text: &str, room: usize, bare: bool) -> Option<String> {
    let list = List::of(text)?;
    let mut left = room.checked_sub(width(list.head) + width(list.tail))?;
    let mut shown: Vec<String> = Vec::new();
    let total: usize = list.items.iter().map(|item| count(item)).sum();
    let mut told = 0;
    for (at, item) in list.items.iter().enumerate() {
        let comma = if at == 0 { 0 } else { 2 };
        let after = total - told - count(item);
        let note = if after == 0 { 0 } else { width(&more(after)) + 2 };
        let needed = comma + width(item) + note;
        if needed <= left && !item.starts_with(MARK) {
            left -= comma + width(item);
            shown.push((*item).to_owned());
            told += count(item);
            continue;
        }
        let part = left.checked_sub(comma + note).filter(|part| *part >= LEAST);
        let Some(part) = part.and_then(|part| cut(item, part, at == 0)) else { break };
        left -= comma + width(&part);
        shown.push(part);
        told += count(item);
    }
    if told < total {
        shown.push(more(total - told));
    }
    let text = [list.head, &shown.join(", "), list.tail].concat();
    (width(&text) <= room && (bare || told > 0)).then_some(text)
}

/// The mark of omitted items.
const MARK: &str = ".. ";

fn more(count: usize) -> String {
    format!("{MARK}{count} more")
}

/// Counts the items that an item represents: one that was cut before counts its omitted items.
fn count(item: &str) -> usize {
    let left_out = item.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" more"));
    left_out.and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// Formatted source with a list in brackets: `Struct[{`, the items, `}]`.
struct List<'t> {
    head: &'t str,
    items: Vec<&'t str>,
    tail: &'t str,
}

impl<'t> List<'t> {
    /// Finds the outermost list. A list whose only item is a list is that inner list: the braces of a Struct are in
    /// its brackets.
    fn of(text: &'t str) -> Option<List<'t>> {
        let mut list = List::outermost(text, 0)?;
        while let [single] = list.items[..] {
            let from = list.head.len();
            let inner = List::outermost(text, from).filter(|_| single.starts_with(['{', '[']));
            match inner {
                Some(inner) => list = inner,
                None => break,
            }
        }
        Some(list)
    }

    /// Finds the first list that begins at `from` or later.
    fn outermost(text: &'t str, from: usize) -> Option<List<'t>> {
        let (mut depth, mut start, mut item) = (0usize, 0, 0);
        let mut items = Vec::new();
        let mut scan = Scan { text, at: from, before: '[' };
        while let Some((at, symbol)) = scan.next() {
            match symbol {
                '[' | '{' => {
                    depth += 1;
                    if depth == 1 {
                        (start, item) = (at + 1, at + 1);
                    }
                }
                ']' | '}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        items.push(text.get(item..at)?.trim());
                        return Some(List { head: text.get(..start)?, items, tail: text.get(at..)? });
                    }
                }
                ',' if depth == 1 => {
                    items.push(text.get(item..at)?.trim());
                    item = at + 1;
                }
                _ => {}
            }
        }
        None
    }
}

/// A scanner for the brackets and commas of source; it skips those in strings and regular expressions.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The last symbol other than a space.
    before: char,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<(usize, char)> {
        loop {
            let at = self.at;
            let symbol = self.text.get(at..)?.chars().next()?;
            self.at += symbol.len_utf8();
            match symbol {
                '\'' | '"' => self.skip(symbol),
                '/' if matches!(self.before, '[' | ',' | '>') => self.skip('/'),
                _ => {}
            }
            if !symbol.is_whitespace() {
                self.before = symbol;
            }
            if matches!(symbol, '[' | ']' | '{' | '}' | ',') {
                return Some((at, symbol));
            }
        }
    }

    /// Skips to the end of a quoted part that ends with `end`.
    fn skip(&mut self, end: char) {
        while let Some(symbol) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            self.at += symbol.len_utf8();
            if symbol == '\\' {
                self.at += self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            } else if symbol == end {
                return;
            }
        }
    }
}
