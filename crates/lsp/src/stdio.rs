//! The connection to a client on the standard input and output, each with a thread.

use std::io::{self, BufReader, Write};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{Connection, Message};
use serde_json::Value;

use super::framing::{Frame, read_frame};

/// The threads of a connection.
pub struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits for the end of both.
    ///
    /// # Errors
    /// One of them could not read or write.
    pub fn join(self) -> io::Result<()> {
        let ended =
            |thread: JoinHandle<io::Result<()>>| thread.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        ended(self.reader)?;
        ended(self.writer)
    }
}

/// Connects to the client.
///
/// # Errors
/// The system has no thread.
pub fn connect() -> io::Result<(Connection, Threads)> {
    // A full channel holds the sender back: a message waits where it comes from.
    let (sender, outgoing) = bounded(0);
    let (incoming, receiver) = bounded(0);
    let writer = Builder::new().name("answers".to_owned()).spawn(move || write_all(&outgoing))?;
    let reader = Builder::new().name("requests".to_owned()).spawn(move || read_all(&incoming))?;
    Ok((Connection { sender, receiver }, Threads { reader, writer }))
}

fn write_all(messages: &Receiver<Message>) -> io::Result<()> {
    messages.iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
}

/// Reads messages to the end of the stream, or to the notification that ends the server. Answers those that cannot be
/// read.
fn read_all(messages: &Sender<Message>) -> io::Result<()> {
    let mut input = BufReader::new(io::stdin());
    loop {
        match read_frame(&mut input)? {
            Frame::Message(message) => {
                let is_exit = matches!(&message, Message::Notification(notification) if notification.method == "exit");
                if messages.send(message).is_err() || is_exit {
                    return Ok(());
                }
            }
            Frame::Malformed(response) => write_response(&response)?,
            Frame::End => return Ok(()),
        }
    }
}

/// Writes a response without the number of a request, which the other messages cannot have.
fn write_response(response: &Value) -> io::Result<()> {
    let text = response.to_string();
    let mut out = io::stdout().lock();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}
