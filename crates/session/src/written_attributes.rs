//! The attributes that source gives to resources: in declarations, defaults, overrides and collectors.

use pprepl_text::Span;
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Expr, ExprKind, Program};
use puppet_syntax::walk::{for_each_child, lambda_of};

/// An attribute with its value, as written.
pub(super) struct WrittenAttribute<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) value: &'a Expr,
}

/// Visits each list of attributes with the name of its resource type in lower case, also inside definitions.
pub(super) fn for_each_list<'a>(program: &'a Program, visit: &mut dyn FnMut(&str, &'a [AttributeOperation])) {
    for_each_resource(&program.body, visit);
}

/// Returns the attributes of a list, with the entries of a literal hash after `* =>`.
pub(super) fn attributes_of(operations: &[AttributeOperation]) -> Vec<WrittenAttribute<'_>> {
    let mut found = Vec::new();
    for operation in operations {
        match &operation.kind {
            AttributeKind::Set(name) | AttributeKind::Append(name) => {
                let start = operation.span.start;
                let span = Span::new(start, start + name.len() as u32);
                found.push(WrittenAttribute { name, span, value: &operation.value });
            }
            AttributeKind::Splat => found.extend(entries_of(&operation.value)),
        }
    }
    found
}

fn entries_of(value: &Expr) -> Vec<WrittenAttribute<'_>> {
    let ExprKind::Hash(entries) = &value.kind else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        if let ExprKind::Name(name) | ExprKind::String(name) = &entry.key.kind {
            found.push(WrittenAttribute { name, span: entry.key.span, value: &entry.value });
        }
    }
    found
}

/// Returns the name of the type that an expression refers to, in lower case.
fn type_named(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) | ExprKind::Ref(name) => Some(name.trim_start_matches("::").to_lowercase()),
        ExprKind::Access(left, _) => type_named(left),
        _ => None,
    }
}

fn for_each_resource<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&str, &'a [AttributeOperation])) {
    let mut tell = |of: &Expr, lists: &mut dyn Iterator<Item = &'a [AttributeOperation]>| {
        if let Some(name) = type_named(of) {
            lists.for_each(|list| visit(&name, list));
        }
    };
    match &expr.kind {
        ExprKind::Resource(one) => {
            tell(&one.type_name, &mut one.bodies.iter().map(|body| &body.operations[..]));
        }
        ExprKind::ResourceDefaults(one) => tell(&one.type_ref, &mut std::iter::once(&one.operations[..])),
        ExprKind::ResourceOverride(one) => tell(&one.resources, &mut std::iter::once(&one.operations[..])),
        ExprKind::Collect(one) => tell(&one.type_expr, &mut std::iter::once(&one.operations[..])),
        _ => {}
    }
    for_each_child(expr, &mut |child| for_each_resource(child, visit));
    if let Some(lambda) = lambda_of(expr) {
        for_each_resource(&lambda.body, visit);
    }
    match &expr.kind {
        ExprKind::Class(class) => for_each_resource(&class.body, visit),
        ExprKind::Define(define) => for_each_resource(&define.body, visit),
        ExprKind::Node(node) => for_each_resource(&node.body, visit),
        ExprKind::Function(function) | ExprKind::Plan(function) => for_each_resource(&function.body, visit),
        _ => {}
    }
}
