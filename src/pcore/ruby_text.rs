//! Values as Ruby itself shows them (`to_s` and `inspect`): what bare `%s` and `%p` of `sprintf` give.

use std::fmt::Write as _;

use super::print::{REDACTED, write_interpolated};
use super::{Hash, Value};

/// Ruby's `to_s`.
pub fn ruby_to_s(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Array(_) | Value::Hash(_) => write_inspect(value, &mut out),
        Value::Regexp(pattern) => {
            let _ = write!(out, "(?-mix:{})", pattern.source);
        }
        _ => write_interpolated(value, &mut out),
    }
    out
}

/// Ruby's `inspect`.
pub fn ruby_inspect(value: &Value) -> String {
    let mut out = String::new();
    write_inspect(value, &mut out);
    out
}

fn write_inspect(value: &Value, out: &mut String) {
    match value {
        Value::Undef | Value::Unset => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::Str(text) => write_string(&text.text, out),
        Value::Array(array) => write_list(&array.items, out),
        Value::Hash(hash) => write_hash(hash, out),
        Value::SemVerRange(range) => out.push_str(&range.canonical()),
        Value::Sensitive(_) => {
            let _ = write!(out, "#<{REDACTED}>");
        }
        _ => write_interpolated(value, out),
    }
}

fn write_list(items: &[Value], out: &mut String) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_inspect(item, out);
    }
    out.push(']');
}

fn write_hash(hash: &Hash, out: &mut String) {
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_inspect(key, out);
        out.push_str("=>");
        write_inspect(value, out);
    }
    out.push('}');
}

/// A string in Ruby's double quotes.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            '\x7f' => out.push_str("\\x7F"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
