//! `Binary` from other values.

use pprepl_text::Topic;
use std::rc::Rc;

use base64::Engine as _;

use super::super::{Hash, Result, Value, ValueError};
use super::arguments::arguments;

/// Makes `Binary(string, format)`, `Binary(bytes)` or `Binary({value => .., format => ..})`.
pub(super) fn binary(args: &[Value]) -> Result<Value> {
    let bytes = match args {
        [Value::Str(text)] => decode(&text.text, "%B")?,
        [Value::Str(text), Value::Str(format)] => decode(&text.text, &format.text)?,
        [Value::Array(array)] => bytes_of(&array.items).ok_or_else(|| arguments("a Binary", args))?,
        [Value::Hash(hash)] => binary_of_hash(hash)?,
        _ => return Err(arguments("a Binary", args)),
    };
    Ok(Value::Binary(Rc::new(bytes)))
}

fn bytes_of(items: &[Value]) -> Option<Vec<u8>> {
    let byte = |item: &Value| match item {
        Value::Int(i) => u8::try_from(*i).ok(),
        _ => None,
    };
    items.iter().map(byte).collect()
}

fn binary_of_hash(hash: &Hash) -> Result<Vec<u8>> {
    let bad = || ValueError::new(Topic::ConversionFailed, "a Binary takes a hash with the keys value and format");
    let known = |key: &Value| matches!(key.as_str(), Some("value" | "format"));
    if !hash.keys().all(known) {
        return Err(bad());
    }
    match (hash.get_str("value"), hash.get_str("format")) {
        (Some(Value::Array(array)), None) => bytes_of(&array.items).ok_or_else(bad),
        (Some(Value::Str(text)), None | Some(Value::Undef)) => decode(&text.text, "%B"),
        (Some(Value::Str(text)), Some(Value::Str(format))) => decode(&text.text, &format.text),
        _ => Err(bad()),
    }
}

/// Decodes base 64 by a format: `%B` strict, `%b` lenient, `%u` for URLs; `%s` and `%r` return the string's
/// own bytes.
fn decode(text: &str, format: &str) -> Result<Vec<u8>> {
    match format {
        "%B" => strict(text),
        "%b" => Ok(lenient(text)),
        "%u" => {
            let padding = if text.ends_with('=') { 0 } else { (4 - text.len() % 4) % 4 };
            strict(&format!("{}{}", text.replace('-', "+").replace('_', "/"), "=".repeat(padding)))
        }
        "%s" | "%r" => Ok(text.as_bytes().to_vec()),
        _ => Err(ValueError::new(
            Topic::ConversionFailed,
            format!("'{format}' is not a format of a Binary; expected %b, %B, %u, %s or %r"),
        )),
    }
}

fn strict(text: &str) -> Result<Vec<u8>> {
    base64::engine::general_purpose::STANDARD
        .decode(text)
        .map_err(|_| ValueError::new(Topic::ConversionFailed, "the string is not valid Base64"))
}

/// Decodes base 64 leniently: skips other characters, and ends at a `=` where padding is valid.
fn lenient(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        if byte == b'=' && count >= 2 {
            break;
        }
        let Some(six) = digit(byte) else { continue };
        bits = bits << 6 | u32::from(six);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    bytes
}
