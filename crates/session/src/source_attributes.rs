//! The attributes that source gives to resources: in declarations, defaults, overrides, collectors and calls of
//! `create_resources`.

use pprepl_text::Span;
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Expr, ExprKind, Program};
use puppet_syntax::walk::{for_each_child, lambda_of};

/// An attribute with its value, as written.
pub(super) struct SourceAttribute<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) value: &'a Expr,
}

/// A list of attributes.
#[derive(Clone, Copy)]
pub(super) enum AttributeList<'a> {
    Operations(&'a [AttributeOperation]),
    /// The hash of a resource that `create_resources` makes.
    Hash(&'a Expr),
}

impl<'a> AttributeList<'a> {
    /// Returns the attributes, with the entries of a literal hash after `* =>`.
    pub(super) fn attributes(self) -> Vec<SourceAttribute<'a>> {
        match self {
            AttributeList::Operations(operations) => attributes_of(operations),
            AttributeList::Hash(hash) => entries_of(hash),
        }
    }

    /// Returns the operations of a list that the language has for attributes.
    pub(super) fn operations(self) -> &'a [AttributeOperation] {
        match self {
            AttributeList::Operations(operations) => operations,
            AttributeList::Hash(_) => &[],
        }
    }
}

/// Visits each list of attributes with the name of its resource type in lower case, also inside definitions.
pub(super) fn for_each_list<'a>(program: &'a Program, visit: &mut dyn FnMut(&str, AttributeList<'a>)) {
    for_each_resource(&program.body, visit);
}

fn attributes_of(operations: &[AttributeOperation]) -> Vec<SourceAttribute<'_>> {
    let mut found = Vec::new();
    for operation in operations {
        match &operation.kind {
            AttributeKind::Set(name) | AttributeKind::Append(name) => {
                let start = operation.span.start;
                let span = Span::new(start, start + name.len() as u32);
                found.push(SourceAttribute { name, span, value: &operation.value });
            }
            AttributeKind::Splat => found.extend(entries_of(&operation.value)),
        }
    }
    found
}

fn entries_of(value: &Expr) -> Vec<SourceAttribute<'_>> {
    let ExprKind::Hash(entries) = &value.kind else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        if let ExprKind::Name(name) | ExprKind::String(name) = &entry.key.kind {
            found.push(SourceAttribute { name, span: entry.key.span, value: &entry.value });
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

/// Visits the hashes of a call of `create_resources` that the source writes: of each resource, and of the defaults.
fn for_each_created<'a>(arguments: &[&'a Expr], visit: &mut dyn FnMut(&str, AttributeList<'a>)) {
    let [of, resources, defaults @ ..] = arguments else { return };
    let (ExprKind::Name(name) | ExprKind::String(name)) = &of.kind else { return };
    // Nothing checks a virtual resource before it is realized.
    if name.starts_with('@') {
        return;
    }
    let name = name.trim_start_matches("::").to_lowercase();
    if let ExprKind::Hash(entries) = &resources.kind {
        entries.iter().for_each(|entry| visit(&name, AttributeList::Hash(&entry.value)));
    }
    defaults.iter().for_each(|hash| visit(&name, AttributeList::Hash(hash)));
}

/// Returns the arguments of a call of `create_resources`.
fn created_by(expr: &Expr) -> Option<Vec<&Expr>> {
    let is_it = |name: &Expr| matches!(&name.kind, ExprKind::Name(name) if &**name == "create_resources");
    match &expr.kind {
        ExprKind::Call(call) if is_it(&call.functor) => Some(call.args.iter().collect()),
        ExprKind::Method(method) if is_it(&method.name) => {
            Some(std::iter::once(&method.receiver).chain(&method.args).collect())
        }
        _ => None,
    }
}

fn for_each_resource<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&str, AttributeList<'a>)) {
    if let Some(arguments) = created_by(expr) {
        for_each_created(&arguments, visit);
    }
    let mut tell = |of: &Expr, lists: &mut dyn Iterator<Item = &'a [AttributeOperation]>| {
        if let Some(name) = type_named(of) {
            lists.for_each(|list| visit(&name, AttributeList::Operations(list)));
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
