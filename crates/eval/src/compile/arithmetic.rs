//! Arithmetic and comparison. Small integers are computed in place; other values use `pcore`'s operators.

use std::cmp::Ordering;

use pprepl_budget as budget;
use puppet_pcore::{Order, Value, operators};
use puppet_syntax::ast::{BinaryOp, Expr};

use super::super::code::{Code, Test};
use super::super::flow::Locate;
use super::super::vm::log_operator_warnings;
use super::super::{EvalResult, SourcePos, Vm};
use super::Compiler;
use super::matching::compile_membership;
use super::operand::simple_shape;
use super::operand::{Get, Shape, SimpleGet, fuse};
use crate::compile::compare::Sites;
use crate::compile::compare::equals;
use crate::compile::compare::ordered;

/// An operator on two small integers; `None` selects the slow path.
trait IntOp: 'static {
    const OP: BinaryOp;
    fn ints(a: i64, b: i64) -> Option<i64>;
    /// Computes any values. A left operand that is not shared grows in place.
    fn values(a: Value, b: Value, rules: &operators::Rules) -> puppet_pcore::Result<Value>;
}

macro_rules! int_ops {
    ($($name:ident $op:ident $body:expr, $values:expr;)+) => {
        $(struct $name;
        impl IntOp for $name {
            const OP: BinaryOp = BinaryOp::$op;
            #[inline(always)]
            fn ints(a: i64, b: i64) -> Option<i64> {
                let compute: fn(i64, i64) -> Option<i64> = $body;
                compute(a, b)
            }
            fn values(a: Value, b: Value, rules: &operators::Rules) -> puppet_pcore::Result<Value> {
                let compute: fn(Value, Value, &operators::Rules) -> puppet_pcore::Result<Value> = $values;
                compute(a, b, rules)
            }
        })+
    };
}

int_ops! {
    AddInts Add |a, b| a.checked_add(b), |a, b, rules| operators::add_owned(a, &b, rules);
    SubInts Sub |a, b| a.checked_sub(b), |a, b, rules| operators::sub(&a, &b, rules);
    MulInts Mul |a, b| a.checked_mul(b), |a, b, rules| operators::mul(&a, &b, rules);
    DivInts Div |a, b| operators::floor_div_i64(a, b), |a, b, rules| operators::div(&a, &b, rules);
    ModInts Mod |a, b| operators::floor_mod_i64(a, b), |a, b, rules| operators::modulo(&a, &b, rules);
    LeftInts LShift |_, _| None, operators::shift_left_owned;
    RightInts RShift |_, _| None, |a, b, rules| operators::shift_right(&a, &b, rules);
}

/// Returns both as small integers, if they are.
#[inline(always)]
fn small_integers(a: &Value, b: &Value) -> Option<(i64, i64)> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some((*a, *b)),
        _ => None,
    }
}

/// Forgets two integers: nothing needs to be dropped, which the compiler does not see.
#[inline(always)]
fn forget(a: Value, b: Value) {
    std::mem::forget(a);
    std::mem::forget(b);
}

/// Builds an arithmetic operation.
struct Arithmetic<O> {
    sites: Sites,
    op: std::marker::PhantomData<O>,
}

impl<O: IntOp> Shape for Arithmetic<O> {
    type CompiledCode = Code;

    fn build<L: Get, G: Get>(self, left: L, right: G) -> Code {
        let sites = self.sites;
        Box::new(move |vm, frame| {
            let a = left.get(vm, frame)?;
            let b = right.get(vm, frame)?;
            if let Some((x, y)) = small_integers(&a, &b)
                && let Some(result) = O::ints(x, y)
            {
                forget(a, b);
                return Ok(Value::Int(result));
            }
            calculate(vm, O::values, a, b, &sites)
        })
    }
}

/// The operation on any values.
type Operation = fn(Value, Value, &operators::Rules) -> puppet_pcore::Result<Value>;

/// Computes any values on the slow path.
#[inline(never)]
fn calculate(vm: &mut Vm, operation: Operation, a: Value, b: Value, sites: &Sites) -> EvalResult {
    let result = operation(a, b, &vm.rules);
    log_operator_warnings(vm, |blame| sites.of(blame));
    result.blame(|blame| sites.of(blame))
}

/// A comparison operator as a test of an ordering.
trait Comparison: 'static {
    const ORDER: Order;
    fn holds(ordering: Ordering) -> bool;
}

macro_rules! comparisons {
    ($($name:ident $holds:ident;)+) => {
        $(struct $name;
        impl Comparison for $name {
            const ORDER: Order = Order::$name;
            #[inline(always)]
            fn holds(ordering: Ordering) -> bool {
                ordering.$holds()
            }
        })+
    };
}

comparisons! {
    Less is_lt;
    LessEqual is_le;
    Greater is_gt;
    GreaterEqual is_ge;
}

/// Builds an ordering comparison.
struct Compare<C> {
    sites: Sites,
    comparison: std::marker::PhantomData<C>,
}

impl<C: Comparison> Shape for Compare<C> {
    type CompiledCode = Test;

    fn build<L: Get, G: Get>(self, left: L, right: G) -> Test {
        let sites = self.sites;
        Box::new(move |vm, frame| {
            let a = left.get(vm, frame)?;
            let b = right.get(vm, frame)?;
            if let Some((x, y)) = small_integers(&a, &b) {
                forget(a, b);
                return Ok(C::holds(x.cmp(&y)));
            }
            compare(vm, C::ORDER, a, b, &sites)
        })
    }
}

