//! The start of a connection: the greetings, and the READY commands.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::frame::{Frame, broken, command, encoded_command, read_frame};

/// The signature, the version 3.0, the mechanism, and zeros: 64 bytes.
const SIGNATURE: [u8; 10] = [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f];
const VERSION: [u8; 2] = [3, 0];
const MECHANISM: &[u8; 20] = b"NULL\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
const GREETING: usize = 64;

/// The maximum length of an identity, in bytes.
const MAX_IDENTITY: usize = 255;

/// Exchanges greetings and READY. Returns the identity of the peer, which may be empty.
pub(super) async fn shake<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    own: &str,
    peers: &[&str],
) -> io::Result<Vec<u8>> {
    let mut greeting = [0; GREETING];
    greeting[..10].copy_from_slice(&SIGNATURE);
    greeting[10..12].copy_from_slice(&VERSION);
    greeting[12..32].copy_from_slice(MECHANISM);
    stream.write_all(&greeting).await?;
    // An older version has a shorter greeting: it is rejected before the rest of ours is awaited.
    let mut start = [0; 11];
    stream.read_exact(&mut start).await?;
    if start[0] != SIGNATURE[0] || start[9] & 1 == 0 || start[10] < VERSION[0] {
        return Err(broken("expected a greeting of ZMTP 3"));
    }
    let mut rest = [0; GREETING - 11];
    stream.read_exact(&mut rest).await?;
    if !rest[1..].starts_with(MECHANISM) {
        return Err(broken("expected the mechanism NULL"));
    }
    stream.write_all(&encoded_command("READY", &property("Socket-Type", own))).await?;
    // Nothing but a command is allowed here: a part has no room.
    let Frame::Command(body) = read_frame(stream, 0).await? else { return Err(broken("expected READY")) };
    let (name, mut data) = command(&body)?;
    if name != b"READY" {
        return Err(broken("expected READY"));
    }
    let (mut kind, mut identity) = (Vec::new(), Vec::new());
    while !data.is_empty() {
        let (key, value, rest) = split_property(data).ok_or_else(|| broken("a broken property of READY"))?;
        if key.eq_ignore_ascii_case(b"Socket-Type") {
            kind = value.to_vec();
        } else if key.eq_ignore_ascii_case(b"Identity") {
            identity = value.to_vec();
        }
        data = rest;
    }
    // An identity that starts with a zero is one that a router gives.
    if identity.len() > MAX_IDENTITY || identity.first() == Some(&0) {
        return Err(broken("an invalid identity"));
    }
    if peers.iter().any(|peer| peer.as_bytes() == kind) { Ok(identity) } else { Err(broken("another type of socket")) }
}

fn property(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.bytes());
    bytes.extend((value.len() as u32).to_be_bytes());
    bytes.extend(value.bytes());
    bytes
}

/// Splits the first property from others: its name, its value, and the rest.
fn split_property(data: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (length, data) = data.split_first()?;
    let (name, data) = data.split_at_checked(usize::from(*length))?;
    let (length, data) = data.split_first_chunk::<4>()?;
    let (value, rest) = data.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((name, value, rest))
}
