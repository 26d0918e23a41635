//! What was found in the statements of a text, kept from one edit to the next: a key changes one statement, and what the
//! others are needs no second look.
//!
//! A statement is known again by its text, its kind and the number of its nodes; where an error is in it, by the kinds of
//! its parts as well: what cannot be read may be read in more than one way.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tree_sitter::Node;

/// What has less text than this is asked as quickly as it is looked up.
const SHORT: usize = 2;

/// What was found in statements that were asked at the last two times.
pub(super) struct StatementCache<T>(RefCell<CacheEntry<T>>);

struct CacheEntry<T> {
    now: FxHashMap<Box<str>, Entry<T>>,
    before: FxHashMap<Box<str>, Entry<T>>,
}

struct Entry<T> {
    shape: Shape,
    found: T,
}

/// What a statement is beside its text.
#[derive(Clone, Copy, PartialEq)]
struct Shape {
    kind: u16,
    nodes: usize,
    /// Of what has an error in it: the kinds of its parts, as a number.
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
    /// Asks for the statements of a text once more: what nobody asks for now is forgotten at the next time.
    pub fn again(&self) {
        let known = &mut *self.0.borrow_mut();
        std::mem::swap(&mut known.now, &mut known.before);
        known.now.clear();
    }

    /// Hands what is in the statement `node` to `take`, looking for it by `find` only when it is not known.
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
