//! Functions that pass each element to a lambda: `each`, `map`, `filter`, `reduce`, `slice`, `any`, `all`, `index`.
//!
//! A lambda with two parameters gets key and value of a hash, else index and element. The loops allocate nothing; a
//! subject is referenced, not copied.

use pprepl_text::Topic;
use std::rc::Rc;

use puppet_eval::{Builtin, Call, EvalResult, Flow, Rounds, Signature};
use puppet_pcore::{Hash, IterSource, MAX_LEVELS, Value, is_nested_beyond};

use super::iterable::{Elements, Source, limit, look_up, too_many, until_break, visit};
use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "each",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Hash", each_pair),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Hash", each),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Iterable", each_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Iterable", each),
        ],
        "Runs the lambda once for each element and returns the collection.",
    )
    .shows("['a', 'b'].each |$i, $x| { notice(\"${i} is ${x}\") }", "['a', 'b']"),
    Builtin::new(
        "map",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Array", map_pairs),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Array", map),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Array", map_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Array", map),
        ],
        "Returns an array of the lambda's results for each element.",
    )
    .shows("Integer[1, 4].map |$n| { $n * $n }", "[1, 4, 9, 16]"),
    Builtin::new(
        "filter",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Hash", filter_pairs),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Hash", filter_entries),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Array", filter_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Array", filter),
        ],
        "Returns the elements for which the lambda is true; a hash stays a hash.",
    )
    .shows("{'a' => 1, 'b' => 2}.filter |$k, $v| { $v > 1 }", "{'b' => 2}"),
    Builtin::new(
        "reduce",
        &[
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Any", reduce),
            Signature::new("Iterable $list, Any $memo, Callable[2, 2] &$block", "Any", reduce_from),
        ],
        "Folds the elements into one value: the lambda gets the previous result and the next element.",
    )
    .shows("[1, 2, 3].reduce(10) |$sum, $n| { $sum + $n }", "16"),
    Builtin::new(
        "slice",
        &[
            Signature::new("Hash $hash, Integer[1, default] $size, Optional[Callable] &$block", "Collection", slice),
            Signature::new("Iterable $list, Integer[1, default] $size, Optional[Callable] &$block", "Iterable", slice),
        ],
        "Splits into arrays of a given size; a lambda gets each slice as one array or as separate arguments.",
    )
    .shows("[1, 2, 3, 4, 5].slice(2)", "[[1, 2], [3, 4], [5]]"),
    Builtin::new(
        "any",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Boolean", any_pair),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Boolean", any),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Boolean", any_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Boolean", any),
        ],
        "Returns whether the lambda is true for any element.",
    )
    .shows("[1, 5, 2].any |$n| { $n > 4 }", "true"),
    Builtin::new(
        "all",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Boolean", all_pairs),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Boolean", all),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Boolean", all_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Boolean", all),
        ],
        "Returns whether the lambda is true for every element.",
    )
    .shows("[1, 5, 2].all |$n| { $n > 4 }", "false"),
    Builtin::new(
        "index",
        &[
            Signature::new("Hash $hash, Callable[2, 2] &$block", "Any", index_pair),
            Signature::new("Hash $hash, Callable[1, 1] &$block", "Any", index_value_block),
            Signature::new("Iterable $list, Callable[2, 2] &$block", "Any", index_indexed),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Any", index_block),
            Signature::new("String $text, Variant[String, Regexp] $match", "Optional[Integer]", index_in_text),
            Signature::new("Iterable $list, Any $match", "Any", index_of),
        ],
        "Returns the index (of a hash: the key) of the first element that equals a value or satisfies the lambda.",
    )
    .shows("['a', 'b', 'c'].index('b')", "1"),
];

/// Returns the hash in the first argument; the signature guarantees that it is one.
fn hash_argument(call: &Call<'_>) -> Rc<Hash> {
    match call.arg(0) {
        Value::Hash(hash) => hash.clone(),
        value => entries(value).unwrap_or_default(),
    }
}

