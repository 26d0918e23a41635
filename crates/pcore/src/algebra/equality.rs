//! Equality of types: `same`, their identity as values and as hash keys, and `equal`, the operator `==`.

use std::hash::{Hash as _, Hasher};
use std::mem::discriminant;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use pprepl_budget as budget;

use super::super::{
    CallableType, ObjectFunction, ObjectType, Regexp, StringType, StructElement, Ty, Type, Value, compare,
};
use super::memo::{Memo, address, is_composite};

/// The maximum number of alternatives that are compared pairwise.
const MAX_LINEAR: usize = 8;

/// Returns whether two types are structurally the same (a Variant and a Pattern in any order, resource types
/// in any case). This is the equality of hash keys, of elements, and of duplicates.
pub fn same(a: &Type, b: &Type) -> bool {
    Likeness::default().same(a, b)
}

/// A comparison in progress, with the known answers for pairs of types by address.
#[derive(Default)]
struct Likeness {
    known: Memo<(usize, usize), bool>,
}

impl Likeness {
    /// Compares two types. Once the budget is exhausted the answer is no; the caller checks the budget.
    fn same(&mut self, a: &Type, b: &Type) -> bool {
        if std::ptr::eq(a, b) {
            return true;
        }
        if discriminant(a) != discriminant(b) {
            return false;
        }
        if !is_composite(a) || !self.known.meet() {
            return self.visit(a, b);
        }
        if budget::is_exhausted() {
            return false;
        }
        let pair = (address(a), address(b));
        if let Some(answer) = self.known.get(&pair) {
            return answer;
        }
        let answer = self.visit(a, b);
        self.known.put(pair, answer);
        answer
    }

