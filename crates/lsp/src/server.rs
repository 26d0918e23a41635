//! The server: one thread reads messages into a queue, one answers them in order, and others read the environment.
//! While nothing waits, documents with changes are checked; a message ends that check.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument, DidOpenTextDocument,
    Notification as NotificationKind, Progress as ProgressKind, PublishDiagnostics,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, FileChangeType, ProgressParams, ProgressParamsValue,
    ProgressToken, PublishDiagnosticsParams, Uri, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressReport, WorkspaceFolder,
};
use pprepl_session::Settings;
use pprepl_session::config::RULES_FILE;
use serde_json::{Value, json};

use super::diagnostics::{check, keep, published};
use super::dispatch::answer;
use super::failure::Failure;
use super::folder::{Folder, Folders};
use super::indexing::{self, Indexed};
use super::queue::{Next, Queue, Task};
use super::state::State;
use super::uri::{name_of, path_of};

/// The files whose changes the client reports.
const WATCHED: [&str; 3] =
    ["**/*.{pp,epp}", "**/*.{yaml,yml,eyaml}", "**/{environment.conf,Puppetfile,metadata.json,.pprepl.toml}"];

/// The token of the progress of an index, without the number of its directory.
const TOKEN: &str = "pprepl/index";

/// The thread that answers, with its connections to the others.
pub struct Server {
    folders: Folders,
    queue: Arc<Queue>,
    sender: Sender<Message>,
    /// The number of requests to the client.
    requests: i32,
    /// Whether the server has no other thread: the environment is indexed on this one.
    is_alone: bool,
}

impl Server {
    pub fn new(folders: Folders, queue: Arc<Queue>, sender: Sender<Message>) -> Server {
        Server { folders, queue, sender, requests: 0, is_alone: false }
    }

    /// Works without other threads: see [`Server::work_off`].
    pub fn alone(mut self) -> Server {
        self.is_alone = true;
        self
    }

    /// Begins: asks for changes of files, and reads the environments.
    pub fn begin(&mut self) {
        if self.folders.client().watches {
            self.watch();
        }
        self.start_all();
    }

    /// Does what waits, and checks all documents with changes. Returns when nothing is left, or at the end of the
    /// server.
    pub fn work_off(&mut self) {
        loop {
            // With work for the background the queue does not block.
            match self.queue.next(true) {
                Next::Task(task) => self.work(task),
                Next::Canceled(id) => self.respond(id, Err(Failure::canceled())),
                Next::Idle if self.dirty().is_some() => self.check_one(),
                Next::Idle | Next::End => return,
            }
        }
    }

    /// Works until the client ends the server.
    pub fn run(mut self) {
        self.begin();
        loop {
            match self.queue.next(self.dirty().is_some()) {
                Next::Task(task) => self.work(task),
                Next::Canceled(id) => self.respond(id, Err(Failure::canceled())),
                Next::Idle => self.check_one(),
                Next::End => return,
            }
        }
    }

