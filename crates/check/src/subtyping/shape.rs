//! The shape of collections (number and types of their elements), and the values of string types.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Size, StringType, StructElement, Ty, Type};

use super::{TypeLattice, is_any, never};

/// A range of sizes: minimum, and maximum (`None`: unbounded).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) min: i64,
    pub(crate) max: Option<i64>,
}

impl Range {
    pub(crate) const ANY: Range = Range { min: 0, max: None };

    pub(crate) fn exactly(n: usize) -> Range {
        Range { min: n as i64, max: Some(n as i64) }
    }

    pub(crate) fn of(size: Option<Size>) -> Range {
        size.map_or(Range::ANY, |size| Range { min: size.from.max(0), max: size.to })
    }

    pub(crate) fn overlaps(self, other: Range) -> bool {
        self.max.is_none_or(|max| other.min <= max) && other.max.is_none_or(|max| self.min <= max)
    }

    /// Returns the smallest range that includes both.
    pub(crate) fn bounds(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.zip(other.max).map(|(a, b)| a.max(b)) }
    }

    pub(crate) fn plus(self, other: Range) -> Range {
        let max = self.max.zip(other.max).and_then(|(a, b)| a.checked_add(b));
        Range { min: self.min.saturating_add(other.min), max }
    }

    /// Returns the intersection of both ranges.
    pub(crate) fn intersect(self, other: Range) -> Range {
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range { min: self.min.max(other.min), max }
    }

    pub(crate) fn size(self) -> Option<Size> {
        (self != Range::ANY).then_some(Size { from: self.min, to: self.max })
    }

    pub(crate) fn is_empty(self) -> bool {
        self.max.is_some_and(|max| max <= 0)
    }
}

/// The element types of an Array or a Tuple.
pub(crate) struct Elements<'t> {
    pub(crate) range: Range,
    types: &'t [Ty],
}

impl Elements<'_> {
    /// Returns the type at an index; the last type repeats for all following indices. `Any` for an empty list
    /// of types.
    pub(crate) fn at(&self, index: usize) -> Ty {
        self.types.get(index).or(self.types.last()).cloned().unwrap_or_else(c::any)
    }

    /// Returns the number of positions with a type of their own, at least 1.
    pub(crate) fn count(&self) -> usize {
        self.types.len().max(1)
    }
}

/// Returns the elements of an Array or a Tuple; for any other type, any elements.
pub(crate) fn elements(ty: &Type) -> Elements<'_> {
    match ty {
        Type::Tuple(types, size) => {
            let range = match size {
                Some(_) => Range::of(*size),
                None if types.is_empty() => Range::ANY,
                None => Range::exactly(types.len()),
            };
            Elements { range, types }
        }
        Type::Array(element, size) => Elements { range: Range::of(*size), types: std::slice::from_ref(element) },
        _ => Elements { range: Range::ANY, types: &[] },
    }
}

/// Returns the key and value types of a Hash or a Struct.
pub(crate) fn hash_pair(sets: &TypeLattice, ty: &Type) -> (Ty, Ty) {
    match ty {
        Type::Struct(elements) if !elements.is_empty() => {
            let keys: Vec<Ty> = elements.iter().map(|element| c::string_value(&element.name)).collect();
            let values: Vec<Ty> = elements.iter().map(|element| element.value.clone()).collect();
            (sets.join(&keys), sets.join(&values))
        }
        Type::Hash(_, _, size) if Range::of(*size).is_empty() => (never(), never()),
        Type::Hash(key, value, _) => {
            let seen = |ty: &Ty| if matches!(**ty, Type::Unit) { never() } else { ty.clone() };
            (seen(key), seen(value))
        }
        _ => (c::any(), c::any()),
    }
}

/// Returns the range of the number of entries.
pub(crate) fn hash_range(sets: &TypeLattice, ty: &Type) -> Range {
    match ty {
        Type::Struct(elements) if !elements.is_empty() => {
            Range { min: required(sets, elements).count() as i64, max: Some(elements.len() as i64) }
        }
        Type::Hash(_, _, size) => Range::of(*size),
        _ => Range::ANY,
    }
}

/// Returns whether the entry may be missing, which is also so when its value may be undef.
pub(crate) fn may_miss(sets: &TypeLattice, element: &StructElement) -> bool {
    element.is_optional() || is_any(&element.value) || sets.contains(&element.value, &c::undef())
}

/// Returns the required entries.
pub(crate) fn required<'t>(
    sets: &'t TypeLattice,
    elements: &'t [StructElement],
) -> impl Iterator<Item = &'t StructElement> {
    elements.iter().filter(|element| !may_miss(sets, element))
}

/// Returns the entry with this key.
pub(crate) fn entry<'t>(elements: &'t [StructElement], name: &str) -> Option<&'t StructElement> {
    elements.iter().find(|element| &*element.name == name)
}

