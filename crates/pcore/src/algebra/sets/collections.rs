//! Arrays, tuples, hashes and structs: their intersections and differences.

use std::rc::Rc;

use super::super::super::{Size, StructElement, Ty, Type, Value};
use super::super::assign::tuple_size;
use super::super::{accepts_undef, constant, instance, same};
use super::numbers::{both_sizes, sizes_outside};
use super::parts::{Parts, Sets};

/// The maximum number of positions or keys that are compared.
const MAX_POSITIONS: usize = 64;
/// The maximum length of a Tuple whose difference is computed position by position.
const MAX_PRODUCT: usize = 4;

/// The elements of an Array or a Tuple.
struct Elements<'t> {
    /// The types by position; the last one repeats.
    types: &'t [Ty],
    size: Size,
}

impl Elements<'_> {
    fn of(ty: &Type) -> Option<Elements<'_>> {
        match ty {
            Type::Array(element, size) => {
                Some(Elements { types: std::slice::from_ref(element), size: size.unwrap_or(Size::ANY) })
            }
            Type::Tuple(types, size) if !types.is_empty() => Some(Elements { types, size: tuple_size(types, *size) }),
            _ => None,
        }
    }

    fn at(&self, index: usize) -> Ty {
        self.types.get(index).or(self.types.last()).cloned().unwrap_or_else(constant::any)
    }

    /// Returns the length when all values have the same.
    fn fixed(&self) -> Option<usize> {
        let to = self.size.to.filter(|to| *to == self.size.from)?;
        usize::try_from(to).ok()
    }
}

/// Returns the type of arrays with these elements.
fn list(mut types: Vec<Ty>, size: Size) -> Ty {
    if let Some(to) = size.to {
        types.truncate(usize::try_from(to).unwrap_or(0));
    }
    let Some(first) = types.first() else { return constant::empty_array() };
    if types.iter().all(|ty| same(ty, first)) {
        return Rc::new(Type::Array(first.clone(), (size != Size::ANY).then_some(size)));
    }
    let is_own = i64::try_from(types.len()).is_ok_and(|len| size == Size { from: len, to: Some(len) });
    Rc::new(Type::Tuple(types, (!is_own).then_some(size)))
}

