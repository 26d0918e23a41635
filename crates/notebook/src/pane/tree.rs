//! The two trees of a source around the cursor: the syntax tree of the language's parser, and the concrete tree of
//! the incremental grammar, which includes ERROR and MISSING nodes.

use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;
use pprepl_text::{Diagnostic, Span};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::pn::{OutlineLine, tree_of};
use puppet_syntax::{Parsed, parse};
use puppet_tree::{ConcreteNode, Dialect, Document, concrete_tree_in};

use super::{CursorContext, Line, View};

/// The number of tree lines shown before and after the cursor's line.
const AROUND: usize = 24;

/// The number of bytes before and after the cursor that the concrete tree covers.
const REACH: u32 = 600;

/// The maximum width of a node's source.
const WIDE: usize = 28;

/// Builds the pane. `document` is the incrementally updated document of the cell, where one exists.
pub fn view(here: &CursorContext<'_>, document: Option<&Document>) -> View {
    let mut view = View::new("Tree");
    let parsed = parse(here.text, here.options);
    view.head("Syntax tree");
    match statement(here, &parsed.program.body) {
        Some(statement) => syntax_tree(&mut view, here, statement),
        None => view.say(Role::Hint, "(no valid statement)"),
    }
    errors(&mut view, here, &parsed);
    view.head("Concrete tree");
    concrete(&mut view, here, &nodes(here, &parsed, document));
    view
}

/// Returns the concrete nodes around the cursor.
fn nodes(here: &CursorContext<'_>, parsed: &Parsed, document: Option<&Document>) -> Vec<ConcreteNode> {
    let reach = here.at().saturating_sub(REACH)..here.at().saturating_add(REACH);
    if let Some(document) = document.filter(|document| document.text() == here.text && !document.is_stale()) {
        return concrete_tree_in(document, reach);
    }
    let part = if here.options.template { None } else { part(here, parsed) };
    let Some(part) = part else {
        let dialect = if here.options.template { Dialect::Template } else { Dialect::Puppet };
        return concrete_tree_in(&Document::of(dialect, here.text), reach);
    };
    let document = Document::new(part.of(here.text));
    let mut nodes =
        concrete_tree_in(&document, reach.start.saturating_sub(part.start)..reach.end.saturating_sub(part.start));
    for node in &mut nodes {
        node.span = Span::new(node.span.start + part.start, node.span.end + part.start);
    }
    nodes
}

/// Up to this size in bytes, the entire source is parsed.
const SHORT: usize = 2 * 1024;

/// Returns the statements around the cursor in a long valid source, up to the start of the next statement: a heredoc
/// body follows its statement.
fn part(here: &CursorContext<'_>, parsed: &Parsed) -> Option<Span> {
    let ExprKind::Block(statements) = &parsed.program.body.kind else { return None };
    if here.text.len() <= SHORT || parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let at = statements.partition_point(|one| one.span.start <= here.at()).saturating_sub(1);
    let start = statements.get(at.saturating_sub(1))?.span.start;
    let end = statements.get(at + 2).map_or(here.text.len() as u32, |one| one.span.start);
    Some(Span::new(start, end))
}

/// Returns the statement under the cursor, else the nearest.
fn statement<'p>(here: &CursorContext<'_>, body: &'p Expr) -> Option<&'p Expr> {
    match &body.kind {
        ExprKind::Block(statements) => statements.iter().min_by_key(|one| here.distance(one.span)),
        ExprKind::Nop => None,
        _ => Some(body),
    }
}

fn syntax_tree(view: &mut View, here: &CursorContext<'_>, statement: &Expr) {
    let lines = tree_of(statement).outline();
    let holds = |line: &OutlineLine| line.span.is_some_and(|span| here.is_in(span));
    // The smallest node that contains the cursor; of equal ones the outermost, which shows the most source.
    let current = lines.iter().enumerate().filter(|(_, line)| holds(line));
    let current = current.min_by_key(|(_, line)| line.span.map_or(u32::MAX, Span::len)).map(|(index, _)| index);
    for (index, line) in window(&lines, current) {
        let is_current = current == Some(index);
        if is_current {
            view.focus_next();
            line.span.iter().for_each(|span| view.mark(*span, Role::Match));
        }
        let mut shown = Line::of(Role::Gutter, "  ".repeat(line.depth));
        shown = match line.text.split_once(": ").filter(|(label, _)| is_word(label)) {
            Some((label, rest)) => shown.and(Role::Property, format!("{label}: ")).and(role(rest, is_current), rest),
            None => shown.and(role(&line.text, is_current), &line.text),
        };
        if let Some(span) = line.span {
            shown = shown.and(Role::Hint, format!("  {}", shortened(span.of(here.text), WIDE))).at(span);
        }
        view.push(shown);
    }
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn role(text: &str, is_current: bool) -> Role {
    match text.as_bytes().first() {
        _ if is_current => Role::Match,
        Some(b'"') => Role::String,
        Some(b'0'..=b'9') => Role::Number,
        _ if text.ends_with(':') => Role::Property,
        _ => Role::Keyword,
    }
}

/// Returns the lines around the current one, each with its number.
fn window<T>(lines: &[T], current: Option<usize>) -> impl Iterator<Item = (usize, &T)> {
    let from = current.unwrap_or(0).saturating_sub(AROUND);
    lines.iter().enumerate().skip(from).take(2 * AROUND + 1)
}

/// Adds the parse errors.
fn errors(view: &mut View, here: &CursorContext<'_>, parsed: &Parsed) {
    let errors = parsed.diagnostics.iter().filter(|found| found.is_error());
    for found in errors.take(3) {
        let mut line = Line::of(Role::Error, "error: ").and(Role::Plain, &found.message);
        if let Some(span) = found.span {
            line = line.and(Role::Hint, format!("  line {}", here.line_of(span.start))).at(span);
            view.mark(span, Role::Fault);
        }
        view.push(line);
    }
}

fn concrete(view: &mut View, here: &CursorContext<'_>, nodes: &[ConcreteNode]) {
    let holds = |node: &ConcreteNode| here.is_in(node.span) && (!node.span.is_empty() || node.missing);
    let current = nodes.iter().enumerate().filter(|(_, node)| holds(node));
    // The deepest node: of equal ones the last.
    let current = current.min_by_key(|(index, node)| (node.span.len(), usize::MAX - index)).map(|(index, _)| index);
    for (index, node) in window(nodes, current) {
        if current == Some(index) && view.focus.is_none() {
            view.focus_next();
        }
        let role = match () {
            () if node.error || node.missing => Role::Error,
            () if current == Some(index) => Role::Match,
            () if node.named => Role::Property,
            () => Role::Operator,
        };
        let text = if node.leaf { shortened(node.span.of(here.text), WIDE) } else { String::new() };
        let line = Line::of(Role::Gutter, "  ".repeat(node.depth)).and(role, node.label());
        view.push(line.and(Role::Hint, if text.is_empty() { text } else { format!("  {text}") }).at(node.span));
        if node.error {
            view.mark(node.span, Role::Fault);
        }
    }
}
