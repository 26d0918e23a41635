//! The concrete syntax tree as plain data: every node with its field, its span, and whether it is an `ERROR` or a
//! `MISSING` node.

use std::ops::Range;

use super::Document;
use pprepl_budget as budget;
use pprepl_text::Span;

/// A node that the grammar inserts where a statement starts inside an error; it has no counterpart in the source.
const MARK: &str = "mark";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteNode {
    /// The depth, from 0.
    pub depth: usize,
    /// The field of the parent.
    pub field: Option<String>,
    /// The kind; a punctuation token or keyword is its own kind.
    pub kind: String,
    /// Whether it is a named node: not a punctuation token or keyword.
    pub named: bool,
    /// Whether it is source that does not parse.
    pub error: bool,
    /// Whether the parser inserted it because it is missing.
    pub missing: bool,
    /// Whether it has no children.
    pub leaf: bool,
    pub span: Span,
}

impl ConcreteNode {
    /// Formats `field: kind`, with `ERROR` or `MISSING` before the kind.
    pub fn label(&self) -> String {
        let field = self.field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let missing = if self.missing { "MISSING " } else { "" };
        let kind = if self.named { self.kind.clone() } else { format!("'{}'", self.kind) };
        format!("{field}{missing}{kind}")
    }
}

/// Returns the nodes of a document in preorder.
pub fn concrete_tree(document: &Document) -> Vec<ConcreteNode> {
    concrete_tree_in(document, 0..u32::MAX)
}

/// Returns the nodes of a document that touch a range of it, in preorder.
pub fn concrete_tree_in(document: &Document, range: Range<u32>) -> Vec<ConcreteNode> {
    let mut found = Vec::new();
    let Some(root) = document.root() else { return found };
    let mut walk = root.walk();
    let mut depth = 0;
    loop {
        if budget::is_exhausted() {
            return found;
        }
        let node = walk.node();
        let touches = node.start_byte() as u32 <= range.end && node.end_byte() as u32 >= range.start;
        let is_in = touches && node.kind() != MARK;
        if is_in {
            found.push(ConcreteNode {
                depth,
                field: walk.field_name().map(str::to_owned),
                kind: node.kind().to_owned(),
                named: node.is_named(),
                error: node.is_error(),
                missing: node.is_missing(),
                leaf: node.child_count() == 0,
                span: Span::new(node.start_byte() as u32, node.end_byte() as u32),
            });
        }
        if is_in && walk.goto_first_child() {
            depth += 1;
            continue;
        }
        while !walk.goto_next_sibling() {
            if !walk.goto_parent() {
                return found;
            }
            depth -= 1;
        }
    }
}
