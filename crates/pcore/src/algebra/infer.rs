//! Inference: the type of a value, `type(v, ..)`.
//!
//! `detailed` describes each element; it is cached in arrays and hashes, since values do not change.
//! `reduced` is the common type of the elements. `generalized` is the reduced type without sizes and values.
//!
//! The fold of elements into a common type keeps the usual states (one range, a set of strings, plain data)
//! unboxed. All others are under construction (see [`Gathered`]), since a common type of two types at every
//! element would be quadratic. A collection that several others share is visited once.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_budget as budget;

use super::super::semver_range::SemVerRange;
use super::super::{
    Array, FloatRange, Hash, Int, IntegerRange, Str, StringType, StructElement, TimeRange, Ty, Type, Value,
};
use super::assign::exactly;
use super::data::DataWalk;
use super::data::is_scalar_data;
use super::gather::Gathered;
use super::memo::{Memo, shared};
use super::{constant, generalize, uri, variant_of};

/// Returns the exact type: `type(v)`.
pub fn infer_detailed(value: &Value) -> Ty {
    Detailed::default().infer(value)
}

/// Returns the type with the common type of the elements: `type(v, reduced)`.
pub fn infer_reduced(value: &Value) -> Ty {
    Reduced::default().infer(value)
}

/// Returns the common type without sizes and values: `type(v, generalized)`.
pub fn infer_generalized(value: &Value) -> Ty {
    generalize(&infer_reduced(value))
}

/// Returns the type of a value that is not an array, a hash or Sensitive.
fn infer_single(value: &Value) -> Ty {
    match value {
        Value::Unset | Value::Undef => constant::undef(),
        Value::Default => constant::default_type(),
        Value::Bool(crate::Bit::True) => constant::yes(),
        Value::Bool(crate::Bit::False) => constant::no(),
        Value::Int(i) => integer_range(*i, *i),
        Value::Big(_) => match value.as_int() {
            Some(int) => exactly_int(int),
            None => constant::integer(),
        },
        Value::Float(f) => Rc::new(Type::Float(floats(f.get(), f.get()))),
        Value::Str(text) => Rc::new(Type::String(StringType::Value(text.clone()))),
        Value::Regexp(re) => Rc::new(Type::Regexp(Some(re.clone()))),
        Value::Type(ty) => Rc::new(Type::Type(Some(ty.clone()))),
        Value::Callable(callable) => callable.signature.clone(),
        Value::Binary(_) => constant::binary(),
        Value::SemVer(_) => constant::sem_ver(),
        Value::SemVerRange(_) => constant::sem_ver_range(),
        Value::Timespan(time) => Rc::new(Type::Timespan(instant(**time))),
        Value::Timestamp(time) => Rc::new(Type::Timestamp(instant(**time))),
        Value::Uri(uri) => Rc::new(Type::Uri(uri::parameters(&uri.text))),
        Value::Object(o) => o.instance_type(),
        Value::Iterator(iterator) => Rc::new(Type::Iterator(Some(iterator.element.clone()))),
        Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) => infer_reduced(value),
    }
}

/// Returns the range of exactly one time.
fn instant(time: i128) -> Box<TimeRange> {
    Box::new(TimeRange { from: Some(time), to: Some(time), ..TimeRange::default() })
}

/// Returns `Float[from, to]`; an infinite bound is omitted.
fn floats(from: f64, to: f64) -> FloatRange {
    FloatRange { from: Some(from).filter(|f| *f != f64::NEG_INFINITY), to: Some(to).filter(|f| *f != f64::INFINITY) }
}

/// Returns `Integer[from, to]`.
pub(super) fn integer_range(from: i64, to: i64) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(from)), to: Some(Int::Small(to)) }))
}

fn exactly_int(int: Int) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(int.clone()), to: Some(int) }))
}

/// A detailed inference in progress. Hashes in a list usually have the same keys: their names and key types
/// are shared.
#[derive(Default)]
struct Detailed {
    /// The last key seen at each index of a hash.
    keys: Vec<(Rc<str>, Ty)>,
    /// The inference of Sensitive content.
    reduced: Reduced,
}

