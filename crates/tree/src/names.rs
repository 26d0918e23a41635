//! Occurrences of variables and types in a source: where each is set, where it is read, and which are visible only
//! in the blocks of this source. One pass over each statement; after an edit, only over changed statements. Names
//! that only the session defines are not resolved here.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::name_set::{Named, Names, Scope, TOP, What};
use super::{Dialect, Document};
use pprepl_text::Span;

/// An occurrence of a name in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameOccurrence<'d> {
    /// The span, including `$`.
    pub span: Span,
    /// The name without `$`.
    pub name: &'d str,
    pub kind: MentionKind,
}

/// The role of a name at its occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionKind {
    /// A variable that is set, but not read in its lambda or function.
    Unused,
    /// A variable that is set, or read where the source sets it.
    Known,
    /// A variable that is read, but not set in the source.
    Free,
    Type,
}

/// Returns the names of a document, in order.
pub fn mentions(document: &Document) -> Vec<NameOccurrence<'_>> {
    let Some(root) = document.root() else { return Vec::new() };
    let mut all = Names { names: Vec::new(), scopes: vec![TOP] };
    document.names.again();
    at_the_top(root, |node| all.add_statement(node, document));
    all.mentions(document.text())
}

/// Visits the top-level statements in order. A broken statement may have swallowed the following ones. So the parts
/// of a node that does not parse are visited separately: a key leaves most of them unchanged.
fn at_the_top<'t>(root: Node<'t>, mut visit: impl FnMut(Node<'t>)) {
    let mut walk = root.walk();
    let mut goes_on = walk.goto_first_child();
    while goes_on {
        let node = walk.node();
        if node.is_error() && walk.goto_first_child() {
            continue;
        }
        visit(node);
        goes_on = loop {
            if walk.goto_next_sibling() {
                break true;
            }
            if !walk.goto_parent() {
                break false;
            }
        };
    }
}

/// The node count up to which a scan is as fast as the cache.
const MAX_LINEAR: usize = 4;

/// The role of a node for the names of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeRole {
    Lambda,
    Function,
    /// A class, a define or a node: its variables are visible elsewhere.
    Body,
    Parameter,
    Assignment,
    Variable,
    TypeName,
    Other,
}

/// The role of each node kind of a dialect, by kind number: there are many nodes, and few kinds.
static ROLES: [LazyLock<Vec<NodeRole>>; 2] =
    [LazyLock::new(|| roles(Dialect::Puppet)), LazyLock::new(|| roles(Dialect::Template))];

fn roles_of(dialect: Dialect) -> &'static [NodeRole] {
    match dialect {
        Dialect::Puppet => &ROLES[0],
        Dialect::Template => &ROLES[1],
    }
}

fn roles(dialect: Dialect) -> Vec<NodeRole> {
    let language = dialect.language();
    let kinds = (0..language.node_kind_count()).map(|id| id as u16);
    kinds
        .map(|id| match language.node_kind_for_id(id).filter(|_| language.node_kind_is_named(id)) {
            Some("lambda") => NodeRole::Lambda,
            Some("function_definition" | "plan_definition") => NodeRole::Function,
            Some("class_definition" | "resource_type_definition" | "node_definition") => NodeRole::Body,
            Some("parameter") => NodeRole::Parameter,
            Some("assignment") => NodeRole::Assignment,
            Some("variable") => NodeRole::Variable,
            Some("type_name") => NodeRole::TypeName,
            // A punctuation token or a keyword is not a name.
            _ => NodeRole::Other,
        })
        .collect()
}

struct Reader {
    /// The start of the statement.
    start: usize,
    found: Names,
    open: Vec<usize>,
    /// The offsets of the variables that are being set.
    set: FxHashSet<usize>,
}

impl Reader {
    fn node(&mut self, node: Node, role: NodeRole) {
        while self
            .open
            .last()
            .and_then(|scope| self.found.scopes.get(*scope))
            .is_some_and(|s| s.end <= node.start_byte())
        {
            self.open.pop();
        }
        match role {
            NodeRole::Lambda => self.enter(node, self.open.last().copied(), true),
            NodeRole::Function => self.enter(node, Some(0), true),
            NodeRole::Body => self.enter(node, Some(0), false),
            NodeRole::Parameter => self.sets(node.child_by_field_name("name")),
            NodeRole::Assignment => self.assigns(node),
            NodeRole::Variable => {
                let what = if self.set.contains(&node.start_byte()) { What::Set } else { What::Read };
                self.add(node, what);
            }
            NodeRole::TypeName => self.add(node, What::Type),
            NodeRole::Other => {}
        }
    }

