//! The index of a manifest: a walk over its syntax tree, which may lack statements with errors.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use pprepl_text::Span;
use puppet_syntax::ast::{AttributeKind, Call, Class, Expr, ExprKind, Function, Name, Param, Program, ResourceBody};
use puppet_syntax::walk::{for_each, for_each_child, lambda_of};

use super::declaring::Declaring;
use super::definition::{Definition, Parameter};
use super::file_index::FileIndex;
use super::names::{is_language_type, name_span, qualified, variables_in_strings};
use super::reference::{Reference, ReferenceRole};
use super::symbol::{Symbol, SymbolKind};

/// Returns the index of a parsed manifest or template.
pub(super) fn index_manifest(program: &Program, text: &str) -> FileIndex {
    let mut walk = Walk {
        text,
        index: FileIndex::default(),
        declaring: Declaring::default(),
        outer: String::new(),
        inside: None,
        is_interface: false,
    };
    walk.expr(&program.body);
    walk.index.declared = walk.declaring.finish();
    let references = &mut walk.index.references;
    references.sort_by_key(|one| (one.span.start, one.role));
    references.dedup();
    walk.index
}

/// The state of a walk.
struct Walk<'t> {
    text: &'t str,
    index: FileIndex,
    declaring: Declaring,
    /// The name of the enclosing class.
    outer: String,
    /// The index of the enclosing definition.
    inside: Option<u32>,
    /// Whether other files see this code.
    is_interface: bool,
}