#[inline(never)]
fn compare(vm: &mut Vm, order: Order, a: Value, b: Value, sites: &Sites) -> EvalResult<bool> {
    ordered(vm, order, &a, &b).blame(|blame| sites.of(blame))
}

#[inline(never)]
fn equal(vm: &mut Vm, a: Value, b: Value) -> EvalResult<bool> {
    let equal = equals(vm, &a, &b);
    // A walk through collections and long strings ends early when the budget is exhausted.
    let may_end_early = match &a {
        Value::Str(text) => text.text.len() >= LONG,
        Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Sensitive(_) | Value::Type(_) => true,
        _ => false,
    };
    if may_end_early {
        budget::poll()?;
    }
    Ok(equal)
}

/// The length in bytes from which a string comparison may end early; shorter strings are compared at once.
const LONG: usize = 4096;

/// Builds `==` or `!=`.
struct Equal {
    negated: bool,
}

impl Shape for Equal {
    type CompiledCode = Test;

    fn build<L: Get, G: Get>(self, left: L, right: G) -> Test {
        let negated = self.negated;
        Box::new(move |vm, frame| {
            let a = left.get(vm, frame)?;
            let b = right.get(vm, frame)?;
            let equal = match small_integers(&a, &b) {
                Some((x, y)) => {
                    forget(a, b);
                    x == y
                }
                None => equal(vm, a, b)?,
            };
            Ok(equal != negated)
        })
    }
}

impl Compiler<'_> {
    /// Compiles a binary operation to a value.
    pub(super) fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Code {
        match op {
            BinaryOp::Add => compile_arithmetic::<AddInts>(self, left, right, expr),
            BinaryOp::Sub => compile_arithmetic::<SubInts>(self, left, right, expr),
            BinaryOp::Mul => compile_arithmetic::<MulInts>(self, left, right, expr),
            BinaryOp::Div => compile_arithmetic::<DivInts>(self, left, right, expr),
            BinaryOp::Mod => compile_arithmetic::<ModInts>(self, left, right, expr),
            BinaryOp::LShift => compile_arithmetic::<LeftInts>(self, left, right, expr),
            BinaryOp::RShift => compile_arithmetic::<RightInts>(self, left, right, expr),
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Match
            | BinaryOp::NoMatch
            | BinaryOp::In => {
                let test = self.binary_test(op, left, right, expr);
                Box::new(move |vm, frame| Ok(Value::bool(test(vm, frame)?)))
            }
        }
    }

    /// Compiles a binary operation to a Boolean.
    pub(super) fn binary_test(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Test {
        match op {
            BinaryOp::Lt => compile_comparison::<Less>(self, left, right, expr),
            BinaryOp::Le => compile_comparison::<LessEqual>(self, left, right, expr),
            BinaryOp::Gt => compile_comparison::<Greater>(self, left, right, expr),
            BinaryOp::Ge => compile_comparison::<GreaterEqual>(self, left, right, expr),
            BinaryOp::Eq | BinaryOp::Ne => {
                let left = self.operand(left);
                let right = self.operand(right);
                fuse(left, right, Equal { negated: op == BinaryOp::Ne })
            }
            BinaryOp::And => {
                let (left, right) = (self.test(left), self.test(right));
                Box::new(move |vm, frame| Ok(left(vm, frame)? && right(vm, frame)?))
            }
            BinaryOp::Or => {
                let (left, right) = (self.test(left), self.test(right));
                Box::new(move |vm, frame| Ok(left(vm, frame)? || right(vm, frame)?))
            }
            BinaryOp::Match | BinaryOp::NoMatch => self.matching(op == BinaryOp::NoMatch, left, right, expr),
            BinaryOp::In => compile_membership(self, left, right, expr),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::LShift
            | BinaryOp::RShift => {
                let code = self.binary(op, left, right, expr);
                Box::new(move |vm, frame| {
                    let value = code(vm, frame)?;
                    Ok(vm.truth(&value))
                })
            }
        }
    }

    /// Compiles `-x`.
    pub(super) fn negate(&mut self, inner: &Expr, site: SourcePos) -> Code {
        if let puppet_syntax::ast::ExprKind::Integer(i, _) = &inner.kind {
            return Self::constant(Value::Int(-*i));
        }
        let code = self.expr(inner);
        Box::new(move |vm, frame| match code(vm, frame)? {
            Value::Int(i) if i != i64::MIN => Ok(Value::Int(-i)),
            value => {
                let result = operators::negate(&value, &vm.rules);
                log_operator_warnings(vm, |_| site);
                result.at(site)
            }
        })
    }
}

fn compile_arithmetic<O: IntOp>(compiler: &mut Compiler<'_>, left: &Expr, right: &Expr, expr: &Expr) -> Code {
    let shape = Arithmetic::<O> { sites: Sites::new(expr, left, right), op: std::marker::PhantomData };
    let simple = simple_shape(compiler, O::OP, left, right);
    let left = compiler.operand(left);
    let right = compiler.operand(right);
    let code = fuse(left, right, shape);
    match simple {
        Some(simple) => SimpleGet::new(O::OP, simple, code).into_code(),
        None => code,
    }
}

fn compile_comparison<C: Comparison>(compiler: &mut Compiler<'_>, left: &Expr, right: &Expr, expr: &Expr) -> Test {
    let shape = Compare::<C> { sites: Sites::new(expr, left, right), comparison: std::marker::PhantomData };
    let left = compiler.operand(left);
    let right = compiler.operand(right);
    fuse(left, right, shape)
}
