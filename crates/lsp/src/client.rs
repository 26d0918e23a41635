//! The capabilities of the client.

use serde_json::Value;

use super::position::Encoding;

/// The message for an `initialize` without capabilities.
pub const NO_CAPABILITIES: &str = "expected an object with `capabilities`";

/// The command that shows references, for clients that have it. Its third argument is the list of places to show.
pub const SHOW_REFERENCES: &str = "pprepl.showReferences";

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
    /// Edits may ask the user for a confirmation.
    pub confirms_edits: bool,
    /// Edits may rename files.
    pub renames_files: bool,
    /// Code actions may be completed later.
    pub resolves_actions: bool,
    pub markdown: bool,
    /// The client has the command of the lenses.
    pub shows_references: bool,
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
    /// Reads the parameters of `initialize`; `None` without capabilities.
    ///
    /// The typed parameters of the protocol would be the largest part of this server: 300 KB of code for these fields.
    pub fn new(params: &Value) -> Option<Client> {
        let given = Capabilities(params.get("capabilities").filter(|capabilities| capabilities.is_object())?);
        let commands = params.pointer("/initializationOptions/commands").and_then(Value::as_array);
        Some(Client {
            encoding: Encoding::negotiated(given.words("/general/positionEncodings")),
            snippets: given.has("/textDocument/completion/completionItem/snippetSupport"),
            pulls: given.at("/textDocument/diagnostic").is_some(),
            progress: given.has("/window/workDoneProgress"),
            watches: given.has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            versioned_edits: given.has("/workspace/workspaceEdit/documentChanges"),
            confirms_edits: given.at("/workspace/workspaceEdit/changeAnnotationSupport").is_some(),
            renames_files: given.lists("/workspace/workspaceEdit/resourceOperations", "rename"),
            resolves_actions: given.lists("/textDocument/codeAction/resolveSupport/properties", "edit"),
            markdown: given.at("/textDocument/hover/contentFormat").is_none()
                || given.lists("/textDocument/hover/contentFormat", "markdown"),
            shows_references: commands.into_iter().flatten().any(|command| command == SHOW_REFERENCES),
            refreshes: Refreshes {
                diagnostics: given.has("/workspace/diagnostics/refreshSupport"),
                tokens: given.has("/workspace/semanticTokens/refreshSupport"),
                hints: given.has("/workspace/inlayHint/refreshSupport"),
                lenses: given.has("/workspace/codeLens/refreshSupport"),
            },
        })
    }
}

/// The capabilities as a client sends them.
struct Capabilities<'v>(&'v Value);

impl<'v> Capabilities<'v> {
    /// Returns the value at a pointer; `None` for null.
    fn at(&self, pointer: &str) -> Option<&'v Value> {
        self.0.pointer(pointer).filter(|value| !value.is_null())
    }

    fn has(&self, pointer: &str) -> bool {
        self.at(pointer).and_then(Value::as_bool).unwrap_or(false)
    }

    fn words(&self, pointer: &str) -> impl Iterator<Item = &'v str> + use<'v> {
        self.at(pointer).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    fn lists(&self, pointer: &str, word: &str) -> bool {
        self.words(pointer).any(|one| one == word)
    }
}
