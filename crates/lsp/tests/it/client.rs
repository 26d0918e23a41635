//! A client that a test drives: it writes requests and notifications, and keeps what the server sends.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use pprepl_session::Settings;
use pprepl_session::config::CheckRules;
use serde_json::{Value, json};

/// The longest wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    root: tempfile::TempDir,
    /// The notifications and requests of the server, in order.
    pub received: Vec<(String, Value)>,
    requests: i32,
    /// The answer to `initialize`.
    pub capabilities: Value,
}

impl Client {
    /// Starts a server for a directory with these files, and waits for its index.
    pub fn start(files: &[(&str, &str)]) -> Client {
        Client::with(files, json!({ "window": { "workDoneProgress": true } }), json!({}))
    }

    /// Starts a server for some directories of a new directory with these files, and waits for an index.
    pub fn of_folders(files: &[(&str, &str)], folders: &[&str]) -> Client {
        Client::of(files, folders, json!({ "window": { "workDoneProgress": true } }), json!({}))
    }

    pub fn with(files: &[(&str, &str)], capabilities: Value, options: Value) -> Client {
        Client::of(files, &[], capabilities, options)
    }

    fn of(files: &[(&str, &str)], folders: &[&str], capabilities: Value, options: Value) -> Client {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (server, connection) = Connection::memory();
        let work = move || pprepl_lsp::serve(server, Settings::default(), CheckRules::default(), 80 << 20);
        let server = thread::Builder::new().stack_size(96 << 20).spawn(work).unwrap();
        let mut client = Client {
            connection,
            server: Some(server),
            root,
            received: Vec::new(),
            requests: 0,
            capabilities: Value::Null,
        };
        let uri = client.uri("");
        let folders: Vec<Value> = folders.iter().map(|name| client.folder(name)).collect();
        let params = json!({
            "processId": null, "capabilities": capabilities, "rootUri": uri, "initializationOptions": options,
            "workspaceFolders": folders,
        });
        client.capabilities = client.ask("initialize", params);
        client.tell("initialized", json!({}));
        if capabilities["window"]["workDoneProgress"] == true {
            client.wait_for_index();
        }
        client
    }

    pub fn wait_for_index(&mut self) {
        self.wait("$/progress", |params| params["value"]["kind"] == "end");
    }

    pub fn root(&self) -> &Path {
        self.root.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.root().to_owned() } else { self.root().join(name) }
    }

    pub fn uri(&self, name: &str) -> String {
        let path = pprepl_files::slashed(&self.path(name));
        // A path of Windows begins with a drive.
        if cfg!(windows) { format!("file:///{}", path.replacen(':', "%3A", 1)) } else { format!("file://{path}") }
    }

    /// Returns a directory as the protocol writes it.
    pub fn folder(&self, name: &str) -> Value {
        json!({ "uri": self.uri(name), "name": name })
    }

    pub fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    /// Sends a request, and returns its number.
    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    /// Waits for the answer to a request.
    pub fn response(&mut self, id: &RequestId) -> Response {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response,
                message => self.keep(message),
            }
        }
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("a message of the server")
    }

    fn keep(&mut self, message: Message) {
        match message {
            Message::Notification(it) => self.received.push((it.method, it.params)),
            Message::Request(it) => self.received.push((it.method, it.params)),
            Message::Response(it) => panic!("an answer that nobody asked for: {it:?}"),
        }
    }

    /// Sends a request and returns its result, or its error.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let response = self.response(&id);
        match response.response_result {
            Ok(result) => result,
            Err(error) => json!({ "error": { "code": error.code, "message": error.message } }),
        }
    }

    /// Waits for a notification or request of the server.
    pub fn wait(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(at) = self.received.iter().position(|(own, params)| own == method && is_it(params)) {
                return self.received.remove(at).1;
            }
            assert!(start.elapsed() < PATIENCE, "no {method}");
            let message = self.receive();
            self.keep(message);
        }
    }

    pub fn open(&self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name)).unwrap();
        self.open_text(name, &text);
        text
    }

    pub fn open_text(&self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "languageId": "puppet", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range of a document.
    pub fn change(&self, name: &str, version: i32, range: Value, text: &str) {
        let params = json!({
            "textDocument": { "uri": self.uri(name), "version": version },
            "contentChanges": [{ "range": range, "text": text }],
        });
        self.tell("textDocument/didChange", params);
    }

    /// The parameters of a request at the first place of a file that has `at`; `|` in it is the cursor.
    pub fn at(&self, name: &str, text: &str, at: &str) -> Value {
        let offset = text.find(&at.replace('|', "")).expect(at) + at.find('|').expect("a cursor");
        let before = &text[..offset];
        let line = before.matches('\n').count();
        let character = before[before.rfind('\n').map_or(0, |at| at + 1)..].encode_utf16().count();
        json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": character } })
    }

    /// Sends a request about a place.
    pub fn ask_at(&mut self, method: &str, name: &str, text: &str, at: &str) -> Value {
        let params = self.at(name, text, at);
        self.ask(method, params)
    }

    pub fn ask_about(&mut self, method: &str, name: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(name) } });
        self.ask(method, params)
    }

    /// Sends a request about a range of a document: `line:column-line:column`.
    pub fn ask_in(&mut self, method: &str, name: &str, range: &str, context: Value) -> Value {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({
            "textDocument": { "uri": self.uri(name) }, "range": long(range), "context": context, "options": options,
        });
        self.ask(method, params)
    }

    /// Returns the findings of a document that the server sends.
    pub fn diagnostics(&mut self, name: &str, version: i32) -> Value {
        let uri = self.uri(name);
        let params = self
            .wait("textDocument/publishDiagnostics", |params| params["uri"] == *uri && params["version"] == version);
        params["diagnostics"].clone()
    }

    /// Returns data in short form, with the directory as `ROOT` and ranges as `line:column-line:column`.
    pub fn shown(&self, value: &Value) -> String {
        self.shorten(&serde_json::to_string_pretty(&short(value)).unwrap())
    }

    /// Returns a text with the directory as `ROOT`.
    pub fn shorten(&self, text: &str) -> String {
        text.replace(&self.uri(""), "file://ROOT").replace(&pprepl_files::slashed(self.root()), "ROOT")
    }

    pub fn stop(&mut self) {
        let Some(server) = self.server.take() else { return };
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        server.join().unwrap();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.stop();
        }
    }
}

/// Returns data with positions and ranges as text.
fn short(value: &Value) -> Value {
    let place = |at: &Value| format!("{}:{}", at["line"], at["character"]);
    match value {
        Value::Object(object) if object.len() == 2 && object.contains_key("character") => json!(place(value)),
        Value::Object(object) if object.len() == 2 && object.contains_key("start") && object.contains_key("end") => {
            json!(format!("{}-{}", place(&object["start"]), place(&object["end"])))
        }
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), short(value))).collect(),
        Value::Array(items) => items.iter().map(short).collect(),
        other => other.clone(),
    }
}

/// Returns a range of the protocol for `line:column-line:column`.
pub fn long(range: &str) -> Value {
    let place = |text: &str| {
        let (line, column) = text.split_once(':').expect("a line and a column");
        json!({ "line": line.parse::<u32>().unwrap(), "character": column.parse::<u32>().unwrap() })
    };
    let (start, end) = range.split_once('-').expect("two places");
    json!({ "start": place(start), "end": place(end) })
}
