//! Widening: types without literal values, for loops and messages.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{StructElement, Ty, Type};

use super::shape::{hash_pair, is_empty_array, is_empty_hash};
use super::{TypeLattice, is_any, is_never};

impl TypeLattice {
    /// Widens literals to their type, Tuples to Arrays, and Structs to Hashes.
    pub(crate) fn widen(&self, ty: &Ty) -> Ty {
        match &**ty {
            _ if is_any(ty) || is_never(ty) => ty.clone(),
            Type::Variant(types) => self.variant(types.iter().map(|ty| self.widen(ty)).collect()),
            Type::Optional(Some(inner)) => c::optional_of(self.widen(inner)),
            Type::Tuple(types, _) if types.is_empty() => c::array(),
            Type::Tuple(types, _) => {
                let wide: Vec<Ty> = types.iter().map(|ty| self.widen(ty)).collect();
                c::array_of(self.join(&wide))
            }
            Type::Array(..) if is_empty_array(ty) => c::empty_array(),
            Type::Array(element, _) if matches!(**element, Type::Unit) => c::empty_array(),
            Type::Array(element, _) => c::array_of(self.widen(element)),
            Type::Struct(entries) if !entries.is_empty() => c::hash_of(c::string(), self.widen(&hash_pair(self, ty).1)),
            Type::Hash(..) if is_empty_hash(ty) => ty.clone(),
            Type::Hash(key, value, _) => c::hash_of(self.widen(key), self.widen(value)),
            _ => plain(ty).unwrap_or_else(|| ty.clone()),
        }
    }

    /// Returns the type without literal values, in the same structure.
    pub(crate) fn without_values(&self, ty: &Ty) -> Ty {
        let inner = |ty: &Ty| self.without_values(ty);
        match &**ty {
            _ if is_never(ty) => ty.clone(),
            Type::Variant(types) => self.variant(types.iter().map(inner).collect()),
            Type::Optional(Some(ty)) => c::optional_of(inner(ty)),
            Type::Sensitive(ty) => Rc::new(Type::Sensitive(inner(ty))),
            Type::Tuple(types, size) => Rc::new(Type::Tuple(types.iter().map(inner).collect(), *size)),
            Type::Struct(entries) => {
                let bare = |e: &StructElement| StructElement { value: inner(&e.value), ..e.clone() };
                Rc::new(Type::Struct(entries.iter().map(bare).collect()))
            }
            Type::Array(element, size) if !matches!(**element, Type::Unit) => {
                Rc::new(Type::Array(inner(element), *size))
            }
            Type::Hash(key, value, size) if !matches!(**key, Type::Unit) => {
                Rc::new(Type::Hash(inner(key), inner(value), *size))
            }
            _ => plain(ty).unwrap_or_else(|| ty.clone()),
        }
    }
}

fn plain(ty: &Type) -> Option<Ty> {
    Some(match ty {
        Type::String(_) | Type::Enum { .. } | Type::Pattern(_) => c::string(),
        Type::Integer(_) => c::integer(),
        Type::Float(_) => c::float(),
        Type::Boolean(_) => c::boolean(),
        _ => return None,
    })
}