impl Detailed {
    fn infer(&mut self, value: &Value) -> Ty {
        // The caller checks the budget before it uses the answer.
        if budget::is_exhausted() {
            return constant::any();
        }
        match value {
            Value::Array(array) => self.array(array),
            Value::Hash(hash) => self.hash(hash),
            Value::Sensitive(_) => self.reduced.infer(value),
            Value::SemVer(version) => Rc::new(Type::SemVer(vec![Rc::new(SemVerRange::exactly(version))])),
            _ => infer_single(value),
        }
    }

    fn array(&mut self, array: &Array) -> Ty {
        if array.items.is_empty() {
            return constant::empty_array();
        }
        let infer = || Rc::new(Type::Tuple(array.items.iter().map(|item| self.infer(item)).collect(), None));
        saved(&array.detailed, infer)
    }

    fn hash(&mut self, hash: &Hash) -> Ty {
        if hash.is_empty() {
            return constant::empty_hash();
        }
        let infer = || {
            if hash.keys().all(|key| key.as_str().is_some_and(|key| !key.is_empty())) {
                let elements = hash.iter().enumerate().filter_map(|(place, entry)| self.element(place, entry));
                return Rc::new(Type::Struct(elements.collect()));
            }
            let size = Some(exactly(hash.len()));
            let keys = variant_of(hash.keys().map(|key| self.infer(key)));
            let values = variant_of(hash.values().map(|value| self.infer(value)));
            Rc::new(Type::Hash(keys, values, size))
        };
        saved(&hash.detailed, infer)
    }

    fn element(&mut self, place: usize, (key, value): (&Value, &Value)) -> Option<StructElement> {
        let Value::Str(text) = key else { return None };
        let known = self.keys.get(place).filter(|(name, _)| **name == *text.text).cloned();
        let (name, key) = known.unwrap_or_else(|| self.remember(place, text));
        Some(StructElement { name, key, value: self.infer(value) })
    }

    fn remember(&mut self, place: usize, text: &Rc<Str>) -> (Rc<str>, Ty) {
        let key: Ty = Rc::new(Type::String(StringType::Value(text.clone())));
        let made: (Rc<str>, Ty) = (text.text.as_str().into(), key);
        match self.keys.get_mut(place) {
            Some(known) => known.clone_from(&made),
            None => self.keys.push(made.clone()),
        }
        made
    }
}

/// Returns the cached type of a collection, or infers and caches it. A type that the budget cut short is not
/// cached.
fn saved(slot: &OnceCell<Ty>, infer: impl FnOnce() -> Ty) -> Ty {
    if let Some(known) = slot.get() {
        return known.clone();
    }
    let ty = infer();
    if !budget::is_exhausted() {
        let _ = slot.set(ty.clone());
    }
    ty
}

/// Returns the Variant of the detailed types of some values.
pub(super) fn infer_set_variant<'a>(values: impl Iterator<Item = &'a Value>) -> Ty {
    let mut detailed = Detailed::default();
    variant_of(values.map(|value| detailed.infer(value)))
}

/// A reduced inference in progress.
#[derive(Default)]
struct Reduced {
    /// The types of shared collections.
    known: Memo<usize, Ty>,
    /// The shared collections that hold only data.
    data: DataWalk,
}

impl Reduced {
    fn infer(&mut self, value: &Value) -> Ty {
        let address = shared(value).filter(|_| self.known.meet());
        if let Some(known) = address.and_then(|address| self.known.get(&address)) {
            return known;
        }
        let ty = self.visit(value);
        if let Some(address) = address {
            self.known.put(address, ty.clone());
        }
        ty
    }

    fn visit(&mut self, value: &Value) -> Ty {
        match value {
            Value::Array(array) if array.items.is_empty() => constant::empty_array(),
            Value::Array(array) => {
                Rc::new(Type::Array(self.reduce(array.items.iter()), Some(exactly(array.items.len()))))
            }
            Value::Hash(hash) if hash.is_empty() => constant::empty_hash(),
            Value::Hash(hash) => {
                let (keys, values) = (self.reduce(hash.keys()), self.reduce(hash.values()));
                Rc::new(Type::Hash(keys, values, Some(exactly(hash.len()))))
            }
            Value::Sensitive(hidden) => Rc::new(Type::Sensitive(generalize(&self.infer(hidden)))),
            _ => infer_single(value),
        }
    }

