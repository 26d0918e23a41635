//! Widening: types without literal values, for loops and messages.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{StructElement, Ty, Type};

use super::TypeLattice;
use super::shape::{hash_pair, is_empty_array, is_empty_hash};

impl TypeLattice {
    /// Widens literals to their type, Tuples to Arrays, and Structs to Hashes.
    pub(crate) fn widen(&self, ty: &Ty) -> Ty {
        match &**ty {
            Type::Variant(types) => self.variant(types.iter().map(|ty| self.widen(ty)).collect()),
            Type::Optional(Some(inner)) => c::optional_of(self.widen(inner)),
            Type::Tuple(types, _) if types.is_empty() => c::array(),
            Type::Tuple(types, _) => {
                let wide: Vec<Ty> = types.iter().map(|ty| self.widen(ty)).collect();
                c::array_of(self.join(&wide))
            }
            Type::Array(..) if is_empty_array(ty) => c::empty_array(),
            Type::Array(element, _) => c::array_of(self.widen(element)),
            Type::Struct(entries) if !entries.is_empty() => c::hash_of(c::string(), self.widen(&hash_pair(self, ty).1)),
            Type::Hash(..) if is_empty_hash(ty) => ty.clone(),
            Type::Hash(key, value, _) => c::hash_of(self.widen(key), self.widen(value)),
            _ => plain(ty).unwrap_or_else(|| ty.clone()),
        }
    }

    /// Returns the type without literal values, in the same structure.
    pub(crate) fn without_values(&self, ty: &Ty) -> Ty {
        match &**ty {
            Type::Sensitive(ty) => Rc::new(Type::Sensitive(self.without_values(ty))),
            _ => self
                .rebuilt(ty, |ty| self.without_values(ty))
                .unwrap_or_else(|| plain(ty).unwrap_or_else(|| ty.clone())),
        }
    }

    /// Returns a type whose values have the types that `type()` infers. It infers less of a Sensitive than of other
    /// values: the common type of all elements, without sizes and literal values. So the values `false` and `1.5` become
    /// ScalarData there, which `Variant[Boolean, Float]` does not include.
    pub(crate) fn as_inferred(&self, ty: &Ty) -> Ty {
        match &**ty {
            Type::Sensitive(hidden) => hidden_as_inferred(hidden),
            _ => self.rebuilt(ty, |ty| self.as_inferred(ty)).unwrap_or_else(|| ty.clone()),
        }
    }

    /// Returns a compound type with other parts, or `None` for other types.
    fn rebuilt(&self, ty: &Ty, part: impl Fn(&Ty) -> Ty) -> Option<Ty> {
        Some(match &**ty {
            Type::Variant(types) => self.variant(types.iter().map(part).collect()),
            Type::Optional(Some(ty)) => c::optional_of(part(ty)),
            Type::Tuple(types, size) => Rc::new(Type::Tuple(types.iter().map(part).collect(), *size)),
            Type::Struct(entries) => {
                let other = |e: &StructElement| StructElement { value: part(&e.value), ..e.clone() };
                Rc::new(Type::Struct(entries.iter().map(other).collect()))
            }
            Type::Array(element, size) => Rc::new(Type::Array(part(element), *size)),
            Type::Hash(key, value, size) => Rc::new(Type::Hash(part(key), part(value), *size)),
            _ => return None,
        })
    }
}

/// Returns the type of a Sensitive, of whose content only a plain type, or a collection of one, is sure to remain.
fn hidden_as_inferred(hidden: &Ty) -> Ty {
    let content = match &**hidden {
        Type::Array(element, _) => plain(element).map(c::array_of),
        Type::Hash(key, value, _) => plain(key).zip(plain(value)).map(|(key, value)| c::hash_of(key, value)),
        _ => plain(hidden),
    };
    content.map_or_else(c::sensitive, |content| Rc::new(Type::Sensitive(content)))
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
