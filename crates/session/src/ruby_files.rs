//! The Ruby files of the modules. A lookup happens for each unknown name, so the directories are listed once in a
//! while instead.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

/// The lifetime of the list: a check of many files looks up many names, and a user who adds a file waits no longer, unless
/// the listing itself takes longer than a part of it.
const GOOD_FOR: Duration = Duration::from_millis(500);
const LISTING_PART: u32 = 50;

/// The files under `lib/puppet` of the modules, by their path in the module; the first module wins.
#[derive(Default)]
pub(super) struct RubyFiles {
    good_until: Option<Instant>,
    files: FxHashMap<String, PathBuf>,
}

impl RubyFiles {
    /// Returns whether the list is still valid.
    pub(super) fn is_good(&self) -> bool {
        self.good_until.is_some_and(|end| Instant::now() < end)
    }

    /// Lists the files of these modules.
    pub(super) fn listed(modules: &[PathBuf]) -> RubyFiles {
        let (mut list, start) = (RubyFiles::default(), Instant::now());
        for module in modules {
            list.add(&module.join("lib/puppet"), "lib/puppet");
        }
        let end = Instant::now();
        list.good_until = Some(end + GOOD_FOR.max((end - start) * LISTING_PART));
        list
    }

    fn add(&mut self, folder: &Path, path: &str) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            let (file, path) = (entry.path(), format!("{path}/{name}"));
            if name.ends_with(".rb") && (kind.is_file() || kind.is_symlink() && file.is_file()) {
                self.files.entry(path).or_insert(file);
            } else if kind.is_dir() && name != "provider" {
                self.add(&file, &path);
            }
        }
    }

    /// Returns the file at this path in a module.
    pub(super) fn find(&self, path: &str) -> Option<PathBuf> {
        self.files.get(path).cloned()
    }

    pub(super) fn forget(&mut self) {
        self.good_until = None;
    }
}
