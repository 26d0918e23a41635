//! The methods of the protocol, each with the function that answers it.

use lsp_types::request::{
    CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare, CodeActionRequest,
    CodeActionResolveRequest, CodeLensRequest, CodeLensResolve, Completion, DocumentDiagnosticRequest,
    DocumentHighlightRequest, DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    GotoDeclaration, GotoDefinition, GotoTypeDefinition, HoverRequest, InlayHintRequest, OnTypeFormatting,
    PrepareRenameRequest, RangeFormatting, References, Rename, Request, ResolveCompletionItem, SelectionRangeRequest,
    SemanticTokensFullDeltaRequest, SemanticTokensFullRequest, SemanticTokensRangeRequest, SignatureHelpRequest,
    WorkspaceSymbolRequest,
};
use serde_json::Value;

use super::failure::{Answer, Failure};
use super::state::State;
use super::{
    actions, calls, completion, diagnostics, formatting, hints, hover, lenses, links, navigation, outline, rename,
    signature, structure, symbols, tokens,
};

/// Answers a request.
pub fn answer(state: &mut State, method: &str, params: Value) -> Answer<Value> {
    state.settle();
    match method {
        "textDocument/diagnostic" => run::<DocumentDiagnosticRequest>(state, params, diagnostics::pull),
        "textDocument/codeAction" => run::<CodeActionRequest>(state, params, actions::actions),
        "codeAction/resolve" => run::<CodeActionResolveRequest>(state, params, actions::resolve),
        "textDocument/formatting" => run::<Formatting>(state, params, formatting::document),
        "textDocument/rangeFormatting" => run::<RangeFormatting>(state, params, formatting::range),
        "textDocument/onTypeFormatting" => run::<OnTypeFormatting>(state, params, formatting::on_type),
        "textDocument/documentSymbol" => run::<DocumentSymbolRequest>(state, params, outline::symbols),
        "textDocument/foldingRange" => run::<FoldingRangeRequest>(state, params, structure::folds),
        "textDocument/selectionRange" => run::<SelectionRangeRequest>(state, params, structure::selections),
        "textDocument/documentHighlight" => run::<DocumentHighlightRequest>(state, params, navigation::highlights),
        "textDocument/hover" => run::<HoverRequest>(state, params, hover::hover),
        "textDocument/completion" => run::<Completion>(state, params, completion::complete),
        "completionItem/resolve" => run::<ResolveCompletionItem>(state, params, completion::resolve),
        "textDocument/signatureHelp" => run::<SignatureHelpRequest>(state, params, signature::help),
        "textDocument/definition" => run::<GotoDefinition>(state, params, navigation::definition),
        "textDocument/declaration" => run::<GotoDeclaration>(state, params, navigation::declaration),
        "textDocument/typeDefinition" => run::<GotoTypeDefinition>(state, params, navigation::type_definition),
        "textDocument/references" => run::<References>(state, params, navigation::references),
        "textDocument/prepareRename" => run::<PrepareRenameRequest>(state, params, rename::prepare),
        "textDocument/rename" => run::<Rename>(state, params, rename::rename),
        "workspace/symbol" => run::<WorkspaceSymbolRequest>(state, params, symbols::symbols),
        "textDocument/documentLink" => run::<DocumentLinkRequest>(state, params, links::links),
        "textDocument/prepareCallHierarchy" => run::<CallHierarchyPrepare>(state, params, calls::prepare),
        "callHierarchy/incomingCalls" => run::<CallHierarchyIncomingCalls>(state, params, calls::incoming),
        "callHierarchy/outgoingCalls" => run::<CallHierarchyOutgoingCalls>(state, params, calls::outgoing),
        "textDocument/codeLens" => run::<CodeLensRequest>(state, params, lenses::lenses),
        "codeLens/resolve" => run::<CodeLensResolve>(state, params, lenses::resolve),
        "textDocument/semanticTokens/full" => run::<SemanticTokensFullRequest>(state, params, tokens::full),
        "textDocument/semanticTokens/full/delta" => run::<SemanticTokensFullDeltaRequest>(state, params, tokens::delta),
        "textDocument/semanticTokens/range" => run::<SemanticTokensRangeRequest>(state, params, tokens::range),
        "textDocument/inlayHint" => run::<InlayHintRequest>(state, params, hints::hints),
        _ => Err(Failure::unknown_method(method)),
    }
}

fn run<R: Request>(
    state: &mut State,
    params: Value,
    act: fn(&mut State, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(|error| Failure::invalid(error.to_string()))?;
    let answer = act(state, params)?;
    serde_json::to_value(answer).map_err(|error| Failure::failed(error.to_string()))
}
