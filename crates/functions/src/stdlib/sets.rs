//! Arrays as sets; arrays and strings rotated, shuffled, or with prefixes and suffixes.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::random::Generator;
use super::super::{polled, ruby};
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "difference",
        &[Signature::new("Any $list, Any $other, Optional[Callable] &$block", "Array", difference)],
        "Returns the elements that are not in the other array.",
    )
    .shows("difference(['a', 'b', 'c'], ['b'])", "['a', 'c']"),
    Builtin::new(
        "intersection",
        &[Signature::new("Any $list, Any $other, Optional[Callable] &$block", "Array", intersection)],
        "Returns the elements that are in both arrays, once each.",
    )
    .shows("intersection(['a', 'b', 'c'], ['b', 'c', 'd'])", "['b', 'c']"),
    Builtin::new(
        "union",
        &[Signature::new("Any $list, Any $other, Any *$others, Optional[Callable] &$block", "Array", union)],
        "Returns the elements of all arrays, once each.",
    )
    .shows("union(['a', 'b'], ['b', 'c'])", "['a', 'b', 'c']"),
    Builtin::new(
        "prefix",
        &[Signature::new(
            "Any $collection, Any $text = undef, Any *$ignored, Optional[Callable] &$block",
            "Variant[Array, Hash]",
            prefix,
        )],
        "Adds a prefix to the elements of an array, or to the keys of a hash.",
    )
    .shows("prefix(['a', 'b'], 'p')", "['pa', 'pb']"),
    Builtin::new(
        "suffix",
        &[Signature::new(
            "Any $collection, Any $text = undef, Any *$ignored, Optional[Callable] &$block",
            "Variant[Array, Hash]",
            suffix,
        )],
        "Adds a suffix to the elements of an array, or to the keys of a hash.",
    )
    .shows("suffix(['a', 'b'], '.conf')", "['a.conf', 'b.conf']"),
    Builtin::new(
        "fqdn_rotate",
        &[Signature::new("Any $what, Any *$seed, Optional[Callable] &$block", "Variant[Array, String]", fqdn_rotate)],
        "Rotates an array or string by an offset determined only by the node's full name and a seed.",
    )
    .effect(Effect::World),
    Builtin::new(
        "shuffle",
        &[Signature::new("Any $what, Any *$ignored, Optional[Callable] &$block", "Variant[Array, String]", shuffle)],
        "Shuffles the elements of an array, or the letters of a string.",
    )
    .effect(Effect::World),
];

/// Returns the arguments, which must be arrays.
fn arrays(call: &mut Call<'_>) -> EvalResult<Vec<Vec<Value>>> {
    let args = received(call)?;
    args.iter()
        .map(|arg| match arg {
            Value::Array(array) => Ok(array.items.clone()),
            other => wants(call, "arrays", other),
        })
        .collect()
}

/// Returns the values as keys, whose equality is Ruby's `eql?`.
pub(super) fn keys(values: &[Value]) -> EvalResult<Hash> {
    let mut keys = Hash::new();
    for value in values {
        budget::poll()?;
        keys.insert(value.clone(), Value::Undef);
    }
    Ok(keys)
}

fn difference(call: &mut Call<'_>) -> EvalResult {
    let arrays = arrays(call)?;
    let [left, right] = &arrays[..] else { return Ok(Value::Undef) };
    let unwanted = keys(right)?;
    polled::filter(left.iter(), |item| Ok(!unwanted.contains_key(item))).map(Value::array)
}

fn intersection(call: &mut Call<'_>) -> EvalResult {
    let arrays = arrays(call)?;
    let [left, right] = &arrays[..] else { return Ok(Value::Undef) };
    let wanted = keys(right)?;
    once(left.iter().filter(|item| wanted.contains_key(item)))
}

fn union(call: &mut Call<'_>) -> EvalResult {
    let arrays = arrays(call)?;
    once(arrays.iter().flatten())
}

/// Returns the distinct values, in the order of their first appearance.
fn once<'v>(values: impl Iterator<Item = &'v Value>) -> EvalResult {
    let mut seen = Hash::new();
    for value in values {
        budget::poll()?;
        seen.insert(value.clone(), Value::Undef);
    }
    polled::collect(seen.into_entries().into_iter().map(|(value, _)| value)).map(Value::array)
}

/// Combines each element or key with the string in the second argument.
fn affixed(call: &mut Call<'_>, join: fn(String, &str) -> String) -> EvalResult {
    let args = received(call)?;
    let affix = match args.get(1) {
        Some(Value::Str(text)) => text.text.clone(),
        None => String::new(),
        Some(other) if !other.is_true() => String::new(),
        Some(other) => return wants(call, "a string second", other),
    };
    let change = |value: &Value| {
        let text = ruby::text(value)?;
        budget::charge(text.len() + affix.len())?;
        Ok(Value::from(join(text, &affix)))
    };
    match args.first() {
        Some(Value::Array(list)) => polled::map(list.items.iter(), change).map(Value::array),
        Some(Value::Hash(hash)) => {
            let entries = polled::map(hash.iter(), |(key, value)| Ok((change(key)?, value.clone())))?;
            Ok(Value::hash(entries.into_iter().collect()))
        }
        _ => wants(call, "an array or hash first", call.arg(0)),
    }
}

fn prefix(call: &mut Call<'_>) -> EvalResult {
    affixed(call, |text, affix| format!("{affix}{text}"))
}

fn suffix(call: &mut Call<'_>) -> EvalResult {
    affixed(call, |text, affix| text + affix)
}

/// Reorders the elements of an array or the letters of a string with `order`.
fn reordered(
    call: &mut Call<'_>,
    value: &Value,
    order: impl FnOnce(&mut Call<'_>, &mut Vec<Value>) -> EvalResult<()>,
) -> EvalResult {
    match value {
        Value::Array(list) => {
            let mut items = list.items.clone();
            order(call, &mut items)?;
            Ok(Value::array(items))
        }
        Value::Str(text) => {
            let mut letters = polled::collect(text.text.chars().map(super::super::iterable::character))?;
            order(call, &mut letters)?;
            polled::join(letters.iter().filter_map(Value::as_str), "").map(Value::from)
        }
        other => wants(call, "an array or text", other),
    }
}

fn fqdn_rotate(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let fqdn = call.variable("::fqdn").unwrap_or_default();
    let value = args.first().cloned().unwrap_or_default();
    rotated(call, &value, &fqdn, args.get(1..).unwrap_or_default())
}

/// Rotates an array or a string by an offset computed from the node's full name and seeds.
pub(super) fn rotated(call: &mut Call<'_>, value: &Value, fqdn: &Value, seeds: &[Value]) -> EvalResult {
    let mut further = Vec::new();
    super::coercion::flatten(seeds, &mut further)?;
    // Ruby joins an empty list of seeds as if it were an empty string.
    let further = polled::map(further.iter(), ruby::text)?;
    let seed = format!("{}:{}", ruby::to_s(fqdn), further.join(":"));
    reordered(call, value, |_, items| {
        if items.len() > 1 {
            let turns = Generator::of(&<md5::Md5 as sha2::Digest>::digest(seed.as_bytes())).below(items.len() as u64);
            items.rotate_left(turns as usize);
        }
        Ok(())
    })
}

fn shuffle(call: &mut Call<'_>) -> EvalResult {
    let value = super::arguments::first(call)?;
    reordered(call, &value, |call, items| {
        for at in (1..items.len()).rev() {
            budget::poll()?;
            let other = call.host().random() as usize % (at + 1);
            items.swap(at, other);
        }
        Ok(())
    })
}
