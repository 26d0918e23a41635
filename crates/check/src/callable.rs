//! Callables as values: references to functions, calls of variables, and callables passed in place of a lambda.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{CallableType, Size, Ty, Type, assignable, resolved};
use puppet_syntax::ast::{Expr, ExprKind, Lambda};

use super::arguments::{Arguments, unqualified};
use super::builtin::Calling;
use super::checker::Checker;
use super::declaration::ParamInfo;
use super::display::{arguments, display};
use super::finding::Finding;
use super::function::Callee;
use super::passed_callable::{PassedCallable, bounds, callable_arity};
use super::requirement::{Part, Requirement};
use super::signature::Overload;
use super::subtyping::{Kind, is_any};
use super::typed_expr::{FileSpan, LiteralSpans, Origin, TypeOrigin, TypedExpr};

/// Returns the type of the n-th argument; `Any` where the Callable leaves it open.
pub(super) fn nth(types: &[Ty], at: usize) -> Ty {
    match types.get(at).or(types.last()) {
        Some(ty) if !matches!(**ty, Type::Unit) => ty.clone(),
        _ => c::any(),
    }
}

impl<'a> Checker<'a> {
    /// Checks `&name`.
    pub(super) fn function_reference(&mut self, name: &Rc<str>, expr: &'a Expr) -> TypedExpr {
        if matches!(self.callee(name), Callee::Unknown) {
            let spot = self.span(expr);
            self.unknown_function(name, expr, spot);
            return self.computed(c::callable(), expr);
        }
        let (ty, is_exact) = self.function_type(name);
        let source = Some(Origin { spot: self.span(expr), why: TypeOrigin::Written });
        TypedExpr { ty, source, parts: Some(LiteralSpans::Function { name: name.clone(), is_exact }) }
    }

    /// Returns the type of `&name`, and whether it is known exactly.
    pub(super) fn function_type(&mut self, name: &str) -> (Ty, bool) {
        let callee = self.callee(name);
        let Callee::Puppet(function) = callee else { return (c::callable(), matches!(callee, Callee::Builtin(_))) };
        let params = self.parameters_of(function);
        let block = self.block_parameter(&params).map(|info| info.ty.clone());
        let positional = &params[..params.len() - usize::from(block.is_some())];
        let returns = self.declared_result(function);
        let told = |info: &ParamInfo<'a>| info.declared || info.param.type_expr.is_none();
        let is_exact = params.iter().all(told)
            && returns.is_some() == self.definitions.functions[function].definition.returns.is_some();
        let callable = CallableType { params: Some(Rc::new(parameters_tuple(positional))), block, returns };
        (Rc::new(Type::Callable(callable)), is_exact)
    }

    /// Checks `$f(..)`, or a call of a value that cannot be called.
    pub(super) fn call_value(
        &mut self,
        functor: &'a Expr,
        args: &'a [Expr],
        lambda: Option<&'a Rc<Lambda>>,
        expr: &'a Expr,
    ) -> TypedExpr {
        let called = self.check(functor, None);
        let mut args = self.arguments(None, args);
        if let Some(LiteralSpans::Function { name, .. }) = &called.parts
            && self.mode.additions
        {
            let name_spot = self.span(functor);
            return self.call_name(name, args, lambda, expr, name_spot, false);
        }
        let callable = self.called_type(&called.ty);
        if let (Some(Type::Callable(callable)), true) = (callable.as_deref(), self.mode.additions) {
            self.callable_arguments(callable, &called, functor, &mut args, lambda.is_some(), expr);
            self.deferred_lambda(lambda, &called.ty);
            self.free_lambda(lambda);
            return self.computed(callable.returns.clone().unwrap_or_else(c::any), expr);
        }
        self.read_arguments(&mut args);
        self.free_lambda(lambda);
        self.reject_value(functor, &called);
        TypedExpr::any()
    }

    /// Returns the one Callable of a type; of an Optional one, too, since a call of undef fails.
    fn called_type(&self, ty: &Ty) -> Option<Ty> {
        if is_any(ty) {
            return None;
        }
        let atoms = self.sets.atoms(ty).into_iter().filter(|atom| Kind::of(atom) != Kind::Undef);
        let mut atoms = atoms.map(|atom| resolved(&atom));
        let only = atoms.next().filter(|atom| matches!(**atom, Type::Callable(_)))?;
        atoms.next().is_none().then_some(only)
    }