    fn visit(&mut self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Integer(a), Type::Integer(b)) => a == b,
            (Type::Float(a), Type::Float(b)) => a == b,
            (Type::Boolean(a), Type::Boolean(b)) => a == b,
            (Type::String(a), Type::String(b)) => a == b,
            (Type::Enum { values: a, ignore_case: i }, Type::Enum { values: b, ignore_case: j }) => a == b && i == j,
            (Type::Pattern(a), Type::Pattern(b)) => patterns(a, b),
            (Type::Regexp(a), Type::Regexp(b)) => a == b,
            (Type::NotUndef(a), Type::NotUndef(b)) | (Type::Sensitive(a), Type::Sensitive(b)) => self.same(a, b),
            (Type::Optional(a), Type::Optional(b)) | (Type::Type(a), Type::Type(b)) => self.both(a, b),
            (Type::Iterable(a), Type::Iterable(b)) | (Type::Iterator(a), Type::Iterator(b)) => self.both(a, b),
            (Type::Collection(a), Type::Collection(b)) => a == b,
            (Type::Array(a, size_a), Type::Array(b, size_b)) => size_a == size_b && self.same(a, b),
            (Type::Tuple(a, size_a), Type::Tuple(b, size_b)) => size_a == size_b && self.all(a, b),
            (Type::Hash(key_a, a, size_a), Type::Hash(key_b, b, size_b)) => {
                size_a == size_b && self.same(key_a, key_b) && self.same(a, b)
            }
            (Type::Struct(a), Type::Struct(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.element(a, b))
            }
            (Type::Variant(a), Type::Variant(b)) => self.variants(a, b),
            (Type::Callable(a), Type::Callable(b)) => self.callable(a, b),
            (Type::Init(a, args_a), Type::Init(b, args_b)) => self.both(a, b) && values(args_a, args_b),
            (Type::SemVer(a), Type::SemVer(b)) => a == b,
            (Type::Timespan(a), Type::Timespan(b)) | (Type::Timestamp(a), Type::Timestamp(b)) => a == b,
            (Type::Uri(a), Type::Uri(b)) => parameter(a, b),
            (Type::Runtime { runtime: r, name: a }, Type::Runtime { runtime: s, name: b }) => r == s && parameter(a, b),
            (Type::Resource { type_name: n, title: a }, Type::Resource { type_name: m, title: b }) => n == m && a == b,
            (Type::Class(a), Type::Class(b)) => a == b,
            (Type::Object(a), Type::Object(b)) => self.object(a, b),
            (Type::ObjectExtension(a, x), Type::ObjectExtension(b, y)) => self.object(a, b) && values(x, y),
            (Type::TypeSet(a), Type::TypeSet(b)) => a.name == b.name,
            (Type::Alias(a), Type::Alias(b)) => a.name == b.name,
            (Type::TypeReference(a), Type::TypeReference(b)) => a == b,
            (
                Type::Integer(_)
                | Type::Float(_)
                | Type::Boolean(_)
                | Type::String(_)
                | Type::Enum { .. }
                | Type::Pattern(_)
                | Type::Regexp(_)
                | Type::NotUndef(_)
                | Type::Optional(_)
                | Type::Type(_)
                | Type::Sensitive(_)
                | Type::Iterable(_)
                | Type::Iterator(_)
                | Type::Collection(_)
                | Type::Array(..)
                | Type::Tuple(..)
                | Type::Hash(..)
                | Type::Struct(_)
                | Type::Variant(_)
                | Type::Callable(_)
                | Type::Init(..)
                | Type::SemVer(_)
                | Type::Timespan(_)
                | Type::Timestamp(_)
                | Type::Uri(_)
                | Type::Runtime { .. }
                | Type::Resource { .. }
                | Type::Class(_)
                | Type::Object(_)
                | Type::ObjectExtension(..)
                | Type::TypeSet(_)
                | Type::Alias(_)
                | Type::TypeReference(_),
                _,
            ) => false,
            (
                Type::Any
                | Type::Unit
                | Type::Undef
                | Type::Default
                | Type::Scalar
                | Type::ScalarData
                | Type::Data
                | Type::RichData
                | Type::RichDataKey
                | Type::Numeric
                | Type::CatalogEntry
                | Type::Binary
                | Type::AnyStruct
                | Type::SemVerRange
                | Type::AnyObject
                | Type::AnyTypeSet,
                _,
            ) => discriminant(a) == discriminant(b),
        }
    }

    fn both(&mut self, a: &Option<Ty>, b: &Option<Ty>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.same(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    fn all(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(a, b))
    }

    fn element(&mut self, a: &StructElement, b: &StructElement) -> bool {
        a.name == b.name && self.same(&a.key, &b.key) && self.same(&a.value, &b.value)
    }

    fn callable(&mut self, a: &CallableType, b: &CallableType) -> bool {
        self.both(&a.params, &b.params) && self.both(&a.block, &b.block) && self.both(&a.returns, &b.returns)
    }

    /// Compares Variants in any order. When there are many types, only those of equal hash are compared.
    fn variants(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        if a.len() != b.len() {
            return false;
        }
        if a.len() <= MAX_LINEAR {
            return a.iter().all(|t| b.iter().any(|u| self.same(t, u)));
        }
        let mut hashing = Hashing::default();
        let mut places: FxHashMap<u64, Vec<&Ty>> = FxHashMap::default();
        for ty in b {
            places.entry(hashing.of(ty)).or_default().push(ty);
        }
        a.iter().all(|t| places.get(&hashing.of(t)).is_some_and(|alike| alike.iter().any(|u| self.same(t, u))))
    }

    /// Compares Object types: they are the same when they are identical, or have the same name and members.
    fn object(&mut self, a: &Rc<ObjectType>, b: &Rc<ObjectType>) -> bool {
        Rc::ptr_eq(a, b)
            || (a.name == b.name
                && self.both(&a.parent, &b.parent)
                && a.equality == b.equality
                && a.attributes.len() == b.attributes.len()
                && a.attributes.iter().all(|(name, attribute)| {
                    b.attributes.get(name).is_some_and(|other| {
                        self.same(&attribute.ty, &other.ty)
                            && attribute.constant == other.constant
                            && attribute.derived == other.derived
                            && attribute.fixed == other.fixed
                            && attribute.overrides == other.overrides
                            && parameter(&attribute.value, &other.value)
                    })
                })
                && a.functions.len() == b.functions.len()
                && a.functions.iter().all(|(name, f)| b.functions.get(name).is_some_and(|g| self.function(f, g)))
                && a.type_parameters.len() == b.type_parameters.len()
                && a.type_parameters
                    .iter()
                    .all(|(name, ty)| b.type_parameters.get(name).is_some_and(|u| self.same(ty, u)))
                && parameter(&checks(a), &checks(b)))
    }

    fn function(&mut self, a: &ObjectFunction, b: &ObjectFunction) -> bool {
        self.same(&a.ty, &b.ty) && a.fixed == b.fixed && a.overrides == b.overrides
    }
}

/// Hashes a type consistently with [`same`].
pub fn hash_type<H: Hasher>(ty: &Type, state: &mut H) {
    Hashing::default().of(ty).hash(state);
}

/// Hashes in progress: the hashes of composite types are memoized by address.
#[derive(Default)]
pub(super) struct Hashing {
    known: Memo<usize, u64>,
}

