//! Templates: a body of its own. One that declares its parameters sees those; any other is given variables by whoever
//! renders it, so nothing is known of the names in it.

use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Epp, Expr};

use super::checker::{Checker, ScopeKind};
use super::finding::TypedExpr;

impl<'a> Checker<'a> {
    /// `<%- | String $name | -%> ...`
    pub(super) fn template(&mut self, template: &'a Epp, expr: &'a Expr) -> TypedExpr {
        let params = self.parameters(&template.params);
        let own = self.body_of(ScopeKind::Function, None);
        let outer = std::mem::replace(&mut self.given_names, !template.params_specified);
        self.in_body(own, |checker| {
            checker.bind_parameters(&params, false);
            checker.check(&template.body, None)
        });
        self.given_names = outer;
        self.computed(c::string(), expr)
    }

    /// `<%= inner %>`
    pub(super) fn rendered(&mut self, inner: &'a Expr) -> TypedExpr {
        self.check(inner, None);
        TypedExpr::of(c::undef())
    }
}
