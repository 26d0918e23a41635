//! The directory of a class: all its report files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pprepl_files::shared;

use super::history::Steps;
use super::report_file::{Place, ReportFile};

/// The maximum size of a learner's file in bytes: some thousand events.
pub const MAX_LEARNER_FILE: u64 = 512 << 10;

/// The maximum size of one file for all learners in bytes.
const MAX_COMMON_FILE: u64 = 64 << 20;

/// The maximum number of files. Others are not read.
const MAX_FILES: usize = 1000;

/// The number of bytes read by one [`Class::poll`]: a server answers in between.
const MAX_READ: u64 = 64 << 20;

/// The files of a class: `*.jsonl` in a directory, or one file for all. Learners can write the directory, so only
/// regular files are read, never through a link, up to a limit of their size.
pub struct Class {
    folder: PathBuf,
    files: BTreeMap<PathBuf, ReportFile>,
    /// The number of files that are not read: links, pipes, and those above [`MAX_FILES`].
    refused: usize,
}

/// The reports of a directory.
#[derive(Debug, Default)]
struct Reports {
    paths: BTreeSet<PathBuf>,
    refused: usize,
}

impl Class {
    /// Opens a directory or a file, and reads it.
    ///
    /// # Errors
    /// The directory or file cannot be read.
    pub fn open(folder: &Path) -> io::Result<Class> {
        fs::metadata(folder)?;
        let mut class = Class { folder: folder.to_path_buf(), files: BTreeMap::new(), refused: 0 };
        let reports = class.reports()?;
        class.read(reports);
        Ok(class)
    }

    /// Reads what is new in all files. Returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        self.reports().is_ok_and(|reports| self.read(reports))
    }

    fn read(&mut self, Reports { paths, refused }: Reports) -> bool {
        let count = self.files.len();
        self.files.retain(|path, _| paths.contains(path));
        let mut is_changed = self.files.len() != count || self.refused != refused;
        self.refused = refused;
        let limit = if self.is_common_file() { MAX_COMMON_FILE } else { MAX_LEARNER_FILE };
        let mut left = MAX_READ;
        for path in paths {
            let file = self.files.entry(path).or_insert_with_key(|path| ReportFile::new(path.clone(), limit));
            is_changed |= file.read_new(&mut left);
        }
        is_changed
    }

    /// Returns the number of lines that cannot be read.
    pub fn damaged(&self) -> usize {
        self.files.values().map(|file| file.damaged).sum()
    }

    /// Returns the number of files that cannot be read.
    pub fn unreadable(&self) -> usize {
        self.refused + self.files.values().filter(|file| file.is_unreadable).count()
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

    /// Returns whether all learners write to one file.
    fn is_common_file(&self) -> bool {
        self.folder.is_file()
    }

    fn reports(&self) -> io::Result<Reports> {
        if self.is_common_file() {
            return Ok(Reports { paths: BTreeSet::from([self.folder.clone()]), refused: 0 });
        }
        let mut reports = Reports::default();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            if shared::is_regular(&entry) && reports.paths.len() < MAX_FILES {
                reports.paths.insert(path);
            } else {
                reports.refused += 1;
            }
        }
        Ok(reports)
    }
}
