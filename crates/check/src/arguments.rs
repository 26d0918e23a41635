//! The arguments of a call, checked one by one against their requirements.

use puppet_pcore::Type;
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::Checker;
use super::subtyping::shape;
use super::typed_expr::TypedExpr;

/// An argument, with its type once it is inferred.
pub(super) struct Argument<'a> {
    pub(super) expr: &'a Expr,
    pub(super) found: Option<TypedExpr>,
}

/// The arguments of a call.
pub(super) struct Arguments<'a> {
    pub(super) given: Vec<Argument<'a>>,
    /// Whether a splat of unknown length is among them.
    pub(super) open: bool,
}

/// Returns the expression without its parentheses.
pub(super) fn unqualified(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Paren(inner) => unqualified(inner),
        _ => expr,
    }
}

impl<'a> Checker<'a> {
    pub(super) fn arguments(&mut self, receiver: Option<&'a Expr>, exprs: &'a [Expr]) -> Arguments<'a> {
        let mut all = Arguments { given: Vec::with_capacity(exprs.len() + 1), open: false };
        for expr in receiver.into_iter().chain(exprs) {
            let ExprKind::Unfold(_) = &unqualified(expr).kind else {
                all.given.push(Argument { expr, found: None });
                continue;
            };
            let found = self.check(unqualified(expr), None);
            match &*found.ty {
                Type::Tuple(types, None) if !types.is_empty() => {
                    all.given.extend(types.iter().map(|ty| Argument {
                        expr,
                        found: Some(TypedExpr { ty: ty.clone(), source: found.source, parts: None }),
                    }));
                }
                ty if shape::is_empty_array(ty) => {}
                _ => all.open = true,
            }
        }
        all
    }

    /// Infers all arguments without a requirement.
    pub(super) fn read_arguments(&mut self, args: &mut Arguments<'a>) -> Vec<TypedExpr> {
        args.given.iter_mut().map(|argument| self.argument(argument, None)).collect()
    }
}
