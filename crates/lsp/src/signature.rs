//! The signature of the call around a cursor, with the active parameter.

use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};
use pprepl_project::SymbolKind;
use pprepl_session::complete::{open_call, parameters};

use super::documentation::symbol_page;
use super::failure::Answer;
use super::ruby::{self, RubyFunction};
use super::state::State;

/// The characters after which a signature is shown.
pub const TRIGGERS: [&str; 2] = ["(", ","];

/// A signature, and the comment on it.
struct Found {
    label: String,
    page: Option<String>,
}

/// Returns the signatures of the call around a cursor.
pub fn help(state: &mut State, params: SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let Some(document) = state.documents.get(&cursor.name) else { return Ok(None) };
    let before = document.text().get(..cursor.offset).unwrap_or_default();
    let start = if document.member.name.ends_with(".epp") { before.rfind("<%").map_or(0, |tag| tag + 2) } else { 0 };
    let Some((name, argument)) = before.get(start..).and_then(open_call) else { return Ok(None) };
    let found = signatures(state, &name);
    if found.is_empty() {
        return Ok(None);
    }
    let infos: Vec<SignatureInformation> = found.into_iter().map(|found| information(found, argument)).collect();
    let count = |info: &SignatureInformation| info.parameters.as_ref().map_or(0, Vec::len);
    let takes = |info: &SignatureInformation| argument < count(info) || info.label.contains("*$");
    let active = infos.iter().position(takes).unwrap_or(0);
    Ok(Some(SignatureHelp {
        signatures: infos,
        active_signature: Some(active as u32),
        active_parameter: Some(argument as u32),
    }))
}

fn signatures(state: &State, name: &str) -> Vec<Found> {
    let index = state.index();
    if let Some(location) = index.and_then(|index| index.definition(SymbolKind::Function, name))
        && !location.item.name.is_empty()
    {
        let label = super::completion::one_line(&location);
        let label = label.strip_prefix("function ").unwrap_or(&label).to_owned();
        return vec![Found { label, page: symbol_page(state, &location.item.symbol) }];
    }
    if let Some(location) = index.and_then(|index| index.definition(SymbolKind::Function, name))
        && let Some(text) = ruby::text_of(&location)
    {
        let page = symbol_page(state, &location.item.symbol);
        let label = |signature: &String| format!("{name}{signature}");
        let found = RubyFunction::read(&text).signatures;
        return found.iter().map(|one| Found { label: label(one), page: page.clone() }).collect();
    }
    let view = state.session.names().functions().into_iter().find(|view| view.name == name);
    let found = |view: pprepl_session::FunctionView| {
        let page = Some(view.summary).filter(|summary| !summary.is_empty());
        view.signatures.into_iter().map(|label| Found { label, page: page.clone() }).collect()
    };
    view.map(found).unwrap_or_default()
}

fn information(found: Found, argument: usize) -> SignatureInformation {
    let spans = parameters(&found.label);
    let parameter = |range: &std::ops::Range<usize>| ParameterInformation {
        label: ParameterLabel::Simple(found.label.get(range.clone()).unwrap_or_default().to_owned()),
        documentation: None,
    };
    let parameters: Vec<ParameterInformation> = spans.iter().map(parameter).collect();
    // The rest parameter takes all further arguments; a block after it takes none.
    let rest = spans.iter().position(|range| found.label.get(range.clone()).is_some_and(|text| text.contains("*$")));
    let active = rest.map_or(argument, |rest| argument.min(rest));
    let markup = |value| MarkupContent { kind: MarkupKind::Markdown, value };
    SignatureInformation {
        documentation: found.page.map(|page| Documentation::MarkupContent(markup(page))),
        active_parameter: Some(active as u32),
        parameters: Some(parameters),
        label: found.label,
    }
}
