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
