//! Operands whose shape is known at compile time: a slot, a small integer, or any code. Operations are monomorphized
//! for each pair of shapes, so that common operands need no indirect call.

use std::rc::Rc;

use puppet_pcore::Value;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::super::code::{Code, Test};
use super::super::{EvalResult, SourcePos, Vm};
use super::Compiler;
use super::scope::VariableLocation;

/// An operand that can be evaluated.
pub(super) trait Get: 'static {
    /// Evaluates the operand.
    fn get(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult;
}

/// A variable in a slot.
pub(super) struct SlotGet {
    slot: usize,
    /// True at the last read: the value may be taken out.
    last: bool,
    /// The fallback for an empty slot.
    fallback: Rc<Fallback>,
}

/// Other locations of a variable, for when its slot is empty.
pub(super) struct Fallback {
    pub(super) name: puppet_syntax::ast::Name,
    pub(super) places: Vec<VariableLocation>,
    pub(super) site: SourcePos,
}

impl SlotGet {
    /// Returns the value in its slot when it is set and not read for the last time (taking it is better then).
    #[inline(always)]
    pub(super) fn peek<'f>(&self, frame: &'f [Value]) -> Option<&'f Value> {
        if self.last { None } else { self.compile_watch(frame) }
    }

    /// Returns the value in its slot when it is set.
    #[inline(always)]
    pub(super) fn compile_watch<'f>(&self, frame: &'f [Value]) -> Option<&'f Value> {
        match &frame[self.slot] {
            Value::Unset => None,
            value => Some(value),
        }
    }
}

pub(super) struct IntGet(pub(super) i64);

impl Get for SlotGet {
    #[inline(always)]
    fn get(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult {
        match &frame[self.slot] {
            Value::Int(i) => Ok(Value::Int(*i)),
            Value::Unset => self.fallback.find(vm, frame),
            // A string is never changed in place: in its slot, an error can show it.
            Value::Str(text) => Ok(Value::Str(text.clone())),
            _ if self.last => Ok(std::mem::take(&mut frame[self.slot])),
            value => Ok(value.clone()),
        }
    }
}

impl Get for IntGet {
    #[inline(always)]
    fn get(&self, _: &mut Vm, _: &mut [Value]) -> EvalResult {
        Ok(Value::Int(self.0))
    }
}

impl Get for Code {
    #[inline(always)]
    fn get(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult {
        self(vm, frame)
    }
}

/// Arithmetic of a slot with a slot or a small integer: computed in place while all are small, otherwise by its code.
pub(super) struct SimpleGet {
    op: BinaryOp,
    left: usize,
    right: SimpleRight,
    code: Code,
}

/// The right operand of a [`SimpleGet`].
pub(super) enum SimpleRight {
    Slot(usize),
    Int(i64),
}

impl SimpleGet {
    /// Creates the operation on these slots; `code` computes the same for any values.
    pub(super) fn new(op: BinaryOp, (left, right): (usize, SimpleRight), code: Code) -> SimpleGet {
        SimpleGet { op, left, right, code }
    }

