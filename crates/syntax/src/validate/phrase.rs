//! Descriptions of expressions for messages.

use crate::ast::{AssignOp, Expr, ExprKind};

/// Describes `expr` with an article: `a number`, `a class definition`.
pub fn phrase(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::Nop => "an empty body",
        ExprKind::Undef => "`undef`",
        ExprKind::Default => "`default`",
        ExprKind::Bool(_) => "a boolean",
        ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_) => "a number",
        ExprKind::String(_) => "a string",
        ExprKind::Interpolated(_) => "an interpolated string",
        ExprKind::Heredoc(_) => "a heredoc",
        ExprKind::Name(_) => "a bare word",
        ExprKind::Ref(_) => "a type",
        ExprKind::Reserved(..) => "a reserved word",
        ExprKind::Regexp(_) => "a regular expression",
        ExprKind::Variable(_) => "a variable",
        ExprKind::Array(_) => "an array",
        ExprKind::Hash(_) => "a hash",
        ExprKind::Unfold(_) => "a splat",
        ExprKind::Negate(_) => "a negated value",
        ExprKind::Not(_) => "a `!` expression",
        ExprKind::Paren(inner) => phrase_in_parentheses(inner),
        ExprKind::Binary(op, ..) => op.row().noun,
        ExprKind::Relation(..) => "a relationship",
        ExprKind::Assign(op, ..) => assign(*op),
        ExprKind::Access(..) => "an element access",
        ExprKind::Method(_) => "a method call",
        ExprKind::Selector(_) => "a selector",
        ExprKind::Call(_) => "a function call",
        ExprKind::FunctionRef(_) => "a function reference",
        _ => statement(&expr.kind),
    }
}

fn statement(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Block(_) => "a block",
        ExprKind::If(_) => "an `if`",
        ExprKind::Unless(_) => "an `unless`",
        ExprKind::Case(_) => "a `case`",
        ExprKind::Function(_) => "a function definition",
        ExprKind::Plan(_) => "a plan definition",
        ExprKind::Apply(_) => "an apply block",
        ExprKind::TypeAlias(_) => "a type alias",
        ExprKind::TypeDefinition(_) => "a type definition",
        ExprKind::TypeMapping(..) => "a type mapping",
        ExprKind::Class(_) => "a class definition",
        ExprKind::Define(_) => "a define",
        ExprKind::Node(_) => "a node definition",
        ExprKind::Resource(_) => "a resource",
        ExprKind::ResourceDefaults(_) => "a set of resource defaults",
        ExprKind::ResourceOverride(_) => "a resource override",
        ExprKind::Collect(collect) if collect.exported => "an exported collector",
        ExprKind::Collect(_) => "a collector",
        ExprKind::Epp(_) => "a template",
        ExprKind::RenderString(_) => "template text",
        ExprKind::Render(_) => "a template value",
        _ => "an expression",
    }
}

fn phrase_in_parentheses(inner: &Expr) -> &'static str {
    match inner.kind {
        ExprKind::Variable(_) => "a variable in parentheses",
        _ => phrase(inner),
    }
}

fn assign(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Set => "an assignment",
        AssignOp::Append => "a `+=`",
        AssignOp::Delete => "a `-=`",
    }
}
