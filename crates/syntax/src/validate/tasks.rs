//! Checks of plans: catalog expressions are allowed only inside an apply block.

use crate::ast::{Collect, Expr};
use pprepl_text::{IssueCode, Span};

use super::{Checker, Context, Helped, phrase};

impl Checker<'_> {
    /// Returns whether a catalog expression is allowed here; reports it if it is not.
    pub(super) fn catalog_allowed(&mut self, expr: &Expr, cx: Context) -> bool {
        let allowed = !self.tasks || cx.applied;
        if !allowed {
            self.not_when_scripting(phrase(expr), expr.span, expr.at);
        }
        allowed
    }

    /// Checks as [`Checker::catalog_allowed`] does; an apply block allows no exported collector.
    pub(super) fn collector_allowed(&mut self, expr: &Expr, collect: &Collect, cx: Context) -> bool {
        if self.tasks && cx.applied && collect.exported {
            self.not_when_compiling(expr);
            return false;
        }
        self.catalog_allowed(expr, cx)
    }

    pub(super) fn not_when_scripting(&mut self, what: &str, span: Span, at: u32) {
        self.error(IssueCode::ExpressionNotSupportedWhenScripting, span, at, format!("a plan cannot hold {what}"))
            .help("only an `apply` block of a plan builds a catalog");
    }

    pub(super) fn not_when_compiling(&mut self, expr: &Expr) {
        let message = format!("an apply block cannot hold {}", phrase(expr));
        self.error_at(IssueCode::ExpressionNotSupportedWhenCompiling, expr, message)
            .help("move it out of the apply block");
    }
}
