//! Results that nothing uses: of a function, of the lambda of `each`, of `map`.

use std::rc::Rc;

use pprepl_text::{Fix, RuleCode, Span};
use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind, Lambda};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::definition::statements;
use super::super::typed_expr::TypedExpr;
use super::pure::{is_declaring, is_log, is_pure};

/// Returns the called function and whether the call has a lambda.
fn called(expr: &Expr) -> Option<(&Expr, &str, Option<&Lambda>)> {
    let (name, lambda) = match &expr.kind {
        ExprKind::Call(call) => (&call.functor, call.lambda.as_deref()),
        ExprKind::Method(method) => (&method.name, method.lambda.as_deref()),
        _ => return None,
    };
    match &name.kind {
        ExprKind::Name(word) => Some((name, word, lambda)),
        _ => None,
    }
}

/// Returns whether evaluating the expression does nothing but compute a value. A variable alone does not count: it
/// may be there to be shown.
fn only_computes(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(..) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Interpolated(_) => true,
        ExprKind::Array(_) | ExprKind::Hash(_) | ExprKind::Bool(_) | ExprKind::Binary(..) => true,
        ExprKind::Paren(inner) | ExprKind::Negate(inner) | ExprKind::Not(inner) => only_computes(inner),
        _ => called(expr).is_some_and(|(_, name, lambda)| is_pure(name) && lambda.is_none()),
    }
}

fn has_call_of(expr: &Expr, is_wanted: fn(&str) -> bool) -> bool {
    puppet_syntax::walk::any(expr, &|one| called(one).is_some_and(|(_, name, _)| is_wanted(name)))
}

impl<'a> Checker<'a> {
    /// Notes a statement that only computes a value.
    pub(super) fn note_unused_result(&mut self, statement: &'a Expr) {
        self.note_iterated(statement);
        let Some((name, word, None)) = called(unqualified(statement)) else { return };
        if !is_pure(word) || self.definitions.function_names.contains_key(word) {
            return;
        }
        let message = format!("nothing uses the result of `{word}`: it changes no value in place");
        let help = "assign the result to a new variable, or remove the call".to_owned();
        let finding = self.note_at(RuleCode::UnusedResult, statement.span, message);
        self.report(finding.hint(Some(help)).note(self.span(name), "returns a new value"));
    }

    /// Notes `map` as a statement, with a lambda that declares something.
    pub(super) fn note_iterated(&mut self, statement: &'a Expr) {
        let Some((name, "map", Some(lambda))) = called(unqualified(statement)) else { return };
        let Some(last) = statements(&lambda.body).last() else { return };
        let declares =
            matches!(last.kind, ExprKind::Resource(_)) || called(last).is_some_and(|(_, name, _)| is_declaring(name));
        if declares {
            self.report_map(name, lambda);
        }
    }

    /// Notes `map` with a lambda that only logs, and `each` with a lambda that only computes.
    pub(super) fn note_iteration(&mut self, name: &'a Expr, lambda: Option<&'a Lambda>) {
        let (ExprKind::Name(word), Some(lambda)) = (&name.kind, lambda) else { return };
        let Some(last) = statements(&lambda.body).last().map(unqualified) else { return };
        if &**word == "map" {
            if called(last).is_some_and(|(_, name, _)| is_log(name)) {
                self.report_map(name, lambda);
            }
            return;
        }
        let leaves = has_call_of(&lambda.body, |name| matches!(name, "next" | "break" | "return" | "fail"));
        if only_computes(last) && !leaves {
            let message = "`each` ignores the value of its lambda and returns its collection".to_owned();
            let help = "write `map` to collect the values".to_owned();
            let fix = Fix::replace(name.span, "map");
            let finding = self.note_at(RuleCode::UnusedResult, self.iteration_span(name, lambda), message);
            self.report(finding.note(self.span(last), "nothing uses this value").hint(Some(help)).fix(Some(fix)));
        }
    }

    /// Notes a filter whose lambda computes a value that is always true.
    pub(in super::super) fn note_filter(&mut self, lambda: Option<&'a Rc<Lambda>>, result: &Ty) {
        let last = lambda.and_then(|lambda| statements(&lambda.body).last());
        if let Some(last) = last.filter(|last| only_computes(last)) {
            self.note_condition(last, &TypedExpr::of(result.clone()), false);
        }
    }

    fn report_map(&mut self, name: &'a Expr, lambda: &'a Lambda) {
        let message = "nothing uses the array that `map` collects: this lambda runs for its effect".to_owned();
        let fix = Fix::replace(name.span, "each");
        let finding = self.note_at(RuleCode::UnusedResult, self.iteration_span(name, lambda), message);
        self.report(finding.hint(Some("write `each`".to_owned())).fix(Some(fix)));
    }

    /// Returns the span of the iteration, or of its name when it has several lines.
    fn iteration_span(&self, name: &Expr, lambda: &Lambda) -> Span {
        let whole = Span::new(name.span.start, lambda.span.end.max(name.span.end));
        let lines = self.source().is_some_and(|source| whole.of(source.text()).contains('\n'));
        if lines { name.span } else { whole }
    }
}
