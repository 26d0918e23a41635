//! The structure of a source: its statements, its brackets, and the kind of each position.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use super::Document;
use pprepl_text::Span;

/// A bracket token of the grammar (not one in a string or a comment).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    pub span: Span,
    /// The closing partner of an opening bracket; a closing bracket itself.
    pub closer: &'static str,
    /// Whether it is an opening bracket.
    pub opens: bool,
}

/// The kind of source at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Code, also inside `${}`.
    Code,
    Text,
    /// The body of a heredoc.
    Heredoc,
    Comment,
    Regexp,
}

/// The distance in bytes within which a bracket's partner is searched in a broken source.
const NEAR: usize = 16 * 1024;

/// Queries about the structure of a document.
#[derive(Clone, Copy)]
pub struct Structure<'d> {
    document: &'d Document,
}

impl<'d> Structure<'d> {
    /// Creates the structure of this document.
    pub fn of(document: &'d Document) -> Structure<'d> {
        Structure { document }
    }

    /// Returns the top-level statements, each with its heredoc bodies. Source that cannot be parsed is also a
    /// statement.
    pub fn statements(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let Some(root) = self.document.root() else { return spans };
        let mut walk = root.walk();
        for child in root.children(&mut walk) {
            match (child.kind(), spans.last_mut()) {
                ("comment" | ";", _) => {}
                ("heredoc_body", Some(statement)) => statement.end = child.end_byte() as u32,
                _ => spans.push(span(child)),
            }
        }
        spans
    }

    /// Returns the innermost statement around `offset` (or directly before it).
    pub fn statement_at(&self, offset: usize) -> Option<Span> {
        let mut node = self.node_at(offset)?;
        loop {
            let parent = node.parent()?;
            if matches!(parent.kind(), "source_file" | "block") && node.is_named() && node.kind() != "comment" {
                return Some(span(node));
            }
            node = parent;
        }
    }

    /// Returns the smallest syntax node that is larger than `span` and contains it: for growing a selection.
    pub fn enclosing(&self, span: Span) -> Option<Span> {
        let root = self.document.root()?;
        let mut node = root.named_descendant_for_byte_range(span.start as usize, span.end as usize)?;
        while node.start_byte() as u32 == span.start && node.end_byte() as u32 == span.end {
            node = node.parent()?;
        }
        Some(self::span(node))
    }

    /// Returns the kind of source at `offset`. The end of an unclosed string or comment is still inside it.
    pub fn place(&self, offset: usize) -> Place {
        let mut node = self.node_at(offset);
        while let Some(current) = node {
            let before = current.start_byte() < offset;
            match current.kind() {
                "interpolation" if before && is_inside(current, offset) => return Place::Code,
                "string" | "interpolated_string" if before && is_open_at(current, offset) => return Place::Text,
                "string_text" | "interpolated_text" if before => return Place::Text,
                "heredoc_body" | "heredoc_text" if before => return Place::Heredoc,
                "comment" if before => return Place::Comment,
                "regex" if before && offset < current.end_byte() => return Place::Regexp,
                _ => node = current.parent(),
            }
        }
        Place::Code
    }

    /// Returns whether `offset` is in a double-quoted string.
    pub fn is_interpolated(&self, offset: usize) -> bool {
        let mut node = self.node_at(offset);
        while let Some(current) = node {
            match current.kind() {
                "interpolated_string" | "interpolated_text" => return true,
                "string" | "string_text" | "interpolation" => return false,
                _ => node = current.parent(),
            }
        }
        false
    }

    /// Returns the pair of brackets of which one starts at `offset`, or else ends there.
    pub fn bracket_pair(&self, offset: usize) -> Option<(Bracket, Bracket)> {
        let stands = self.token(offset, offset + 1);
        let ends = offset.checked_sub(1).and_then(|before| self.token(before, offset));
        let ends = ends.filter(|token| token.end_byte() == offset);
        [stands, ends].into_iter().flatten().find_map(|token| self.pair_of(token))
    }

    /// Returns the token that spans these bytes.
    fn token(&self, start: usize, end: usize) -> Option<Node<'d>> {
        let token = self.document.root()?.descendant_for_byte_range(start, end)?;
        (token.child_count() == 0 && token.end_byte() >= end).then_some(token)
    }

