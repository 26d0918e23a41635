//! The alternatives of a type, none of them a union, and the kind of values of each.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, resolved};

use super::{TypeLattice, is_any};

/// The maximum number of alias expansions.
const MAX_DEPTH: usize = 6;

/// The kind of values of a type without alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Float,
    String,
    Boolean,
    Undef,
    Default,
    Regexp,
    Array,
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
    Iterable,
    Object,
    /// Any value may match: `Any`, unknown names, references to the catalog.
    Open,
}

impl Kind {
    pub(crate) fn of(ty: &Type) -> Kind {
        match ty {
            Type::Integer(_) => Kind::Integer,
            Type::Float(_) => Kind::Float,
            Type::String(_) | Type::Enum { .. } | Type::Pattern(_) => Kind::String,
            Type::Boolean(_) => Kind::Boolean,
            Type::Undef => Kind::Undef,
            Type::Default => Kind::Default,
            Type::Regexp(_) => Kind::Regexp,
            Type::Array(..) | Type::Tuple(..) => Kind::Array,
            Type::Hash(..) | Type::Struct(_) | Type::AnyStruct => Kind::Hash,
            Type::Callable(_) => Kind::Callable,
            Type::Type(_) => Kind::Type,
            Type::Sensitive(_) => Kind::Sensitive,
            Type::Timespan(_) => Kind::Timespan,
            Type::Timestamp(_) => Kind::Timestamp,
            Type::SemVer(_) => Kind::SemVer,
            Type::SemVerRange => Kind::SemVerRange,
            Type::Binary => Kind::Binary,
            Type::Uri(_) => Kind::Uri,
            Type::Iterator(_) => Kind::Iterator,
            Type::Iterable(_) => Kind::Iterable,
            Type::Object(_) | Type::ObjectExtension(..) | Type::AnyObject => Kind::Object,
            _ => Kind::Open,
        }
    }

    /// Returns whether a value may be of a kind that its type does not show.
    pub(crate) fn is_vague(self) -> bool {
        matches!(self, Kind::Open | Kind::Object | Kind::Iterable)
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Kind::Integer | Kind::Float)
    }
}

/// Returns whether the type is a catalog reference.
pub(crate) fn is_catalog_entry(ty: &Type) -> bool {
    matches!(ty, Type::Resource { .. } | Type::Class(_) | Type::CatalogEntry)
}

impl TypeLattice {
    /// Returns the alternatives of a type.
    pub(crate) fn atoms(&self, ty: &Ty) -> Vec<Ty> {
        let mut found = Vec::with_capacity(2);
        self.collect(ty, 0, &mut found);
        found
    }

    fn collect(&self, ty: &Ty, depth: usize, found: &mut Vec<Ty>) {
        match &**ty {
            Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => {
                let meaning = resolved(ty);
                if depth > MAX_DEPTH || matches!(*meaning, Type::Alias(_)) {
                    found.push(c::any());
                } else {
                    self.collect(&meaning, depth + 1, found);
                }
            }
            Type::Variant(types) => types.iter().for_each(|ty| self.collect(ty, depth + 1, found)),
            Type::Optional(inner) => {
                found.push(c::undef());
                if let Some(inner) = inner {
                    self.collect(inner, depth + 1, found);
                }
            }
            Type::NotUndef(inner) if !is_any(inner) => {
                let start = found.len();
                self.collect(inner, depth + 1, found);
                let kept: Vec<Ty> = found.drain(start..).filter(|ty| !matches!(**ty, Type::Undef)).collect();
                found.extend(kept);
            }
            Type::Numeric => found.extend([c::integer(), c::float()]),
            Type::ScalarData => found.extend([c::integer(), c::float(), c::string(), c::boolean()]),
            Type::Scalar => found.extend([
                c::integer(),
                c::float(),
                c::string(),
                c::boolean(),
                c::regexp(),
                c::timespan(),
                c::timestamp(),
                c::sem_ver(),
                c::sem_ver_range(),
            ]),
            Type::Collection(size) => {
                found.extend([Rc::new(Type::Array(c::any(), *size)), Rc::new(Type::Hash(c::any(), c::any(), *size))])
            }
            _ => found.push(ty.clone()),
        }
    }

    /// Returns the kinds of the alternatives.
    pub(crate) fn kinds(&self, ty: &Ty) -> Vec<Kind> {
        self.atoms(ty).iter().map(|atom| Kind::of(atom)).collect()
    }

    /// Returns whether each alternative is of one of these kinds; `false` for `Any`.
    pub(crate) fn all_of(&self, ty: &Ty, kinds: &[Kind]) -> bool {
        !is_any(ty) && self.kinds(ty).iter().all(|kind| kinds.contains(kind))
    }
}
