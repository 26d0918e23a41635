//! `sort`, `max`, `min` and `compare`.
//!
//! Without a lambda the order is Ruby's. With one it is a merge sort that calls the lambda with the same pairs as the C
//! library's. An inconsistent comparison therefore gives the same result as in the reference, and never an error.

use pprepl_text::Topic;
use std::cmp::Ordering;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Comparator, EvalResult, Flow, Level, Signature};
use puppet_pcore::{Str, Value};

use super::order::ruby_order;
use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "sort",
        &[
            Signature::new("String $text, Optional[Callable[2, 2]] &$block", "String", sort_text),
            Signature::new("Array $list, Optional[Callable[2, 2]] &$block", "Array", sort),
        ],
        "Sorts; a lambda compares two elements and returns a number below, equal to or above 0.",
    )
    .shows("sort([3, 1, 2]) |$a, $b| { compare($b, $a) }", "[3, 2, 1]"),
    Builtin::new(
        "compare",
        &[
            Signature::new("Numeric $a, Numeric $b", "Integer[-1, 1]", compare),
            Signature::new("String $a, String $b, Boolean $ignore_case = true", "Integer[-1, 1]", compare_text),
            Signature::new("SemVer $a, SemVer $b", "Integer[-1, 1]", compare),
            Signature::new("Numeric $a, Variant[Timespan, Timestamp] $b", "Integer[-1, 1]", compare_time),
            Signature::new("Timestamp $a, Variant[Timestamp, Numeric] $b", "Integer[-1, 1]", compare_time),
            Signature::new("Timespan $a, Variant[Timespan, Numeric] $b", "Integer[-1, 1]", compare_time),
        ],
        "Returns -1, 0 or 1 if the first is less than, equal to or greater than the second; ignores case.",
    )
    .shows("compare('apple', 'Banana')", "-1"),
    Builtin::new(
        "max",
        &[
            Signature::new("Numeric *$values", "Numeric", max),
            Signature::new("String *$values", "String", max),
            Signature::new("Array[Numeric] $values, Optional[Callable[2, 2]] &$block", "Optional[Numeric]", max),
            Signature::new("Array[String] $values, Optional[Callable[2, 2]] &$block", "Optional[String]", max),
            Signature::new("Array $values, Optional[Callable[2, 2]] &$block", "Any", max),
            Signature::new("Any *$values, Callable[2, 2] &$block", "Any", max),
            Signature::new("Any *$values", "Any", max),
        ],
        "Returns the greatest of the values, or of the elements of one array.",
    )
    .shows("max(1, 5, 3)", "5"),
    Builtin::new(
        "min",
        &[
            Signature::new("Numeric *$values", "Numeric", min),
            Signature::new("String *$values", "String", min),
            Signature::new("Array[Numeric] $values, Optional[Callable[2, 2]] &$block", "Optional[Numeric]", min),
            Signature::new("Array[String] $values, Optional[Callable[2, 2]] &$block", "Optional[String]", min),
            Signature::new("Array $values, Optional[Callable[2, 2]] &$block", "Any", min),
            Signature::new("Any *$values, Callable[2, 2] &$block", "Any", min),
            Signature::new("Any *$values", "Any", min),
        ],
        "Returns the least of the values, or of the elements of one array.",
    )
    .shows("min(['b', 'a', 'C'])", "'C'"),
];

fn sort_text(call: &mut Call<'_>) -> EvalResult {
    let characters = call.arg(0).as_str().unwrap_or_default().chars().map(super::iterable::character).collect();
    let sorted = sorted(call, characters)?;
    Ok(Value::from(sorted.iter().filter_map(Value::as_str).collect::<String>()))
}

fn sort(call: &mut Call<'_>) -> EvalResult {
    let items = match call.take(0) {
        Value::Array(array) => {
            Rc::try_unwrap(array).map_or_else(|array| array.items.clone(), |mut array| std::mem::take(&mut array.items))
        }
        _ => Vec::new(),
    };
    sorted(call, items).map(Value::array)
}

fn sorted(call: &mut Call<'_>, mut items: Vec<Value>) -> EvalResult<Vec<Value>> {
    if call.has_block() {
        return sorted_by_block(call, items);
    }
    if let Some(integers) = all(&items, |value| if let Value::Int(i) = value { Some(*i) } else { None }) {
        return sorted_integers(integers);
    }
    if let Some(strings) = all(&items, |value| if let Value::Str(s) = value { Some(s.clone()) } else { None }) {
        return sorted_strings(strings);
    }
    let mut spare = items.clone();
    merge_sort(&mut items, &mut spare, &mut |a, b| ruby_order(a, b).ok_or_else(|| incomparable(a, b)))?;
    Ok(items)
}

