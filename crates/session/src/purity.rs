//! Decides which inputs are safe to preview: no assignment, no definition, no function with side effects.

use std::rc::Rc;

use puppet_eval::{Effect, Vm};
use puppet_functions::{find, plans};
use puppet_syntax::ast::{Expr, ExprKind, Function};

/// Returns whether evaluating this expression has no side effects.
pub(super) fn is_pure(vm: &Vm, expr: &Expr) -> bool {
    Purity { vm, seen: Vec::new() }.expr(expr)
}

/// Returns whether rendering this template has no side effects other than its output. Its variables are local.
pub(super) fn is_pure_template(vm: &Vm, body: &Expr) -> bool {
    Purity { vm, seen: Vec::new() }.local(body)
}

/// Returns whether evaluating this program changes nothing but variables, which can be rolled back.
pub(super) fn changes_only_variables(vm: &Vm, body: &Expr) -> bool {
    Purity { vm, seen: Vec::new() }.local(body)
}

/// Returns whether a call without a time makes a Timestamp: the present one.
fn reads_time(functor: &Expr, args: &[Expr]) -> bool {
    match (&functor.kind, args) {
        (ExprKind::Ref(_), []) => is_time(functor),
        (ExprKind::Name(name), [only]) => name.trim_start_matches("::") == "new" && is_time(only),
        _ => false,
    }
}

/// Returns whether the expression is the type of timestamps.
fn is_time(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ref(name) => name.trim_start_matches("::").eq_ignore_ascii_case("Timestamp"),
        ExprKind::Access(left, _) => is_time(left),
        ExprKind::Paren(inner) => is_time(inner),
        _ => false,
    }
}

struct Purity<'a> {
    vm: &'a Vm,
    /// Functions under inspection: a recursive call is as pure as the rest.
    seen: Vec<Rc<Function>>,
}

impl Purity<'_> {
    fn expr(&mut self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Assign(..)
            | ExprKind::Relation(..)
            | ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeDefinition(_)
            | ExprKind::TypeMapping(..)
            | ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Node(_)
            | ExprKind::Resource(_)
            | ExprKind::ResourceDefaults(_)
            | ExprKind::ResourceOverride(_)
            | ExprKind::Collect(_)
            | ExprKind::Apply(_) => false,
            ExprKind::Call(call) if reads_time(&call.functor, &call.args) => false,
            ExprKind::Method(method) if method.args.is_empty() && is_time(&method.receiver) => false,
            ExprKind::Call(call) => self.name(&call.functor),
            ExprKind::Method(method) => self.name(&method.name),
            _ => true,
        };
        own && self.children(expr)
    }

    fn children(&mut self, expr: &Expr) -> bool {
        let mut pure = true;
        puppet_syntax::walk::for_each_child(expr, &mut |child| pure = pure && self.expr(child));
        if let Some(lambda) = puppet_syntax::walk::lambda_of(expr) {
            pure = pure && self.local(&lambda.body);
        }
        pure
    }

    /// Returns whether the body of a lambda or function is pure; it may set local variables.
    fn local(&mut self, body: &Expr) -> bool {
        match &body.kind {
            ExprKind::Assign(_, _, value) => self.expr(value),
            ExprKind::Block(statements) => statements.iter().all(|statement| self.local(statement)),
            ExprKind::Epp(epp) => self.local(&epp.body),
            ExprKind::If(branch) | ExprKind::Unless(branch) => {
                self.expr(&branch.test) && self.local(&branch.then) && self.local(&branch.otherwise)
            }
            _ => self.expr(body),
        }
    }

    fn name(&mut self, functor: &Expr) -> bool {
        let ExprKind::Name(name) = &functor.kind else {
            return matches!(functor.kind, ExprKind::Ref(_) | ExprKind::Access(..) | ExprKind::Variable(_));
        };
        let name = name.strip_prefix("::").unwrap_or(name);
        match self.vm.functions.definition(name) {
            Some(function) if self.seen.iter().any(|seen| Rc::ptr_eq(seen, &function)) => true,
            Some(function) => {
                self.seen.push(function.clone());
                self.local(&function.body)
            }
            None => find(name).or_else(|| plans::find(name)).is_none_or(|row| row.effect == Effect::None),
        }
    }
}
