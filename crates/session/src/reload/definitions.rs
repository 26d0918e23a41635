//! Compares the definitions in two versions of a file: functions, classes, defines, types, nodes, and their
//! parameters.

use indexmap::IndexMap;

use crate::inspect::Side;
use pprepl_text::{Source, Span};
use puppet_syntax::ast::{Expr, ExprKind, Param};
use puppet_syntax::{self as syntax, LexOptions};

#[derive(Debug, Clone)]
pub struct DefinitionChange {
    /// The side on which it occurs.
    pub side: Side,
    /// The kind: `class`, `function`, ...
    pub kind: &'static str,
    pub name: String,
    /// The differences, one line each.
    pub details: Vec<String>,
    /// The location: the file and the line.
    pub place: String,
}

/// A definition for comparison: its parts as source with normalized whitespace.
struct Definition {
    params: IndexMap<String, String>,
    head: String,
    body: String,
    place: String,
}

type Definitions = IndexMap<(&'static str, String), Definition>;

/// Returns the definitions that differ between two versions of a file.
pub(super) fn compare(name: &str, old: &str, new: &str, options: LexOptions) -> Vec<DefinitionChange> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (read(name, old, options), read(name, new, options));
    let mut changes = Vec::new();
    let change = |side, key: &(&'static str, String), definition: &Definition, details| DefinitionChange {
        side,
        kind: key.0,
        name: key.1.clone(),
        details,
        place: definition.place.clone(),
    };
    for (key, definition) in &new {
        match old.get(key) {
            None => changes.push(change(Side::Added, key, definition, Vec::new())),
            Some(before) => {
                let details = details(before, definition);
                if !details.is_empty() {
                    changes.push(change(Side::Changed, key, definition, details));
                }
            }
        }
    }
    let gone = old.iter().filter(|(key, _)| !new.contains_key(*key));
    changes.extend(gone.map(|(key, definition)| change(Side::Removed, key, definition, Vec::new())));
    changes
}

/// Returns the differences of a definition.
fn details(old: &Definition, new: &Definition) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, text) in &new.params {
        match old.params.get(name) {
            None => lines.push(format!("+ parameter {text}")),
            Some(before) if before != text => lines.push(format!("~ parameter {before}  ->  {text}")),
            Some(_) => {}
        }
    }
    let gone = old.params.iter().filter(|(name, _)| !new.params.contains_key(*name));
    lines.extend(gone.map(|(_, text)| format!("- parameter {text}")));
    if old.head != new.head {
        lines.push(format!("~ {}  ->  {}", or_nothing(&old.head), or_nothing(&new.head)));
    }
    if old.body != new.body {
        lines.push("~ its body".to_owned());
    }
    lines
}

fn or_nothing(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

fn read(name: &str, text: &str, options: LexOptions) -> Definitions {
    let source = Source::new(name, text);
    let program = syntax::parse(text, options.for_file(name)).program;
    let mut reader = Reader { source: &source, found: Definitions::new() };
    reader.block(&program.body, "");
    reader.found
}

struct Reader<'s> {
    source: &'s Source,
    found: Definitions,
}

impl Reader<'_> {
    fn block(&mut self, expr: &Expr, outer: &str) {
        match &expr.kind {
            ExprKind::Block(statements) => statements.iter().for_each(|statement| self.block(statement, outer)),
            ExprKind::Function(one) => {
                let returns = one.returns.as_ref().map_or_else(String::new, |ty| format!(">> {}", self.text(ty.span)));
                self.add("function", one.name.to_string(), &one.params, returns, one.body.span, expr.span);
            }
            ExprKind::Plan(one) => {
                self.add("plan", one.name.to_string(), &one.params, String::new(), one.body.span, expr.span);
            }
            ExprKind::Class(one) => {
                let name = qualified(outer, &one.name);
                let head = one.parent.as_ref().map_or_else(String::new, |parent| format!("inherits {parent}"));
                self.block(&one.body, &name);
                self.add("class", name, &one.params, head, one.body.span, expr.span);
            }
            ExprKind::Define(one) => {
                let name = qualified(outer, &one.name);
                self.add("define", name, &one.params, String::new(), one.body.span, expr.span);
            }
            ExprKind::TypeAlias(one) => {
                let head = format!("= {}", self.text(one.type_expr.span));
                self.add("type", one.name.to_string(), &[], head, Span::at(0), expr.span);
            }
            ExprKind::Node(one) => {
                let names: Vec<String> = one.matches.iter().map(|name| self.text(name.span)).collect();
                self.add("node", names.join(", "), &[], String::new(), one.body.span, expr.span);
            }
            _ => {}
        }
    }

    fn add(&mut self, kind: &'static str, name: String, params: &[Param], head: String, body: Span, whole: Span) {
        let params = params.iter().map(|param| (param.name.to_string(), self.text(param.span))).collect();
        let line = self.source.line_column(whole.start).line;
        let place = format!("{}:{line}", self.source.name());
        let definition = Definition { params, head, body: self.text(body), place };
        self.found.insert((kind, name), definition);
    }

    /// Returns source with single spaces only.
    fn text(&self, span: Span) -> String {
        span.of(self.source.text()).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn qualified(outer: &str, name: &str) -> String {
    let name = name.strip_prefix("::").unwrap_or(name);
    if outer.is_empty() { name.to_owned() } else { format!("{outer}::{name}") }
}
