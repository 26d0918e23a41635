//! The server: one thread reads messages into a queue, one answers them in order, and others read the environment.
//! While nothing waits, documents with changes are checked; a message ends that check.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    Notification as NotificationKind, Progress as ProgressKind, PublishDiagnostics,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    FileChangeType, InitializeParams, ProgressParams, ProgressParamsValue, ProgressToken, PublishDiagnosticsParams,
    WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use pprepl_session::Settings;
use serde_json::{Value, json};

use super::diagnostics::{check, keep, published};
use super::dispatch::answer;
use super::failure::Failure;
use super::indexing::{self, Indexed};
use super::queue::{Next, Queue, Task};
use super::state::State;
use super::uri::{name_of, path_of};

/// The files whose changes the client reports.
const WATCHED: [&str; 3] = ["**/*.{pp,epp}", "**/*.{yaml,yml,eyaml}", "**/{environment.conf,Puppetfile,metadata.json}"];

/// The token of the progress of the index.
const TOKEN: &str = "pprepl/index";

/// The thread that answers, with its connections to the others.
pub struct Server {
    state: State,
    queue: Arc<Queue>,
    sender: Sender<Message>,
    /// The directory that is or will be indexed.
    root: Option<PathBuf>,
    is_indexing: bool,
    /// Whether files came or went while the index was built.
    is_outdated: bool,
    /// The number of requests to the client.
    requests: i32,
    /// Whether the server has no other thread: the environment is indexed on this one.
    is_alone: bool,
}

impl Server {
    pub fn new(state: State, queue: Arc<Queue>, sender: Sender<Message>, params: &InitializeParams) -> Server {
        Server {
            state,
            queue,
            sender,
            root: root_of(params),
            is_indexing: false,
            is_outdated: false,
            requests: 0,
            is_alone: false,
        }
    }

    /// Works without other threads: see [`Server::work_off`].
    pub fn alone(mut self) -> Server {
        self.is_alone = true;
        self
    }

