//! Hash functions: merging, queries and formatting.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::iterable::Elements;
use super::super::ruby;
use super::arguments::{received, wants};

/// The overloads of `merge`.
pub(super) const MERGE: &[Signature] = &[
    Signature::new("Variant[Hash[Scalar, Any], Undef, String[0, 0]] *$hashes", "Hash", merge),
    Signature::new("Iterable *$list, Callable[3, 3] &$block", "Hash", merge_with),
    Signature::new("Iterable *$list, Callable[2, 2] &$block", "Hash", merge_with),
];

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "merge",
        MERGE,
        "Merges hashes, later values winning; a lambda returns a hash to merge for each element.",
    )
    .shows("merge({'a' => 1, 'b' => 2}, {'b' => 3})", "{'a' => 1, 'b' => 3}"),
    Builtin::new(
        "deep_merge",
        &[Signature::new("Any *$hashes, Optional[Callable] &$block", "Hash", deep_merge)],
        "Merges hashes, later values winning; nested hashes are merged the same way.",
    )
    .shows("deep_merge({'a' => {'x' => 1}}, {'a' => {'y' => 2}})", "{'a' => {'x' => 1, 'y' => 2}}"),
    Builtin::new(
        "has_key",
        &[Signature::new("Any $hash, Any $key, Optional[Callable] &$block", "Boolean", has_key)],
        "Returns whether the hash has this key.",
    )
    .shows("has_key({'a' => 1}, 'a')", "true"),
    Builtin::new(
        "join_keys_to_values",
        &[Signature::new("Any $hash, Any $separator, Optional[Callable] &$block", "Array", join_keys_to_values)],
        "Joins each key to its value with a separator; for an array, to each element.",
    )
    .shows("join_keys_to_values({'a' => 1, 'b' => [2, 3]}, '=')", "['a=1', 'b=2', 'b=3']"),
    Builtin::new(
        "delete_values",
        &[Signature::new("Any $hash, Any $value, Optional[Callable] &$block", "Hash", delete_values)],
        "Removes the entries with a value.",
    )
    .shows("delete_values({'a' => 'A', 'b' => 'B'}, 'B')", "{'a' => 'A'}"),
    Builtin::new(
        "dig44",
        &[Signature::new(
            "Any $data, Any $path, Any $default = undef, Any *$ignored, Optional[Callable] &$block",
            "Any",
            dig44,
        )],
        "Returns the value at a path of keys and indices, or a default.",
    )
    .shows("dig44({'a' => {'b' => [1, 2]}}, ['a', 'b', 1])", "2"),
    Builtin::new(
        "try_get_value",
        &[Signature::new(
            "Any $data, Any $path = '', Any $default = undef, Any $separator = '/', Optional[Callable] &$block",
            "Any",
            try_get_value,
        )],
        "Returns the value at a path written with slashes, or a default; use dig instead.",
    )
    .shows("try_get_value({'a' => {'b' => 1}}, 'a/b')", "1"),
];

fn merge(call: &mut Call<'_>) -> EvalResult {
    let mut all = Hash::new();
    for hash in call.args().iter().filter_map(Value::as_hash) {
        budget::check()?;
        all.merge(hash);
    }
    Ok(Value::hash(all))
}

/// Merges with a lambda. It gets the result so far and each element, with its key or index if it has three parameters.
fn merge_with(call: &mut Call<'_>) -> EvalResult {
    if call.len() != 1 {
        return call.fail("with a lambda `merge` expects 1 argument");
    }
    let three = call.block_arity().is_some_and(|arity| arity.required == 3 || arity.max == Some(3));
    let subject = call.take(0);
    let mut all = Hash::new();
    let entries: Vec<(Value, Value)> = match &subject {
        Value::Hash(hash) => {
            let entry = |(key, value): (&Value, &Value)| match three {
                true => (key.clone(), value.clone()),
                false => (Value::Undef, Value::array(vec![key.clone(), value.clone()])),
            };
            hash.iter().map(entry).collect()
        }
        other => match Elements::of(other) {
            Some(elements) => {
                let items = elements.to_values(call)?;
                items.into_iter().enumerate().map(|(at, item)| (Value::Int(at as i64), item)).collect()
            }
            None => return wants(call, "something to iterate over", other),
        },
    };
    for (key, value) in entries {
        budget::poll()?;
        let so_far = Value::hash(all.clone());
        let made = if three { call.block(vec![so_far, key, value])? } else { call.block(vec![so_far, value])? };
        if let Value::Hash(made) = made {
            all.merge(&made);
        }
    }
    Ok(Value::hash(all))
}

