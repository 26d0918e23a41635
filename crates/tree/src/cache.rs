//! A cache of results per statement, kept from one edit to the next: a key changes one statement, and the others
//! need no second query.
//!
//! The key of an entry is the statement's source, kind and node count. For a statement with an error it includes
//! the kinds of its nodes: such source can parse in more than one way.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tree_sitter::Node;

/// The size below which a query is as fast as a lookup.
const SHORT: usize = 2;

/// The results for statements of the last two generations.
pub(super) struct StatementCache<T>(RefCell<CacheEntry<T>>);

struct CacheEntry<T> {
    now: FxHashMap<Box<str>, Entry<T>>,
    before: FxHashMap<Box<str>, Entry<T>>,
}

struct Entry<T> {
    shape: Shape,
    found: T,
}

/// The shape of a statement, in addition to its source.
#[derive(Clone, Copy, PartialEq)]
struct Shape {
    kind: u16,
    nodes: usize,
    /// For a statement with an error: a hash of the kinds of its nodes.
    parts: u64,
}

impl Shape {
    fn of(node: Node) -> Shape {
        let parts = if node.has_error() { parts(node) } else { 0 };
        Shape { kind: node.kind_id(), nodes: node.descendant_count(), parts }
    }
}

fn parts(node: Node) -> u64 {
    let mut hasher = FxHasher::default();
    let mut walk = node.walk();
    for child in node.children(&mut walk) {
        (child.kind_id(), child.start_byte() - node.start_byte(), child.descendant_count()).hash(&mut hasher);
    }
    hasher.finish()
}

impl<T> Default for StatementCache<T> {
    fn default() -> Self {
        StatementCache(RefCell::new(CacheEntry { now: FxHashMap::default(), before: FxHashMap::default() }))
    }
}

impl<T> StatementCache<T> {
    /// Starts a new generation: entries that it does not use are dropped at the next one.
    pub fn again(&self) {
        let known = &mut *self.0.borrow_mut();
        std::mem::swap(&mut known.now, &mut known.before);
        known.now.clear();
    }

    /// Passes the result for the statement `node` to `take`; calls `find` only when it is not cached.
    pub fn recall<R>(&self, text: &str, node: Node, find: impl FnOnce() -> T, take: impl FnOnce(&T) -> R) -> R {
        if text.len() < SHORT {
            return take(&find());
        }
        let CacheEntry { now, before } = &mut *self.0.borrow_mut();
        let shape = Shape::of(node);
        let same = |entry: &Entry<T>| entry.shape == shape;
        if let Some(entry) = now.get(text).filter(|entry| same(entry)) {
            return take(&entry.found);
        }
        let (key, entry) = match before.remove_entry(text) {
            Some((key, entry)) if same(&entry) => (key, entry),
            _ => (text.into(), Entry { shape, found: find() }),
        };
        let result = take(&entry.found);
        now.insert(key, entry);
        result
    }
}
