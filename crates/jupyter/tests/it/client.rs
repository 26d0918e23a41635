//! A front end: the sockets of a kernel that runs on a thread of this process.

use std::collections::VecDeque;
use std::future::Future;
use std::str::FromStr;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use pprepl_jupyter::{Connection, Interrupter, Start, run};
use pprepl_session::Settings;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::runtime::{Builder, Runtime};
use zeromq::util::PeerIdentity;
use zeromq::{DealerSocket, ReqSocket, Socket, SocketOptions, SocketRecv, SocketSend, SubSocket, ZmqMessage};

const KEY: &str = "a key of the tests";

/// After this time a message will not come.
const DEADLINE: Duration = Duration::from_secs(60);

/// A message of the kernel.
#[derive(Clone, Debug)]
pub struct Message {
    pub header: Value,
    pub parent: Value,
    pub content: Value,
    /// The first frame: the topic on iopub.
    pub topic: String,
}

impl Message {
    pub fn kind(&self) -> &str {
        self.header["msg_type"].as_str().unwrap()
    }
}

/// A front end of one kernel.
pub struct Client {
    runtime: Runtime,
    shell: DealerSocket,
    control: DealerSocket,
    stdin: DealerSocket,
    iopub: SubSocket,
    heartbeat: ReqSocket,
    key: String,
    sent: u64,
    pub interrupter: Interrupter,
    /// The ports of the kernel.
    pub connection: Connection,
    /// Messages of iopub that are read but belong to another request.
    early: VecDeque<Message>,
    server: Option<thread::JoinHandle<()>>,
}

fn free_ports(key: &str, ip: &str) -> Connection {
    Connection {
        transport: "tcp".to_owned(),
        ip: ip.to_owned(),
        shell_port: 0,
        control_port: 0,
        iopub_port: 0,
        stdin_port: 0,
        hb_port: 0,
        key: key.to_owned(),
        signature_scheme: "hmac-sha256".to_owned(),
    }
}

impl Client {
    /// Starts a kernel, and connects to it.
    pub fn start() -> Client {
        Client::start_at("127.0.0.1")
    }

    /// Starts a kernel that listens on an address of this machine, and connects to it.
    pub fn start_at(ip: &'static str) -> Client {
        let (ready, bound) = channel();
        let server = thread::spawn(move || {
            let start = Start { connection: free_ports(KEY, ip), settings: Settings::default(), environment: None };
            run(start, |connection, interrupter| ready.send((connection.clone(), interrupter)).unwrap()).unwrap();
        });
        let (connection, interrupter) = bound.recv_timeout(DEADLINE).unwrap();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let at = |port: u16| format!("tcp://127.0.0.1:{port}");
        let client = runtime.block_on(async {
            // One identity for all channels: the kernel asks the front end of a request on stdin.
            let dealer = || {
                let mut options = SocketOptions::default();
                options.peer_identity(PeerIdentity::from_str("front-end").unwrap());
                DealerSocket::with_options(options)
            };
            let (mut shell, mut control, mut stdin) = (dealer(), dealer(), dealer());
            let (mut iopub, mut heartbeat) = (SubSocket::new(), ReqSocket::new());
            shell.connect(&at(connection.shell_port)).await.unwrap();
            control.connect(&at(connection.control_port)).await.unwrap();
            stdin.connect(&at(connection.stdin_port)).await.unwrap();
            iopub.connect(&at(connection.iopub_port)).await.unwrap();
            iopub.subscribe("").await.unwrap();
            heartbeat.connect(&at(connection.hb_port)).await.unwrap();
            (shell, control, stdin, iopub, heartbeat)
        });
        let (shell, control, stdin, iopub, heartbeat) = (client.0, client.1, client.2, client.3, client.4);
        let mut client = Client {
            runtime,
            shell,
            control,
            stdin,
            iopub,
            heartbeat,
            key: KEY.to_owned(),
            sent: 0,
            interrupter,
            connection,
            early: VecDeque::new(),
            server: Some(server),
        };
        client.wait_for_subscription();
        client
    }

    /// Asks until a status arrives: then the subscription is in effect, and no message is lost.
    fn wait_for_subscription(&mut self) {
        loop {
            let id = self.request("kernel_info_request", json!({}));
            self.reply();
            let arrived = self
                .runtime
                .block_on(async { tokio::time::timeout(Duration::from_millis(200), self.iopub.recv()).await });
            if let Ok(Ok(message)) = arrived {
                self.early.push_back(read(message));
                self.published(&id);
                self.early.clear();
                return;
            }
        }
    }

    fn wait<T>(runtime: &Runtime, future: impl Future<Output = T>) -> T {
        runtime.block_on(async { tokio::time::timeout(DEADLINE, future).await }).expect("no message arrives")
    }

