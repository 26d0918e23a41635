//! The parts of a type: types without alternatives, each of one family of values.

use std::rc::Rc;

use pprepl_budget as budget;

use super::super::super::{Ty, Type, TypeRules};
use super::super::{constant, resolved, same, surely_assignable};

/// The maximum number of names that are expanded inside each other.
const MAX_NAMES: usize = 8;
/// The maximum depth of types inside types that are split.
const MAX_DEPTH: usize = 12;
/// The maximum number of parts of a result.
const MAX_PARTS: usize = 256;

/// The families of values: no value is in two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Integer,
    Float,
    Text,
    Boolean,
    Undef,
    Default,
    Regexp,
    List,
    Hash,
    Callable,
    Type,
    Sensitive,
    Timespan,
    Timestamp,
    SemVer,
    SemVerRange,
    Binary,
    Uri,
    Iterator,
    Object,
    /// Types of the catalog and of the platform: no value of the language is an instance.
    Outside,
    /// Types whose values are of several families: `NotUndef`, `Iterable`, `Init`, `Object`.
    Open,
}

impl Family {
    pub(super) fn of(ty: &Type) -> Family {
        match ty {
            Type::Integer(_) => Family::Integer,
            Type::Float(_) => Family::Float,
            Type::String(_) | Type::Enum { .. } | Type::Pattern(_) => Family::Text,
            Type::Boolean(_) => Family::Boolean,
            Type::Undef => Family::Undef,
            Type::Default => Family::Default,
            Type::Regexp(_) => Family::Regexp,
            Type::Array(..) | Type::Tuple(..) => Family::List,
            Type::Hash(..) | Type::Struct(_) | Type::AnyStruct => Family::Hash,
            Type::Callable(_) => Family::Callable,
            Type::Type(_) | Type::TypeSet(_) | Type::AnyTypeSet => Family::Type,
            Type::Sensitive(_) => Family::Sensitive,
            Type::Timespan(_) => Family::Timespan,
            Type::Timestamp(_) => Family::Timestamp,
            Type::SemVer(_) => Family::SemVer,
            Type::SemVerRange => Family::SemVerRange,
            Type::Binary => Family::Binary,
            Type::Uri(_) => Family::Uri,
            Type::Iterator(_) => Family::Iterator,
            Type::Object(_) | Type::ObjectExtension(..) => Family::Object,
            Type::CatalogEntry
            | Type::Resource { .. }
            | Type::Class(_)
            | Type::Runtime { .. }
            | Type::TypeReference(_) => Family::Outside,
            Type::Any
            | Type::Unit
            | Type::Scalar
            | Type::ScalarData
            | Type::Data
            | Type::RichData
            | Type::RichDataKey
            | Type::Numeric
            | Type::NotUndef(_)
            | Type::Optional(_)
            | Type::Iterable(_)
            | Type::Collection(_)
            | Type::Variant(_)
            | Type::Init(..)
            | Type::AnyObject
            | Type::Alias(_) => Family::Open,
        }
    }
}

/// A union of types, and whether it has exactly the values that are meant. Otherwise it has at least these.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) types: Vec<Ty>,
    pub(super) is_exact: bool,
}

impl Parts {
    pub(super) fn exactly(types: Vec<Ty>) -> Parts {
        Parts { types, is_exact: true }
    }

    /// The values of one type.
    pub(super) fn one(ty: Ty) -> Parts {
        Parts::exactly(vec![ty])
    }

    /// Returns the parts of an empty set of values.
    pub(super) fn none() -> Parts {
        Parts::exactly(Vec::new())
    }

    /// At most the values of this type.
    pub(super) fn at_most(ty: &Ty) -> Parts {
        Parts { types: vec![ty.clone()], is_exact: false }
    }

    pub(super) fn is_surely_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Adds the parts of another union.
    pub(super) fn add(&mut self, other: Parts) {
        self.is_exact &= other.is_exact;
        for ty in other.types {
            if !self.types.iter().any(|known| same(known, &ty)) {
                self.types.push(ty);
            }
        }
    }

