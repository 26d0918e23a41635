//! A file of records that grows: only its new bytes are read. An unfinished last line waits for its rest; a file
//! that shrinks is read again.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use pprepl_files::{Rejection, shared};

use super::history::Steps;
use crate::progress::Record;

/// The number of bytes read at once.
const CHUNK: u64 = 4 << 20;

/// The maximum length of a line in bytes; a longer one is damaged.
const MAX_LINE: usize = 64 << 10;

/// The maximum length of a learner's name in characters.
const MAX_NAME: usize = 80;

/// A learner and a lesson.
pub(super) type Place = (String, String);

/// A file of records.
pub(super) struct ReportFile {
    path: PathBuf,
    /// The maximum size in bytes. A larger file is not read.
    limit: u64,
    /// The number of bytes read.
    offset: u64,
    /// The start of a line whose end is missing.
    rest: Vec<u8>,
    /// Whether the current line is too long: its rest is omitted.
    is_too_long: bool,
    pub(super) steps: BTreeMap<Place, Steps>,
    /// The number of lines that cannot be read.
    pub(super) damaged: usize,
    /// Whether the file itself cannot be read.
    pub(super) is_unreadable: bool,
}

impl ReportFile {
    pub(super) fn new(path: PathBuf, limit: u64) -> ReportFile {
        ReportFile {
            path,
            limit,
            offset: 0,
            rest: Vec::new(),
            is_too_long: false,
            steps: BTreeMap::new(),
            damaged: 0,
            is_unreadable: false,
        }
    }

    /// Reads what is new, at most `left` bytes, which are taken from it. Returns whether anything changed.
    pub(super) fn read_new(&mut self, left: &mut u64) -> bool {
        let was_unreadable = self.is_unreadable;
        let result = self.read(left);
        self.is_unreadable = result.is_err();
        result.unwrap_or(false) || was_unreadable != self.is_unreadable
    }

    fn read(&mut self, left: &mut u64) -> io::Result<bool> {
        let mut file = shared::open(&self.path)?;
        let size = file.metadata()?.len();
        if size > self.limit {
            return Err(Rejection::TooLarge(self.limit).into());
        }
        let was_cut = size < self.offset;
        if was_cut {
            *self = ReportFile::new(std::mem::take(&mut self.path), self.limit);
        }
        if size == self.offset {
            return Ok(was_cut);
        }
        file.seek(SeekFrom::Start(self.offset))?;
        loop {
            let mut bytes = Vec::new();
            let wanted = CHUNK.min(*left).min(self.limit - self.offset);
            let count = file.by_ref().take(wanted).read_to_end(&mut bytes)?;
            if count == 0 {
                return Ok(true);
            }
            *left -= count as u64;
            self.offset += count as u64;
            self.take(&bytes);
        }
    }

    /// Takes bytes that follow those before.
    fn take(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !self.is_too_long {
                self.rest.extend_from_slice(part);
            }
            if self.rest.len() > MAX_LINE {
                self.rest.clear();
                self.is_too_long = true;
            }
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.rest);
                self.line(&line);
                self.is_too_long = false;
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() && !self.is_too_long {
            return;
        }
        match serde_json::from_slice::<Record>(line) {
            Ok(record) => self.note(&record),
            Err(_) => self.damaged += 1,
        }
    }

    fn note(&mut self, record: &Record) {
        let named = record.learner.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let name: String = named.map_or_else(|| stem(&self.path), str::to_owned).chars().take(MAX_NAME).collect();
        let steps = self.steps.entry((name, record.lesson.clone())).or_default();
        steps.entry(record.step.clone()).or_default().note(record);
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