    fn frames(&mut self, kind: &str, content: &Value, metadata: &Value) -> (String, ZmqMessage) {
        self.sent += 1;
        let id = format!("request-{}", self.sent);
        let header = json!({
            "msg_id": id, "session": "client", "username": "user", "date": "2026-11-23T00:00:00Z", "msg_type": kind,
            "version": "5.4",
        });
        let parts = [&header, &json!({}), metadata, content].map(|part| part.to_string().into_bytes());
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).unwrap();
        parts.iter().for_each(|part| mac.update(part));
        let signature: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let mut message = ZmqMessage::from("<IDS|MSG>");
        message.push_back(signature.into());
        parts.into_iter().for_each(|part| message.push_back(part.into()));
        (id, message)
    }

    /// Sends a request on the shell channel; returns its id.
    pub fn request(&mut self, kind: &str, content: Value) -> String {
        self.request_with(kind, content, json!({}))
    }

    /// Sends a request with metadata, as JupyterLab does with the id of a cell.
    pub fn request_with(&mut self, kind: &str, content: Value, metadata: Value) -> String {
        let (id, message) = self.frames(kind, &content, &metadata);
        Client::wait(&self.runtime, self.shell.send(message)).unwrap();
        id
    }

    pub fn control(&mut self, kind: &str, content: Value) -> String {
        let (id, message) = self.frames(kind, &content, &json!({}));
        Client::wait(&self.runtime, self.control.send(message)).unwrap();
        id
    }

    pub fn enter(&mut self, line: &str) {
        let (_, message) = self.frames("input_reply", &json!({ "value": line }), &json!({}));
        Client::wait(&self.runtime, self.stdin.send(message)).unwrap();
    }

    /// Sends a request that is signed with another key.
    pub fn request_with_key(&mut self, key: &str, kind: &str, content: Value) {
        let own = std::mem::replace(&mut self.key, key.to_owned());
        self.request(kind, content);
        self.key = own;
    }

    /// Sends a message that is not one of the protocol.
    pub fn send_noise(&mut self, frames: &[&str]) {
        let mut message = ZmqMessage::from(frames[0]);
        frames[1..].iter().for_each(|frame| message.push_back((*frame).to_owned().into()));
        Client::wait(&self.runtime, self.shell.send(message)).unwrap();
    }

    pub fn reply(&mut self) -> Message {
        read(Client::wait(&self.runtime, self.shell.recv()).unwrap())
    }

    pub fn control_reply(&mut self) -> Message {
        read(Client::wait(&self.runtime, self.control.recv()).unwrap())
    }

    pub fn question(&mut self) -> Message {
        read(Client::wait(&self.runtime, self.stdin.recv()).unwrap())
    }

    pub fn beat(&mut self, text: &str) -> String {
        Client::wait(&self.runtime, self.heartbeat.send(text.into())).unwrap();
        let message = Client::wait(&self.runtime, self.heartbeat.recv()).unwrap();
        String::from_utf8(message.into_vec().last().unwrap().to_vec()).unwrap()
    }

    /// Returns the next message of iopub that belongs to a request.
    pub fn next_published(&mut self, id: &str) -> Message {
        let is_own = |message: &Message| message.parent["msg_id"] == id;
        if let Some(at) = self.early.iter().position(is_own) {
            return self.early.remove(at).unwrap();
        }
        loop {
            let message = read(Client::wait(&self.runtime, self.iopub.recv()).unwrap());
            if is_own(&message) {
                return message;
            }
            self.early.push_back(message);
        }
    }

    /// Returns the messages of iopub for a request, until the kernel is idle.
    pub fn published(&mut self, id: &str) -> Vec<Message> {
        let mut all = Vec::new();
        loop {
            let message = self.next_published(id);
            let is_last = message.kind() == "status" && message.content["execution_state"] == "idle";
            all.push(message);
            if is_last {
                return all;
            }
        }
    }

    /// Executes a cell: the reply, and what is published between busy and idle.
    pub fn execute(&mut self, code: &str) -> (Message, Vec<Message>) {
        self.execute_cell(code, json!({}))
    }

    /// Executes a cell with metadata.
    pub fn execute_cell(&mut self, code: &str, metadata: Value) -> (Message, Vec<Message>) {
        let id = self.request_with("execute_request", execution(code), metadata);
        let reply = self.reply();
        assert_eq!(reply.parent["msg_id"], id.as_str());
        let mut published = self.published(&id);
        published.retain(|message| !matches!(message.kind(), "status" | "execute_input"));
        (reply, published)
    }

    /// Ends the kernel, and waits for its sockets to close.
    pub fn shut_down(&mut self) -> Message {
        self.control("shutdown_request", json!({ "restart": false }));
        let reply = self.control_reply();
        self.join();
        reply
    }

    /// Waits for the end of the kernel.
    pub fn join(&mut self) {
        if let Some(server) = self.server.take() {
            server.join().unwrap();
        }
    }
}

/// Returns the content of a request to execute a cell.
pub fn execution(code: &str) -> Value {
    json!({
        "code": code, "silent": false, "store_history": true, "user_expressions": {}, "allow_stdin": false,
        "stop_on_error": true,
    })
}

fn read(message: ZmqMessage) -> Message {
    let frames = message.into_vec();
    let at = frames.iter().position(|frame| frame.as_ref() == b"<IDS|MSG>").unwrap();
    let topic = frames.first().filter(|_| at > 0).map(|frame| String::from_utf8_lossy(frame).into_owned());
    let signature = String::from_utf8(frames[at + 1].to_vec()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(KEY.as_bytes()).unwrap();
    frames[at + 2..at + 6].iter().for_each(|part| mac.update(part));
    let expected: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(signature, expected, "every message is signed");
    let value = |number: usize| serde_json::from_slice(&frames[at + 1 + number]).unwrap();
    Message { header: value(1), parent: value(2), content: value(4), topic: topic.unwrap_or_default() }
}
