//! Renaming of variables, functions, classes, defined types and type aliases in the whole environment.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameFile, RenameParams, ResourceOp,
    TextDocumentEdit, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use pprepl_project::{Symbol, SymbolKind};
use pprepl_text::Span;
use puppet_catalog::capitalized;

use super::failure::{Answer, Failure};
use super::state::State;
use super::target::{Place, PlaceKind, Target, definitions_of, places_of, target_at};
use super::uri::uri_of;

/// The annotation of edits that the user confirms.
const UNCONFIRMED: &str = "not-found";

/// Returns the range of the name at a cursor, if it can be renamed.
pub fn prepare(state: &mut State, params: TextDocumentPositionParams) -> Answer<Option<PrepareRenameResponse>> {
    let cursor = state.cursor(&params)?;
    let Some((target, span)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    reject_foreign(state, &target)?;
    let span = last_part(&target, span);
    let Some(lines) = state.lines(&cursor.name) else { return Ok(None) };
    let placeholder = match &target {
        Target::Variable(variable, _) => variable.name.to_string(),
        // The symbol is in lower case.
        Target::Symbol(symbol) if symbol.kind == SymbolKind::Type => span.of(lines.text()).to_owned(),
        Target::Symbol(symbol) => symbol.name.to_string(),
    };
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: lines.range(span), placeholder }))
}

/// Returns the part of a name that a rename replaces: the last one of a qualified variable.
fn last_part(target: &Target, span: Span) -> Span {
    match target {
        Target::Variable(variable, _) => Span::new(span.end - variable.name.len() as u32, span.end),
        Target::Symbol(_) => span,
    }
}

/// Fails for a thing that the environment does not define in Puppet.
fn reject_foreign(state: &State, target: &Target) -> Answer<()> {
    let definitions = definitions_of(state, target);
    if definitions.is_empty() {
        return Err(Failure::failed("this name is not defined in the environment"));
    }
    if definitions.iter().any(|place| place.start == place.end) {
        return Err(Failure::failed("this name is defined in Ruby: rename its file"));
    }
    match target {
        Target::Symbol(symbol) if symbol.kind == SymbolKind::DataKey => {
            Err(Failure::failed("a data key is renamed in the data: rename the parameter of the class instead"))
        }
        Target::Symbol(_) | Target::Variable(..) => Ok(()),
    }
}

/// Renames the thing at a cursor.
pub fn rename(state: &mut State, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let cursor = state.cursor(&params.text_document_position)?;
    let Some((target, _)) = target_at(state, &cursor.name, cursor.offset) else { return Ok(None) };
    reject_foreign(state, &target)?;
    let new = checked_name(&target, &params.new_name)?;
    reject_known_name(state, &target, &new)?;
    let moved = renamed_file(state, &target, &new);
    let doubt = if moved.is_none() { hidden(state, &target, &new) } else { None };
    let asks = state.client.confirms_edits && state.client.versioned_edits;
    if let Some(doubt) = doubt.as_ref().filter(|_| !asks) {
        return Err(Failure::failed(doubt.clone()));
    }
    let mut edits: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
    for place in places_of(state, &target) {
        let Some(lines) = state.lines(&place.file) else { continue };
        let written = place.span().of(lines.text());
        if let Some((span, text)) = replacement(&target, &place, written, &new) {
            edits.entry(place.file.clone()).or_default().push(TextEdit::new(lines.range(span), text));
        }
    }
    Ok(Some(workspace_edit(state, edits, moved, doubt)))
}

/// Returns why the loader does not find a renamed definition: the file that it looks for is in another module.
fn hidden(state: &State, target: &Target, new: &str) -> Option<String> {
    let Target::Symbol(symbol) = target else { return None };
    let index = state.index()?;
    let definitions = index.definitions(symbol);
    let [only] = &definitions[..] else { return None };
    let space = index.namespace_of(only.file)?;
    let new = new.to_ascii_lowercase();
    let is_found = new == *space || new.strip_prefix(&*space).is_some_and(|rest| rest.starts_with("::"));
    let module = new.split("::").next().unwrap_or_default();
    (!is_found).then(|| format!("the loader looks for '{new}' in a file of the module '{module}', and this file stays"))
}

/// Returns the new name in its usual form, or the reason why it is invalid.
fn checked_name(target: &Target, name: &str) -> Answer<String> {
    let plain = name.strip_prefix('$').filter(|_| matches!(target, Target::Variable(..))).unwrap_or(name);
    let plain = plain.strip_prefix("::").unwrap_or(plain);
    let (is_valid, expected) = match target {
        Target::Variable(..) => (is_word(plain), "a variable's name: a lowercase letter or `_`, letters, digits, `_`"),
        Target::Symbol(symbol) if symbol.kind == SymbolKind::Type => {
            (plain.split("::").all(is_capitalized), "a type's name: `My::Type`")
        }
        Target::Symbol(_) => (plain.split("::").all(is_word), "a name: `my::name`, with lowercase letters"),
    };
    if is_valid { Ok(plain.to_owned()) } else { Err(Failure::invalid(format!("expected {expected}, found '{name}'"))) }
}

