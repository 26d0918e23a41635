//! The attributes of declarations: `name => value` in the bodies of resources of one type.

use pprepl_project::{Symbol, SymbolKind};
use pprepl_text::Span;
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Expr, ExprKind, Program};
use puppet_syntax::walk::for_each_everywhere;

/// Returns the spans of the names of an attribute in the declarations and overrides of a class or resource type.
pub fn attributes_named(program: &Program, text: &str, symbol: &Symbol, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for_each_everywhere(&program.body, &mut |expr| match &expr.kind {
        ExprKind::Resource(resource) => {
            let is_class = matches!(&resource.type_name.kind,
                ExprKind::Name(name) | ExprKind::Reserved(name, _) if &**name == "class");
            for body in &resource.bodies {
                let declared = if is_class { &body.title } else { &resource.type_name };
                if is_class == (symbol.kind == SymbolKind::Class) && names(declared, symbol) {
                    found.extend(named(&body.operations, text, name));
                }
            }
        }
        ExprKind::ResourceDefaults(defaults) if names(&defaults.type_ref, symbol) => {
            found.extend(named(&defaults.operations, text, name));
        }
        ExprKind::ResourceOverride(overriding) if names_reference(&overriding.resources, symbol) => {
            found.extend(named(&overriding.operations, text, name));
        }
        ExprKind::Collect(collect) if names(&collect.type_expr, symbol) => {
            found.extend(named(&collect.operations, text, name));
        }
        _ => {}
    });
    found
}

/// Returns whether an expression is the name of a symbol.
fn names(expr: &Expr, symbol: &Symbol) -> bool {
    match &expr.kind {
        ExprKind::Name(name) | ExprKind::String(name) | ExprKind::Ref(name) => {
            Symbol::new(symbol.kind, name).name == symbol.name
        }
        ExprKind::Array(items) => items.iter().any(|item| names(item, symbol)),
        _ => false,
    }
}

/// Returns whether an expression is a reference to a symbol: `Class['x']`, `X['title']`.
fn names_reference(expr: &Expr, symbol: &Symbol) -> bool {
    let ExprKind::Access(left, keys) = &expr.kind else { return false };
    match symbol.kind {
        SymbolKind::Class => {
            matches!(&left.kind, ExprKind::Ref(name) if &**name == "Class") && keys.iter().any(|key| names(key, symbol))
        }
        _ => names(left, symbol),
    }
}

fn named<'o>(operations: &'o [AttributeOperation], text: &'o str, name: &'o str) -> impl Iterator<Item = Span> + 'o {
    let own = move |operation: &&AttributeOperation| match &operation.kind {
        AttributeKind::Set(own) | AttributeKind::Append(own) => &**own == name,
        AttributeKind::Splat => false,
    };
    let span = move |operation: &AttributeOperation| {
        let inside = operation.span.of(text).find(name)? as u32;
        let start = operation.span.start + inside;
        Some(Span::new(start, start + name.len() as u32))
    };
    operations.iter().filter(own).filter_map(span)
}
