//! Functions of arrays: `flatten`, `join`, `unique`, `group_by`, `partition`.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::print::must_end;
use puppet_pcore::{Array, Hash, Value};

use super::iterable::{Elements, limit, look_up, pair, too_many, visit};
use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "flatten",
        &[Signature::new("Any *$values", "Array", flatten)],
        "Flattens nested arrays into one; hashes stay whole.",
    )
    .shows("flatten([1, [2, [3]]], 4)", "[1, 2, 3, 4]"),
    Builtin::new(
        "join",
        &[Signature::new("Array $list, String $delimiter = ''", "String", join)],
        "Joins all elements into a string, nested arrays included, with a delimiter between them.",
    )
    .shows("join(['a', ['b', 1]], '-')", "'a-b-1'"),
    Builtin::new(
        "unique",
        &[
            Signature::new("String $text, Optional[Callable[String]] &$block", "String", unique_characters),
            Signature::new("Hash $hash, Optional[Callable[Any]] &$block", "Hash[Array, Array]", unique_values),
            Signature::new("Array $list, Optional[Callable[Any]] &$block", "Array", unique),
            Signature::new("Iterable $list, Optional[Callable[Any]] &$block", "Array", unique),
        ],
        "Removes duplicate elements, or elements for which the lambda returns an earlier result.",
    )
    .shows("unique([3, 1, 3, 2, 1])", "[3, 1, 2]"),
    Builtin::new(
        "group_by",
        &[
            Signature::new("Collection $list, Callable[1, 1] &$block", "Hash[Any, Array]", group_by),
            Signature::new("Array $list, Callable[2, 2] &$block", "Hash[Any, Array]", group_by_indexed),
            Signature::new("Collection $list, Callable[2, 2] &$block", "Hash[Any, Array]", group_pairs),
        ],
        "Returns a hash from each result of the lambda to the elements with that result.",
    )
    .shows("group_by(['a', 'bb', 'c']) |$text| { $text.size }", "{1 => ['a', 'c'], 2 => ['bb']}"),
    Builtin::new(
        "partition",
        &[
            Signature::new("Collection $list, Callable[1, 1] &$block", "Tuple[Array, Array]", partition),
            Signature::new("Array $list, Callable[2, 2] &$block", "Tuple[Array, Array]", partition_indexed),
            Signature::new("Collection $list, Callable[2, 2] &$block", "Tuple[Array, Array]", partition_pairs),
        ],
        "Returns two arrays: the elements for which the lambda is true, and the others.",
    )
    .shows("partition([1, 2, 3]) |$n| { $n > 1 }", "[[2, 3], [1]]"),
];

fn flatten(call: &mut Call<'_>) -> EvalResult {
    let limit = limit(call);
    let mut flat = Vec::new();
    let args: Vec<Value> = (0..call.len()).map(|index| call.take(index)).collect();
    let all = flatten_into(&args, &mut flat, limit);
    budget::poll()?;
    if all { Ok(Value::array(flat)) } else { too_many(limit) }
}

/// Adds the elements of nested arrays; returns `false` when there are more than `limit`.
pub(super) fn flatten_into(values: &[Value], flat: &mut Vec<Value>, limit: usize) -> bool {
    Flattener { flat, limit, known: FxHashMap::default() }.add(values)
}

/// Flattens arrays. An array that occurs again is copied from its first result.
struct Flattener<'f> {
    flat: &'f mut Vec<Value>,
    limit: usize,
    /// Ranges of the elements of shared arrays in the result, by the arrays' addresses.
    known: FxHashMap<usize, Range<usize>>,
}

impl Flattener<'_> {
    fn add(&mut self, values: &[Value]) -> bool {
        values.iter().all(|value| match value {
            Value::Array(array) if Rc::strong_count(array) > 1 => self.add_shared(array),
            Value::Array(array) => self.add(&array.items),
            other => {
                self.flat.push(other.clone());
                self.flat.len() <= self.limit && !budget::is_exhausted()
            }
        })
    }

    fn add_shared(&mut self, array: &Rc<Array>) -> bool {
        let address = Rc::as_ptr(array).addr();
        if let Some(known) = self.known.get(&address) {
            let fits =
                self.flat.len() + known.len() <= self.limit && budget::charge(known.len() * size_of::<Value>()).is_ok();
            if fits {
                self.flat.extend_from_within(known.clone());
            }
            return fits;
        }
        let from = self.flat.len();
        let fits = self.add(&array.items);
        self.known.insert(address, from..self.flat.len());
        fits
    }
}