    /// Compiles it with code specialized for the operator.
    pub(super) fn into_code(self) -> Code {
        Box::new(move |vm, frame| self.get(vm, frame))
    }
}

impl Get for SimpleGet {
    #[inline(always)]
    fn get(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult {
        if let Value::Int(a) = frame[self.left] {
            let b = match self.right {
                SimpleRight::Int(b) => Some(b),
                SimpleRight::Slot(slot) => match frame[slot] {
                    Value::Int(b) => Some(b),
                    _ => None,
                },
            };
            if let Some(result) = b.and_then(|b| simple(self.op, a, b)) {
                return Ok(Value::Int(result));
            }
        }
        (self.code)(vm, frame)
    }
}

/// Computes a simple operation; `None` selects the slow path.
#[inline(always)]
fn simple(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Mod => puppet_pcore::operators::floor_mod_i64(a, b),
        _ => None,
    }
}

/// A comparison of a slot with a small integer, for a condition: computed in place while the slot holds a small
/// integer.
pub(super) struct IntTest {
    slot: usize,
    op: BinaryOp,
    int: i64,
    test: Test,
}

impl IntTest {
    /// Returns whether the comparison is true.
    #[inline(always)]
    pub(super) fn holds(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult<bool> {
        let Value::Int(a) = frame[self.slot] else { return (self.test)(vm, frame) };
        Ok(match self.op {
            BinaryOp::Lt => a < self.int,
            BinaryOp::Le => a <= self.int,
            BinaryOp::Gt => a > self.int,
            BinaryOp::Ge => a >= self.int,
            BinaryOp::Eq => a == self.int,
            _ => a != self.int,
        })
    }
}

/// An operand by its shape.
pub(super) enum Operand {
    /// A variable in a slot.
    Slot(SlotGet),
    /// Simple arithmetic of slots.
    Simple(SimpleGet),
    Int(i64),
    /// Anything else.
    Code(Code),
}

/// An operation that is built for a pair of operand shapes.
pub(super) trait Shape {
    /// The type that it builds: `Code` or `Test`.
    type CompiledCode;
    /// Builds it.
    fn build<L: Get, R: Get>(self, left: L, right: R) -> Self::CompiledCode;
}

/// Builds an operation for the shapes of its operands.
pub(super) fn fuse<S: Shape>(left: Operand, right: Operand, shape: S) -> S::CompiledCode {
    match (left, right) {
        (Operand::Slot(left), Operand::Int(right)) => shape.build(left, IntGet(right)),
        (Operand::Slot(left), Operand::Slot(right)) => shape.build(left, right),
        (Operand::Slot(left), Operand::Code(right)) => shape.build(left, right),
        (Operand::Slot(left), Operand::Simple(right)) => shape.build(left, right),
        (Operand::Simple(left), Operand::Int(right)) => shape.build(left, IntGet(right)),
        (Operand::Simple(left), Operand::Slot(right)) => shape.build(left, right),
        (Operand::Code(left), Operand::Int(right)) => shape.build(left, IntGet(right)),
        (Operand::Code(left), Operand::Slot(right)) => shape.build(left, right),
        (left, right) => shape.build(left.into_code(), right.into_code()),
    }
}

impl Operand {
    /// Converts the operand to code.
    pub(super) fn into_code(self) -> Code {
        match self {
            Operand::Slot(slot) => Box::new(move |vm, frame| slot.get(vm, frame)),
            Operand::Int(i) => Box::new(move |_, _| Ok(Value::Int(i))),
            // Its code computes the same.
            Operand::Simple(simple) => simple.code,
            Operand::Code(code) => code,
        }
    }
}

impl Compiler<'_> {
    /// Compiles an operand to its cheapest shape.
    pub(super) fn operand(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            // A part that is fused into the operation records nothing.
            _ if self.traced => Operand::Code(self.expr(expr)),
            ExprKind::Paren(inner) => self.operand(inner),
            ExprKind::Integer(i, _) => Operand::Int(*i),
            ExprKind::Variable(name) => match self.slot_operand(name, expr) {
                Some(slot) => Operand::Slot(slot),
                None => Operand::Code(self.expr(expr)),
            },
            ExprKind::Binary(op, left, right) => match simple_shape(self, *op, left, right) {
                Some((left, right)) => Operand::Simple(SimpleGet { op: *op, left, right, code: self.expr(expr) }),
                None => Operand::Code(self.expr(expr)),
            },
            _ => Operand::Code(self.expr(expr)),
        }
    }

    /// Returns the slot operand of a variable that may be in a slot.
    pub(super) fn slot_operand(&mut self, name: &puppet_syntax::ast::Name, expr: &Expr) -> Option<SlotGet> {
        if name.as_bytes().first().is_some_and(u8::is_ascii_digit) || self.slots.scopes.is_empty() {
            return None;
        }
        let places = self.places(name);
        let VariableLocation::Slot(slot) = places[0] else { return None };
        let last = self.last_uses.contains(&expr.span.start);
        let fallback =
            Rc::new(Fallback { name: name.clone(), places: places[1..].to_vec(), site: SourcePos::from(expr) });
        Some(SlotGet { slot, last, fallback })
    }
}

/// Returns the slots of simple arithmetic.
pub(super) fn simple_shape(
    compiler: &mut Compiler<'_>,
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
) -> Option<(usize, SimpleRight)> {
    if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Mod) {
        return None;
    }
    let left = slot_of(compiler, left)?;
    let right = match &right.kind {
        ExprKind::Integer(i, _) => SimpleRight::Int(*i),
        _ => SimpleRight::Slot(slot_of(compiler, right)?),
    };
    Some((left, right))
}

/// Compiles a condition that compares a slot with a small integer.
pub(super) fn int_test(compiler: &mut Compiler<'_>, expr: &Expr) -> Option<IntTest> {
    let ExprKind::Binary(op, left, right) = &expr.kind else { return None };
    let ExprKind::Integer(int, _) = &right.kind else { return None };
    let compares =
        matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne);
    let slot = if compares { slot_of(compiler, left)? } else { return None };
    Some(IntTest { slot, op: *op, int: *int, test: compiler.test(expr) })
}

fn slot_of(compiler: &mut Compiler<'_>, expr: &Expr) -> Option<usize> {
    match &expr.kind {
        _ if compiler.traced => None,
        ExprKind::Paren(inner) => slot_of(compiler, inner),
        ExprKind::Variable(name) => compiler.slot_operand(name, expr).map(|operand| operand.slot),
        _ => None,
    }
}
