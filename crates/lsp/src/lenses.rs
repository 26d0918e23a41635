//! Code lenses: who declares a class or defined type, and who calls a function.

use lsp_types::{CodeLens, CodeLensParams, Command};
use pprepl_project::{Symbol, SymbolKind};
use serde_json::{Value, json};

use super::client::SHOW_REFERENCES;
use super::failure::Answer;
use super::navigation::{declarations_of, location};
use super::state::State;
use super::symbols::{kind_name, kind_named};
use super::target::{Place, PlaceKind, Target, places_of};

/// Returns the lenses of a document, without their counts.
pub fn lenses(state: &mut State, params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let name = state.document(&params.text_document.uri)?.member.name.clone();
    let (Some(entry), Some(lines)) = (state.entry(&name), state.lines(&name)) else { return Ok(None) };
    let has_lens = |kind: SymbolKind| match kind {
        SymbolKind::Class | SymbolKind::ResourceType | SymbolKind::Function | SymbolKind::Type => true,
        SymbolKind::Plan | SymbolKind::DataKey => false,
    };
    let definitions = entry.index.definitions.iter().filter(|one| has_lens(one.symbol.kind));
    let lens = |definition: &pprepl_project::Definition| CodeLens {
        range: lines.range(definition.name),
        command: None,
        data: Some(json!({
            "file": *name, "kind": kind_name(definition.symbol.kind), "name": *definition.symbol.name,
        })),
    };
    Ok(Some(definitions.map(lens).collect()))
}

/// Adds the count to a lens.
pub fn resolve(state: &mut State, mut lens: CodeLens) -> Answer<CodeLens> {
    let text = |key: &str| lens.data.as_ref().and_then(|data| data.get(key)).and_then(Value::as_str);
    let (Some(file), Some(kind), Some(name)) = (text("file"), text("kind").and_then(kind_named), text("name")) else {
        return Ok(lens);
    };
    let target = Target::Symbol(Symbol::new(kind, name));
    let (places, noun) = match kind {
        SymbolKind::Class | SymbolKind::ResourceType => (declarations_of(state, &target), "declaration"),
        _ => (uses(state, &target), "reference"),
    };
    let title = match places.len() {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let locations: Vec<_> = places.iter().filter_map(|place| location(state, place)).collect();
    let arguments = state.uri(file).map(|uri| vec![json!(uri), json!(lens.range.start), json!(locations)]);
    lens.command = Some(Command { title, command: SHOW_REFERENCES.to_owned(), arguments });
    Ok(lens)
}

fn uses(state: &State, target: &Target) -> Vec<Place> {
    places_of(state, target).into_iter().filter(|place| place.kind != PlaceKind::Definition).collect()
}
