//! Wraps the prose of an error (frame title, notes, help) between words, where the terminal would break inside them.
//! Source lines are unchanged.

use pprepl_text::columns::width;

/// Returns the frame in lines of at most `limit` columns, as far as words allow.
pub fn folded(frame: &str, limit: usize) -> String {
    frame.lines().map(|line| line_folded(line, limit)).collect::<Vec<_>>().join("\n")
}

fn line_folded(line: &str, limit: usize) -> String {
    let plain = without_styles(line);
    match indent(&plain).filter(|indent| width(&plain) > limit && indent + ROOM <= limit) {
        Some(indent) => broken(line, limit, indent),
        None => line.to_owned(),
    }
}

/// Minimum width of a continuation, in columns.
const ROOM: usize = 20;

/// Returns the indentation of the continuation lines: after `= help: `, or slightly indented below a title. Returns
/// `None` for other lines.
fn indent(plain: &str) -> Option<usize> {
    let is_title = |word: &str| plain.starts_with(word);
    if ["error", "warning", "note"].into_iter().any(is_title) {
        return Some(2);
    }
    let told = plain.trim_start().strip_prefix("= ")?;
    let blanks = plain.len() - plain.trim_start().len();
    Some(blanks + 2 + told.find(": ")? + 2)
}

fn broken(line: &str, limit: usize, indent: usize) -> String {
    let (mut out, mut column) = (String::with_capacity(line.len() + 16), 0);
    for (at, word) in line.split(' ').enumerate() {
        let wide = width(&without_styles(word));
        if at > 0 && column > indent && column + 1 + wide > limit {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
    out
}

/// Returns the text without style escape sequences.
pub fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or(part, |(_, rest)| rest))
}
