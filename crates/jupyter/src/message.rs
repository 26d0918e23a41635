//! Messages: a request as a socket receives it, and the frames of a message to send.

use serde_json::{Map, Value, json};

use super::outgoing::Outgoing;
use super::signature::Signer;
use super::zmtp::Parts;

/// The version of the messaging protocol.
pub(crate) const PROTOCOL: &str = "5.4";

/// The frame between the identities and the message.
const DELIMITER: &[u8] = b"<IDS|MSG>";

/// The number of signed parts: header, parent header, metadata, content.
const PARTS: usize = 4;

/// A message of a front end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// The route back to the front end.
    pub identities: Vec<Vec<u8>>,
    pub header: Value,
    pub metadata: Value,
    pub content: Value,
}

/// The reason why a message is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageError {
    /// It has not the frames of the protocol.
    Frames,
    /// Its signature is not that of the key.
    Signature,
    /// A part is not JSON.
    Json,
}

impl Request {
    /// Reads the frames of a message, and checks its signature.
    pub(crate) fn read(frames: &[Vec<u8>], signer: &Signer) -> Result<Request, MessageError> {
        let at = frames.iter().position(|frame| *frame == DELIMITER).ok_or(MessageError::Frames)?;
        let identities = frames.iter().take(at).cloned().collect();
        let signature = frames.get(at + 1).ok_or(MessageError::Frames)?;
        let parts: Vec<&[u8]> = frames.iter().skip(at + 2).take(PARTS).map(Vec::as_slice).collect();
        let [header, _, metadata, content] = parts.as_slice() else { return Err(MessageError::Frames) };
        if !signer.is_valid(signature, parts.iter().copied()) {
            return Err(MessageError::Signature);
        }
        let value = |bytes: &[u8]| serde_json::from_slice(bytes).map_err(|_| MessageError::Json);
        Ok(Request { identities, header: value(header)?, metadata: value(metadata)?, content: value(content)? })
    }

    /// Returns the type of the message.
    pub(crate) fn kind(&self) -> &str {
        self.header.get("msg_type").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns a string of the content.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.content.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns a Boolean of the content.
    pub(crate) fn flag(&self, key: &str, default: bool) -> bool {
        self.content.get(key).and_then(Value::as_bool).unwrap_or(default)
    }

    /// Returns a number of the content.
    pub(crate) fn number(&self, key: &str) -> Option<i64> {
        self.content.get(key).and_then(Value::as_i64)
    }
}

/// Returns the frames of a message from the kernel's session with this id.
pub(crate) fn frames(message: &Outgoing, session: &str, signer: &Signer) -> Parts {
    let header = json!({
        "msg_id": uuid::Uuid::new_v4().to_string(),
        "session": session,
        "username": "kernel",
        "date": jiff::Timestamp::now().to_string(),
        "msg_type": message.kind,
        "version": PROTOCOL,
    });
    let parent = if message.parent.is_null() { Value::Object(Map::new()) } else { message.parent.clone() };
    let parts = [&header, &parent, &message.metadata, &message.content].map(|part| part.to_string().into_bytes());
    let signature = signer.sign(parts.iter().map(Vec::as_slice));
    let mut frames = message.route.clone();
    frames.extend([DELIMITER.to_vec(), signature.into_bytes()]);
    frames.extend(parts);
    frames
}
