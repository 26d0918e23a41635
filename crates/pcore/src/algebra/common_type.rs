//! The common type of two types, as the reference computes it. It is not always an upper bound (it drops
//! undef), and it is more exact for data than for other types.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::{FloatRange, IntegerRange, Regexp, Size, StringType, Ty, Type};
use super::variant::{enum_of, variant_of};
use super::{assignable, constant};

/// Returns the common type of `a` and `b`.
pub fn common_type(a: &Ty, b: &Ty) -> Ty {
    match (&**a, &**b) {
        (Type::Undef, _) => return b.clone(),
        (_, Type::Undef) => return a.clone(),
        (Type::Unit, _) => return b.clone(),
        (_, Type::Unit) => return a.clone(),
        _ => {}
    }
    if Rc::ptr_eq(a, b) || assignable(a, b) {
        return a.clone();
    }
    if assignable(b, a) {
        return b.clone();
    }
    of_family(a, b).unwrap_or_else(|| of_kind(a, b))
}

/// Returns the common type of two types of one family.
fn of_family(a: &Type, b: &Type) -> Option<Ty> {
    Some(match (a, b) {
        (Type::Array(a, _), Type::Array(b, _)) => constant::array_of(common_type(a, b)),
        (Type::Hash(key_a, a, _), Type::Hash(key_b, b, _)) => {
            constant::hash_of(common_type(key_a, key_b), common_type(a, b))
        }
        (Type::Class(_), Type::Class(_)) => constant::class(),
        (Type::Resource { type_name: a, .. }, Type::Resource { type_name: b, .. }) if a == b => {
            Rc::new(Type::Resource { type_name: a.clone(), title: None })
        }
        (Type::Resource { .. }, Type::Resource { .. }) => constant::resource(),
        (Type::Integer(a), Type::Integer(b)) => Rc::new(Type::Integer(integer_bounds(a, b))),
        (Type::Float(a), Type::Float(b)) => Rc::new(Type::Float(float_bounds(a, b))),
        (Type::String(a), Type::String(b)) => strings(a, b),
        (Type::String(StringType::Value(text)), Type::Enum { values, .. })
        | (Type::Enum { values, .. }, Type::String(StringType::Value(text))) => {
            enum_of(values.iter().cloned().chain([text.text.as_str().into()]))
        }
        (Type::String(_), Type::Enum { .. }) | (Type::Enum { .. }, Type::String(_)) => constant::enumeration(),
        (Type::Pattern(a), Type::Pattern(b)) => Rc::new(Type::Pattern(joined(a, b))),
        (Type::Enum { values: a, .. }, Type::Enum { values: b, .. }) => enum_of(a.iter().chain(b).cloned()),
        (Type::Variant(a), Type::Variant(b)) => variant_of(a.iter().chain(b).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => constant::regexp(),
        (Type::Callable(_), Type::Callable(_)) => constant::callable(),
        _ => return None,
    })
}

/// Returns the nearest abstract type above both.
fn of_kind(a: &Ty, b: &Ty) -> Ty {
    let both = |kind: &Type| assignable(kind, a) && assignable(kind, b);
    if both(&Type::Numeric) {
        return constant::numeric();
    }
    if both(&Type::ScalarData) {
        return constant::scalar_data();
    }
    if both(&Type::Scalar) {
        return constant::scalar();
    }
    if both(&Type::Data) {
        return constant::data();
    }
    if let (Type::Type(a), Type::Type(b)) = (&**a, &**b) {
        return Rc::new(Type::Type(match (a, b) {
            (Some(a), Some(b)) => Some(common_type(a, b)),
            (a, b) => a.clone().or(b.clone()),
        }));
    }
    if both(&Type::RichData) {
        return constant::rich_data();
    }
    constant::any()
}

/// Returns the range from the lowest to the highest bound.
pub(super) fn integer_bounds(a: &IntegerRange, b: &IntegerRange) -> IntegerRange {
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    IntegerRange {
        from: a_from.zip(b_from).map(|(a, b)| a.min(b).clone()),
        to: a_to.zip(b_to).map(|(a, b)| a.max(b).clone()),
    }
}

/// Returns the range from the lowest to the highest bound.
pub(super) fn float_bounds(a: &FloatRange, b: &FloatRange) -> FloatRange {
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    FloatRange { from: a_from.zip(b_from).map(|(a, b)| a.min(b)), to: a_to.zip(b_to).map(|(a, b)| a.max(b)) }
}

fn strings(a: &StringType, b: &StringType) -> Ty {
    match (a, b) {
        (StringType::Size(a), StringType::Size(b)) => Rc::new(Type::String(StringType::Size(Size {
            from: a.from.min(b.from),
            to: a.to.zip(b.to).map(|(a, b)| a.max(b)),
        }))),
        (StringType::Value(a), StringType::Value(b)) => enum_of([a.text.as_str().into(), b.text.as_str().into()]),
        _ => constant::string(),
    }
}

/// Returns the distinct patterns of both lists.
pub(super) fn joined(a: &[Rc<Regexp>], b: &[Rc<Regexp>]) -> Vec<Rc<Regexp>> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    a.iter().chain(b).filter(|pattern| seen.insert(&pattern.source)).cloned().collect()
}
