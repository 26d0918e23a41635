//! A named source with a lazily built line table.

use std::sync::{Arc, OnceLock};

/// A line and a column, both from 1; the column counts Unicode characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// A named source: an input, a file, a template.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    /// The number of lines of its file before it; `None` for a whole source.
    before: Option<u32>,
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters that begin before each multiple of [`STEP`] bytes.
    characters: OnceLock<Vec<u32>>,
}

/// Up to this number of bytes are counted directly; a longer line uses a table.
const STEP: usize = 1024;

impl Source {
    /// Creates a source called `name` (a file's path, or a label like `input 3`).
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Source> {
        Source::with(name, text, None)
    }

    /// Creates a part of a file after `before` lines; its lines are numbered as in the file.
    pub fn part(name: impl Into<String>, text: impl Into<Arc<str>>, before: usize) -> Arc<Source> {
        Source::with(name, text, Some(u32::try_from(before).unwrap_or(0)))
    }

    fn with(name: impl Into<String>, text: impl Into<Arc<str>>, before: Option<u32>) -> Arc<Source> {
        Arc::new(Source {
            name: name.into(),
            text: text.into(),
            before,
            line_starts: OnceLock::new(),
            characters: OnceLock::new(),
        })
    }

    /// The number of lines of its file before it.
    pub fn lines_before(&self) -> usize {
        self.before.unwrap_or(0) as usize
    }

    /// Returns whether it is a part of a file, such as a cell.
    pub fn is_part(&self) -> bool {
        self.before.is_some()
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
            std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// The number of its last line; without lines before it, its line count (at least 1).
    pub fn line_count(&self) -> u32 {
        self.lines_before() as u32 + self.line_starts().len() as u32
    }

    /// Converts a byte offset to line and column; an offset past the end means the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start as usize <= offset);
        let start = starts[line - 1] as usize;
        let column = self.characters_between(start, offset);
        LineColumn { line: self.lines_before() as u32 + line as u32, column: column as u32 + 1 }
    }

    /// Counts the characters that begin between two offsets. The table avoids a recount for each position on a long
    /// line.
    fn characters_between(&self, start: usize, end: usize) -> usize {
        let count = |from: usize, to: usize| characters_in(self.text.as_bytes().get(from..to).unwrap_or_default());
        if end - start <= STEP {
            return count(start, end);
        }
        let steps = self.characters.get_or_init(|| {
            let mut all = 0;
            let step = |bytes: &[u8]| {
                let before = all;
                all += characters_in(bytes) as u32;
                before
            };
            self.text.as_bytes().chunks(STEP).map(step).collect()
        });
        let before = |at: usize| match steps.get(at / STEP) {
            Some(known) => *known as usize + count(at - at % STEP, at),
            None => count(0, at),
        };
        before(end) - before(start)
    }

    /// Returns line `line` (from 1) without its line end.
    pub fn line(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let Some(line) = (line as usize).checked_sub(self.lines_before() + 1) else { return "" };
        let Some(&start) = starts.get(line) else { return "" };
        let end = starts.get(line + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// Counts the characters that begin in these bytes.
fn characters_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !is_continuation(**byte)).count()
}

/// Returns whether a byte of UTF-8 continues a character.
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