    /// Reports the call of a value that cannot be called.
    fn reject_value(&mut self, functor: &'a Expr, called: &TypedExpr) {
        let callable = |atom: &Ty| {
            let kind = Kind::of(atom);
            kind.is_vague() || kind == Kind::Callable
        };
        if is_any(&called.ty) || self.sets.atoms(&called.ty).iter().any(callable) {
            return self.deferred_call(functor, &called.ty);
        }
        let spot = self.span(functor);
        let message = format!("{} cannot be called", self.sets.general(&called.ty));
        let source = called.source.as_ref().map(|source| source.spot);
        self.report(Finding::error(RuleCode::NotCallable, spot, message).note_if(source, "its value comes from here"));
    }

    /// Checks the arguments of a call against the Callable that is called.
    fn callable_arguments(
        &mut self,
        callable: &CallableType,
        called: &TypedExpr,
        functor: &'a Expr,
        args: &mut Arguments<'a>,
        has_lambda: bool,
        expr: &'a Expr,
    ) {
        let Some(Type::Tuple(types, size)) = callable.params.as_deref() else {
            self.read_arguments(args);
            self.deferred_call(functor, &called.ty);
            return;
        };
        let name = match &unqualified(functor).kind {
            ExprKind::Variable(name) => format!("${name}"),
            _ => "this value".to_owned(),
        };
        let whole = self.callable_requirement(called, functor, &name);
        let (least, most) = bounds(types.len(), *size);
        let block = callable.block.as_ref().filter(|_| !has_lambda && !args.open);
        let block = block.filter(|_| self.is_callable_last(args, most.unwrap_or(usize::MAX))).cloned();
        let given = block.as_ref().and_then(|_| args.given.pop());
        self.callable_count((least, most), &name, &whole, args, expr);
        for (at, argument) in args.given.iter_mut().enumerate() {
            if most.is_some_and(|most| at >= most) {
                self.argument(argument, None);
                continue;
            }
            let wanted = self.worth(whole.part(nth(types, at), Part::Argument(at)));
            self.argument(argument, wanted.as_ref());
        }
        if let (Some(block), Some(mut argument)) = (block, given) {
            let wanted = Requirement { ty: block, shown: None, ..whole };
            self.argument(&mut argument, Some(&wanted));
        }
    }

