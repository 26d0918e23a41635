//! The directory of a class: all its report files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::history::Steps;
use super::report_file::{Place, ReportFile};

/// The files of a class: `*.jsonl` in a directory, or one file for all.
pub struct Class {
    folder: PathBuf,
    files: BTreeMap<PathBuf, ReportFile>,
}

impl Class {
    /// Opens a directory or a file, and reads it.
    ///
    /// # Errors
    /// The directory or file cannot be read.
    pub fn open(folder: &Path) -> io::Result<Class> {
        fs::metadata(folder)?;
        let mut class = Class { folder: folder.to_path_buf(), files: BTreeMap::new() };
        for path in class.paths()? {
            class.files.insert(path.clone(), ReportFile::new(path));
        }
        class.poll();
        Ok(class)
    }

    /// Reads what is new in all files. Returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        let Ok(paths) = self.paths() else { return false };
        let count = self.files.len();
        self.files.retain(|path, _| paths.contains(path));
        let mut is_changed = self.files.len() != count;
        for path in paths {
            let file = self.files.entry(path).or_insert_with_key(|path| ReportFile::new(path.clone()));
            is_changed |= file.read_new();
        }
        is_changed
    }

    /// Returns the number of lines that cannot be read.
    pub fn damaged(&self) -> usize {
        self.files.values().map(|file| file.damaged).sum()
    }

    /// Returns the number of files that cannot be read.
    pub fn unreadable(&self) -> usize {
        self.files.values().filter(|file| file.is_unreadable).count()
    }

    /// Returns what each learner did in each lesson.
    pub(super) fn steps(&self) -> BTreeMap<&Place, Steps> {
        let mut all: BTreeMap<&Place, Steps> = BTreeMap::new();
        for (place, steps) in self.files.values().flat_map(|file| &file.steps) {
            let known = all.entry(place).or_default();
            for (step, history) in steps {
                known.entry(step.clone()).or_default().add(history);
            }
        }
        all
    }

    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        if self.folder.is_file() {
            return Ok(vec![self.folder.clone()]);
        }
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths)
    }
}
