//! The hierarchy of calls and declarations between classes, defined types, functions and plans.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
};
use pprepl_project::{Definition, FileEntry, Symbol, SymbolKind};
use serde_json::{Value, json};

use super::failure::{Answer, Failure};
use super::state::State;
use super::symbols::{kind_name, kind_named, protocol_kind};
use super::target::{Target, target_at};

/// Returns the definition at a cursor.
pub fn prepare(state: &mut State, params: CallHierarchyPrepareParams) -> Answer<Option<Vec<CallHierarchyItem>>> {
    let cursor = state.cursor(&params.text_document_position_params)?;
    let Some((Target::Symbol(symbol), _)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    let Some(index) = state.index().filter(|_| is_callable(symbol.kind)) else { return Ok(None) };
    let items = index.definitions(&symbol).into_iter().filter_map(|one| item(state, one.file, one.item));
    Ok(Some(items.collect()))
}

fn is_callable(kind: SymbolKind) -> bool {
    match kind {
        SymbolKind::Class | SymbolKind::ResourceType | SymbolKind::Function | SymbolKind::Plan => true,
        SymbolKind::Type | SymbolKind::DataKey => false,
    }
}

fn item(state: &State, file: &FileEntry, definition: &Definition) -> Option<CallHierarchyItem> {
    let lines = state.lines(&file.member.name)?;
    let Symbol { kind, name } = &definition.symbol;
    Some(CallHierarchyItem {
        name: name.to_string(),
        kind: protocol_kind(*kind),
        tags: None,
        detail: file.member.module.as_ref().map(|module| format!("module {module}")),
        uri: state.uri(&file.member.name)?,
        range: lines.range(definition.extent.to(definition.name)),
        selection_range: lines.range(definition.name),
        data: Some(json!({ "kind": kind_name(*kind), "name": **name })),
    })
}

/// Returns the symbol of an item.
fn symbol_of(item: &CallHierarchyItem) -> Answer<Symbol> {
    let text = |key: &str| item.data.as_ref().and_then(|data| data.get(key)).and_then(Value::as_str);
    let kind = text("kind").and_then(kind_named);
    let (Some(kind), Some(name)) = (kind, text("name")) else {
        return Err(Failure::invalid("expected an item of this server"));
    };
    Ok(Symbol::new(kind, name))
}

/// Returns the definitions that use the one of an item.
pub fn incoming(
    state: &mut State,
    params: CallHierarchyIncomingCallsParams,
) -> Answer<Option<Vec<CallHierarchyIncomingCall>>> {
    let symbol = symbol_of(&params.item)?;
    let Some(index) = state.index() else { return Ok(None) };
    let mut callers: BTreeMap<(Arc<str>, Option<u32>), Vec<Range>> = BTreeMap::new();
    for found in index.references(&symbol) {
        let name = &found.file.member.name;
        let Some(location) = state.location(name, found.item.span) else { continue };
        callers.entry((name.clone(), found.item.inside)).or_default().push(location.range);
    }
    let call = |((name, inside), from_ranges): ((Arc<str>, Option<u32>), Vec<Range>)| {
        let file = index.file(&name)?;
        let from = match inside.and_then(|at| file.index.definitions.get(at as usize)) {
            Some(definition) => item(state, file, definition)?,
            None => file_item(state, file)?,
        };
        Some(CallHierarchyIncomingCall { from, from_ranges })
    };
    Ok(Some(callers.into_iter().filter_map(call).collect()))
}

/// Returns a file as the user of a definition.
fn file_item(state: &State, file: &FileEntry) -> Option<CallHierarchyItem> {
    let name = file.member.path.file_name()?.to_string_lossy().into_owned();
    Some(CallHierarchyItem {
        name,
        kind: lsp_types::SymbolKind::FILE,
        tags: None,
        detail: None,
        uri: state.uri(&file.member.name)?,
        range: Range::default(),
        selection_range: Range::default(),
        data: None,
    })
}

/// Returns the definitions that the one of an item uses.
pub fn outgoing(
    state: &mut State,
    params: CallHierarchyOutgoingCallsParams,
) -> Answer<Option<Vec<CallHierarchyOutgoingCall>>> {
    let symbol = symbol_of(&params.item)?;
    let Some(index) = state.index() else { return Ok(None) };
    let mut called: BTreeMap<Symbol, Vec<Range>> = BTreeMap::new();
    for found in index.definitions(&symbol) {
        let own = found.file.index.definitions.iter().position(|one| std::ptr::eq(one, found.item));
        let references = found.file.index.references.iter();
        let inside = references.filter(|one| one.inside.map(|at| at as usize) == own && is_callable(one.symbol.kind));
        for reference in inside {
            let Some(location) = state.location(&found.file.member.name, reference.span) else { continue };
            called.entry(reference.symbol.clone()).or_default().push(location.range);
        }
    }
    let call = |(symbol, from_ranges): (Symbol, Vec<Range>)| {
        let found = index.definitions(&symbol).into_iter().next()?;
        Some(CallHierarchyOutgoingCall { to: item(state, found.file, found.item)?, from_ranges })
    };
    Ok(Some(called.into_iter().filter_map(call).collect()))
}
