//! JSON data, read into the same nodes as YAML. An error has its line and column.

use serde_json::Value as Json;

use pprepl_budget as budget;
use pprepl_text::Span;
use puppet_pcore::{Value, json};

use super::yaml::DataError;

/// Parses JSON. When the budget is exhausted the error is arbitrary: callers poll before they use it.
pub fn read_json(text: &str) -> Result<Value, DataError> {
    json::read(without_mark(text), json::Beyond::Float).map_err(|error| data_error(text, &error))
}

/// Returns the text without a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn data_error(text: &str, error: &serde_json::Error) -> DataError {
    let content = without_mark(text);
    let lines = content.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start = text.len() - content.len() + lines.map(str::len).sum::<usize>();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    let mut end = (at + 1).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or(&said);
    DataError::new(Span::new(at as u32, end as u32), format!("invalid JSON: {said}"))
}

/// Converts a Puppet value to JSON; values without a JSON form become strings. Ends early when the budget is exhausted.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Array(_) | Value::Hash(_) if budget::is_exhausted() => Json::Null,
        Value::Undef | Value::Unset => Json::Null,
        Value::Bool(truth) => Json::Bool(truth.get()),
        Value::Int(int) => Json::from(*int),
        Value::Float(float) => Json::from(float.get()),
        Value::Str(text) => Json::from(text.text.as_str()),
        Value::Array(array) => array.items.iter().map(to_json).collect(),
        Value::Hash(hash) => {
            let entry = |(key, value): (&Value, &Value)| (puppet_pcore::interpolate(key), to_json(value));
            Json::Object(hash.iter().map(entry).collect())
        }
        other => Json::from(puppet_pcore::interpolate(other)),
    }
}
