//! Expressions that are constant without evaluation: literals, and types of names and literals. The evaluator checks
//! definitions of types (with Puppet's exact rules), the static checker every type annotation.

use super::ast::{Expr, ExprKind};

/// Returns the first part of an expression that is neither a literal nor a type.
pub fn computed(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Bool(_)
        | ExprKind::Integer(..)
        | ExprKind::BigInteger(..)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_)
        | ExprKind::Regexp(_)
        | ExprKind::Reserved(..) => None,
        ExprKind::Heredoc(heredoc) => computed(&heredoc.text),
        ExprKind::Negate(inner) => computed(inner),
        ExprKind::Array(items) => items.iter().find_map(computed),
        ExprKind::Hash(entries) => {
            entries.iter().find_map(|entry| computed(&entry.key).or_else(|| computed(&entry.value)))
        }
        ExprKind::Access(left, keys) if matches!(left.kind, ExprKind::Ref(_)) => keys.iter().find_map(computed),
        _ => Some(expr),
    }
}
