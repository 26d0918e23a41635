//! Values as Ruby sees them: its text forms, its `==` and what an old-style function receives.
//!
//! Functions that Puppet implements in bare Ruby (`join`, `fail`, `max` of mixed values) show these forms; everything else
//! uses Puppet's own, in `pcore`.

use std::fmt::Write as _;

use crate::pcore::compare::ruby_equal;
use crate::pcore::print::{REDACTED, display, interpolate};
use crate::pcore::{Hash, Value};

/// Ruby's `==`: `1 == 1.0`, strings with their case.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    ruby_equal(a, b)
}

/// Puppet source form, for messages.
pub(super) fn inspected(value: &Value) -> String {
    display(value)
}

/// Ruby's `to_s`.
pub(super) fn to_s(value: &Value) -> String {
    let mut text = String::new();
    write_to_s(value, &mut text);
    text
}

/// Appends Ruby's `to_s`.
pub(super) fn write_to_s(value: &Value, out: &mut String) {
    match value {
        Value::Array(_) | Value::Hash(_) => write_inspect(value, out),
        Value::Regexp(pattern) => {
            let _ = write!(out, "(?-mix:{})", pattern.source);
        }
        _ => crate::pcore::print::write_interpolated(value, out),
    }
}

/// Appends Ruby's `inspect`.
pub(super) fn write_inspect(value: &Value, out: &mut String) {
    match value {
        Value::Undef | Value::Unset => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::Str(text) => write_quoted(&text.text, out),
        Value::Array(items) => write_list(&items.items, out),
        Value::Hash(hash) => write_hash(hash, out),
        Value::Sensitive(_) => {
            let _ = write!(out, "#<{REDACTED}>");
        }
        _ => crate::pcore::print::write_interpolated(value, out),
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
fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '#' if matches!(rest.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '\u{7f}' => out.push_str("\\x7F"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The text that an old-style function receives where it wants a string; `None` for what is no string to it.
pub(super) fn legacy_text(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.text.clone()),
        Value::Undef
        | Value::Regexp(_)
        | Value::Binary(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Timespan(_)
        | Value::Timestamp(_)
        | Value::Uri(_) => Some(interpolate(value)),
        _ => None,
    }
}