/// Returns the entries of a Struct; `None` for other types and the bare Struct.
pub(crate) fn entries(ty: &Type) -> Option<&[StructElement]> {
    match ty {
        Type::Struct(elements) if !elements.is_empty() => Some(elements),
        _ => None,
    }
}

pub(crate) fn is_empty_array(ty: &Type) -> bool {
    matches!(ty, Type::Array(_, size) if Range::of(*size).is_empty())
}

pub(crate) fn is_empty_hash(ty: &Type) -> bool {
    matches!(ty, Type::Hash(_, _, size) if Range::of(*size).is_empty())
}

/// Returns the strings of a type, and whether it ignores case; `None` when the type does not list them.
pub(crate) fn string_values(ty: &Type) -> Option<(Vec<Rc<str>>, bool)> {
    match ty {
        Type::String(StringType::Value(text)) => Some((vec![text.text.as_str().into()], false)),
        Type::String(StringType::Values(values)) => Some((values.clone(), false)),
        Type::Enum { values, ignore_case } if !values.is_empty() => Some((values.clone(), *ignore_case)),
        _ => None,
    }
}

/// Returns the string of a type that has exactly one.
pub(crate) fn string_value(ty: &Type) -> Option<&str> {
    match ty {
        Type::String(StringType::Value(text)) => Some(&text.text),
        _ => None,
    }
}

/// Returns the integer of a type that has exactly one.
pub(crate) fn integer_value(ty: &Type) -> Option<i64> {
    match ty {
        Type::Integer(range) => match (&range.from, &range.to) {
            (Some(from), Some(to)) if from == to => from.as_i64(),
            _ => None,
        },
        _ => None,
    }
}

impl TypeLattice {
    /// Returns the join of the elements of an Array or Tuple; the empty type for an empty one.
    pub(crate) fn element(&self, ty: &Type) -> Ty {
        match ty {
            Type::Tuple(types, _) if !types.is_empty() => self.join(types),
            Type::Array(element, size) if matches!(**element, Type::Unit) || Range::of(*size).is_empty() => never(),
            Type::Array(element, _) => element.clone(),
            _ => c::any(),
        }
    }

    /// Returns an array type; the empty array when the element type is empty.
    pub(crate) fn array_of(&self, element: Ty, range: Range) -> Ty {
        if super::is_never(&element) || matches!(*element, Type::Unit) || range.is_empty() {
            c::empty_array()
        } else {
            Rc::new(Type::Array(element, range.size()))
        }
    }

    pub(crate) fn hash_of(&self, key: Ty, value: Ty, range: Range) -> Ty {
        if super::is_never(&key) || range.is_empty() {
            c::empty_hash()
        } else {
            Rc::new(Type::Hash(key, value, range.size()))
        }
    }

    /// Returns the element type of an iteration; `None` when the type is not iterable.
    pub(crate) fn iterated(&self, ty: &Ty) -> Option<Ty> {
        if is_any(ty) {
            return Some(c::any());
        }
        let found: Vec<Ty> = self.atoms(ty).iter().filter_map(|atom| self.iterated_atom(atom)).collect();
        (!found.is_empty()).then(|| self.join(&found))
    }

    fn iterated_atom(&self, ty: &Type) -> Option<Ty> {
        Some(match ty {
            Type::Array(..) | Type::Tuple(..) => self.element(ty),
            Type::Hash(..) | Type::Struct(_) | Type::AnyStruct => {
                let (key, value) = hash_pair(self, ty);
                if super::is_never(&key) { never() } else { Rc::new(Type::Tuple(vec![key, value], None)) }
            }
            Type::String(_) | Type::Enum { .. } | Type::Pattern(_) => c::character(),
            Type::Integer(range) => counted(range.ascending().1.map(|to| to.as_i64())),
            Type::Iterator(element) | Type::Iterable(element) => element.clone().unwrap_or_else(c::any),
            Type::Type(None) => c::any(),
            Type::Type(Some(of)) => match &**of {
                Type::Integer(_) | Type::Enum { .. } => of.clone(),
                _ if super::kind::Kind::of(of).is_vague() => c::any(),
                _ => return None,
            },
            _ if super::kind::Kind::of(ty).is_vague() => c::any(),
            _ => return None,
        })
    }
}

/// Returns the integers from 0 up to, not including, `to`.
fn counted(to: Option<Option<i64>>) -> Ty {
    let upper = match to {
        Some(Some(to)) if to < 1 => return never(),
        Some(Some(to)) => Some((to - 1).into()),
        _ => None,
    };
    Rc::new(Type::Integer(puppet_pcore::IntegerRange { from: Some(0_i64.into()), to: upper }))
}
