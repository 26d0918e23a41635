//! Functions of arrays: `flatten`, `join`, `unique`, `group_by`, `partition`.

use crate::budget;
use crate::eval::{Builtin, Call, R};
use crate::pcore::{Hash, Value};

use super::elements::{Elements, limit, look_up, pair, too_many, visit};
use super::{ruby, signature};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "flatten",
        &[signature("Any *$values", "Array", flatten)],
        "One array of all elements of nested arrays; hashes stay whole.",
    )
    .shows("flatten([1, [2, [3]]], 4)", "[1, 2, 3, 4]"),
    Builtin::new(
        "join",
        &[signature("Array $list, String $delimiter = ''", "String", join)],
        "One string of all elements, nested arrays included, with a delimiter between them.",
    )
    .shows("join(['a', ['b', 1]], '-')", "'a-b-1'"),
    Builtin::new(
        "unique",
        &[
            signature("String $text, Optional[Callable[String]] &$block", "String", unique_characters),
            signature("Hash $hash, Optional[Callable[Any]] &$block", "Hash[Array, Array]", unique_values),
            signature("Array $list, Optional[Callable[Any]] &$block", "Array", unique),
            signature("Iterable $list, Optional[Callable[Any]] &$block", "Array", unique),
        ],
        "Leaves out elements that were there before, or for which the lambda gave that result before.",
    )
    .shows("unique([3, 1, 3, 2, 1])", "[3, 1, 2]"),
    Builtin::new(
        "group_by",
        &[
            signature("Collection $list, Callable[1, 1] &$block", "Hash[Any, Array]", group_by),
            signature("Array $list, Callable[2, 2] &$block", "Hash[Any, Array]", group_by_indexed),
            signature("Collection $list, Callable[2, 2] &$block", "Hash[Any, Array]", group_pairs),
        ],
        "A hash from each result of the lambda to the elements that gave it.",
    )
    .shows("group_by(['a', 'bb', 'c']) |$text| { $text.size }", "{1 => ['a', 'c'], 2 => ['bb']}"),
    Builtin::new(
        "partition",
        &[
            signature("Collection $list, Callable[1, 1] &$block", "Tuple[Array, Array]", partition),
            signature("Array $list, Callable[2, 2] &$block", "Tuple[Array, Array]", partition_indexed),
            signature("Collection $list, Callable[2, 2] &$block", "Tuple[Array, Array]", partition_pairs),
        ],
        "Two arrays: the elements for which the lambda gives something true, and the others.",
    )
    .shows("partition([1, 2, 3]) |$n| { $n > 1 }", "[[2, 3], [1]]"),
];

fn flatten(call: &mut Call<'_>) -> R {
    let limit = limit(call);
    let mut flat = Vec::new();
    let args: Vec<Value> = (0..call.len()).map(|index| call.take(index)).collect();
    let all = flatten_into(&args, &mut flat, limit);
    budget::poll()?;
    if all { Ok(Value::array(flat)) } else { too_many(limit) }
}

/// Adds the elements of nested arrays; `false` when there are too many.
pub(super) fn flatten_into(values: &[Value], flat: &mut Vec<Value>, limit: usize) -> bool {
    values.iter().all(|value| match value {
        Value::Array(items) => flatten_into(&items.items, flat, limit),
        other => {
            flat.push(other.clone());
            flat.len() <= limit && !budget::is_exhausted()
        }
    })
}

fn join(call: &mut Call<'_>) -> R {
    let delimiter = match call.arg(1) {
        Value::Str(text) => text.text.as_str(),
        _ => "",
    };
    let mut text = String::new();
    join_into(call.arg(0).as_array().unwrap_or_default(), delimiter, &mut text)?;
    budget::poll()?;
    Ok(Value::from(text))
}

fn join_into(items: &[Value], delimiter: &str, out: &mut String) -> R<()> {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(delimiter);
        }
        match item {
            Value::Str(text) => {
                budget::charge(delimiter.len() + text.text.len())?;
                out.push_str(&text.text);
            }
            Value::Array(inner) => {
                budget::charge(delimiter.len())?;
                join_into(&inner.items, delimiter, out)?;
            }
            other => {
                budget::charge(delimiter.len())?;
                ruby::write_to_s(other, out);
            }
        }
    }
    Ok(())
}

/// The values under a key each, in order of the keys' first appearance.
#[derive(Default)]
struct Groups {
    /// From a key to its place in `groups`.
    places: Hash,
    groups: Vec<(Value, Vec<Value>)>,
}

