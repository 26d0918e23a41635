//! JSON data, read into the same nodes as YAML; a fault knows its line and column.

use serde_json::Value as Json;

use crate::pcore::{Hash, Value};
use crate::text::Span;

use super::yaml::DataFault;

/// The value of a JSON text.
pub fn read_json(text: &str) -> Result<Value, DataFault> {
    let text_only = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<Json>(text_only).map(|json| from_json(&json)).map_err(|error| fault(text, &error))
}

fn fault(text: &str, error: &serde_json::Error) -> DataFault {
    let start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    let mut end = (at + 1).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    DataFault::new(Span::new(at as u32, end as u32), format!("this is no JSON: {said}"))
}

/// A JSON value as Puppet's.
pub fn from_json(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(truth) => Value::bool(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(int) => Value::Int(int),
            None => Value::float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::str(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(from_json).collect()),
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| (Value::str(key.as_str()), from_json(value));
            Value::hash(entries.iter().map(entry).collect::<Hash>())
        }
    }
}

/// Puppet's value as JSON; what JSON does not know becomes its text.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Undef | Value::Unset => Json::Null,
        Value::Bool(truth) => Json::Bool(truth.get()),
        Value::Int(int) => Json::from(*int),
        Value::Float(float) => Json::from(float.get()),
        Value::Str(text) => Json::from(text.text.as_str()),
        Value::Array(array) => array.items.iter().map(to_json).collect(),
        Value::Hash(hash) => {
            let entry = |(key, value): (&Value, &Value)| (crate::pcore::interpolate(key), to_json(value));
            Json::Object(hash.iter().map(entry).collect())
        }
        other => Json::from(crate::pcore::interpolate(other)),
    }
}
