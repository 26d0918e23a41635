//! Fixes of findings as code actions: one by one, and all safe ones of a document.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use pprepl_session::{Ignored, Report, SourceKind};
use pprepl_text::{Source, Span};
use serde_json::{Value, json};

use super::changes::edits_between;
use super::diagnostics::{check, diagnostic, keep, span_of};
use super::failure::{Answer, Failure};
use super::state::State;
use super::uri::name_of;

/// The action that applies all safe fixes.
pub const FIX_ALL: &str = "source.fixAll.pprepl";

/// Returns the actions for a range of a document.
pub fn actions(state: &mut State, params: CodeActionParams) -> Answer<Option<CodeActionResponse>> {
    let name = name_of(&params.text_document.uri);
    state.document(&params.text_document.uri)?;
    let reports = check(state, &name).ok_or_else(|| Failure::failed("the document was closed"))?;
    keep(state, &name, reports.clone());
    let only = params.context.only.as_deref();
    let mut actions = Vec::new();
    if accepts(only, CodeActionKind::QUICKFIX.as_str()) {
        let Some(lines) = state.lines(&name) else { return Ok(None) };
        let asked = lines.span(params.range);
        let mut found: Vec<Report> =
            reports.iter().filter(|report| touches(span_of(&lines, report), asked)).cloned().collect();
        let source = Source::new(&*name, lines.text());
        state.session.analyze().keep_passing_fixes(&source, SourceKind::File, &mut found);
        actions.extend(found.iter().flat_map(|report| quick_fixes(state, &name, report)));
    }
    let has_safe = reports.iter().flat_map(|report| &report.fixes).any(|fix| fix.fix.sure);
    if has_safe && accepts(only, FIX_ALL) {
        actions.extend(fix_all(state, &name, &params.text_document.uri, only.is_some()));
    }
    Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

/// Adds the edit to an action.
pub fn resolve(state: &mut State, mut action: CodeAction) -> Answer<CodeAction> {
    let name = action.data.as_ref().and_then(|data| data.get("fixAll")).and_then(Value::as_str).map(str::to_owned);
    if let Some(name) = name {
        action.edit = all_fixed(state, &name);
    }
    Ok(action)
}

/// Returns whether a client that asks for some kinds asks for this one.
fn accepts(only: Option<&[CodeActionKind]>, kind: &str) -> bool {
    let holds = |asked: &CodeActionKind| {
        let asked = asked.as_str();
        asked.is_empty() || kind == asked || kind.strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(holds))
}

fn touches(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn quick_fixes(state: &State, name: &str, report: &Report) -> Vec<CodeAction> {
    let (Some(lines), Some(uri)) = (state.lines(name), state.uri(name)) else { return Vec::new() };
    let action = |(at, fix): (usize, &pprepl_session::ReportFix)| {
        let edit = |edit: &pprepl_text::Edit| TextEdit::new(lines.range(edit.span), edit.text.clone());
        CodeAction {
            title: fix.fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(state, &lines, report)]),
            edit: Some(workspace_edit(state, &uri, fix.fix.edits.iter().map(edit).collect())),
            is_preferred: Some(at == 0 && fix.fix.sure),
            ..CodeAction::default()
        }
    };
    report.fixes.iter().enumerate().map(action).collect()
}

fn fix_all(state: &mut State, name: &str, uri: &Uri, is_asked: bool) -> Option<CodeAction> {
    let mut action = CodeAction {
        title: "apply all safe fixes".to_owned(),
        kind: Some(CodeActionKind::new(FIX_ALL)),
        ..CodeAction::default()
    };
    if state.client.resolves_actions && !is_asked {
        action.data = Some(json!({ "fixAll": name_of(uri) }));
    } else {
        action.edit = Some(all_fixed(state, name)?);
    }
    Some(action)
}

/// Returns the edit that applies all safe fixes of a document.
fn all_fixed(state: &mut State, name: &str) -> Option<WorkspaceEdit> {
    let text = state.documents.get(name)?.text().to_owned();
    let is_wanted = |now: &str, report: &Report| !Ignored::find(now).has(report);
    let fixed = state.session.analyze().fix_findings(name, &text, &is_wanted)?;
    let edits = edits_between(&state.lines(name)?, &fixed.after);
    let uri = state.uri(name)?;
    Some(workspace_edit(state, &uri, edits))
}

/// Returns the edit of one open document.
fn workspace_edit(state: &State, uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    if state.client.versioned_edits {
        let version = state.document(uri).ok().map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: uri.clone(), version };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        return WorkspaceEdit {
            document_changes: Some(lsp_types::DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }])),
            ..WorkspaceEdit::default()
        };
    }
    WorkspaceEdit::new([(uri.clone(), edits)].into_iter().collect())
}