impl Sets<'_> {
    pub(super) fn meet_lists(&mut self, a: &Ty, b: &Ty) -> Parts {
        let (Some(x), Some(y)) = (Elements::of(a), Elements::of(b)) else { return Parts::at_most(a) };
        let Some(mut size) = both_sizes(x.size, y.size) else { return Parts::none() };
        let count = x.types.len().max(y.types.len());
        if count > MAX_POSITIONS {
            return Parts::at_most(a);
        }
        let mut types = Vec::with_capacity(count);
        let mut is_exact = true;
        for index in 0..count {
            let shared = self.meet(&x.at(index), &y.at(index));
            if shared.is_surely_empty() {
                // No value has this position.
                let length = index as i64;
                size.to = Some(size.to.map_or(length, |to| to.min(length)));
                break;
            }
            is_exact &= shared.is_exact;
            types.push(self.normal(&shared.types));
        }
        if size.to.is_some_and(|to| to < size.from) {
            return Parts::none();
        }
        Parts { types: vec![list(types, size)], is_exact }
    }

    pub(super) fn without_lists(&mut self, a: &Ty, b: &Ty, shared: &Parts) -> Parts {
        let (Some(x), Some(y)) = (Elements::of(a), Elements::of(b)) else { return Parts::at_most(a) };
        let count = x.types.len().max(y.types.len());
        if count > MAX_POSITIONS {
            return Parts::at_most(a);
        }
        let rest = |sizes: Vec<Size>| Parts::exactly(sizes.iter().map(|size| list(x.types.to_vec(), *size)).collect());
        if (0..count).all(|index| self.contains(&y.at(index), &x.at(index))) {
            return rest(sizes_outside(x.size, y.size));
        }
        if shared.is_exact && shared.types.iter().all(|ty| is_empty_collection(ty)) {
            return rest(sizes_outside(x.size, Size { from: 0, to: Some(0) }));
        }
        match x.fixed().filter(|length| (1..=MAX_PRODUCT).contains(length)) {
            Some(length) if both_sizes(x.size, y.size).is_some() => self.without_positions(&x, &y, length),
            _ => Parts::at_most(a),
        }
    }

    /// Returns the arrays of `x` that differ from the arrays of `y` in one position or more.
    fn without_positions(&mut self, x: &Elements<'_>, y: &Elements<'_>, length: usize) -> Parts {
        let mut found = Parts::none();
        let mut before: Vec<Ty> = Vec::with_capacity(length);
        for index in 0..length {
            let rest = self.without(&x.at(index), &y.at(index));
            if !rest.is_surely_empty() {
                let after = (index + 1..length).map(|index| x.at(index));
                let types = before.iter().cloned().chain([self.normal(&rest.types)]).chain(after).collect();
                found.add(Parts { types: vec![list(types, x.size)], is_exact: rest.is_exact });
            }
            let shared = self.meet(&x.at(index), &y.at(index));
            found.is_exact &= shared.is_exact;
            before.push(self.normal(&shared.types));
        }
        found
    }

    pub(super) fn meet_hashes(&mut self, a: &Ty, b: &Ty) -> Parts {
        match (&**a, &**b) {
            (Type::Hash(key, value, size), Type::Hash(other_key, other_value, other_size)) => {
                let sizes = both_sizes(size.unwrap_or(Size::ANY), other_size.unwrap_or(Size::ANY));
                let Some(size) = sizes else { return Parts::none() };
                let (keys, values) = (self.meet(key, other_key), self.meet(value, other_value));
                if keys.is_surely_empty() || values.is_surely_empty() {
                    return if size.from == 0 { Parts::one(constant::empty_hash()) } else { Parts::none() };
                }
                let is_exact = keys.is_exact && values.is_exact;
                let (key, value) = (self.normal(&keys.types), self.normal(&values.types));
                let size = (size != Size::ANY).then_some(size);
                Parts { types: vec![Rc::new(Type::Hash(key, value, size))], is_exact }
            }
            (Type::Struct(x), Type::Struct(y)) => self.meet_structs(x, y, a),
            (Type::Struct(elements), Type::Hash(key, value, size))
            | (Type::Hash(key, value, size), Type::Struct(elements)) => {
                self.meet_struct_and_hash(elements, key, value, size.unwrap_or(Size::ANY))
            }
            _ => Parts::at_most(a),
        }
    }

    fn meet_structs(&mut self, x: &[StructElement], y: &[StructElement], above: &Ty) -> Parts {
        if x.len() > MAX_POSITIONS || y.len() > MAX_POSITIONS {
            return Parts::at_most(above);
        }
        let mut entries = Entries::default();
        for element in x {
            let other = y.iter().find(|other| other.name == element.name);
            let shared = other.map_or_else(Parts::none, |other| self.meet(&element.value, &other.value));
            let may_miss = may_miss(element) && other.is_none_or(may_miss);
            let value = self.normal(&shared.types);
            if !entries.add(&element.name, value, &shared, may_miss) {
                return Parts::none();
            }
        }
        let only_there = y.iter().filter(|element| !x.iter().any(|other| other.name == element.name));
        if only_there.into_iter().any(|element| !may_miss(element)) {
            return Parts::none();
        }
        entries.into_parts(Size::ANY)
    }

    fn meet_struct_and_hash(&mut self, elements: &[StructElement], key: &Ty, value: &Ty, size: Size) -> Parts {
        let mut entries = Entries::default();
        for element in elements.iter().take(MAX_POSITIONS) {
            let is_key = instance(key, &Value::str(&*element.name));
            let shared = if is_key { self.meet(&element.value, value) } else { Parts::none() };
            let value = self.normal(&shared.types);
            if !entries.add(&element.name, value, &shared, may_miss(element)) {
                return Parts::none();
            }
        }
        entries.is_exact &= elements.len() <= MAX_POSITIONS;
        entries.into_parts(size)
    }

    pub(super) fn without_hashes(&mut self, a: &Ty, b: &Ty, shared: &Parts) -> Parts {
        let Type::Hash(key, value, size) = &**a else { return self.without_struct(a, b) };
        let size = size.unwrap_or(Size::ANY);
        let rest = |sizes: Vec<Size>| {
            let hash = |size: &Size| Rc::new(Type::Hash(key.clone(), value.clone(), Some(*size)));
            Parts::exactly(sizes.iter().map(hash).collect())
        };
        if let Type::Hash(other_key, other_value, other_size) = &**b
            && self.contains(other_key, key)
            && self.contains(other_value, value)
        {
            return rest(sizes_outside(size, other_size.unwrap_or(Size::ANY)));
        }
        if shared.is_exact && shared.types.iter().all(|ty| is_empty_collection(ty)) {
            return rest(sizes_outside(size, Size { from: 0, to: Some(0) }));
        }
        Parts::at_most(a)
    }

    /// Returns the hashes of a Struct without the hashes of another Struct, key by key.
    fn without_struct(&mut self, a: &Ty, b: &Ty) -> Parts {
        let (Type::Struct(x), Type::Struct(y)) = (&**a, &**b) else { return Parts::at_most(a) };
        if x.len() > MAX_POSITIONS || y.len() > MAX_POSITIONS {
            return Parts::at_most(a);
        }
        let keys: Vec<KeyDifference> = x.iter().map(|one| self.key_difference(one, y)).collect();
        if keys.iter().filter(|key| key.differs()).count() > MAX_PRODUCT {
            return Parts::at_most(a);
        }
        let mut found = Parts::none();
        for (at, key) in keys.iter().enumerate().filter(|(_, key)| key.differs()) {
            let mut entries = Entries::default();
            let shared = keys[..at].iter().map(|before| (&before.name, &before.shared, before.shared_may_miss));
            let shared = shared.chain([(&key.name, &key.rest, key.rest_may_miss)]);
            let is_possible = shared.into_iter().all(|(name, parts, may_miss)| {
                let value = self.normal(&parts.types);
                entries.add(name, value, parts, may_miss)
            });
            if is_possible {
                entries.elements.extend_from_slice(&x[at + 1..]);
                found.add(entries.into_parts(Size::ANY));
            }
        }
        found
    }

    /// Compares a key of a Struct with the same key of another one, which may lack it.
    fn key_difference(&mut self, one: &StructElement, others: &[StructElement]) -> KeyDifference {
        let other = others.iter().find(|other| other.name == one.name);
        let (shared, rest) = match other {
            Some(other) => (self.meet(&one.value, &other.value), self.without(&one.value, &other.value)),
            None => (Parts::none(), Parts::exactly(self.parts(&one.value))),
        };
        let other_may_miss = other.is_none_or(may_miss);
        KeyDifference {
            name: one.name.clone(),
            shared,
            shared_may_miss: may_miss(one) && other_may_miss,
            rest,
            rest_may_miss: may_miss(one) && !other_may_miss,
        }
    }
}

