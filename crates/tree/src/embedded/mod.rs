//! Syntax highlighting of other languages in heredocs (`@(END:json)`): small rules for common languages, so that no
//! other grammar is needed. They recognize words, strings, numbers and comments, and do not validate.

mod data;
mod regexp;
mod scan;
mod words;

use std::ops::Range;

use tree_sitter::Node;

use super::{Document, Highlight};
use pprepl_text::Span;
use pprepl_text::theme::Role;

/// Returns the highlights of `text` in this language; empty for an unknown language.
pub fn highlights(text: &str, syntax: &str) -> Vec<Highlight> {
    match syntax {
        "json" => data::json(text),
        "yaml" | "yml" => data::yaml(text),
        _ => words::Language::named(syntax).map_or_else(Vec::new, |language| words::highlights(text, language)),
    }
}

/// Returns the heredoc bodies in view whose tag names a syntax, each with that name.
pub(super) fn bodies(document: &Document, view: &Range<usize>) -> Vec<(Range<usize>, String)> {
    let Some(root) = document.root() else { return Vec::new() };
    let mut finder = Finder { text: document.text(), waiting: Vec::new(), found: Vec::new() };
    let mut walk = root.walk();
    // The opener may be in the statement before the view.
    let first = root.children(&mut walk).position(|child| child.end_byte() > view.start).unwrap_or(0);
    for child in root.children(&mut walk).skip(first.saturating_sub(1)) {
        if child.start_byte() >= view.end {
            break;
        }
        finder.scan(child);
    }
    finder.found
}

/// A finder that pairs heredoc openers with bodies, which follow in the same order.
struct Finder<'d> {
    text: &'d str,
    waiting: Vec<Option<String>>,
    found: Vec<(Range<usize>, String)>,
}

impl Finder<'_> {
    fn scan(&mut self, node: Node) {
        let mut walk = node.walk();
        loop {
            self.node(walk.node());
            if walk.goto_first_child() {
                continue;
            }
            while !walk.goto_next_sibling() {
                if !walk.goto_parent() {
                    return;
                }
            }
        }
    }

    fn node(&mut self, node: Node) {
        match node.kind() {
            "heredoc" => {
                let syntax = node.child_by_field_name("syntax").and_then(|syntax| self.text.get(syntax.byte_range()));
                let template = self.is_template(node.start_byte()).then_some("epp");
                self.waiting.push(syntax.or(template).map(str::to_owned));
            }
            "heredoc_body" if !self.waiting.is_empty() => {
                let syntax = self.waiting.remove(0);
                let mut walk = node.walk();
                let end = node.children(&mut walk).find(|child| child.kind() == "heredoc_end");
                let end = end.map_or(node.end_byte(), |end| end.start_byte());
                self.found.extend(syntax.map(|syntax| (node.start_byte()..end, syntax)));
            }
            _ => {}
        }
    }
}

impl Finder<'_> {
    /// Returns whether a heredoc is the template of `inline_epp`.
    fn is_template(&self, opener: usize) -> bool {
        let before = self.text.get(..opener).unwrap_or_default().trim_end();
        before.strip_suffix('(').unwrap_or(before).trim_end().ends_with("inline_epp")
    }
}

/// Colors the parts of regular expressions.
pub(super) fn with_groups(found: Vec<Highlight>, text: &str) -> Vec<Highlight> {
    let mut inner = Vec::new();
    for part in found.iter().filter(|part| part.capture == Role::StringRegexp) {
        let start = part.span.start;
        inner.extend(
            regexp::highlights(part.span.of(text))
                .into_iter()
                .map(|one| Highlight { span: Span::new(start + one.span.start, start + one.span.end), ..one }),
        );
    }
    if inner.is_empty() { found } else { laid_over(found, &inner, Role::StringRegexp) }
}

/// Replaces the parts that have this role only by `over`: interpolations keep their colors.
pub(super) fn laid_over(found: Vec<Highlight>, over: &[Highlight], role: Role) -> Vec<Highlight> {
    let mut laid = Vec::with_capacity(found.len() + over.len());
    let mut next = 0;
    for part in found {
        if part.capture != role {
            laid.push(part);
            continue;
        }
        while over.get(next).is_some_and(|inner| inner.span.end <= part.span.start) {
            next += 1;
        }
        let mut at = part.span.start;
        let mut index = next;
        while let Some(inner) = over.get(index).filter(|inner| inner.span.start < part.span.end) {
            let (start, end) = (inner.span.start.max(at), inner.span.end.min(part.span.end));
            if at < start {
                laid.push(Highlight { span: Span::new(at, start), capture: part.capture });
            }
            if start < end {
                laid.push(Highlight { span: Span::new(start, end), capture: inner.capture });
            }
            at = end.max(at);
            index += 1;
        }
        if at < part.span.end {
            laid.push(Highlight { span: Span::new(at, part.span.end), capture: part.capture });
        }
    }
    laid
}
