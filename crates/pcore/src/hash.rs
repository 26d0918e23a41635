//! The hash: ordered by insertion, with keys compared by Ruby's `eql?` (`1` and `1.0` differ, strings are
//! case-sensitive). Small hashes are searched linearly; an index is kept only above a few keys.
//!
//! The index is a hash table with open addressing. A cell holds 32 bits of the key's hash and the entry's
//! index. So the table grows without rehashing, and a key is only compared when its hash agrees. Short
//! strings and integers are also stored inside their entry, in a form that compares as one number: a lookup
//! then follows no pointer of the key.

use std::cell::OnceCell;
use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::{Ty, Value};
use pprepl_budget as budget;

/// The maximum number of entries for linear search.
const SMALL: usize = 8;

#[derive(Clone, Debug, Default)]
pub struct Hash {
    entries: Vec<Entry>,
    /// Empty while the hash is small.
    index: Vec<Cell>,
    /// The detailed type, inferred once; reset when the hash is changed in place.
    pub(crate) detailed: OnceCell<Ty>,
}

/// An entry, laid out so that the parts a lookup reads are adjacent.
#[derive(Clone, Debug)]
#[repr(C)]
struct Entry {
    /// The key's [`brief`] form.
    brief: u128,
    value: Value,
    key: Value,
}

/// A cell of the index: the key's hash, and the entry's index counted from 1 (0: a vacant cell).
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    hash: u32,
    place: u32,
}