/// Sorts by a lambda. A lambda that only calls `compare` is not called for pairs of integers or strings.
fn sorted_by_block(call: &mut Call<'_>, mut items: Vec<Value>) -> EvalResult<Vec<Value>> {
    if let Some(order) = call.comparator()
        && sort_compared(&mut items, order)?
    {
        return Ok(items);
    }
    let mut spare = items.clone();
    match call.rounds(2) {
        Some(mut rounds) => {
            merge_sort(&mut items, &mut spare, &mut |a, b| order_in(&rounds.call2(a.clone(), b.clone())?))?;
        }
        None => merge_sort(&mut items, &mut spare, &mut |a, b| compare_with_lambda(call, a, b))?,
    }
    Ok(items)
}

/// Sorts integers or strings as `compare` does; returns false for other values.
fn sort_compared(items: &mut [Value], order: Comparator) -> EvalResult<bool> {
    let descending = order == Comparator::Descending;
    if let Some(mut integers) = all(items, |value| if let Value::Int(i) = value { Some(*i) } else { None }) {
        sort_in_parts(&mut integers, &i64::cmp, false)?;
        if descending {
            integers.reverse();
        }
        items.iter_mut().zip(integers).for_each(|(item, i)| *item = Value::Int(i));
        return Ok(true);
    }
    if !items.iter().all(|item| matches!(item, Value::Str(_))) {
        return Ok(false);
    }
    let compared = |a: &Value, b: &Value| match (a, b) {
        (Value::Str(a), Value::Str(b)) => puppet_pcore::compare::compare_ignoring_case(&a.text, &b.text),
        _ => Ordering::Equal,
    };
    sort_in_parts(items, &|a, b| if descending { compared(b, a) } else { compared(a, b) }, true)?;
    Ok(true)
}

/// The number of elements sorted between two budget checks.
const PART: usize = 1 << 18;

/// Sorts, checking the budget between parts. The stable sort merges two sorted parts in linear time. The other one is faster,
/// except in the module for browsers, whose standard library is built for its size.
fn sort_in_parts<T>(items: &mut [T], order: &impl Fn(&T, &T) -> Ordering, stable: bool) -> EvalResult<()> {
    budget::check()?;
    // A closure of its own: the call through a reference is not inlined in another unit, and takes twice the time.
    let order_of = |a: &T, b: &T| order(a, b);
    if items.len() > PART {
        let (left, right) = items.split_at_mut(items.len() / 2);
        sort_in_parts(left, order, stable)?;
        sort_in_parts(right, order, stable)?;
        items.sort_by(order_of);
    } else if stable || cfg!(target_family = "wasm") {
        items.sort_by(order_of);
    } else {
        items.sort_unstable_by(order_of);
    }
    Ok(())
}

/// Returns the result of `pick` for each value, if `pick` accepts all of them.
fn all<T>(items: &[Value], pick: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    items.iter().map(pick).collect()
}

fn sorted_integers(mut integers: Vec<i64>) -> EvalResult<Vec<Value>> {
    sort_in_parts(&mut integers, &i64::cmp, false)?;
    Ok(integers.into_iter().map(Value::Int).collect())
}

/// Sorts by the eight bytes after the common prefix, which decide most comparisons without reading the strings.
fn sorted_strings(strings: Vec<Rc<Str>>) -> EvalResult<Vec<Value>> {
    let shared = strings.first().map_or(0, |first| {
        let first = first.text.as_bytes();
        strings.iter().fold(first.len(), |shared, other| shared_length(&first[..shared], other.text.as_bytes()))
    });
    let keyed = strings.into_iter().map(|string| (prefix(&string.text.as_bytes()[shared..]), string));
    let mut keyed: Vec<(u64, Rc<Str>)> = keyed.collect();
    let order = |a: &(u64, Rc<Str>), b: &(u64, Rc<Str>)| {
        a.0.cmp(&b.0).then_with(|| a.1.text.as_bytes().cmp(b.1.text.as_bytes()))
    };
    sort_in_parts(&mut keyed, &order, false)?;
    Ok(keyed.into_iter().map(|(_, string)| Value::Str(string)).collect())
}

/// Returns the length of the common prefix in bytes.
fn shared_length(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn prefix(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
            u64::from_be_bytes(bytes)
        }
    }
}

fn incomparable(a: &Value, b: &Value) -> Box<Flow> {
    Flow::fail_with(Topic::Comparison, format!("{} and {} cannot be ordered", ruby::inspected(a), ruby::inspected(b)))
}

/// Calls the lambda with two values.
fn compare_with_lambda(call: &mut Call<'_>, a: &Value, b: &Value) -> EvalResult<Ordering> {
    order_in(&call.block2(a.clone(), b.clone())?)
}

