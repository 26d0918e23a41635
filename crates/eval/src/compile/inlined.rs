//! Built-in functions that are compiled inline: `with`, `compare`, and conversions of constants.
//!
//! This holds only while the name means the built-in function: a definition in the session that shadows it drops the
//! compiled bodies.

use std::cell::OnceCell;
use std::cmp::Ordering;

use puppet_pcore::{Type, Value};
use puppet_syntax::ast::{Call as CallExpr, Expr, ExprKind, Lambda, Name};

use super::super::builtin::Block;
use super::super::code::{Body, Code, Comparator};
use super::super::flow::Locate;
use super::super::invoke::{self, Dispatch};
use super::super::{Builtin, EvalResult, SourcePos, Vm};
use super::Compiler;
use super::operand::{Get, Operand, Shape, fuse};

impl Compiler<'_> {
    /// Compiles the call of a built-in function with these arguments (none of them unfolded) if it has an inline form.
    /// Two slots at `at` are free for it.
    pub(super) fn inlined(
        &mut self,
        builtin: &'static Builtin,
        arguments: &[&Expr],
        lambda: Option<&Lambda>,
        at: usize,
        site: SourcePos,
    ) -> Option<Code> {
        match (builtin.name, arguments, lambda) {
            ("with", [argument], Some(lambda)) if takes(lambda, 1) => Some(with_one(self, argument, lambda, site)),
            ("with", [a, b], Some(lambda)) if takes(lambda, 2) => {
                let (a, b) = (self.operand(a), self.operand(b));
                let body = self.inline_lambda(lambda);
                Some(fuse(a, b, With { body, site }))
            }
            ("compare", [a, b], None) => {
                let (a, b) = (self.operand(a), self.operand(b));
                Some(fuse(a, b, Compare { dispatch: Dispatch::new(builtin, site), at }))
            }
            _ => None,
        }
    }

    /// Computes a conversion of constants once: `Integer('0x1F')` becomes a constant.
    pub(super) fn converted(&mut self, ty: &Expr, arguments: &[Expr], code: Code) -> Code {
        let target = match self.constant_type(ty) {
            Some(Value::Type(target)) => target,
            _ => return code,
        };
        let of_constants = arguments.iter().all(is_literal);
        if !of_constants || !matches!(*target, Type::Integer(_) | Type::Float(_) | Type::Numeric | Type::Boolean(_)) {
            return code;
        }
        let known: OnceCell<Value> = OnceCell::new();
        Box::new(move |vm, frame| match known.get() {
            Some(value) => Ok(value.clone()),
            None => {
                let value = code(vm, frame)?;
                Ok(known.get_or_init(|| value).clone())
            }
        })
    }

    /// Returns the order if a lambda's only code is `compare` of its two parameters.
    pub(super) fn comparator(&mut self, lambda: &Lambda) -> Option<Comparator> {
        let [a, b] = &lambda.params[..] else { return None };
        let (left, right) = compared(self, &lambda.body)?;
        if !takes(lambda, 2) || a.name == b.name {
            return None;
        }
        if (left, right) == (&a.name, &b.name) {
            Some(Comparator::Ascending)
        } else if (left, right) == (&b.name, &a.name) {
            Some(Comparator::Descending)
        } else {
            None
        }
    }
}

fn with_one(compiler: &mut Compiler<'_>, argument: &Expr, lambda: &Lambda, site: SourcePos) -> Code {
    let argument = compiler.operand(argument);
    let with = With { body: compiler.inline_lambda(lambda), site };
    match argument {
        Operand::Slot(slot) => with.one(slot),
        other => with.one(other.into_code()),
    }
}

/// Returns the variables in `compare($x, $y)`.
fn compared<'e>(compiler: &mut Compiler<'_>, body: &'e Expr) -> Option<(&'e Name, &'e Name)> {
    let call = match &body.kind {
        ExprKind::Block(statements) => match &statements[..] {
            [only] => return compared(compiler, only),
            _ => return None,
        },
        ExprKind::Call(call) => call,
        _ => return None,
    };
    let CallExpr { functor, args, lambda: None, .. } = &**call else { return None };
    match (&functor.kind, &args[..]) {
        (ExprKind::Name(name), [left, right]) if &**name == "compare" && !compiler.vm.function(name).defined.get() => {
            Some((variable(left)?, variable(right)?))
        }
        _ => None,
    }
}

fn variable(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Variable(name) => Some(name),
        _ => None,
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Integer(..) | ExprKind::Float(_) | ExprKind::Bool(_) | ExprKind::String(_))
}

/// Returns whether the lambda has `count` parameters and none of them needs setup.
fn takes(lambda: &Lambda, count: usize) -> bool {
    let bare = |param: &puppet_syntax::ast::Param| {
        param.type_expr.is_none() && param.default.is_none() && !param.captures_rest
    };
    lambda.params.len() == count && lambda.returns.is_none() && lambda.params.iter().all(bare)
}

/// Builds a call of `with`: the arguments are evaluated directly into the lambda's slots.
struct With {
    body: Body,
    site: SourcePos,
}

impl With {
    fn one(self, argument: impl Get) -> Code {
        let With { body, site } = self;
        Box::new(move |vm, frame| {
            let value = argument.get(vm, frame)?;
            frame[body.slots.first].put(value);
            run(vm, &body, frame, site)
        })
    }
}

impl Shape for With {
    type CompiledCode = Code;

    fn build<L: Get, G: Get>(self, left: L, right: G) -> Code {
        let With { body, site } = self;
        Box::new(move |vm, frame| {
            let a = left.get(vm, frame)?;
            let b = right.get(vm, frame)?;
            let slots = &mut frame[body.slots.first..body.slots.first + 2];
            slots[0].put(a);
            slots[1].put(b);
            run(vm, &body, frame, site)
        })
    }
}

/// Runs a lambda whose arguments are in its slots.
#[inline(always)]
fn run(vm: &mut Vm, body: &Body, frame: &mut [Value], site: SourcePos) -> EvalResult {
    let result =
        if body.plain { invoke::block_code(vm, &body.code, frame) } else { invoke::inline_run(vm, body, frame) };
    match result {
        Ok(value) => Ok(value),
        failed => failed.at(site),
    }
}

/// Builds a call of `compare`: small integers are compared in place.
struct Compare {
    dispatch: Dispatch,
    at: usize,
}

impl Shape for Compare {
    type CompiledCode = Code;

    fn build<L: Get, G: Get>(self, left: L, right: G) -> Code {
        let Compare { dispatch, at } = self;
        Box::new(move |vm, frame| {
            let a = left.get(vm, frame)?;
            let b = right.get(vm, frame)?;
            if let (Value::Int(x), Value::Int(y)) = (&a, &b) {
                let order = x.cmp(y);
                std::mem::forget(a);
                std::mem::forget(b);
                return Ok(Value::Int(match order {
                    Ordering::Less => -1,
                    Ordering::Equal => 0,
                    Ordering::Greater => 1,
                }));
            }
            frame[at].put(a);
            frame[at + 1].put(b);
            let (values, free) = frame[at..].split_at_mut(2);
            dispatch.call(vm, values, free, Block::None)
        })
    }
}
