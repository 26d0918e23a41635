//! The child process: threads write its requests and read its replies and its output.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::choice::{RubyLimits, search_path};
use super::group;

/// The program that runs in Ruby, with the driver's own constants of Puppet.
const DRIVER: &str = concat!(
    include_str!("driver/protocol.rb"),
    include_str!("driver/values.rb"),
    include_str!("driver/functions.rb"),
    include_str!("driver/libraries.rb"),
    include_str!("driver/scope.rb"),
    include_str!("driver/shim.rb"),
    include_str!("driver/parser.rb"),
    include_str!("driver/constants.rb"),
    include_str!("driver/templates.rb"),
    include_str!("driver/start.rb"),
);

/// The same with Puppet's own library.
const LIBRARY_DRIVER: &str = concat!(
    include_str!("driver/protocol.rb"),
    include_str!("driver/values.rb"),
    include_str!("driver/functions.rb"),
    include_str!("driver/scope.rb"),
    include_str!("driver/library.rb"),
    include_str!("driver/templates.rb"),
    include_str!("driver/start.rb"),
);

/// The maximum size of a reply in bytes.
const MAX_REPLY: u64 = 256 << 20;

/// The maximum length of a line of output in bytes; a longer one is split.
const MAX_LINE: u64 = 4096;

/// The maximum size in bytes of a file that the process writes.
const MAX_FILE: u64 = 64 << 20;

/// The number of messages that wait to be read; then the process waits.
const WAITING: usize = 256;

/// The line that ends the output of a call.
const MARK: &[u8] = b"\0mark";

/// A message of the process.
pub(crate) enum Incoming {
    /// A reply or a question, as JSON.
    Message(Vec<u8>),
    /// A line that foreign code printed.
    Printed(String),
    /// The end of the output of a call.
    Mark,
    /// A reply was too long.
    TooLong,
    /// The process closed its pipe.
    Closed,
}

/// A running process. It is killed and waited for when dropped.
pub(crate) struct Process {
    child: Child,
    requests: Sender<String>,
    incoming: Receiver<Incoming>,
}

impl Process {
    /// Starts Ruby with the driver.
    pub(crate) fn start(program: &Path, library: bool, limits: RubyLimits) -> io::Result<Process> {
        // A page has no processes: its module is built without the driver.
        if cfg!(target_family = "wasm") {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let setup = json!({
            "memory": limits.memory,
            "seconds": limits.seconds,
            "file_size": MAX_FILE,
            "parent": group::own_id(),
        });
        let mut command = Command::new(program);
        command.env_clear().env("PATH", search_path(program)).env("LANG", "C.UTF-8").current_dir("/");
        // The driver loads RubyGems when code needs a gem; Puppet's library may be one itself.
        command.args(if library { ["-e", LIBRARY_DRIVER].as_slice() } else { &["--disable-gems", "-e", DRIVER] });
        command.arg("--").arg(setup.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::separate(&mut command);
        let mut child = command.spawn()?;
        let (requests, queue) = channel::<String>();
        let (sender, incoming) = sync_channel(WAITING);
        if let Some(mut pipe) = child.stdin.take() {
            thread::spawn(move || {
                while let Ok(line) = queue.recv() {
                    if pipe.write_all(line.as_bytes()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(pipe) = child.stderr.take() {
            let sender = sender.clone();
            thread::spawn(move || read_output(pipe, &sender));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read_replies(pipe, &sender));
        }
        Ok(Process { child, requests, incoming })
    }

    /// Sends a line.
    pub(crate) fn send(&self, mut line: String) {
        line.push('\n');
        // A process that ended is noticed when its reply is read.
        let _ = self.requests.send(line);
    }

    /// Returns the next message; `None` when the time is over.
    pub(crate) fn receive(&self, time: Duration) -> Option<Incoming> {
        match self.incoming.recv_timeout(time) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Incoming::Closed),
        }
    }

    /// Waits for the end of the process, which closed its pipe, and describes it.
    pub(crate) fn end(&mut self) -> String {
        let until = Instant::now() + Duration::from_millis(500);
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(Some(status)) => return group::describe(status),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        "it closed its pipe".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        group::kill(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Reads the replies until the pipe is closed.
fn read_replies(pipe: impl Read, sender: &SyncSender<Incoming>) {
    let mut reader = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MAX_REPLY).read_until(b'\n', &mut line);
        let message = match read {
            Ok(0) | Err(_) => Incoming::Closed,
            Ok(_) if line.last() == Some(&b'\n') => Incoming::Message(line),
            Ok(read) if read as u64 == MAX_REPLY => Incoming::TooLong,
            Ok(_) => Incoming::Closed,
        };
        let is_last = !matches!(message, Incoming::Message(_));
        if sender.send(message).is_err() || is_last {
            return;
        }
    }
}

/// Reads what foreign code prints until the pipe is closed.
fn read_output(pipe: impl Read, sender: &SyncSender<Incoming>) {
    let mut reader = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.last() == Some(&b'\n');
        let text = if is_whole { &line[..line.len() - 1] } else { &line[..] };
        let (printed, is_mark) = match text.strip_suffix(MARK) {
            Some(before) => (before, true),
            None => (text, false),
        };
        if !(is_mark && printed.is_empty()) {
            let text = String::from_utf8_lossy(printed).into_owned();
            if sender.send(Incoming::Printed(text)).is_err() {
                return;
            }
        }
        if is_mark && sender.send(Incoming::Mark).is_err() {
            return;
        }
    }
}
