//! Array functions: building, splitting and searching arrays.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Regexp, RubySet, Value};

use super::super::{polled, ruby};
use super::arguments::{first, kind, leading_integer, matches, received, to_integer, wants};
use super::coercion::{LetterSet, flatten, spread, truth_of};
use super::sets;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "any2array",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Array", any2array)],
        "Converts to an array; an array stays, a hash becomes alternating keys and values, an empty string becomes [].",
    )
    .shows("any2array({'a' => 1})", "['a', 1]"),
    Builtin::new(
        "concat",
        &[Signature::new("Any $list, Any $more, Any *$others, Optional[Callable] &$block", "Array", concat)],
        "Appends the elements of other arrays, or other values, to an array.",
    )
    .shows("concat([1], [2, 3], 4)", "[1, 2, 3, 4]"),
    Builtin::new(
        "count",
        &[Signature::new("Any $list, Any $value = undef, Optional[Callable] &$block", "Integer", count)],
        "Counts a value in the array; without one, counts the elements other than undef and empty strings.",
    )
    .shows("count(['a', '', 'b'])", "2"),
    Builtin::new(
        "delete",
        &[Signature::new(
            "Any $collection, Any $what, Optional[Callable] &$block",
            "Variant[Array, Hash, String]",
            delete,
        )],
        "Removes these elements (of an array), keys (of a hash) or substrings (of a string).",
    )
    .shows("delete(['a', 'b', 'a'], 'a')", "['b']"),
    Builtin::new(
        "delete_at",
        &[Signature::new("Any $list, Any $index, Any *$ignored, Optional[Callable] &$block", "Array", delete_at)],
        "Removes the element at an index.",
    )
    .shows("delete_at(['a', 'b', 'c'], 1)", "['a', 'c']"),
    Builtin::new(
        "delete_regex",
        &[Signature::new(
            "Any $collection, Any $patterns, Optional[Callable] &$block",
            "Variant[Array, Hash]",
            delete_regex,
        )],
        "Removes the elements, or the entries by key, that match one of the patterns as a word.",
    )
    .shows("delete_regex(['abf', 'ab', 'ac'], '^ab.*')", "['ac']"),
    Builtin::new(
        "delete_undef_values",
        &[Signature::new(
            "Any $collection, Any *$ignored, Optional[Callable] &$block",
            "Variant[Array, Hash]",
            delete_undef_values,
        )],
        "Removes undef elements or entries.",
    )
    .shows("delete_undef_values({'a' => 1, 'b' => undef})", "{'a' => 1}"),
    Builtin::new(
        "member",
        &[Signature::new("Any $list, Any $what, Any *$ignored, Optional[Callable] &$block", "Boolean", member)],
        "Returns whether the array contains the value, or all of these values.",
    )
    .shows("member(['a', 'b', 'c'], ['a', 'c'])", "true"),
    Builtin::new(
        "grep",
        &[Signature::new("Any $list, Any $pattern, Optional[Callable] &$block", "Array", grep)],
        "Returns the elements that match a pattern.",
    )
    .shows("grep(['aaa', 'bbb', 'aaab'], 'aaa')", "['aaa', 'aaab']"),
    Builtin::new(
        "reject",
        &[Signature::new("Any $list, Any $pattern, Optional[Callable] &$block", "Array", reject)],
        "Returns the elements that do not match a pattern.",
    )
    .shows("reject(['aaa', 'bbb', 'aaab'], 'aaa')", "['bbb']"),
    Builtin::new(
        "hash",
        &[Signature::new("Any $list, Any *$ignored, Optional[Callable] &$block", "Hash", hash)],
        "Converts an array of alternating keys and values to a hash.",
    )
    .shows("hash(['a', 1, 'b', 2])", "{'a' => 1, 'b' => 2}"),
    Builtin::new(
        "values_at",
        &[Signature::new("Any $list, Any $indices, Any *$ignored, Optional[Callable] &$block", "Array", values_at)],
        "Returns the elements at indices and ranges of indices ('0-2').",
    )
    .shows("values_at(['a', 'b', 'c', 'd'], ['0-1', 3])", "['a', 'b', 'd']"),
    Builtin::new(
        "reverse",
        &[Signature::new("Any $value, Any *$ignored, Optional[Callable] &$block", "Variant[String, Array]", reverse)],
        "Reverses the elements of an array or the letters of a string.",
    )
    .shows("reverse(['a', 'b'])", "['b', 'a']"),
    Builtin::new(
        "zip",
        &[Signature::new("Any $list, Any $other, Any $flat = false, Optional[Callable] &$block", "Array", zip)],
        "Pairs the elements of two arrays; true as third argument flattens the result.",
    )
    .shows("zip(['1', '2'], ['a', 'b'])", "[['1', 'a'], ['2', 'b']]"),
];

