//! Cases in which the reference's subtype relation is unsound: it accepts a type although some of its values
//! do not match. The reference answers so for values too, so that the answers must stay. Code that reasons
//! about all values of a type must not rely on them.

use super::super::{Int, Size, StringType, StructElement, Type};
use super::{accepts_undef, resolved};

impl Type {
    /// Returns whether the reference may unsoundly accept `self ⊇ b`.
    pub(super) fn is_unsound(&self, b: &Type) -> bool {
        match (self, b) {
            // The reference treats it as a supertype of everything, but undef is its only instance.
            (Type::Optional(None), _) => !matches!(b, Type::Undef),
            // The reference checks only the number of values.
            (Type::String(StringType::Value(text)), Type::Enum { values, .. }) => {
                !values.iter().all(|value| **value == *text.text)
            }
            // The other spellings are not checked.
            (Type::Pattern(patterns), Type::Enum { ignore_case, .. }) => *ignore_case && !patterns.is_empty(),
            // The keys of a hash are unknown.
            (Type::Struct(_), Type::Hash(_, _, size)) => !matches!(size, Some(Size { to: Some(0), .. })),
            // Optional entries are counted.
            (Type::Hash(_, _, size) | Type::Collection(size), Type::Struct(entries)) => {
                size.is_some_and(|size| size.from > least(entries))
            }
            // Only the positions that the right Tuple lists are checked, not those that follow.
            (Type::Tuple(types, _), Type::Tuple(others, Some(size))) => {
                types.len() > others.len() && size.to.is_none_or(|to| to > others.len() as i64)
            }
            // How `new` takes its arguments decides, which no relation of types shows, except for the plain types.
            (Type::Init(Some(inner), _), _) => !makes_plainly(inner),
            // A negative integer cannot be iterated, nor can a union of the types that can.
            (Type::Iterable(_), Type::Integer(range)) => range.from.as_ref().is_none_or(|from| *from < Int::Small(0)),
            (Type::Iterable(_), Type::Type(Some(_))) => true,
            // The test of a collection uses the common type of its elements, which may be wider than the type's
            // element type.
            (Type::Iterable(Some(element)), Type::Array(..) | Type::Tuple(..) | Type::Hash(..) | Type::Struct(_)) => {
                !matches!(**element, Type::Any) && !iterates_plainly(element, b)
            }
            _ => false,
        }
    }
}

/// Returns whether the values of a type are certainly instances of its Init.
fn makes_plainly(inner: &Type) -> bool {
    matches!(
        inner,
        Type::Integer(_) | Type::Float(_) | Type::Numeric | Type::Boolean(_) | Type::String(StringType::Any)
    )
}

/// Returns the minimum number of entries.
fn least(entries: &[StructElement]) -> i64 {
    let surely = |entry: &&StructElement| !entry.is_optional() && !accepts_undef(&entry.value);
    entries.iter().filter(surely).count() as i64
}

/// Returns whether each element is of one plain kind, so that the common type is of that kind too.
fn iterates_plainly(element: &super::super::Ty, held: &Type) -> bool {
    let plain = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Float(_) | Type::String(_));
    let wide = matches!(
        &*resolved(element),
        Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::String(StringType::Any)
            | Type::Numeric
            | Type::Scalar
            | Type::ScalarData
    );
    wide && match held {
        Type::Array(of, _) => plain(of),
        Type::Tuple(types, _) => types.iter().all(|ty| plain(ty)),
        _ => false,
    }
}
