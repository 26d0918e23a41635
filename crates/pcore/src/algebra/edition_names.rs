//! The names of an edition in inferred types: the third edition says Object for Any, and Literal for Scalar.

use std::rc::Rc;

use super::super::{CallableType, StructElement, Ty, Type};
use super::{TypeRules, type_named_by};

/// Returns the type under the names of the edition. A bare collection stays bare.
pub fn in_edition(rules: &TypeRules, ty: &Ty) -> Ty {
    if rules.edition3x { third(rules, ty) } else { ty.clone() }
}

fn third(rules: &TypeRules, ty: &Ty) -> Ty {
    let of = |ty: &Ty| third(rules, ty);
    let made = match &**ty {
        Type::Any => return type_named_by(rules, "Object").unwrap_or_else(|| ty.clone()),
        Type::Scalar => return type_named_by(rules, "Literal").unwrap_or_else(|| ty.clone()),
        Type::Array(element, None) | Type::NotUndef(element) | Type::Sensitive(element) if is_any(element) => {
            return ty.clone();
        }
        Type::Hash(key, value, None) if is_any(key) && is_any(value) => return ty.clone(),
        Type::Array(element, size) => Type::Array(of(element), *size),
        Type::Hash(key, value, size) => Type::Hash(of(key), of(value), *size),
        Type::Tuple(types, size) => Type::Tuple(types.iter().map(of).collect(), *size),
        Type::Struct(elements) => {
            Type::Struct(elements.iter().map(|one| StructElement { value: of(&one.value), ..one.clone() }).collect())
        }
        Type::Variant(types) => Type::Variant(types.iter().map(of).collect()),
        Type::Optional(Some(inner)) => Type::Optional(Some(of(inner))),
        Type::NotUndef(inner) => Type::NotUndef(of(inner)),
        Type::Sensitive(inner) => Type::Sensitive(of(inner)),
        Type::Type(Some(inner)) => Type::Type(Some(of(inner))),
        Type::Iterable(Some(inner)) => Type::Iterable(Some(of(inner))),
        Type::Iterator(Some(inner)) => Type::Iterator(Some(of(inner))),
        Type::Callable(callable) => Type::Callable(CallableType {
            params: callable.params.as_ref().map(of),
            block: callable.block.as_ref().map(of),
            returns: callable.returns.as_ref().map(of),
        }),
        _ => return ty.clone(),
    };
    Rc::new(made)
}

fn is_any(ty: &Type) -> bool {
    matches!(ty, Type::Any)
}
