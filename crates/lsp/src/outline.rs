//! The symbols of a document: definitions with their parameters, variables and resources; in data, the keys.

use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind};
use pprepl_project::Parse;
use pprepl_text::Span;
use puppet_syntax::ast::{Expr, ExprKind, Param, ResourceBody};
use puppet_syntax::walk::{for_each_child, lambda_of};

use super::failure::Answer;
use super::position::Lines;
use super::state::State;

/// Returns the symbols of a document as a tree.
pub fn symbols(state: &mut State, params: DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
    let name = state.document(&params.text_document.uri)?.member.name.clone();
    let (Some((_, parse)), Some(lines)) = (state.parse(&name), state.lines(&name)) else { return Ok(None) };
    let found = match &*parse {
        Parse::Code(parsed) => {
            let mut outline = Outline { lines: &lines, symbols: Vec::new() };
            outline.expr(&parsed.program.body);
            outline.symbols
        }
        Parse::Data(_) => keys(state, &name, &lines),
        Parse::Path => Vec::new(),
    };
    Ok(Some(DocumentSymbolResponse::Nested(found)))
}

fn keys(state: &State, name: &str, lines: &Lines<'_>) -> Vec<DocumentSymbol> {
    let Some(entry) = state.entry(name) else { return Vec::new() };
    let key = |definition: &pprepl_project::Definition| {
        let span = definition.name.to(definition.extent);
        symbol(lines, &definition.symbol.name, SymbolKind::KEY, span, definition.name, Vec::new())
    };
    entry.index.definitions.iter().map(key).collect()
}

struct Outline<'l> {
    lines: &'l Lines<'l>,
    symbols: Vec<DocumentSymbol>,
}

impl Outline<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Class(class) => {
                self.definition(&class.name, SymbolKind::CLASS, expr, class.name_span, &class.params, &class.body);
            }
            ExprKind::Define(define) => {
                self.definition(&define.name, SymbolKind::STRUCT, expr, define.name_span, &define.params, &define.body);
            }
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                let (name, span) = (&function.name, function.name_span);
                self.definition(name, SymbolKind::FUNCTION, expr, span, &function.params, &function.body);
            }
            ExprKind::TypeAlias(alias) => {
                self.add(&alias.name, SymbolKind::INTERFACE, expr.span, alias.name_span, Vec::new());
            }
            ExprKind::Node(node) => {
                let name = node.matches.iter().map(|one| one.span.of(self.lines.text())).collect::<Vec<_>>().join(", ");
                let span = node.matches.first().map_or(expr.span, |first| first.span);
                let children = self.inside(|outline| outline.expr(&node.body));
                self.add(&name, SymbolKind::NAMESPACE, expr.span, span, children);
            }
            ExprKind::Assign(_, target, value) => {
                if let ExprKind::Variable(name) = &target.kind {
                    self.add(&format!("${name}"), SymbolKind::VARIABLE, expr.span, target.span, Vec::new());
                }
                self.expr(value);
            }
            ExprKind::Resource(resource) => {
                let kind = resource.type_name.span.of(self.lines.text());
                resource.bodies.iter().for_each(|body| self.resource(kind, body));
            }
            ExprKind::Epp(epp) => {
                epp.params.iter().for_each(|param| self.param(param));
                self.expr(&epp.body);
            }
            _ => for_each_child(expr, &mut |child| self.expr(child)),
        }
        if let Some(lambda) = lambda_of(expr) {
            self.expr(&lambda.body);
        }
    }

    fn definition(&mut self, name: &str, kind: SymbolKind, expr: &Expr, span: Span, params: &[Param], body: &Expr) {
        let children = self.inside(|outline| {
            params.iter().for_each(|param| outline.param(param));
            outline.expr(body);
        });
        self.add(name, kind, expr.span, span, children);
    }

    fn param(&mut self, param: &Param) {
        let span = Span::new(param.at, param.at + 1 + param.name.len() as u32);
        self.add(&format!("${}", param.name), SymbolKind::PROPERTY, param.span.to(span), span, Vec::new());
    }

    fn resource(&mut self, kind: &str, body: &ResourceBody) {
        let title = body.title.span.of(self.lines.text()).lines().next().unwrap_or_default();
        let name = format!("{kind} {title}");
        self.add(&name, SymbolKind::OBJECT, body.span.to(body.title.span), body.title.span, Vec::new());
    }

    /// Returns the symbols that `act` finds.
    fn inside(&mut self, act: impl FnOnce(&mut Self)) -> Vec<DocumentSymbol> {
        let outer = std::mem::take(&mut self.symbols);
        act(self);
        std::mem::replace(&mut self.symbols, outer)
    }

    fn add(&mut self, name: &str, kind: SymbolKind, span: Span, own: Span, children: Vec<DocumentSymbol>) {
        self.symbols.push(symbol(self.lines, name, kind, span, own, children));
    }
}

fn symbol(
    lines: &Lines<'_>,
    name: &str,
    kind: SymbolKind,
    span: Span,
    own: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[allow(deprecated, reason = "the type has no other constructor")]
    DocumentSymbol {
        name: if name.is_empty() { "?".to_owned() } else { name.to_owned() },
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: lines.range(span.to(own)),
        selection_range: lines.range(own),
        children: (!children.is_empty()).then_some(children),
    }
}