    fn enter(&mut self, node: Node, outer: Option<usize>, local: bool) {
        self.found.scopes.push(Scope { outer, local, end: node.end_byte() });
        self.open.push(self.found.scopes.len() - 1);
    }

    fn sets(&mut self, variable: Option<Node>) {
        self.set.extend(variable.map(|variable| variable.start_byte()));
    }

    /// Handles `$a = ..` and `[$a, $b] = ..`.
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
        let (start, end) = (node.start_byte() - self.start, node.end_byte() - self.start);
        let scope = self.open.last().copied().unwrap_or(0);
        self.found.names.push(Named { start, end, scope, what });
    }
}

impl Names {
    fn of(statement: Node, dialect: Dialect) -> Names {
        let found = Names { names: Vec::new(), scopes: vec![TOP] };
        let start = statement.start_byte();
        let mut reader = Reader { start, found, open: vec![0], set: FxHashSet::default() };
        let (roles, mut walk) = (roles_of(dialect), statement.walk());
        loop {
            let node = walk.node();
            match roles.get(usize::from(node.kind_id())) {
                None | Some(NodeRole::Other) => {}
                Some(role) => reader.node(node, *role),
            }
            if walk.goto_first_child() {
                continue;
            }
            while !walk.goto_next_sibling() {
                if !walk.goto_parent() {
                    return reader.found;
                }
            }
        }
    }

    /// Adds the names of a statement of the document.
    fn add_statement(&mut self, node: Node, document: &Document) {
        let find = || Names::of(node, document.dialect());
        if node.descendant_count() <= MAX_LINEAR {
            return self.add(&find(), node.start_byte());
        }
        let text = document.text().get(node.byte_range()).unwrap_or("");
        document.names.recall(text, node, find, |found| self.add(found, node.start_byte()));
    }

    /// Adds the names of a statement that starts at `start`.
    fn add(&mut self, found: &Names, start: usize) {
        let others = self.scopes.len() - 1;
        let here = |scope: usize| if scope == 0 { 0 } else { scope + others };
        let scopes = found.scopes.iter().skip(1);
        self.scopes.extend(scopes.map(|scope| Scope { outer: scope.outer.map(here), ..*scope }));
        let moved = |named: &Named| Named {
            start: named.start + start,
            end: named.end + start,
            scope: here(named.scope),
            ..*named
        };
        self.names.extend(found.names.iter().map(moved));
    }

    /// Returns the scope that sets a name used in `scope`.
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

    fn mentions(self, text: &str) -> Vec<NameOccurrence<'_>> {
        let name = |named: &Named| text.get(named.start..named.end).unwrap_or("").trim_start_matches('$');
        // Each variable that is set, and whether it is read.
        let mut set: FxHashMap<(usize, &str), bool> = FxHashMap::default();
        for named in self.names.iter().filter(|named| named.what == What::Set) {
            set.entry((named.scope, name(named))).or_default();
        }
        for named in self.names.iter().filter(|named| named.what == What::Read) {
            if let Some(home) = self.home(&set, named.scope, name(named)) {
                set.insert((home, name(named)), true);
            }
        }
        let kind = |named: &Named| match named.what {
            What::Type => MentionKind::Type,
            What::Read if self.home(&set, named.scope, name(named)).is_none() => MentionKind::Free,
            What::Read => MentionKind::Known,
            What::Set => {
                let local = self.scopes.get(named.scope).is_some_and(|scope| scope.local);
                let read = set.get(&(named.scope, name(named))) == Some(&true);
                if local && !read { MentionKind::Unused } else { MentionKind::Known }
            }
        };
        let span = |named: &Named| Span::new(named.start as u32, named.end as u32);
        self.names.iter().map(|n| NameOccurrence { span: span(n), name: name(n), kind: kind(n) }).collect()
    }
}
