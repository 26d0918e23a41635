//! A language server for Puppet: diagnostics with fixes, completion, navigation, renames and formatting, over the whole
//! environment. It speaks the Language Server Protocol on the standard input and output.
//!
//! Opening is not running: no code is evaluated. Answers come from the syntax tree, the static checker, the index of the
//! environment and the documentation.

mod actions;
mod attributes;
mod calls;
mod candidate;
mod capabilities;
mod changes;
mod client;
mod comment;
mod completion;
mod current_tree;
mod diagnostics;
mod dispatch;
mod document;
mod documentation;
mod failure;
mod folder;
mod formatting;
mod framing;
mod hints;
mod hover;
mod indexing;
mod inline;
mod introduction;
mod lenses;
mod links;
mod navigation;
mod outline;
mod position;
mod queue;
mod rename;
mod ruby;
mod rules;
mod server;
mod signature;
mod state;
mod streams;
mod structure;
mod symbols;
mod target;
mod tokens;
mod uri;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::Builder;

use crossbeam_channel::Sender;
use lsp_server::{Connection, Message, RequestId, Response};
use pprepl_session::Settings;
use pprepl_session::config::CheckRules;
use serde_json::Value;

use client::{Client, NO_CAPABILITIES};
use failure::Failure;
use folder::Folders;
use introduction::introduction;
use queue::{Queue, Task};
use server::Server;

pub use inline::InlineServer;

/// Serves a client on two streams until it ends the server. `rules` are those of the user's configuration, `stack` is the
/// stack size of this thread for checks, in bytes.
///
/// # Errors
/// Messages cannot be read or written.
pub fn run(
    settings: Settings,
    rules: CheckRules,
    stack: usize,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (connection, threads) = streams::connect(input, output)?;
    serve(connection, settings, rules, stack);
    threads.join()
}

/// Serves a client on a connection, up to its end.
pub fn serve(connection: Connection, settings: Settings, rules: CheckRules, stack: usize) {
    let Some((id, params)) = initialize_request(&connection) else { return };
    let Some(client) = Client::new(&params) else {
        let _ = connection.sender.send(Failure::invalid(NO_CAPABILITIES).response(id).into());
        return;
    };
    let _ = connection.sender.send(Response::new_ok(id, introduction(&client)).into());
    let settings = server::configured(&settings, params.get("initializationOptions")).unwrap_or(settings);
    let queue = Arc::new(Queue::default());
    let (incoming, Connection { sender, receiver }) = (queue.clone(), connection);
    let answers = sender.clone();
    let read = move || read_messages(receiver, &incoming, &answers);
    if Builder::new().name("messages".to_owned()).spawn(read).is_err() {
        return;
    }
    let folders = Folders::new(settings, rules, stack, client, server::roots_of(&params));
    Server::new(folders, queue, sender).run();
}

/// Returns the request `initialize`; `None` when the client ends the server before it. Other requests are rejected.
fn initialize_request(connection: &Connection) -> Option<(RequestId, Value)> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => return Some((request.id, request.params)),
            Message::Request(request) => {
                let _ = connection.sender.send(Failure::not_initialized().response(request.id).into());
            }
            Message::Notification(notification) if notification.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// Reads messages until the client ends the server. A cancellation takes effect at once.
fn read_messages(messages: impl IntoIterator<Item = Message>, queue: &Queue, answers: &Sender<Message>) {
    let mut is_shut_down = false;
    for message in messages {
        match message {
            Message::Request(request) if request.method == "shutdown" => {
                is_shut_down = true;
                let _ = answers.send(Response::new_ok(request.id, Value::Null).into());
            }
            Message::Request(request) if is_shut_down => {
                let _ = answers.send(Failure::shut_down().response(request.id).into());
            }
            Message::Request(request) if request.method == "initialize" => {
                let _ = answers.send(Failure::initialized_already().response(request.id).into());
            }
            Message::Request(request) => queue.push(Task::Request(request)),
            Message::Notification(notification) if notification.method == "exit" => break,
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                if let Some(id) = notification.params.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()) {
                    queue.cancel(id);
                }
            }
            Message::Notification(notification) => queue.push(Task::Notification(notification)),
            // The server's own requests need no answer.
            Message::Response(_) => {}
        }
    }
    queue.close();
}
