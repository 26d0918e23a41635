//! The values of both types.

use std::rc::Rc;

use super::super::super::{Ty, Type, TypeRules};
use super::SetResult;
use super::numbers::{both, float, integer, integer_bounds, time, time_bounds};
use super::parts::{Family, Parts, Sets, replaced};
use super::texts;

/// Returns the values of both types.
pub fn intersection(rules: &TypeRules, a: &Ty, b: &Ty) -> SetResult {
    let mut sets = Sets::new(rules);
    let parts = sets.meet(a, b);
    SetResult { ty: sets.normal(&parts.types), is_exact: parts.is_exact }
}

impl Sets<'_> {
    /// Returns the values of both types, in parts.
    pub(super) fn meet(&mut self, a: &Ty, b: &Ty) -> Parts {
        self.inside(|sets| sets.meet_all(a, b)).unwrap_or_else(|| Parts::at_most(a))
    }

    fn meet_all(&mut self, a: &Ty, b: &Ty) -> Parts {
        if self.contains(b, a) {
            return Parts::exactly(self.parts(a));
        }
        if self.contains(a, b) {
            return Parts::exactly(self.parts(b));
        }
        let (left, right) = (self.parts(a), self.parts(b));
        replaced(&left, |x| replaced(&right, |y| self.meet_parts(x, y))).bounded(a)
    }

    /// Returns the values of both parts.
    pub(super) fn meet_parts(&mut self, a: &Ty, b: &Ty) -> Parts {
        if self.contains(b, a) {
            return Parts::one(a.clone());
        }
        if self.contains(a, b) {
            return Parts::one(b.clone());
        }
        match (Family::of(a), Family::of(b)) {
            (Family::Open, Family::Undef) if is_not_undef(a) => Parts::none(),
            (Family::Undef, Family::Open) if is_not_undef(b) => Parts::none(),
            (Family::Open, _) => Parts::at_most(b),
            (_, Family::Open) => Parts::at_most(a),
            (x, y) if x != y => Parts::none(),
            (family, _) => self.meet_family(family, a, b),
        }
    }

    fn meet_family(&mut self, family: Family, a: &Ty, b: &Ty) -> Parts {
        match (family, &**a, &**b) {
            (Family::Text, ..) => texts::intersection(a, b),
            (Family::List, ..) => self.meet_lists(a, b),
            (Family::Hash, ..) => self.meet_hashes(a, b),
            (_, Type::Integer(x), Type::Integer(y)) => found(both(&integer_bounds(x), &integer_bounds(y)).map(integer)),
            (_, Type::Float(x), Type::Float(y)) => found(both(&x.ascending(), &y.ascending()).map(float)),
            (_, Type::Boolean(Some(x)), Type::Boolean(Some(y))) if x != y => Parts::none(),
            (_, Type::Regexp(Some(x)), Type::Regexp(Some(y))) if x != y => Parts::none(),
            (_, Type::Timespan(x), Type::Timespan(y)) => {
                found(both(&time_bounds(x), &time_bounds(y)).map(|range| Rc::new(Type::Timespan(time(range)))))
            }
            (_, Type::Timestamp(x), Type::Timestamp(y)) => {
                found(both(&time_bounds(x), &time_bounds(y)).map(|range| Rc::new(Type::Timestamp(time(range)))))
            }
            (_, Type::Sensitive(x), Type::Sensitive(y)) => {
                let inner = self.meet(x, y);
                self.hidden(inner)
            }
            (_, Type::Object(_), Type::Object(_)) => Parts::none(),
            _ => Parts::at_most(a),
        }
    }

    /// Returns the Sensitive values of these types.
    pub(super) fn hidden(&mut self, inner: Parts) -> Parts {
        if inner.is_surely_empty() {
            return Parts::none();
        }
        let ty = Rc::new(Type::Sensitive(self.normal(&inner.types)));
        Parts { types: vec![ty], is_exact: inner.is_exact }
    }
}

fn is_not_undef(ty: &Type) -> bool {
    matches!(ty, Type::NotUndef(_))
}

fn found(ty: Option<Ty>) -> Parts {
    ty.map_or_else(Parts::none, Parts::one)
}
