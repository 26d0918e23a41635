//! Which Ruby files the modules have: asked for each name that nobody knows, so that the directories are listed once a while
//! and not asked one by one.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

/// So long a list is good: a check of many files asks for many names, a user who adds a file waits no longer.
const GOOD_FOR: Duration = Duration::from_millis(500);

/// The files under `lib/puppet` of some modules, by their path in the module; of two with one path the first.
#[derive(Default)]
pub(super) struct RubyFiles {
    listed: Option<Instant>,
    files: FxHashMap<String, PathBuf>,
}

impl RubyFiles {
    /// Returns whether there is something that can be asked.
    pub(super) fn is_good(&self) -> bool {
        self.listed.is_some_and(|when| when.elapsed() < GOOD_FOR)
    }

    /// Lists the files of these modules.
    pub(super) fn list(&mut self, modules: &[PathBuf]) {
        self.files.clear();
        for module in modules {
            self.add(&module.join("lib/puppet"), "lib/puppet");
        }
        self.listed = Some(Instant::now());
    }

    fn add(&mut self, folder: &Path, path: &str) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let (file, path) = (entry.path(), format!("{path}/{name}"));
            if name.ends_with(".rb") && file.is_file() {
                self.files.entry(path).or_insert(file);
            } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) && name != "provider" {
                self.add(&file, &path);
            }
        }
    }

    /// The file of this path.
    pub(super) fn find(&self, path: &str) -> Option<PathBuf> {
        self.files.get(path).cloned()
    }

    /// Forgets what was listed.
    pub(super) fn forget(&mut self) {
        self.listed = None;
    }
}
