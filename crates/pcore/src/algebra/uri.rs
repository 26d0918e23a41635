//! The parts of a URI: the parameters of a URI type, and the attributes of a URI value.

use super::super::{Value, uri};

/// Returns the parts of a URI, as the parameters of its type; `None` for an invalid URI.
pub(super) fn parameters(text: &str) -> Option<Value> {
    let hash = uri::parse_parts(text).ok()?.to_hash();
    (!hash.is_empty()).then(|| Value::hash(hash))
}

/// Returns a part of a URI value by name; `None` for an unknown part.
pub(super) fn part(text: &str, name: &str) -> Option<Value> {
    let parts = uri::parse_parts(text).ok()?;
    let found = match name {
        "scheme" => parts.scheme,
        "userinfo" => parts.userinfo,
        "host" => parts.host,
        "port" => return Some(parts.effective_port().map_or(Value::Undef, |port| Value::Int(i64::from(port)))),
        "path" if parts.opaque.is_some() => None,
        "path" => Some(parts.path),
        "query" => parts.query,
        "fragment" => parts.fragment,
        "opaque" => parts.opaque,
        _ => return None,
    };
    Some(found.map_or(Value::Undef, Value::from))
}
