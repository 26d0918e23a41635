//! Calls: resolves the callee and selects the rule that gives the result of a built-in function.

use std::rc::Rc;

use pprepl_text::{Fix, RuleCode};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Member, Ty, Type, members, resolved};
use puppet_syntax::ast::{Call, Expr, ExprKind, Lambda, Method};
use puppet_syntax::foreign::{self, CallParts};

use super::annotation::is_static;
use super::arguments::Arguments;
use super::checker::Checker;
use super::finding::Finding;
use super::function::Callee;
use super::lambda::arity;
use super::passed_callable::{PassedCallable, callable_arity};
use super::signature::{BlockArity, Signature};
use super::subtyping::{Kind, is_any};
use super::typed_expr::{FileSpan, TypedExpr};

/// A call of a built-in function.
pub(super) struct Calling<'a> {
    pub(super) name: &'static str,
    pub(super) signature: Rc<Signature>,
    pub(super) args: Arguments<'a>,
    pub(super) lambda: Option<&'a Rc<Lambda>>,
    /// A Callable passed in place of a lambda.
    pub(super) callable: Option<PassedCallable<'a>>,
    pub(super) expr: &'a Expr,
    pub(super) name_spot: FileSpan,
}

impl<'a> Calling<'a> {
    /// Returns how many arguments the lambda or Callable takes.
    pub(super) fn block(&self) -> Option<BlockArity> {
        match (self.lambda, &self.callable) {
            (Some(lambda), _) => Some(Some(arity(lambda))),
            (None, Some(callable)) => Some(callable_arity(&callable.ty)),
            (None, None) => None,
        }
    }

    pub(super) fn has_block(&self) -> bool {
        self.lambda.is_some() || self.callable.is_some()
    }
}

/// Returns the name of the called function.
fn called_name(functor: &Expr) -> Option<&str> {
    match &functor.kind {
        ExprKind::Name(name) | ExprKind::Reserved(name, _) => Some(name),
        _ => None,
    }
}

/// Returns the type of an attribute of a URI.
fn uri_part(name: &str, ty: &Ty) -> Option<Ty> {
    if Kind::of(ty) != Kind::Uri {
        return None;
    }
    Some(c::optional_of(match name {
        "scheme" | "userinfo" | "host" | "path" | "query" | "fragment" | "opaque" => c::string(),
        "port" => c::integer(),
        _ => return None,
    }))
}

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, call: &'a Call, expr: &'a Expr) -> TypedExpr {
        if matches!(call.functor.kind, ExprKind::Ref(_) | ExprKind::Access(..)) && is_static(&call.functor) {
            return self.call_new(&call.functor, &call.args, call.lambda.as_ref(), expr);
        }
        let name_spot = self.span(&call.functor);
        if let Some(name) = called_name(&call.functor) {
            let args = self.arguments(None, &call.args);
            return self.call_name(name, args, call.lambda.as_ref(), expr, name_spot, false);
        }
        self.call_value(&call.functor, &call.args, call.lambda.as_ref(), expr)
    }

    pub(super) fn method(&mut self, method: &'a Method, expr: &'a Expr) -> TypedExpr {
        let parts = (&method.args[..], method.lambda.as_ref());
        self.call_method(&method.receiver, &method.name, parts.0, parts.1, expr)
    }

    pub(super) fn call_method(
        &mut self,
        receiver: &'a Expr,
        name: &'a Expr,
        args: &'a [Expr],
        lambda: Option<&'a Rc<Lambda>>,
        expr: &'a Expr,
    ) -> TypedExpr {
        let Some(called) = called_name(name) else {
            self.check(receiver, None);
            return TypedExpr::any();
        };
        if called == "new" && is_static(receiver) {
            return self.call_new(receiver, args, lambda, expr);
        }
        let name_spot = self.span(name);
        let args = self.arguments(Some(receiver), args);
        self.call_name(called, args, lambda, expr, name_spot, true)
    }

    pub(super) fn call_name(
        &mut self,
        name: &str,
        args: Arguments<'a>,
        lambda: Option<&'a Rc<Lambda>>,
        expr: &'a Expr,
        name_spot: FileSpan,
        is_method: bool,
    ) -> TypedExpr {
        let mut args = args;
        if is_method
            && lambda.is_none()
            && let Some(ty) = self.member(name, &mut args)
        {
            return self.computed(ty, expr);
        }
        match self.callee(name) {
            Callee::Puppet(function) => self.call_puppet(function, args, lambda, expr, name_spot),
            Callee::Builtin(signature) => {
                let mut calling =
                    Calling { name: signature.name, signature, args, lambda, callable: None, expr, name_spot };
                self.take_callable(&mut calling);
                self.call_builtin(&mut calling)
            }
            callee => {
                let given = self.read_arguments(&mut args);
                self.free_lambda(lambda);
                let of_object = is_method && given.first().is_none_or(|first| self.may_be_object(&first.ty));
                let part = given.first().filter(|_| is_method).and_then(|first| uri_part(name, &first.ty));
                if let Some(part) = part {
                    return self.computed(part, expr);
                }
                if matches!(callee, Callee::Unknown) && !of_object {
                    self.unknown_function(name, expr, name_spot);
                }
                self.computed(c::any(), expr)
            }
        }
    }

    /// Returns the type of an attribute or function of the receiver's Object type: it hides a function of that name.
    fn member(&mut self, name: &str, args: &mut Arguments<'a>) -> Option<Ty> {
        let [receiver] = &mut args.given[..] else { return None };
        let is_named = matches!(receiver.expr.kind, ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Method(_));
        if args.open || !is_named {
            return None;
        }
        let found = self.argument(receiver, None);
        let Type::Object(object) = &*resolved(&found.ty) else { return None };
        match members(object).get(name)? {
            Member::Attribute(attribute) => Some(attribute.ty.clone()),
            Member::Function(_) => Some(c::any()),
        }
    }

    fn may_be_object(&self, ty: &Ty) -> bool {
        is_any(ty) || self.sets.kinds(ty).iter().any(|kind| matches!(kind, Kind::Object | Kind::Open))
    }

    pub(super) fn unknown_function(&mut self, name: &str, call: &Expr, spot: FileSpan) {
        let near = self.near_function(name);
        let (severity, code) = self.unknown_name_as(RuleCode::UnknownFunction, name, near.as_deref());
        let tells = self.reports(code);
        if let Some(hint) = CallParts::of(call)
            .filter(|_| tells)
            .and_then(|parts| foreign::function_advice(name, Some(parts.arguments().count())))
        {
            let finding = Finding::of(severity, code, spot, format!("unknown function '{name}'"));
            let fix = self.foreign_call(call);
            return self.report(finding.hint(Some(hint)).fix(fix));
        }
        let finding = Finding::of(severity, code, spot, format!("unknown function '{name}'"));
        let hint = near.as_ref().map(|near| format!("did you mean '{near}'?"));
        self.report(finding.hint(hint).swap(name, near.as_deref()));
    }

    /// Returns the fix of a call of another language's function.
    fn foreign_call(&self, call: &Expr) -> Option<Fix> {
        let source = self.sources.get(self.file as usize)?.text();
        let code = foreign::rewrite_call(&CallParts::of(call)?, source, true)?;
        Some(Fix::replace(call.span, code))
    }

    fn call_builtin(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        if let Some(found) = self.call_by_rule(calling) {
            return found;
        }
        self.generic(calling)
    }
}
