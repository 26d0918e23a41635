//! The size of an inferred type. A program of a few lines can double a type at each line: the parts are shared, but
//! whoever compares, joins or prints types walks them one by one. So a type that is too large is widened.

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{CallableType, StructElement, Ty, Type};

/// The maximum number of types in a type, each counted where it occurs.
const MAX_TYPES: usize = 4096;

/// Returns the type, or one that includes it and names no elements, if it is too large.
pub(crate) fn bounded(ty: Ty) -> Ty {
    let mut left = MAX_TYPES;
    if has_at_most(&ty, &mut left) {
        return ty;
    }
    match &*ty {
        Type::Tuple(..) | Type::Array(..) => c::array(),
        Type::Struct(_) | Type::Hash(..) => c::hash_of(c::any(), c::any()),
        Type::Sensitive(_) => c::sensitive(),
        Type::Type(_) => c::type_type(),
        _ => c::any(),
    }
}

/// Counts the types in a type, up to a number. Returns whether that suffices.
fn has_at_most(ty: &Type, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match ty {
        Type::Tuple(types, _) | Type::Variant(types) => types.iter().all(|ty| has_at_most(ty, left)),
        Type::Struct(entries) => {
            entries.iter().all(|StructElement { key, value, .. }| has_at_most(key, left) && has_at_most(value, left))
        }
        Type::Hash(key, value, _) => has_at_most(key, left) && has_at_most(value, left),
        Type::Callable(CallableType { params, block, returns }) => {
            [params, block, returns].into_iter().flatten().all(|ty| has_at_most(ty, left))
        }
        Type::Array(ty, _)
        | Type::NotUndef(ty)
        | Type::Sensitive(ty)
        | Type::Optional(Some(ty))
        | Type::Type(Some(ty))
        | Type::Iterable(Some(ty))
        | Type::Iterator(Some(ty))
        | Type::Init(Some(ty), _) => has_at_most(ty, left),
        // Types without parts, and names of types.
        _ => true,
    }
}
