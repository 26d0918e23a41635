//! `URI` from other values.

use super::super::{Result, Value, uri};
use super::arguments::{arguments, no_conversion};

/// Makes `URI(string)` or `URI({scheme => .., host => .., ..})`.
pub(super) fn new_uri(args: &[Value]) -> Result<Value> {
    match args {
        [Value::Str(text)] if !text.text.is_empty() => uri::parse(&text.text),
        [Value::Hash(hash)] => {
            const NAMES: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];
            for (key, part) in hash.iter() {
                let good = match (key.as_str(), part) {
                    (Some("port"), Value::Int(port)) => *port >= 0,
                    (Some(name), Value::Str(text)) => name != "port" && NAMES.contains(&name) && !text.text.is_empty(),
                    _ => false,
                };
                if !good {
                    return Err(no_conversion(key, "a part of a URI"));
                }
            }
            uri::Parts::from_hash(hash).map(|parts| uri::value(&parts))
        }
        _ => Err(arguments("a URI", args)),
    }
}