/// Converts the result of a lambda to an order.
#[inline]
fn order_in(answer: &Value) -> EvalResult<Ordering> {
    match answer {
        Value::Int(order) => Ok(order.cmp(&0)),
        Value::Float(order) => Ok(order.get().partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::Big(order) => Ok(order.sign().cmp(&num_bigint::Sign::NoSign)),
        Value::Timespan(order) | Value::Timestamp(order) => Ok((**order).cmp(&0)),
        other => Err(no_order(other)),
    }
}

#[cold]
fn no_order(answer: &Value) -> Box<Flow> {
    let answer = ruby::inspected(answer);
    Flow::fail_with(Topic::Comparison, format!("the lambda must return a number, found {answer}"))
}

/// Sorts `items` (merge sort). `spare` holds the same values and is overwritten.
fn merge_sort(
    items: &mut [Value],
    spare: &mut [Value],
    order: &mut impl FnMut(&Value, &Value) -> EvalResult<Ordering>,
) -> EvalResult<()> {
    let half = items.len() / 2;
    if half == 0 {
        return Ok(());
    }
    {
        // The halves are sorted in the other list, then merged into this one.
        let (left, right) = items.split_at_mut(half);
        let (left_spare, right_spare) = spare.split_at_mut(half);
        merge_sort(left_spare, left, order)?;
        merge_sort(right_spare, right, order)?;
    }
    let (mut left, mut right) = (0, half);
    for place in items.iter_mut() {
        budget::poll()?;
        let from_left =
            left < half && (right >= spare.len() || order(&spare[left], &spare[right])? != Ordering::Greater);
        let at = if from_left { &mut left } else { &mut right };
        place.put(std::mem::take(&mut spare[*at]));
        *at += 1;
    }
    Ok(())
}

fn compare(call: &mut Call<'_>) -> EvalResult {
    match ruby_order(call.arg(0), call.arg(1)) {
        Some(order) => Ok(number(order)),
        None => Err(incomparable(call.arg(0), call.arg(1))),
    }
}

fn compare_text(call: &mut Call<'_>) -> EvalResult {
    let (a, b) = (call.arg(0).as_str().unwrap_or_default(), call.arg(1).as_str().unwrap_or_default());
    let case_matters = matches!(call.arg(2), Value::Bool(puppet_pcore::Bit::False));
    Ok(number(if case_matters {
        a.as_bytes().cmp(b.as_bytes())
    } else {
        puppet_pcore::compare::compare_ignoring_case(a, b)
    }))
}

fn compare_time(call: &mut Call<'_>) -> EvalResult {
    puppet_pcore::compare::compare(call.arg(0), call.arg(1)).map(number).map_err(Into::into)
}

fn number(order: Ordering) -> Value {
    Value::Int(order as i64)
}

fn max(call: &mut Call<'_>) -> EvalResult {
    extreme(call, "max", Ordering::Greater)
}

fn min(call: &mut Call<'_>) -> EvalResult {
    extreme(call, "min", Ordering::Less)
}

/// Returns the value that is `better` than all before it.
fn extreme(call: &mut Call<'_>, name: &'static str, better: Ordering) -> EvalResult {
    let values: Vec<Value> = match call.args() {
        [Value::Array(array)] => array.items.clone(),
        args => args.to_vec(),
    };
    let by_block = call.has_block();
    let mut values = values.into_iter();
    let mut best = match values.next() {
        Some(first) => first,
        None if by_block => return Ok(Value::Undef),
        None => return call.fail(format!("{name} expects at least 1 value")),
    };
    let mixed = !by_block && !uniform(&best, values.as_slice());
    for value in values {
        let order = match by_block {
            true => compare_with_lambda(call, &value, &best)?,
            false => natural(call, name, mixed, &value, &best),
        };
        if order == better {
            best = value;
        }
    }
    Ok(best)
}

/// Returns whether all values are numbers, or all strings.
fn uniform(first: &Value, rest: &[Value]) -> bool {
    let number = |value: &Value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_));
    let string = |value: &Value| matches!(value, Value::Str(_));
    (number(first) && rest.iter().all(number)) || (string(first) && rest.iter().all(string))
}

/// Compares numbers by value and strings by characters, but by value where both look numeric. Other values compare by
/// their string form.
fn natural(call: &mut Call<'_>, name: &str, mixed: bool, a: &Value, b: &Value) -> Ordering {
    if !mixed && !matches!(a, Value::Str(_)) {
        return ruby_order(a, b).unwrap_or(Ordering::Equal);
    }
    let (a, b) = (ruby::to_s(a), ruby::to_s(b));
    if let (Some(a), Some(b)) = (numeric(&a), numeric(&b)) {
        warn(call, name, "numbers in strings is deprecated: convert them first, or compare them in a lambda");
        return a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    }
    if mixed {
        warn(call, name, "values of several kinds is deprecated: convert them first, or compare them in a lambda");
    }
    a.as_bytes().cmp(b.as_bytes())
}

fn warn(call: &mut Call<'_>, name: &str, text: &str) {
    if call.host().first_time(&format!("{name} of {text}")) {
        call.log(Level::Warning, &format!("{name} of {text}"));
    }
}

/// Returns the number that a string looks like: digits, and an optional group of digits after `.`, `_`, `e` or `E`.
fn numeric(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once(['.', '_', 'e', 'E']) {
        None if all_digits(digits) => text.parse().ok(),
        Some((whole, rest)) if all_digits(whole) && all_digits(rest) => text.replace('_', "").parse().ok(),
        _ => None,
    }
}
