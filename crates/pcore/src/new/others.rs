//! `Regexp`, `Sensitive`, `Binary`, `SemVer`, `SemVerRange`, `URI` and `Type` made from other values.

use std::rc::Rc;

use base64::Engine as _;

use super::super::semver_range::{Edge, parse_version, version_of};
use super::super::{Hash, Regexp, Result, SemVerRange, Value, ValueError, uri as uris};
use super::{ConstructContext, arguments, no_conversion};

pub(super) fn unit(args: &[Value]) -> Result<Value> {
    match args {
        [only] => Ok(only.clone()),
        _ => Err(arguments("a value", args)),
    }
}

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

/// Makes `Sensitive(value)`.
pub(super) fn sensitive(args: &[Value]) -> Result<Value> {
    match args {
        [value @ Value::Sensitive(_)] => Ok(value.clone()),
        [value] => Ok(Value::Sensitive(Rc::new(value.clone()))),
        _ => Err(arguments("a Sensitive", args)),
    }
}

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
    let bad = || ValueError::runtime("a Binary takes a hash with the keys value and format");
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
        _ => Err(ValueError::runtime(format!("'{format}' is no format of a Binary: %b, %B, %u, %s, %r are"))),
    }
}

fn strict(text: &str) -> Result<Vec<u8>> {
    base64::engine::general_purpose::STANDARD.decode(text).map_err(|_| ValueError::runtime("the text is no base 64"))
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

/// Makes `SemVer(string)`, `SemVer(major, minor, patch, prerelease, build)` or `SemVer({major => .., ..})`.
pub(super) fn sem_ver(args: &[Value]) -> Result<Value> {
    let version = match args {
        [Value::Str(text)] => parse_version(&text.text)?,
        [Value::Hash(hash)] => {
            const NAMES: [&str; 5] = ["major", "minor", "patch", "prerelease", "build"];
            if hash.keys().any(|key| !key.as_str().is_some_and(|key| NAMES.contains(&key))) {
                return Err(arguments("a SemVer", args));
            }
            let parts: Vec<Option<&Value>> = NAMES.iter().map(|name| hash.get_str(name)).collect();
            version_of_parts(&parts, args)?
        }
        _ if (3..=5).contains(&args.len()) => version_of_parts(&args.iter().map(Some).collect::<Vec<_>>(), args)?,
        _ => return Err(arguments("a SemVer", args)),
    };
    Ok(Value::SemVer(Rc::new(version)))
}

fn version_of_parts(parts: &[Option<&Value>], args: &[Value]) -> Result<semver::Version> {
    let bad = || arguments("a SemVer", args);
    let number = |at: usize| match parts.get(at) {
        Some(Some(Value::Int(i))) => u64::try_from(*i).map_err(|_| bad()),
        _ => Err(bad()),
    };
    let text = |at: usize| match parts.get(at) {
        None | Some(None) => Ok(None),
        Some(Some(Value::Str(text))) if !text.text.is_empty() => Ok(Some(text.text.as_str())),
        _ => Err(bad()),
    };
    version_of(number(0)?, number(1)?, number(2)?, text(3)?, text(4)?)
}

/// Makes `SemVerRange(string)`, `SemVerRange(min, max, exclude_max)` or `SemVerRange({min => .., ..})`.
pub(super) fn sem_ver_range(args: &[Value]) -> Result<Value> {
    let range = match args {
        [Value::Str(text)] if !text.text.is_empty() => SemVerRange::parse(&text.text)?,
        [Value::Hash(hash)] if hash.contains_key(&Value::str("min")) => {
            let known = |key: &Value| matches!(key.as_str(), Some("min" | "max" | "exclude_max"));
            if !hash.keys().all(known) {
                return Err(arguments("a SemVerRange", args));
            }
            let part = |name: &str, default: Value| hash.get_str(name).cloned().unwrap_or(default);
            let exclude = part("exclude_max", Value::bool(false));
            range_between(&part("min", Value::Undef), &part("max", Value::Default), &exclude, args)?
        }
        [min, max] => range_between(min, max, &Value::bool(false), args)?,
        [min, max, exclude] => range_between(min, max, exclude, args)?,
        _ => return Err(arguments("a SemVerRange", args)),
    };
    Ok(Value::SemVerRange(Rc::new(range)))
}

fn range_between(min: &Value, max: &Value, exclude: &Value, args: &[Value]) -> Result<SemVerRange> {
    let edge = |value: &Value, default: Edge| match value {
        Value::SemVer(version) => Ok(Edge::At((**version).clone())),
        Value::Default => Ok(default),
        _ => Err(arguments("a SemVerRange", args)),
    };
    let Value::Bool(exclude) = exclude else { return Err(arguments("a SemVerRange", args)) };
    Ok(SemVerRange::between(edge(min, Edge::Min)?, edge(max, Edge::Max)?, exclude.get()))
}

/// Makes `URI(string)` or `URI({scheme => .., host => .., ..})`.
pub(super) fn uri(args: &[Value]) -> Result<Value> {
    match args {
        [Value::Str(text)] if !text.text.is_empty() => uris::parse(&text.text),
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
            uris::Parts::from_hash(hash).map(|parts| uris::value(&parts))
        }
        _ => Err(arguments("a URI", args)),
    }
}

/// Makes `Type(string)`.
pub(super) fn type_value(args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    match args {
        [Value::Str(text)] if !text.text.is_empty() => context.parse_type(&text.text).map(Value::Type),
        _ => Err(arguments("a Type", args)),
    }
}
