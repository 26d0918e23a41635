//! What was found in the statements of a text, kept from one edit to the next: a key changes one statement, and what the
//! others are needs no second look.
//!
//! A statement is known again by its text, its kind and the number of its nodes; one with a fault in it is asked anew.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use tree_sitter::Node;

/// A statement with less text than this is asked as quickly as it is looked up.
const SHORT: usize = 8;

/// What was found in statements that were asked at the last two times.
pub(super) struct Memory<T>(RefCell<Known<T>>);

struct Known<T> {
    now: FxHashMap<Box<str>, Entry<T>>,
    before: FxHashMap<Box<str>, Entry<T>>,
}

struct Entry<T> {
    kind: u16,
    nodes: usize,
    found: T,
}

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Memory(RefCell::new(Known { now: FxHashMap::default(), before: FxHashMap::default() }))
    }
}

impl<T> Memory<T> {
    /// Asks for the statements of a text once more: what nobody asks for now is forgotten at the next time.
    pub fn again(&self) {
        let known = &mut *self.0.borrow_mut();
        std::mem::swap(&mut known.now, &mut known.before);
        known.now.clear();
    }

    /// Hands what is in the statement `node` to `take`, looking for it by `find` only when it is not known.
    pub fn recall<R>(&self, text: &str, node: Node, find: impl FnOnce() -> T, take: impl FnOnce(&T) -> R) -> R {
        if text.len() < SHORT || node.has_error() {
            return take(&find());
        }
        let Known { now, before } = &mut *self.0.borrow_mut();
        let (kind, nodes) = (node.kind_id(), node.descendant_count());
        let same = |entry: &Entry<T>| entry.kind == kind && entry.nodes == nodes;
        if let Some(entry) = now.get(text).filter(|entry| same(entry)) {
            return take(&entry.found);
        }
        let (key, entry) = match before.remove_entry(text) {
            Some((key, entry)) if same(&entry) => (key, entry),
            _ => (text.into(), Entry { kind, nodes, found: find() }),
        };
        let result = take(&entry.found);
        now.insert(key, entry);
        result
    }
}
