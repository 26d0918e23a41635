//! The connection to a client on two streams, each with a thread.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
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

/// Connects to a client.
///
/// # Errors
/// The system has no thread.
pub fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<(Connection, Threads)> {
    // Both threads write: one the messages of the server, one the responses to malformed messages.
    let output = Arc::new(Mutex::new(output));
    let responses = output.clone();
    // A full channel holds the sender back: a message waits where it comes from.
    let (sender, outgoing) = bounded(0);
    let (incoming, receiver) = bounded(0);
    let writer = Builder::new().name("answers".to_owned()).spawn(move || write_all(&outgoing, &output))?;
    let reader = Builder::new().name("requests".to_owned()).spawn(move || read_all(input, &incoming, &responses))?;
    Ok((Connection { sender, receiver }, Threads { reader, writer }))
}

fn write_all(messages: &Receiver<Message>, output: &Mutex<impl Write>) -> io::Result<()> {
    let lock = || output.lock().unwrap_or_else(PoisonError::into_inner);
    messages.iter().try_for_each(|message| message.write(&mut *lock()))
}

/// Reads messages to the end of the stream, or to the notification that ends the server. Answers those that cannot be
/// read.
fn read_all(mut input: impl BufRead, messages: &Sender<Message>, output: &Mutex<impl Write>) -> io::Result<()> {
    loop {
        match read_frame(&mut input)? {
            Frame::Message(message) => {
                let is_exit = matches!(&message, Message::Notification(notification) if notification.method == "exit");
                if messages.send(message).is_err() || is_exit {
                    return Ok(());
                }
            }
            Frame::Malformed(response) => write_response(&response, output)?,
            Frame::End => return Ok(()),
        }
    }
}

/// Writes a response without the number of a request, which the other messages cannot have.
fn write_response(response: &Value, output: &Mutex<impl Write>) -> io::Result<()> {
    let text = response.to_string();
    let mut out = output.lock().unwrap_or_else(PoisonError::into_inner);
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}
