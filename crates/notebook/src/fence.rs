//! The Markdown form of cells: fences of code, and comments with a cell's mark. The export writes it, the import
//! reads it.

use super::cell_options::SIGN;
use super::mark::{self, Holds};
use super::{CellKind, is_option_line};

/// The fence languages of a code cell: the first is written, all are read.
const LANGUAGES: [&str; 2] = ["puppet", "pp"];

/// Counts the repetitions of a character at the start of a line.
pub(super) fn run_of(line: &str, sign: char) -> usize {
    line.chars().take_while(|ch| *ch == sign).count()
}

/// Parses the opening of a fence without indentation: its character, its length, the first word after it, and the
/// rest.
pub(super) fn opening(line: &str) -> Option<Fence<'_>> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = run_of(line, sign);
    let info = line.get(length..)?.trim();
    let (word, rest) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
    let opens = length >= 3 && !(sign == '`' && info.contains('`'));
    opens.then(|| Fence { sign, length, word, rest: rest.trim() })
}

/// The first line of a fence.
pub(super) struct Fence<'l> {
    pub sign: char,
    pub length: usize,
    pub word: &'l str,
    /// A title, attributes.
    pub rest: &'l str,
}

impl Fence<'_> {
    /// Returns the shortest fence that can contain `text`: longer than any run of its character at the start of a
    /// line.
    pub(super) fn around(text: &str) -> String {
        let longest = text.split('\n').map(|line| run_of(line.trim_start(), '`')).max().unwrap_or(0);
        "`".repeat(longest.max(2) + 1)
    }
}

/// Returns whether the line closes such a fence.
pub(super) fn closes(line: &str, sign: char, length: usize) -> bool {
    let line = line.trim_start_matches(' ');
    let run = run_of(line, sign);
    run >= length && line.get(run..).is_some_and(|rest| rest.trim().is_empty())
}

/// Returns whether it is a language of code cells.
pub(super) fn is_puppet(word: &str) -> bool {
    LANGUAGES.contains(&word.to_ascii_lowercase().as_str())
}

/// Returns whether the line opens a fence that the import reads as a cell or its output.
pub(super) fn is_own_fence(line: &str) -> bool {
    opening(line).is_some_and(|fence| is_puppet(fence.word) || fence.word == "output")
}

/// Returns whether the text opens a fence that it does not close.
pub(super) fn leaves_open(text: &str) -> bool {
    let mut open: Option<(char, usize)> = None;
    for line in text.split('\n') {
        open = match open {
            Some((sign, length)) if closes(line, sign, length) => None,
            Some(open) => Some(open),
            None => opening(line).map(|fence| (fence.sign, fence.length)),
        };
    }
    open.is_some()
}

/// Formats the comment with a cell's mark.
pub(super) fn marked(kind: CellKind, heading: &str) -> String {
    let holds = if kind == CellKind::Prose { Holds::Prose } else { Holds::Code };
    let mark = mark::write(holds, heading);
    format!("<!-- {} -->", escaped(mark.trim_start_matches("# ")))
}

/// The first and the last line of the comment with the options of prose. Prose never has the first line: it looks like
/// a mark, and is escaped.
const OPTIONS: (&str, &str) = ("<!-- %%|", "-->");

/// Formats the options of prose as a comment.
pub(super) fn options_comment(options: &str) -> String {
    let lines: String = options.lines().map(|line| format!("{}\n", escaped(line))).collect();
    format!("{}\n{lines}{}\n", OPTIONS.0, OPTIONS.1)
}

/// Parses the comment at the start of these lines into the option lines and the number of lines of the comment.
pub(super) fn options_of(lines: &[&str]) -> Option<(Vec<String>, usize)> {
    let (first, rest) = lines.split_first()?;
    let count = rest.iter().take_while(|line| line.starts_with(SIGN)).count();
    let is_comment = first.trim_end() == OPTIONS.0 && rest.get(count).is_some_and(|line| line.trim_end() == OPTIONS.1);
    let options: Vec<String> = rest.iter().take(count).map(|line| plain(line)).collect();
    (is_comment && options.iter().all(|line| is_option_line(line))).then_some((options, count + 2))
}

/// Escapes backslashes and the end of a comment with a backslash.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        if ch == '\\' || (ch == '-' && out.ends_with('-')) {
            out.push('\\');
        }
        out.push(ch);
    }
    out
}

/// Reverses [`escaped`].
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(ch) = letters.next() {
        out.push(if ch == '\\' { letters.next().unwrap_or(ch) } else { ch });
    }
    out
}

/// Parses a comment with a mark into the kind and the heading.
pub(super) fn mark_of(line: &str) -> Option<(CellKind, String)> {
    let rest = line.trim_end().strip_prefix("<!-- %%")?.strip_suffix("-->")?;
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let (holds, heading) = mark::read(&plain(rest));
    Some((holds.kind(), heading))
}

/// Returns whether the line is a comment with a mark, or with an escaped mark.
pub(super) fn is_mark(line: &str) -> bool {
    unescaped(line).is_some()
}

/// Escapes a line of prose that looks like a mark.
pub(super) fn unlike_mark(line: &str) -> String {
    match unescaped(line) {
        Some(rest) => format!("<!-- \\{rest}"),
        None => line.to_owned(),
    }
}

/// Reverses [`unlike_mark`].
pub(super) fn like_mark(line: &str) -> String {
    match unescaped(line).and_then(|rest| rest.strip_prefix('\\')) {
        Some(rest) => format!("<!-- {rest}"),
        None => line.to_owned(),
    }
}

/// Returns the text after `<!-- ` when it is `%%`, after any number of backslashes.
fn unescaped(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("<!-- ")?;
    rest.trim_start_matches('\\').starts_with("%%").then_some(rest)
}
