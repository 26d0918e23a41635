//! What code calls to leave a loop or a function.

use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::walk::for_each;

/// Returns whether the code calls the function of this name, as in `break()`.
pub(crate) fn calls(body: &Expr, wanted: &str) -> bool {
    let mut found = false;
    for_each(body, &mut |expr| {
        if let ExprKind::Call(call) = &expr.kind {
            found |= matches!(&call.functor.kind, ExprKind::Name(name) if **name == *wanted);
        }
    });
    found
}