/// The key of a lookup.
#[derive(Clone, Copy)]
enum Probe<'a> {
    Key(&'a Value),
    Text(&'a str),
}

/// The maximum length of a string with a brief form, in bytes.
const BRIEF: usize = 15;

/// Returns a short string as a number, with its length in the highest byte; 0 for a longer string.
fn brief_text(text: &str) -> u128 {
    let bytes = text.as_bytes();
    if bytes.len() > BRIEF {
        return 0;
    }
    let mut brief = [0u8; 16];
    brief[..bytes.len()].copy_from_slice(bytes);
    brief[BRIEF] = bytes.len() as u8 + 1;
    u128::from_le_bytes(brief)
}

/// A string key for repeated lookups, with its hash and brief form computed in advance.
#[derive(Clone, Debug)]
pub struct HashKey {
    text: Box<str>,
    brief: u128,
    hash: u32,
}

impl HashKey {
    /// Creates a key for this string.
    pub fn new(text: &str) -> HashKey {
        let brief = brief_text(text);
        HashKey { text: text.into(), brief, hash: Probe::Text(text).hash(brief) }
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Probe<'_> {
    /// Returns the key as a number that only equal keys share; 0 for keys without a brief form.
    fn brief(self) -> u128 {
        match self {
            Probe::Key(Value::Str(text)) => brief_text(&text.text),
            Probe::Key(Value::Int(i)) => 0xff << 120 | u128::from(*i as u64),
            Probe::Key(_) => 0,
            Probe::Text(text) => brief_text(text),
        }
    }

    fn hash(self, brief: u128) -> u32 {
        if brief != 0 {
            return hash_brief(brief);
        }
        let mut hasher = FxHasher::default();
        match self {
            Probe::Key(key) => key.hash_into(&mut hasher),
            Probe::Text(text) => hash_str(text, &mut hasher),
        }
        fold(hasher.finish())
    }

    /// Returns whether it is the key of the entry. `brief` is the brief form of `self`.
    #[inline]
    fn is(self, brief: u128, entry: &Entry) -> bool {
        if brief != entry.brief || brief != 0 {
            return brief == entry.brief;
        }
        match self {
            Probe::Key(key) => entry.key.eql(key),
            Probe::Text(text) => matches!(&entry.key, Value::Str(other) if other.text == text),
        }
    }
}

/// Multiplies both halves, so that every bit counts.
fn hash_brief(brief: u128) -> u32 {
    let (low, high) = (brief as u64, (brief >> 64) as u64);
    let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd6e8_feb8_6659_fd93);
    fold((product >> 64) as u64 ^ product as u64)
}

/// The entries of a hash in order.
#[derive(Clone)]
pub struct Entries<'a>(std::slice::Iter<'a, Entry>);

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|entry| (&entry.key, &entry.value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Entries<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|entry| (&entry.key, &entry.value))
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl Hash {
    /// The approximate size of an entry in bytes, its cells in the index included.
    pub const ENTRY_BYTES: usize = size_of::<Entry>() + 2 * size_of::<Cell>();

    pub fn new() -> Hash {
        Hash::default()
    }

    /// Returns an empty hash with the given capacity.
    pub fn with_capacity(capacity: usize) -> Hash {
        let mut hash = Hash::default();
        hash.entries.reserve_exact(capacity);
        if capacity > SMALL {
            hash.index = vec![Cell::default(); cells_for(capacity)];
        }
        hash
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the hash has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.index_of(key).and_then(|place| self.value_at(place))
    }

    /// Returns the value of a string key.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.index_of_str(key).and_then(|place| self.value_at(place))
    }

    /// Returns whether the key exists.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.index_of(key).is_some()
    }

    /// Returns the index of a key.
    pub fn index_of(&self, key: &Value) -> Option<usize> {
        self.place_of(Probe::Key(key)).ok()
    }

    /// Returns the index of a string key.
    pub fn index_of_str(&self, key: &str) -> Option<usize> {
        self.place_of(Probe::Text(key)).ok()
    }

    fn value_at(&self, place: usize) -> Option<&Value> {
        self.entries.get(place).map(|entry| &entry.value)
    }

    /// Returns the value of a key, to be changed in place.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        let place = self.index_of(key)?;
        self.detailed = OnceCell::new();
        self.entries.get_mut(place).map(|entry| &mut entry.value)
    }

    /// Sets a key; an existing one keeps its position.
    pub fn insert(&mut self, key: Value, value: Value) {
        self.detailed = OnceCell::new();
        match self.place_of(Probe::Key(&key)) {
            Ok(place) => self.entries[place].value = value,
            Err(free) => self.add(free, key, value),
        }
    }

    /// Returns the value of a precomputed key.
    #[inline]
    pub fn get_known(&self, key: &HashKey) -> Option<&Value> {
        if self.index.is_empty() {
            let probe = Probe::Text(&key.text);
            return self.entries.iter().find(|entry| probe.is(key.brief, entry)).map(|entry| &entry.value);
        }
        self.indexed(Probe::Text(&key.text), key.brief, key.hash).ok().and_then(|place| self.value_at(place))
    }

    /// Returns the value of a precomputed key that is probably at this index.
    #[inline]
    pub fn get_near(&self, key: &HashKey, place: usize) -> Option<&Value> {
        match self.entries.get(place) {
            Some(entry) if Probe::Text(&key.text).is(key.brief, entry) => Some(&entry.value),
            _ => self.get_known(key),
        }
    }

    /// Returns the index of a key, or the vacant slot where it would go.
    fn place_of(&self, probe: Probe<'_>) -> Result<usize, Free> {
        self.place_with(probe, probe.brief())
    }

    /// Works like [`Hash::place_of`], for a key whose brief form is known.
    fn place_with(&self, probe: Probe<'_>, brief: u128) -> Result<usize, Free> {
        if self.index.is_empty() {
            let place = self.entries.iter().position(|entry| probe.is(brief, entry));
            return place.ok_or(Free { brief, hash: 0, cell: 0 });
        }
        self.indexed(probe, brief, probe.hash(brief))
    }

    /// Works like [`Hash::place_of`], in the index.
    fn indexed(&self, probe: Probe<'_>, brief: u128, hash: u32) -> Result<usize, Free> {
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let cell = self.index[at];
            if cell.place == 0 {
                return Err(Free { brief, hash, cell: at });
            }
            let place = cell.place as usize - 1;
            if cell.hash == hash && probe.is(brief, &self.entries[place]) {
                return Ok(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a new key.
    fn add(&mut self, free: Free, key: Value, value: Value) {
        self.entries.push(Entry { brief: free.brief, key, value });
        if self.index.is_empty() {
            if self.entries.len() > SMALL {
                self.rebuild();
            }
            return;
        }
        self.index[free.cell] = Cell { hash: free.hash, place: self.entries.len() as u32 };
        if self.entries.len() * 4 > self.index.len() * 3 {
            self.grow();
        }
    }

    /// Rebuilds the index from the keys.
    fn rebuild(&mut self) {
        budget::note(self.entries.len() * Hash::ENTRY_BYTES);
        self.index = vec![Cell::default(); cells_for(self.entries.len())];
        for (place, entry) in self.entries.iter().enumerate() {
            let hash = Probe::Key(&entry.key).hash(entry.brief);
            put(&mut self.index, Cell { hash, place: place as u32 + 1 });
        }
    }

    /// Doubles the index; the hashes are in its cells.
    fn grow(&mut self) {
        budget::note(self.entries.len() * Hash::ENTRY_BYTES);
        let old = std::mem::take(&mut self.index);
        self.index = vec![Cell::default(); old.len() * 2];
        old.into_iter().filter(|cell| cell.place != 0).for_each(|cell| put(&mut self.index, cell));
    }

    /// Removes a key; the others keep their order.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        let place = self.index_of(key)?;
        self.detailed = OnceCell::new();
        let entry = self.entries.remove(place);
        self.reindex();
        Some(entry.value)
    }

    /// Keeps the entries for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        self.detailed = OnceCell::new();
        self.entries.retain(|entry| keep(&entry.key, &entry.value));
        self.reindex();
    }

    /// Moves all keys and values to the end of a list.
    #[cfg(target_family = "wasm")]
    pub(crate) fn drain_into(&mut self, list: &mut Vec<Value>) {
        list.extend(self.entries.drain(..).flat_map(|entry| [entry.key, entry.value]));
        self.index = Vec::new();
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
        for Entry { brief, key, value } in &other.entries {
            match self.place_with(Probe::Key(key), *brief) {
                Ok(place) => self.entries[place].value = value.clone(),
                Err(free) => self.add(free, key.clone(), value.clone()),
            }
        }
    }

    /// Returns a new hash of both, with capacity for all entries.
    pub fn merged(&self, other: &Hash) -> Hash {
        let mut entries = Vec::with_capacity(self.len() + other.len());
        entries.extend_from_slice(&self.entries);
        let mut hash = Hash { entries, index: self.index.clone(), detailed: OnceCell::new() };
        hash.merge(other);
        hash
    }

    /// Returns the entries in order.
    pub fn iter(&self) -> Entries<'_> {
        Entries(self.entries.iter())
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator {
        self.entries.iter().map(|entry| &entry.key)
    }

    /// Returns the values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator {
        self.entries.iter().map(|entry| &entry.value)
    }

    /// Returns the entries and consumes the hash.
    pub fn into_entries(mut self) -> Vec<(Value, Value)> {
        std::mem::take(&mut self.entries).into_iter().map(|entry| (entry.key, entry.value)).collect()
    }
}

/// The slot where a new key would go.
#[derive(Clone, Copy)]
struct Free {
    brief: u128,
    hash: u32,
    /// The vacant cell of the index; unused while the hash is small.
    cell: usize,
}

/// Inserts the cell of a new key into the index.
fn put(index: &mut [Cell], cell: Cell) {
    let mask = index.len() - 1;
    let mut at = cell.hash as usize & mask;
    while index[at].place != 0 {
        at = (at + 1) & mask;
    }
    index[at] = cell;
}

/// Returns the number of cells for an index of `entries`: a power of two, at most three quarters full.
fn cells_for(entries: usize) -> usize {
    (entries * 4 / 3 + 2).next_power_of_two().max(32)
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

/// Hashes a string key like the string value.
pub(crate) fn hash_str<H: Hasher>(text: &str, state: &mut H) {
    state.write(text.as_bytes());
}
