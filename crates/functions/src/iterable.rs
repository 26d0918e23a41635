//! What can be iterated over, and the one loop that all iterating functions share.
//!
//! A range is counted, never spelled out; a hash stays a hash until its pairs are asked for. `visit` has a loop of its own
//! for each kind, so that a round costs the block and nothing else.

use std::rc::Rc;

use pprepl_budget as budget;
use puppet_eval::{Call, EvalResult, Flow};
use puppet_pcore::{Array, Hash, Int, IntegerRange, Iter, IterSource, Str, Type, Value};

/// The elements of something that can be iterated over.
#[derive(Clone)]
pub(super) enum Elements {
    Items(Rc<Array>),
    /// A hash: its elements are `[key, value]`.
    Pairs(Rc<Hash>),
    /// The characters of a string.
    Characters(Rc<Str>),
    /// `count` integers that start at `from` and lie `step` apart.
    Integers {
        from: i64,
        /// How many.
        count: u64,
        /// Difference of neighbours.
        step: i64,
    },
    /// Every `step`-th element of an array.
    Every {
        items: Rc<Array>,
        /// First index.
        from: usize,
        /// Difference of neighbouring indices.
        step: i64,
    },
}

impl Elements {
    /// The elements of a value; `None` when it cannot be iterated over.
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

    /// The elements of the n-th argument, or the error that it has none.
    pub(super) fn of_argument(call: &Call<'_>, index: usize) -> EvalResult<Elements> {
        let value = call.arg(index);
        Elements::of(value)
            .ok_or_else(|| Flow::runtime(format!("{} has no elements to iterate over", super::ruby::inspected(value))))
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

    /// A range runs down when its bounds are in falling order.
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

    /// Integers from one bound to the other, inclusive; `step` is not 0.
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
        }
    }

    /// The elements of a fresh array.
    pub(super) fn from_values(values: Vec<Value>) -> Elements {
        Elements::Items(shared(values))
    }

    /// How many.
    pub(super) fn len(&self) -> u64 {
        match self {
            Elements::Items(items) => items.items.len() as u64,
            Elements::Pairs(pairs) => pairs.len() as u64,
            Elements::Characters(text) => text.text.chars().count() as u64,
            Elements::Integers { count, .. } => *count,
            Elements::Every { items, from, step } => every_len(items.items.len(), *from, *step),
        }
    }

    /// Room to set aside for that many results: never more than a modest amount, a `break()` may come early.
    pub(super) fn room(&self) -> usize {
        match self {
            Elements::Characters(text) => text.text.len().min(MAX_RESERVE),
            _ => usize::try_from(self.len()).unwrap_or(MAX_RESERVE).min(MAX_RESERVE),
        }
    }

    /// How many the reference takes there to be when it sets room for a slice aside: one too few for a range, and without
    /// the rest for steps.
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

    /// A `break()` in a lambda that only asks about elements ends a range or steps, which count on; for all else it is a
    /// error, which stays.
    pub(super) fn until_break(&self, outcome: EvalResult<()>) -> EvalResult<()> {
        match self {
            Elements::Integers { .. } => until_break(outcome),
            Elements::Every { step, .. } if step.unsigned_abs() > 1 => until_break(outcome),
            _ => outcome,
        }
    }

    /// All elements, spelled out.
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

/// Capacity to reserve at most before a result is known to need it.
const MAX_RESERVE: usize = 1 << 20;

/// How many values an operation may make.
pub(super) fn limit(call: &mut Call<'_>) -> usize {
    usize::try_from(call.limits().elements).unwrap_or(usize::MAX)
}

/// The error of a result that outgrows the limit.
pub(super) fn too_many<T>(limit: usize) -> EvalResult<T> {
    let mut flow = Flow::runtime(format!("the result has more than {limit} elements, the limit of this session"));
    flow.with_help(|| Some("':set elements N' allows more; each goes through them without keeping any".to_owned()));
    Err(flow)
}

/// An array after its reference count, as iterators hold it.
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

/// The `[key, value]` of an entry.
pub(super) fn pair(key: &Value, value: &Value) -> Value {
    Value::array(vec![key.clone(), value.clone()])
}

/// Hands each element with its index to `f`, until that answers `false`.
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

/// Gives elements one by one; the two usual kinds without a call.
pub(super) enum Source<'e> {
    Items(std::slice::Iter<'e, Value>),
    Integers { value: i64, left: u64, step: i64 },
    Others(Box<dyn Iterator<Item = Value> + 'e>),
}

impl<'e> Source<'e> {
    /// The elements from the first on.
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

/// Must the evaluation end? Asked in each round.
#[inline]
pub(super) fn look_up(call: &Call<'_>, round: u64) -> EvalResult<()> {
    if round & 0xff == 0xff { call.check_cancelled() } else { Ok(budget::poll()?) }
}

/// A character as a string value.
pub(super) fn character(c: char) -> Value {
    Value::str(String::from(c))
}

/// A `break()` that came out of a block ends the iteration, and is no error.
pub(super) fn until_break(outcome: EvalResult<()>) -> EvalResult<()> {
    match outcome {
        Err(flow) if matches!(*flow, Flow::Break) => Ok(()),
        outcome => outcome,
    }
}
