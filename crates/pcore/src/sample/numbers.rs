//! Integers and floats of a range: the bounds, their neighbors, small ones, random ones.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::super::{FloatRange, Int, IntegerRange, Value};
use super::Sampler;

/// The offsets from a bound to its neighbors.
const NEAR: [i64; 3] = [0, 1, -1];

impl Sampler {
    pub(super) fn numeric(&mut self) -> Vec<Value> {
        super::in_turns(vec![self.integers(&IntegerRange::default()), self.floats(&FloatRange::default())])
    }

    /// Returns candidates; most of them are within the bounds.
    pub(super) fn integers(&mut self, range: &IntegerRange) -> Vec<Value> {
        let (from, to) = range.ascending();
        let mut found: Vec<BigInt> = Vec::new();
        let inside = |i: &BigInt| from.is_none_or(|from| from.to_big() <= *i) && to.is_none_or(|to| *i <= to.to_big());
        let bounds = [from, to];
        if let (Some(from), Some(to)) = (from, to) {
            found.extend([from.to_big(), to.to_big()]);
        }
        found.extend([1, 0, -1, 42].map(BigInt::from));
        found.extend(bounds.into_iter().flatten().flat_map(|bound| NEAR.map(|near| bound.to_big() + near)));
        found.extend((0..3).map(|_| self.integer_between(from, to)));
        found.extend([i64::MAX, i64::MIN].map(BigInt::from));
        found.push(BigInt::from(i64::MAX) + 1);
        found.push(BigInt::from(i64::MIN) * 4 - 1);
        found.extend([100, 255, 65_536, 1_000_000].map(BigInt::from));
        found.retain(inside);
        found.into_iter().map(|i| Value::int(Int::from(i))).collect()
    }

    fn integer_between(&mut self, from: Option<&Int>, to: Option<&Int>) -> BigInt {
        let some = self.random.next() >> (self.random.below(63) as u32 + 1);
        let some = BigInt::from(some);
        match (from.map(Int::to_big), to.map(Int::to_big)) {
            (Some(from), Some(to)) => {
                let width = &to - &from + 1;
                from + some % width
            }
            (Some(from), None) => from + some,
            (None, Some(to)) => to - some,
            (None, None) if self.random.below(2) == 0 => -some,
            (None, None) => some,
        }
    }

    pub(super) fn floats(&mut self, range: &FloatRange) -> Vec<Value> {
        let (from, to) = range.ascending();
        let (low, high) = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
        let mut found: Vec<f64> = Vec::new();
        if let (Some(from), Some(to)) = (from, to) {
            found.extend([from, to, from / 2.0 + to / 2.0]);
        }
        found.extend([1.5, 0.0, -1.5, 0.1]);
        found.extend(from.into_iter().flat_map(|from| [from, from.next_up(), from + 1.0]));
        found.extend(to.into_iter().flat_map(|to| [to, to.next_down(), to - 1.0]));
        found.extend((0..3).map(|_| self.float_between(from, to)));
        found.extend([-0.0, 1e15, 1.0e-5, 123_456.789, f64::MAX, f64::MIN, 5e-324, f64::MIN_POSITIVE, 1.0, 42.0]);
        found.retain(|f| f.is_finite() && low <= *f && *f <= high);
        found.into_iter().map(Value::float).collect()
    }

    fn float_between(&mut self, from: Option<f64>, to: Option<f64>) -> f64 {
        let part = self.random.unit();
        match (from, to) {
            (Some(from), Some(to)) => from + (to - from) * part,
            (Some(from), None) => from + part * 1000.0,
            (None, Some(to)) => to - part * 1000.0,
            (None, None) => {
                let any = f64::from_bits(self.random.next());
                if any.is_finite() { any } else { part }
            }
        }
    }
}

/// Returns the integers one past each bound.
pub(super) fn past_integers(range: &IntegerRange) -> Vec<Value> {
    let (from, to) = range.ascending();
    let below = from.map(|from| from.to_big() - 1);
    let above = to.map(|to| to.to_big() + 1);
    let mut found: Vec<Value> = above.into_iter().chain(below).map(|i| Value::int(Int::from(i))).collect();
    let inside = from.or(to).map_or(0.0, Int::to_f64);
    found.push(Value::float(inside));
    let text = from.or(to).map_or_else(|| "0".to_owned(), Int::to_string);
    found.push(Value::str(text));
    found
}

/// Returns the floats next to each bound, outside of the range.
pub(super) fn past_floats(range: &FloatRange) -> Vec<Value> {
    let (from, to) = range.ascending();
    let mut found = Vec::new();
    found.extend(to.into_iter().flat_map(|to| [to.next_up(), to + 1.0]));
    found.extend(from.into_iter().flat_map(|from| [from.next_down(), from - 1.0]));
    found.retain(|f| f.is_finite());
    let whole = from.or(to).and_then(|f| f.to_i64()).unwrap_or(1);
    let mut found: Vec<Value> = found.into_iter().map(Value::float).collect();
    found.extend([Value::Int(whole), Value::str("1.5")]);
    found
}
