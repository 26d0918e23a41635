//! `Timespan` and `Timestamp` from numbers, strings, fields and hashes.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::time_arithmetic::seconds;
use super::super::{Hash, Result, Value, ValueError, strptime, timespan as span};
use super::arguments::arguments;
use super::context::ConstructContext;

/// Returns the formats of an argument: a string of at least two characters, or an array of them.
fn formats(value: &Value) -> Result<Vec<&str>> {
    let bad = || ValueError::new(Topic::DateAndTime, "a format of a time is a string, or an array of strings");
    let texts: Option<Vec<&str>> = match value {
        Value::Str(text) => Some(vec![text.text.as_str()]),
        Value::Array(array) => array.items.iter().map(Value::as_str).collect(),
        _ => None,
    };
    texts.filter(|texts| !texts.is_empty() && texts.iter().all(|text| text.chars().count() >= 2)).ok_or_else(bad)
}

fn made(nanos: i128) -> Value {
    Value::Timespan(Rc::new(nanos))
}

/// Makes `Timespan(..)`.
pub(super) fn timespan(args: &[Value]) -> Result<Value> {
    match args {
        [number @ (Value::Int(_) | Value::Float(_) | Value::Big(_))] => seconds(number).map(made),
        [Value::Str(text)] if !text.text.is_empty() => span::parse(&text.text).map(made),
        [Value::Str(text), format] if !text.text.is_empty() => span::parse_any(&text.text, formats(format)?).map(made),
        [Value::Hash(hash)] => timespan_of_hash(hash),
        _ if (4..=7).contains(&args.len()) => timespan_of_fields(args),
        _ => Err(arguments("a Timespan", args)),
    }
}

fn too_long() -> Box<ValueError> {
    ValueError::new(Topic::DateAndTime, "the Timespan is too long")
}

fn timespan_of_fields(args: &[Value]) -> Result<Value> {
    let mut fields = [0i128; 7];
    for (field, arg) in fields.iter_mut().zip(args) {
        let Value::Int(i) = arg else { return Err(arguments("a Timespan", args)) };
        *field = i128::from(*i);
    }
    span::from_fields(false, fields).map(made).ok_or_else(too_long)
}

fn timespan_of_hash(hash: &Hash) -> Result<Value> {
    if let Some(text) = hash.get_str("string") {
        let Value::Str(text) = text else {
            return Err(ValueError::new(Topic::DateAndTime, "the key string of a Timespan is a String"));
        };
        only_keys(hash, &["string", "format"])?;
        return match hash.get_str("format") {
            Some(format) => span::parse_any(&text.text, formats(format)?).map(made),
            None => span::parse(&text.text).map(made),
        };
    }
    const NAMES: [&str; 7] = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
    only_keys(hash, &[&NAMES[..], &["negative"]].concat())?;
    let mut fields = [0i128; 7];
    for (field, name) in fields.iter_mut().zip(NAMES) {
        *field = match hash.get_str(name) {
            None => 0,
            Some(Value::Int(i)) => i128::from(*i),
            Some(_) => {
                return Err(ValueError::new(Topic::DateAndTime, format!("the key {name} of a Timespan is an Integer")));
            }
        };
    }
    let negative = match hash.get_str("negative") {
        None => false,
        Some(Value::Bool(negative)) => negative.get(),
        Some(_) => return Err(ValueError::new(Topic::DateAndTime, "the key negative of a Timespan is a Boolean")),
    };
    span::from_fields(negative, fields).map(made).ok_or_else(too_long)
}

fn only_keys(hash: &Hash, names: &[&str]) -> Result<()> {
    match hash.keys().find(|key| !key.as_str().is_some_and(|key| names.contains(&key))) {
        Some(_) => Err(ValueError::new(Topic::DateAndTime, format!("the keys here are {}", names.join(", ")))),
        None => Ok(()),
    }
}

/// Makes `Timestamp(..)`.
pub(super) fn timestamp(args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    let nanos = match args {
        [] => context.now(),
        [number @ (Value::Int(_) | Value::Float(_) | Value::Big(_))] => seconds(number)?,
        [Value::Hash(hash)] => timestamp_of_hash(hash, context)?,
        [text] => parsed(text, None, None, context)?,
        [text, format] => parsed(text, Some(format), None, context)?,
        [text, format, zone] => parsed(text, Some(format), Some(zone), context)?,
        _ => return Err(arguments("a Timestamp", args)),
    };
    Ok(Value::Timestamp(Rc::new(nanos)))
}

fn timestamp_of_hash(hash: &Hash, context: &mut dyn ConstructContext) -> Result<i128> {
    only_keys(hash, &["string", "format", "timezone"])?;
    let text = hash.get_str("string").unwrap_or(&Value::Undef);
    parsed(text, hash.get_str("format"), hash.get_str("timezone"), context)
}

fn parsed(
    text: &Value,
    format: Option<&Value>,
    zone: Option<&Value>,
    context: &mut dyn ConstructContext,
) -> Result<i128> {
    let Some(text) = text.as_str().filter(|text| !text.is_empty()) else {
        return Err(ValueError::new(Topic::DateAndTime, "a Timestamp is made from a String or a number"));
    };
    let zone = match zone {
        None => None,
        Some(Value::Str(zone)) if !zone.text.is_empty() => Some(zone.text.as_str()),
        Some(_) => return Err(ValueError::new(Topic::DateAndTime, "a time zone is a String")),
    };
    let local = context.time_zone();
    match format {
        None => strptime::parse(text, None, zone, &local),
        Some(format) => strptime::parse(text, Some(&formats(format)?), zone, &local),
    }
}
