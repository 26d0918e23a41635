//! Types as sets of values: which alternatives there are, do two have a value in common, and what a test leaves over.
//!
//! The evaluator's `assignable` says «is contained in», but not completely, and in some corners not soundly: there
//! `surely_assignable` says no. Whatever it misses turns an «always» into a «maybe», which nobody sees.

mod disjoint;
mod distinct;
mod join;
pub(super) mod kind;
mod meet;
pub(super) mod shape;
pub(super) mod single;
mod widen;

pub(super) use distinct::Distinct;
pub(super) use join::struct_element as join_element;
pub(super) use kind::Kind;
pub(super) use shape::hash_pair;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, TypeRules, same, surely_assignable};

/// The answer to «does a value of this type fit there?».
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Always,
    /// Some may, some may not: left to the run.
    Maybe,
    /// Only the empty collection does.
    EmptyOnly,
    Never,
}

/// What two types have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Overlap {
    /// Some value, for all we know.
    Some,
    Empty,
    /// Nothing.
    None,
}

/// The questions, by the rules of an edition.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeLattice {
    pub(super) rules: TypeRules,
}

/// The type of no value.
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
    /// Returns whether `wide` takes everything of type `narrow`, for sure.
    pub(super) fn contains(&self, wide: &Ty, narrow: &Ty) -> bool {
        if is_never(narrow) {
            return true;
        }
        !is_never(wide) && (same(wide, narrow) || surely_assignable(&self.rules, wide, narrow))
    }

    /// Does a value of type `found` fit where `wanted` is required?
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

    /// Can no value of `found` fit?
    pub(super) fn is_disjoint(&self, found: &Ty, wanted: &Ty) -> bool {
        self.fits(found, wanted) == Verdict::Never
    }

    /// Does each value of `found` fit?
    pub(super) fn is_subtype(&self, found: &Ty, wanted: &Ty) -> bool {
        self.fits(found, wanted) == Verdict::Always
    }

    /// Have the two no value in common?
    pub(super) fn disjoint(&self, a: &Ty, b: &Ty) -> bool {
        self.overlap(a, b, 0) == Overlap::None
    }
}

impl TypeLattice {
    /// What the two have in common.
    pub(super) fn overlap_of(&self, a: &Ty, b: &Ty) -> Overlap {
        self.overlap(a, b, 0)
    }
}
