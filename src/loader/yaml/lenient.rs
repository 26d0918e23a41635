//! Where YAML 1.1 as libyaml reads it is more lenient than YAML 1.2: within brackets and quotes the indentation does not
//! count, and a tab may follow a `:`. A text that fails for such a reason is made to fit, and its places stay true.

use rustc_hash::FxHashMap;
use saphyr_parser::{Marker, ScanError, Span as Marked};

use crate::text::Span;

/// How many bytes may be read again in all, so that a strange text cannot take long.
const MOST: usize = 100_000_000;

/// A text, and what was put into it to make it fit.
pub(super) struct Lenient {
    text: String,
    /// Byte offsets of the lines in the text as it was given.
    lines: Vec<usize>,
    given: String,
    /// Lines that were indented, from 0, and by how many blanks.
    padded: FxHashMap<usize, usize>,
    /// How many bytes come before the text.
    before: usize,
    read: usize,
    deepest: usize,
}

impl Lenient {
    pub(super) fn new(given: &str, before: usize) -> Lenient {
        let breaks = given.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        Lenient {
            text: given.to_owned(),
            lines: std::iter::once(0).chain(breaks).collect(),
            given: given.to_owned(),
            padded: FxHashMap::default(),
            before,
            read: 0,
            deepest: given.lines().map(indent).max().unwrap_or(0) + 1,
        }
    }

    /// The text to read now.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where a marker is in the text as it was given.
    pub(super) fn offset(&self, marker: &Marker) -> u32 {
        let line = marker.line().saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or(self.given.len());
        let rest = self.given.get(start..).unwrap_or("");
        let column = marker.col().saturating_sub(self.padded.get(&line).copied().unwrap_or(0));
        let within = rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at);
        (start + within + self.before) as u32
    }

    pub(super) fn span(&self, marked: &Marked) -> Span {
        let start = self.offset(&marked.start);
        Span::new(start, self.offset(&marked.end).max(start))
    }

    /// Does a block of text end here, at an end of the file that has no line end?
    pub(super) fn ends_without_line(&self, marked: &Marked) -> bool {
        !self.given.ends_with('\n') && self.offset(&marked.end) as usize >= self.given.len() + self.before
    }

    /// Makes the text fit where libyaml would have read on; `false` when the fault is a fault.
    pub(super) fn mend(&mut self, error: &ScanError) -> bool {
        self.read += self.text.len();
        if self.read > MOST {
            return false;
        }
        let line = error.marker().line().saturating_sub(1);
        match error.info() {
            "invalid indentation" | "invalid indentation in flow construct" => self.indent(line, line + 1),
            "invalid indentation in quoted scalar" => match self.last_line_of_quotes(error.marker()) {
                Some(last) => self.indent(line + 1, last + 1),
                None => false,
            },
            info if info.starts_with("':' must be followed") => self.blank_for_tab(error.marker()),
            _ => false,
        }
    }

    fn indent(&mut self, from: usize, to: usize) -> bool {
        let mut changed = false;
        for line in from..to {
            changed |= self.padded.insert(line, self.deepest).is_none();
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

    /// The line (from 0) in which the quotes that begin at the marker end.
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

    fn blank_for_tab(&mut self, marker: &Marker) -> bool {
        let at = self.offset(marker) as usize - self.before;
        let blanks = |text: &str| text.len() - text.trim_end_matches([' ', '\t']).len();
        let Some(start) = self.given.get(..at).map(|text| text.len() - blanks(text)) else { return false };
        if !self.given[start..at].contains('\t') {
            return false;
        }
        self.given.replace_range(start..at, &" ".repeat(at - start));
        self.text.clone_from(&self.given);
        if !self.padded.is_empty() {
            self.indent(0, 0);
        }
        true
    }
}
