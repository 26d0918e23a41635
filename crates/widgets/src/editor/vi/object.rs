//! vi text objects: `iw`, `a"`, `i(`, `ip` and similar. Brackets are paired by characters alone, so that they work in
//! strings and Markdown too.

use std::ops::Range;

use super::super::buffer::Buffer;
use super::super::words;

/// A cursor in a buffer.
#[derive(Clone, Copy)]
pub struct TextPlace<'b> {
    pub buffer: &'b Buffer,
    pub cursor: usize,
}

impl TextPlace<'_> {
    /// Returns the text object of this key around the cursor (inner, or `around`), and whether it consists of whole
    /// lines.
    pub fn object(self, key: char, around: bool) -> Option<(Range<usize>, bool)> {
        let found = match key {
            'w' | 'W' => self.word_object(key == 'W', around)?,
            '"' | '\'' | '`' => self.quote_object(key, around)?,
            '(' | ')' | 'b' => self.bracket_object('(', ')', around)?,
            '{' | '}' | 'B' => self.bracket_object('{', '}', around)?,
            '[' | ']' => self.bracket_object('[', ']', around)?,
            '<' | '>' => self.bracket_object('<', '>', around)?,
            'p' => return Some((self.paragraph_object(around), true)),
            _ => return None,
        };
        let range = self.buffer.snap(found.start)..self.buffer.snap(found.end);
        Some((range, false))
    }

    fn word_object(self, big: bool, around: bool) -> Option<Range<usize>> {
        let text = self.buffer.text();
        let range = words::around(text, self.cursor, big);
        if !around || range.is_empty() {
            return (!range.is_empty()).then_some(range);
        }
        // Whitespace goes with the word after it.
        if self.buffer.char_at(range.start).is_some_and(is_space_or_tab) {
            return Some(range.start..words::around(text, range.end, big).end.max(range.end));
        }
        self.with_spaces(range)
    }

    /// Extends a range by the whitespace after it, or else before it.
    fn with_spaces(self, range: Range<usize>) -> Option<Range<usize>> {
        let text = self.buffer.text();
        let behind = text.get(range.end..)?;
        let spaces = behind.len() - behind.trim_start_matches(is_space_or_tab).len();
        let start =
            if spaces > 0 { range.start } else { text.get(..range.start)?.trim_end_matches(is_space_or_tab).len() };
        Some(start..range.end + spaces)
    }

    /// Returns the quotes on the line around the cursor, or else the first after it.
    fn quote_object(self, quote: char, around: bool) -> Option<Range<usize>> {
        let line = self.buffer.range(self.buffer.line_of(self.cursor));
        let own = self.buffer.slice(line.clone());
        let (mut quotes, mut escaped) = (Vec::new(), false);
        for (at, c) in own.char_indices() {
            if c == quote && !escaped {
                quotes.push(line.start + at);
            }
            escaped = c == '\\' && !escaped;
        }
        let pairs = quotes.chunks_exact(2);
        let (start, end) =
            pairs.filter_map(|pair| Some((*pair.first()?, *pair.last()?))).find(|(_, end)| *end >= self.cursor)?;
        if around { self.with_spaces(start..end + 1) } else { Some(start + 1..end) }
    }

    /// Returns the brackets around or at the cursor.
    fn bracket_object(self, opener: char, closer: char, around: bool) -> Option<Range<usize>> {
        let text = self.buffer.text();
        let at_opener = self.buffer.char_at(self.cursor) == Some(opener);
        let before = text.get(..self.cursor + usize::from(at_opener))?;
        let start = unpaired(before.char_indices().rev(), closer, opener)?;
        let behind = text.get(start + 1..)?.char_indices();
        let end = start + 1 + unpaired(behind, opener, closer)?;
        Some(if around { start..end + 1 } else { start + 1..end })
    }

    /// Returns the lines around the cursor that are all empty or all non-empty, with the empty ones after them.
    fn paragraph_object(self, around: bool) -> Range<usize> {
        let line = self.buffer.line_of(self.cursor);
        let blank = self.buffer.is_space(line);
        let first = (0..line).rev().take_while(|&line| self.buffer.is_space(line) == blank).last().unwrap_or(line);
        let end_of = |from: usize, blank: bool| {
            (from..self.buffer.lines()).find(|&line| self.buffer.is_space(line) != blank).unwrap_or(self.buffer.lines())
        };
        let mut end = end_of(line, blank);
        if around {
            end = end_of(end, !blank);
        }
        self.buffer.start(first)..self.buffer.end(end - 1)
    }
}

fn is_space_or_tab(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// Returns the position of the first unmatched `wanted`: one without a preceding `other`.
fn unpaired(chars: impl Iterator<Item = (usize, char)>, other: char, wanted: char) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in chars {
        if c == wanted {
            match open.checked_sub(1) {
                Some(less) => open = less,
                None => return Some(at),
            }
        } else if c == other {
            open += 1;
        }
    }
    None
}
