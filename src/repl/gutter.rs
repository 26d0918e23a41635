//! Signs in a block that is being edited: line numbers at the right edge of the screen, and the columns that the margin of a
//! heredoc cuts. rustyline does not count them, so they take no room in the line, and the final drawing has none.

use std::ops::Range;

use pprepl_session::{LexOptions, OpenEnd, lex};
use pprepl_text::columns::width;

/// The sign of a column that a margin cuts.
const CUT: char = '·';

/// The columns between the text of a line and its number.
const GAP: usize = 2;

/// Returns the painted line with its signs. `style` paints a sign.
pub fn signed(painted: &str, line: &str, columns: usize, style: impl Fn(&str) -> String) -> String {
    if !line.contains('\n') {
        return painted.to_owned();
    }
    let cuts = cut_columns(line);
    let texts: Vec<&str> = line.split('\n').collect();
    let mut out = String::with_capacity(painted.len() + 32 * texts.len());
    let (mut at, mut row) = (0, 0);
    let mut rest = painted;
    while let Some(letter) = rest.chars().next() {
        if let Some(end) = rest.starts_with("\x1b[").then(|| rest.find('m')).flatten() {
            out.push_str(&rest[..=end]);
            rest = &rest[end + 1..];
            continue;
        }
        let is_cut = letter == ' ' && cuts.iter().any(|cut| cut.contains(&at));
        out.push(if is_cut { CUT } else { letter });
        at += letter.len_utf8();
        rest = &rest[letter.len_utf8()..];
        if letter == '\n' {
            row += 1;
            out.extend(texts.get(row).and_then(|text| number(row + 1, text, columns, &style)));
        }
    }
    out
}

/// Returns the output that writes a line's number at the right edge; `None` without room.
fn number(number: usize, text: &str, columns: usize, style: impl Fn(&str) -> String) -> Option<String> {
    let number = number.to_string();
    let column = columns.checked_sub(number.len())?;
    // The cursor and the style are saved and restored.
    (width(text) + GAP < column).then(|| format!("\x1b7\x1b[{}G{}\x1b8", column + 1, style(&number)))
}

/// Returns the spaces that the margins of the heredocs cut; in an unfinished heredoc those that all its lines have in common.
fn cut_columns(line: &str) -> Vec<Range<usize>> {
    if !line.contains("@(") {
        return Vec::new();
    }
    let lexed = lex(line, LexOptions::default());
    let mut cuts = Vec::new();
    let mut last = 0;
    for heredoc in &lexed.heredocs {
        let body = heredoc.body.start as usize..heredoc.body.end as usize;
        last = last.max(heredoc.end_line.end as usize);
        if let Some(margin) = &heredoc.margin {
            cuts.extend(margins(line, body, margin.len()));
        }
    }
    if let Some(open) = lexed.unfinished.as_ref().filter(|open| matches!(open.what, OpenEnd::Heredoc)) {
        let from = last.max(open.opener.end as usize);
        let start = line.get(from..).and_then(|rest| rest.find('\n')).map_or(line.len(), |end| from + end + 1);
        let body = start..line.len();
        let common = common_margin(line.get(body.clone()).unwrap_or_default());
        cuts.extend(margins(line, body, common));
    }
    cuts
}

/// Returns the number of spaces at the start of every line that has text.
fn common_margin(body: &str) -> usize {
    let filled = body.split('\n').filter(|text| !text.trim().is_empty());
    filled.map(spaces).min().unwrap_or(0)
}

fn spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// Returns the spaces at the start of the lines of a body, at most `most` each.
fn margins(line: &str, body: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let mut at = body.start;
    let mut found = Vec::new();
    for text in line.get(body).unwrap_or_default().split('\n') {
        let end = at + spaces(text).min(most);
        if at < end {
            found.push(at..end);
        }
        at += text.len() + 1;
    }
    found
}
