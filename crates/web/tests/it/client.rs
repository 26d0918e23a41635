//! A client of the engine: sends messages as a page does.

use pprepl_session::Settings;
use pprepl_testing::THEMES;
use pprepl_web::{Engine, EngineOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

/// An engine with files of its own.
pub struct Client {
    engine: Engine,
    /// The directory of its files, removed at the end.
    pub folder: TempDir,
    next: u64,
    /// The notifications of the last call.
    pub notes: Vec<Value>,
}

impl Client {
    pub fn new() -> Client {
        let folder = TempDir::new().expect("a directory");
        let settings = Settings { themes: THEMES, ..Settings::default() };
        let options = EngineOptions { settings, stack: 512 << 10, root: folder.path().to_owned(), sink: None };
        Client { engine: Engine::new(options), folder, next: 0, notes: Vec::new() }
    }

    /// Sends a text, and returns the messages.
    pub fn raw(&mut self, text: &str) -> Vec<Value> {
        let answer = self.engine.handle(text);
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Calls a method, and returns its response.
    pub fn response(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        let mut messages = self.raw(&request.to_string());
        let response = messages.pop().expect("a response");
        assert_eq!(response["id"], self.next, "{response}");
        self.notes = messages;
        response
    }

    /// Calls a method that succeeds, and returns its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, &params);
        assert!(response.get("error").is_none(), "{method} {params}: {response}");
        response["result"].clone()
    }

    /// Calls a method that fails, and returns the message.
    pub fn refusal(&mut self, method: &str, params: Value) -> String {
        let response = self.response(method, &params);
        let message = response["error"]["message"].as_str();
        message.unwrap_or_else(|| panic!("expected an error: {response}")).to_owned()
    }

    /// Opens a notebook that the user trusts, and returns the ids of its cells.
    pub fn open(&mut self, text: &str, auto: bool) -> Vec<u64> {
        let notebook = self.call("notebook/open", json!({ "text": text, "trusted": true, "auto": auto }));
        ids(&notebook)
    }
}

/// Returns the ids of the cells of a notebook.
pub fn ids(notebook: &Value) -> Vec<u64> {
    let cells = notebook["cells"].as_array().expect("cells");
    cells.iter().filter_map(|cell| cell["id"].as_u64()).collect()
}