    /// Replaces too many parts by a supertype.
    pub(super) fn bounded(self, above: &Ty) -> Parts {
        if self.types.len() > MAX_PARTS { Parts::at_most(above) } else { self }
    }
}

/// Returns the union of what each type is replaced by.
pub(super) fn replaced(types: &[Ty], by: impl FnMut(&Ty) -> Parts) -> Parts {
    types.iter().map(by).fold(Parts::none(), |mut all, parts| {
        all.add(parts);
        all
    })
}

/// The operations under the rules of an edition.
pub(super) struct Sets<'r> {
    pub(super) rules: &'r TypeRules,
    depth: usize,
}

impl Sets<'_> {
    pub(super) fn new(rules: &TypeRules) -> Sets<'_> {
        Sets { rules, depth: 0 }
    }

    /// Runs an operation on types inside the current ones; `None` when they are too deep or the budget is exhausted.
    pub(super) fn inside<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH || budget::is_exhausted() {
            return None;
        }
        self.depth += 1;
        let made = act(self);
        self.depth -= 1;
        Some(made)
    }

    /// Returns whether every value of `narrow` is certainly a value of `wide`.
    pub(super) fn contains(&self, wide: &Ty, narrow: &Ty) -> bool {
        is_never(narrow) || !is_never(wide) && (same(wide, narrow) || surely_assignable(self.rules, wide, narrow))
    }

    /// Returns the parts of a type.
    pub(super) fn parts(&self, ty: &Ty) -> Vec<Ty> {
        let mut parts = Vec::new();
        collect(ty, 0, &mut parts);
        parts
    }
}

/// Returns whether the type is the empty union: no value is an instance.
pub fn is_never(ty: &Type) -> bool {
    matches!(ty, Type::Variant(types) if types.is_empty())
}

fn collect(ty: &Ty, names: usize, parts: &mut Vec<Ty>) {
    match &**ty {
        Type::Any | Type::Unit => parts.extend([constant::not_undef(), constant::undef()]),
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => {
            let meaning = resolved(ty);
            match *meaning {
                Type::Alias(_) => parts.push(meaning),
                _ if names >= MAX_NAMES => parts.push(ty.clone()),
                _ => collect(&meaning, names + 1, parts),
            }
        }
        Type::Variant(types) => types.iter().for_each(|ty| collect(ty, names, parts)),
        Type::Optional(inner) => {
            parts.push(constant::undef());
            inner.iter().for_each(|inner| collect(inner, names, parts));
        }
        Type::NotUndef(inner) => {
            let start = parts.len();
            collect(inner, names, parts);
            let kept: Vec<Ty> = parts.drain(start..).filter(|ty| !matches!(**ty, Type::Undef)).collect();
            parts.extend(kept);
        }
        Type::Numeric => parts.extend([constant::integer(), constant::float()]),
        Type::ScalarData => parts.extend(scalar_data()),
        Type::Scalar => parts.extend(scalar_data().into_iter().chain(other_scalars())),
        Type::Collection(size) => {
            parts.push(Rc::new(Type::Array(constant::any(), *size)));
            parts.push(Rc::new(Type::Hash(constant::any(), constant::any(), *size)));
        }
        Type::AnyStruct => parts.push(constant::hash()),
        Type::Struct(elements) if elements.is_empty() => parts.push(constant::empty_hash()),
        Type::Tuple(types, size) if types.is_empty() => parts.push(Rc::new(Type::Array(constant::any(), *size))),
        Type::Pattern(patterns) if patterns.is_empty() => parts.push(constant::string()),
        Type::Enum { values, .. } if values.is_empty() => parts.push(constant::string()),
        _ => parts.push(ty.clone()),
    }
}

fn scalar_data() -> [Ty; 4] {
    [constant::integer(), constant::float(), constant::string(), constant::boolean()]
}

fn other_scalars() -> [Ty; 5] {
    [constant::regexp(), constant::timespan(), constant::timestamp(), constant::sem_ver(), constant::sem_ver_range()]
}
