//! The learner's progress: a file of JSON lines that only grows. A line that cannot be read is skipped and kept.
//!
//! It contains what was done, never the answers.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use pprepl_files::{self as files, private, shared};

/// The maximum size of a progress file in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The finding of a wrong answer to a quiz.
pub(crate) const PREDICTED_OTHERWISE: &str = "predicted-otherwise";

/// The state of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepState {
    /// Not tried.
    #[default]
    Open,
    /// Tried, not right yet.
    Tried,
    /// The learner skipped it.
    Skipped,
    /// The solution was shown before the answer was right.
    Shown,
    /// Right.
    Done,
}

/// One event of a learner, a line of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the lesson.
    pub lesson: String,
    /// The digest of the lesson's text: [`digest`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    pub step: String,
    /// Seconds since 1970, UTC.
    pub time: u64,
    pub state: StepState,
    /// The number of tries so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tries: u32,
    /// The number of hints shown so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hints: u32,
    /// The first finding of a wrong answer: an issue code, a topic or the kind of difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// The learner's name, in reports only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<String>,
    /// The answer, in reports only and only if the learner agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The state of a step after all events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepProgress {
    /// The best state so far: a right answer stays right.
    pub state: StepState,
    pub tries: u32,
    pub hints: u32,
    /// The time of the last event.
    pub last: u64,
    /// The finding of the last wrong answer.
    pub finding: Option<String>,
}

/// The progress of one learner.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    steps: BTreeMap<(String, String), StepProgress>,
    /// The number of lines that cannot be read.
    pub unreadable: usize,
}

impl Progress {
    /// Collects events; the text is that of a progress file.
    pub fn parse(text: &str) -> (Progress, Vec<Record>) {
        let mut progress = Progress::default();
        let mut records = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str::<Record>(line) {
                Ok(record) => {
                    progress.note(&record);
                    records.push(record);
                }
                Err(_) => progress.unreadable += 1,
            }
        }
        (progress, records)
    }

    /// Reads the events of a file, in their order; a missing file has none.
    ///
    /// # Errors
    /// The file exists and cannot be read, or is larger than 32 MiB.
    pub fn records(path: &Path) -> io::Result<Vec<Record>> {
        Ok(Progress::parse(&read_text(path)?).1)
    }

    /// Reads the file; without a file the progress is empty.
    ///
    /// # Errors
    /// The file exists and cannot be read, or is larger than 32 MiB.
    pub fn read(path: &Path) -> io::Result<Progress> {
        Ok(Progress::parse(&read_text(path)?).0)
    }

    /// Adds an event.
    pub fn note(&mut self, record: &Record) {
        let step = self.steps.entry((record.lesson.clone(), record.step.clone())).or_default();
        step.state = step.state.max(record.state);
        step.tries = step.tries.max(record.tries);
        step.hints = step.hints.max(record.hints);
        step.last = step.last.max(record.time);
        step.finding.clone_from(&record.finding);
    }

    /// Returns what is known of a step.
    pub fn step(&self, lesson: &str, step: &str) -> StepProgress {
        self.steps.get(&(lesson.to_owned(), step.to_owned())).cloned().unwrap_or_default()
    }

    /// Returns the steps of a lesson that have events.
    pub fn of_lesson<'p>(&'p self, lesson: &'p str) -> impl Iterator<Item = (&'p str, &'p StepProgress)> {
        self.steps.iter().filter(move |((name, _), _)| name == lesson).map(|((_, step), known)| (step.as_str(), known))
    }
}

/// Reads the text of a progress file; a missing file is empty, bytes that are not UTF-8 are replaced.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    match files::read_named(path, MAX_BYTES) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Appends an event to the learner's own file, which is created if it is missing: see [`append_to`].
///
/// # Errors
/// The directory or the file cannot be written.
pub fn append(path: &Path, record: &Record) -> io::Result<()> {
    create_parent(path)?;
    append_to(&mut private::open_for_append(path)?, record)
}

/// Appends an event to a file of a directory that other learners can write, too: never through a link.
///
/// # Errors
/// The directory or the file cannot be written, or the file is a link.
pub fn append_report(path: &Path, record: &Record) -> io::Result<()> {
    create_parent(path)?;
    append_to(&mut shared::create_or_append(path)?, record)
}

fn create_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Appends an event with one write, so that several processes can append to one file. A file that ends without a line
/// end (a line was cut) gets one first.
///
/// # Errors
/// The file cannot be read or written.
pub fn append_to(file: &mut File, record: &Record) -> io::Result<()> {
    let lead = if ends_with_line_end(file)? { "" } else { "\n" };
    let line = serde_json::to_string(record).map_err(io::Error::other)?;
    file.write_all(format!("{lead}{line}\n").as_bytes())
}

/// Returns whether a file ends with a line end, as an empty one does.
fn ends_with_line_end(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Returns the current time in seconds since 1970, UTC.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the digest of a lesson's text, 16 hexadecimal digits: versions of a lesson have different ones.
pub fn digest(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
