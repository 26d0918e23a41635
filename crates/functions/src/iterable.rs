//! Iterable values, and the one loop that all iterating functions share.
//!
//! A range is counted, never expanded. A hash stays a hash until its pairs are needed. `visit` has a separate loop for
//! each kind, so that a round costs only the lambda.

use pprepl_text::Topic;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_eval::{Call, EvalResult, Flow};
use puppet_pcore::{Array, Hash, Int, IntegerRange, Iter, IterSource, Str, Type, Value};

/// The elements of an iterable value.
#[derive(Clone)]
pub(super) enum Elements {
    Items(Rc<Array>),
    /// A hash, with `[key, value]` pairs as elements.
    Pairs(Rc<Hash>),
    /// The characters of a string.
    Characters(Rc<Str>),
    /// `count` integers from `from` on, `step` apart.
    Integers {
        from: i64,
        count: u64,
        /// Difference of neighbors.
        step: i64,
    },
    /// Every `step`-th element of an array.
    Every {
        items: Rc<Array>,
        from: usize,
        /// Difference of neighboring indices.
        step: i64,
    },
}

impl Elements {
    /// Returns the elements of a value; `None` when it is not iterable.
    pub(super) fn of(value: &Value) -> Option<Elements> {
        match value {
            Value::Array(items) => Some(Elements::Items(items.clone())),
            Value::Hash(pairs) => Some(Elements::Pairs(pairs.clone())),
            Value::Str(text) => Some(Elements::Characters(text.clone())),
            Value::Int(n) if *n >= 0 => Some(Elements::Integers { from: 0, count: n.unsigned_abs(), step: 1 }),
            Value::Iterator(iter) => Some(Elements::of_iterator(iter)),
            Value::Type(ty) => Elements::of_type(ty),
            _ => None,
        }
    }

    /// Returns the elements of the n-th argument; fails when it is not iterable.
    pub(super) fn of_argument(call: &Call<'_>, index: usize) -> EvalResult<Elements> {
        let value = call.arg(index);
        Elements::of(value).ok_or_else(|| {
            Flow::fail_with(
                Topic::Iteration,
                format!("{} has no elements to iterate over", super::ruby::inspected(value)),
            )
        })
    }

    fn of_type(ty: &Type) -> Option<Elements> {
        match ty {
            Type::Integer(range) => Elements::of_range(range),
            Type::Enum { values, .. } => {
                let words = values.iter().map(|word| Value::str(word.as_ref())).collect();
                Some(Elements::from_values(words))
            }
            Type::Alias(alias) => Elements::of_type(alias.resolved.get()?),
            _ => None,
        }
    }

    /// Returns the elements of a range, which descends when its bounds do.
    fn of_range(range: &IntegerRange) -> Option<Elements> {
        let (from, to) = (range.from.as_ref()?, range.to.as_ref()?);
        let from = from.as_i64()?;
        let to = match to {
            Int::Small(to) => *to,
            Int::Big(_) if *to > Int::Small(0) => i64::MAX,
            Int::Big(_) => i64::MIN,
        };
        Some(Elements::span(from, to, if from <= to { 1 } else { -1 }))
    }

    /// Returns the integers from one bound to the other, inclusive; `step` is not 0.
    fn span(from: i64, to: i64, step: i64) -> Elements {
        let gap = if step > 0 { i128::from(to) - i128::from(from) } else { i128::from(from) - i128::from(to) };
        let count = if gap < 0 { 0 } else { gap / i128::from(step.unsigned_abs()) + 1 };
        Elements::Integers { from, count: u64::try_from(count).unwrap_or(u64::MAX), step }
    }

    fn of_iterator(iter: &Iter) -> Elements {
        match &iter.source {
            IterSource::Range { from, to, step } => Elements::span(*from, *to, *step),
            IterSource::Items { items, from, step } => {
                Elements::Every { items: items.clone(), from: *from, step: *step }
            }
            IterSource::Pairs(hash) => Elements::Pairs(hash.clone()),
        }
    }

    /// Returns the elements of a new array.
    pub(super) fn from_values(values: Vec<Value>) -> Elements {
        Elements::Items(shared(values))
    }

    /// Returns the number of elements.
    pub(super) fn len(&self) -> u64 {
        match self {
            Elements::Items(items) => items.items.len() as u64,
            Elements::Pairs(pairs) => pairs.len() as u64,
            Elements::Characters(text) => text.text.chars().count() as u64,
            Elements::Integers { count, .. } => *count,
            Elements::Every { items, from, step } => every_len(items.items.len(), *from, *step),
        }
    }

    /// Returns the capacity to reserve for as many results. It is at most [`MAX_RESERVE`], since `break()` may end the
    /// loop early.
    pub(super) fn room(&self) -> usize {
        match self {
            Elements::Characters(text) => text.text.len().min(MAX_RESERVE),
            _ => usize::try_from(self.len()).unwrap_or(MAX_RESERVE).min(MAX_RESERVE),
        }
    }

    /// Returns the number of elements that the reference assumes when it reserves room for a slice. It is one too few
    /// for a range, and omits the remainder for steps.
    pub(super) fn slice_room(&self) -> Option<u64> {
        match self {
            Elements::Integers { count, .. } => Some(count.saturating_sub(1)),
            Elements::Every { items, from, step } if step.unsigned_abs() > 1 => {
                let ahead = if *step > 0 { items.items.len().saturating_sub(*from) } else { from + 1 };
                Some(ahead as u64 / step.unsigned_abs())
            }
            _ => None,
        }
    }

