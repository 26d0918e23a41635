//! The answers of the file system that a host remembers: those to a running program, which asks for some paths at every
//! declaration, or those to all sessions of a thread while it is known that no file changes.

use std::hash::Hash;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_eval::Stamp;

use super::ruby_files::RubyFiles;

/// The maximum number of lookups of a kind that are remembered: a program may ask for any number of paths.
const MAX_LOOKUPS: usize = 10_000;

/// The maximum number of bytes of file contents that are remembered.
const MAX_BYTES: usize = 64 << 20;

/// The maximum number of names in the listings that are remembered.
const MAX_NAMES: usize = 1_000_000;

/// The names in a directory, and whether they are directories.
pub(super) type Listing = Vec<(String, bool)>;

/// The answers of the file system so far.
#[derive(Default)]
pub(super) struct FileCache {
    stamps: FxHashMap<PathBuf, Option<Stamp>>,
    /// The files of modules by directory and reference.
    module_files: FxHashMap<(String, String), Option<PathBuf>>,
    contents: FxHashMap<PathBuf, Rc<[u8]>>,
    bytes: usize,
    listings: FxHashMap<PathBuf, Listing>,
    names: usize,
    /// The Ruby files of the modules; `None` before they are listed.
    pub(super) ruby_files: Option<RubyFiles>,
}

impl FileCache {
    /// Returns the metadata of a path.
    pub(super) fn stamp(&mut self, path: &Path, ask: impl FnOnce() -> Option<Stamp>) -> Option<Stamp> {
        match self.stamps.get(path) {
            Some(known) => *known,
            None => remember(&mut self.stamps, path.to_owned(), ask()),
        }
    }

    /// Returns the path of a module's file.
    pub(super) fn module_file(
        &mut self,
        folder: &str,
        reference: &str,
        ask: impl FnOnce() -> Option<PathBuf>,
    ) -> Option<PathBuf> {
        let key = (folder.to_owned(), reference.to_owned());
        match self.module_files.get(&key) {
            Some(known) => known.clone(),
            None => remember(&mut self.module_files, key, ask()),
        }
    }

    /// Returns the names in a directory: a glob of Hiera lists it for each key.
    pub(super) fn listing(&mut self, folder: &Path, list: impl FnOnce() -> Listing) -> Listing {
        if let Some(known) = self.listings.get(folder) {
            return known.clone();
        }
        let listing = list();
        // A directory without entries counts, too.
        if self.names + listing.len() < MAX_NAMES {
            self.names += listing.len() + 1;
            self.listings.insert(folder.to_owned(), listing.clone());
        }
        listing
    }

    /// Returns the content of a file.
    pub(super) fn content(&mut self, path: &Path, read: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
        if let Some(known) = self.contents.get(path) {
            return Ok(known.to_vec());
        }
        let bytes = read()?;
        if self.bytes + bytes.len() <= MAX_BYTES {
            self.bytes += bytes.len();
            self.contents.insert(path.to_owned(), bytes.as_slice().into());
        }
        Ok(bytes)
    }
}

/// Remembers the answer to a lookup.
fn remember<K: Eq + Hash, V: Clone>(known: &mut FxHashMap<K, V>, key: K, answer: V) -> V {
    if known.len() < MAX_LOOKUPS {
        known.insert(key, answer.clone());
    }
    answer
}
