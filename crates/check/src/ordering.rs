//! The lambdas of `sort`, `max` and `min`, which compare two values, and of `unique`, which takes one.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};

use super::builtin::Calling;
use super::checker::Checker;
use super::definition::statements;
use super::finding::Finding;
use super::subtyping::shape::elements;
use super::subtyping::{Kind, is_any, is_never};
use super::typed_expr::Origin;

impl<'a> Checker<'a> {
    /// Checks the lambda of a function that orders the values it is given, or drops equal ones.
    pub(super) fn ordering_block(&mut self, calling: &Calling<'a>) {
        let compares = calling.name != "unique";
        let Some(element) = self.ordered(calling, if compares { 2 } else { 1 }) else {
            return self.free_lambda(calling.lambda);
        };
        let from = calling.args.given.first().map(|first| Origin::element(self.span(first.expr)));
        let given = if compares { vec![element.clone(), element] } else { vec![element] };
        let result = self.block_given(calling, &given, from);
        if compares {
            self.demand_order(calling, &result);
        }
    }

    /// Returns the type of the values that the lambda gets; `None` when they are unknown, or fewer than `least`.
    fn ordered(&self, calling: &Calling<'a>, least: i64) -> Option<Ty> {
        if calling.args.open || !calling.has_block() {
            return None;
        }
        let found: Vec<Ty> =
            calling.args.given.iter().map(|one| Some(one.found.as_ref()?.ty.clone())).collect::<Option<_>>()?;
        if found.iter().any(|ty| is_any(ty)) {
            return None;
        }
        let element = match &found[..] {
            [list] => {
                let atoms = self.sets.atoms(list);
                let is_called = |atom: &Ty| elements(atom).range.max.is_none_or(|max| max >= least);
                let of =
                    |atom: &Ty| (Kind::of(atom) == Kind::Array && is_called(atom)).then(|| self.sets.element(atom));
                self.sets.join(&atoms.iter().map(of).collect::<Option<Vec<Ty>>>()?)
            }
            several => self.sets.join(several),
        };
        (!is_any(&element) && !is_never(&element)).then_some(element)
    }

    /// Reports a comparison whose result orders nothing.
    fn demand_order(&mut self, calling: &Calling<'a>, result: &Ty) {
        let order: Ty = Rc::new(Type::Variant(vec![c::numeric(), c::timespan(), c::timestamp()]));
        if is_never(result) || !self.sets.is_disjoint(result, &order) {
            return;
        }
        let last = calling.lambda.and_then(|lambda| statements(&lambda.body).last());
        let spot = last.map_or(calling.name_spot, |last| self.span(last));
        let message = format!("the lambda must return a number, found {}", self.sets.general(result));
        let finding = Finding::error(RuleCode::TypeMismatch, spot, message);
        let why = format!("{} compares two values at a time", calling.name);
        self.report(finding.note(calling.name_spot, why).hint(Some("write compare($a, $b)".to_owned())));
    }
}
