//! What a walk over types and values remembers of the parts that it meets again.
//!
//! Values and types share their parts: sixty nested arrays may be 2^60 elements to a walk that forgets. The memory belongs
//! to one walk, whose values and types are borrowed for as long as it lasts: an address means the same part all the time.
//! Small ones never pay for it.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::{Type, Value};

/// How many parts a walk meets before it remembers any: most values and types are small.
const FREE: u32 = 128;

/// The memory of one walk.
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
    /// Meets a part. Has the walk met that many that they are worth remembering?
    #[inline]
    pub(super) fn meet(&mut self) -> bool {
        self.met = self.met.saturating_add(1);
        self.met > FREE
    }

    /// What is known of a part.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.known.get(key).cloned()
    }

    /// Remembers it.
    pub(super) fn put(&mut self, key: K, known: V) {
        self.known.insert(key, known);
    }
}

/// The address of a collection that more than one owner has: no other can be met again.
#[inline]
pub(super) fn shared(value: &Value) -> Option<usize> {
    match value {
        Value::Array(array) if Rc::strong_count(array) > 1 => Some(Rc::as_ptr(array).addr()),
        Value::Hash(hash) if Rc::strong_count(hash) > 1 => Some(Rc::as_ptr(hash).addr()),
        Value::Sensitive(hidden) if Rc::strong_count(hidden) > 1 => Some(Rc::as_ptr(hidden).addr()),
        _ => None,
    }
}

/// The address of a type.
pub(super) fn address(ty: &Type) -> usize {
    std::ptr::from_ref(ty).addr()
}

/// Returns whether it is made of other types, or a name for one.
pub(super) fn is_composite(ty: &Type) -> bool {
    match ty {
        Type::NotUndef(_) | Type::Sensitive(_) | Type::Array(..) | Type::Hash(..) => true,
        Type::Optional(inner) | Type::Type(inner) | Type::Iterable(inner) | Type::Iterator(inner) => inner.is_some(),
        Type::Tuple(..) | Type::Struct(_) | Type::Variant(_) | Type::Callable(_) | Type::Init(..) => true,
        Type::Alias(_) | Type::Data | Type::RichData => true,
        _ => false,
    }
}
