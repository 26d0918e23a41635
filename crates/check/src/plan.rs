//! Plans: the body of an `apply` block, which sees the variables of the plan and keeps its own.

use puppet_syntax::ast::Apply;

use super::checker::{Checker, ScopeKind};
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    /// Checks an `apply` block. It has the results of Bolt, which are open.
    pub(super) fn apply_block(&mut self, apply: &'a Apply) -> TypedExpr {
        for argument in &apply.args {
            self.check(argument, None);
        }
        let mark = self.env.mark();
        let matched = self.env.matched.clone();
        let own = self.body_of(ScopeKind::Class, None);
        self.bodies.push(own);
        self.check(&apply.body, None);
        self.bodies.pop();
        self.env.roll_back(mark);
        self.env.matched = matched;
        TypedExpr::any()
    }
}
