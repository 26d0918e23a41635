//! Sums of strings: in Puppet `+` adds numbers, and strings are joined by interpolation.

use super::ast::{BinaryOp, Expr, ExprKind};

/// Returns the advice to join strings; `code` is the string that the sum means.
pub fn join_advice(code: Option<&str>) -> String {
    format!("`+` adds numbers; join strings by interpolation: {}", code.unwrap_or("\"${a}${b}\""))
}

/// Returns the interpolated string that a chain of `+` means; `None` when an operand is not a variable, an element, a
/// call or a literal.
pub fn joined_strings(sum: &Expr, source: &str) -> Option<String> {
    interpolated(&sum_operands(sum), source)
}

/// Returns whether the expression is the sum, or a sum inside its chain of `+`.
pub fn is_in_sum(sum: &Expr, expr: &Expr) -> bool {
    std::ptr::eq(sum, expr)
        || match &sum.kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => is_in_sum(left, expr) || is_in_sum(right, expr),
            ExprKind::Paren(inner) => is_in_sum(inner, expr),
            _ => false,
        }
}

/// Returns whether the expression is a sum.
pub fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, ..) => true,
        ExprKind::Paren(inner) => is_sum(inner),
        _ => false,
    }
}

/// Returns the operands of a chain of `+`, from left to right.
fn sum_operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, left, right) => {
            let mut operands = sum_operands(left);
            operands.extend(sum_operands(right));
            operands
        }
        ExprKind::Paren(inner) if is_sum(inner) => sum_operands(inner),
        _ => vec![expr],
    }
}

/// Returns the interpolated string of these operands; `None` when one is not a variable, an element or a literal.
fn interpolated(operands: &[&Expr], source: &str) -> Option<String> {
    let mut out = String::from("\"");
    for part in operands {
        let code = part.span.of(source);
        match &part.kind {
            ExprKind::Variable(_) | ExprKind::Access(..) => {
                out.push_str(&format!("${{{}}}", code.strip_prefix('$')?));
            }
            ExprKind::String(_) | ExprKind::Interpolated(_) => out.push_str(quoted_content(code)?),
            ExprKind::Integer(..) => out.push_str(code),
            ExprKind::Call(_) | ExprKind::Method(_) => out.push_str(&format!("${{{code}}}")),
            _ => return None,
        }
    }
    out.push('"');
    Some(out)
}

/// Returns the content of a quoted string that is the same in double quotes.
fn quoted_content(code: &str) -> Option<&str> {
    if let Some(inner) = code.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Some(inner);
    }
    let inner = code.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''))?;
    (!inner.contains(['"', '$', '\\'])).then_some(inner)
}
