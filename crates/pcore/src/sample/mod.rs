//! Values generated from types: examples, near misses, and counterexamples to subtyping.
//!
//! A type yields a short list of candidates (bounds, the empty one, the smallest, usual ones, then random
//! ones). `instance` checks every result, so that a weak candidate costs a value and never causes a wrong
//! answer. Everything is determined by the seed. Values are small. A type yields nothing in three cases: its
//! smallest value exceeds the limits below, its values have no source form (`Runtime`, `Resource`), or it
//! only contains itself.

mod collections;
mod counter;
mod counterexamples;
mod init;
mod kinds;
mod numbers;
mod objects;
mod pattern;
mod random;
mod sampler;
mod semver;
mod strings;
mod times;
mod types;
mod uri;

use sampler::{AGAIN, FUEL, MAX_CHARACTERS, MAX_DEPTH, MAX_ELEMENTS, Sampler, constant_named, in_turns, weight};

use super::{Alias, Ty, Type, Value, eql, instance, resolved};
use crate::algebra::constant;
use random::Random;

pub use counter::counter_example;

/// The number of near misses from which none of other kinds are added.
const LIMIT: usize = 4;
/// The maximum number of values inside a value.
const HEAVIEST: usize = 4_000;

/// Returns up to `n` distinct instances of the type, the most useful first. Returns fewer, or none, when no
/// more are found.
pub fn examples(ty: &Ty, seed: u64, n: usize) -> Vec<Value> {
    let mut found = Found::new(n);
    for round in 0..6 {
        let before = found.values.len();
        let mut sampler = Sampler::new(seed.wrapping_add(round));
        for value in sampler.pool(ty, n.clamp(4, 40)) {
            found.add(value);
        }
        if found.is_full() || (round > 0 && found.values.len() == before) {
            break;
        }
    }
    found.values
}

/// Returns up to `n` distinct values that are almost instances of the type, the nearest first.
pub fn near_misses(ty: &Ty, seed: u64, n: usize) -> Vec<Value> {
    let mut found = Found::new(n);
    let mut sampler = Sampler::new(seed);
    let near = sampler.counterexamples(ty).into_iter().filter(|value| !instance(ty, value));
    near.for_each(|value| found.add(value));
    let far = counterexamples::far().into_iter().filter(|value| !instance(ty, value));
    far.take(LIMIT.saturating_sub(found.values.len())).for_each(|value| found.add(value));
    found.values
}

/// Distinct values, up to a limit.
struct Found {
    values: Vec<Value>,
    most: usize,
}

impl Found {
    fn new(most: usize) -> Found {
        Found { values: Vec::new(), most }
    }

    fn is_full(&self) -> bool {
        self.values.len() >= self.most
    }

    fn add(&mut self, value: Value) {
        if !self.is_full() && !self.values.iter().any(|other| is_same(other, &value)) {
            self.values.push(value);
        }
    }
}

/// Returns whether two values are identical, including the sign of a zero.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Sensitive(a), Value::Sensitive(b)) => is_same(a, b),
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Callable(a), Value::Callable(b)) => super::same(&a.signature, &b.signature),
        (Value::Iterator(_), Value::Iterator(_)) => super::source_form(a) == super::source_form(b),
        _ => eql(a, b),
    }
}

impl Sampler {
    fn new(seed: u64) -> Sampler {
        Sampler { random: Random::new(seed), fuel: FUEL, depth: 0, names: Vec::new() }
    }

    /// Returns up to `n` different instances of the type.
    fn pool(&mut self, ty: &Ty, n: usize) -> Vec<Value> {
        if self.fuel == 0 || self.depth >= MAX_DEPTH || n == 0 {
            return Vec::new();
        }
        self.fuel -= 1;
        self.depth += 1;
        let candidates = self.candidates(ty, n);
        self.depth -= 1;
        let mut found = Found::new(n);
        for value in candidates {
            if found.is_full() {
                break;
            }
            if weight(&value, HEAVIEST) < HEAVIEST && instance(ty, &value) {
                found.add(value);
            }
        }
        found.values
    }

    /// Returns the number of values to generate for the parts of a type that needs `n`.
    fn part_count(&self, n: usize) -> usize {
        if self.depth > 3 { 2 } else { (n / 2).clamp(2, 6) }
    }