/// Returns the hash whose entries an iterator visits.
fn entries(value: &Value) -> Option<Rc<Hash>> {
    match value {
        Value::Iterator(iterator) => match &iterator.source {
            IterSource::Pairs(hash) => Some(hash.clone()),
            IterSource::Range { .. } | IterSource::Items { .. } => None,
        },
        _ => None,
    }
}

/// Returns whether the argument is an iterator over a hash: a lambda with two parameters takes keys and values.
fn has_entries(call: &Call<'_>) -> bool {
    entries(call.arg(0)).is_some()
}

/// Passes each key and value to `f` until `f` returns `false`.
fn visit_pairs<'a>(
    call: &mut Call<'a>,
    hash: &Hash,
    mut f: impl FnMut(&mut Call<'a>, &Value, &Value) -> EvalResult<bool>,
) -> EvalResult<()> {
    for (round, (key, value)) in hash.iter().enumerate() {
        look_up(call, round as u64)?;
        if !f(call, key, value)? {
            break;
        }
    }
    Ok(())
}

fn each(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    if let Some(rounds) = call.rounds(1) {
        until_break(each_plain(rounds, &elements))?;
        return Ok(call.take(0));
    }
    until_break(visit(call, &elements, |call, _, x| call.block1(x).map(|_| true)))?;
    Ok(call.take(0))
}

/// Runs the usual loop, whose lambda needs no surrounding state.
fn each_plain(mut rounds: Rounds<'_>, elements: &Elements) -> EvalResult<()> {
    let mut source = Source::of(elements);
    while let Some(x) = source.next() {
        rounds.call1(x)?;
    }
    Ok(())
}

fn map_plain(mut rounds: Rounds<'_>, elements: &Elements, results: &mut Vec<Value>, limit: usize) -> EvalResult<()> {
    let mut source = Source::of(elements);
    while let Some(x) = source.next() {
        let value = rounds.call1(x)?;
        keep(results, value, limit)?;
    }
    Ok(())
}

fn filter_plain(mut rounds: Rounds<'_>, elements: &Elements, kept: &mut Vec<Value>, limit: usize) -> EvalResult<()> {
    let mut source = Source::of(elements);
    while let Some(x) = source.next() {
        let answer = rounds.call1(x.clone())?;
        if rounds.truth(&answer) {
            keep(kept, x, limit)?;
        }
    }
    Ok(())
}

/// Folds without copies: the memo moves into the lambda and back.
fn fold_plain(mut rounds: Rounds<'_>, elements: &Elements, memo: Option<Value>) -> EvalResult {
    let mut source = Source::of(elements);
    let Some(mut memo) = memo.or_else(|| source.next()) else { return Ok(Value::Undef) };
    let mut look = DepthGuard::default();
    while let Some(x) = source.next() {
        memo = rounds.call2(memo, x)?;
        look.at(&memo)?;
    }
    Ok(memo)
}

/// Guards the depth of a memo, which may grow one level deeper in each round. Later code that descends into it uses the
/// machine stack. Checks come at doubling intervals, so that all together cost no more than the last.
pub(crate) struct DepthGuard {
    round: u64,
    next: u64,
}

impl Default for DepthGuard {
    fn default() -> DepthGuard {
        DepthGuard { round: 0, next: 1 << 8 }
    }
}

impl DepthGuard {
    #[inline]
    pub(crate) fn at(&mut self, memo: &Value) -> EvalResult<()> {
        self.round += 1;
        if self.round == self.next { self.guard(memo) } else { Ok(()) }
    }

    #[cold]
    fn guard(&mut self, memo: &Value) -> EvalResult<()> {
        self.next *= 2;
        if !is_nested_beyond(memo, MAX_LEVELS) {
            return Ok(());
        }
        let mut flow =
            Flow::fail_with(Topic::Nesting, format!("the value is nested more than {MAX_LEVELS} levels deep"));
        flow.with_help(|| Some("let each round add an element to a flat list: $memo + [$x]".to_owned()));
        Err(flow)
    }
}

fn each_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return each_pair(call);
    }
    let elements = Elements::of_argument(call, 0)?;
    until_break(visit(call, &elements, |call, i, x| call.block2(Value::Int(i), x).map(|_| true)))?;
    Ok(call.take(0))
}

