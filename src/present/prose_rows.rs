//! Rows of Markdown: paragraphs, lists, quotes and fenced code, wrapped at words.

use pprepl_text::columns::expanded;
use pprepl_text::theme::Role;
use pprepl_text::visible;
use pprepl_widgets::dialog::StyledLine;
use puppet_tree::Highlighter;

use super::code_rows;
use super::wrapping::{cut, flow};

/// The maximum length of text in inline marks, in bytes.
const MAX_MARKED: usize = 2_000;

/// Returns the rows of Markdown.
pub fn rows(markdown: &str, limit: usize, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let text = expanded(&visible(markdown));
    let mut prose = ProseRows { limit, rows: Vec::new(), paragraph: String::new(), first: StyledLine::new() };
    let mut fence: Option<(bool, String)> = None;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        match &mut fence {
            Some((is_puppet, code)) if is_fence => {
                prose.code(code, *is_puppet, highlighter);
                fence = None;
            }
            Some((_, code)) => code.extend([line, "\n"]),
            None if is_fence => {
                prose.end();
                let name = line.trim_start().trim_start_matches(['`', '~']).trim();
                fence = Some((name.is_empty() || name.starts_with("puppet"), String::new()));
            }
            None => prose.line(line),
        }
    }
    if let Some((is_puppet, code)) = &fence {
        prose.code(code, *is_puppet, highlighter);
    }
    prose.end();
    prose.rows
}

/// The rows so far, and the paragraph that continues.
struct ProseRows {
    limit: usize,
    rows: Vec<StyledLine>,
    paragraph: String,
    /// The beginning of the paragraph's first row: a list marker.
    first: StyledLine,
}

impl ProseRows {
    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.end();
            self.gap();
        } else if trimmed.starts_with('|') || line.starts_with("    ") && self.paragraph.is_empty() {
            self.end();
            self.rows.extend(cut(&vec![(Role::Plain, line.to_owned())], self.limit));
        } else if let Some((marker, rest)) = list_item(line) {
            self.end();
            self.first = vec![(Role::PunctuationSpecial, marker)];
            rest.clone_into(&mut self.paragraph);
        } else if let Some(quote) = trimmed.strip_prefix('>') {
            self.end();
            self.rows.extend(flow(&inline(quote, Role::Comment), self.limit, &vec![(Role::Border, "│ ".to_owned())]));
        } else {
            let gap = if self.paragraph.is_empty() { "" } else { " " };
            self.paragraph.extend([gap, trimmed]);
        }
    }

    /// Ends the paragraph.
    fn end(&mut self) {
        let first = std::mem::take(&mut self.first);
        let paragraph = std::mem::take(&mut self.paragraph);
        if !paragraph.is_empty() || !first.is_empty() {
            self.rows.extend(flow(&inline(&paragraph, Role::Plain), self.limit, &first));
        }
    }

    /// Adds an empty row; never two.
    fn gap(&mut self) {
        if self.rows.last().is_some_and(|row| !row.is_empty()) {
            self.rows.push(StyledLine::new());
        }
    }

    fn code(&mut self, code: &str, is_puppet: bool, highlighter: &mut Highlighter) {
        let code = code.trim_end_matches('\n');
        let lines = match is_puppet {
            true => code_rows::colored(code, highlighter),
            false => code.lines().map(|line| vec![(Role::String, line.to_owned())]).collect(),
        };
        for line in lines {
            let rows = cut(&line, self.limit.saturating_sub(2));
            self.rows.extend(rows.into_iter().map(|row| [vec![(Role::Plain, "  ".to_owned())], row].concat()));
        }
    }
}

/// Splits a list item into its marker on the screen and its text.
fn list_item(line: &str) -> Option<(String, &str)> {
    let trimmed = line.trim_start();
    let indent = " ".repeat(line.len() - trimmed.len());
    if let Some(rest) = ["- ", "* ", "+ "].iter().find_map(|sign| trimmed.strip_prefix(sign)) {
        return Some((format!("{indent}· "), rest));
    }
    let digits = trimmed.len() - trimmed.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let (number, rest) = trimmed.split_at_checked(digits)?;
    let rest = rest.strip_prefix(". ").filter(|_| (1..=9).contains(&digits))?;
    Some((format!("{indent}{number}. "), rest))
}

/// Returns a paragraph in parts: code, strong text and links have roles of their own.
pub fn inline(text: &str, role: Role) -> StyledLine {
    let mut parts = StyledLine::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        // A sign inside a word is part of it.
        let is_inside = plain.ends_with(char::is_alphanumeric);
        let Some((marked, length)) = marked(rest).filter(|_| !is_inside) else {
            plain.push(ch);
            rest = rest.get(ch.len_utf8()..).unwrap_or("");
            continue;
        };
        if !plain.is_empty() {
            parts.push((role, std::mem::take(&mut plain)));
        }
        parts.push(marked);
        rest = rest.get(length..).unwrap_or("");
    }
    if !plain.is_empty() {
        parts.push((role, plain));
    }
    parts
}

/// Returns the marked text at the start of `rest`, and its length with the marks. Code keeps its backquotes, which
/// show it without colors too.
fn marked(rest: &str) -> Option<((Role, String), usize)> {
    let near = rest.get(..rest.floor_char_boundary(MAX_MARKED)).unwrap_or(rest);
    if let Some(inner) = near.strip_prefix('`') {
        let end = inner.find('`').filter(|end| *end > 0)?;
        return Some(((Role::StringSpecial, near.get(..end + 2)?.to_owned()), end + 2));
    }
    if let Some(inner) = near.strip_prefix("**") {
        let end = inner.find("**").filter(|end| *end > 0)?;
        return Some(((Role::Title, inner.get(..end)?.to_owned()), end + 4));
    }
    if let Some(sign) = ['*', '_'].into_iter().find(|sign| near.starts_with(*sign)) {
        let inner = near.get(1..)?;
        let end = inner.find(sign).filter(|end| *end > 0)?;
        let text = inner.get(..end).filter(|text| text.trim() == *text)?;
        return Some(((Role::VariableBuiltin, text.to_owned()), end + 2));
    }
    let inner = near.strip_prefix('[')?;
    let middle = inner.find("](")?;
    let end = middle + inner.get(middle..)?.find(')')?;
    Some(((Role::Label, inner.get(..middle)?.to_owned()), end + 2))
}
