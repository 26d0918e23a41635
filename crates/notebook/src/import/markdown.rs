//! Import of Markdown: `puppet` (or `pp`) fences without indentation are code cells with the rest of the info string
//! as heading; the text between is Markdown cells. `output` fences are omitted: a run produces them again. A comment
//! with a mark declares the cell up to the next mark.

use crate::fence::{Fence, closes, is_puppet, like_mark, mark_of, opening, options_of};
use crate::{CellKind, Document};

/// Parses Markdown into a notebook.
pub fn markdown(text: &str) -> Document {
    markdown_with_lines(text).0
}

/// Parses Markdown into a notebook, and returns the number of lines before the text of each cell. For prose that is
/// its options.
pub fn markdown_with_lines(text: &str) -> (Document, Vec<usize>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut reader =
        Reader { lines: &lines, at: 0, cells: Vec::new(), starts: Vec::new(), prose: Vec::new(), prose_start: 0 };
    reader.read();
    (Document::of(reader.cells), reader.starts)
}

struct Reader<'t> {
    lines: &'t [&'t str],
    at: usize,
    cells: Vec<(CellKind, String, String)>,
    /// The number of lines before the text of each cell.
    starts: Vec<usize>,
    /// The lines of prose since the last cell.
    prose: Vec<String>,
    /// The number of lines before the options of that prose.
    prose_start: usize,
}

impl<'t> Reader<'t> {
    fn read(&mut self) {
        while let Some(line) = self.next() {
            if let Some((kind, heading)) = mark_of(line) {
                self.end_prose();
                match kind {
                    CellKind::Prose => self.marked_prose(heading),
                    CellKind::Code => self.marked_code(heading),
                }
            } else if let Some((options, count)) = options_of(self.lines.get(self.at - 1..).unwrap_or(&[])) {
                self.end_prose();
                (self.prose, self.prose_start) = (options, self.at);
                self.at += count - 1;
            } else if let Some(fence) = opening(line) {
                self.fence(line, &fence);
            } else {
                self.prose.push(like_mark(line));
            }
        }
        self.end_prose();
    }

    fn next(&mut self) -> Option<&'t str> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some(line)
    }

    fn fence(&mut self, line: &str, fence: &Fence<'_>) {
        let start = self.at;
        let body = self.body(fence);
        if is_puppet(fence.word) {
            self.end_prose();
            self.push(CellKind::Code, fence.rest.to_owned(), body.join("\n"), start);
        } else if fence.word == "output" && self.is_after_code() {
            self.prose.clear();
        } else {
            let last = self.lines.get(self.at.saturating_sub(1)).copied();
            let end = last.filter(|end| closes(end, fence.sign, fence.length));
            self.prose.push(line.to_owned());
            self.prose.extend(body.iter().map(|line| like_mark(line)));
            self.prose.extend(end.map(str::to_owned));
        }
    }

    /// Returns whether the last cell is code without a line after it.
    fn is_after_code(&self) -> bool {
        let is_code = self.cells.last().is_some_and(|(kind, ..)| *kind == CellKind::Code);
        is_code && self.prose.iter().all(|line| line.trim().is_empty())
    }

    /// Returns the lines up to the end of a fence, and skips the fence.
    fn body(&mut self, fence: &Fence<'_>) -> Vec<&'t str> {
        let mut body = Vec::new();
        while let Some(line) = self.next() {
            if closes(line, fence.sign, fence.length) {
                break;
            }
            body.push(line);
        }
        body
    }

    /// Ends the prose without the blank lines around it; adds no cell for empty prose.
    fn end_prose(&mut self) {
        let prose = std::mem::take(&mut self.prose).join("\n");
        let lines = prose.trim_matches(['\n', ' ', '\t']);
        if !lines.is_empty() {
            self.push(CellKind::Prose, String::new(), lines.to_owned(), self.prose_start);
        }
    }

    fn push(&mut self, kind: CellKind, heading: String, text: String, start: usize) {
        self.cells.push((kind, heading, text));
        self.starts.push(start);
    }

    /// Adds all lines up to the next mark, except the blank line before that.
    fn marked_prose(&mut self, heading: String) {
        let rest = self.lines.get(self.at..).unwrap_or(&[]);
        let count = rest.iter().position(|line| mark_of(line).is_some()).unwrap_or(rest.len());
        let first = self.at;
        let (mut body, skipped) = options_of(rest).unwrap_or_default();
        body.extend(rest.iter().take(count).skip(skipped).map(|line| like_mark(line)));
        self.at += count;
        if body.last().is_some_and(String::is_empty) {
            body.pop();
        }
        self.push(CellKind::Prose, heading, body.join("\n"), first + usize::from(skipped > 0));
    }

    /// Adds the fence below; without one, a cell without code.
    fn marked_code(&mut self, heading: String) {
        let open = self.lines.get(self.at).and_then(|line| opening(line)).filter(|fence| is_puppet(fence.word));
        self.at += usize::from(open.is_some());
        let start = self.at;
        let text = open.map(|fence| self.body(&fence).join("\n"));
        self.push(CellKind::Code, heading, text.unwrap_or_default(), start);
    }
}