fn deep_merge(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    if args.len() < 2 {
        return call.fail("`deep_merge` expects at least 2 hashes");
    }
    let mut all = Hash::new();
    for arg in &args {
        match arg {
            Value::Hash(hash) => all = DeepMerge::default().merged(&all, hash)?,
            Value::Str(text) if text.text.is_empty() => {}
            other => return wants(call, "hashes", other),
        }
    }
    Ok(Value::hash(all))
}

/// A recursive merge of two hashes. Shared pairs are merged once: their addresses are remembered.
#[derive(Default)]
struct DeepMerge(FxHashMap<(*const Hash, *const Hash), Value>);

impl DeepMerge {
    fn merged(&mut self, old: &Hash, new: &Hash) -> EvalResult<Hash> {
        let mut all = old.clone();
        for (key, value) in new.iter() {
            budget::poll()?;
            let value = match (old.get(key), value) {
                (Some(Value::Hash(old)), Value::Hash(new)) => self.nested(old, new)?,
                (_, value) => value.clone(),
            };
            all.insert(key.clone(), value);
        }
        Ok(all)
    }

    fn nested(&mut self, old: &Rc<Hash>, new: &Rc<Hash>) -> EvalResult {
        let pair = (Rc::as_ptr(old), Rc::as_ptr(new));
        if let Some(known) = self.0.get(&pair) {
            return Ok(known.clone());
        }
        let merged = Value::hash(self.merged(old, new)?);
        self.0.insert(pair, merged.clone());
        Ok(merged)
    }
}

/// Returns the hash that an old-style function expects as its first argument.
fn hash(call: &Call<'_>, args: &[Value]) -> EvalResult<Hash> {
    match args.first() {
        Some(Value::Hash(hash)) => Ok((**hash).clone()),
        _ => wants(call, "a hash first", call.arg(0)),
    }
}

fn has_key(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let hash = hash(call, &args)?;
    Ok(Value::bool(args.get(1).is_some_and(|key| hash.get(key).is_some())))
}

fn join_keys_to_values(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let hash = hash(call, &args)?;
    let Some(Value::Str(separator)) = args.get(1) else { return wants(call, "a string second", call.arg(1)) };
    let mut out = Vec::new();
    for (key, value) in hash.iter() {
        let key = ruby::text(key)?;
        let mut add = |value: &Value| -> EvalResult<()> {
            let text = ruby::text(value)?;
            budget::charge(key.len() + separator.text.len() + text.len())?;
            out.push(Value::from(format!("{key}{}{text}", separator.text)));
            Ok(())
        };
        match value {
            Value::Array(list) => list.items.iter().try_for_each(add)?,
            Value::Str(text) if text.text == "undef" => out.push(Value::from(key)),
            other => add(other)?,
        }
    }
    Ok(Value::array(out))
}

fn delete_values(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let mut hash = hash(call, &args)?;
    let gone = args.get(1).cloned().unwrap_or(Value::Undef);
    hash.retain(|_, value| !budget::is_exhausted() && !ruby::same(&gone, value));
    budget::poll()?;
    Ok(Value::hash(hash))
}

fn dig44(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(data @ (Value::Hash(_) | Value::Array(_))) = args.first() else {
        return wants(call, "a hash or array first", call.arg(0));
    };
    let Some(Value::Array(path)) = args.get(1) else { return wants(call, "an array of keys second", call.arg(1)) };
    Ok(found(data, &path.items).unwrap_or_else(|| args.get(2).cloned().unwrap_or(Value::Undef)))
}

/// Returns the value at a path; `None` where it ends early.
fn found(data: &Value, path: &[Value]) -> Option<Value> {
    let mut at = data.clone();
    for key in path {
        at = match &at {
            Value::Hash(hash) => hash.get(key).cloned()?,
            Value::Array(list) => {
                let index = match key {
                    Value::Int(index) => *index,
                    Value::Str(text) => super::arguments::integer_argument(&text.text)?,
                    _ => return None,
                };
                let index = if index < 0 { index + list.items.len() as i64 } else { index };
                list.items.get(usize::try_from(index).ok()?).cloned()?
            }
            _ => return None,
        };
        if at.is_undef() {
            return None;
        }
    }
    Some(at)
}

fn try_get_value(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let text = |at: usize, default: &str| match args.get(at) {
        Some(Value::Str(text)) if !text.text.is_empty() => text.text.clone(),
        _ => default.to_owned(),
    };
    let (path, separator) = (text(1, ""), text(3, "/"));
    let default = args.get(2).cloned().filter(Value::is_true);
    match args.first() {
        Some(data @ (Value::Hash(_) | Value::Array(_))) if !path.is_empty() => {
            let keys: Vec<Value> = path.split(separator.as_str()).map(Value::str).collect();
            Ok(found(data, &keys).or(default).unwrap_or(Value::Undef))
        }
        data => Ok(default.or(data.cloned()).unwrap_or(Value::Undef)),
    }
}
