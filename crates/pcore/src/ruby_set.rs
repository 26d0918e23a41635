//! A set of values by Ruby's `==`, with lookups in constant time: for differences, intersections and the
//! like.

use std::cell::Cell;
use std::hash::Hasher;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHasher};

use super::equality::{hash_value, ruby_equal};
use super::hash::hash_str;
use super::{Hash, Result, Value, sharing};
use pprepl_budget as budget;

/// Distinct values. Equal values share a bucket.
pub struct RubySet<'v> {
    places: FxHashMap<u64, Vec<&'v Value>>,
    hasher: RubyHasher,
}

impl<'v> RubySet<'v> {
    /// Builds the set of these values.
    pub fn of(values: &'v [Value]) -> Result<RubySet<'v>> {
        let mut set = RubySet { places: FxHashMap::default(), hasher: RubyHasher::default() };
        set.fill(values)?;
        if set.hasher.met_times.get() {
            set.places.clear();
            set.hasher.whole.set(true);
            set.fill(values)?;
        }
        Ok(set)
    }

    fn fill(&mut self, values: &'v [Value]) -> Result<()> {
        budget::charge(values.len() * 64)?;
        for value in values {
            budget::poll()?;
            let place = self.places.entry(self.hasher.hash(value)).or_default();
            if !place.iter().any(|other| ruby_equal(value, other)) {
                place.push(value);
            }
        }
        Ok(())
    }

    /// Returns whether the set contains a value equal to this one.
    pub fn contains(&self, value: &Value) -> Result<bool> {
        budget::poll()?;
        let hash = self.hasher.hash(value);
        let found = match self.hasher.met_times.get() && !self.hasher.whole.get() {
            // A time, among values that are hashed more finely than times.
            true => self.places.values().flatten().any(|other| ruby_equal(value, other)),
            false => self.places.get(&hash).is_some_and(|place| place.iter().any(|other| ruby_equal(value, other))),
        };
        self.hasher.met_times.set(self.hasher.whole.get());
        budget::poll()?;
        Ok(found)
    }
}

/// A hasher in which values equal by Ruby's `==` have equal hashes.
#[derive(Default)]
struct RubyHasher {
    /// Whether a time was hashed. It equals the integer below it and the exact float, which do not equal each
    /// other.
    met_times: Cell<bool>,
    /// Whether numbers are hashed by their integer part only, so that times hash like them.
    whole: Cell<bool>,
}

impl RubyHasher {
    fn hash(&self, value: &Value) -> u64 {
        let mut state = FxHasher::default();
        self.write(value, &mut state);
        state.finish()
    }

    fn write(&self, value: &Value, state: &mut FxHasher) {
        match value {
            Value::Str(text) => hash_str(&text.text, state),
            Value::Int(_) | Value::Big(_) => self.number(value.as_int().map_or(0.0, |int| int.to_f64()), state),
            Value::Float(float) => self.number(float.get(), state),
            Value::Timespan(nanos) | Value::Timestamp(nanos) => {
                self.met_times.set(true);
                self.number(nanos.div_euclid(super::number_order::NANOS) as f64, state);
            }
            Value::Array(array) => state.write_u64(self.part(array, || self.items(&array.items))),
            Value::Hash(hash) => state.write_u64(self.part(hash, || self.entries(hash))),
            Value::Object(_) | Value::SemVer(_) => state.write_u8(6),
            _ => hash_value(value, state),
        }
    }

    fn number(&self, number: f64, state: &mut FxHasher) {
        let number = if self.whole.get() { number.floor() } else { number };
        state.write_u64(if number == 0.0 { 0 } else { number.to_bits() });
    }

    fn part<T>(&self, part: &Rc<T>, make: impl FnOnce() -> u64) -> u64 {
        if Rc::strong_count(part) == 1 {
            return make();
        }
        sharing::hash_of(1 + usize::from(self.whole.get()), Rc::as_ptr(part).cast(), make)
    }

    fn items(&self, items: &[Value]) -> u64 {
        let mut state = FxHasher::default();
        state.write_usize(items.len());
        items.iter().take_while(|_| !budget::is_exhausted()).for_each(|item| self.write(item, &mut state));
        state.finish()
    }

    fn entries(&self, hash: &Hash) -> u64 {
        let entries = hash.iter().take_while(|_| !budget::is_exhausted());
        entries.fold(hash.len() as u64, |sum, (key, value)| {
            let mut state = FxHasher::default();
            hash_value(key, &mut state);
            self.write(value, &mut state);
            sum.wrapping_add(state.finish())
        })
    }
}