fn is_word(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_capitalized(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Fails if another definition has the new name.
fn reject_known_name(state: &State, target: &Target, new: &str) -> Answer<()> {
    let is_known = match target {
        Target::Symbol(symbol) => {
            let other = Symbol::new(symbol.kind, new);
            other != *symbol && state.index().is_some_and(|index| index.has(symbol.kind, new))
        }
        Target::Variable(variable, file) => {
            let other = pprepl_project::Variable { owner: variable.owner.clone(), name: new.into() };
            let other = Target::Variable(other, file.clone());
            *variable.name != *new && !definitions_of(state, &other).is_empty()
        }
    };
    if is_known { Err(Failure::failed(format!("the environment defines '{new}' already"))) } else { Ok(()) }
}

/// Returns the new text of a place, in the form in which the old name is written there.
fn replacement(target: &Target, place: &Place, written: &str, new: &str) -> Option<(Span, String)> {
    let Target::Symbol(symbol) = target else { return Some((place.span(), new.to_owned())) };
    let plain = written.strip_prefix("::").unwrap_or(written);
    if plain.eq_ignore_ascii_case(&symbol.name) {
        let start = place.end - plain.len() as u32;
        let is_type = plain.starts_with(|first: char| first.is_ascii_uppercase());
        let text = if is_type { capitalized(new) } else { new.to_owned() };
        return Some((Span::new(start, place.end), text));
    }
    // A definition in a class has the last part of its name only.
    let last = new.rsplit("::").next().unwrap_or(new);
    let is_nested = place.kind == PlaceKind::Definition && symbol.name.ends_with(&*plain.to_ascii_lowercase());
    is_nested.then(|| (place.span(), last.to_owned()))
}

/// Returns the old and the new path of the file that a loader looks for by the name.
fn renamed_file(state: &State, target: &Target, new: &str) -> Option<(Arc<str>, String)> {
    let Target::Symbol(symbol) = target else { return None };
    let definitions = state.index()?.definitions(symbol);
    let [only] = &definitions[..] else { return None };
    let member = &only.file.member;
    let new = new.to_ascii_lowercase();
    let ((old_module, old_rest), (new_module, new_rest)) = (symbol.name.split_once("::")?, new.split_once("::")?);
    let path: &Path = &member.path;
    // The directory of the module's manifests, functions or types.
    let base = path.ancestors().nth(old_rest.split("::").count())?;
    let of =
        |rest: &str| Some(base.join(format!("{}.{}", rest.replace("::", "/"), path.extension()?.to_string_lossy())));
    if member.expects != symbol.name || old_module != new_module || of(old_rest)? != path {
        return None;
    }
    let renamed = of(new_rest)?;
    (renamed != path).then(|| (member.name.clone(), pprepl_files::slashed(&renamed)))
}

/// Returns the edit of all files, and of the name of one.
fn workspace_edit(
    state: &State,
    edits: BTreeMap<Arc<str>, Vec<TextEdit>>,
    renamed: Option<(Arc<str>, String)>,
    doubt: Option<String>,
) -> WorkspaceEdit {
    if !state.client.versioned_edits {
        let named = edits.into_iter().filter_map(|(name, edits)| Some((state.uri(&name)?, edits)));
        return WorkspaceEdit::new(named.collect());
    }
    let change = |(name, edits): (Arc<str>, Vec<TextEdit>)| {
        let version = state.documents.get(&name).map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: state.uri(&name)?, version };
        let edit = |text_edit: TextEdit| match doubt {
            None => OneOf::Left(text_edit),
            Some(_) => OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id: UNCONFIRMED.to_owned() }),
        };
        Some(TextDocumentEdit { text_document, edits: edits.into_iter().map(edit).collect() })
    };
    let edits: Vec<TextDocumentEdit> = edits.into_iter().filter_map(change).collect();
    let moved = renamed.filter(|_| state.client.renames_files);
    let moved = moved.and_then(|(old, new)| Some((state.uri(&old)?, uri_of(&new)?)));
    let changes = match moved {
        None => DocumentChanges::Edits(edits),
        Some((old_uri, new_uri)) => {
            let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
            let edits = edits.into_iter().map(DocumentChangeOperation::Edit);
            let rename = DocumentChangeOperation::Op(ResourceOp::Rename(rename));
            DocumentChanges::Operations(edits.chain([rename]).collect())
        }
    };
    let annotation = |doubt: String| {
        let annotation = ChangeAnnotation {
            label: "the loader will not find the name".to_owned(),
            needs_confirmation: Some(true),
            description: Some(doubt),
        };
        std::iter::once((UNCONFIRMED.to_owned(), annotation)).collect()
    };
    let change_annotations = doubt.clone().map(annotation);
    WorkspaceEdit { document_changes: Some(changes), change_annotations, ..WorkspaceEdit::default() }
}
