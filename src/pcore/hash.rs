//! The hash: ordered by insertion, keys by Ruby's `eql?` (`1` and `1.0` differ, strings are case-sensitive). Small hashes
//! are searched in order; an index is kept only above a few keys.

use std::cell::OnceCell;
use std::hash::{Hash as StdHash, Hasher};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Ty, Value};

/// A value as a hash key: equality and hashing by `eql?`.
#[derive(Clone, Debug)]
pub struct Key(pub Value);

/// An ordered hash.
#[derive(Clone, Debug, Default)]
pub struct Hash {
    pub(crate) entries: IndexMap<Key, Value, FxBuildHasher>,
    /// The detailed type, inferred once; reset when the hash is changed in place.
    pub(crate) detailed: OnceCell<Ty>,
}

impl Hash {
    /// An empty hash.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// No entries?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        // A key borrowed from a value would need a borrowed key type; cloning is a reference count.
        self.entries.get(&Key(key.clone()))
    }

    /// The value of a string key.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.get(&Value::str(key))
    }

    /// Sets a key; an existing one keeps its place.
    pub fn insert(&mut self, key: Value, value: Value) {
        self.detailed = OnceCell::new();
        self.entries.insert(Key(key), value);
    }

    /// Takes a key out, keeping the order of the others.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        self.detailed = OnceCell::new();
        self.entries.shift_remove(&Key(key.clone()))
    }

    /// The entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> + DoubleEndedIterator {
        self.entries.iter().map(|(key, value)| (&key.0, value))
    }

    /// The n-th entry.
    pub fn entry(&self, index: usize) -> Option<(&Value, &Value)> {
        self.entries.get_index(index).map(|(key, value)| (&key.0, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.keys().map(|key| &key.0)
    }

    /// The values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.values()
    }
}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        let mut hash = Hash::new();
        entries.into_iter().for_each(|(key, value)| hash.insert(key, value));
        hash
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        super::compare::eql(&self.0, &other.0)
    }
}

impl Eq for Key {}

impl StdHash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        super::compare::hash_value(&self.0, state);
    }
}
