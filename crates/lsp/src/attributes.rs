//! The places that give or read a parameter of a class or defined type by its name: attributes, and the keys of literal
//! hashes that become attributes.

use pprepl_project::{Symbol, SymbolKind};
use pprepl_text::Span;
use puppet_syntax::ast::{AttributeKind, AttributeOperation, BinaryOp, Expr, ExprKind, HashEntry, Program, Resource};
use puppet_syntax::walk::for_each_everywhere;

/// Returns the spans of a parameter's name in the declarations, overrides and accesses of a class or resource type.
pub fn attributes_named(program: &Program, text: &str, symbol: &Symbol, name: &str) -> Vec<Span> {
    let mut found = Search { text, symbol, name, found: Vec::new() };
    for_each_everywhere(&program.body, &mut |expr| found.see(expr));
    found.found
}

/// Returns the class or resource type and the attribute whose name is at an offset, with the span of the name.
pub fn attribute_at(program: &Program, text: &str, offset: u32) -> Option<(Symbol, String, Span)> {
    let mut found = None;
    let mut see = |declared: &Expr, kind: SymbolKind, operations: &[AttributeOperation]| {
        let here = operations.iter().filter(|one| one.span.start <= offset && offset <= one.span.end);
        for operation in here {
            let (AttributeKind::Set(name) | AttributeKind::Append(name)) = &operation.kind else { continue };
            let span = name_in(operation.span, text, name).filter(|span| span.start <= offset && offset <= span.end);
            if let (Some(span), Some(declared)) = (span, name_of(declared)) {
                found = Some((Symbol::new(kind, declared), name.to_string(), span));
            }
        }
    };
    for_each_everywhere(&program.body, &mut |expr| match &expr.kind {
        ExprKind::Resource(resource) => {
            for body in &resource.bodies {
                let (declared, kind) = match is_class(resource) {
                    true => (&body.title, SymbolKind::Class),
                    false => (&resource.type_name, SymbolKind::ResourceType),
                };
                see(declared, kind, &body.operations);
            }
        }
        ExprKind::ResourceDefaults(defaults) => {
            see(&defaults.type_ref, SymbolKind::ResourceType, &defaults.operations);
        }
        ExprKind::ResourceOverride(overriding) => match &overriding.resources.kind {
            ExprKind::Access(left, keys) if matches!(&left.kind, ExprKind::Ref(name) if &**name == "Class") => {
                keys.iter().for_each(|key| see(key, SymbolKind::Class, &overriding.operations));
            }
            ExprKind::Access(left, _) => see(left, SymbolKind::ResourceType, &overriding.operations),
            _ => {}
        },
        ExprKind::Collect(collect) => see(&collect.type_expr, SymbolKind::ResourceType, &collect.operations),
        _ => {}
    });
    found
}

/// The search for a parameter of a class or resource type.
struct Search<'s> {
    text: &'s str,
    symbol: &'s Symbol,
    name: &'s str,
    found: Vec<Span>,
}

