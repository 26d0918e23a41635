//! The links to directories that a search below a directory follows.

use std::path::Path;

/// The maximum number of links that a search follows: a few directories with links to each other have millions of paths.
const MAX: usize = 256;

/// The links that one search has followed.
#[derive(Default)]
pub struct Links {
    followed: usize,
}

impl Links {
    /// Returns whether the search goes into `path`, a directory in `folder`: not through a link to a directory that contains
    /// it, nor through one over the maximum.
    pub fn follows(&mut self, folder: &Path, path: &Path) -> bool {
        if !path.is_symlink() {
            return true;
        }
        self.followed += 1;
        let (Ok(folder), Ok(target)) = (folder.canonicalize(), path.canonicalize()) else { return false };
        self.followed <= MAX && !folder.starts_with(target)
    }
}