fn each_pair(call: &mut Call<'_>) -> EvalResult {
    let hash = hash_argument(call);
    until_break(visit_pairs(call, &hash, |call, k, v| call.block2(k.clone(), v.clone()).map(|_| true)))?;
    Ok(call.take(0))
}

fn map(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let limit = limit(call);
    if elements.len() > limit as u64 && !call.block_may_leave() {
        return too_many(limit);
    }
    let mut results = Vec::with_capacity(elements.room());
    if let Some(rounds) = call.rounds(1) {
        until_break(map_plain(rounds, &elements, &mut results, limit))?;
        return Ok(Value::array(results));
    }
    until_break(visit(call, &elements, |call, _, x| keep(&mut results, call.block1(x)?, limit)))?;
    Ok(Value::array(results))
}

fn map_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return map_pairs(call);
    }
    let elements = Elements::of_argument(call, 0)?;
    let limit = limit(call);
    if elements.len() > limit as u64 && !call.block_may_leave() {
        return too_many(limit);
    }
    let mut results = Vec::with_capacity(elements.room());
    until_break(visit(call, &elements, |call, i, x| keep(&mut results, call.block2(Value::Int(i), x)?, limit)))?;
    Ok(Value::array(results))
}

fn map_pairs(call: &mut Call<'_>) -> EvalResult {
    let hash = hash_argument(call);
    let mut results = Vec::with_capacity(hash.len());
    until_break(visit_pairs(call, &hash, |call, k, v| {
        results.push(call.block2(k.clone(), v.clone())?);
        Ok(true)
    }))?;
    Ok(Value::array(results))
}

/// Adds a result; fails beyond the limit.
#[inline(always)]
fn keep(results: &mut Vec<Value>, value: Value, limit: usize) -> EvalResult<bool> {
    if results.len() >= limit {
        return too_many(limit);
    }
    results.push(value);
    Ok(true)
}

fn filter(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let limit = limit(call);
    let mut kept = Vec::new();
    if let Some(rounds) = call.rounds(1) {
        until_break(filter_plain(rounds, &elements, &mut kept, limit))?;
        return Ok(Value::array(kept));
    }
    until_break(visit(call, &elements, |call, _, x| {
        let answer = call.block1(x.clone())?;
        if call.truth(&answer) { keep(&mut kept, x, limit) } else { Ok(true) }
    }))?;
    Ok(Value::array(kept))
}

fn filter_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return filter_pairs(call);
    }
    let elements = Elements::of_argument(call, 0)?;
    let limit = limit(call);
    let mut kept = Vec::new();
    until_break(visit(call, &elements, |call, i, x| {
        let answer = call.block2(Value::Int(i), x.clone())?;
        if call.truth(&answer) { keep(&mut kept, x, limit) } else { Ok(true) }
    }))?;
    Ok(Value::array(kept))
}

/// Filters a hash. Unlike other loops, this one does not end at a `break()`.
fn filter_pairs(call: &mut Call<'_>) -> EvalResult {
    let hash = hash_argument(call);
    let mut kept = Hash::new();
    visit_pairs(call, &hash, |call, k, v| {
        let answer = call.block2(k.clone(), v.clone())?;
        if call.truth(&answer) {
            kept.insert(k.clone(), v.clone());
        }
        Ok(true)
    })?;
    Ok(Value::hash(kept))
}

fn filter_entries(call: &mut Call<'_>) -> EvalResult {
    let hash = hash_argument(call);
    let mut kept = Hash::new();
    visit_pairs(call, &hash, |call, k, v| {
        let answer = call.block1(super::iterable::pair(k, v))?;
        if call.truth(&answer) {
            kept.insert(k.clone(), v.clone());
        }
        Ok(true)
    })?;
    Ok(Value::hash(kept))
}

fn reduce(call: &mut Call<'_>) -> EvalResult {
    fold(call, None)
}

fn reduce_from(call: &mut Call<'_>) -> EvalResult {
    let memo = call.take(1);
    fold(call, Some(memo))
}

