//! The hash: ordered by insertion, keys by Ruby's `eql?` (`1` and `1.0` differ, strings are case-sensitive). Small hashes
//! are searched in order; an index is kept only above a few keys.
//!
//! The index is a table of open addressing: a cell holds 32 bits of the key's hash and the entry's place, so that it
//! can grow without hashing again and a key is only compared when its hash agrees.

use std::cell::OnceCell;
use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::compare::{eql, hash_str, hash_value};
use super::{Ty, Value};

/// Up to this many entries are searched in order.
const SMALL: usize = 8;

/// An ordered hash.
#[derive(Clone, Debug, Default)]
pub struct Hash {
    entries: Vec<(Value, Value)>,
    /// Empty while the hash is small.
    index: Vec<Cell>,
    /// The detailed type, inferred once; reset when the hash is changed in place.
    pub(crate) detailed: OnceCell<Ty>,
}

/// A cell of the index: the key's hash, and the entry's place counted from 1 (0: a free cell).
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    hash: u32,
    place: u32,
}

/// The entries of a hash in order.
#[derive(Clone)]
pub struct Entries<'a>(std::slice::Iter<'a, (Value, Value)>);

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Entries<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, value)| (key, value))
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl Hash {
    /// An empty hash.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// An empty hash with room for this many entries.
    pub fn with_capacity(capacity: usize) -> Hash {
        let mut hash = Hash { entries: Vec::with_capacity(capacity), ..Hash::default() };
        if capacity > SMALL {
            hash.index = vec![Cell::default(); cells_for(capacity)];
        }
        hash
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
        self.index_of(key).and_then(|place| self.value_at(place))
    }

    /// The value of a string key.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.index_of_str(key).and_then(|place| self.value_at(place))
    }

    /// Is there such a key?
    pub fn contains_key(&self, key: &Value) -> bool {
        self.index_of(key).is_some()
    }

    /// The place of a key.
    pub fn index_of(&self, key: &Value) -> Option<usize> {
        if self.index.is_empty() {
            return self.entries.iter().position(|(other, _)| eql(other, key));
        }
        self.find(value_hash(key), |other| eql(other, key)).ok()
    }

    /// The place of a string key.
    pub fn index_of_str(&self, key: &str) -> Option<usize> {
        let is_key = |other: &Value| matches!(other, Value::Str(text) if text.text == key);
        if self.index.is_empty() {
            return self.entries.iter().position(|(other, _)| is_key(other));
        }
        self.find(str_hash(key), is_key).ok()
    }

    fn value_at(&self, place: usize) -> Option<&Value> {
        self.entries.get(place).map(|(_, value)| value)
    }

    /// The value of a key, to be changed in place.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        let place = self.index_of(key)?;
        self.detailed = OnceCell::new();
        self.entries.get_mut(place).map(|(_, value)| value)
    }

    /// Sets a key; an existing one keeps its place.
    pub fn insert(&mut self, key: Value, value: Value) {
        self.detailed = OnceCell::new();
        match self.place_for(&key) {
            Ok(place) => self.entries[place].1 = value,
            Err((hash, cell)) => self.add(hash, cell, key, value),
        }
    }

    fn append(&mut self, hash: u32, cell: usize, key: Value, value: Value) {
        self.entries.push((key, value));
        self.index[cell] = Cell { hash, place: self.entries.len() as u32 };
        if self.entries.len() * 4 > self.index.len() * 3 {
            self.grow();
        }
    }

    /// The place of the entry with this hash for which `is_key` holds, or the free cell where it would go.
    fn find(&self, hash: u32, is_key: impl Fn(&Value) -> bool) -> Result<usize, usize> {
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let cell = self.index[at];
            if cell.place == 0 {
                return Err(at);
            }
            let place = cell.place as usize - 1;
            if cell.hash == hash && is_key(&self.entries[place].0) {
                return Ok(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes the index anew from the keys.
    fn rebuild(&mut self) {
        self.index = vec![Cell::default(); cells_for(self.entries.len())];
        for (place, (key, _)) in self.entries.iter().enumerate() {
            put(&mut self.index, Cell { hash: value_hash(key), place: place as u32 + 1 });
        }
    }

    /// Doubles the index; the hashes are in its cells.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.index);
        self.index = vec![Cell::default(); old.len() * 2];
        old.into_iter().filter(|cell| cell.place != 0).for_each(|cell| put(&mut self.index, cell));
    }

    /// Takes a key out, keeping the order of the others.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        let place = self.index_of(key)?;
        self.detailed = OnceCell::new();
        let (_, value) = self.entries.remove(place);
        self.reindex();
        Some(value)
    }

    /// Keeps the entries for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        self.detailed = OnceCell::new();
        self.entries.retain(|(key, value)| keep(key, value));
        self.reindex();
    }

    fn reindex(&mut self) {
        if self.entries.len() > SMALL {
            self.rebuild();
        } else {
            self.index = Vec::new();
        }
    }

    /// Sets all entries of another hash.
    pub fn merge(&mut self, other: &Hash) {
        self.detailed = OnceCell::new();
        for (key, value) in other.iter() {
            match self.place_for(key) {
                Ok(place) => self.entries[place].1 = value.clone(),
                Err((hash, cell)) => self.add(hash, cell, key.clone(), value.clone()),
            }
        }
    }

    /// A new hash of both, with room for all.
    pub fn merged(&self, other: &Hash) -> Hash {
        let mut entries = Vec::with_capacity(self.len() + other.len());
        entries.extend_from_slice(&self.entries);
        let mut hash = Hash { entries, index: self.index.clone(), detailed: OnceCell::new() };
        hash.merge(other);
        hash
    }

    /// The place of a key; else its hash and the free cell where it would go (neither while the hash is small).
    fn place_for(&self, key: &Value) -> Result<usize, (u32, usize)> {
        if self.index.is_empty() {
            return self.entries.iter().position(|(other, _)| eql(other, key)).ok_or((0, 0));
        }
        let hash = value_hash(key);
        self.find(hash, |other| eql(other, key)).map_err(|cell| (hash, cell))
    }

    /// Adds a new key.
    fn add(&mut self, hash: u32, cell: usize, key: Value, value: Value) {
        if !self.index.is_empty() {
            return self.append(hash, cell, key, value);
        }
        self.entries.push((key, value));
        if self.entries.len() > SMALL {
            self.rebuild();
        }
    }

    /// The entries in order.
    pub fn iter(&self) -> Entries<'_> {
        Entries(self.entries.iter())
    }

    /// The n-th entry.
    pub fn entry(&self, index: usize) -> Option<(&Value, &Value)> {
        self.entries.get(index).map(|(key, value)| (key, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The entries, taken out of the hash.
    pub fn into_entries(self) -> Vec<(Value, Value)> {
        self.entries
    }
}

/// Puts a cell of a new key into the index.
fn put(index: &mut [Cell], cell: Cell) {
    let mask = index.len() - 1;
    let mut at = cell.hash as usize & mask;
    while index[at].place != 0 {
        at = (at + 1) & mask;
    }
    index[at] = cell;
}

/// How many cells an index of this many entries has: a power of two, at most three quarters full.
fn cells_for(entries: usize) -> usize {
    (entries * 4 / 3 + 2).next_power_of_two().max(32)
}

fn value_hash(key: &Value) -> u32 {
    let mut hasher = FxHasher::default();
    hash_value(key, &mut hasher);
    fold(hasher.finish())
}

fn str_hash(key: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hash_str(key, &mut hasher);
    fold(hasher.finish())
}

fn fold(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        let mut hash = Hash::new();
        entries.into_iter().for_each(|(key, value)| hash.insert(key, value));
        hash
    }
}
