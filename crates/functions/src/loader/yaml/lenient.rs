//! Differences where YAML 1.1, as libyaml reads it, is more lenient than YAML 1.2. Inside brackets and quotes
//! indentation does not count, and a tab may follow a `:`. A document that fails for such a reason is adapted;
//! locations still refer to the original.

use std::cell::Cell;
use std::ops::Range;

use rustc_hash::FxHashMap;
use saphyr_parser::{Marker, ScanError, Span as Marked};

use pprepl_text::Span;

use super::inside::Inside;

/// Bytes that may be read again in total, so that an unusual document cannot take long.
const MAX: usize = 100_000_000;

/// The number of changes at single locations after which all locations change at once.
const MAX_LINEAR: usize = 2;

/// A document and the characters inserted to adapt it.
pub(super) struct Lenient {
    text: String,
    /// Byte offsets of the lines in the original document.
    lines: Vec<usize>,
    given: String,
    /// Lines that were indented, from 0, and by how many spaces.
    padded: FxHashMap<usize, usize>,
    /// Lines that begin inside brackets and quotes, computed when needed.
    inside: Option<Inside>,
    /// The number of bytes before the document.
    before: usize,
    read: usize,
    deepest: usize,
    /// The number of repairs.
    mends: usize,
    /// The line, column and byte in the line of the last query. Markers come in order, and a line may be long.
    cursor: Cell<(usize, usize, usize)>,
}

impl Lenient {
    pub(super) fn new(given: &str, before: usize) -> Lenient {
        let breaks = given.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        // The signs of a list's elements and of keys indent what follows them.
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-', '?']).len();
        Lenient {
            text: given.to_owned(),
            lines: std::iter::once(0).chain(breaks).collect(),
            given: given.to_owned(),
            padded: FxHashMap::default(),
            inside: None,
            before,
            read: 0,
            mends: 0,
            cursor: Cell::default(),
            deepest: given.lines().map(indent).max().unwrap_or(0) + 1,
        }
    }

    /// Returns the adapted document.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the offset of a marker in the original document.
    pub(super) fn offset(&self, marker: &Marker) -> u32 {
        let line = marker.line().saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or(self.given.len());
        let rest = self.given.get(start..).unwrap_or("");
        let column = marker.col().saturating_sub(self.padded.get(&line).copied().unwrap_or(0));
        (start + self.inside_quotes(line, rest, column) + self.before) as u32
    }

    /// Returns the byte of a column in a line, counted from the last query.
    fn inside_quotes(&self, line: usize, rest: &str, column: usize) -> usize {
        let (known_line, known_column, known) = self.cursor.get();
        let (column_there, there) = if known_line == line { (known_column, known) } else { (0, 0) };
        let found = match column.checked_sub(column_there) {
            Some(more) => rest[there..].char_indices().nth(more).map(|(at, _)| there + at),
            None => rest[..there].char_indices().rev().nth(column_there - column - 1).map(|(at, _)| at),
        };
        if let Some(found) = found {
            self.cursor.set((line, column, found));
        }
        found.unwrap_or(rest.len())
    }

    pub(super) fn span(&self, marked: &Marked) -> Span {
        let start = self.offset(&marked.start);
        Span::new(start, self.offset(&marked.end).max(start))
    }

    /// Returns the original text of a span.
    pub(super) fn source(&self, span: Span) -> &str {
        let place = |at: u32| (at as usize).saturating_sub(self.before);
        self.given.get(place(span.start)..place(span.end)).unwrap_or_default()
    }

    /// Returns whether a tab is before the value where only spaces may be: at the start of a line, or after a sign of
    /// the block form.
    pub(super) fn is_after_tab(&self, span: Span) -> bool {
        let before = self.source(Span::new(self.before as u32, span.start));
        let line = before.rsplit('\n').next().unwrap_or_default();
        let signs = line.trim_end_matches([' ', '\t']);
        line[signs.len()..].contains('\t')
            && signs.trim_start_matches([' ', '-', '?']).is_empty()
            && !signs.contains("--")
    }