    /// Returns the common type of some values.
    fn reduce<'a>(&mut self, values: impl Iterator<Item = &'a Value>) -> Ty {
        let mut fold = Fold::Nothing;
        let mut seen = Seen::default();
        for value in values {
            if budget::is_exhausted() {
                break;
            }
            // The same collection again adds nothing.
            if !seen.again(value) {
                fold = self.add(fold, value);
            }
        }
        fold.finish()
    }

    fn add<'a>(&mut self, fold: Fold<'a>, value: &'a Value) -> Fold<'a> {
        match (fold, value) {
            (Fold::Nothing, value) => self.start(value),
            (Fold::Undef, Value::Undef | Value::Unset) => Fold::Undef,
            (Fold::Undef, value) => self.start(value),
            (fold, Value::Undef | Value::Unset) => fold,
            (Fold::Integers(from, to), Value::Int(i)) => Fold::Integers(from.min(*i), to.max(*i)),
            (Fold::Floats(from, to), Value::Float(f)) => Fold::Floats(from.min(f.get()), to.max(f.get())),
            (Fold::Strings(mut set), Value::Str(text)) => {
                set.insert(&text.text);
                Fold::Strings(set)
            }
            (Fold::ScalarData, value) if is_scalar_data(value) && !is_nan(value) => Fold::ScalarData,
            (Fold::Data, value) if self.data.holds(value) => Fold::Data,
            (fold, value) => Fold::of(fold.gathered().join(&self.infer(value))),
        }
    }

    fn start<'a>(&mut self, value: &'a Value) -> Fold<'a> {
        match value {
            Value::Undef | Value::Unset => Fold::Undef,
            Value::Int(i) => Fold::Integers(*i, *i),
            Value::Float(f) => Fold::Floats(f.get(), f.get()),
            Value::Str(text) => Fold::Strings(std::iter::once(&*text.text).collect()),
            value => Fold::Other(Gathered::of(&self.infer(value))),
        }
    }
}

/// The collections of a list that were visited.
#[derive(Default)]
struct Seen {
    last: Option<usize>,
    all: FxHashSet<usize>,
}

impl Seen {
    /// Returns whether this collection was visited before.
    fn again(&mut self, value: &Value) -> bool {
        let Some(address) = shared(value) else { return false };
        if let Some(last) = self.last.replace(address) {
            if last == address {
                return true;
            }
            self.all.insert(last);
        }
        self.all.contains(&address)
    }
}

/// The common type so far.
enum Fold<'a> {
    Nothing,
    Undef,
    Integers(i64, i64),
    Floats(f64, f64),
    Strings(FxHashSet<&'a str>),
    ScalarData,
    Data,
    Other(Gathered),
}

impl Fold<'_> {
    /// Returns the state for a common type.
    fn of(gathered: Gathered) -> Self {
        match gathered.plain() {
            Some(Type::ScalarData) => Fold::ScalarData,
            Some(Type::Data) => Fold::Data,
            _ => Fold::Other(gathered),
        }
    }

    fn gathered(self) -> Gathered {
        match self {
            Fold::Other(gathered) => gathered,
            other => Gathered::of(&other.finish()),
        }
    }

    fn finish(self) -> Ty {
        match self {
            Fold::Nothing => constant::unit(),
            Fold::Undef => constant::undef(),
            Fold::Integers(from, to) => integer_range(from, to),
            Fold::Floats(from, to) => Rc::new(Type::Float(floats(from, to))),
            Fold::Strings(set) => strings(&set),
            Fold::ScalarData => constant::scalar_data(),
            Fold::Data => constant::data(),
            Fold::Other(gathered) => gathered.finish(),
        }
    }
}

/// Returns the Enum of the strings, or the String of the only one. Once the budget is exhausted any type will
/// do, since no caller uses it.
fn strings(set: &FxHashSet<&str>) -> Ty {
    if budget::is_exhausted() {
        return constant::string();
    }
    let mut values = set.iter();
    match (values.next(), values.next()) {
        (Some(single), None) => constant::string_value(single),
        _ => super::variant::enum_of(set.iter().map(|text| Rc::from(*text))),
    }
}

fn is_nan(value: &Value) -> bool {
    matches!(value, Value::Float(f) if f.get().is_nan())
}
