//! Literals, typed by their value. Other expressions have no literal type.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{FloatRange, IntegerRange, Regexp, Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::Checker;
use super::typed_expr::TypedExpr;

/// Returns `Integer[n, n]`.
pub(super) fn integer(value: impl Into<puppet_pcore::Int>) -> Ty {
    let value = value.into();
    Rc::new(Type::Integer(IntegerRange { from: Some(value.clone()), to: Some(value) }))
}

impl<'a> Checker<'a> {
    pub(super) fn literal(&self, expr: &'a Expr) -> TypedExpr {
        match literal_type(expr) {
            Some(ty) => self.source_at(ty, expr),
            None => self.computed(c::any(), expr),
        }
    }
}

/// Returns the type of a literal.
pub(super) fn literal_type(expr: &Expr) -> Option<Ty> {
    Some(match &expr.kind {
        ExprKind::Integer(value, _) => integer(*value),
        ExprKind::BigInteger(value, _) => integer((**value).clone()),
        ExprKind::Float(value) => Rc::new(Type::Float(FloatRange { from: Some(*value), to: Some(*value) })),
        ExprKind::String(text) | ExprKind::Name(text) => c::string_value(text),
        ExprKind::Bool(true) => c::yes(),
        ExprKind::Bool(false) => c::no(),
        ExprKind::Undef => c::undef(),
        ExprKind::Default => c::default_type(),
        ExprKind::Regexp(source) => Rc::new(Type::Regexp(Some(Regexp::new(source.clone())))),
        _ => return None,
    })
}