    /// Begins: asks for changes of files, and reads the environment.
    pub fn begin(&mut self) {
        if self.state.client.watches {
            self.watch();
        }
        self.start_indexing();
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
            Task::Indexed(indexed) => self.indexed(*indexed),
        }
    }

    fn request(&mut self, request: Request) {
        self.queue.begin(Some(request.id.clone()), self.state.session.cancel_flag());
        let result = answer(&mut self.state, &request.method, request.params);
        let result = if self.queue.end() { Err(Failure::canceled()) } else { result };
        self.respond(request.id, result);
    }

    fn respond(&self, id: RequestId, result: Result<Value, Failure>) {
        let response = match result {
            Ok(value) => Response::new_ok(id, value),
            Err(failure) => Response::new_err(id, failure.code, failure.message),
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
        if self.root.is_none() && !self.is_indexing {
            self.root = path_of(&document.uri).and_then(|path| State::root_around(&path));
            self.start_indexing();
        }
        self.state.open(document.uri, document.version, document.text);
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let encoding = self.state.client.encoding;
        let name = name_of(&params.text_document.uri);
        let Some(document) = self.state.documents.get_mut(&*name) else { return };
        document.version = params.text_document.version;
        params.content_changes.into_iter().for_each(|change| document.change(change, encoding));
    }

    fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let name = name_of(&uri);
        self.state.documents.remove(&*name);
        if let Some(path) = path_of(&uri) {
            self.state.reload(&path);
        }
        if !self.state.client.pulls {
            let params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            self.notify::<PublishDiagnostics>(params);
        }
    }

    fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        for change in params.changes {
            let Some(path) = path_of(&change.uri) else { continue };
            let is_known = self.state.entry(&path.display().to_string()).is_some();
            match change.typ {
                FileChangeType::CHANGED if is_known => self.state.reload(&path),
                FileChangeType::DELETED if is_known => self.state.reload(&path),
                _ => self.is_outdated = true,
            }
        }
        if self.is_outdated {
            self.start_indexing();
        }
        self.refresh();
    }

    /// Applies the settings of the client: `{"pprepl": {"settings": {"strict": "warning"}}}`.
    fn configured(&mut self, given: Option<&Value>) {
        let given = given.and_then(|given| given.get("pprepl").or(Some(given)));
        if let Some(settings) = configured(self.state.settings(), given) {
            self.state.set_settings(settings);
            self.refresh();
        }
    }

    /// Returns a document without findings, for a client that does not ask for them.
    fn dirty(&self) -> Option<Arc<str>> {
        let documents = self.state.documents.iter().filter(|_| !self.state.client.pulls);
        let dirty = documents.filter(|(_, document)| document.reports.is_none());
        dirty.map(|(name, _)| name.clone()).next()
    }

    /// Checks a document in the background.
    fn check_one(&mut self) {
        let Some(name) = self.dirty() else { return };
        self.queue.begin(None, self.state.session.cancel_flag());
        let reports = check(&mut self.state, &name);
        let is_stopped = self.queue.end();
        let Some(reports) = reports.filter(|_| !is_stopped) else { return };
        keep(&mut self.state, &name, reports.clone());
        if let Some(params) = published(&self.state, &name, &reports) {
            self.notify::<PublishDiagnostics>(params);
        }
    }

    /// Reads the environment in the background.
    fn start_indexing(&mut self) {
        let Some(root) = self.root.clone() else { return };
        if self.is_indexing {
            self.is_outdated = true;
            return;
        }
        self.is_outdated = false;
        let progress = self.begin_progress(&root);
        if self.is_alone {
            let indexed = indexing::indexed(self.state.settings().clone(), &root, &progress);
            return self.indexed(indexed);
        }
        let queue = self.queue.clone();
        let done = move |indexed| queue.push(Task::Indexed(Box::new(indexed)));
        self.is_indexing = indexing::start(self.state.settings().clone(), root, progress, done);
    }

    fn begin_progress(&mut self, root: &Path) -> indexing::Progress {
        if !self.state.client.progress {
            return Box::new(|_| {});
        }
        self.ask("window/workDoneProgress/create", json!({ "token": TOKEN }));
        self.progress(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: "indexing".to_owned(),
            message: Some(root.display().to_string()),
            percentage: Some(0),
            cancellable: Some(false),
        }));
        let sender = self.sender.clone();
        Box::new(move |percent| {
            let report = WorkDoneProgressReport { percentage: Some(percent), ..WorkDoneProgressReport::default() };
            let params = progress_of(WorkDoneProgress::Report(report));
            let _ = sender.send(Notification::new(ProgressKind::METHOD.to_owned(), params).into());
        })
    }

    fn progress(&self, value: WorkDoneProgress) {
        self.notify::<ProgressKind>(progress_of(value));
    }

    fn indexed(&mut self, indexed: Indexed) {
        let files = indexed.project.files().count();
        self.is_indexing = false;
        self.state.enter(indexed);
        if self.state.client.progress {
            let message = format!("{files} files");
            self.progress(WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message) }));
        }
        if self.is_outdated {
            self.start_indexing();
        }
        self.refresh();
    }

    /// Requests the client to ask again for answers that have changed.
    fn refresh(&mut self) {
        let refreshes = self.state.client.refreshes;
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

fn progress_of(value: WorkDoneProgress) -> ProgressParams {
    ProgressParams { token: ProgressToken::String(TOKEN.to_owned()), value: ProgressParamsValue::WorkDone(value) }
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

/// Returns the directory that the client has open.
fn root_of(params: &InitializeParams) -> Option<PathBuf> {
    let folder = params.workspace_folders.as_deref().unwrap_or_default().first();
    #[allow(deprecated, reason = "older clients name their directory only so")]
    let root = folder.map(|folder| &folder.uri).or(params.root_uri.as_ref());
    root.and_then(path_of)
}