fn any2array(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    Ok(match &args[..] {
        [Value::Array(array)] => Value::Array(array.clone()),
        [Value::Str(text)] if text.text.is_empty() => Value::array(Vec::new()),
        [Value::Hash(hash)] => {
            polled::collect(hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()])).map(Value::array)?
        }
        _ => Value::array(args),
    })
}

fn concat(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(Value::Array(list)) = args.first() else { return wants(call, "an array first", call.arg(0)) };
    budget::charge(size_of_val(&list.items[..]))?;
    let mut all = list.items.clone();
    for more in &args[1..] {
        budget::poll()?;
        match more {
            Value::Array(more) => all.extend(more.items.iter().cloned()),
            single => all.push(single.clone()),
        }
    }
    Ok(Value::array(all))
}

fn count(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let wanted = args.get(1).filter(|value| value.is_true());
    let counts = |element: &Value| match wanted {
        _ if budget::is_exhausted() => false,
        Some(wanted) => ruby::same(element, wanted),
        None => !element.is_undef() && element.as_str() != Some(""),
    };
    let count = match args.first() {
        Some(Value::Array(list)) => list.items.iter().filter(|item| counts(item)).count(),
        Some(Value::Hash(hash)) if wanted.is_none() => hash.len(),
        Some(Value::Hash(hash)) => {
            hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).filter(counts).count()
        }
        Some(Value::Str(text)) if wanted.is_some_and(|wanted| matches!(wanted, Value::Str(_))) => {
            let set = LetterSet::new(&wanted.map(ruby::to_s).unwrap_or_default());
            text.text.chars().filter(|letter| !budget::is_exhausted() && set.contains(*letter)).count()
        }
        _ => return wants(call, "an array first", call.arg(0)),
    };
    budget::poll()?;
    Ok(Value::Int(count as i64))
}

fn delete(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let [subject, what] = &args[..] else { return call.fail("`delete` expects 2 arguments") };
    let what = elements(what);
    if what.is_empty() {
        return Ok(subject.clone());
    }
    match subject {
        Value::Array(list) => {
            let gone = RubySet::of(&what)?;
            polled::filter(list.items.iter(), |item| Ok(!gone.contains(item)?)).map(Value::array)
        }
        Value::Hash(hash) => {
            let gone = sets::keys(&what)?;
            let mut hash = (**hash).clone();
            hash.retain(|key, _| !budget::is_exhausted() && !gone.contains_key(key));
            budget::poll()?;
            Ok(Value::hash(hash))
        }
        Value::Str(text) => {
            let mut text = text.text.clone();
            for part in &what {
                budget::charge(text.len())?;
                match part {
                    Value::Str(part) => text = text.replace(&part.text, ""),
                    other => return wants(call, "strings to delete from a string", other),
                }
            }
            Ok(Value::from(text))
        }
        _ => wants(call, "an array, hash or text first", call.arg(0)),
    }
}

/// Converts to an array as Ruby's `Array(..)`: a hash becomes its pairs.
fn elements(value: &Value) -> Vec<Value> {
    match value {
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        other => spread(other),
    }
}