/// Folds; without an initial memo the first element is the memo. The memo moves into the lambda, so that it grows in
/// place. It is also kept only where a `break()` may leave the lambda.
fn fold(call: &mut Call<'_>, mut memo: Option<Value>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let keeps = call.block_breaks();
    if !keeps && let Some(rounds) = call.rounds(2) {
        return fold_plain(rounds, &elements, memo);
    }
    let mut look = DepthGuard::default();
    let outcome = visit(call, &elements, |call, _, x| {
        let so_far = if keeps { memo.clone() } else { memo.take() };
        let next = match so_far {
            Some(so_far) => call.block2(so_far, x)?,
            None => x,
        };
        look.at(&next)?;
        memo = Some(next);
        Ok(true)
    });
    until_break(outcome)?;
    Ok(memo.unwrap_or(Value::Undef))
}

fn slice(call: &mut Call<'_>) -> EvalResult {
    let size =
        call.arg(1).as_int().and_then(|n| n.as_i64()).and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let elements = Elements::of_argument(call, 0)?;
    if call.has_block() {
        let serving = serving(call, size)?;
        until_break(slice_to_block(call, &elements, size, serving))?;
        return Ok(call.take(0));
    }
    let limit = limit(call);
    if elements.len() > limit as u64 {
        return too_many(limit);
    }
    let mut slices = Vec::new();
    visit_slices(call, &elements, size, |_, slice| {
        slices.push(Value::array(slice));
        Ok(())
    })?;
    Ok(Value::array(slices))
}

/// Returns the number of arguments for the lambda: one array, or one for each element of a slice.
fn serving(call: &mut Call<'_>, size: usize) -> EvalResult<usize> {
    let Some(arity) = call.block_arity() else { return Ok(1) };
    let serving = match arity.max {
        Some(max) if max == arity.required => max,
        _ => size,
    };
    match serving {
        0 => call.fail("slice needs a lambda with a parameter"),
        serving if serving == 1 || serving == size => Ok(serving),
        serving => call.fail(format!("slice expects a lambda with 1 or {size} parameters, found {serving}")),
    }
}

fn slice_to_block(call: &mut Call<'_>, elements: &Elements, size: usize, serving: usize) -> EvalResult<()> {
    let filler = if matches!(elements, Elements::Pairs(_)) { Value::array(Vec::new()) } else { Value::Undef };
    visit_slices(call, elements, size, |call, mut slice| {
        if serving == 1 {
            return call.block1(Value::array(slice)).map(drop);
        }
        slice.resize(serving, filler.clone());
        call.block(slice).map(drop)
    })
}

fn visit_slices<'a>(
    call: &mut Call<'a>,
    elements: &Elements,
    size: usize,
    mut f: impl FnMut(&mut Call<'a>, Vec<Value>) -> EvalResult<()>,
) -> EvalResult<()> {
    let limit = limit(call);
    // A slice is full when it holds as many elements as the reference reserved room for.
    let full = elements.slice_room().map_or(size, |room| size.min(usize::try_from(room).unwrap_or(usize::MAX)));
    let mut slice = Vec::new();
    visit(call, elements, |call, index, x| {
        if index >= limit as i64 {
            return too_many(limit);
        }
        slice.push(x);
        if slice.len() == full {
            f(call, std::mem::take(&mut slice))?;
        }
        Ok(true)
    })?;
    if slice.is_empty() { Ok(()) } else { f(call, slice) }
}

/// Returns whether the lambda answers `wanted` for some element.
fn seek(call: &mut Call<'_>, wanted: bool, ask: fn(&mut Call<'_>, i64, Value) -> EvalResult) -> EvalResult<bool> {
    let elements = Elements::of_argument(call, 0)?;
    let mut found = false;
    let outcome = visit(call, &elements, |call, i, x| {
        let answer = ask(call, i, x)?;
        found = call.truth(&answer) == wanted;
        Ok(!found)
    });
    elements.until_break(outcome)?;
    Ok(found)
}

