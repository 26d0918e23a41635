//! Simple line-based Markdown highlighting: headings, lists, quotes, code, emphasis and links. It does not parse
//! nesting; exports render the document.

use std::ops::Range;

use pprepl_session::Mark;
use pprepl_text::Span;
use pprepl_text::theme::Role;

/// Returns the marks of the visible lines. Code fences are tracked from the start of the text.
pub fn marks(text: &str, view: &Range<usize>) -> Vec<Mark> {
    let (mut found, mut at, mut fenced) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let own = line.trim_end_matches(['\n', '\r']);
        let fence = is_fence(own);
        if range.end >= view.start && range.start <= view.end {
            match (fence, fenced) {
                (true, _) => push(&mut found, range.start, 0..own.len(), Role::Comment),
                (_, true) => push(&mut found, range.start, 0..own.len(), Role::String),
                _ => line_marks(&mut found, range.start, own),
            }
        }
        fenced ^= fence;
        if range.start > view.end {
            break;
        }
    }
    found
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

fn push(found: &mut Vec<Mark>, line: usize, range: Range<usize>, role: Role) {
    found.push((Span::new((line + range.start) as u32, (line + range.end) as u32), role));
}

fn line_marks(found: &mut Vec<Mark>, at: usize, line: &str) {
    let blanks = line.len() - line.trim_start().len();
    let own = line.trim_start();
    let hashes = own.len() - own.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && own.get(hashes..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
        return push(found, at, 0..line.len(), Role::Title);
    }
    if own.starts_with('>') {
        return push(found, at, 0..line.len(), Role::Comment);
    }
    let marker = list_marker(own);
    if marker > 0 {
        push(found, at, blanks..blanks + marker, Role::PunctuationSpecial);
    }
    inline(found, at, line, blanks + marker);
}

/// Returns the length of a list marker in bytes: `- `, `12. `.
pub fn list_marker(line: &str) -> usize {
    if ["- ", "* ", "+ "].iter().any(|sign| line.starts_with(sign)) {
        return 2;
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = line.get(digits..).unwrap_or("");
    if (1..=9).contains(&digits) && (behind.starts_with(". ") || behind.starts_with(") ")) { digits + 2 } else { 0 }
}

/// Marks the text between inline markers of a line, from `from` on.
fn inline(found: &mut Vec<Mark>, at: usize, line: &str, mut from: usize) {
    const SIGNS: [(&str, &str, Role); 6] = [
        ("`", "`", Role::StringSpecial),
        ("**", "**", Role::Keyword),
        ("__", "__", Role::Keyword),
        ("*", "*", Role::VariableBuiltin),
        ("_", "_", Role::VariableBuiltin),
        ("[", ")", Role::Label),
    ];
    while let Some(rest) = line.get(from..).filter(|rest| !rest.is_empty()) {
        let begun = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign) && may_open(line, from, sign));
        let end = begun.and_then(|(sign, closer, _)| closing(rest, sign, closer));
        match (begun, end) {
            (Some((_, _, role)), Some(end)) => {
                push(found, at, from..from + end, *role);
                from += end;
            }
            _ => from += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// A `_` inside a word is part of it.
fn may_open(line: &str, at: usize, sign: &str) -> bool {
    let before = line.get(..at).and_then(|before| before.chars().next_back());
    let behind = line.get(at + sign.len()..).and_then(|behind| behind.chars().next());
    let word = before.is_some_and(|c| c.is_alphanumeric());
    behind.is_some_and(|c| !c.is_whitespace()) && !(sign.starts_with('_') && word)
}

/// Returns the end of the marked text; the address of a link follows directly.
fn closing(rest: &str, sign: &str, closer: &str) -> Option<usize> {
    let inner = rest.get(sign.len()..)?;
    let end = if sign == "[" {
        let middle = inner.find("](")?;
        middle + inner.get(middle..)?.find(closer)?
    } else {
        inner.find(closer).filter(|&end| end > 0)?
    };
    Some(sign.len() + end + closer.len())
}