    /// Returns values that may be instances.
    fn candidates(&mut self, ty: &Ty, n: usize) -> Vec<Value> {
        match &**ty {
            Type::Any | Type::Unit => self.any(n),
            Type::Undef => vec![Value::Undef],
            Type::Default => vec![Value::Default],
            Type::Scalar | Type::ScalarData | Type::Data | Type::RichData | Type::RichDataKey => self.any(n),
            Type::Numeric => self.numeric(),
            Type::Integer(range) => self.integers(range),
            Type::Float(range) => self.floats(range),
            Type::Boolean(_) => vec![Value::bool(true), Value::bool(false)],
            Type::String(string) => self.strings(string),
            Type::Enum { values, ignore_case } => self.enumerated(values, *ignore_case),
            Type::Pattern(patterns) => self.matching(patterns),
            Type::Regexp(pattern) => self.regexps(pattern.as_ref()),
            Type::NotUndef(inner) | Type::Sensitive(inner) if matches!(**inner, Type::Any | Type::Unit) => {
                self.wrapped(ty, &constant::any(), n)
            }
            Type::NotUndef(inner) | Type::Sensitive(inner) => self.wrapped(ty, inner, n),
            Type::Optional(inner) => {
                let mut found = inner.as_ref().map_or_else(Vec::new, |inner| self.pool(inner, n));
                found.insert(found.len().min(1), Value::Undef);
                found
            }
            Type::Variant(types) => self.alternatives(types, n),
            Type::Collection(size) => self.collections(*size, n),
            Type::Array(element, size) => self.arrays(element, *size, n),
            Type::Tuple(types, size) => self.tuples(types, *size, n),
            Type::Hash(key, value, size) => self.hashes(key, value, *size, n),
            Type::Struct(elements) => self.structs(elements, n),
            Type::AnyStruct => self.hashes(&constant::string(), &constant::any(), None, n),
            Type::Alias(alias) => self.named(alias, ty, n),
            _ => self.rich_candidates(ty, n),
        }
    }

    fn rich_candidates(&mut self, ty: &Ty, n: usize) -> Vec<Value> {
        match &**ty {
            Type::Type(inner) => self.types(inner.as_ref(), n),
            Type::Iterable(element) => self.iterables(element.as_ref(), n),
            Type::Iterator(element) => self.iterators(element.as_ref(), n),
            Type::Callable(_) => objects::callables(ty),
            Type::Init(inner, arguments) => self.initial(inner.as_ref(), arguments, n),
            Type::SemVer(ranges) => self.versions(ranges),
            Type::SemVerRange => semver::version_ranges(),
            Type::Timespan(range) => self.timespans(range),
            Type::Timestamp(range) => self.timestamps(range),
            Type::Binary => kinds::binaries(),
            Type::Uri(parameters) => self.uris(parameters.as_ref()),
            Type::AnyObject => {
                let mut found = self.pool(&constant_named("Error"), n);
                found.extend(self.pool(&constant_named("Deferred"), n));
                found
            }
            Type::Object(class) => self.objects(class, &[], n),
            Type::ObjectExtension(class, values) => self.objects(class, values, n),
            // Their instances have no source form, or the type is empty.
            _ => Vec::new(),
        }
    }

    /// Returns the instances of `inner`, after the values that `outer` adds.
    fn wrapped(&mut self, outer: &Ty, inner: &Ty, n: usize) -> Vec<Value> {
        let found = self.pool(inner, n + 1);
        match &**outer {
            Type::Sensitive(_) => found.into_iter().map(|value| Value::Sensitive(value.into())).collect(),
            _ => found,
        }
    }

    /// Returns the first value of each alternative, then the second of each, and so on.
    fn alternatives(&mut self, types: &[Ty], n: usize) -> Vec<Value> {
        let each = if types.len() <= 1 { n } else { self.part_count(n).max(n / types.len()) };
        let pools: Vec<Vec<Value>> = types.iter().take(100).map(|ty| self.pool(ty, each)).collect();
        in_turns(pools)
    }

    fn named(&mut self, alias: &std::rc::Rc<Alias>, ty: &Ty, n: usize) -> Vec<Value> {
        let id = std::rc::Rc::as_ptr(alias);
        let meaning = resolved(ty);
        if matches!(*meaning, Type::Alias(_)) || self.names.iter().filter(|name| **name == id).count() >= AGAIN {
            return Vec::new();
        }
        self.names.push(id);
        let found = self.pool(&meaning, n);
        self.names.pop();
        found
    }

    /// Returns values of all kinds, the plain ones first.
    fn any(&mut self, n: usize) -> Vec<Value> {
        let mut found = kinds::plain();
        if n > 8 {
            found.extend(self.numeric());
            found.extend(self.strings(&super::StringType::Any));
        }
        found.extend(kinds::rich());
        if n > 8 {
            found.extend([constant_named("Error"), constant_named("Deferred")].iter().flat_map(|ty| self.pool(ty, 2)));
            found.extend(self.iterators(None, 1));
        }
        let nested: Vec<Value> = found.iter().take(12).cloned().collect();
        found.push(Value::array(nested.clone()));
        found.push(collections::keyed(nested));
        // Two small random ones are added.
        for _ in 0..2 {
            let parts: Vec<Value> = (0..3).filter_map(|_| self.random.pick(&found).cloned()).collect();
            found.push(Value::array(parts));
        }
        found
    }
}
