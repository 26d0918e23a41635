//! A Callable that is passed in place of a lambda.

use std::rc::Rc;

use puppet_pcore::{Size, Ty, Type, resolved};
use puppet_syntax::ast::Expr;

use super::signature::BlockArity;

/// A Callable passed in place of a lambda.
pub(super) struct PassedCallable<'a> {
    pub(super) expr: &'a Expr,
    pub(super) ty: Ty,
    /// The function, if it is known.
    pub(super) function: Option<Rc<str>>,
}

/// Returns how many arguments a Callable takes.
pub(super) fn callable_arity(ty: &Ty) -> BlockArity {
    let Type::Callable(callable) = &*resolved(ty) else { return None };
    let Some(Type::Tuple(types, size)) = callable.params.as_deref() else { return None };
    Some(bounds(types.len(), *size))
}

/// Returns the minimum and maximum number of values in a Tuple.
pub(super) fn bounds(types: usize, size: Option<Size>) -> (usize, Option<usize>) {
    match size {
        Some(size) => (size.from.max(0) as usize, size.to.map(|to| to.max(0) as usize)),
        None => (types, Some(types)),
    }
}
