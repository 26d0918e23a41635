//! Finds the lines of a YAML document that begin inside brackets or quotes, and the tabs after its colons, in one pass.
//! It knows just enough of YAML to skip comments, plain scalars and block scalars.

use std::ops::Range;

/// The constructs of a document that libyaml accepts and YAML 1.2 forbids.
#[derive(Debug, Default)]
pub(super) struct Inside {
    /// For each line: whether it begins inside brackets or quotes.
    lines: Vec<bool>,
    /// Byte ranges of whitespace with a tab, directly after a `:`.
    pub(super) tabs: Vec<Range<usize>>,
}

impl Inside {
    pub(super) fn of(text: &str) -> Inside {
        let mut scanner = Scanner::default();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            scanner.line(line.as_bytes(), at);
            at += line.len();
        }
        scanner.found
    }

    /// Returns the lines around this one that begin inside the same or an adjacent collection or quote; `None` when it
    /// does not.
    pub(super) fn run(&self, line: usize) -> Option<Range<usize>> {
        let is_inside = |line: &usize| self.lines.get(*line).copied().unwrap_or(false);
        is_inside(&line).then(|| line..(line..).find(|line| !is_inside(line)).unwrap_or(line + 1))
    }

    /// Returns all lines that begin inside brackets or quotes.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().enumerate().filter(|(_, inside)| **inside).map(|(line, _)| line)
    }
}

#[derive(Default)]
struct Scanner {
    found: Inside,
    /// The number of open brackets.
    depth: usize,
    quote: Option<u8>,
    /// The column that all lines of a block scalar are to the right of.
    block: Option<usize>,
}

impl Scanner {
    fn line(&mut self, line: &[u8], offset: usize) {
        let inside = self.depth > 0 || self.quote.is_some();
        self.found.lines.push(inside);
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        let is_blank = line[indent..].trim_ascii().is_empty();
        if let Some(parent) = self.block {
            if is_blank || indent > parent {
                return;
            }
            self.block = None;
        }
        self.tokens(line, offset);
    }

    /// Scans a line token by token.
    fn tokens(&mut self, line: &[u8], offset: usize) {
        let mut at = 0;
        let mut starts = true;
        let mut parent = 0;
        while at < line.len() {
            if let Some(quote) = self.quote {
                at = self.quoted(line, at, quote);
                starts = false;
                continue;
            }
            let byte = line[at];
            let next_is_space = line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b'#' if at == 0 || line[at - 1].is_ascii_whitespace() => return,
                b']' | b'}' if self.depth > 0 => {
                    self.depth -= 1;
                    starts = false;
                }
                b',' if self.depth > 0 => starts = true,
                b'[' | b'{' if starts || self.depth > 0 => {
                    self.depth += 1;
                    starts = true;
                }
                b':' if next_is_space
                    || self.depth > 0 && line.get(at + 1).is_some_and(|next| b",[]{}".contains(next)) =>
                {
                    self.note_tab(line, at + 1, offset);
                    starts = true;
                }
                _ if !starts => {}
                b'"' | b'\'' => {
                    self.quote = Some(byte);
                    parent = at;
                }
                b'-' | b'?' if next_is_space && self.depth == 0 => parent = at,
                b'&' | b'!' => at = self.word_end(line, at),
                b'|' | b'>' if self.depth == 0 => {
                    self.block = Some(parent);
                    return;
                }
                _ => {
                    starts = false;
                    parent = at;
                }
            }
            at += 1;
        }
    }

    /// Skips past the closing quote, or to the end of the line.
    fn quoted(&mut self, line: &[u8], from: usize, quote: u8) -> usize {
        let mut at = from;
        while at < line.len() {
            match line[at] {
                b'\\' if quote == b'"' => at += 1,
                byte if byte != quote => {}
                b'\'' if line.get(at + 1) == Some(&b'\'') => at += 1,
                _ => {
                    self.quote = None;
                    return at + 1;
                }
            }
            at += 1;
        }
        line.len()
    }

    /// Returns the end of an anchor or a tag.
    fn word_end(&self, line: &[u8], from: usize) -> usize {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || self.depth > 0 && b",[]{}".contains(byte);
        line[from..].iter().position(ends).map_or(line.len(), |length| from + length) - 1
    }

    fn note_tab(&mut self, line: &[u8], from: usize, offset: usize) {
        let blanks = line[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if line[from..from + blanks].contains(&b'\t') {
            self.found.tabs.push(offset + from..offset + from + blanks);
        }
    }
}
