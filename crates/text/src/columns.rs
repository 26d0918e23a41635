//! Rows of cells as aligned columns of plain text. Widths are terminal columns (a CJK character takes two).

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Returns the width of `text` on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Formats rows as lines: each column as wide as its widest cell, two spaces between, no trailing spaces. A cell
/// with several lines continues below itself.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(|at| column_width(rows, at)).collect();
    rows.iter().map(|row| block(row, &widths)).collect::<Vec<_>>().join("\n")
}

fn column_width(rows: &[Vec<String>], at: usize) -> usize {
    rows.iter().filter_map(|row| row.get(at)).flat_map(|cell| cell.lines()).map(width).max().unwrap_or(0)
}

/// Formats one row, as many lines as its tallest cell.
fn block(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<Vec<&str>> = row.iter().map(|cell| cell.lines().collect()).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    (0..height).map(|at| line(&cells, widths, at)).collect::<Vec<_>>().join("\n")
}

fn line(row: &[Vec<&str>], widths: &[usize], at: usize) -> String {
    let mut text = String::new();
    for (cell, &column) in row.iter().zip(widths) {
        let part = cell.get(at).copied().unwrap_or("");
        text.push_str(part);
        text.extend(std::iter::repeat_n(' ', column.saturating_sub(width(part)) + 2));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Wraps `text` to at most `limit` columns: at its own line ends, at spaces, and inside words that are longer than
/// a line. Keeps the indentation of its lines.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for own in text.split('\n') {
        let words = own.trim_start_matches(' ');
        let blanks = (own.len() - words.len()).min(limit.saturating_sub(1));
        let mut line = " ".repeat(blanks);
        for (at, word) in words.split(' ').enumerate() {
            if at > 0 && width(&line) + 1 + width(word).min(limit) > limit && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            } else if at > 0 && !line.is_empty() {
                line.push(' ');
            }
            put_word(word, limit.max(1), &mut line, &mut lines);
        }
        lines.push(line);
    }
    lines
}

/// Appends a word to a line; starts a new line where the word does not fit.
fn put_word(word: &str, limit: usize, line: &mut String, lines: &mut Vec<String>) {
    if width(line) + width(word) <= limit {
        return line.push_str(word);
    }
    for part in word.graphemes(true) {
        if !line.is_empty() && width(line) + width(part) > limit {
            lines.push(std::mem::take(line));
        }
        line.push_str(part);
    }
}

/// Wraps a row of columns to at most `limit` columns: its last cell continues below its own start, or below the
/// others without room there. Code, and a line without columns, stays one line.
pub fn hung(row: &str, limit: usize) -> Vec<String> {
    let blanks = row.len() - row.trim_start().len();
    let end = row.trim_end().rfind("  ").filter(|end| *end > blanks && width(row) > limit && !row.contains("=>"));
    let Some((before, cell)) = end.and_then(|end| row.split_at_checked(end + 2)) else { return vec![row.to_owned()] };
    let beside = width(before);
    if limit.saturating_sub(beside) >= ROOM {
        let below = " ".repeat(beside);
        let parts = wrap(cell, limit - beside).into_iter().enumerate();
        return parts.map(|(at, part)| [if at == 0 { before } else { &below }, &part].concat()).collect();
    }
    let below = " ".repeat(blanks + 4);
    let parts = wrap(cell, limit.saturating_sub(below.len()).max(1)).into_iter().map(|part| [&*below, &part].concat());
    std::iter::once(before.trim_end().to_owned()).chain(parts).collect()
}

/// The width below which a cell is hard to read.
const ROOM: usize = 20;

/// Replaces tabs by spaces, up to the next multiple of eight columns.
pub fn expanded(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut column = 0;
    for part in text.split_inclusive(['\t', '\n']) {
        let plain = part.trim_end_matches('\t');
        all.push_str(plain);
        column += width(plain.trim_end_matches('\n'));
        if part.ends_with('\n') {
            column = 0;
        } else if part.len() > plain.len() {
            let blanks = 8 - column % 8;
            all.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
    }
    all
}

/// The bytes per column that no readable text exceeds.
const LONGEST_CHARACTER: usize = 32;

/// Returns `text` on one line of at most `limit` columns, cut with `…`.
pub fn shortened(text: &str, limit: usize) -> String {
    // Only the beginning of a long string is scanned.
    let most = limit.saturating_mul(LONGEST_CHARACTER).saturating_add(64);
    let cut = text.char_indices().map(|(at, _)| at).find(|at| *at > most);
    let beginning = cut.and_then(|at| text.get(..at)).unwrap_or(text);
    let flat: String = beginning.chars().map(|c| if c == '\n' { '⏎' } else { c }).collect();
    if cut.is_none() && width(&flat) <= limit {
        return flat;
    }
    let Some(room) = limit.checked_sub(1) else { return String::new() };
    let mut used = 0;
    let fits = |part: &&str| {
        used += width(part);
        used <= room
    };
    flat.graphemes(true).take_while(fits).chain(["…"]).collect()
}