fn join(call: &mut Call<'_>) -> EvalResult {
    let delimiter = match call.arg(1) {
        Value::Str(text) => text.text.as_str(),
        _ => "",
    };
    let mut joiner = Joiner { delimiter, out: String::new(), known: FxHashMap::default() };
    joiner.add(call.arg(0).as_array().unwrap_or_default());
    let text = joiner.out;
    budget::poll()?;
    Ok(Value::from(text))
}

/// Joins elements. An array that occurs again is copied from its first result.
struct Joiner<'j> {
    delimiter: &'j str,
    out: String,
    /// Ranges of shared arrays in the joined string, by the arrays' addresses.
    known: FxHashMap<usize, Range<usize>>,
}

impl Joiner<'_> {
    fn add(&mut self, items: &[Value]) {
        for (index, item) in items.iter().enumerate() {
            let from = self.out.len();
            if index > 0 {
                self.out.push_str(self.delimiter);
            }
            match item {
                Value::Str(text) => self.out.push_str(&text.text),
                Value::Array(inner) if Rc::strong_count(inner) > 1 => self.add_shared(inner),
                Value::Array(inner) => self.add(&inner.items),
                other => ruby::write_to_s(other, &mut self.out),
            }
            if must_end(&self.out, from) {
                return;
            }
        }
    }

    fn add_shared(&mut self, array: &Rc<Array>) {
        let address = Rc::as_ptr(array).addr();
        if let Some(known) = self.known.get(&address) {
            if budget::charge(known.len()).is_ok() {
                self.out.extend_from_within(known.clone());
            }
            return;
        }
        let from = self.out.len();
        self.add(&array.items);
        self.known.insert(address, from..self.out.len());
    }
}

/// Values grouped by key, in order of the keys' first appearance.
#[derive(Default)]
struct Groups {
    /// From a key to its index in `groups`.
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

/// Returns the elements with distinct keys, the first of each.
fn distinct(call: &mut Call<'_>, elements: &Elements) -> EvalResult<Vec<Value>> {
    // A single element is not compared with anything: the lambda is not called.
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

fn unique(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    distinct(call, &elements).map(Value::array)
}

fn unique_characters(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let kept = distinct(call, &elements)?;
    Ok(Value::from(kept.iter().filter_map(Value::as_str).collect::<String>()))
}

/// Returns a hash inverted: from arrays of keys to their distinct values.
fn unique_values(call: &mut Call<'_>) -> EvalResult {
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

fn group_by(call: &mut Call<'_>) -> EvalResult {
    group(call, |call, _, x| call.block1(x))
}

fn group_by_indexed(call: &mut Call<'_>) -> EvalResult {
    group(call, |call, i, x| call.block2(Value::Int(i), x))
}

fn group(call: &mut Call<'_>, ask: fn(&mut Call<'_>, i64, Value) -> EvalResult) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let mut groups = Groups::default();
    visit(call, &elements, |call, i, x| {
        let key = ask(call, i, x.clone())?;
        groups.add(key, x);
        Ok(true)
    })?;
    Ok(groups.into_hash())
}

fn group_pairs(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let mut groups = Groups::default();
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        let group = call.block2(key.clone(), value.clone())?;
        groups.add(group, pair(key, value));
    }
    Ok(groups.into_hash())
}

fn partition(call: &mut Call<'_>) -> EvalResult {
    divide(call, |call, _, x| call.block1(x))
}

fn partition_indexed(call: &mut Call<'_>) -> EvalResult {
    divide(call, |call, i, x| call.block2(Value::Int(i), x))
}

fn divide(call: &mut Call<'_>, ask: fn(&mut Call<'_>, i64, Value) -> EvalResult) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    visit(call, &elements, |call, i, x| {
        let answer = ask(call, i, x.clone())?;
        let side = if call.truth(&answer) { &mut yes } else { &mut no };
        side.push(x);
        Ok(true)
    })?;
    Ok(Value::array(vec![Value::array(yes), Value::array(no)]))
}

fn partition_pairs(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(hash) = call.take(0) else { return Ok(Value::Undef) };
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        let answer = call.block2(key.clone(), value.clone())?;
        let side = if call.truth(&answer) { &mut yes } else { &mut no };
        side.push(pair(key, value));
    }
    Ok(Value::array(vec![Value::array(yes), Value::array(no)]))
}