/// A key of a Struct against the same key of another one.
struct KeyDifference {
    name: Rc<str>,
    /// The values of both, and whether both may lack the key.
    shared: Parts,
    shared_may_miss: bool,
    /// The values of the first alone, and whether only the first may lack the key.
    rest: Parts,
    rest_may_miss: bool,
}

impl KeyDifference {
    fn differs(&self) -> bool {
        !self.rest.is_surely_empty() || self.rest_may_miss
    }
}

/// Returns whether a hash of the Struct may lack the entry.
fn may_miss(element: &StructElement) -> bool {
    accepts_undef(&element.key)
}

fn is_empty_collection(ty: &Type) -> bool {
    matches!(ty, Type::Array(_, Some(Size { to: Some(0), .. })) | Type::Hash(_, _, Some(Size { to: Some(0), .. })))
}

/// The entries of a Struct under construction.
struct Entries {
    elements: Vec<StructElement>,
    is_exact: bool,
}

impl Default for Entries {
    fn default() -> Entries {
        Entries { elements: Vec::new(), is_exact: true }
    }
}

impl Entries {
    /// Adds an entry; `false` when it is required and no value is possible.
    fn add(&mut self, name: &Rc<str>, value: Ty, shared: &Parts, may_miss: bool) -> bool {
        if shared.is_surely_empty() {
            return may_miss;
        }
        self.is_exact &= shared.is_exact;
        let key = constant::string_value(name);
        let key = if may_miss { constant::optional_of(key) } else { key };
        self.elements.push(StructElement { name: name.clone(), key, value });
        true
    }

    /// Returns the Struct of a size; a size that only some of its hashes have is not expressed.
    fn into_parts(self, size: Size) -> Parts {
        let most = self.elements.len() as i64;
        let least = self.elements.iter().filter(|element| !may_miss(element)).count() as i64;
        if most < size.from || size.to.is_some_and(|to| to < least) {
            return Parts::none();
        }
        let fits = size.from <= least && size.to.is_none_or(|to| most <= to);
        let ty = if self.elements.is_empty() { constant::empty_hash() } else { Rc::new(Type::Struct(self.elements)) };
        Parts { types: vec![ty], is_exact: self.is_exact && fits }
    }
}
