//! Graphemes: user-perceived characters, their width in terminal columns, and their output (a tab as spaces, a control
//! character as an escape, a lone combining mark on `◌`).

use std::borrow::Cow;

use unicode_segmentation::GraphemeCursor;
use unicode_width::UnicodeWidthStr;

use pprepl_text::visible;

/// Columns between two tab stops.
pub const TAB: usize = 4;

/// Returns the last character boundary at or before `offset`.
pub fn char_floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Returns the last grapheme boundary at or before `offset`.
pub fn floor(text: &str, offset: usize) -> usize {
    let offset = char_floor(text, offset);
    if is_simple(text, offset) {
        return offset;
    }
    let mut cursor = GraphemeCursor::new(offset, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
        _ => offset,
    }
}

/// Returns the end of the grapheme at `offset`.
pub fn next(text: &str, offset: usize) -> usize {
    if offset >= text.len() {
        return text.len();
    }
    if is_plain(text, offset) && is_simple(text, offset + 1) {
        return offset + 1;
    }
    let mut cursor = GraphemeCursor::new(char_floor(text, offset), text.len(), true);
    cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

/// Returns the start of the grapheme before `offset`.
pub fn previous(text: &str, offset: usize) -> usize {
    if offset == 0 {
        return 0;
    }
    if offset >= 2 && is_plain(text, offset - 1) && is_plain(text, offset - 2) {
        return offset - 1;
    }
    let mut cursor = GraphemeCursor::new(char_floor(text, offset), text.len(), true);
    cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

fn is_plain(text: &str, offset: usize) -> bool {
    text.as_bytes().get(offset).is_some_and(|byte| matches!(byte, b' '..=b'~'))
}

/// Returns whether `offset` is a boundary by its neighbors alone: an end of the text, or between printable ASCII
/// characters.
fn is_simple(text: &str, offset: usize) -> bool {
    let ascii = |at: usize| text.as_bytes().get(at).is_none_or(|byte| matches!(byte, b' '..=b'~'));
    offset == 0 || ascii(offset) && ascii(offset - 1)
}

/// Iterates over the graphemes of `text` with their offsets.
pub fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at = next(text, start);
        text.get(start..at).filter(|grapheme| !grapheme.is_empty()).map(|grapheme| (start, grapheme))
    })
}

/// Returns whether it is a printable ASCII character, which is sent unchanged and takes one column.
pub fn is_simple_character(grapheme: &str) -> bool {
    matches!(grapheme.as_bytes(), [b' '..=b'~'])
}

/// Returns the width of a grapheme that starts in `column`.
pub fn columns(grapheme: &str, column: usize) -> usize {
    match grapheme.as_bytes() {
        [b' '..=b'~'] => 1,
        [b'\t'] => TAB - column % TAB,
        _ => display(grapheme, column).width().max(1),
    }
}

/// Returns the output for a grapheme that starts in `column`.
pub fn display(grapheme: &str, column: usize) -> Cow<'_, str> {
    if is_simple_character(grapheme) {
        return Cow::Borrowed(grapheme);
    }
    if grapheme == "\t" {
        return Cow::Owned(" ".repeat(TAB - column % TAB));
    }
    // A line end inside a line is a lone ` ` that `visible` does not escape.
    let shown = if grapheme.contains(['\n', '\t']) { Cow::Owned("\u{240a}".to_owned()) } else { visible(grapheme) };
    if shown.width() == 0 { Cow::Owned(format!("\u{25cc}{shown}")) } else { shown }
}

/// Returns the width of `text` when it starts in the first column.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.len();
    }
    graphemes(text).fold(0, |column, (_, grapheme)| column + columns(grapheme, column))
}
