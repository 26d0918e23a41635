//! Formatting of a document, of a range, and while the user types: a closing brace and a new line are indented, and the
//! arrows around a new one are aligned.

use lsp_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, Range, TextEdit, Uri,
};
use pprepl_text::Span;
use puppet_tree::{Place, Structure, indent_for_line, indent_for_new_line};

use super::changes::edits_between;
use super::document::Document;
use super::failure::{Answer, Failure};
use super::state::State;

/// The characters after which a line is formatted.
pub const TRIGGERS: [&str; 3] = [">", "}", "\n"];

/// Formats a document.
pub fn document(state: &mut State, params: DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    edits(state, &params.text_document.uri).map(Some)
}

/// Formats the lines of a range.
pub fn range(state: &mut State, params: DocumentRangeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let all = edits(state, &params.text_document.uri)?;
    Ok(Some(all.into_iter().filter(|edit| is_inside(edit.range, params.range)).collect()))
}

/// Returns whether the lines of an edit are lines of a range.
fn is_inside(edit: Range, range: Range) -> bool {
    let last =
        if edit.end.character == 0 && edit.end.line > edit.start.line { edit.end.line - 1 } else { edit.end.line };
    range.start.line <= edit.start.line && last <= range.end.line
}

fn edits(state: &State, uri: &Uri) -> Answer<Vec<TextEdit>> {
    let document = state.document(uri)?;
    if !document.member.is_code() {
        return Ok(Vec::new());
    }
    let text = document.text();
    let formatted = state.session.source().formatted(&document.member.name, text).map_err(|reports| {
        let first = reports.first().map_or_else(String::new, |report| format!(": {}", report.message));
        Failure::failed(format!("the document has errors and is not formatted{first}"))
    })?;
    Ok(edits_between(&document.lines(state.client.encoding), &formatted.text))
}

/// Formats what the character just typed affects.
pub fn on_type(state: &mut State, params: DocumentOnTypeFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let at = &params.text_document_position;
    let document = state.document(&at.text_document.uri)?;
    let Some(tree) = document.tree() else { return Ok(None) };
    let lines = document.lines(state.client.encoding);
    let offset = lines.offset(at.position);
    let line = lines.line_of(offset);
    Ok(match &*params.ch {
        ">" => Some(aligned(state, document, offset)),
        "}" => {
            let start = lines.span_of_line(line).start as usize;
            let is_first = document.text().get(start..offset).is_some_and(|before| before.trim() == "}");
            is_first.then(|| indented(document, state, line, indent_for_line(&tree, start)))
        }
        "\n" if line > 0 => {
            let before = lines.span_of_line(line - 1).end as usize;
            if matches!(Structure::of(&tree).place(before), Place::Text | Place::Heredoc) {
                return Ok(None);
            }
            Some(indented(document, state, line, indent_for_new_line(&tree, before)))
        }
        _ => None,
    })
}

/// Aligns the arrows of the brackets around an offset.
fn aligned(state: &State, document: &Document, offset: usize) -> Vec<TextEdit> {
    let text = document.text();
    if !text.get(..offset).is_some_and(|before| before.ends_with("=>")) {
        return Vec::new();
    }
    let lines = document.lines(state.client.encoding);
    let Some(tree) = document.tree() else { return Vec::new() };
    let start = Structure::of(&tree).open_brackets(offset).last().map_or(0, |bracket| bracket.span.start);
    let around = lines.range(Span::new(start, offset as u32));
    let all = edits_between(&lines, &state.session.source().aligned(text));
    // The line that is typed keeps its end, where the cursor is.
    let is_here = |edit: &TextEdit| edit.range.start.line >= around.start.line;
    all.into_iter().filter(is_here).collect()
}

/// Sets the indentation of a line.
fn indented(document: &Document, state: &State, line: usize, columns: usize) -> Vec<TextEdit> {
    let lines = document.lines(state.client.encoding);
    let span = lines.span_of_line(line);
    let text = span.of(document.text());
    let spaces = text.len() - text.trim_start_matches([' ', '\t']).len();
    let wanted = " ".repeat(columns);
    if text.get(..spaces) == Some(&*wanted) {
        return Vec::new();
    }
    let range = lines.range(Span::new(span.start, span.start + spaces as u32));
    vec![TextEdit::new(range, wanted)]
}
