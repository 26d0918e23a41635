//! A comparison as the checker sees it: the operands and what is known of their values.

use puppet_pcore::Ty;
use puppet_syntax::ast::{BinaryOp, Expr};

/// A binary expression that compares, matches or searches, with the types of its operands.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'a, 't> {
    pub op: BinaryOp,
    pub left: &'a Expr,
    pub right: &'a Expr,
    /// The type of the left operand.
    pub left_type: &'t Ty,
    /// The type of the right operand.
    pub right_type: &'t Ty,
    /// The operator with both operands.
    pub expr: &'a Expr,
}
