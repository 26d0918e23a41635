//! Iterable values and types, and their elements.

use std::rc::Rc;

use super::super::{Size, Ty, Type, Value};
use super::alias::named;
use super::constant;
use super::infer::{infer_detailed, infer_set_variant};
use super::variant_of;

/// Returns whether functions can iterate over the value.
pub fn is_iterable(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Array(_) | Value::Hash(_) | Value::Iterator(_) => true,
        Value::Int(i) => *i >= 0,
        Value::Big(i) => i.sign() != num_bigint::Sign::Minus,
        Value::Type(ty) => is_iterable_as_value(ty),
        _ => false,
    }
}

/// Returns whether a type can be iterated as a value: an Enum or a bounded Integer, also through a name.
fn is_iterable_as_value(ty: &Type) -> bool {
    match ty {
        Type::Enum { .. } => true,
        Type::Integer(range) => range.from.is_some() && range.to.is_some(),
        _ => named(ty).and_then(|name| name.meaning).is_some_and(|ty| is_iterable_as_value(&ty)),
    }
}

/// Returns the type of the elements of an iteration over the value; `None` when it is not iterable.
pub fn element_type(value: &Value) -> Option<Ty> {
    match value {
        Value::Str(_) => Some(constant::character()),
        Value::Array(array) if array.items.is_empty() => Some(constant::unit()),
        Value::Array(array) => Some(infer_set_variant(array.items.iter())),
        Value::Hash(hash) if hash.is_empty() => Some(pair_of(constant::unit(), constant::unit())),
        Value::Hash(hash) => Some(pair_of(infer_set_variant(hash.keys()), infer_set_variant(hash.values()))),
        Value::Iterator(iterator) => Some(iterator.element.clone()),
        Value::Type(ty) => match &*super::resolved(ty) {
            Type::Integer(range) if range.from.is_some() && range.to.is_some() => Some(super::resolved(ty)),
            Type::Enum { .. } => Some(super::resolved(ty)),
            _ => None,
        },
        Value::Unset => None,
        other => is_iterable(other).then(|| infer_detailed(other)),
    }
}

/// Returns whether instances of the type are iterable.
pub(super) fn is_iterable_type(ty: &Type) -> bool {
    match ty {
        Type::Enum { .. } | Type::Integer(_) | Type::String(_) | Type::Iterable(_) | Type::Iterator(_) => true,
        Type::Collection(_) | Type::Array(..) | Type::Hash(..) | Type::Tuple(..) => true,
        Type::Struct(_) | Type::AnyStruct => true,
        Type::Type(Some(inner)) => match &**inner {
            Type::Enum { .. } => true,
            Type::Integer(range) => range.from.is_some() && range.to.is_some(),
            _ => false,
        },
        Type::Alias(_) => named(ty).and_then(|name| name.meaning).is_some_and(|ty| is_iterable_type(&ty)),
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
        | Type::Float(_)
        | Type::Boolean(_)
        | Type::Pattern(_)
        | Type::Regexp(_)
        | Type::Binary
        | Type::NotUndef(_)
        | Type::Optional(_)
        | Type::Type(_)
        | Type::Sensitive(_)
        | Type::Variant(_)
        | Type::Callable(_)
        | Type::Init(..)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Uri(_)
        | Type::Runtime { .. }
        | Type::Resource { .. }
        | Type::Class(_)
        | Type::Object(_)
        | Type::ObjectExtension(..)
        | Type::AnyObject
        | Type::TypeSet(_)
        | Type::AnyTypeSet
        | Type::TypeReference(_) => false,
    }
}

/// Returns the element type of an iteration over an instance of the type: `None` when it is not iterable,
/// `Some(None)` when the elements are unknown.
pub(super) fn iterable_element(ty: &Type) -> Option<Option<Ty>> {
    match ty {
        Type::Enum { .. } | Type::String(_) => Some(Some(constant::character())),
        Type::Integer(_) => Some(Some(constant::integer())),
        Type::Iterable(element) | Type::Iterator(element) => Some(element.clone()),
        Type::Array(element, _) if matches!(**element, Type::Any) => Some(None),
        Type::Array(element, _) => Some(Some(element.clone())),
        Type::Tuple(types, _) => Some(Some(variant_of(types.iter().cloned()))),
        Type::Hash(key, value, None) if matches!((&**key, &**value), (Type::Any, Type::Any)) => {
            Some(Some(pair_of(constant::unit(), constant::unit())))
        }
        Type::Hash(key, value, _) => Some(Some(pair_of(key.clone(), value.clone()))),
        Type::Struct(elements) if !elements.is_empty() => Some(Some(pair_of(
            variant_of(elements.iter().map(|element| element.key.clone())),
            variant_of(elements.iter().map(|element| element.value.clone())),
        ))),
        Type::Struct(_) | Type::AnyStruct => Some(Some(pair_of(constant::unit(), constant::unit()))),
        Type::Type(Some(inner)) => match &**inner {
            Type::Enum { .. } => Some(Some(inner.clone())),
            Type::Integer(range) if range.from.is_some() && range.to.is_some() => Some(Some(inner.clone())),
            _ => None,
        },
        Type::Alias(_) => named(ty).and_then(|name| name.meaning).and_then(|ty| iterable_element(&ty)),
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
        | Type::Float(_)
        | Type::Boolean(_)
        | Type::Pattern(_)
        | Type::Regexp(_)
        | Type::Binary
        | Type::NotUndef(_)
        | Type::Optional(_)
        | Type::Type(_)
        | Type::Sensitive(_)
        | Type::Collection(_)
        | Type::Variant(_)
        | Type::Callable(_)
        | Type::Init(..)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Uri(_)
        | Type::Runtime { .. }
        | Type::Resource { .. }
        | Type::Class(_)
        | Type::Object(_)
        | Type::ObjectExtension(..)
        | Type::AnyObject
        | Type::TypeSet(_)
        | Type::AnyTypeSet
        | Type::TypeReference(_) => None,
    }
}

/// Returns the type of a key-value pair of a hash.
fn pair_of(key: Ty, value: Ty) -> Ty {
    Rc::new(Type::Tuple(vec![key, value], Some(Size { from: 2, to: Some(2) })))
}