    /// Returns the pair of a bracket token: its partner in the same node, or, without a valid node, by matching the
    /// nearby brackets.
    fn pair_of(&self, token: Node) -> Option<(Bracket, Bracket)> {
        let parent = token.parent()?;
        let own = bracket(token, parent)?;
        let paired = |brackets: Vec<Bracket>| pairs(&brackets).find(|pair| pair.0 == own || pair.1 == own);
        let beside = || {
            let mut walk = parent.walk();
            let tokens = parent.children(&mut walk).filter(|child| child.child_count() == 0);
            paired(tokens.filter_map(|child| bracket(child, parent)).collect())
        };
        let sound = (!parent.is_error()).then(beside).flatten();
        sound.or_else(|| paired(self.brackets(self.around(token.start_byte()))))
    }

    /// Returns the nearby top-level nodes that contain `offset` or end there: a pair of brackets is inside one of
    /// them.
    fn around(&self, offset: usize) -> Range<usize> {
        let near = offset.saturating_sub(NEAR)..offset.saturating_add(NEAR).min(self.document.text().len());
        let Some(root) = self.document.root() else { return near };
        let mut walk = root.walk();
        if walk.goto_first_child_for_byte(offset.saturating_sub(1)).is_none() {
            return near;
        }
        let start = walk.node().start_byte();
        let mut end = walk.node().end_byte();
        while walk.goto_next_sibling() && walk.node().start_byte() <= offset {
            end = walk.node().end_byte();
        }
        start.max(near.start)..end.min(near.end)
    }

    /// Returns the brackets that are open at `offset`, the outermost first.
    pub fn open_brackets(&self, offset: usize) -> Vec<Bracket> {
        let (mut open, mut found): (Vec<Bracket>, Vec<Bracket>) = Default::default();
        if let Some(root) = self.document.root() {
            collect_open(&mut root.walk(), root, offset, &mut found);
        }
        for bracket in found {
            if bracket.opens {
                open.push(bracket);
            } else if let Some(at) = open.iter().rposition(|opener| opener.closer == bracket.closer) {
                open.truncate(at);
            }
        }
        open
    }

    /// Returns the closing halves of the brackets that are open at the end of the document, where code is; `None` without any.
    pub fn closers(&self) -> Option<String> {
        let end = self.document.text().len();
        let open = self.open_brackets(end);
        let is_code = self.place(end) == Place::Code && !open.is_empty();
        is_code.then(|| open.iter().rev().map(|bracket| bracket.closer).collect())
    }

    /// Returns the brackets in `range`, in order.
    pub fn brackets(&self, range: Range<usize>) -> Vec<Bracket> {
        let mut found = Vec::new();
        if let Some(root) = self.document.root() {
            collect_brackets(&mut root.walk(), root, &range, &mut found);
        }
        found
    }

    /// Returns the foldable spans: nodes of more than one line between brackets, heredoc bodies, comments.
    pub fn folds(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let Some(root) = self.document.root() else { return found };
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            if node.start_position().row == node.end_position().row {
                continue;
            }
            if is_foldable(node.kind()) {
                found.push(span(node));
            }
            let mut walk = node.walk();
            pending.extend(node.children(&mut walk));
        }
        found.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        found
    }

    /// Returns the smallest node around `offset`, or the node that ends there if none starts there.
    fn node_at(&self, offset: usize) -> Option<Node<'d>> {
        let root = self.document.root()?;
        let before = offset.saturating_sub(1).min(self.document.text().len());
        root.descendant_for_byte_range(before, offset.min(self.document.text().len()))
    }
}

