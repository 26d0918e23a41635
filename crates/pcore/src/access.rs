//! `v[keys]` on plain values. The type algebra handles types with parameters.

use super::numeric_text::to_number;
use super::operators::{Rules, kind, numeric};
use super::{ErrorOperand, Hash, Result, Value, ValueError, flatten};
use pprepl_text::IssueCode;

/// Returns `value[keys]`. Errors name the value as operand `Left` and a key as `Argument`.
pub fn access(value: &Value, keys: &[Value], rules: &Rules) -> Result<Value> {
    match value {
        Value::Array(array) => access_array(&array.items, &flatten(keys), rules),
        Value::Hash(hash) => access_hash(hash, keys),
        Value::Str(text) => {
            let part = access_string(&text.text, &flatten(keys))?;
            Ok(if text.is_bytes { as_bytes(part) } else { part })
        }
        Value::Binary(bytes) => access_binary(bytes, &flatten(keys)),
        _ => Err(not_indexable(value)),
    }
}

fn not_indexable(value: &Value) -> Box<ValueError> {
    ValueError::new(IssueCode::OperatorNotApplicable, format!("cannot index {}", kind(value)))
        .with_operand(ErrorOperand::Left)
}

fn element(items: &[Value], index: i64) -> Value {
    let index = if index < 0 { index + items.len() as i64 } else { index };
    usize::try_from(index).ok().and_then(|index| items.get(index)).cloned().unwrap_or(Value::Undef)
}

/// Returns the range `[start, count]` of a sequence of `length`, by the reference's rules: a negative start
/// counts from the end, a negative count is an end index, and a start before the beginning is clamped.
fn slice(length: usize, start: i64, count: i64) -> std::ops::Range<usize> {
    let length = length as i64;
    let mut start = if start < 0 { length.saturating_add(start) } else { start };
    let mut count =
        if count < 0 { length.saturating_sub(start).saturating_add(count).saturating_add(1) } else { count };
    if start < 0 {
        count = count.saturating_add(start);
        start = 0;
    }
    if start > length || count <= 0 {
        return 0..0;
    }
    start as usize..start.saturating_add(count).min(length) as usize
}

fn access_array(items: &[Value], keys: &[Value], rules: &Rules) -> Result<Value> {
    match keys {
        [key] => Ok(element(items, array_index(&numeric(key, ErrorOperand::Argument(0), rules)?, 0)?)),
        [start, count] => {
            let start = numeric(start, ErrorOperand::Argument(0), rules)?;
            let count = numeric(count, ErrorOperand::Argument(1), rules)?;
            let (start, count) = (array_index(&start, 0)?, array_index(&count, 1)?);
            Ok(Value::array(items[slice(items.len(), start, count)].to_vec()))
        }
        _ => Err(arity(IssueCode::BadArraySliceArity, "an Array takes 1 or 2 indexes", keys.len())),
    }
}

fn arity(code: IssueCode, what: &str, count: usize) -> Box<ValueError> {
    ValueError::new(code, format!("{what}, not {count}")).with_operand(ErrorOperand::Left)
}

fn array_index(key: &Value, index: usize) -> Result<i64> {
    match key {
        Value::Int(i) => Ok(*i),
        Value::Big(_) => Ok(i64::MAX),
        _ => {
            let message = format!("an Array is indexed by an Integer, not by {}", kind(key));
            Err(ValueError::new(IssueCode::BadSliceKeyType, message).with_operand(ErrorOperand::Argument(index)))
        }
    }
}

fn access_hash(hash: &Hash, keys: &[Value]) -> Result<Value> {
    match keys {
        // Only an empty splat can leave no key at all.
        [] => Ok(Value::Undef),
        [key] => Ok(hash.get(key).cloned().unwrap_or(Value::Undef)),
        _ => Ok(Value::array(keys.iter().filter_map(|key| hash.get(key)).filter(|v| !v.is_undef()).cloned().collect())),
    }
}

fn string_index(key: &Value, index: usize) -> Result<i64> {
    match to_number(key) {
        Some(Value::Int(i)) => Ok(i),
        Some(Value::Big(_)) => Ok(i64::MAX),
        _ => {
            let message = format!("a String is indexed by an Integer, not by {}", kind(key));
            Err(ValueError::new(IssueCode::BadStringSliceKeyType, message).with_operand(ErrorOperand::Argument(index)))
        }
    }
}

/// Returns the range of a string or of bytes that the keys select.
fn string_range(length: usize, keys: &[Value]) -> Result<std::ops::Range<usize>> {
    match keys {
        [key] => {
            let index = string_index(key, 0)?;
            let start = if index < 0 { index.saturating_add(length as i64) } else { index };
            Ok(if start < 0 { 0..0 } else { slice(length, start, 1) })
        }
        [start, count] => Ok(slice(length, string_index(start, 0)?, string_index(count, 1)?)),
        _ => Err(arity(IssueCode::BadStringSliceArity, "a String takes 1 or 2 indexes", keys.len())),
    }
}

fn access_string(text: &str, keys: &[Value]) -> Result<Value> {
    if text.is_ascii() {
        return Ok(Value::str(&text[string_range(text.len(), keys)?]));
    }
    let range = string_range(text.chars().count(), keys)?;
    Ok(Value::from(text.chars().skip(range.start).take(range.len()).collect::<String>()))
}

/// Marks a string as bytes.
fn as_bytes(value: Value) -> Value {
    match value {
        Value::Str(text) => Value::bytes(text.text.clone()),
        other => other,
    }
}

fn access_binary(bytes: &[u8], keys: &[Value]) -> Result<Value> {
    Ok(Value::Binary(std::rc::Rc::new(bytes[string_range(bytes.len(), keys)?].to_vec())))
}
