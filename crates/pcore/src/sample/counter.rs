//! Counterexamples: an instance of one type that is not an instance of another.
//!
//! First come candidates from both types together: near misses of the second that are instances of the first,
//! and in collections the counterexamples of their parts. Then random instances of the first type. An empty
//! search is not a proof.

use super::super::{Hash, Size, StructElement, Ty, Type, Value, accepts_undef, assignable, instance, resolved};
use super::{MAX_DEPTH, MAX_ELEMENTS, Sampler, weight};
use crate::algebra::constant;

/// Returns an instance of `a` that is not an instance of `b`; `None` when none is found, which proves
/// nothing.
pub fn counter_example(a: &Ty, b: &Ty) -> Option<Value> {
    let proves = |value: &Value| instance(a, value) && !instance(b, value);
    let mut sampler = Sampler::new(0x0070_7265_706c);
    if let Some(value) = sampler.between(a, b).into_iter().find(proves) {
        return Some(value);
    }
    let mut sampler = Sampler::new(1);
    sampler.counterexamples(b).into_iter().find(proves).or_else(|| {
        let found = super::examples(a, 2, 40);
        found.into_iter().find(proves)
    })
}

impl Sampler {
    /// Returns candidates for instances of `a` that are not instances of `b`.
    fn between(&mut self, a: &Ty, b: &Ty) -> Vec<Value> {
        if self.fuel == 0 || self.depth >= MAX_DEPTH {
            return Vec::new();
        }
        self.fuel -= 1;
        self.depth += 1;
        let (a, b) = (resolved(a), resolved(b));
        let mut found = self.suggested(&a, &b);
        let near: Vec<Value> =
            self.counterexamples(&b).into_iter().filter(|value| instance(&a, value)).take(8).collect();
        found.extend(near);
        let drawn = self.pool(&a, 8);
        found.extend(drawn);
        self.depth -= 1;
        found.retain(|value| instance(&a, value) && !instance(&b, value));
        found.truncate(8);
        found
    }

    fn suggested(&mut self, a: &Ty, b: &Ty) -> Vec<Value> {
        match (&**a, &**b) {
            (Type::Any | Type::Unit, _) => self.any(40),
            (Type::NotUndef(inner), _) if matches!(**inner, Type::Any) => self.any(40),
            (Type::Collection(size), _) => {
                let odd = self.iterators(None, 1);
                let count = size.map_or(1, |size| size.from.max(1)).min(MAX_ELEMENTS);
                let items = odd.into_iter().cycle().take(usize::try_from(count).unwrap_or(1));
                let mut found = vec![Value::array(items.collect())];
                found.extend(self.pool(a, 12));
                found
            }
            (Type::Variant(types), _) => {
                let outside = types.iter().filter(|ty| !assignable(b, ty));
                outside.take(20).flat_map(|ty| self.between(ty, b)).collect()
            }
            (Type::Optional(Some(inner)), _) => {
                let mut found = vec![Value::Undef];
                found.extend(self.between(inner, b));
                found
            }
            (Type::NotUndef(inner), _) if !matches!(**inner, Type::Any) => self.between(inner, b),
            (_, Type::Variant(types)) => {
                let near: Vec<Ty> = types.iter().take(8).cloned().collect();
                near.iter().flat_map(|ty| self.between(a, ty)).collect()
            }
            (_, Type::Optional(Some(inner)) | Type::NotUndef(inner)) => self.between(a, inner),
            (Type::Array(..) | Type::Tuple(..), _) => self.arrays_between(a, b),
            (Type::Hash(key, value, size), _) => self.hashes_between(key, value, *size, b),
            (Type::Struct(elements), _) => self.structs_between(a, elements, b),
            (Type::Sensitive(a), Type::Sensitive(b)) => {
                self.between(a, b).into_iter().map(|value| Value::Sensitive(value.into())).collect()
            }
            (Type::Type(Some(a)), _) => vec![Value::Type(a.clone())],
            (Type::Type(None), _) => vec![Value::Type(constant::any())],
            (Type::Iterable(Some(a)), Type::Iterable(Some(b))) => {
                self.between(a, b).into_iter().map(|value| Value::array(vec![value])).collect()
            }
            (Type::Iterable(_) | Type::Iterator(_), _) => self.pool(a, 12),
            _ => Vec::new(),
        }
    }

    /// Returns arrays of `a` with an element that `b` does not accept, for each index, and with lengths that
    /// it does not accept.
    fn arrays_between(&mut self, a: &Ty, b: &Ty) -> Vec<Value> {
        let models = self.pool(a, 6);
        let mut found = Vec::new();
        let Some(model) = models.iter().filter_map(Value::as_array).max_by_key(|items| items.len()) else {
            return found;
        };
        let bounds = [array_size(a), array_size(b)];
        let lengths: Vec<i64> = bounds.iter().flat_map(|size| near(*size)).collect();
        for length in lengths {
            found.extend(self.array_of_length(a, length));
        }
        let places = model.len().min(8);
        for place in 0..places {
            let (Some(of_a), Some(of_b)) = (place_type(a, place), place_type(b, place)) else { continue };
            if assignable(&of_b, &of_a) {
                continue;
            }
            for value in self.between(&of_a, &of_b) {
                let mut items = model.to_vec();
                if let Some(item) = items.get_mut(place) {
                    *item = value;
                }
                found.push(Value::array(items));
            }
        }
        found.extend(models);
        found
    }