    /// Returns the requirement of the called value as a whole: its declared type, at its annotation.
    fn callable_requirement(&mut self, called: &TypedExpr, functor: &'a Expr, name: &str) -> Requirement<'a> {
        let why = format!("{name} is declared {}", display(&called.ty));
        let annotation = match &unqualified(functor).kind {
            ExprKind::Variable(name) => self.env.lookup(name).and_then(|var| self.definitions.annotations.get(&var)),
            _ => None,
        };
        match annotation.copied() {
            Some(written) => {
                let opened = self.opened(Requirement::new(called.ty.clone(), written, why.clone()));
                Requirement { why: why.into(), ..opened }
            }
            None => Requirement {
                ty: called.ty.clone(),
                spot: called.source.as_ref().map(|source| source.spot),
                written: None,
                why: format!("{name} is a {}", display(&called.ty)).into(),
                shown: None,
            },
        }
    }

    fn callable_count(
        &mut self,
        (least, most): (usize, Option<usize>),
        name: &str,
        whole: &Requirement<'a>,
        args: &Arguments<'a>,
        expr: &'a Expr,
    ) {
        let count = args.given.len();
        if args.open || count >= least && most.is_none_or(|most| count <= most) {
            return;
        }
        let wanted = arguments(least, most);
        let (spot, message) = match most.and_then(|most| args.given.get(most)) {
            Some(extra) => {
                let place = most.unwrap_or(0) + 1;
                (self.span(extra.expr), format!("{name} takes {wanted}, this is argument {place}"))
            }
            None => (self.span(expr), format!("{name} takes {wanted}, found {count}")),
        };
        self.report(Finding::error(RuleCode::Arity, spot, message).note_if(whole.spot, whole.why.clone()));
    }

    /// Returns the Callable that the last argument of a call is known to be.
    fn last_callable(&mut self, args: &Arguments<'a>) -> Option<PassedCallable<'a>> {
        let last = args.given.last()?;
        let expr = last.expr;
        match &unqualified(expr).kind {
            ExprKind::FunctionRef(name) => {
                let (ty, _) = self.function_type(name);
                Some(PassedCallable { expr, ty, function: Some(name.clone()) })
            }
            ExprKind::Variable(_) if last.found.is_none() => {
                let found = self.without_reporting(|checker| checker.check(expr, None));
                let function = match found.parts {
                    Some(LiteralSpans::Function { name, .. }) => Some(name),
                    _ => None,
                };
                let is_callable = matches!(*resolved(&found.ty), Type::Callable(_));
                is_callable.then_some(PassedCallable { expr, ty: found.ty, function })
            }
            _ => None,
        }
    }

    /// Returns whether the last argument of a call with this number of parameters is passed in place of the lambda.
    pub(super) fn is_callable_last(&mut self, args: &Arguments<'a>, positional: usize) -> bool {
        args.given.len() > positional || self.last_callable(args).is_some()
    }

    /// Treats a Callable as the last argument like a lambda, where an overload requires one, or where none takes it
    /// as an argument.
    pub(super) fn take_callable(&mut self, calling: &mut Calling<'a>) {
        if calling.lambda.is_some() || !self.mode.additions {
            return;
        }
        let Some(callable) = self.last_callable(&calling.args) else { return };
        if self.takes_as_argument(calling, &callable.ty) {
            return;
        }
        if let ExprKind::FunctionRef(name) = &unqualified(callable.expr).kind {
            self.function_reference(name, callable.expr);
        }
        calling.args.given.pop();
        calling.callable = Some(callable);
    }

    fn takes_as_argument(&mut self, calling: &Calling<'a>, callable: &Ty) -> bool {
        let open = calling.args.open;
        let exprs = calling.args.given.iter().map(|argument| (argument.expr, argument.found.clone()));
        let all: Vec<(&'a Expr, Option<TypedExpr>)> = exprs.collect();
        let mut types: Vec<Ty> = self.without_reporting(|checker| {
            let ty = |(expr, found): (&'a Expr, Option<TypedExpr>)| match found {
                Some(found) => found.ty,
                None => checker.check(expr, None).ty,
            };
            all.into_iter().map(ty).collect()
        });
        let overloads = &calling.signature.overloads;
        let takes_all = overloads.iter().any(|one| one.mismatch(&self.sets, &types, open, None).is_none());
        types.pop();
        let block = callable_arity(callable);
        let needs = |one: &&Overload| one.requires_block();
        let needed =
            overloads.iter().filter(needs).any(|one| one.mismatch(&self.sets, &types, open, Some(block)).is_none());
        takes_all && !needed
    }

    /// Returns whether a function that is known exactly is refused where this type is required: a Callable takes every
    /// argument of the required one, and returns only what that one returns.
    pub(super) fn refuses_function(&self, found: &TypedExpr, wanted: &Ty) -> bool {
        if !matches!(found.parts, Some(LiteralSpans::Function { is_exact: true, .. })) {
            return false;
        }
        let known = self.only_alternative(wanted, Kind::Callable);
        known.is_some_and(|known| !assignable(&known, &found.ty))
    }

    /// Checks a call of a function with arguments of these types, as a built-in function makes it.
    pub(super) fn called_with(&mut self, passed: &PassedCallable<'a>, given: &[Ty], from: Option<FileSpan>) {
        let Some(name) = &passed.function else { return };
        let Callee::Builtin(signature) = self.callee(name) else { return };
        let refused: Vec<(usize, Ty)> = signature
            .overloads
            .iter()
            .map_while(|one| match one.mismatch(&self.sets, given, false, None) {
                Some(super::signature::OverloadMismatch::Argument(at, wanted)) => Some((at, wanted)),
                _ => None,
            })
            .collect();
        let spot = self.span(passed.expr);
        let numberless = given.first().is_some_and(|first| super::hint::needs_number(name, first));
        let message = if numberless {
            format!("argument 1 of {name} must be a number, this String holds none")
        } else if let (Some((at, _)), true) = (refused.first(), refused.len() == signature.overloads.len()) {
            let mut wanted: Vec<String> = refused.iter().map(|(_, ty)| display(ty)).collect();
            wanted.dedup();
            let found = self.sets.general(&given[*at]);
            format!("argument {} of {name} must be {}, found {found}", at + 1, wanted.join(" or "))
        } else {
            return;
        };
        self.report(Finding::error(RuleCode::Argument, spot, message).note_if(from, "this element is its argument"));
    }
}

/// Returns the parameters of a function as the Tuple of its Callable.
fn parameters_tuple(params: &[ParamInfo<'_>]) -> Type {
    let required = params.iter().filter(|info| info.param.default.is_none() && !info.param.captures_rest).count();
    let mut size = Size { from: required as i64, to: Some(params.len() as i64) };
    let mut types: Vec<Ty> = params.iter().map(|info| info.ty.clone()).collect();
    if let Some(last) = params.last().filter(|last| last.param.captures_rest) {
        size.to = None;
        if let Type::Array(element, bounds) = &*last.ty {
            if let Some(bounds) = bounds {
                let others = types.len() as i64 - 1;
                size = Size { from: size.from + bounds.from.max(0), to: bounds.to.map(|to| others + to) };
            }
            types.pop();
            types.push(element.clone());
        }
    }
    let is_plain = !types.is_empty() && size.from == types.len() as i64 && size.to == Some(size.from);
    Type::Tuple(types, Some(size).filter(|_| !is_plain))
}
