//! The direct parts of an expression, without lambdas and definitions: the possible parts of a default.

use crate::ast::{AttributeOperation, Case, Expr, ExprKind, If, Resource, Segment, Selector};

/// Calls `visit` with each direct part of `expr`; lambdas are omitted, since they have a scope of their own.
pub(super) fn for_each_part(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match &expr.kind {
        ExprKind::Interpolated(segments) => segments.iter().filter_map(value).for_each(visit),
        ExprKind::Heredoc(heredoc) => visit(&heredoc.text),
        ExprKind::Array(parts) | ExprKind::Block(parts) => parts.iter().for_each(visit),
        ExprKind::Hash(entries) => entries.iter().flat_map(|entry| [&entry.key, &entry.value]).for_each(visit),
        ExprKind::Unfold(inner)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::Paren(inner)
        | ExprKind::Render(inner) => visit(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Relation(_, left, right) | ExprKind::Assign(_, left, right) => {
            [left, right].into_iter().for_each(|part| visit(part))
        }
        ExprKind::Access(left, keys) => std::iter::once(&**left).chain(keys).for_each(visit),
        ExprKind::If(parts) | ExprKind::Unless(parts) => conditional(parts, visit),
        ExprKind::Case(parts) => case(parts, visit),
        ExprKind::Selector(parts) => selector(parts, visit),
        ExprKind::Call(call) => std::iter::once(&call.functor).chain(&call.args).for_each(visit),
        ExprKind::Method(method) => [&method.receiver, &method.name].into_iter().chain(&method.args).for_each(visit),
        ExprKind::Resource(parts) => resource(parts, visit),
        ExprKind::ResourceDefaults(parts) => attributes(&parts.operations, visit),
        ExprKind::ResourceOverride(parts) => {
            visit(&parts.resources);
            attributes(&parts.operations, visit);
        }
        ExprKind::Collect(parts) => {
            parts.query.iter().for_each(&mut *visit);
            attributes(&parts.operations, visit);
        }
        _ => {}
    }
}

fn value(segment: &Segment) -> Option<&Expr> {
    match segment {
        Segment::Value { expr, .. } => Some(expr),
        Segment::Text(..) => None,
    }
}

fn conditional(parts: &If, visit: &mut dyn FnMut(&Expr)) {
    [&parts.test, &parts.then, &parts.otherwise].into_iter().for_each(visit);
}

fn case(parts: &Case, visit: &mut dyn FnMut(&Expr)) {
    visit(&parts.test);
    for option in &parts.options {
        option.values.iter().for_each(&mut *visit);
        visit(&option.then);
    }
}

fn selector(parts: &Selector, visit: &mut dyn FnMut(&Expr)) {
    visit(&parts.left);
    parts.options.iter().flat_map(|option| [&option.matching, &option.value]).for_each(visit);
}

fn resource(parts: &Resource, visit: &mut dyn FnMut(&Expr)) {
    visit(&parts.type_name);
    for body in &parts.bodies {
        visit(&body.title);
        attributes(&body.operations, visit);
    }
}

fn attributes(operations: &[AttributeOperation], visit: &mut dyn FnMut(&Expr)) {
    operations.iter().map(|operation| &operation.value).for_each(visit);
}