    fn array_of_length(&mut self, a: &Ty, length: i64) -> Option<Value> {
        let length = usize::try_from(length).ok().filter(|length| *length <= MAX_ELEMENTS as usize)?;
        let mut items = Vec::with_capacity(length);
        let mut last: Option<(Ty, Value)> = None;
        for place in 0..length {
            let ty = place_type(a, place)?;
            let value = match &last {
                Some((known, value)) if std::rc::Rc::ptr_eq(known, &ty) => value.clone(),
                _ => self.pool(&ty, 1).into_iter().next()?,
            };
            last = Some((ty, value.clone()));
            items.push(value);
        }
        Some(Value::array(items)).filter(|value| weight(value, super::HEAVIEST) < super::HEAVIEST)
    }

    fn hashes_between(&mut self, key: &Ty, value: &Ty, size: Option<Size>, b: &Ty) -> Vec<Value> {
        let mut found = Vec::new();
        let (some_keys, some_values) = (self.pool(key, 4), self.pool(value, 2));
        if size.is_none_or(|size| size.from == 0) {
            found.push(Value::hash(Hash::new()));
        }
        let (Some(some_key), Some(some_value)) = (some_keys.first(), some_values.first()) else { return found };
        let one = |key: Value, value: Value| Value::hash([(key, value)].into_iter().collect());
        let fill = |hash: Value| -> Value {
            let wanted = size.map_or(0, |size| usize::try_from(size.from).unwrap_or(0)).min(MAX_ELEMENTS as usize);
            let Value::Hash(hash) = hash else { return hash };
            let mut hash = (*hash).clone();
            for key in &some_keys {
                if hash.len() < wanted && !hash.contains_key(key) {
                    hash.insert(key.clone(), some_value.clone());
                }
            }
            Value::hash(hash)
        };
        match &**b {
            Type::Hash(other_key, other_value, other_size) => {
                for wrong in self.between(key, other_key) {
                    found.push(fill(one(wrong, some_value.clone())));
                }
                for wrong in self.between(value, other_value) {
                    found.push(fill(one(some_key.clone(), wrong)));
                }
                let lengths = near(other_size.unwrap_or(Size::ANY));
                for length in lengths {
                    let exact = Some(Size { from: length.max(0), to: Some(length.max(0)) });
                    if length <= MAX_ELEMENTS {
                        found.extend(self.hashes(key, value, exact, 4));
                    }
                }
            }
            Type::Struct(elements) => {
                for element in elements.iter().take(8) {
                    let all: Vec<(Value, Value)> = elements
                        .iter()
                        .filter_map(|one| Some((Value::str(&*one.name), self.pool(&one.value, 1).into_iter().next()?)))
                        .collect();
                    for wrong in self.between(value, &element.value) {
                        let mut hash: Hash = all.iter().cloned().collect();
                        hash.insert(Value::str(&*element.name), wrong);
                        found.push(Value::hash(hash));
                    }
                }
            }
            _ => {}
        }
        found.push(fill(one(some_key.clone(), some_value.clone())));
        found
    }

    fn structs_between(&mut self, a: &Ty, elements: &[StructElement], b: &Ty) -> Vec<Value> {
        let models = self.pool(a, 8);
        let mut found = models.clone();
        let Some(model) = models.iter().filter_map(Value::as_hash).max_by_key(|hash| hash.len()) else { return found };
        for element in elements.iter().take(12) {
            if accepts_undef(&element.key) {
                let mut hash = model.clone();
                hash.remove(&Value::str(&*element.name));
                found.push(Value::hash(hash));
            }
            let other = match &**b {
                Type::Struct(others) => {
                    others.iter().find(|other| other.name == element.name).map(|one| one.value.clone())
                }
                Type::Hash(_, value, _) => Some(value.clone()),
                _ => None,
            };
            let Some(other) = other else { continue };
            for value in self.between(&element.value, &other) {
                let mut hash = model.clone();
                hash.insert(Value::str(&*element.name), value);
                found.push(Value::hash(hash));
            }
        }
        found
    }
}

/// Returns the bounds of a size and their neighbors.
fn near(size: Size) -> Vec<i64> {
    let mut found = vec![size.from, size.from - 1, size.from + 1];
    found.extend(size.to.into_iter().flat_map(|to| [to, to.saturating_add(1)]));
    found
}

fn array_size(ty: &Type) -> Size {
    match ty {
        Type::Array(_, size) | Type::Collection(size) => size.unwrap_or(Size::ANY),
        Type::Tuple(types, None) if !types.is_empty() => {
            let count = i64::try_from(types.len()).unwrap_or(i64::MAX);
            Size { from: count, to: Some(count) }
        }
        Type::Tuple(_, size) => size.unwrap_or(Size::ANY),
        _ => Size::ANY,
    }
}

fn place_type(ty: &Type, place: usize) -> Option<Ty> {
    match ty {
        Type::Array(element, _) => Some(element.clone()),
        Type::Tuple(types, _) => types.get(place).or(types.last()).cloned().or_else(|| Some(constant::any())),
        _ => None,
    }
}
