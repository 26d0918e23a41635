//! Equality of values in three senses, and the hash that agrees with the first: Ruby's `eql?` (hash keys),
//! Ruby's `==` (array difference), Puppet's `==`.
//!
//! All take time linear in the memory of the values, however often a part is shared. They cannot fail: once
//! the budget is exhausted they return arbitrary answers at once, and the caller checks the budget before it
//! uses the answer.

use std::cmp::Ordering;
use std::hash::{Hash as StdHash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::hash::hash_str;
use super::number_order::numeric_order;
use super::{Array, Hash, Object, Str, Value, sharing};
use pprepl_budget as budget;

/// The sense of equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    /// Ruby's `eql?`.
    Key = 0,
    /// Ruby's `==`.
    Ruby = 1,
    /// Puppet's `==`, inside arrays and hashes.
    Puppet = 2,
}

/// The length from which the comparison of two strings is memoized.
const LONG: usize = 4096;

/// The length up to which lists without collections are compared without a memo.
const SHORT: usize = 16;

/// Returns Ruby's `eql?`: the equality of hash keys (`1` is not `1.0`, `'a'` is not `'A'`).
pub fn eql(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => same_text(a, b),
        (Value::Int(a), Value::Int(b)) => a == b,
        // Both zeros are the same key.
        (Value::Float(a), Value::Float(b)) => a == b || a.get() == b.get(),
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Int(_) | Value::Float(_) | Value::Big(_), _) => false,
        (Value::Sensitive(a), Value::Sensitive(b)) => eql(a, b),
        // As in the reference, where times have no `eql?` of their own: only the identical object is found as
        // a key.
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => Rc::ptr_eq(a, b),
        _ => same(a, b, Sense::Key),
    }
}

/// Returns Ruby's `==`: numbers of different kinds may be equal, strings differ in case.
pub fn ruby_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => same_text(a, b),
        _ if is_numeric(a) && is_numeric(b) => numeric_order(a, b) == Some(Ordering::Equal),
        (Value::Sensitive(a), Value::Sensitive(b)) => eql(a, b),
        _ => same(a, b, Sense::Ruby),
    }
}

/// Returns Puppet's `==`: strings ignore the case of ASCII letters, numbers of different kinds may be equal,
/// types are equal when each accepts the other (inside arrays and hashes: when they are the same).
pub fn equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Type(a), Value::Type(b)) => a.is_equal(b),
        _ => equal_items(a, b),
    }
}

fn equal_items(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => equal_text(a, b),
        (Value::Array(_), Value::Array(_)) | (Value::Hash(_), Value::Hash(_)) => same(a, b, Sense::Puppet),
        _ => ruby_equal(a, b),
    }
}

impl Sense {
    fn holds(self, a: &Value, b: &Value) -> bool {
        match self {
            Sense::Key => eql(a, b),
            Sense::Ruby => ruby_equal(a, b),
            Sense::Puppet => equal_items(a, b),
        }
    }
}

/// Compares values whose equality is the same in all three senses, and containers.
fn same(a: &Value, b: &Value, sense: Sense) -> bool {
    match (a, b) {
        (Value::Undef | Value::Unset, Value::Undef | Value::Unset) | (Value::Default, Value::Default) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b) || same_arrays(a, b, sense),
        (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b) || same_hashes(a, b, sense),
        (Value::Regexp(a), Value::Regexp(b)) => a.source == b.source,
        (Value::Type(a), Value::Type(b)) => Rc::ptr_eq(a, b) || a.is_same(b),
        (Value::Binary(a), Value::Binary(b)) => a == b,
        (Value::SemVer(a), Value::SemVer(b)) => a == b,
        (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Uri(a), Value::Uri(b)) => super::uri::equal(a, b),
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b) || same_objects(a, b, sense),
        (Value::Iterator(a), Value::Iterator(b)) => Rc::ptr_eq(a, b),
        (Value::Callable(a), Value::Callable(b)) => a.is_same(b),
        _ => false,
    }
}

fn same_text(a: &Rc<Str>, b: &Rc<Str>) -> bool {
    if a.text.len() < LONG || a.text.len() != b.text.len() {
        return a.text == b.text;
    }
    Rc::ptr_eq(a, b)
        || of_pair(Sense::Key, a, b, || !budget::is_exhausted_after(a.text.len() / LONG) && a.text == b.text)
}

fn equal_text(a: &Rc<Str>, b: &Rc<Str>) -> bool {
    if a.text.len() < LONG || a.text.len() != b.text.len() {
        return Rc::ptr_eq(a, b) || a.text.eq_ignore_ascii_case(&b.text);
    }
    Rc::ptr_eq(a, b) || of_pair(Sense::Puppet, a, b, || equal_long_text(a.text.as_bytes(), b.text.as_bytes()))
}

fn equal_long_text(a: &[u8], b: &[u8]) -> bool {
    let mut parts = a.chunks(LONG).zip(b.chunks(LONG));
    parts.all(|(a, b)| !budget::is_exhausted_after(LONG / 64) && a.eq_ignore_ascii_case(b))
}

/// Returns the answer for two parts, memoized where one of them may be met again.
fn of_pair<T>(sense: Sense, a: &Rc<T>, b: &Rc<T>, ask: impl FnOnce() -> bool) -> bool {
    if Rc::strong_count(a) == 1 && Rc::strong_count(b) == 1 {
        return ask();
    }
    sharing::of_pair(sense as usize, Rc::as_ptr(a).cast(), Rc::as_ptr(b).cast(), ask)
}

fn same_arrays(a: &Rc<Array>, b: &Rc<Array>, sense: Sense) -> bool {
    if a.items.len() != b.items.len() {
        return false;
    }
    let all = || all_pairs(&a.items, &b.items, sense);
    if is_short(&a.items) { all() } else { of_pair(sense, a, b, all) }
}

