//! What a walk over values remembers of the parts that it meets again.
//!
//! Values share their parts: sixty nested arrays may be 2^60 elements to a walk that forgets. So equality and hashes keep
//! their answers by address. The memory belongs to the outermost walk on the thread, whose values are borrowed for as long
//! as it lasts: an address means the same value all the time. Small values never pay for it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Value;

/// How many shared parts a walk meets before it remembers any: most values are small.
const FREE: u32 = 64;

thread_local! {
    static WALK: Walk = Walk::default();
}

/// The walk on this thread.
#[derive(Default)]
struct Walk {
    /// How many walks are within each other: a look-up in a hash compares its keys.
    depth: Cell<u32>,
    /// The shared parts that were met.
    met: Cell<u32>,
    /// Answers for pairs of parts, by their addresses and the kind of the question.
    equal: RefCell<FxHashMap<(usize, usize), bool>>,
    /// The hashes of parts, by their addresses and the kind of the hash.
    hashes: RefCell<FxHashMap<usize, u64>>,
}

/// One level of a walk. The outermost forgets everything at its end.
struct Level<'w>(&'w Walk);

impl Walk {
    fn enter(&self) -> Level<'_> {
        self.depth.set(self.depth.get() + 1);
        Level(self)
    }

    /// Meets a shared part; is it worth remembering?
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

/// The answer for a pair of parts: what is remembered, or what `ask` says. `kind` (below 8) tells questions apart.
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

/// The hash of a part: what is remembered, or what `make` gives. `kind` (below 8) tells hashes apart.
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

/// Does a value, an element of it or a value of a hash pass the test? A part that is shared is visited once.
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
