//! Arrays and hashes: the empty one, the smallest, the largest where that is small, and some in between.

use std::rc::Rc;

use super::super::{Hash, Iter, IterSource, Size, StructElement, Ty, Type, Value, accepts_undef};
use super::{MAX_ELEMENTS, Sampler};
use crate::algebra::constant;

impl Sampler {
    pub(super) fn collections(&mut self, size: Option<Size>, n: usize) -> Vec<Value> {
        let arrays = self.arrays(&constant::data(), size, n);
        let hashes = self.hashes(&constant::string(), &constant::data(), size, n);
        super::in_turns(vec![arrays, hashes])
    }

    pub(super) fn arrays(&mut self, element: &Ty, size: Option<Size>, n: usize) -> Vec<Value> {
        let size = size.unwrap_or(Size::ANY);
        let Some(lengths) = self.lengths(size) else { return Vec::new() };
        let wanted = self.part_count(n);
        let items = self.pool(element, wanted);
        let mut found = Vec::new();
        for length in lengths {
            if length == 0 {
                found.push(Value::array(Vec::new()));
            } else if !items.is_empty() {
                found.push(Value::array(items.iter().cycle().take(length).cloned().collect()));
            }
        }
        if in_size(size, 1) {
            found.extend(items.iter().skip(1).map(|item| Value::array(vec![item.clone()])));
        }
        found
    }

    /// Returns useful lengths, a usual one first; `None` when the smallest is too large.
    fn lengths(&mut self, size: Size) -> Option<Vec<usize>> {
        if size.from > MAX_ELEMENTS {
            return None;
        }
        let from = size.from.max(0);
        let mut lengths = vec![from.max(2), from, from + 1];
        lengths.extend(size.to.filter(|to| *to <= MAX_ELEMENTS));
        lengths.push(from + self.random.below(5) as i64);
        lengths.retain(|length| in_size(size, *length));
        let mut different: Vec<usize> = Vec::new();
        for length in lengths.into_iter().filter_map(|length| usize::try_from(length).ok()) {
            if !different.contains(&length) {
                different.push(length);
            }
        }
        Some(different)
    }

    pub(super) fn tuples(&mut self, types: &[Ty], size: Option<Size>, n: usize) -> Vec<Value> {
        if types.is_empty() {
            return self.arrays(&constant::any(), size, n);
        }
        let count = i64::try_from(types.len()).unwrap_or(i64::MAX);
        let size = size.unwrap_or(Size { from: count, to: Some(count) });
        if count > MAX_ELEMENTS {
            return Vec::new();
        }
        let Some(mut lengths) = self.lengths(size) else { return Vec::new() };
        if in_size(size, count) && !lengths.contains(&types.len()) {
            lengths.insert(0, types.len());
        }
        let wanted = self.part_count(n);
        let pools: Vec<Vec<Value>> = types.iter().map(|ty| self.pool(ty, wanted)).collect();
        let most = pools.iter().map(Vec::len).max().unwrap_or(0);
        let mut found = Vec::new();
        for turn in 0..most.max(1) {
            found.extend(lengths.iter().filter_map(|length| row(&pools, *length, turn)));
        }
        found
    }

    pub(super) fn hashes(&mut self, key: &Ty, value: &Ty, size: Option<Size>, n: usize) -> Vec<Value> {
        let size = size.unwrap_or(Size::ANY);
        let Some(lengths) = self.lengths(size) else { return Vec::new() };
        let wanted = self.part_count(n);
        let most = lengths.iter().copied().max().unwrap_or(0).max(wanted);
        let keys = self.keys(key, most);
        let values = self.pool(value, wanted);
        let mut found = Vec::new();
        for length in lengths {
            if length == 0 {
                found.push(Value::hash(Hash::new()));
            } else if !values.is_empty() && keys.len() >= length {
                let entries = keys.iter().cloned().zip(values.iter().cycle().cloned());
                found.push(Value::hash(entries.take(length).collect()));
            }
        }
        if in_size(size, 1)
            && let (Some(first), Some(usual)) = (keys.first(), values.first())
        {
            let one = |key: &Value, value: &Value| Value::hash([(key.clone(), value.clone())].into_iter().collect());
            found.extend(values.iter().map(|value| one(first, value)));
            found.extend(keys.iter().skip(1).map(|key| one(key, usual)));
        }
        found
    }

