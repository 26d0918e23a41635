//! The memo of a walk over values: answers for the parts that it meets again.
//!
//! Values share their parts: sixty nested arrays may be 2^60 elements for a walk without a memo. Therefore
//! equality and hashes store their answers by address. The memo belongs to the outermost walk on the thread,
//! which borrows its values, so that an address always means the same value. Small values do not pay for it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Value;

/// The number of shared parts a walk visits before it memoizes answers: most values are small.
const FREE: u32 = 64;

thread_local! {
    static WALK: Walk = Walk::default();
}

/// The walk on this thread.
#[derive(Default)]
struct Walk {
    /// The nesting depth of walks: a lookup in a hash compares its keys.
    depth: Cell<u32>,
    /// The number of shared parts visited.
    met: Cell<u32>,
    /// Answers for pairs of parts, by their addresses and the kind of the query.
    equal: RefCell<FxHashMap<(usize, usize), bool>>,
    /// The hashes of parts, by their addresses and the kind of the hash.
    hashes: RefCell<FxHashMap<usize, u64>>,
}

/// One level of a walk. The outermost clears the memo at its end.
struct Level<'w>(&'w Walk);

impl Walk {
    fn enter(&self) -> Level<'_> {
        self.depth.set(self.depth.get() + 1);
        Level(self)
    }

    /// Counts a shared part; returns whether the walk is long enough to memoize answers.
    fn meet(&self) -> bool {
        self.met.set(self.met.get().saturating_add(1));
        self.met.get() > FREE
    }
}

impl Drop for Level<'_> {
    fn drop(&mut self) {
        let depth = self.0.depth.get() - 1;
        self.0.depth.set(depth);
        if depth == 0 {
            if self.0.met.get() > FREE {
                self.0.equal.take();
                self.0.hashes.take();
            }
            self.0.met.set(0);
        }
    }
}

/// Returns the answer for a pair of parts: the memoized one, or the result of `ask`. `kind` (below 8)
/// distinguishes the queries.
pub(super) fn of_pair(kind: usize, a: *const (), b: *const (), ask: impl FnOnce() -> bool) -> bool {
    WALK.with(|walk| {
        let _level = walk.enter();
        if !walk.meet() {
            return ask();
        }
        // Parts are aligned to 8 bytes.
        let pair = (a.addr() | kind, b.addr());
        let known = walk.equal.borrow().get(&pair).copied();
        known.unwrap_or_else(|| {
            let answer = ask();
            walk.equal.borrow_mut().insert(pair, answer);
            answer
        })
    })
}

/// Returns the hash of a part: the memoized one, or the result of `make`. `kind` (below 8) distinguishes the
/// hashes.
pub(super) fn hash_of(kind: usize, part: *const (), make: impl FnOnce() -> u64) -> u64 {
    WALK.with(|walk| {
        let _level = walk.enter();
        if !walk.meet() {
            return make();
        }
        let part = part.addr() | kind;
        let known = walk.hashes.borrow().get(&part).copied();
        known.unwrap_or_else(|| {
            let hash = make();
            walk.hashes.borrow_mut().insert(part, hash);
            hash
        })
    })
}

/// Returns whether a value, an element of it or a value of a hash passes the test. A shared part is visited
/// once.
pub fn has_part(value: &Value, test: &mut dyn FnMut(&Value) -> bool) -> bool {
    fn visit(value: &Value, seen: &mut FxHashSet<usize>, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        match value {
            Value::Array(array) => {
                (Rc::strong_count(array) == 1 || seen.insert(Rc::as_ptr(array).addr()))
                    && array.items.iter().any(|item| visit(item, seen, test))
            }
            Value::Hash(hash) => {
                (Rc::strong_count(hash) == 1 || seen.insert(Rc::as_ptr(hash).addr()))
                    && hash.values().any(|item| visit(item, seen, test))
            }
            part => test(part),
        }
    }
    visit(value, &mut FxHashSet::default(), test)
}
