//! `Binary` from other values.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::binary_text::{Base64, decode_base64};
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
    let form = match format {
        "%B" => Base64::Strict,
        "%b" => Base64::Lenient,
        "%u" => Base64::Url,
        "%s" | "%r" => return Ok(text.as_bytes().to_vec()),
        _ => {
            let message = format!("'{format}' is not a format of a Binary; expected %b, %B, %u, %s or %r");
            return Err(ValueError::new(Topic::ConversionFailed, message));
        }
    };
    decode_base64(text, form).ok_or_else(|| ValueError::new(Topic::ConversionFailed, "the string is not valid Base64"))
}
