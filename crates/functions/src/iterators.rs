//! Functions that return an iterator, a sequence that is never expanded: `reverse_each` and `step`. With a lambda they
//! run it for each element and return undef.

use std::rc::Rc;

use puppet_eval::{BlockArity, Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Int, IntegerRange, Iter, IterSource, Ty, Type, Value};

use super::iterable::{Elements, shared, until_break, visit};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "reverse_each",
        &[
            Signature::new("Iterable $list", "Iterator", reverse_each),
            Signature::new("Iterable $list, Callable[1, 1] &$block", "Undef", reverse_each_block),
        ],
        "Iterates from the last element to the first.",
    )
    .shows("[1, 2, 3].reverse_each.map |$n| { $n * 10 }", "[30, 20, 10]"),
    Builtin::new(
        "step",
        &[
            Signature::new("Iterable $list, Integer[1] $step", "Iterator", step),
            Signature::new("Iterable $list, Integer[1] $step, Callable[1, 1] &$block", "Undef", step_block),
        ],
        "Iterates over every n-th element, starting with the first.",
    )
    .shows("Integer[0, 10].step(5).map |$n| { $n }", "[0, 5, 10]"),
];

fn reverse_each(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let reversed = reversed(call, elements)?;
    iterator(call, reversed)
}

fn reverse_each_block(call: &mut Call<'_>) -> EvalResult {
    let elements = Elements::of_argument(call, 0)?;
    let reversed = reversed(call, elements)?;
    run(call, &reversed)
}

fn step(call: &mut Call<'_>) -> EvalResult {
    let stepped = stepped_argument(call)?;
    iterator(call, stepped)
}

fn step_block(call: &mut Call<'_>) -> EvalResult {
    let stepped = stepped_argument(call)?;
    run(call, &stepped)
}

/// Runs the lambda for each element. As in Puppet, a lambda that has not exactly one parameter gets the parts of
/// an element.
fn run(call: &mut Call<'_>, elements: &Elements) -> EvalResult {
    let one = BlockArity { required: 1, max: Some(1) };
    let rounds = match call.block_arity().is_none_or(|arity| arity == one) {
        true => visit(call, elements, |call, _, x| call.block1(x).map(|_| true)),
        false => visit(call, elements, |call, _, x| {
            let parts = parts(call, x)?;
            call.block(parts).map(|_| true)
        }),
    };
    until_break(rounds)?;
    Ok(Value::Undef)
}

/// Returns the parts of an element: the elements of an array, hash or iterator, none of undef, and any other value.
fn parts(call: &mut Call<'_>, element: Value) -> EvalResult<Vec<Value>> {
    match element {
        Value::Undef => Ok(Vec::new()),
        Value::Array(array) => Ok(array.items.clone()),
        Value::Hash(_) | Value::Iterator(_) => match Elements::of(&element) {
            Some(elements) => elements.to_values(call),
            None => Ok(vec![element]),
        },
        single => Ok(vec![single]),
    }
}

/// Converts elements to a range or to indices of an array, the two forms of an iterator.
fn indexable(call: &mut Call<'_>, elements: Elements) -> EvalResult<Elements> {
    Ok(match elements {
        Elements::Items(items) => Elements::Every { items, from: 0, step: 1 },
        Elements::Pairs(_) | Elements::Characters(_) => {
            Elements::Every { items: shared(elements.to_values(call)?), from: 0, step: 1 }
        }
        indexed => indexed,
    })
}

fn reversed(call: &mut Call<'_>, elements: Elements) -> EvalResult<Elements> {
    let elements = match indexable(call, elements)? {
        // Steps are expanded before they are reversed.
        every @ Elements::Every { step, .. } if step.unsigned_abs() > 1 => {
            Elements::Every { items: shared(every.to_values(call)?), from: 0, step: 1 }
        }
        other => other,
    };
    let last = i128::from(elements.len()) - 1;
    Ok(match elements {
        Elements::Every { items, from, step } => {
            let end = from as i128 + last * i128::from(step);
            Elements::Every { items, from: usize::try_from(end).unwrap_or(0), step: -step }
        }
        Elements::Integers { from, count, step } => {
            let end = i128::from(from) + last * i128::from(step);
            Elements::Integers { from: i64::try_from(end).unwrap_or(from), count, step: step.saturating_neg() }
        }
        other => other,
    })
}

fn stepped_argument(call: &mut Call<'_>) -> EvalResult<Elements> {
    let by = call.arg(1).as_int().and_then(|by| by.as_i64()).unwrap_or(i64::MAX);
    let elements = Elements::of_argument(call, 0)?;
    // Every entry of a hash: as in Puppet, the iterator still has keys and values.
    if by == 1 && matches!(elements, Elements::Pairs(_)) {
        return Ok(elements);
    }
    Ok(match indexable(call, elements)? {
        Elements::Every { items, from, step } => Elements::Every { items, from, step: step.saturating_mul(by) },
        Elements::Integers { from, count, step } => {
            Elements::Integers { from, count: count.div_ceil(by.unsigned_abs().max(1)), step: step.saturating_mul(by) }
        }
        other => other,
    })
}

/// Returns the iterator value over elements of the first argument.
fn iterator(call: &mut Call<'_>, elements: Elements) -> EvalResult {
    let (element, source) = match elements {
        Elements::Integers { from, count: 0, .. } => (Rc::new(Type::Unit), empty_range(from)),
        Elements::Integers { from, count, step } => {
            let to = i128::from(from) + i128::from(count - 1) * i128::from(step);
            let to = i64::try_from(to).unwrap_or(if step > 0 { i64::MAX } else { i64::MIN });
            (integers(from.min(to), from.max(to)), IterSource::Range { from, to, step })
        }
        Elements::Every { items, from, step } => (element_type(call), IterSource::Items { items, from, step }),
        Elements::Pairs(hash) => (element_type(call), IterSource::Pairs(hash)),
        other => (element_type(call), IterSource::Items { items: shared(other.to_values(call)?), from: 0, step: 1 }),
    };
    Ok(Value::Iterator(Rc::new(Iter { element, source })))
}

/// Returns an iterator over existing values of any type.
pub(super) fn over(values: Vec<Value>) -> Value {
    let source = IterSource::Items { items: shared(values), from: 0, step: 1 };
    Value::Iterator(Rc::new(Iter { element: Rc::new(Type::Any), source }))
}

/// Returns a range without elements.
fn empty_range(from: i64) -> IterSource {
    match from.checked_sub(1) {
        Some(to) => IterSource::Range { from, to, step: 1 },
        None => IterSource::Range { from: from + 1, to: from, step: 1 },
    }
}

fn integers(from: i64, to: i64) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(from)), to: Some(Int::Small(to)) }))
}

/// Returns the element type of the first argument.
fn element_type(call: &Call<'_>) -> Ty {
    puppet_pcore::element_type(call.arg(0)).unwrap_or_else(|| Rc::new(Type::Any))
}