    /// Returns whether the lines of a block scalar outside of any collection are not indented: then it has none.
    pub(super) fn is_unindented(&self, span: Span) -> bool {
        let start = (span.start as usize).saturating_sub(self.before);
        let before = self.given.get(..start).unwrap_or_default();
        // The span may begin with the sign of the block, or within the first line of its text.
        let is_sign = self.given.get(start..).is_some_and(|rest| rest.starts_with(['|', '>']));
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = self.given.get(line..).unwrap_or_default().lines().skip(usize::from(is_sign));
        let first = lines.find(|line| !line.trim().is_empty());
        first.is_some_and(|line| !line.starts_with(' '))
    }

    /// Returns whether a block scalar ends here, at the end of a file without a final line end.
    pub(super) fn ends_without_line(&self, marked: &Marked) -> bool {
        !self.given.ends_with('\n') && self.offset(&marked.end) as usize >= self.given.len() + self.before
    }

    /// Adapts the document where libyaml would continue; returns `false` for a real error.
    pub(super) fn repair(&mut self, error: &ScanError) -> bool {
        self.read += self.text.len();
        if self.read > MAX {
            return false;
        }
        self.mends += 1;
        let line = error.marker().line().saturating_sub(1);
        let mended = match error.info() {
            "invalid indentation" | "invalid indentation in flow construct" => {
                let run = self.inside().run(line);
                self.indent(run.unwrap_or(line..line + 1))
            }
            "invalid indentation in quoted scalar" => match self.last_line_of_quotes(error.marker()) {
                Some(last) => self.indent(line + 1..last + 1),
                None => false,
            },
            info if info.starts_with("':' must be followed") => self.space_for_tab(error.marker()),
            _ => false,
        };
        self.cursor.take();
        mended
    }

    /// Returns the places that may need changes, for the whole document at once. Reading again for each line would take
    /// quadratic time.
    fn inside(&mut self) -> &mut Inside {
        self.inside.get_or_insert_with(|| Inside::of(&self.given))
    }

    fn indent(&mut self, lines: Range<usize>) -> bool {
        let mut changed = false;
        for line in lines {
            changed |= self.padded.insert(line, self.deepest).is_none();
        }
        if self.mends > MAX_LINEAR {
            let all: Vec<usize> = self.inside().all().collect();
            for line in all {
                self.padded.insert(line, self.deepest);
            }
        }
        let blanks = " ".repeat(self.deepest);
        let mut text = String::with_capacity(self.text.len() + blanks.len());
        for (number, line) in self.given.split_inclusive('\n').enumerate() {
            if self.padded.contains_key(&number) && !line.trim().is_empty() {
                text.push_str(&blanks);
            }
            text.push_str(line);
        }
        self.text = text;
        changed
    }

    /// Returns the line (from 0) in which the quotes that begin at the marker end.
    fn last_line_of_quotes(&self, start: &Marker) -> Option<usize> {
        let at = self.offset(start) as usize - self.before;
        let mut chars = self.given.get(at..)?.chars();
        let quote = chars.next()?;
        let mut line = start.line() - 1;
        while let Some(c) = chars.next() {
            match c {
                '\n' => line += 1,
                '\\' if quote == '"' => line += usize::from(chars.next() == Some('\n')),
                c if c == quote => return Some(line),
                _ => {}
            }
        }
        None
    }

    fn space_for_tab(&mut self, marker: &Marker) -> bool {
        let at = self.offset(marker) as usize - self.before;
        let blanks = |text: &str| text.len() - text.trim_end_matches([' ', '\t']).len();
        let Some(start) = self.given.get(..at).map(|text| text.len() - blanks(text)) else { return false };
        if !self.given[start..at].contains('\t') {
            return false;
        }
        self.given.replace_range(start..at, &" ".repeat(at - start));
        if self.mends > MAX_LINEAR {
            for tabs in std::mem::take(&mut self.inside().tabs) {
                self.given.replace_range(tabs.clone(), &" ".repeat(tabs.len()));
            }
        }
        self.text.clone_from(&self.given);
        if !self.padded.is_empty() {
            self.indent(0..0);
        }
        true
    }
}
