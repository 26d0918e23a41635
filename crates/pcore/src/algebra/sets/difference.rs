//! The values of one type that are not values of another.

use std::rc::Rc;

use super::super::super::{Ty, Type, TypeRules};
use super::super::constant;
use super::SetResult;
use super::numbers::{
    float, float_after, float_before, integer, integer_after, integer_before, integer_bounds, outside, time,
    time_after, time_before, time_bounds,
};
use super::parts::{Family, Parts, Sets, replaced};
use super::texts;

/// Returns the values of `a` that are not values of `b`.
pub fn difference(rules: &TypeRules, a: &Ty, b: &Ty) -> SetResult {
    let mut sets = Sets::new(rules);
    let parts = sets.without(a, b);
    SetResult { ty: sets.normal(&parts.types), is_exact: parts.is_exact }
}

impl Sets<'_> {
    /// Returns the values of `a` that are not in `b`, in parts.
    pub(super) fn without(&mut self, a: &Ty, b: &Ty) -> Parts {
        self.inside(|sets| sets.without_all(a, b)).unwrap_or_else(|| Parts::at_most(a))
    }

    fn without_all(&mut self, a: &Ty, b: &Ty) -> Parts {
        if self.contains(b, a) {
            return Parts::none();
        }
        let mut left = Parts::exactly(self.parts(a));
        for taken in self.parts(b) {
            let rest = replaced(&left.types, |part| self.without_part(part, &taken));
            left = Parts { is_exact: left.is_exact && rest.is_exact, ..rest }.bounded(a);
        }
        left
    }

    fn without_part(&mut self, a: &Ty, b: &Ty) -> Parts {
        if self.contains(b, a) {
            return Parts::none();
        }
        let shared = self.meet_parts(a, b);
        if shared.is_surely_empty() {
            return Parts::one(a.clone());
        }
        match (Family::of(a), &**a, &**b) {
            (Family::Text, ..) if Family::of(b) == Family::Text => texts::difference(a, b),
            (Family::List, ..) if Family::of(b) == Family::List => self.without_lists(a, b, &shared),
            (Family::Hash, ..) if Family::of(b) == Family::Hash => self.without_hashes(a, b, &shared),
            (_, Type::Integer(x), Type::Integer(y)) => {
                let rest = outside(&integer_bounds(x), &integer_bounds(y), integer_before, integer_after);
                Parts::exactly(rest.into_iter().map(integer).collect())
            }
            (_, Type::Float(x), Type::Float(y)) => {
                let rest = outside(&x.ascending(), &y.ascending(), float_before, float_after);
                Parts::exactly(rest.into_iter().map(float).collect())
            }
            (_, Type::Boolean(None), Type::Boolean(Some(told))) => {
                Parts::one(if *told { constant::no() } else { constant::yes() })
            }
            (_, Type::Timespan(x), Type::Timespan(y)) => {
                let rest = outside(&time_bounds(x), &time_bounds(y), time_before, time_after);
                Parts::exactly(rest.into_iter().map(|range| Rc::new(Type::Timespan(time(range)))).collect())
            }
            (_, Type::Timestamp(x), Type::Timestamp(y)) => {
                let rest = outside(&time_bounds(x), &time_bounds(y), time_before, time_after);
                Parts::exactly(rest.into_iter().map(|range| Rc::new(Type::Timestamp(time(range)))).collect())
            }
            (_, Type::Sensitive(x), Type::Sensitive(y)) => {
                let inner = self.without(x, y);
                self.hidden(inner)
            }
            _ => Parts::at_most(a),
        }
    }
}
