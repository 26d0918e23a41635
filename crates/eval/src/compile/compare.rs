//! Equality and order under the settings, and the positions that their errors refer to.

use puppet_pcore::{ErrorOperand, Order, Value, operators};
use puppet_syntax::ast::Expr;

use super::super::{SourcePos, Vm};

/// The positions of a binary operation.
#[derive(Clone, Copy)]
pub(super) struct Sites {
    pub(super) whole: SourcePos,
    pub(super) left: SourcePos,
    pub(super) right: SourcePos,
}

impl Sites {
    pub(super) fn new(expr: &Expr, left: &Expr, right: &Expr) -> Sites {
        Sites { whole: SourcePos::from(expr), left: SourcePos::from(left), right: SourcePos::from(right) }
    }

    #[inline]
    pub(super) fn of(&self, blame: ErrorOperand) -> SourcePos {
        match blame {
            ErrorOperand::Left | ErrorOperand::Argument(0) => self.left,
            ErrorOperand::Right | ErrorOperand::Argument(_) => self.right,
            ErrorOperand::Whole => self.whole,
        }
    }
}

/// Returns whether `a == b` under the settings.
#[inline]
pub(crate) fn equals(vm: &Vm, a: &Value, b: &Value) -> bool {
    if vm.settings.string_numbers
        && let Some((a, b)) = as_numbers(a, b)
    {
        return puppet_pcore::equals(&a, &b);
    }
    puppet_pcore::equals(a, b)
}

/// Compares with `<`, `<=`, `>` or `>=` under the settings.
#[inline]
pub(crate) fn ordered(vm: &Vm, order: Order, a: &Value, b: &Value) -> puppet_pcore::Result<bool> {
    if vm.settings.string_numbers
        && let Some((a, b)) = as_numbers(a, b)
    {
        return puppet_pcore::ordered(order, &a, &b);
    }
    if let Value::Type(ty) = a {
        return puppet_pcore::ordered_types(&vm.settings.types, order, ty, b);
    }
    puppet_pcore::ordered(order, a, b)
}

/// Converts a string and a number to two numbers (edition 4x).
fn as_numbers(a: &Value, b: &Value) -> Option<(Value, Value)> {
    let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_));
    let silent = operators::Rules { strict: operators::Strictness::Off, ..Default::default() };
    let number = |value: &Value| operators::numeric(value, ErrorOperand::Whole, &silent).ok();
    match (a, b) {
        (Value::Str(_), other) if is_number(other) => Some((number(a)?, other.clone())),
        (other, Value::Str(_)) if is_number(other) => Some((other.clone(), number(b)?)),
        _ => None,
    }
}
