//! JSON that is safe to print: characters that a terminal would obey, hide or reorder are written as `\uXXXX`. All
//! JSON output of the program passes through [`json_text`].

use std::fmt::{Display, Write};

use super::is_hidden;

/// Formats JSON (of a `serde_json::Value`, or other valid JSON) without hidden characters. Outside of strings JSON
/// is ASCII, so each of them is in a string, where an escape means the same.
pub fn json_text(json: impl Display) -> String {
    safe_json(json.to_string())
}

/// Returns valid JSON without hidden characters, as [`json_text`] does.
pub fn safe_json(text: String) -> String {
    // A maximum of all bytes is found many bytes at a time, unlike the first byte of a kind.
    if text.bytes().fold(0, u8::max) < 0x7f {
        return text;
    }
    // The first byte that may begin such a character.
    let Some(first) = text.bytes().position(|byte| byte >= 0x7f) else { return text };
    let first = text.floor_char_boundary(first);
    let (plain, rest) = text.split_at(first);
    let mut safe = String::with_capacity(text.len() + 16);
    safe.push_str(plain);
    for ch in rest.chars() {
        if is_escaped(ch) {
            push_escape(&mut safe, ch);
        } else {
            safe.push(ch);
        }
    }
    safe
}

/// Appends the content of a JSON string, without its quotes. Only what JSON requires is escaped: see [`safe_json`].
pub fn push_json_string(out: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    while let Some(at) = first_special(rest) {
        let (plain, special) = rest.split_at(at);
        out.extend_from_slice(plain);
        let Some((&byte, after)) = special.split_first() else { return };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            _ => {
                let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 15)];
                out.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte)]);
            }
        }
        rest = after;
    }
    out.extend_from_slice(rest);
}

/// The number of bytes that are tested at once.
const BLOCK: usize = 16;

/// Returns the position of the first byte that a JSON string cannot contain: a quote, a backslash or a control character.
fn first_special(bytes: &[u8]) -> Option<usize> {
    let place_in = |block: &[u8]| block.iter().position(|&byte| is_special(byte));
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let place = blocks.iter().enumerate().find(|(_, block)| has_special(block));
    match place {
        Some((at, block)) => place_in(block).map(|place| at * BLOCK + place),
        None => place_in(rest).map(|place| blocks.len() * BLOCK + place),
    }
}

/// Tests all bytes of a block, without a branch for each.
fn has_special(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(false, |found, &byte| found | is_special(byte))
}

fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// Returns whether the character is escaped. The joiners have a use in words and emoji, so [`super::visible`]
/// leaves them; data that programs read loses nothing when they are escaped. (Whitespace between tokens stays.)
fn is_escaped(ch: char) -> bool {
    matches!(ch, '\u{200c}' | '\u{200d}') || !ch.is_ascii_whitespace() && is_hidden(ch)
}

/// Appends `\uXXXX`, as a surrogate pair beyond the first plane.
fn push_escape(out: &mut String, ch: char) {
    for unit in ch.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}
