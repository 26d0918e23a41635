//! `if` and `unless`: each branch is checked with the narrowing of its condition, then the branches are
//! joined.

use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Expr, If};

use super::checker::Checker;
use super::definition::statements;
use super::requirement::Requirement;
use super::subtyping::is_never;
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    pub(super) fn branches(&mut self, branch: &'a If, when_true: bool, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        let matched = self.env.matched.clone();
        let test = self.check(&branch.test, None);
        if !self.is_defensive(branch) {
            let has_both = !statements(&branch.then).is_empty() && !statements(&branch.otherwise).is_empty();
            self.note_condition(&branch.test, &test, has_both);
        }
        self.tests.push(self.span(&branch.test));
        let after_test = self.env.matched.clone();
        let mark = self.env.mark();
        self.enter(&branch.test, when_true, &branch.then);
        let then = self.branch(&branch.then, wanted);
        let first = self.env.take(mark);
        self.env.matched = after_test;
        self.enter(&branch.test, !when_true, &branch.otherwise);
        let otherwise = self.branch(&branch.otherwise, wanted);
        let second = self.env.take(mark);
        self.tests.pop();
        self.merge(vec![(first, then.ty.clone()), (second, otherwise.ty.clone())], Some(branch.test.span));
        self.env.matched = matched;
        let ty = self.sets.join2(&then.ty, &otherwise.ty);
        let source = if is_never(&then.ty) { otherwise.source } else { then.source };
        TypedExpr { ty, source, parts: None }
    }

    /// Applies the narrowing of the condition to a branch; reports a branch that can never run.
    fn enter(&mut self, test: &'a Expr, holds: bool, body: &'a Expr) {
        let before = self.env.is_impossible();
        let mark = self.env.mark();
        self.narrow(test, holds);
        if !before && self.env.is_impossible() && self.reports.suppress_depth == 0 {
            let narrowed = self.env.take(mark);
            self.impossible(test, holds, body);
            self.env.put(narrowed);
        }
    }

    /// Checks a branch. A missing branch yields undef; that undef may never occur, so it causes no finding on
    /// its own.
    pub(super) fn branch(&mut self, body: &'a Expr, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        if statements(body).is_empty() {
            return TypedExpr::of(c::undef());
        }
        if self.env.is_impossible() {
            return self.without_reporting(|checker| {
                checker.check(body, None);
                TypedExpr::of(super::subtyping::never())
            });
        }
        self.check(body, wanted)
    }
}
