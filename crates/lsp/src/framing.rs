//! Messages on a stream of bytes, each after a header with its length. What comes in is not trusted: a length is checked
//! before memory is allocated, and a message that cannot be read is answered with an error of JSON-RPC, after which the next
//! one is read.

use std::io::{self, BufRead, Read};

use lsp_server::{ErrorCode, Message};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// The maximum length of a message in bytes.
const MAX_MESSAGE: u64 = 64 << 20;

/// The maximum length of a message that is skipped. A larger number is a wrong one: the next header follows.
const MAX_SKIPPED: u64 = 4 << 30;

/// The maximum length of a line of a header in bytes.
const MAX_LINE: u64 = 8 << 10;

/// The field of a header that has the length of its message.
const LENGTH: &str = "content-length:";

/// The next part of a stream.
#[derive(Clone, Debug)]
pub enum Frame {
    Message(Message),
    /// A message that cannot be read: the response to it.
    Malformed(Value),
    /// The end of the stream.
    End,
}

/// Reads the next message.
///
/// # Errors
/// The stream cannot be read.
pub fn read_frame(input: &mut impl BufRead) -> io::Result<Frame> {
    let length = match read_header(input)? {
        Header::Length(length) => length,
        Header::Invalid(reason) => return Ok(malformed(Value::Null, ErrorCode::InvalidRequest, &reason)),
        Header::End => return Ok(Frame::End),
    };
    if length > MAX_MESSAGE {
        // The rest of the stream stays readable: the bytes are read, and not kept.
        if length <= MAX_SKIPPED {
            io::copy(&mut input.take(length), &mut io::sink())?;
        }
        let reason = format!("expected at most {MAX_MESSAGE} bytes, found a message of {length} bytes");
        return Ok(malformed(Value::Null, ErrorCode::InvalidRequest, &reason));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(Frame::End);
    }
    Ok(message_of(&body))
}

/// Returns the message of a body.
fn message_of(body: &[u8]) -> Frame {
    match serde_json::from_slice(body) {
        // A request whose id is neither a string nor a number of 32 bits looks like a notification.
        Ok(Message::Notification(_)) if has_id(body) => {}
        Ok(message) => return Frame::Message(message),
        Err(_) => {}
    }
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => {
            let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or(Value::Null);
            malformed(
                id,
                ErrorCode::InvalidRequest,
                "expected a request with a string or a number of 32 bits as id, a response or a notification",
            )
        }
        Err(error) => malformed(Value::Null, ErrorCode::ParseError, &format!("expected JSON: {error}")),
    }
}

/// Returns whether an object has a field `id`.
fn has_id(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Numbered {
        #[serde(rename = "id")]
        _id: IgnoredAny,
    }
    serde_json::from_slice::<Numbered>(body).is_ok()
}

fn malformed(id: Value, code: ErrorCode, message: &str) -> Frame {
    Frame::Malformed(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } }))
}

/// The result of reading a header.
enum Header {
    /// The length of the message in bytes.
    Length(u64),
    /// A header without a length, and why.
    Invalid(String),
    End,
}

/// Reads a header up to its empty line. Skips lines that are not fields: after a header without a length, the bytes of its
/// message are in front of the next one.
fn read_header(input: &mut impl BufRead) -> io::Result<Header> {
    let (mut length, mut is_empty) = (None, true);
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(Header::End);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if let Some(value) = length_field(text) {
            match value.parse() {
                Ok(bytes) => length = Some(bytes),
                Err(_) => return skip_header(input, format!("expected a length in bytes, found '{value:.20}'")),
            }
        }
        match (text.is_empty(), length) {
            (true, Some(length)) => return Ok(Header::Length(length)),
            (true, None) if !is_empty => return Ok(Header::Invalid("expected a header Content-Length".to_owned())),
            (true, None) => {}
            (false, _) => is_empty = false,
        }
    }
}

/// Skips the rest of a header.
fn skip_header(input: &mut impl BufRead, reason: String) -> io::Result<Header> {
    loop {
        let mut line = Vec::new();
        let count = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if count == 0 || line.trim_ascii().is_empty() {
            return Ok(Header::Invalid(reason));
        }
    }
}

/// Returns the value of the length field of a line, which bytes of an earlier message may precede.
fn length_field(line: &str) -> Option<&str> {
    let at = line.to_ascii_lowercase().rfind(LENGTH)?;
    line.get(at + LENGTH.len()..).map(str::trim)
}