/// Returns the array that an old-style function expects as its first argument.
fn list(call: &Call<'_>, args: &[Value]) -> EvalResult<Vec<Value>> {
    match args.first() {
        Some(Value::Array(list)) => Ok(list.items.clone()),
        _ => wants(call, "an array first", call.arg(0)),
    }
}

fn delete_at(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let mut list = list(call, &args)?;
    let index = args.get(1).cloned().unwrap_or_default();
    let is_index = match &index {
        Value::Str(text) => matches(r"^\d+$", &text.text)?,
        other => matches!(other, Value::Int(_) | Value::Float(_)),
    };
    if !is_index {
        return call.fail(format!("{} is not an index from 0", ruby::inspected(&index)));
    }
    let at = to_integer(&index);
    if at > list.len() as i64 - 1 {
        return call.fail(format!("index {at} is out of range: the array has {} elements", list.len()));
    }
    let at = if at < 0 { at + list.len() as i64 } else { at };
    if let Ok(at) = usize::try_from(at) {
        list.remove(at);
    }
    Ok(Value::array(list))
}

fn delete_regex(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let patterns = args.get(1).map(elements).unwrap_or_default();
    if patterns.is_empty() {
        return Ok(args.into_iter().next().unwrap_or_default());
    }
    let patterns: Vec<_> =
        patterns.iter().map(|pattern| Regexp::new(format!(r"\b{}\b", ruby::to_s(pattern)))).collect();
    let goes = |text: &Value| -> EvalResult<bool> {
        budget::poll()?;
        let Value::Str(text) = text else { return Ok(false) };
        for pattern in &patterns {
            if pattern.is_match(&text.text)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    match args.first() {
        Some(Value::Array(list)) => {
            let mut kept = Vec::new();
            patterns.iter().filter(|_| !list.items.is_empty()).try_for_each(|pattern| pattern.check())?;
            for item in &list.items {
                if !goes(item)? {
                    kept.push(item.clone());
                }
            }
            Ok(Value::array(kept))
        }
        Some(Value::Hash(hash)) => {
            let mut kept = Hash::new();
            patterns.iter().filter(|_| !hash.is_empty()).try_for_each(|pattern| pattern.check())?;
            for (key, value) in hash.iter() {
                if !goes(key)? {
                    kept.insert(key.clone(), value.clone());
                }
            }
            Ok(Value::hash(kept))
        }
        _ => wants(call, "an array or hash first", call.arg(0)),
    }
}

fn delete_undef_values(call: &mut Call<'_>) -> EvalResult {
    match first(call)? {
        Value::Array(list) => Ok(Value::array(list.items.iter().filter(|item| !item.is_undef()).cloned().collect())),
        Value::Hash(hash) => {
            let mut hash = (*hash).clone();
            hash.retain(|_, value| !value.is_undef());
            Ok(Value::hash(hash))
        }
        other => wants(call, "an array or hash", &other),
    }
}

fn member(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let list = list(call, &args)?;
    let wanted = match args.get(1) {
        Some(single @ (Value::Str(_) | Value::Int(_))) => vec![single.clone()],
        Some(Value::Array(several)) => several.items.clone(),
        Some(other) => return wants(call, "a string, an integer or an array of values", other),
        None => Vec::new(),
    };
    if wanted.is_empty() {
        return call.fail("`member` expects a value to find");
    }
    let known = sets::keys(&list)?;
    for one in &wanted {
        budget::poll()?;
        if !known.contains_key(one) {
            return Ok(Value::bool(false));
        }
    }
    Ok(Value::bool(true))
}

/// Returns the elements that match the pattern in the second argument, or the others.
fn sift(call: &mut Call<'_>, keep: bool) -> EvalResult {
    let args = received(call)?;
    let list = match args.first() {
        Some(pairs @ Value::Hash(_)) => elements(pairs),
        _ => list(call, &args)?,
    };
    let Some(Value::Str(pattern)) = args.get(1) else { return wants(call, "a pattern second", call.arg(1)) };
    let pattern = Regexp::new(pattern.text.as_str());
    pattern.check()?;
    let mut kept = Vec::new();
    for item in list {
        budget::poll()?;
        let found = match &item {
            Value::Str(text) => pattern.is_match(&text.text)?,
            _ => false,
        };
        if found == keep {
            kept.push(item);
        }
    }
    Ok(Value::array(kept))
}

fn grep(call: &mut Call<'_>) -> EvalResult {
    sift(call, true)
}

fn reject(call: &mut Call<'_>) -> EvalResult {
    sift(call, false)
}

fn hash(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let mut flat = Vec::new();
    flatten(&list(call, &args)?, &mut flat)?;
    if flat.len() % 2 == 1 {
        return call.fail(format!("expected keys and values in turn, found {} elements", flat.len()));
    }
    let entries = polled::collect(flat.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())))?;
    Ok(Value::hash(entries.into_iter().collect()))
}

