//! The concrete syntax tree as plain data: every node with its field, its place, and whether it means something that
//! cannot be read (`ERROR`) or that is not there (`MISSING`).

use std::ops::Range;

use super::Document;
use pprepl_budget as budget;
use pprepl_text::Span;

/// What the grammar puts where a statement starts in an error: it means nothing that anyone wrote or omitted.
const MARK: &str = "mark";

/// A node of the concrete syntax tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteNode {
    /// How deep it is, from 0.
    pub depth: usize,
    /// What it is to its parent.
    pub field: Option<String>,
    /// What it is; a mark or word of the language is itself.
    pub kind: String,
    /// Returns whether it is more than a mark or word.
    pub named: bool,
    /// Returns whether it stands for text that cannot be read.
    pub error: bool,
    /// Returns whether it was put in because it is not there.
    pub missing: bool,
    /// Returns whether it has no nodes in it.
    pub leaf: bool,
    /// Where it is.
    pub span: Span,
}

impl ConcreteNode {
    /// `field: kind`, with what is wrong before the kind.
    pub fn label(&self) -> String {
        let field = self.field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let missing = if self.missing { "MISSING " } else { "" };
        let kind = if self.named { self.kind.clone() } else { format!("'{}'", self.kind) };
        format!("{field}{missing}{kind}")
    }
}

/// The nodes of a document, each before those in it.
pub fn concrete_tree(document: &Document) -> Vec<ConcreteNode> {
    concrete_tree_in(document, 0..u32::MAX)
}

/// The nodes of a document that touch a range of it, each before those in it.
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