impl Hashing {
    /// Returns the hash of a type.
    pub(super) fn of(&mut self, ty: &Type) -> u64 {
        let address = Some(address(ty)).filter(|_| is_composite(ty) && self.known.meet());
        if let Some(known) = address.and_then(|address| self.known.get(&address)) {
            return known;
        }
        let mut state = FxHasher::default();
        discriminant(ty).hash(&mut state);
        if !budget::is_exhausted() {
            self.parts(ty, &mut state);
        }
        let hash = state.finish();
        if let Some(address) = address {
            self.known.put(address, hash);
        }
        hash
    }

    fn parts(&mut self, ty: &Type, state: &mut FxHasher) {
        match ty {
            Type::Integer(range) => range.hash(state),
            Type::Float(range) => {
                range.from.map(f64::to_bits).hash(state);
                range.to.map(f64::to_bits).hash(state);
            }
            Type::Boolean(value) => value.hash(state),
            Type::String(StringType::Value(text)) => text.hash(state),
            Type::String(StringType::Size(size)) => size.hash(state),
            Type::String(StringType::Values(values)) => values.hash(state),
            Type::Enum { values, .. } => values.hash(state),
            Type::Regexp(pattern) => pattern.as_ref().map(|re| &re.source).hash(state),
            Type::NotUndef(t) | Type::Sensitive(t) => self.of(t).hash(state),
            Type::Optional(Some(t)) | Type::Type(Some(t)) => self.of(t).hash(state),
            Type::Iterable(Some(t)) | Type::Iterator(Some(t)) => self.of(t).hash(state),
            Type::Array(t, size) => {
                size.hash(state);
                self.of(t).hash(state);
            }
            Type::Hash(key, value, size) => {
                size.hash(state);
                self.of(key).hash(state);
                self.of(value).hash(state);
            }
            Type::Tuple(types, _) => types.iter().for_each(|ty| self.of(ty).hash(state)),
            Type::Struct(elements) => elements.iter().for_each(|element| {
                element.name.hash(state);
                self.of(&element.value).hash(state);
            }),
            Type::Variant(types) => in_any_order(types.iter().map(|ty| self.of(ty))).hash(state),
            Type::Pattern(patterns) => in_any_order(patterns.iter().map(|re| hash_of(&re.source))).hash(state),
            Type::Callable(callable) => {
                for part in [&callable.params, &callable.block, &callable.returns] {
                    part.as_ref().map(|part| self.of(part)).hash(state);
                }
            }
            Type::Timespan(range) | Type::Timestamp(range) => (range.from, range.to).hash(state),
            Type::TypeReference(text) => text.hash(state),
            Type::Init(Some(inner), _) => self.of(inner).hash(state),
            Type::Resource { type_name, title } => (type_name, title).hash(state),
            Type::Class(name) => name.hash(state),
            Type::Alias(alias) => alias.name.hash(state),
            _ => {}
        }
    }
}

/// Compares Object types: they are the same when they are identical, or have the same name and members.
pub(super) fn object(a: &Rc<ObjectType>, b: &Rc<ObjectType>) -> bool {
    Likeness::default().object(a, b)
}

/// Combines hashes independently of their order.
fn in_any_order(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, u64::wrapping_add)
}

fn hash_of(text: &str) -> u64 {
    let mut state = FxHasher::default();
    text.hash(&mut state);
    state.finish()
}

/// Compares patterns in any order.
fn patterns(a: &[Rc<Regexp>], b: &[Rc<Regexp>]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() <= MAX_LINEAR || a == b {
        return a.iter().all(|re| b.contains(re));
    }
    let sources: FxHashSet<&str> = b.iter().map(|re| &*re.source).collect();
    a.iter().all(|re| sources.contains(&*re.source))
}

fn parameter(a: &Option<Value>, b: &Option<Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => compare::eql(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn values(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| compare::eql(a, b))
}

fn checks(object: &ObjectType) -> Option<Value> {
    match &object.definition {
        Some(Value::Hash(definition)) => definition.get_str("checks").cloned(),
        _ => None,
    }
}

impl Type {
    /// Returns whether two types are structurally the same, as [`same`].
    pub(crate) fn is_same(&self, other: &Type) -> bool {
        same(self, other)
    }

    /// Hashes the type consistently with [`Type::is_same`].
    pub(crate) fn hash_into<H: Hasher>(&self, state: &mut H) {
        hash_type(self, state);
    }
}
