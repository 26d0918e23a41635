//! The symbols of the whole environment, by a part of their names.

use lsp_types::{
    Location, OneOf, SymbolKind as ProtocolKind, WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use pprepl_project::{Symbol, SymbolKind};

use super::failure::Answer;
use super::state::State;

/// The maximum number of symbols in an answer.
const MAX_SYMBOLS: usize = 256;

/// The kinds of symbols with their names in messages of the protocol.
const KINDS: [(SymbolKind, &str, ProtocolKind); 6] = [
    (SymbolKind::Class, "class", ProtocolKind::CLASS),
    (SymbolKind::ResourceType, "type", ProtocolKind::STRUCT),
    (SymbolKind::Function, "function", ProtocolKind::FUNCTION),
    (SymbolKind::Plan, "plan", ProtocolKind::FUNCTION),
    (SymbolKind::Type, "alias", ProtocolKind::INTERFACE),
    (SymbolKind::DataKey, "key", ProtocolKind::KEY),
];

/// Returns the name of a kind in messages of the protocol.
pub fn kind_name(kind: SymbolKind) -> &'static str {
    KINDS.iter().find(|(known, ..)| *known == kind).map_or("", |(_, name, _)| name)
}

/// Returns the kind with this name.
pub fn kind_named(name: &str) -> Option<SymbolKind> {
    KINDS.iter().find(|(_, known, _)| *known == name).map(|(kind, ..)| *kind)
}

/// Returns the kind of the protocol that is nearest.
pub fn protocol_kind(kind: SymbolKind) -> ProtocolKind {
    KINDS.iter().find(|(known, ..)| *known == kind).map_or(ProtocolKind::OBJECT, |(.., kind)| *kind)
}

/// Returns the symbols whose names have the letters of the query in this order, the best first.
pub fn symbols(state: &mut State, params: WorkspaceSymbolParams) -> Answer<Option<WorkspaceSymbolResponse>> {
    let Some(index) = state.index() else { return Ok(None) };
    let query = params.query.to_ascii_lowercase();
    let mut found: Vec<(usize, Symbol)> = Vec::new();
    for (kind, ..) in KINDS {
        let names = index.names(kind).filter_map(|name| Some((rank(name, &query)?, name)));
        found.extend(names.map(|(rank, name)| (rank, Symbol { kind, name: name.clone() })));
    }
    found.sort();
    found.truncate(MAX_SYMBOLS);
    let symbol = |(_, symbol): (usize, Symbol)| {
        let one = index.definitions(&symbol).into_iter().next()?;
        let location: Location = state.location(&one.file.member.name, one.item.name)?;
        Some(WorkspaceSymbol {
            name: symbol.name.to_string(),
            kind: protocol_kind(symbol.kind),
            tags: None,
            container_name: one.file.member.module.as_ref().map(|module| module.to_string()),
            location: OneOf::Left(location),
            data: None,
        })
    };
    Ok(Some(WorkspaceSymbolResponse::Nested(found.into_iter().filter_map(symbol).collect())))
}

/// Returns how far a name is from a query; `None` if it lacks its letters.
fn rank(name: &str, query: &str) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    if name.starts_with(query) {
        return Some(name.len() - query.len());
    }
    if let Some(at) = name.find(query) {
        return Some(1_000 + at);
    }
    let mut letters = name.chars();
    query.chars().all(|wanted| letters.any(|letter| letter == wanted)).then_some(10_000 + name.len())
}
