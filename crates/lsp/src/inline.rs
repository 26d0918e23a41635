//! The language server as a value, for a program without threads: a message in, messages out.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Message, Notification, Request, Response};
use pprepl_session::Settings;
use pprepl_session::config::CheckRules;
use serde_json::{Value, json};

use super::client::{Client, NO_CAPABILITIES};
use super::failure::Failure;
use super::folder::Folders;
use super::introduction::introduction;
use super::queue::{Queue, Task};
use super::server::{Server, configured, roots_of};

/// A language server that works while it is called.
pub struct InlineServer {
    settings: Settings,
    stack: usize,
    server: Option<Server>,
    queue: Arc<Queue>,
    sender: Sender<Message>,
    messages: Receiver<Message>,
    is_shut_down: bool,
}

impl InlineServer {
    /// Creates a server; `stack` is the stack for checks, in bytes.
    pub fn new(settings: Settings, stack: usize) -> InlineServer {
        let (sender, messages) = unbounded();
        InlineServer { settings, stack, server: None, queue: Arc::default(), sender, messages, is_shut_down: false }
    }

    /// Handles a message of the client. Returns the messages of the server, in order. JSON that is not a
    /// message has none.
    pub fn handle(&mut self, message: Value) -> Vec<Value> {
        match serde_json::from_value(message) {
            Ok(Message::Request(request)) => self.request(request),
            Ok(Message::Notification(notification)) => self.notification(notification),
            // The server's own requests need no answer.
            Ok(Message::Response(_)) | Err(_) => {}
        }
        if let Some(server) = &mut self.server {
            server.work_off();
        }
        self.messages.try_iter().filter_map(|message| sent(&message)).collect()
    }

    fn request(&mut self, request: Request) {
        if request.method == "shutdown" {
            self.is_shut_down = true;
            return self.send(Response::new_ok(request.id, Value::Null));
        }
        match (&self.server, self.is_shut_down) {
            (_, true) => self.send(Failure::shut_down().response(request.id)),
            (None, _) if request.method == "initialize" => self.initialize(request),
            (None, _) => self.send(Failure::not_initialized().response(request.id)),
            (Some(_), _) if request.method == "initialize" => {
                self.send(Failure::initialized_already().response(request.id));
            }
            (Some(_), _) => self.queue.push(Task::Request(request)),
        }
    }

    fn notification(&mut self, notification: Notification) {
        match &*notification.method {
            // A page that is loaded again begins with a new server.
            "exit" => *self = InlineServer::new(self.settings.clone(), self.stack),
            // An answer is complete before the next message is read.
            "$/cancelRequest" | "initialized" => {}
            _ => self.queue.push(Task::Notification(notification)),
        }
    }

    fn initialize(&mut self, request: Request) {
        let Some(client) = Client::new(&request.params) else {
            return self.send(Failure::invalid(NO_CAPABILITIES).response(request.id));
        };
        self.send(Response::new_ok(request.id, introduction(&client)));
        let given = request.params.get("initializationOptions");
        let settings = configured(&self.settings, given).unwrap_or_else(|| self.settings.clone());
        let folders = Folders::new(settings, CheckRules::default(), self.stack, client, roots_of(&request.params));
        let mut server = Server::new(folders, self.queue.clone(), self.sender.clone()).alone();
        server.begin();
        self.server = Some(server);
    }

    fn send(&self, response: Response) {
        // The receiver is a field of this server.
        let _ = self.sender.send(response.into());
    }
}

/// Returns a message as the protocol writes it.
fn sent(message: &Message) -> Option<Value> {
    let Value::Object(fields) = serde_json::to_value(message).ok()? else { return None };
    let version = std::iter::once(("jsonrpc".to_owned(), json!("2.0")));
    Some(Value::Object(version.chain(fields).collect()))
}
