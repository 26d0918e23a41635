//! Inlay hints: the static types of variables, of parameters without an annotation, and of captures.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};
use pprepl_project::VariableRole;
use pprepl_text::Span;
use pprepl_text::columns::shortened;

use super::failure::Answer;
use super::state::State;
use super::target::variables_of;

/// The maximum length of a hint, in columns.
const WIDTH: usize = 40;

/// Returns the hints in a range of a document.
pub fn hints(state: &mut State, params: InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
    let name = state.document(&params.text_document.uri)?.member.name.clone();
    let Some((source, variables)) = variables_of(state, &name) else { return Ok(None) };
    let text = source.text();
    let Some(range) = state.lines(&name).map(|lines| lines.span(params.range)) else { return Ok(None) };
    let is_wanted = |one: &&pprepl_project::VariableOccurrence| match one.role {
        VariableRole::Assignment => true,
        VariableRole::Parameter => !is_annotated(text, one.span),
        VariableRole::Read => one.name.bytes().all(|byte| byte.is_ascii_digit()),
    };
    let inside = |one: &&pprepl_project::VariableOccurrence| {
        range.start <= one.span.end && one.span.start <= range.end && one.span.start > 0
    };
    let with_sigil = |one: &pprepl_project::VariableOccurrence| Span::new(one.span.start - 1, one.span.end);
    let spans: Vec<Span> = variables.occurrences.iter().filter(is_wanted).filter(inside).map(with_sigil).collect();
    if spans.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let found = state.session.analyze().static_types(&name, text, &spans);
    let Some(lines) = state.lines(&name) else { return Ok(None) };
    let hint = |found: &pprepl_session::Probed| InlayHint {
        position: lines.position(found.span.end),
        label: InlayHintLabel::String(format!(": {}", shortened(label(found), WIDTH))),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: Some(false),
        padding_right: Some(false),
        data: None,
    };
    Ok(Some(found.iter().filter(|found| !found.is_any).map(hint).collect()))
}

fn label(found: &pprepl_session::Probed) -> &str {
    found.generalized.as_deref().unwrap_or(&found.type_text)
}

/// Returns whether a type precedes a parameter.
fn is_annotated(text: &str, name: Span) -> bool {
    let before = text.get(..name.start as usize).unwrap_or("").trim_end_matches(['$', '*']).trim_end();
    !before.ends_with(['|', ',', '('])
}
