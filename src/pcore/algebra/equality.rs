//! Equality of types: `same`, their identity as values and as hash keys, and `equal`, the operator `==`.

use std::hash::{Hash as _, Hasher};
use std::mem::discriminant;
use std::rc::Rc;

use super::super::{CallableType, ObjectFunction, ObjectType, StringType, StructElement, Ty, Type, Value, compare};
use super::assignable;

/// The same type: alike in form (a Variant and a Pattern in any order, resource types in any case). This is how types
/// compare as hash keys, in containers and when duplicates are dropped.
pub fn same(a: &Type, b: &Type) -> bool {
    if std::ptr::eq(a, b) {
        return true;
    }
    match (a, b) {
        (Type::Integer(a), Type::Integer(b)) => a == b,
        (Type::Float(a), Type::Float(b)) => a == b,
        (Type::Boolean(a), Type::Boolean(b)) => a == b,
        (Type::String(a), Type::String(b)) => a == b,
        (Type::Enum { values: a, ignore_case: i }, Type::Enum { values: b, ignore_case: j }) => a == b && i == j,
        (Type::Pattern(a), Type::Pattern(b)) => a.len() == b.len() && a.iter().all(|re| b.contains(re)),
        (Type::Regexp(a), Type::Regexp(b)) => a == b,
        (Type::NotUndef(a), Type::NotUndef(b)) | (Type::Sensitive(a), Type::Sensitive(b)) => same(a, b),
        (Type::Optional(a), Type::Optional(b)) | (Type::Type(a), Type::Type(b)) => both(a, b),
        (Type::Iterable(a), Type::Iterable(b)) | (Type::Iterator(a), Type::Iterator(b)) => both(a, b),
        (Type::Collection(a), Type::Collection(b)) => a == b,
        (Type::Array(a, size_a), Type::Array(b, size_b)) => size_a == size_b && same(a, b),
        (Type::Tuple(a, size_a), Type::Tuple(b, size_b)) => size_a == size_b && all(a, b),
        (Type::Hash(key_a, a, size_a), Type::Hash(key_b, b, size_b)) => {
            size_a == size_b && same(key_a, key_b) && same(a, b)
        }
        (Type::Struct(a), Type::Struct(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| element(a, b)),
        (Type::Variant(a), Type::Variant(b)) => a.len() == b.len() && a.iter().all(|t| b.iter().any(|u| same(t, u))),
        (Type::Callable(a), Type::Callable(b)) => callable(a, b),
        (Type::Init(a, args_a), Type::Init(b, args_b)) => both(a, b) && values(args_a, args_b),
        (Type::SemVer(a), Type::SemVer(b)) => a == b,
        (Type::Timespan(a), Type::Timespan(b)) | (Type::Timestamp(a), Type::Timestamp(b)) => a == b,
        (Type::Uri(a), Type::Uri(b)) => parameter(a, b),
        (Type::Runtime { runtime: r, name: a }, Type::Runtime { runtime: s, name: b }) => r == s && parameter(a, b),
        (Type::Resource { type_name: n, title: a }, Type::Resource { type_name: m, title: b }) => n == m && a == b,
        (Type::Class(a), Type::Class(b)) => a == b,
        (Type::Object(a), Type::Object(b)) => object(a, b),
        (Type::ObjectExtension(a, x), Type::ObjectExtension(b, y)) => object(a, b) && values(x, y),
        (Type::TypeSet(a), Type::TypeSet(b)) => a.name == b.name,
        (Type::Alias(a), Type::Alias(b)) => a.name == b.name,
        (Type::TypeReference(a), Type::TypeReference(b)) => a == b,
        _ => discriminant(a) == discriminant(b),
    }
}

/// The operator `==` on types: the same, or each accepts the other.
pub fn equal(a: &Type, b: &Type) -> bool {
    same(a, b) || (assignable(b, a) && assignable(a, b))
}

/// The operator `<` on types: `b` accepts `a`, and they are not equal.
pub fn narrower(a: &Type, b: &Type) -> bool {
    assignable(b, a) && !equal(a, b)
}

/// A hash that agrees with [`same`].
pub fn hash_type<H: Hasher>(ty: &Type, state: &mut H) {
    discriminant(ty).hash(state);
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
        Type::NotUndef(t) | Type::Sensitive(t) => hash_type(t, state),
        Type::Optional(Some(t)) | Type::Type(Some(t)) => hash_type(t, state),
        Type::Iterable(Some(t)) | Type::Iterator(Some(t)) => hash_type(t, state),
        Type::Array(t, size) => {
            size.hash(state);
            hash_type(t, state);
        }
        Type::Hash(key, value, size) => {
            size.hash(state);
            hash_type(key, state);
            hash_type(value, state);
        }
        Type::Tuple(types, _) => types.iter().for_each(|ty| hash_type(ty, state)),
        Type::Struct(elements) => elements.iter().for_each(|element| {
            element.name.hash(state);
            hash_type(&element.value, state);
        }),
        Type::Variant(types) => types.len().hash(state),
        Type::Pattern(patterns) => patterns.len().hash(state),
        Type::Resource { type_name, title } => (type_name, title).hash(state),
        Type::Class(name) => name.hash(state),
        Type::Alias(alias) => alias.name.hash(state),
        _ => {}
    }
}

fn both(a: &Option<Ty>, b: &Option<Ty>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn all(a: &[Ty], b: &[Ty]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn element(a: &StructElement, b: &StructElement) -> bool {
    a.name == b.name && same(&a.key, &b.key) && same(&a.value, &b.value)
}

fn callable(a: &CallableType, b: &CallableType) -> bool {
    both(&a.params, &b.params) && both(&a.block, &b.block) && both(&a.returns, &b.returns)
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

/// Object types are the same when they are one, or alike by name and members.
pub(super) fn object(a: &Rc<ObjectType>, b: &Rc<ObjectType>) -> bool {
    Rc::ptr_eq(a, b)
        || (a.name == b.name
            && both(&a.parent, &b.parent)
            && a.equality == b.equality
            && a.attributes.len() == b.attributes.len()
            && a.attributes.iter().all(|(name, attribute)| {
                b.attributes.get(name).is_some_and(|other| {
                    same(&attribute.ty, &other.ty)
                        && attribute.constant == other.constant
                        && attribute.derived == other.derived
                        && attribute.fixed == other.fixed
                        && attribute.overrides == other.overrides
                        && parameter(&attribute.value, &other.value)
                })
            })
            && a.functions.len() == b.functions.len()
            && a.functions.iter().all(|(name, f)| b.functions.get(name).is_some_and(|g| function(f, g)))
            && a.type_parameters.len() == b.type_parameters.len()
            && a.type_parameters.iter().all(|(name, ty)| b.type_parameters.get(name).is_some_and(|u| same(ty, u)))
            && parameter(&checks(a), &checks(b)))
}

fn function(a: &ObjectFunction, b: &ObjectFunction) -> bool {
    same(&a.ty, &b.ty) && a.fixed == b.fixed && a.overrides == b.overrides
}

fn checks(object: &ObjectType) -> Option<Value> {
    match &object.definition {
        Some(Value::Hash(definition)) => definition.get_str("checks").cloned(),
        _ => None,
    }
}
