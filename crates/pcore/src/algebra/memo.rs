//! The memo of a walk over types and values: answers for the parts that it meets again.
//!
//! Values and types share their parts: sixty nested arrays may be 2^60 elements for a walk without a memo.
//! The memo belongs to one walk, which borrows its values and types, so that an address always means the same
//! part. Small walks do not pay for it.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::{Type, Value};

/// The number of parts a walk visits before it memoizes answers: most values and types are small.
const FREE: u32 = 128;

/// The memo of one walk.
pub(super) struct Memo<K, V> {
    met: u32,
    known: FxHashMap<K, V>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo { met: 0, known: FxHashMap::default() }
    }
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// Counts a part; returns whether the walk is long enough to memoize answers.
    #[inline]
    pub(super) fn meet(&mut self) -> bool {
        self.met = self.met.saturating_add(1);
        self.met > FREE
    }

    /// Returns the answer for a part.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.known.get(key).cloned()
    }

    /// Stores the answer for a part.
    pub(super) fn put(&mut self, key: K, known: V) {
        self.known.insert(key, known);
    }
}

/// Returns the address of a collection with more than one owner: only such a collection can be met again.
#[inline]
pub(super) fn shared(value: &Value) -> Option<usize> {
    match value {
        Value::Array(array) if Rc::strong_count(array) > 1 => Some(Rc::as_ptr(array).addr()),
        Value::Hash(hash) if Rc::strong_count(hash) > 1 => Some(Rc::as_ptr(hash).addr()),
        Value::Sensitive(hidden) if Rc::strong_count(hidden) > 1 => Some(Rc::as_ptr(hidden).addr()),
        _ => None,
    }
}

/// Returns the address of a type.
pub(super) fn address(ty: &Type) -> usize {
    std::ptr::from_ref(ty).addr()
}

/// Returns whether the type is composed of other types, or names one.
pub(super) fn is_composite(ty: &Type) -> bool {
    match ty {
        Type::NotUndef(_) | Type::Sensitive(_) | Type::Array(..) | Type::Hash(..) => true,
        Type::Optional(inner) | Type::Type(inner) | Type::Iterable(inner) | Type::Iterator(inner) => inner.is_some(),
        Type::Tuple(..) | Type::Struct(_) | Type::Variant(_) | Type::Callable(_) | Type::Init(..) => true,
        Type::Alias(_) | Type::Data | Type::RichData => true,
        _ => false,
    }
}
