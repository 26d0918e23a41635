//! Frames: their lengths are checked before memory is allocated.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// The parts of a message.
pub(crate) type Parts = Vec<Vec<u8>>;

/// The maximum size of a command, in bytes.
pub(super) const MAX_COMMAND: usize = 1 << 10;

/// The maximum number of parts of a message.
const MAX_PARTS: usize = 1 << 10;

/// The memory that is allocated before the bytes of a body arrive.
const FIRST_CAPACITY: usize = 8 << 10;

const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// The body of a frame.
pub(super) enum Frame {
    Command(Vec<u8>),
    Part { body: Vec<u8>, has_more: bool },
}

/// A message or a command of a peer.
pub(super) enum Received {
    Command(Vec<u8>),
    Message(Parts),
}

pub(super) fn broken(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Reads a frame whose part has at most `room` bytes.
pub(super) async fn read_frame(input: &mut (impl AsyncRead + Unpin), room: usize) -> io::Result<Frame> {
    let flags = input.read_u8().await?;
    let is_command = flags & COMMAND != 0;
    if flags & !(MORE | LONG | COMMAND) != 0 || (is_command && flags & MORE != 0) {
        return Err(broken("unknown flags of a frame"));
    }
    let length = if flags & LONG == 0 { u64::from(input.read_u8().await?) } else { input.read_u64().await? };
    let limit = if is_command { MAX_COMMAND } else { room };
    let length = usize::try_from(length).ok().filter(|length| *length <= limit);
    let length = length.ok_or_else(|| broken("a frame is too long"))?;
    let body = read_body(input, length).await?;
    Ok(if is_command { Frame::Command(body) } else { Frame::Part { body, has_more: flags & MORE != 0 } })
}

/// Reads a body. Memory grows with the bytes that arrive, not with the length that was announced.
async fn read_body(input: &mut (impl AsyncRead + Unpin), length: usize) -> io::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(length.min(FIRST_CAPACITY));
    input.take(length as u64).read_to_end(&mut body).await?;
    if body.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(body) }
}

/// Reads a command, or a message of at most `limit` bytes. A command between two parts breaks the protocol.
pub(super) async fn receive(input: &mut (impl AsyncRead + Unpin), limit: usize) -> io::Result<Received> {
    let (mut parts, mut room) = (Vec::new(), limit);
    loop {
        match read_frame(input, room).await? {
            Frame::Command(body) if parts.is_empty() => return Ok(Received::Command(body)),
            Frame::Command(_) => return Err(broken("a command within a message")),
            Frame::Part { body, has_more } => {
                room -= body.len();
                parts.push(body);
                if !has_more {
                    return Ok(Received::Message(parts));
                }
                if parts.len() == MAX_PARTS {
                    return Err(broken("a message has too many parts"));
                }
            }
        }
    }
}

/// Returns the bytes of a message.
pub(super) fn encoded(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len() + 9).sum());
    for (number, part) in parts.iter().enumerate() {
        append(&mut bytes, if number + 1 < parts.len() { MORE } else { 0 }, part);
    }
    bytes
}

/// Returns the bytes of a command.
pub(super) fn encoded_command(name: &str, data: &[u8]) -> Vec<u8> {
    let mut body = vec![name.len() as u8];
    body.extend(name.bytes());
    body.extend(data);
    let mut bytes = Vec::new();
    append(&mut bytes, COMMAND, &body);
    bytes
}

fn append(bytes: &mut Vec<u8>, flags: u8, body: &[u8]) {
    match u8::try_from(body.len()) {
        Ok(length) => bytes.extend([flags, length]),
        Err(_) => {
            bytes.push(flags | LONG);
            bytes.extend((body.len() as u64).to_be_bytes());
        }
    }
    bytes.extend(body);
}

/// Splits the body of a command into its name and its data.
pub(super) fn command(body: &[u8]) -> io::Result<(&[u8], &[u8])> {
    let split = body.split_first().and_then(|(length, rest)| rest.split_at_checked(usize::from(*length)));
    split.ok_or_else(|| broken("a command without a name"))
}