fn values_at(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let list = list(call, &args)?;
    let mut wanted = Vec::new();
    flatten(&args[1..args.len().min(2)], &mut wanted)?;
    if wanted.is_empty() {
        return call.fail("`values_at` expects at least 1 index");
    }
    let mut found = Vec::new();
    for index in &wanted {
        let text = ruby::to_s(index);
        let Some((start, end)) = index_range(&text) else {
            return call.fail(format!("{text} is neither an index nor a range of them"));
        };
        let last = if end.1 { end.0 } else { end.0 - 1 };
        if start > end.0 || end.0 >= list.len() as i64 {
            return call.fail(format!("{text} is not within an array of {} elements", list.len()));
        }
        for at in start..=last {
            budget::poll()?;
            let value = usize::try_from(at).ok().and_then(|at| list.get(at)).filter(|value| !value.is_undef());
            found.extend(value.cloned());
        }
    }
    Ok(Value::array(found))
}

/// Parses `3`, `1-3`, `1..3` (inclusive) or `1...3` (exclusive): first index, last index and whether it is included.
fn index_range(text: &str) -> Option<(i64, (i64, bool))> {
    let number = |text: &str| Some(leading_integer(text)).filter(|_| is_digits(text));
    if let Some(single) = number(text) {
        return Some((single, (single, true)));
    }
    let (start, mark, end) = ["...", "..", "-"].iter().find_map(|mark| {
        let (start, end) = text.split_once(mark)?;
        Some((number(start)?, *mark, number(end)?))
    })?;
    Some((start, (end, mark != "...")))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn reverse(call: &mut Call<'_>) -> EvalResult {
    match first(call)? {
        Value::Array(list) => Ok(Value::array(list.items.iter().rev().cloned().collect())),
        Value::Str(text) => {
            budget::charge(text.text.len())?;
            Ok(Value::from(text.text.chars().rev().collect::<String>()))
        }
        other => wants(call, "an array or a string", &other),
    }
}

fn zip(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let left = list(call, &args)?;
    let Some(Value::Array(right)) = args.get(1) else {
        return call.fail(format!("`zip` expects 2 arrays, found {}", args.get(1).map_or("one", kind)));
    };
    let flat = match args.get(2) {
        Some(Value::Bool(truth)) => truth.get(),
        Some(Value::Str(text)) => truth_of(&text.text)?.unwrap_or(false),
        _ => false,
    };
    let pair = |(at, item): (usize, &Value)| {
        Ok(Value::array(vec![item.clone(), right.items.get(at).cloned().unwrap_or(Value::Undef)]))
    };
    let pairs = polled::map(left.iter().enumerate(), pair)?;
    if !flat {
        return Ok(Value::array(pairs));
    }
    let mut all = Vec::new();
    flatten(&pairs, &mut all)?;
    Ok(Value::array(all))
}