    /// Returns distinct keys.
    pub(super) fn keys(&mut self, ty: &Ty, n: usize) -> Vec<Value> {
        let keys = self.pool(ty, n);
        let mut hash: Hash = keys.into_iter().map(|key| (key, Value::Undef)).collect();
        for number in 0..if hash.len() < n { n } else { 0 } {
            for other in [Value::str(format!("key{number}")), Value::Int(number as i64 + 2)] {
                if super::instance(ty, &other) && hash.len() < n {
                    hash.insert(other, Value::Undef);
                }
            }
        }
        hash.keys().cloned().collect()
    }

    pub(super) fn structs(&mut self, elements: &[StructElement], n: usize) -> Vec<Value> {
        if elements.len() > MAX_ELEMENTS as usize {
            return Vec::new();
        }
        let wanted = self.part_count(n);
        let pools: Vec<Vec<Value>> = elements.iter().map(|element| self.pool(&element.value, wanted)).collect();
        let most = pools.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let needed: Vec<bool> = elements.iter().map(|element| !accepts_undef(&element.key)).collect();
        let entry = |place: usize, turn: usize| {
            let pool = pools.get(place)?;
            let value = pool.get(turn % pool.len().max(1))?.clone();
            Some((Value::str(&*elements.get(place)?.name), value))
        };
        let with = |turn: usize, take: &dyn Fn(usize) -> bool| -> Value {
            let places = (0..elements.len()).filter(|place| take(*place));
            Value::hash(places.filter_map(|place| entry(place, turn)).collect())
        };
        let is_needed = |place: usize| needed.get(place).copied().unwrap_or(false);
        let mut found = vec![with(0, &|_| true), with(0, &is_needed)];
        found.extend((1..most).map(|turn| with(turn, &|_| true)));
        let optional = (0..elements.len()).filter(|place| !is_needed(*place)).take(8);
        found.extend(optional.map(|one| with(0, &|place| is_needed(place) || place == one)));
        found
    }

    pub(super) fn iterables(&mut self, element: Option<&Ty>, n: usize) -> Vec<Value> {
        let any = constant::any();
        let of = element.unwrap_or(&any);
        let mut lists = vec![self.arrays(of, None, n)];
        lists.push(vec![Value::Int(3), Value::str("abc"), Value::Int(1), Value::str("")]);
        lists.push(self.iterators(element, n));
        lists.push(vec![Value::Type(super::types::small_range()), Value::Type(super::types::small_enum())]);
        if let Type::Tuple(pair, _) = &**of
            && let [key, value] = &pair[..]
        {
            lists.insert(1, self.hashes(key, value, None, n));
        } else if element.is_none() {
            lists.push(vec![keyed(vec![Value::Int(1)])]);
        }
        super::in_turns(lists)
    }

    pub(super) fn iterators(&mut self, element: Option<&Ty>, n: usize) -> Vec<Value> {
        let ty = element.cloned().unwrap_or_else(constant::integer);
        let wanted = self.part_count(n);
        let items = self.pool(&ty, wanted);
        let whole = iterator(ty.clone(), items.clone());
        vec![whole, iterator(ty, items.into_iter().take(1).collect())]
    }
}

fn iterator(element: Ty, items: Vec<Value>) -> Value {
    let Value::Array(items) = Value::array(items) else { return Value::Undef };
    Value::Iterator(Rc::new(Iter { element, source: IterSource::Items { items, from: 0, step: 1 } }))
}

/// Returns an array of `length` with the `turn`-th value at each index; the values of the last index repeat.
fn row(pools: &[Vec<Value>], length: usize, turn: usize) -> Option<Value> {
    let last = pools.last()?;
    let item = |place: usize| {
        let pool = pools.get(place).unwrap_or(last);
        pool.get(turn % pool.len().max(1)).cloned()
    };
    (0..length).map(item).collect::<Option<Vec<Value>>>().map(Value::array)
}

/// Returns whether a length is in this size.
pub(super) fn in_size(size: Size, length: i64) -> bool {
    size.from <= length && size.to.is_none_or(|to| length <= to)
}

/// Returns a hash of the values with the keys `a`, `b` and so on.
pub(super) fn keyed(values: Vec<Value>) -> Value {
    Value::hash(('a'..='z').map(|key| Value::str(key.to_string())).zip(values).collect())
}