fn seek_pair(call: &mut Call<'_>, wanted: bool) -> EvalResult<bool> {
    let hash = hash_argument(call);
    let mut found = false;
    visit_pairs(call, &hash, |call, k, v| {
        let answer = call.block2(k.clone(), v.clone())?;
        found = call.truth(&answer) == wanted;
        Ok(!found)
    })?;
    Ok(found)
}

fn ask1(call: &mut Call<'_>, _: i64, x: Value) -> EvalResult {
    call.block1(x)
}

fn ask2(call: &mut Call<'_>, i: i64, x: Value) -> EvalResult {
    call.block2(Value::Int(i), x)
}

fn any(call: &mut Call<'_>) -> EvalResult {
    seek(call, true, ask1).map(Value::bool)
}

fn any_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return any_pair(call);
    }
    seek(call, true, ask2).map(Value::bool)
}

fn any_pair(call: &mut Call<'_>) -> EvalResult {
    seek_pair(call, true).map(Value::bool)
}

fn all(call: &mut Call<'_>) -> EvalResult {
    seek(call, false, ask1).map(|found| Value::bool(!found))
}

fn all_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return all_pairs(call);
    }
    seek(call, false, ask2).map(|found| Value::bool(!found))
}

fn all_pairs(call: &mut Call<'_>) -> EvalResult {
    seek_pair(call, false).map(|found| Value::bool(!found))
}

/// Returns the index of the first element for which `is` holds.
fn locate<'a>(call: &mut Call<'a>, mut is: impl FnMut(&mut Call<'a>, i64, Value) -> EvalResult<bool>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let mut place = Value::Undef;
    let outcome = visit(call, &elements, |call, i, x| {
        let found = is(call, i, x)?;
        if found {
            place = Value::Int(i);
        }
        Ok(!found)
    });
    elements.until_break(outcome)?;
    Ok(place)
}

/// Returns the key of the first entry for which `is` holds.
fn locate_key<'a>(
    call: &mut Call<'a>,
    mut is: impl FnMut(&mut Call<'a>, &Value, &Value) -> EvalResult<bool>,
) -> EvalResult {
    let hash = hash_argument(call);
    let mut place = Value::Undef;
    visit_pairs(call, &hash, |call, k, v| {
        let found = is(call, k, v)?;
        if found {
            place = k.clone();
        }
        Ok(!found)
    })?;
    Ok(place)
}

fn index_block(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return index_value_block(call);
    }
    locate(call, |call, _, x| call.block1(x).map(|answer| call.truth(&answer)))
}

fn index_indexed(call: &mut Call<'_>) -> EvalResult {
    if has_entries(call) {
        return index_pair(call);
    }
    locate(call, |call, i, x| call.block2(Value::Int(i), x).map(|answer| call.truth(&answer)))
}

fn index_pair(call: &mut Call<'_>) -> EvalResult {
    locate_key(call, |call, k, v| call.block2(k.clone(), v.clone()).map(|answer| call.truth(&answer)))
}

fn index_value_block(call: &mut Call<'_>) -> EvalResult {
    locate_key(call, |call, _, v| call.block1(v.clone()).map(|answer| call.truth(&answer)))
}

/// Returns the index of an element, by Ruby's `==`, which is case-sensitive.
fn index_of(call: &mut Call<'_>) -> EvalResult {
    let wanted = call.take(1);
    if matches!(call.arg(0), Value::Hash(_)) || has_entries(call) {
        return locate_key(call, |_, _, v| Ok(ruby::same(v, &wanted)));
    }
    locate(call, |_, _, x| Ok(ruby::same(&x, &wanted)))
}

/// Returns the character index of the first occurrence of a string or pattern.
fn index_in_text(call: &mut Call<'_>) -> EvalResult {
    let Value::Str(text) = call.arg(0) else { return Ok(Value::Undef) };
    let at = match call.arg(1) {
        Value::Regexp(pattern) => pattern.captures(text)?.and_then(|found| Some(found.groups.first()?.as_ref()?.0)),
        wanted => text.text.find(wanted.as_str().unwrap_or_default()),
    };
    let before = at.and_then(|at| text.text.get(..at));
    Ok(before.map_or(Value::Undef, |before| Value::Int(before.chars().count() as i64)))
}
