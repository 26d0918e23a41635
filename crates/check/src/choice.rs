//! `case` and selectors: each option narrows the tested value, after the options before it are subtracted.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Regexp, Ty, Type};
use puppet_syntax::ast::{Case, Expr, ExprKind, Selector};

use super::arguments::unqualified;
use super::checker::Checker;
use super::environment::{Delta, Matched};
use super::finding::Finding;
use super::narrow::{equal_type, match_types};
use super::requirement::Requirement;
use super::subtyping::{is_never, never};
use super::tested::passed;
use super::typed_expr::TypedExpr;

/// The type of the values that an option matches, and whether it matches all of that type.
type OptionType = Option<(Ty, bool)>;

impl<'a> Checker<'a> {
    pub(super) fn case(&mut self, case: &'a Case, expr: &'a Expr, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        let matched = self.env.matched.clone();
        let tested = self.check(&case.test, None);
        self.tests.push(self.span(&case.test));
        let base = self.env.mark();
        let is_path = self.path_of(&case.test).is_some();
        let default = case.options.iter().position(|option| option.values.iter().any(is_default));
        let mut ways: Vec<(Delta, Ty)> = Vec::new();
        let mut left = tested.ty.clone();
        for (index, option) in case.options.iter().enumerate() {
            let values: Vec<&'a Expr> = option.values.iter().map(unqualified).collect();
            for value in values.iter().filter(|value| !is_default(value)) {
                self.check(value, None);
            }
            if Some(index) == default && values.len() == 1 {
                continue;
            }
            let types: Vec<OptionType> = values.iter().map(|value| self.option_type(value)).collect();
            let mark = self.env.mark();
            let before = self.env.matched.clone();
            self.enter_option(&case.test, is_path, &types, &tested.ty, option.values.first());
            self.env.matched = option_matches(&values, &types, before.clone());
            let found = self.branch(&option.then, wanted);
            ways.push((self.env.delta(base), found.ty));
            self.env.roll_back(mark);
            self.env.matched = if types.iter().all(Option::is_some) { before } else { None };
            self.leave_option(&case.test, is_path, &types);
            left = self.without(&left, &types);
            self.env.settle(base);
        }
        let rest = match default.and_then(|at| case.options.get(at)) {
            Some(option) => self.branch(&option.then, wanted).ty,
            None if self.env.is_impossible() || is_never(&left) => never(),
            None => c::undef(),
        };
        ways.push((self.env.delta(base), rest));
        self.env.roll_back(base);
        let types: Vec<Ty> = ways.iter().map(|(_, ty)| ty.clone()).collect();
        self.tests.pop();
        self.merge(ways, Some(case.test.span));
        self.env.matched = matched;
        self.computed(self.sets.join(&types), expr)
    }

    fn enter_option(
        &mut self,
        test: &'a Expr,
        is_path: bool,
        types: &[OptionType],
        tested: &Ty,
        value: Option<&'a Expr>,
    ) {
        let before = self.env.is_impossible();
        let known: Option<Vec<&Ty>> = types.iter().map(|ty| ty.as_ref().map(|(ty, _)| ty)).collect();
        let Some(known) = known.filter(|_| is_path) else { return };
        let current = self.infer_silently(test);
        let met: Vec<Ty> = known.iter().map(|ty| self.sets.meet(&current, &passed(ty))).collect();
        let ty = self.sets.join(&met);
        self.learn(test, ty);
        if let (Some(value), false, true) = (value, before, self.env.is_impossible()) {
            self.impossible_option(value, test, tested);
        }
    }

    fn leave_option(&mut self, test: &'a Expr, is_path: bool, types: &[OptionType]) {
        if !is_path {
            return;
        }
        for (ty, _) in types.iter().flatten().filter(|(_, exact)| *exact) {
            self.refine(test, ty, false);
        }
    }

    /// Returns what an option leaves of the tested type.
    fn without(&self, tested: &Ty, types: &[OptionType]) -> Ty {
        let exact = types.iter().flatten().filter(|(_, exact)| *exact);
        exact.fold(tested.clone(), |left, (ty, _)| self.sets.subtract(&left, ty))
    }

    /// Returns the type that an option matches; `None` where it is unknown.
    fn option_type(&mut self, value: &'a Expr) -> OptionType {
        if let Some(ty) = self.resolve_annotation(value) {
            return Some((ty, true));
        }
        match &value.kind {
            ExprKind::Regexp(source) => Some((Rc::new(Type::Pattern(vec![Regexp::new(source.clone())])), false)),
            _ => equal_type(value),
        }
    }

    pub(super) fn selector(
        &mut self,
        selector: &'a Selector,
        expr: &'a Expr,
        wanted: Option<&Requirement<'a>>,
    ) -> TypedExpr {
        let matched = self.env.matched.clone();
        let tested = self.check(&selector.left, None);
        let base = self.env.mark();
        let is_path = self.path_of(&selector.left).is_some();
        let mut may_match = is_never(&tested.ty) || selector.options.is_empty();
        let mut default = None;
        let mut results = Vec::new();
        for option in &selector.options {
            let value = unqualified(&option.matching);
            if is_default(value) {
                default = Some(&option.value);
                continue;
            }
            self.check(value, None);
            let types = [self.option_type(value)];
            may_match |= types[0].as_ref().is_none_or(|(ty, _)| !self.sets.disjoint(&tested.ty, ty));
            let mark = self.env.mark();
            let before = self.env.matched.clone();
            self.enter_option(&selector.left, is_path, &types, &tested.ty, Some(&option.matching));
            self.env.matched = option_matches(&[value], &types, before.clone());
            let found = self.branch(&option.value, wanted);
            results.push(found.ty);
            self.env.roll_back(mark);
            self.env.matched = if types[0].is_some() { before } else { None };
            self.leave_option(&selector.left, is_path, &types);
            self.env.settle(base);
        }
        if let Some(default) = default {
            let found = self.branch(default, wanted);
            results.push(found.ty);
        }
        self.env.roll_back(base);
        self.env.matched = matched;
        if !may_match && default.is_none() {
            let spot = self.span(&selector.left);
            let text = self.sets.found_value(&tested.ty);
            let message = format!("no option of this selector matches {text}, and none is default");
            let hint = "add an option: default => ..".to_owned();
            self.report(Finding::error(RuleCode::UnmatchedSelector, spot, message).hint(Some(hint)));
            return TypedExpr::any();
        }
        self.computed(self.sets.join(&results), expr)
    }
}

fn is_default(expr: &Expr) -> bool {
    matches!(unqualified(expr).kind, ExprKind::Default)
}

/// Returns the match variables in an option's body.
fn option_matches(values: &[&Expr], types: &[OptionType], before: Matched) -> Matched {
    if let [Expr { kind: ExprKind::Regexp(source), .. }] = values {
        return match_types(source);
    }
    let keeps =
        types.iter().all(Option::is_some) && !values.iter().any(|value| matches!(value.kind, ExprKind::Regexp(_)));
    if keeps { before } else { None }
}