impl Search<'_> {
    fn see(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Resource(resource) => self.resource(resource),
            ExprKind::ResourceDefaults(defaults) if names(&defaults.type_ref, self.symbol) => {
                self.operations(&defaults.operations);
            }
            ExprKind::ResourceOverride(overriding) if names_reference(&overriding.resources, self.symbol) => {
                self.operations(&overriding.operations);
            }
            ExprKind::Collect(collect) if names(&collect.type_expr, self.symbol) => {
                self.operations(&collect.operations);
                collect.query.iter().for_each(|query| self.query(query));
            }
            ExprKind::Access(left, keys) if names_reference(left, self.symbol) => {
                keys.iter().for_each(|key| self.literal(key));
            }
            ExprKind::Call(call) => self.call(&call.functor, call.args.iter().collect()),
            ExprKind::Method(method) => {
                self.call(&method.name, std::iter::once(&method.receiver).chain(&method.args).collect());
            }
            _ => {}
        }
    }

    fn resource(&mut self, resource: &Resource) {
        let is_class = is_class(resource);
        if is_class != (self.symbol.kind == SymbolKind::Class) {
            return;
        }
        for body in &resource.bodies {
            if names(if is_class { &body.title } else { &resource.type_name }, self.symbol) {
                self.operations(&body.operations);
            }
        }
    }

    fn operations(&mut self, operations: &[AttributeOperation]) {
        for operation in operations {
            match &operation.kind {
                AttributeKind::Set(own) | AttributeKind::Append(own) if &**own == self.name => {
                    self.found.extend(name_in(operation.span, self.text, self.name));
                }
                AttributeKind::Set(_) | AttributeKind::Append(_) => {}
                AttributeKind::Splat => self.keys(&operation.value),
            }
        }
    }

    /// Adds the key of a literal hash of attributes.
    fn keys(&mut self, hash: &Expr) {
        entries(hash).iter().for_each(|entry| self.literal(&entry.key));
    }

    /// Adds a literal that is the name.
    fn literal(&mut self, expr: &Expr) {
        if name_of(expr).is_some_and(|own| own == self.name) {
            self.found.extend(name_in(expr.span, self.text, self.name));
        }
    }

    /// Adds the names in a query: `port == 1`.
    fn query(&mut self, query: &Expr) {
        match &query.kind {
            ExprKind::Paren(inner) => self.query(inner),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.query(left);
                self.query(right);
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, _) => self.literal(left),
            _ => {}
        }
    }

    /// Adds the names in a call that makes resources, or reads one of their parameters.
    fn call(&mut self, functor: &Expr, arguments: Vec<&Expr>) {
        let ExprKind::Name(function) = &functor.kind else { return };
        let is_ours = |one: Option<&&Expr>| one.is_some_and(|one| names(one, self.symbol));
        match (&**function, &arguments[..]) {
            ("getparam", [reference, name, ..]) if names_reference(reference, self.symbol) => self.literal(name),
            ("create_resources", [kind, titles, rest @ ..]) => {
                let is_class = name_of(kind) == Some("class") && self.symbol.kind == SymbolKind::Class;
                for entry in entries(titles) {
                    if is_class && names(&entry.key, self.symbol) || !is_class && names(kind, self.symbol) {
                        self.keys(&entry.value);
                    }
                }
                if !is_class && names(kind, self.symbol) {
                    rest.iter().for_each(|defaults| self.keys(defaults));
                }
            }
            ("ensure_resource", [_, _, attributes, ..]) if is_ours(arguments.first()) => self.keys(attributes),
            ("ensure_resources", [_, titles, rest @ ..]) if is_ours(arguments.first()) => {
                entries(titles).iter().for_each(|entry| self.keys(&entry.value));
                rest.iter().for_each(|defaults| self.keys(defaults));
            }
            _ => {}
        }
    }
}

fn is_class(resource: &Resource) -> bool {
    matches!(&resource.type_name.kind, ExprKind::Name(name) | ExprKind::Reserved(name, _) if &**name == "class")
}

/// Returns the entries of a literal hash.
fn entries(expr: &Expr) -> &[HashEntry] {
    match &expr.kind {
        ExprKind::Hash(all) => all,
        ExprKind::Paren(inner) => entries(inner),
        _ => &[],
    }
}

/// Returns the name that an expression writes.
fn name_of(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) | ExprKind::String(name) | ExprKind::Ref(name) => Some(name),
        _ => None,
    }
}

/// Returns whether an expression is the name of a symbol.
fn names(expr: &Expr, symbol: &Symbol) -> bool {
    match &expr.kind {
        ExprKind::Array(items) => items.iter().any(|item| names(item, symbol)),
        _ => name_of(expr).is_some_and(|name| Symbol::new(symbol.kind, name).name == symbol.name),
    }
}

/// Returns whether an expression is a reference to a symbol: `Class['x']`, `X['title']`.
fn names_reference(expr: &Expr, symbol: &Symbol) -> bool {
    let ExprKind::Access(left, keys) = &expr.kind else { return false };
    match symbol.kind {
        SymbolKind::Class => {
            matches!(&left.kind, ExprKind::Ref(name) if &**name == "Class") && keys.iter().any(|key| names(key, symbol))
        }
        _ => matches!(left.kind, ExprKind::Ref(_)) && names(left, symbol),
    }
}

/// Returns the span of a name in a part of the source.
fn name_in(span: Span, text: &str, name: &str) -> Option<Span> {
    let start = span.start + span.of(text).find(name)? as u32;
    Some(Span::new(start, start + name.len() as u32))
}