    /// Ends a range or steps at a `break()` from a lambda that only tests elements. For other kinds the `break()`
    /// remains an error.
    pub(super) fn until_break(&self, outcome: EvalResult<()>) -> EvalResult<()> {
        match self {
            Elements::Integers { .. } => until_break(outcome),
            Elements::Every { step, .. } if step.unsigned_abs() > 1 => until_break(outcome),
            _ => outcome,
        }
    }

    /// Returns all elements as a list.
    pub(super) fn to_values(&self, call: &mut Call<'_>) -> EvalResult<Vec<Value>> {
        let limit = limit(call);
        if self.len() > limit as u64 {
            return too_many(limit);
        }
        let mut values = Vec::with_capacity(self.room());
        visit(call, self, |_, _, value| {
            values.push(value);
            Ok(true)
        })?;
        Ok(values)
    }
}

/// Maximum capacity to reserve before a result is known to need it.
const MAX_RESERVE: usize = 1 << 20;

/// Returns the maximum number of values that an operation may create.
pub(super) fn limit(call: &mut Call<'_>) -> usize {
    usize::try_from(call.limits().elements).unwrap_or(usize::MAX)
}

/// Returns the error of a result that exceeds the limit.
pub(super) fn too_many<T>(limit: usize) -> EvalResult<T> {
    let mut flow = Flow::fail_with(
        Topic::MemoryLimit,
        format!("the result has more than {limit} elements, the limit of this session"),
    );
    flow.with_help(|| Some("':set elements N' allows more; each visits them without keeping any".to_owned()));
    Err(flow)
}

/// Returns a reference-counted array, the form that iterators hold.
pub(super) fn shared(values: Vec<Value>) -> Rc<Array> {
    match Value::array(values) {
        Value::Array(items) => items,
        _ => Rc::default(),
    }
}

fn every_len(len: usize, from: usize, step: i64) -> u64 {
    if from >= len {
        return 0;
    }
    let gap = if step > 0 { len - 1 - from } else { from } as u64;
    gap / step.unsigned_abs().max(1) + 1
}

/// Returns the `[key, value]` array of an entry.
pub(super) fn pair(key: &Value, value: &Value) -> Value {
    Value::array(vec![key.clone(), value.clone()])
}

/// Passes each element with its index to `f` until `f` returns `false`.
#[inline]
pub(super) fn visit<'a, F>(call: &mut Call<'a>, elements: &Elements, mut f: F) -> EvalResult<()>
where
    F: FnMut(&mut Call<'a>, i64, Value) -> EvalResult<bool>,
{
    // One loop for all kinds, so that `f` is inlined into it.
    let mut source = Source::of(elements);
    let mut index = 0;
    while let Some(value) = source.next() {
        look_up(call, index as u64)?;
        if !f(call, index, value)? {
            break;
        }
        index += 1;
    }
    Ok(())
}

/// A source of elements one by one. The two usual kinds need no call.
pub(super) enum Source<'e> {
    Items(std::slice::Iter<'e, Value>),
    Integers { value: i64, left: u64, step: i64 },
    Others(Box<dyn Iterator<Item = Value> + 'e>),
}

impl<'e> Source<'e> {
    /// Returns a source that starts at the first element.
    pub(super) fn of(elements: &'e Elements) -> Source<'e> {
        match elements {
            Elements::Items(items) => Source::Items(items.items.iter()),
            Elements::Integers { from, count, step } => Source::Integers { value: *from, left: *count, step: *step },
            Elements::Pairs(pairs) => Source::Others(Box::new(pairs.iter().map(|(key, value)| pair(key, value)))),
            Elements::Characters(text) => Source::Others(Box::new(text.text.chars().map(character))),
            Elements::Every { items, from, step } => {
                let count = every_len(items.items.len(), *from, *step);
                let indices = (0..count).map(move |nth| (*from as i64 + nth as i64 * *step) as usize);
                Source::Others(Box::new(indices.filter_map(|at| items.items.get(at).cloned())))
            }
        }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Value> {
        match self {
            Source::Integers { left: 0, .. } => None,
            Source::Integers { value, left, step } => {
                let this = *value;
                *left -= 1;
                *value = this.wrapping_add(*step);
                Some(Value::Int(this))
            }
            Source::Items(items) => items.next().cloned(),
            Source::Others(others) => others.next(),
        }
    }
}

/// Fails when the evaluation must end; called in each round.
#[inline]
pub(super) fn look_up(call: &Call<'_>, round: u64) -> EvalResult<()> {
    if round & 0xff == 0xff { call.check_cancelled() } else { Ok(budget::poll()?) }
}

/// Converts a character to a string value.
pub(super) fn character(c: char) -> Value {
    Value::str(String::from(c))
}

/// Converts a `break()` from a lambda to a normal end of the iteration.
pub(super) fn until_break(outcome: EvalResult<()>) -> EvalResult<()> {
    match outcome {
        Err(flow) if matches!(*flow, Flow::Break) => Ok(()),
        outcome => outcome,
    }
}
