//! Types as sets of values: their alternatives, disjointness, and narrowing.
//!
//! The evaluator's `assignable` decides subtyping, but it is incomplete, and in some cases unsound; for
//! those, `surely_assignable` says no. Whatever it misses turns an «always» into a «maybe», which is never
//! reported.

mod bound;
mod disjoint;
mod distinct;
mod join;
pub(super) mod kind;
mod meet;
pub(super) mod shape;
pub(super) mod single;
mod widen;

pub(super) use bound::bounded;
pub(super) use distinct::Distinct;
pub(super) use join::struct_element as join_element;
pub(super) use kind::Kind;
pub(super) use shape::hash_pair;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, TypeRules, same, surely_assignable};

/// The answer to «is a value of this type accepted there?».
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Always,
    /// Some values may match, others not: left to the evaluator.
    Maybe,
    /// Only the empty collection matches.
    EmptyOnly,
    Never,
}

/// The overlap of two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Overlap {
    /// Possibly a common value.
    Some,
    Empty,
    /// Disjoint.
    None,
}

/// The subtype relations, by the rules of an edition.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeLattice {
    pub(super) rules: TypeRules,
}

/// Returns the empty type.
pub(super) fn never() -> Ty {
    c::variant()
}

pub(super) fn is_never(ty: &Type) -> bool {
    matches!(ty, Type::Variant(types) if types.is_empty())
}

pub(super) fn is_any(ty: &Type) -> bool {
    matches!(ty, Type::Any)
}

impl TypeLattice {
    /// Returns whether `narrow` is certainly a subtype of `wide`.
    pub(super) fn contains(&self, wide: &Ty, narrow: &Ty) -> bool {
        if is_never(narrow) {
            return true;
        }
        !is_never(wide) && (same(wide, narrow) || surely_assignable(&self.rules, wide, narrow))
    }

    /// Decides whether values of type `found` are accepted where `wanted` is required.
    pub(super) fn fits(&self, found: &Ty, wanted: &Ty) -> Verdict {
        if is_never(found) || is_any(wanted) {
            return Verdict::Always;
        }
        if is_any(found) {
            return Verdict::Maybe;
        }
        if self.contains(wanted, found) {
            return Verdict::Always;
        }
        match self.overlap(found, wanted, 0) {
            Overlap::None => Verdict::Never,
            Overlap::Empty => Verdict::EmptyOnly,
            Overlap::Some => {
                let atoms = self.atoms(found);
                let each = atoms.len() > 1 && atoms.iter().all(|atom| !is_any(atom) && self.contains(wanted, atom));
                if each { Verdict::Always } else { Verdict::Maybe }
            }
        }
    }

    /// Returns whether no value of `found` is accepted.
    pub(super) fn is_disjoint(&self, found: &Ty, wanted: &Ty) -> bool {
        self.fits(found, wanted) == Verdict::Never
    }

    /// Returns whether every value of `found` is accepted.
    pub(super) fn is_subtype(&self, found: &Ty, wanted: &Ty) -> bool {
        self.fits(found, wanted) == Verdict::Always
    }

    /// Returns whether the two types have no common value.
    pub(super) fn disjoint(&self, a: &Ty, b: &Ty) -> bool {
        self.overlap(a, b, 0) == Overlap::None
    }
}

impl TypeLattice {
    /// Returns the overlap of two types.
    pub(super) fn overlap_of(&self, a: &Ty, b: &Ty) -> Overlap {
        self.overlap(a, b, 0)
    }
}
