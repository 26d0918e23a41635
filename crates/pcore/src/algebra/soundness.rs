//! Where the reference takes a type for a part of another although some of its values are none of the other's. It asks
//! so of values too, so that the answers must stay; whoever reasons about all values of a type must not rely on them.

use super::super::{Size, StringType, StructElement, Type};
use super::{accepts_undef, resolved};

/// Returns whether the reference may say yes to `a ⊇ b` where it is not so.
pub(super) fn is_unsound(a: &Type, b: &Type) -> bool {
    match (a, b) {
        // It is taken to be wider than everything, and undef is its only instance.
        (Type::Optional(None), _) => !matches!(b, Type::Undef),
        // The reference looks at the number of values only.
        (Type::String(StringType::Value(text)), Type::Enum { values, .. }) => {
            !values.iter().all(|value| **value == *text.text)
        }
        // The other spellings are not looked at.
        (Type::Pattern(patterns), Type::Enum { ignore_case, .. }) => *ignore_case && !patterns.is_empty(),
        // The keys of a hash are not known.
        (Type::Struct(_), Type::Hash(_, _, size)) => !matches!(size, Some(Size { to: Some(0), .. })),
        // Entries that may be missing are counted.
        (Type::Hash(_, _, size) | Type::Collection(size), Type::Struct(entries)) => {
            size.is_some_and(|size| size.from > least(entries))
        }
        // Of the one only the positions that it names are looked at, not those that follow.
        (Type::Tuple(types, _), Type::Tuple(others, Some(size))) => {
            types.len() > others.len() && size.to.is_none_or(|to| to > others.len() as i64)
        }
        // A collection is tested by the common type of what it holds, which may be wider than that of its type.
        (Type::Iterable(Some(element)), Type::Array(..) | Type::Tuple(..) | Type::Hash(..) | Type::Struct(_)) => {
            !matches!(**element, Type::Any) && !iterates_plainly(element, b)
        }
        _ => false,
    }
}

/// How many entries there are at least.
fn least(entries: &[StructElement]) -> i64 {
    let surely = |entry: &&StructElement| !entry.is_optional() && !accepts_undef(&entry.value);
    entries.iter().filter(surely).count() as i64
}

/// Returns whether each element is of the one plain kind, so that their common type is of it too.
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