    fn work(&mut self, task: Task) {
        match task {
            Task::Request(request) => self.request(request),
            Task::Notification(notification) => self.notification(notification),
            Task::Indexed(number, indexed) => self.indexed(number, *indexed),
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let result = match &*method {
            // The only request about all directories.
            "workspace/symbol" => self.symbols(&id, params),
            _ => {
                let folder = match document_of(&params) {
                    Some(uri) => self.folders.of(&uri),
                    None => self.folders.last(),
                };
                self.queue.begin(Some(id.clone()), folder.state.session.cancel_flag());
                let result = answer(&mut folder.state, &method, params);
                if self.queue.end() { Err(Failure::canceled()) } else { result }
            }
        };
        self.respond(id, result);
    }

    /// Returns the symbols of all directories.
    fn symbols(&mut self, id: &RequestId, params: Value) -> Result<Value, Failure> {
        let mut found = Vec::new();
        for folder in self.folders.all_mut() {
            self.queue.begin(Some(id.clone()), folder.state.session.cancel_flag());
            let result = answer(&mut folder.state, "workspace/symbol", params.clone());
            if self.queue.end() {
                return Err(Failure::canceled());
            }
            match result? {
                Value::Array(symbols) => found.extend(symbols),
                _ => continue,
            }
        }
        Ok(Value::Array(found))
    }

    fn respond(&self, id: RequestId, result: Result<Value, Failure>) {
        let response = match result {
            Ok(value) => Response::new_ok(id, value),
            Err(failure) => failure.response(id),
        };
        let _ = self.sender.send(response.into());
    }

    fn notify<N: NotificationKind>(&self, params: N::Params) {
        let _ = self.sender.send(Notification::new(N::METHOD.to_owned(), params).into());
    }

    /// Sends a request whose answer does not matter.
    fn ask(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let _ = self.sender.send(Request { id, method: method.to_owned(), params }.into());
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match &*method {
            DidOpenTextDocument::METHOD => self.with(params, Self::opened),
            DidChangeTextDocument::METHOD => self.with(params, Self::changed),
            DidCloseTextDocument::METHOD => self.with(params, Self::closed),
            DidChangeWatchedFiles::METHOD => self.with(params, Self::files_changed),
            DidChangeWorkspaceFolders::METHOD => self.with(params, Self::folders_changed),
            "workspace/didChangeConfiguration" => self.configured(params.get("settings")),
            _ => {}
        }
    }

    /// Passes the parameters of a notification to `act`; invalid ones are ignored, as they have no answer.
    fn with<T: serde::de::DeserializeOwned>(&mut self, params: Value, act: fn(&mut Self, T)) {
        if let Ok(params) = serde_json::from_value(params) {
            act(self, params);
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let folder = self.folders.of(&document.uri);
        if folder.root.is_none() && !folder.is_indexing {
            folder.root = path_of(&document.uri).and_then(|path| State::root_around(&path));
        }
        folder.state.open(document.uri, &document.language_id, document.version, document.text);
        self.start_all();
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let encoding = self.folders.client().encoding;
        let name = name_of(&params.text_document.uri);
        let state = &mut self.folders.of(&params.text_document.uri).state;
        let Some(document) = state.documents.get_mut(&*name) else { return };
        document.version = params.text_document.version;
        params.content_changes.into_iter().for_each(|change| document.change(change, encoding));
    }

    fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.folders.of(&uri).state.close(&name_of(&uri));
        if !self.folders.client().pulls {
            let params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            self.notify::<PublishDiagnostics>(params);
        }
    }

    fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        for change in params.changes {
            let Some(path) = path_of(&change.uri) else { continue };
            let folder = self.folders.of_path(Some(&path));
            if path.file_name().is_some_and(|name| name == RULES_FILE) {
                folder.state.outdate_all();
                continue;
            }
            let is_known = folder.state.entry(&pprepl_files::slashed(&path)).is_some();
            match change.typ {
                FileChangeType::CHANGED if is_known => folder.state.reload(&path),
                FileChangeType::DELETED if is_known => folder.state.reload(&path),
                _ => folder.is_outdated = true,
            }
        }
        self.start_all();
        self.refresh();
    }

    fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let paths =
            |folders: Vec<WorkspaceFolder>| folders.iter().filter_map(|one| path_of(&one.uri)).collect::<Vec<_>>();
        let (added, removed) = (paths(params.event.added), paths(params.event.removed));
        if self.folders.change(added, &removed) {
            self.start_all();
            self.refresh();
        }
    }

    /// Applies the settings of the client: `{"pprepl": {"settings": {"strict": "warning"}}}`.
    fn configured(&mut self, given: Option<&Value>) {
        let given = given.and_then(|given| given.get("pprepl").or(Some(given)));
        if let Some(settings) = configured(self.folders.settings(), given) {
            self.folders.set_settings(&settings);
            self.refresh();
        }
    }

    /// Returns a document without findings, for a client that does not ask for them.
    fn dirty(&self) -> Option<(usize, Arc<str>)> {
        let folders = self.folders.all().iter().filter(|folder| !folder.state.client.pulls);
        let mut documents =
            folders.flat_map(|folder| folder.state.documents.iter().map(move |one| (folder.number, one)));
        let dirty = documents.find(|(_, (_, document))| document.reports.is_none());
        dirty.map(|(number, (name, _))| (number, name.clone()))
    }

    /// Checks a document in the background.
    fn check_one(&mut self) {
        let Some((number, name)) = self.dirty() else { return };
        let Some(folder) = self.folders.numbered(number) else { return };
        self.queue.begin(None, folder.state.session.cancel_flag());
        let reports = check(&mut folder.state, &name);
        let is_stopped = self.queue.end();
        let Some(reports) = reports.filter(|_| !is_stopped) else { return };
        keep(&mut folder.state, &name, reports.clone());
        if let Some(params) = published(&folder.state, &name, &reports) {
            self.notify::<PublishDiagnostics>(params);
        }
    }

    /// Reads the environments in the background that have no index, or an old one.
    fn start_all(&mut self) {
        let settings = self.folders.settings().clone();
        let is_due =
            |folder: &&mut Folder| !folder.is_indexing && (folder.is_outdated || folder.state.discovery.is_none());
        let mut due: Vec<(usize, PathBuf)> = Vec::new();
        for folder in self.folders.all_mut().iter_mut().filter(is_due) {
            if let Some(root) = folder.root.clone() {
                folder.is_outdated = false;
                folder.is_indexing = true;
                due.push((folder.number, root));
            }
        }
        for (number, root) in due {
            let progress = self.begin_progress(number, &root);
            if self.is_alone {
                let indexed = indexing::indexed(settings.clone(), &root, &progress);
                self.indexed(number, indexed);
                continue;
            }
            let queue = self.queue.clone();
            let done = move |indexed| queue.push(Task::Indexed(number, Box::new(indexed)));
            let is_started = indexing::start(settings.clone(), root, progress, done);
            if let Some(folder) = self.folders.numbered(number) {
                folder.is_indexing = is_started;
            }
        }
    }

    fn begin_progress(&mut self, number: usize, root: &Path) -> indexing::Progress {
        if !self.folders.client().progress {
            return Box::new(|_| {});
        }
        self.ask("window/workDoneProgress/create", json!({ "token": token(number) }));
        self.progress(
            number,
            WorkDoneProgress::Begin(WorkDoneProgressBegin {
                title: "indexing".to_owned(),
                message: Some(root.display().to_string()),
                percentage: Some(0),
                cancellable: Some(false),
            }),
        );
        let sender = self.sender.clone();
        Box::new(move |percent| {
            let report = WorkDoneProgressReport { percentage: Some(percent), ..WorkDoneProgressReport::default() };
            let params = progress_of(number, WorkDoneProgress::Report(report));
            let _ = sender.send(Notification::new(ProgressKind::METHOD.to_owned(), params).into());
        })
    }

    fn progress(&self, number: usize, value: WorkDoneProgress) {
        self.notify::<ProgressKind>(progress_of(number, value));
    }

    fn indexed(&mut self, number: usize, indexed: Indexed) {
        let files = indexed.project.files().count();
        // The client may have closed the directory meanwhile.
        if let Some(folder) = self.folders.numbered(number) {
            folder.is_indexing = false;
            folder.state.enter(indexed);
        }
        if self.folders.client().progress {
            let message = format!("{files} files");
            self.progress(number, WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message) }));
        }
        self.start_all();
        self.refresh();
    }

    /// Requests the client to ask again for answers that have changed.
    fn refresh(&mut self) {
        let refreshes = self.folders.client().refreshes;
        let methods = [
            (refreshes.diagnostics, "workspace/diagnostic/refresh"),
            (refreshes.tokens, "workspace/semanticTokens/refresh"),
            (refreshes.hints, "workspace/inlayHint/refresh"),
            (refreshes.lenses, "workspace/codeLens/refresh"),
        ];
        for (_, method) in methods.into_iter().filter(|(is_known, _)| *is_known) {
            self.ask(method, Value::Null);
        }
    }

    /// Requests the client to report changed files.
    fn watch(&mut self) {
        let watchers: Vec<Value> = WATCHED.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let registration = json!({
            "id": "pprepl/files",
            "method": DidChangeWatchedFiles::METHOD,
            "registerOptions": { "watchers": watchers },
        });
        self.ask("client/registerCapability", json!({ "registrations": [registration] }));
    }
}

/// Returns the token of the progress of a directory's index.
fn token(number: usize) -> String {
    if number == 1 { TOKEN.to_owned() } else { format!("{TOKEN}/{number}") }
}

fn progress_of(number: usize, value: WorkDoneProgress) -> ProgressParams {
    ProgressParams { token: ProgressToken::String(token(number)), value: ProgressParamsValue::WorkDone(value) }
}

/// Returns the document that a request is about. The item of a call hierarchy has one, too.
fn document_of(params: &Value) -> Option<Uri> {
    let uri = params.pointer("/textDocument/uri").or_else(|| params.pointer("/item/uri"))?;
    serde_json::from_value(uri.clone()).ok()
}

/// Returns the settings with the changes of a client; invalid ones are skipped. `None` if nothing is given.
pub fn configured(settings: &Settings, given: Option<&Value>) -> Option<Settings> {
    let given = given?.get("settings")?.as_object()?;
    let mut changed = settings.clone();
    for (name, value) in given {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = changed.set(name, &text);
    }
    Some(changed)
}

/// Returns the directories that the client has open.
pub fn roots_of(params: &Value) -> Vec<PathBuf> {
    let folders = params.get("workspaceFolders").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    // Older clients name their directory only so.
    let root = params.get("rootUri").filter(|_| folders.is_empty());
    let uris = folders.iter().filter_map(|folder| folder.get("uri")).chain(root).filter_map(Value::as_str);
    uris.filter_map(|uri| path_of(&Uri::from_str(uri).ok()?)).collect()
}
