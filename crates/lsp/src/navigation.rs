//! Definitions, declarations, type definitions, references and highlights.

use std::sync::Arc;

use lsp_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoTypeDefinitionParams, GotoTypeDefinitionResponse,
};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse,
    Location, ReferenceParams,
};
use pprepl_project::{ReferenceRole, Symbol, SymbolKind, VariableOwner};

use super::failure::Answer;
use super::links::link_at;
use super::state::{Cursor, State};
use super::target::{Place, PlaceKind, Target, definitions_of, places_of, target_at};

/// Returns the places that define the thing at a cursor.
pub fn definition(state: &mut State, params: GotoDefinitionParams) -> Answer<Option<GotoDefinitionResponse>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let Some((target, _)) = target_at(state, &cursor.name, cursor.offset) else {
        // A template or file that a string names.
        let location = link_at(state, &cursor.name, cursor.offset).map(|uri| Location::new(uri, Default::default()));
        return Ok(location.map(GotoDefinitionResponse::Scalar));
    };
    let mut places = definitions_of(state, &target);
    // A variable is set once: of several branches the first is as good as any.
    if let Target::Variable(..) = target {
        places.sort();
    }
    Ok(answer(state, &places))
}

/// Returns the places that declare the thing at a cursor: resources, `include`, and the data of a parameter.
pub fn declaration(state: &mut State, params: GotoDeclarationParams) -> Answer<Option<GotoDeclarationResponse>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let Some((target, _)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    let mut places = declarations_of(state, &target);
    if places.is_empty() {
        places = definitions_of(state, &target);
    }
    Ok(answer(state, &places))
}

/// Returns the places that declare a class or a resource of a type, or that give a parameter its value in data.
pub fn declarations_of(state: &State, target: &Target) -> Vec<Place> {
    let Some(index) = state.index() else { return Vec::new() };
    match target {
        Target::Symbol(symbol) => {
            let declares = |role: ReferenceRole| {
                matches!(role, ReferenceRole::Include | ReferenceRole::Declaration | ReferenceRole::Inherits)
            };
            let found = index.references(symbol).into_iter().filter(|one| declares(one.item.role));
            found.map(|one| Place::new(&one.file.member.name, one.item.span, PlaceKind::Read)).collect()
        }
        Target::Variable(variable, _) => {
            let VariableOwner::Class(class) = &variable.owner else { return Vec::new() };
            let key = Symbol::new(SymbolKind::DataKey, &format!("{class}::{}", variable.name));
            let found = index.definitions(&key).into_iter();
            found.map(|one| Place::new(&one.file.member.name, one.item.name, PlaceKind::Definition)).collect()
        }
    }
}

/// Returns the definition of the type alias that annotates the variable at a cursor.
pub fn type_definition(
    state: &mut State,
    params: GotoTypeDefinitionParams,
) -> Answer<Option<GotoTypeDefinitionResponse>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let Some((target, _)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    let places = match &target {
        Target::Variable(..) => {
            definitions_of(state, &target).iter().flat_map(|place| types_at(state, place)).collect()
        }
        Target::Symbol(symbol) if symbol.kind == SymbolKind::DataKey => {
            definitions_of(state, &target).iter().flat_map(|place| types_at(state, place)).collect()
        }
        Target::Symbol(_) => definitions_of(state, &target),
    };
    Ok(answer(state, &places))
}

/// Returns the definitions of the types in the annotation of a parameter.
fn types_at(state: &State, place: &Place) -> Vec<Place> {
    let Some(entry) = state.entry(&place.file) else { return Vec::new() };
    let parameters = entry.index.definitions.iter().flat_map(|definition| &definition.parameters);
    let annotation = parameters.filter(|one| one.span.end == place.end).find_map(|one| one.annotation);
    let Some(annotation) = annotation else { return Vec::new() };
    let inside = |one: &&pprepl_project::Reference| {
        annotation.start <= one.span.start && one.span.end <= annotation.end && one.symbol.kind == SymbolKind::Type
    };
    let types = entry.index.references.iter().filter(inside);
    types.flat_map(|one| definitions_of(state, &Target::Symbol(one.symbol.clone()))).collect()
}

fn answer(state: &State, places: &[Place]) -> Option<GotoDefinitionResponse> {
    let mut locations: Vec<Location> = places.iter().filter_map(|place| location(state, place)).collect();
    match locations.len() {
        0 => None,
        1 => locations.pop().map(GotoDefinitionResponse::Scalar),
        _ => Some(GotoDefinitionResponse::Array(locations)),
    }
}

pub fn location(state: &State, place: &Place) -> Option<Location> {
    state.location(&place.file, place.span())
}

/// Returns the places of the environment that name the thing at a cursor.
pub fn references(state: &mut State, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let cursor = state.cursor(&params.text_document_position)?;
    let Some((target, _)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    let wanted = |place: &&Place| params.context.include_declaration || place.kind != PlaceKind::Definition;
    let places = places_of(state, &target);
    Ok(Some(places.iter().filter(wanted).filter_map(|place| location(state, place)).collect()))
}

/// Returns the places of the document that name the thing at a cursor.
pub fn highlights(state: &mut State, params: DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
    let Cursor { name, offset } = state.cursor(&params.text_document_position_params)?;
    let Some((target, _)) = target_at(state, &name, offset) else { return Ok(None) };
    let places = places_here(state, &target, &name);
    let Some(lines) = state.lines(&name) else { return Ok(None) };
    let highlight = |place: &Place| DocumentHighlight {
        range: lines.range(place.span()),
        kind: Some(match place.kind {
            PlaceKind::Definition | PlaceKind::Write => DocumentHighlightKind::WRITE,
            PlaceKind::Read => DocumentHighlightKind::READ,
        }),
    };
    Ok(Some(places.iter().map(highlight).collect()))
}

/// Returns the places of one file that name a thing.
fn places_here(state: &State, target: &Target, name: &Arc<str>) -> Vec<Place> {
    if let Target::Variable(variable, _) = target {
        return super::target::places_in(state, variable, name);
    }
    places_of(state, target).into_iter().filter(|place| place.file == *name).collect()
}
