//! Wrapping of styled lines: prose at words, code at the width with a mark.

use pprepl_text::columns::width;
use pprepl_text::theme::Role;
use pprepl_widgets::dialog::StyledLine;
use unicode_segmentation::UnicodeSegmentation;

/// Wraps a line at words. `first` begins the first row, and later rows are indented to its width.
pub fn flow(line: &StyledLine, limit: usize, first: &StyledLine) -> Vec<StyledLine> {
    let indent: usize = first.iter().map(|(_, text)| width(text)).sum();
    let indent = indent.min(limit / 2);
    let mut rows = Rows { limit, indent, used: indent, row: first.clone(), rows: Vec::new() };
    words(line).iter().for_each(|word| rows.word(word));
    rows.rows.push(rows.row);
    rows.rows
}

/// Splits a line at spaces. A word may have several roles.
fn words(line: &StyledLine) -> Vec<StyledLine> {
    let mut words = vec![StyledLine::new()];
    for (role, text) in line {
        for (at, part) in text.split(' ').enumerate() {
            if at > 0 {
                words.push(StyledLine::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push((*role, part.to_owned()));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

struct Rows {
    limit: usize,
    indent: usize,
    /// The width of the current row.
    used: usize,
    row: StyledLine,
    rows: Vec<StyledLine>,
}

impl Rows {
    fn word(&mut self, word: &StyledLine) {
        let wide: usize = word.iter().map(|(_, text)| width(text)).sum();
        if self.used > self.indent {
            if self.used + 1 + wide > self.limit {
                self.end_row();
            } else {
                self.put(Role::Plain, " ");
            }
        }
        for (role, text) in word {
            if self.used + width(text) <= self.limit {
                self.put(*role, text);
            } else {
                text.graphemes(true).for_each(|part| self.part(*role, part));
            }
        }
    }

    /// Adds a part of a word that is longer than a row.
    fn part(&mut self, role: Role, part: &str) {
        if self.used + width(part) > self.limit && self.used > self.indent {
            self.end_row();
        }
        self.put(role, part);
    }

    fn put(&mut self, role: Role, text: &str) {
        self.used += width(text);
        match self.row.last_mut() {
            Some((last, known)) if *last == role => known.push_str(text),
            _ => self.row.push((role, text.to_owned())),
        }
    }

    fn end_row(&mut self) {
        let indent = vec![(Role::Plain, " ".repeat(self.indent))];
        self.rows.push(std::mem::replace(&mut self.row, indent));
        self.used = self.indent;
    }
}

/// Cuts a line of code into rows of at most `limit` columns: after a space in the right half of a row, or else at its
/// end. Nothing is lost or added.
pub fn cut(line: &StyledLine, limit: usize) -> Vec<StyledLine> {
    let limit = limit.max(1);
    let parts: Vec<(Role, &str)> =
        line.iter().flat_map(|(role, text)| text.graphemes(true).map(move |part| (*role, part))).collect();
    let mut rows = Vec::new();
    let mut rest = parts.as_slice();
    loop {
        let (row, below) = rest.split_at(row_end(rest, limit));
        rows.push(row_of(row));
        rest = below;
        if rest.is_empty() {
            return rows;
        }
    }
}

/// Returns the number of characters in the first row.
fn row_end(parts: &[(Role, &str)], limit: usize) -> usize {
    let (mut used, mut after_space) = (0, None);
    for (at, (_, part)) in parts.iter().enumerate() {
        used += width(part);
        if used > limit && at > 0 {
            return after_space.unwrap_or(at);
        }
        if *part == " " && used > limit / 2 {
            after_space = Some(at + 1);
        }
    }
    parts.len()
}

/// Joins characters of one role.
fn row_of(parts: &[(Role, &str)]) -> StyledLine {
    let mut row = StyledLine::new();
    for (role, part) in parts {
        match row.last_mut() {
            Some((last, text)) if last == role => text.push_str(part),
            _ => row.push((*role, (*part).to_owned())),
        }
    }
    row
}
