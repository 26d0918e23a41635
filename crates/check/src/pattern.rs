//! Strings that functions and operators read as regular expressions and that are not valid ones.

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Regexp, Value};
use puppet_syntax::ast::Expr;

use super::builtin::Calling;
use super::checker::Checker;
use super::finding::Finding;
use super::subtyping::single::single_value;
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    /// Reports a pattern that is certainly a string, and not a regular expression.
    pub(super) fn demand_pattern(&mut self, code: RuleCode, pattern: &'a Expr, found: &TypedExpr) {
        let Some(Value::Str(source)) = single_value(&found.ty) else { return };
        let Err(wrong) = Regexp::new(source.text.as_str()).check() else { return };
        let spot = self.span(pattern);
        self.report(Self::from(Finding::error(code, spot, wrong.message), found));
    }

    /// Reports the pattern of a call of `regsubst`, `split` or `match`.
    pub(super) fn demand_pattern_argument(&mut self, calling: &Calling<'a>) {
        let given = &calling.args.given;
        let [first, pattern, ..] = &given[..] else { return };
        let (Some(text), Some(found)) = (&first.found, &pattern.found) else { return };
        // Flags may change how the pattern is read; `match` takes no pattern to the strings of an empty list.
        let is_read = match calling.name {
            "regsubst" => given.len() == 3,
            "match" => self.sets.is_subtype(&text.ty, &c::string()),
            _ => true,
        };
        if is_read && !calling.args.open {
            let (pattern, found) = (pattern.expr, found.clone());
            self.demand_pattern(RuleCode::Argument, pattern, &found);
        }
    }
}
