//! Templates: a body of their own. One that declares parameters sees only those. Any other one receives its
//! variables from the caller, so that its names are unknown.

use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Epp, Expr};

use super::checker::{Checker, ScopeKind};
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    /// Checks a template, `<%- | String $name | -%> ...`.
    pub(super) fn template(&mut self, template: &'a Epp, expr: &'a Expr) -> TypedExpr {
        let params = self.parameters(&template.params);
        let own = self.body_of(ScopeKind::Function, None);
        let outer = std::mem::replace(&mut self.variables.given_names, !template.params_specified);
        self.in_body(own, |checker| {
            checker.bind_parameters(&params, false);
            checker.check(&template.body, None)
        });
        self.variables.given_names = outer;
        self.computed(c::string(), expr)
    }

    /// Checks an output tag, `<%= inner %>`.
    pub(super) fn rendered(&mut self, inner: &'a Expr) -> TypedExpr {
        self.check(inner, None);
        TypedExpr::of(c::undef())
    }
}
