//! Required parameters of classes and defined types. In a complete environment, what neither a default nor the data nor
//! other code can give is an error; elsewhere it is a hint.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity};
use puppet_syntax::ast::{Expr, ExprKind};

use super::arguments::unqualified;
use super::builtin::Calling;
use super::checker::Checker;
use super::declaration::ClassLike;
use super::finding::Finding;

impl<'a> Checker<'a> {
    /// Returns whether a name that nothing defines is an error: all code that could define it is known.
    pub(super) fn knows_definitions(&self) -> bool {
        self.knows_all() || self.world.is_complete()
    }

    /// Reports the required parameters that a declaration does not give. `is_given` knows those that it gives.
    pub(super) fn demand_parameters(
        &mut self,
        at: &Expr,
        declared: &ClassLike<'a>,
        is_class: bool,
        is_given: impl Fn(&str) -> bool,
    ) {
        let required = declared.params.iter().filter(|info| info.param.default.is_none());
        let missing: Vec<Rc<str>> =
            required.map(|info| info.param.name.clone()).filter(|name| !is_given(name)).collect();
        let certain: Vec<Rc<str>> =
            missing.iter().filter(|name| !self.world.may_supply(&declared.name, name, is_class)).cloned().collect();
        let (severity, told) = match certain.is_empty() {
            // A class gets its parameters from the data in most environments.
            true if is_class => return,
            true => (Severity::Note, missing),
            false => (Severity::Error, certain),
        };
        if told.is_empty() {
            return;
        }
        let names: Vec<String> = told.iter().map(|name| format!("'{name}'")).collect();
        let message = format!("{} needs a value for {}", declared.name, names.join(", "));
        let spot = self.span(at);
        self.report(Finding::of(severity, RuleCode::MissingAttribute, spot, message));
    }

    /// Reports the required parameters of the classes in `include x` and similar calls.
    pub(super) fn demand_included(&mut self, calling: &Calling<'a>) {
        let exprs: Vec<&'a Expr> = calling.args.given.iter().map(|argument| argument.expr).collect();
        exprs.into_iter().for_each(|expr| self.demand_included_class(expr));
    }

    fn demand_included_class(&mut self, expr: &'a Expr) {
        let name = match &unqualified(expr).kind {
            ExprKind::Array(items) => return items.iter().for_each(|item| self.demand_included_class(item)),
            ExprKind::String(name) | ExprKind::Name(name) => name.trim_start_matches("::").to_lowercase(),
            _ => return,
        };
        // A declaration elsewhere may give what `include` does not.
        if name.is_empty() || self.world.may_declare(&name) {
            return;
        }
        if let Some(declared) = self.class_or_define(&name, true) {
            self.demand_parameters(expr, &declared, true, |_| false);
        }
    }
}