fn span(node: Node) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// Returns whether `offset` is before the closing quote of a string node, if it has one.
fn is_open_at(string: Node, offset: usize) -> bool {
    let closed =
        string.child_count() > 1 && last_child(string).is_some_and(|last| !last.is_missing() && is_quote(last));
    offset < string.end_byte() || !closed
}

/// Returns whether `offset` is before the closing brace of an interpolation, if it has one.
fn is_inside(interpolation: Node, offset: usize) -> bool {
    let closed = last_child(interpolation).is_some_and(|last| last.kind() == "}" && !last.is_missing());
    offset < interpolation.end_byte() || !closed
}

fn last_child(node: Node) -> Option<Node> {
    node.child(node.child_count().checked_sub(1)?)
}

fn is_quote(node: Node) -> bool {
    matches!(node.kind(), "'" | "\"")
}

fn is_foldable(kind: &str) -> bool {
    matches!(
        kind,
        "block"
            | "parameter_list"
            | "argument_list"
            | "array"
            | "hash"
            | "resource_declaration"
            | "resource_attributes"
            | "case_expression"
            | "selector_expression"
            | "heredoc_body"
            | "comment"
    )
}

/// Returns the bracket of this token. A `|` opens the parameters of a lambda if the lambda starts with it.
fn bracket(node: Node, parent: Node) -> Option<Bracket> {
    let (closer, opens) = match node.kind() {
        "(" | "@(" => (")", true),
        "[" => ("]", true),
        "{" | "${" => ("}", true),
        "<|" => ("|>", true),
        "<<|" => ("|>>", true),
        ")" => (")", false),
        "]" => ("]", false),
        "}" => ("}", false),
        "|>" => ("|>", false),
        "|>>" => ("|>>", false),
        "|" => ("|", node.start_byte() == parent.start_byte()),
        _ => return None,
    };
    (!node.is_missing()).then(|| Bracket { span: span(node), closer, opens })
}

/// Pairs the matching brackets with a stack, the inner pairs first.
fn pairs(brackets: &[Bracket]) -> impl Iterator<Item = (Bracket, Bracket)> {
    let mut open = Vec::<Bracket>::new();
    brackets.iter().filter_map(move |bracket| {
        if bracket.opens {
            open.push(*bracket);
            return None;
        }
        let opener = open.last().filter(|opener| opener.closer == bracket.closer).copied()?;
        open.pop();
        Some((opener, *bracket))
    })
}

/// Collects the brackets under the cursor's node, a child of `parent`, that are in the range.
fn collect_brackets(walk: &mut TreeCursor, parent: Node, range: &Range<usize>, found: &mut Vec<Bracket>) {
    let node = walk.node();
    if walk.goto_first_child_for_byte(range.start).is_none() {
        let inside = node.child_count() == 0 && node.end_byte() > range.start;
        found.extend(bracket(node, parent).filter(|b| inside && b.span.end as usize <= range.end));
        return;
    }
    while walk.node().start_byte() < range.end {
        collect_brackets(walk, node, range, found);
        if !walk.goto_next_sibling() {
            break;
        }
    }
    walk.goto_parent();
}

/// Collects the brackets before `offset` that may be open there. A valid node that ends before it has only closed
/// pairs.
fn collect_open(walk: &mut TreeCursor, parent: Node, offset: usize, found: &mut Vec<Bracket>) {
    let node = walk.node();
    if node.child_count() > 0 && node.end_byte() <= offset && !node.has_error() {
        return;
    }
    if !walk.goto_first_child() {
        found.extend(bracket(node, parent).filter(|bracket| bracket.span.end as usize <= offset));
        return;
    }
    while walk.node().start_byte() < offset {
        collect_open(walk, node, offset, found);
        if !walk.goto_next_sibling() {
            break;
        }
    }
    walk.goto_parent();
}
