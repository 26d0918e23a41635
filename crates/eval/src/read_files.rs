//! The files other than code that programs read: data, templates, and those that were searched in vain. A session that
//! reloads compares them with the files of now.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::stamp::Stamp;

/// The maximum number of files that are remembered: a program may ask for any number of paths.
const MAX_FILES: usize = 10_000;

/// The state of a file when a program first asked for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadFile {
    /// `None` if it did not exist.
    pub stamp: Option<Stamp>,
    /// The hash of its content, or of the names in a directory; `None` if no program read it.
    pub content: Option<u64>,
}

/// The files that programs asked for, as they first were: the state of a session may depend on that.
#[derive(Clone, Debug, Default)]
pub struct ReadFiles(BTreeMap<PathBuf, ReadFile>);

impl ReadFiles {
    /// Records the metadata of a file that a program asked for.
    pub fn add(&mut self, path: &Path, stamp: Option<Stamp>) {
        if !self.0.contains_key(path) && self.0.len() < MAX_FILES {
            self.0.insert(path.to_owned(), ReadFile { stamp, content: None });
        }
    }

    /// Records the content of a file that a program read.
    pub fn add_content(&mut self, path: &Path, content: &impl Hash) {
        if let Some(file) = self.0.get_mut(path)
            && file.content.is_none()
        {
            file.content = Some(hash_of(content));
        }
    }

    /// Returns whether the content of a file is recorded.
    pub fn has_content(&self, path: &Path) -> bool {
        self.0.get(path).is_some_and(|file| file.content.is_some())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Path, &ReadFile)> {
        self.0.iter().map(|(path, file)| (path.as_path(), file))
    }
}

impl ReadFile {
    /// Returns whether this is a recorded content.
    pub fn has(&self, content: &impl Hash) -> bool {
        self.content == Some(hash_of(content))
    }
}

fn hash_of(content: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}
