//! The columns that the margin of a heredoc cuts, marked in a block that is being edited. The final drawing has no marks.

use std::ops::Range;

use pprepl_session::{LexOptions, OpenEnd, lex};

/// The sign of a column that a margin cuts.
const CUT: char = '·';

/// Returns the painted line with a sign in each column that a margin cuts.
pub fn signed(painted: &str, line: &str) -> String {
    let cuts = cut_columns(line);
    if cuts.is_empty() {
        return painted.to_owned();
    }
    let mut out = String::with_capacity(painted.len() + 64);
    let mut at = 0;
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
    }
    out
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