/// Returns whether comparing a list is as fast as the memo.
fn is_short(items: &[Value]) -> bool {
    items.len() <= SHORT && items.iter().all(Value::is_plain)
}

fn all_pairs(a: &[Value], b: &[Value], sense: Sense) -> bool {
    let parts = || a.chunks(SHORT).zip(b.chunks(SHORT));
    a.len() == b.len()
        && parts().all(|(a, b)| !budget::is_exhausted_after(a.len()) && a.iter().zip(b).all(|(a, b)| sense.holds(a, b)))
}

fn same_hashes(a: &Rc<Hash>, b: &Rc<Hash>, sense: Sense) -> bool {
    let entries = || {
        a.iter().all(|(key, value)| {
            !budget::is_exhausted()
                && match (b.get(key), sense) {
                    (Some(other), Sense::Puppet) => sense.holds(other, value),
                    (Some(other), _) => sense.holds(value, other),
                    // As in the reference: a missing key counts as `undef`.
                    (None, Sense::Puppet) => value.is_undef(),
                    (None, _) => false,
                }
        })
    };
    a.len() == b.len() && of_pair(sense, a, b, entries)
}

fn same_objects(a: &Rc<Object>, b: &Rc<Object>, sense: Sense) -> bool {
    let same_class = Rc::ptr_eq(&a.class, &b.class) || a.class.name.is_some() && a.class.name == b.class.name;
    // Keys of a hash stay apart: a hash of an object includes its class.
    if !same_class && a.class.ignores_type() && sense != Sense::Key {
        return of_pair(sense, a, b, || has_attributes_of(a, b, sense));
    }
    let attributes = || match a.class.equality_places() {
        None => all_pairs(&a.attributes, &b.attributes, sense),
        Some(places) => places.into_iter().all(|place| match (a.attributes.get(place), b.attributes.get(place)) {
            (Some(a), Some(b)) => sense.holds(a, b),
            _ => true,
        }),
    };
    same_class && !a.class.has_identity() && of_pair(sense, a, b, attributes)
}

/// Returns whether an object of another class has the attributes of `a`, with equal values.
fn has_attributes_of(a: &Object, b: &Object, sense: Sense) -> bool {
    let others = super::print::all_attributes(&b.class);
    let mut own = super::print::all_attributes(&a.class).into_iter().map(|(name, _)| name).zip(&a.attributes);
    own.all(|(name, value)| {
        let place = others.iter().position(|(other, _)| *other == name);
        place.and_then(|place| b.attributes.get(place)).is_some_and(|other| sense.holds(value, other))
    })
}

/// Returns whether the reference treats the value as a number, as it does times and versions.
fn is_numeric(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_) | Value::Timespan(_) | Value::Timestamp(_))
}

/// Hashes a value consistently with [`eql`].
pub fn hash_value<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::Str(s) => hash_str(&s.text, state),
        Value::Int(i) => state.write_i64(*i),
        Value::Float(f) => state.write_u64(if f.get() == 0.0 { 1 } else { f.get().to_bits() }),
        Value::Bool(b) => state.write_u8(u8::from(b.get())),
        Value::Big(b) => b.hash(state),
        Value::Regexp(r) => r.source.hash(state),
        Value::Array(a) => state.write_u64(hash_part(a, || hash_items(&a.items))),
        Value::Hash(h) => state.write_u64(hash_part(h, || hash_entries(h))),
        Value::Sensitive(v) => hash_value(v, state),
        Value::Binary(b) => b.hash(state),
        Value::SemVer(v) => v.hash(state),
        Value::Timespan(n) | Value::Timestamp(n) => state.write_i128(**n),
        Value::Uri(_) => state.write_u8(5),
        Value::Object(o) => state.write_u64(hash_part(o, || hash_object(o))),
        Value::Type(t) => t.hash_into(state),
        Value::Unset | Value::Undef => state.write_u8(2),
        Value::Default => state.write_u8(3),
        Value::SemVerRange(_) | Value::Callable(_) | Value::Iterator(_) => state.write_u8(4),
    }
}

/// Hashes the attributes that equality compares.
fn hash_object(object: &Object) -> u64 {
    match object.class.equality_places() {
        None => hash_items(&object.attributes),
        Some(places) => {
            let compared = places.into_iter().filter_map(|place| object.attributes.get(place));
            hash_items(&compared.cloned().collect::<Vec<_>>())
        }
    }
}

/// Returns the hash of a part, memoized where it may be met again.
fn hash_part<T>(part: &Rc<T>, make: impl FnOnce() -> u64) -> u64 {
    if Rc::strong_count(part) == 1 { make() } else { sharing::hash_of(0, Rc::as_ptr(part).cast(), make) }
}

fn hash_items(items: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(items.len());
    for part in items.chunks(SHORT) {
        if budget::is_exhausted_after(part.len()) {
            break;
        }
        part.iter().for_each(|item| hash_value(item, &mut hasher));
    }
    hasher.finish()
}

/// Hashes entries independently of their order.
fn hash_entries(hash: &Hash) -> u64 {
    let entries = hash.iter().take_while(|_| !budget::is_exhausted());
    entries.fold(hash.len() as u64, |sum, (key, value)| {
        let mut entry = FxHasher::default();
        hash_value(key, &mut entry);
        hash_value(value, &mut entry);
        sum.wrapping_add(entry.finish())
    })
}

impl Value {
    /// Compares two values as keys of a hash.
    pub(crate) fn eql(&self, other: &Value) -> bool {
        eql(self, other)
    }

    /// Hashes the value consistently with [`Value::eql`].
    pub(crate) fn hash_into<H: Hasher>(&self, state: &mut H) {
        hash_value(self, state);
    }
}