impl Walk<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Class(class) => return self.class(class, expr),
            ExprKind::Define(define) => {
                let name = qualified(&self.outer, &define.name);
                let header = header(expr, define.name_span, &define.body);
                return self.definition(SymbolKind::ResourceType, &name, define.name_span, expr, header, |walk| {
                    walk.params(&define.params);
                    walk.body(&define.body);
                });
            }
            ExprKind::Function(function) => return self.function(SymbolKind::Function, function, expr),
            ExprKind::Plan(plan) => return self.function(SymbolKind::Plan, plan, expr),
            ExprKind::TypeAlias(alias) => {
                return self.definition(SymbolKind::Type, &alias.name, alias.name_span, expr, expr.span, |walk| {
                    walk.interface(|walk| walk.expr(&alias.type_expr));
                });
            }
            ExprKind::Node(node) => {
                node.matches.iter().for_each(|one| self.expr(one));
                return self.expr(&node.body);
            }
            ExprKind::TypeDefinition(definition) => return self.expr(&definition.body),
            ExprKind::TypeMapping(left, right) => {
                self.expr(left);
                return self.expr(right);
            }
            ExprKind::Apply(apply) => self.expr(&apply.body),
            ExprKind::Epp(epp) => self.params(&epp.params),
            kind => self.references_of(kind, expr),
        }
        for_each_child(expr, &mut |child| self.expr(child));
        if let Some(lambda) = lambda_of(expr) {
            self.params(&lambda.params);
            lambda.returns.iter().for_each(|returns| self.expr(returns));
            self.expr(&lambda.body);
        }
    }

    fn class(&mut self, class: &Class, expr: &Expr) {
        let name = qualified(&self.outer, &class.name);
        let header = header(expr, class.name_span, &class.body);
        let place = self.index.definitions.len();
        self.definition(SymbolKind::Class, &name, class.name_span, expr, header, |walk| {
            if let Some(parent) = &class.parent {
                let after = class.params.last().map_or(class.name_span.end, |last| last.span.end);
                let rest = Span::new(after, header.end.max(after));
                let word = rest.of(walk.text).find("inherits").map_or(after, |at| after + at as u32 + 8);
                let span = name_span(walk.text, Span::new(word, rest.end), parent);
                walk.interface(|walk| walk.refer(SymbolKind::Class, parent, span, ReferenceRole::Inherits));
            }
            walk.params(&class.params);
            let outer = std::mem::replace(&mut walk.outer, name.clone());
            walk.body(&class.body);
            walk.outer = outer;
        });
        let visible = visible_parts(&class.body, self.text);
        if let Some(definition) = self.index.definitions.get_mut(place) {
            definition.interface = definition.interface.wrapping_add(visible);
        }
    }

    fn function(&mut self, kind: SymbolKind, function: &Function, expr: &Expr) {
        self.definition(kind, &function.name, function.name_span, expr, expr.span, |walk| {
            walk.interface(|walk| {
                walk.params(&function.params);
                function.returns.iter().for_each(|returns| walk.expr(returns));
                walk.expr(&function.body);
            });
        });
    }

    /// Adds a definition, and what `act` finds in it.
    fn definition(
        &mut self,
        kind: SymbolKind,
        name: &str,
        span: Span,
        expr: &Expr,
        header: Span,
        act: impl FnOnce(&mut Self),
    ) {
        let params = match &expr.kind {
            ExprKind::Class(class) => &class.params[..],
            ExprKind::Define(define) => &define.params[..],
            ExprKind::Function(function) | ExprKind::Plan(function) => &function.params[..],
            _ => &[],
        };
        let place = self.index.definitions.len() as u32;
        self.index.definitions.push(Definition {
            symbol: Symbol::new(kind, name),
            name: name_span(self.text, span, name.rsplit("::").next().unwrap_or(name)).to(span),
            extent: expr.span,
            parameters: params.iter().map(parameter).collect(),
            interface: fingerprint(span.start, header.of(self.text)),
        });
        let outer = (self.inside.replace(place), std::mem::take(&mut self.is_interface));
        act(self);
        (self.inside, self.is_interface) = outer;
    }

    /// Walks the parameters: their types are seen by other files, their defaults are not.
    fn params(&mut self, params: &[Param]) {
        for param in params {
            if let Some(annotation) = &param.type_expr {
                self.interface(|walk| walk.expr(annotation));
            }
            param.default.iter().for_each(|default| self.expr(default));
        }
    }

    fn body(&mut self, body: &Expr) {
        self.expr(body);
    }

    fn interface(&mut self, act: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_interface, true);
        act(self);
        self.is_interface = outer;
    }

    fn refer(&mut self, kind: SymbolKind, name: &str, span: Span, role: ReferenceRole) {
        self.index.references.push(Reference {
            symbol: Symbol::new(kind, name),
            span,
            role,
            inside: self.inside,
            is_interface: self.is_interface,
        });
    }

    /// Adds a reference whose name is written in an expression.
    fn refer_to(&mut self, kind: SymbolKind, name: &str, expr: &Expr, role: ReferenceRole) {
        if !name.is_empty() {
            let span = name_span(self.text, expr.span, name);
            self.refer(kind, name, span, role);
        }
    }

    /// Adds a reference to the class of a qualified variable.
    fn class_of_variable(&mut self, name: &str, expr: &Expr) {
        if let Some((class, _)) = name.rsplit_once("::").filter(|(class, _)| !class.is_empty()) {
            self.refer_to(SymbolKind::Class, class, expr, ReferenceRole::Variable);
        }
    }

    /// Adds the references that an expression itself makes, without its parts.
    fn references_of(&mut self, kind: &ExprKind, expr: &Expr) {
        self.declaring.see(expr, self.inside);
        variables_in_strings(expr).into_iter().for_each(|(name, argument)| self.class_of_variable(name, argument));
        match kind {
            ExprKind::Ref(name) if !is_language_type(name) => {
                self.refer_to(SymbolKind::Type, name, expr, ReferenceRole::Type);
            }
            ExprKind::Variable(name) => self.class_of_variable(name, expr),
            ExprKind::FunctionRef(name) => self.refer_to(SymbolKind::Function, name, expr, ReferenceRole::Call),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Method(method) => {
                if let ExprKind::Name(name) = &method.name.kind {
                    self.refer_to(SymbolKind::Function, name, &method.name, ReferenceRole::Call);
                    self.arguments(name, std::iter::once(&method.receiver).chain(&method.args).collect());
                }
            }
            ExprKind::Access(left, keys) => {
                if matches!(&left.kind, ExprKind::Ref(name) if &**name == "Class") {
                    keys.iter().for_each(|key| self.names_in(SymbolKind::Class, key, ReferenceRole::Resource));
                }
                if matches!(&left.kind, ExprKind::Ref(name) if &**name == "Resource") {
                    let name = keys.first().into_iter();
                    name.for_each(|name| self.names_in(SymbolKind::ResourceType, name, ReferenceRole::Resource));
                }
            }
            ExprKind::Resource(resource) => match &resource.type_name.kind {
                ExprKind::Name(name) | ExprKind::Reserved(name, _) if &**name == "class" => {
                    let titles = resource.bodies.iter().map(|body| &body.title);
                    titles.for_each(|title| self.names_in(SymbolKind::Class, title, ReferenceRole::Declaration));
                }
                ExprKind::Name(name) => {
                    self.refer_to(SymbolKind::ResourceType, name, &resource.type_name, ReferenceRole::Declaration);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn call(&mut self, call: &Call) {
        if let ExprKind::Name(name) = &call.functor.kind {
            self.refer_to(SymbolKind::Function, name, &call.functor, ReferenceRole::Call);
            self.arguments(name, call.args.iter().collect());
        }
    }

    /// Adds the names that are arguments of functions of the language.
    fn arguments(&mut self, function: &str, arguments: Vec<&Expr>) {
        self.declaring.call(function, &arguments, self.inside);
        let mut arguments = arguments.into_iter();
        match function {
            "include" | "require" | "contain" => {
                arguments.for_each(|one| self.names_in(SymbolKind::Class, one, ReferenceRole::Include));
            }
            "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include" => {
                let key = arguments.next();
                key.into_iter().for_each(|one| self.names_in(SymbolKind::DataKey, one, ReferenceRole::Lookup));
            }
            "create_resources" | "ensure_resource" | "ensure_resources" => {
                let kind = arguments.next();
                kind.into_iter()
                    .for_each(|one| self.names_in(SymbolKind::ResourceType, one, ReferenceRole::Declaration));
            }
            "defined" => arguments.for_each(|one| {
                // A name may be that of a class or of a type; `Type[title]` in a string is left alone.
                if let ExprKind::String(name) | ExprKind::Name(name) = &one.kind
                    && !name.contains(['$', '['])
                {
                    self.refer_to(SymbolKind::Class, name, one, ReferenceRole::Type);
                    self.refer_to(SymbolKind::ResourceType, name, one, ReferenceRole::Type);
                }
            }),
            "run_plan" => {
                let plan = arguments.next();
                plan.into_iter().for_each(|one| self.names_in(SymbolKind::Plan, one, ReferenceRole::Call));
            }
            _ => {}
        }
    }

    /// Adds a literal name, or those of a list.
    fn names_in(&mut self, kind: SymbolKind, expr: &Expr, role: ReferenceRole) {
        match &expr.kind {
            ExprKind::String(name) | ExprKind::Name(name) => self.literal(kind, name, expr, role),
            ExprKind::Array(items) => items.iter().for_each(|item| self.names_in(kind, item, role)),
            ExprKind::Paren(inner) => self.names_in(kind, inner, role),
            _ => {}
        }
    }

    fn literal(&mut self, kind: SymbolKind, name: &Name, expr: &Expr, role: ReferenceRole) {
        self.refer_to(kind, name, expr, role);
    }
}

fn parameter(param: &Param) -> Parameter {
    Parameter {
        name: (&*param.name).into(),
        span: Span::new(param.at, param.at + 1 + param.name.len() as u32),
        annotation: param.type_expr.as_ref().map(|annotation| annotation.span),
        has_default: param.default.is_some(),
    }
}

/// Returns the span of a class or defined type up to its body.
fn header(expr: &Expr, name: Span, body: &Expr) -> Span {
    let end = if body.span.start > name.end { body.span.start } else { expr.span.end };
    Span::new(name.start, end.max(name.end))
}

/// Returns a hash of what other files see of the body of a class: its variables, and the order that it sets.
fn visible_parts(body: &Expr, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    for_each(body, &mut |expr| match &expr.kind {
        ExprKind::Assign(_, target, _) => target.span.of(text).hash(&mut hasher),
        ExprKind::Relation(..) => (expr.span.start, expr.span.of(text)).hash(&mut hasher),
        ExprKind::Call(call) if is_inclusion(call) => (expr.span.start, expr.span.of(text)).hash(&mut hasher),
        ExprKind::Resource(resource) => resource.bodies.iter().for_each(|one| hash_relations(one, text, &mut hasher)),
        _ => {}
    });
    hasher.finish()
}

fn is_inclusion(call: &Call) -> bool {
    matches!(&call.functor.kind, ExprKind::Name(name) if matches!(&**name, "include" | "require" | "contain"))
}

/// Hashes the title of a resource and its relationships.
fn hash_relations(body: &ResourceBody, text: &str, hasher: &mut FxHasher) {
    body.title.span.of(text).hash(hasher);
    for operation in &body.operations {
        match &operation.kind {
            AttributeKind::Set(name) if matches!(&**name, "require" | "before" | "notify" | "subscribe") => {
                (operation.span.start, operation.span.of(text)).hash(hasher);
            }
            AttributeKind::Set(_) | AttributeKind::Append(_) | AttributeKind::Splat => {}
        }
    }
}

/// Returns a hash of an offset and a source.
fn fingerprint(start: u32, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (start, text).hash(&mut hasher);
    hasher.finish()
}