impl Groups {
    fn add(&mut self, key: Value, value: Value) {
        match self.places.get(&key) {
            Some(Value::Int(place)) => {
                if let Some((_, group)) = self.groups.get_mut(*place as usize) {
                    group.push(value);
                }
            }
            _ => {
                self.places.insert(key.clone(), Value::Int(self.groups.len() as i64));
                self.groups.push((key, vec![value]));
            }
        }
    }

    fn into_hash(self) -> Value {
        Value::hash(self.groups.into_iter().map(|(key, group)| (key, Value::array(group))).collect())
    }
}

/// The elements whose key was not there before.
fn distinct(call: &mut Call<'_>, elements: &Elements) -> R<Vec<Value>> {
    // A single element is not compared with anything: the lambda is not asked.
    let alone = elements.len() == 1 && matches!(elements, Elements::Items(_) | Elements::Characters(_));
    let by_block = call.has_block() && !alone;
    let limit = limit(call);
    let mut seen = Hash::new();
    let mut kept = Vec::new();
    let outcome = visit(call, elements, |call, _, value| {
        let key = if by_block { call.block1(value.clone())? } else { value.clone() };
        budget::poll()?;
        if seen.get(&key).is_none() {
            if kept.len() >= limit {
                return too_many(limit);
            }
            seen.insert(key, Value::Undef);
            kept.push(value);
        }
        Ok(true)
    });
    elements.until_break(outcome)?;
    Ok(kept)
}

fn unique(call: &mut Call<'_>) -> R {
    let elements = Elements::of_argument(call, 0)?;
    distinct(call, &elements).map(Value::array)
}

fn unique_characters(call: &mut Call<'_>) -> R {
    let elements = Elements::of_argument(call, 0)?;
    let kept = distinct(call, &elements)?;
    Ok(Value::from(kept.iter().filter_map(Value::as_str).collect::<String>()))
}

/// A hash turns over: from arrays of keys to their distinct values.
fn unique_values(call: &mut Call<'_>) -> R {
    let by_block = call.has_block();
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let (mut keys, mut values) = (Groups::default(), Groups::default());
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        let group = if by_block { call.block1(value.clone())? } else { value.clone() };
        keys.add(group.clone(), key.clone());
        values.add(group, value.clone());
    }
    let entries = keys.groups.into_iter().zip(values.groups);
    let inverted = entries.map(|((_, keys), (_, values))| (Value::array(keys), Value::array(without_repeats(values))));
    Ok(Value::hash(inverted.collect()))
}

fn without_repeats(values: Vec<Value>) -> Vec<Value> {
    let set: Hash = values.into_iter().map(|value| (value, Value::Undef)).collect();
    set.keys().cloned().collect()
}

fn group_by(call: &mut Call<'_>) -> R {
    group(call, |call, _, x| call.block1(x))
}

fn group_by_indexed(call: &mut Call<'_>) -> R {
    group(call, |call, i, x| call.block2(Value::Int(i), x))
}

fn group(call: &mut Call<'_>, ask: fn(&mut Call<'_>, i64, Value) -> R) -> R {
    let elements = Elements::of_argument(call, 0)?;
    let mut groups = Groups::default();
    visit(call, &elements, |call, i, x| {
        let key = ask(call, i, x.clone())?;
        groups.add(key, x);
        Ok(true)
    })?;
    Ok(groups.into_hash())
}

fn group_pairs(call: &mut Call<'_>) -> R {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let mut groups = Groups::default();
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        let group = call.block2(key.clone(), value.clone())?;
        groups.add(group, pair(key, value));
    }
    Ok(groups.into_hash())
}

fn partition(call: &mut Call<'_>) -> R {
    divide(call, |call, _, x| call.block1(x))
}

fn partition_indexed(call: &mut Call<'_>) -> R {
    divide(call, |call, i, x| call.block2(Value::Int(i), x))
}

fn divide(call: &mut Call<'_>, ask: fn(&mut Call<'_>, i64, Value) -> R) -> R {
    let elements = Elements::of_argument(call, 0)?;
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    visit(call, &elements, |call, i, x| {
        let side = if ask(call, i, x.clone())?.is_true() { &mut yes } else { &mut no };
        side.push(x);
        Ok(true)
    })?;
    Ok(Value::array(vec![Value::array(yes), Value::array(no)]))
}

fn partition_pairs(call: &mut Call<'_>) -> R {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        let side = if call.block2(key.clone(), value.clone())?.is_true() { &mut yes } else { &mut no };
        side.push(pair(key, value));
    }
    Ok(Value::array(vec![Value::array(yes), Value::array(no)]))
}
