//! Which variables and types a text names: where each is set, where it is read, and what of it only the text's own blocks
//! see. One pass over the tree; what a session knows beside is not asked here.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::Document;
use crate::text::Span;

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention<'d> {
    /// Where it is, `$` and all.
    pub span: Span,
    /// The name without `$`.
    pub name: &'d str,
    /// What it is there.
    pub kind: MentionKind,
}

/// What a name is where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionKind {
    /// A variable is set that nothing in its lambda or function reads.
    Unused,
    /// A variable is set, or read where the text sets it.
    Known,
    /// A variable is read that the text does not set.
    Free,
    /// A type.
    Type,
}

/// The names of a document, in order.
pub fn mentions(document: &Document) -> Vec<Mention<'_>> {
    let Some(root) = document.root() else { return Vec::new() };
    let mut reader = Reader {
        text: document.text(),
        scopes: vec![Scope { outer: None, local: false, end: usize::MAX }],
        open: vec![0],
        names: Vec::new(),
        set: FxHashSet::default(),
    };
    let mut walk = root.walk();
    loop {
        reader.node(walk.node());
        if walk.goto_first_child() {
            continue;
        }
        while !walk.goto_next_sibling() {
            if !walk.goto_parent() {
                return reader.finish();
            }
        }
    }
}

/// Something with variables of its own.
struct Scope {
    /// The scope whose variables are seen here; a function sees only the top's.
    outer: Option<usize>,
    /// Are its variables seen nowhere else?
    local: bool,
    end: usize,
}

struct Named<'t> {
    span: Span,
    name: &'t str,
    scope: usize,
    what: What,
}

#[derive(PartialEq)]
enum What {
    Set,
    Read,
    Type,
}

struct Reader<'t> {
    text: &'t str,
    scopes: Vec<Scope>,
    open: Vec<usize>,
    names: Vec<Named<'t>>,
    /// Where the variables stand that are being set.
    set: FxHashSet<usize>,
}

impl<'t> Reader<'t> {
    fn node(&mut self, node: Node) {
        while self.open.last().and_then(|scope| self.scopes.get(*scope)).is_some_and(|s| s.end <= node.start_byte()) {
            self.open.pop();
        }
        match node.kind() {
            "lambda" => self.enter(node, self.open.last().copied(), true),
            "function_definition" | "plan_definition" => self.enter(node, Some(0), true),
            "class_definition" | "resource_type_definition" | "node_definition" => self.enter(node, Some(0), false),
            "parameter" => self.sets(node.child_by_field_name("name")),
            "assignment" => self.assigns(node),
            "variable" => {
                let what = if self.set.contains(&node.start_byte()) { What::Set } else { What::Read };
                self.add(node, what);
            }
            "type_name" => self.add(node, What::Type),
            _ => {}
        }
    }

    fn enter(&mut self, node: Node, outer: Option<usize>, local: bool) {
        self.scopes.push(Scope { outer, local, end: node.end_byte() });
        self.open.push(self.scopes.len() - 1);
    }

    fn sets(&mut self, variable: Option<Node>) {
        self.set.extend(variable.map(|variable| variable.start_byte()));
    }

    /// `$a = ..`, and `[$a, $b] = ..`.
    fn assigns(&mut self, assignment: Node) {
        let Some(left) = assignment.child_by_field_name("left") else { return };
        match left.kind() {
            "variable" => self.sets(Some(left)),
            "array" => {
                let mut walk = left.walk();
                let elements: Vec<Node> = left.named_children(&mut walk).filter(|n| n.kind() == "variable").collect();
                elements.into_iter().for_each(|element| self.sets(Some(element)));
            }
            _ => {}
        }
    }

    fn add(&mut self, node: Node, what: What) {
        let text = self.text.get(node.byte_range()).unwrap_or("");
        let name = text.trim_start_matches('$');
        let span = Span::new(node.start_byte() as u32, node.end_byte() as u32);
        let scope = self.open.last().copied().unwrap_or(0);
        self.names.push(Named { span, name, scope, what });
    }

    /// The scope in which a name that is used in `scope` is set.
    fn home(&self, set: &FxHashMap<(usize, &str), bool>, scope: usize, name: &str) -> Option<usize> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if set.contains_key(&(scope, name)) {
                return Some(scope);
            }
            at = self.scopes.get(scope).and_then(|scope| scope.outer);
        }
        None
    }

    fn finish(self) -> Vec<Mention<'t>> {
        // Each variable that is set, and whether something reads it.
        let mut set: FxHashMap<(usize, &str), bool> = FxHashMap::default();
        for named in self.names.iter().filter(|named| named.what == What::Set) {
            set.entry((named.scope, named.name)).or_default();
        }
        for named in self.names.iter().filter(|named| named.what == What::Read) {
            if let Some(home) = self.home(&set, named.scope, named.name) {
                set.insert((home, named.name), true);
            }
        }
        let kind = |named: &Named| match named.what {
            What::Type => MentionKind::Type,
            What::Read if self.home(&set, named.scope, named.name).is_none() => MentionKind::Free,
            What::Read => MentionKind::Known,
            What::Set => {
                let local = self.scopes.get(named.scope).is_some_and(|scope| scope.local);
                let read = set.get(&(named.scope, named.name)) == Some(&true);
                if local && !read { MentionKind::Unused } else { MentionKind::Known }
            }
        };
        self.names.iter().map(|n| Mention { span: n.span, name: n.name, kind: kind(n) }).collect()
    }
}
