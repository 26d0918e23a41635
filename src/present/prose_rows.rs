//! Rows of Markdown: paragraphs, lists, quotes and fenced code, wrapped at words.

use pprepl_notebook::{ProseBlock, ProseKind, prose_blocks};
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
    let mut rows = Vec::new();
    for block in prose_blocks(&expanded(&visible(markdown))) {
        if block.is_apart {
            rows.push(StyledLine::new());
        }
        rows.extend(block_rows(&block, limit, highlighter));
    }
    rows
}

fn block_rows(block: &ProseBlock, limit: usize, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let text = &block.text;
    let plain = |line: &str| vec![(Role::Plain, line.to_owned())];
    match &block.kind {
        ProseKind::Heading => flow(&inline(text, Role::Title), limit, &StyledLine::new()),
        ProseKind::Paragraph => flow(&inline(text, Role::Plain), limit, &StyledLine::new()),
        ProseKind::Quote => flow(&inline(text, Role::Comment), limit, &vec![(Role::Border, "│ ".to_owned())]),
        ProseKind::Verbatim => text.lines().flat_map(|line| cut(&plain(line), limit)).collect(),
        ProseKind::Code { is_puppet } => code_block(text, *is_puppet, limit, highlighter),
        ProseKind::Item { depth, number } => {
            let sign = number.map_or("· ".to_owned(), |number| format!("{number}. "));
            let marker = format!("{}{sign}", "  ".repeat(*depth));
            flow(&inline(text, Role::Plain), limit, &vec![(Role::PunctuationSpecial, marker)])
        }
    }
}

fn code_block(code: &str, is_puppet: bool, limit: usize, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let lines = match is_puppet {
        true => code_rows::colored(code, highlighter),
        false => code.lines().map(|line| vec![(Role::String, line.to_owned())]).collect(),
    };
    let rows = lines.iter().flat_map(|line| cut(line, limit.saturating_sub(2)));
    rows.map(|row| [vec![(Role::Plain, "  ".to_owned())], row].concat()).collect()
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
