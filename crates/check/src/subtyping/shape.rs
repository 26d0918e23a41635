//! The shape of collections: how many elements, and of what types; the values of strings.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Size, StringType, StructElement, Ty, Type};

use super::{TypeLattice, is_any, never};

/// From at least, up to at most (`None`: without limit).
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

    /// The least range that holds both.
    pub(crate) fn bounds(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.zip(other.max).map(|(a, b)| a.max(b)) }
    }

    pub(crate) fn plus(self, other: Range) -> Range {
        let max = self.max.zip(other.max).and_then(|(a, b)| a.checked_add(b));
        Range { min: self.min.saturating_add(other.min), max }
    }

    /// What lies in both.
    pub(crate) fn is_subset(self, other: Range) -> Range {
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

/// The elements of an Array or a Tuple.
pub(crate) struct Elements<'t> {
    pub(crate) range: Range,
    types: &'t [Ty],
}

impl Elements<'_> {
    /// The type at an index; the last holds for all that follow. `None`: there is no element.
    pub(crate) fn at(&self, index: usize) -> Ty {
        self.types.get(index).or(self.types.last()).cloned().unwrap_or_else(c::any)
    }

    /// How many differ.
    pub(crate) fn describe(&self) -> usize {
        self.types.len().max(1)
    }
}

/// The elements of an Array or a Tuple; anything else has any.
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

/// Keys and values of a Hash or a Struct.
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

/// How many entries.
pub(crate) fn hash_range(sets: &TypeLattice, ty: &Type) -> Range {
    match ty {
        Type::Struct(elements) if !elements.is_empty() => {
            Range { min: required(sets, elements).count() as i64, max: Some(elements.len() as i64) }
        }
        Type::Hash(_, _, size) => Range::of(*size),
        _ => Range::ANY,
    }
}

/// May the entry be missing? Also when its value may be undef.
pub(crate) fn may_miss(sets: &TypeLattice, element: &StructElement) -> bool {
    element.is_optional() || is_any(&element.value) || sets.contains(&element.value, &c::undef())
}

/// The entries that must be there.
pub(crate) fn required<'t>(
    sets: &'t TypeLattice,
    elements: &'t [StructElement],
) -> impl Iterator<Item = &'t StructElement> {
    elements.iter().filter(|element| !may_miss(sets, element))
}

/// The entry with this key.
pub(crate) fn entry<'t>(elements: &'t [StructElement], name: &str) -> Option<&'t StructElement> {
    elements.iter().find(|element| &*element.name == name)
}

/// The entries of a Struct that says which there are.
pub(crate) fn format_entries(ty: &Type) -> Option<&[StructElement]> {
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

/// The strings that a type consists of, and whether case is ignored; `None` when it does not say.
pub(crate) fn string_values(ty: &Type) -> Option<(Vec<Rc<str>>, bool)> {
    match ty {
        Type::String(StringType::Value(text)) => Some((vec![text.text.as_str().into()], false)),
        Type::String(StringType::Values(values)) => Some((values.clone(), false)),
        Type::Enum { values, ignore_case } if !values.is_empty() => Some((values.clone(), *ignore_case)),
        _ => None,
    }
}

/// The one string that a type consists of.
pub(crate) fn string_value(ty: &Type) -> Option<&str> {
    match ty {
        Type::String(StringType::Value(text)) => Some(&text.text),
        _ => None,
    }
}

/// The one integer that a type consists of.
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
    /// What the elements of an Array or Tuple have in common; never for an empty one.
    pub(crate) fn element(&self, ty: &Type) -> Ty {
        match ty {
            Type::Tuple(types, _) if !types.is_empty() => self.join(types),
            Type::Array(element, size) if matches!(**element, Type::Unit) || Range::of(*size).is_empty() => never(),
            Type::Array(element, _) => element.clone(),
            _ => c::any(),
        }
    }

    /// An array of these; of elements that cannot be, it is the empty one.
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

    /// What iterating over it gives; `None` when nothing in it can be iterated.
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

/// The integers from 0 up to, not including, `to`.
fn counted(to: Option<Option<i64>>) -> Ty {
    let upper = match to {
        Some(Some(to)) if to < 1 => return never(),
        Some(Some(to)) => Some((to - 1).into()),
        _ => None,
    };
    Rc::new(Type::Integer(puppet_pcore::IntegerRange { from: Some(0_i64.into()), to: upper }))
}
