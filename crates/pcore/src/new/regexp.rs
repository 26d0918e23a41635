//! `Regexp` from other values.

use super::super::{Regexp, Result, Value};
use super::arguments::arguments;

/// Makes `Regexp(pattern, escape)`.
pub(super) fn regexp(args: &[Value]) -> Result<Value> {
    let regexp = match args {
        [Value::Str(pattern)] | [Value::Str(pattern), Value::Bool(crate::Bit::False)] => {
            Regexp::new(pattern.text.as_str())
        }
        [Value::Str(pattern), Value::Bool(crate::Bit::True)] => Regexp::new(escaped(&pattern.text)),
        _ => return Err(arguments("a Regexp", args)),
    };
    regexp.check()?;
    Ok(Value::Regexp(regexp))
}

/// Returns a pattern that matches the string, with the escapes of Ruby's `Regexp.escape`.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x0c' => out.push_str("\\f"),
            '\x0b' => out.push_str("\\v"),
            ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']' | '^' | '{' | '|' | '}' => {
                out.extend(['\\', c]);
            }
            c => out.push(c),
        }
    }
    out
}
