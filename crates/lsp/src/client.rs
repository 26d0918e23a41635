//! The capabilities of the client.

use lsp_types::{ClientCapabilities, MarkupKind, ResourceOperationKind};

use super::position::Encoding;

/// The capabilities of the client that the server uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client {
    pub encoding: Encoding,
    /// Completion items may have places to fill in.
    pub snippets: bool,
    /// The client asks for diagnostics.
    pub pulls: bool,
    pub progress: bool,
    /// The client reports changed files on request.
    pub watches: bool,
    /// Edits may name the versions of documents.
    pub versioned_edits: bool,
    /// Edits may rename files.
    pub renames_files: bool,
    /// Code actions may be completed later.
    pub resolves_actions: bool,
    pub markdown: bool,
    /// The client asks again on request.
    pub refreshes: Refreshes,
}

/// The answers that the client asks for again on request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refreshes {
    pub diagnostics: bool,
    pub tokens: bool,
    pub hints: bool,
    pub lenses: bool,
}

impl Client {
    pub fn new(capabilities: &ClientCapabilities) -> Client {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let text = capabilities.text_document.as_ref();
        let item = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        let hover = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        let workspace = capabilities.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let operations = edits.and_then(|edits| edits.resource_operations.as_deref()).unwrap_or_default();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let actions = text.and_then(|text| text.code_action.as_ref());
        Client {
            encoding: Encoding::negotiated(encodings),
            snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
            pulls: text.is_some_and(|text| text.diagnostic.is_some()),
            progress: capabilities.window.as_ref().and_then(|window| window.work_done_progress).unwrap_or(false),
            watches: watched.and_then(|watched| watched.dynamic_registration).unwrap_or(false),
            versioned_edits: edits.and_then(|edits| edits.document_changes).unwrap_or(false),
            renames_files: operations.contains(&ResourceOperationKind::Rename),
            resolves_actions: actions
                .and_then(|actions| actions.resolve_support.as_ref())
                .is_some_and(|support| support.properties.iter().any(|property| property == "edit")),
            markdown: hover.is_none_or(|kinds| kinds.contains(&MarkupKind::Markdown)),
            refreshes: Refreshes::new(capabilities),
        }
    }
}

impl Refreshes {
    fn new(capabilities: &ClientCapabilities) -> Refreshes {
        let Some(workspace) = &capabilities.workspace else { return Refreshes::default() };
        Refreshes {
            diagnostics: workspace.diagnostics.as_ref().and_then(|it| it.refresh_support).unwrap_or(false),
            tokens: workspace.semantic_tokens.as_ref().and_then(|it| it.refresh_support).unwrap_or(false),
            hints: workspace.inlay_hint.as_ref().and_then(|it| it.refresh_support).unwrap_or(false),
            lenses: workspace.code_lens.as_ref().and_then(|it| it.refresh_support).unwrap_or(false),
        }
    }
}
