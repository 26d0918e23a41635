//! The report for the teacher: the file that the learner named, and the learner's name.

use std::io;
use std::path::{Path, PathBuf};

use pprepl_files::shared;

use super::ProgressReport;
use crate::course::user_name;

/// The report of a session: off until the learner names a file.
#[derive(Default)]
pub struct Report {
    pub file: ProgressReport,
}

impl Report {
    /// Changes the report, and says what it is now. A directory gets a file with the learner's name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set(&mut self, path: &str, name: &str) -> io::Result<String> {
        match path {
            "" => {}
            "off" => self.file = None,
            path => {
                let name = if name.is_empty() { user_name() } else { name.to_owned() };
                let file = place(Path::new(path), &name);
                shared::create_or_append(&file)?;
                self.file = Some((file, name));
            }
        }
        Ok(self.text())
    }

    fn text(&self) -> String {
        match &self.file {
            None => "Your progress is not reported. ':report FILE NAME' reports it.".to_owned(),
            Some((file, name)) => {
                format!("Your progress is reported to {} as {name}, without your answers.", file.display())
            }
        }
    }
}

/// Returns the file of a report: in a directory, one with the learner's name.
pub fn place(path: &Path, name: &str) -> PathBuf {
    if !path.is_dir() {
        return path.to_path_buf();
    }
    let plain = |ch: char| if ch.is_alphanumeric() || matches!(ch, '-' | '_' | ' ') { ch } else { '_' };
    path.join(format!("{}.jsonl", name.chars().map(plain).collect::<String>()))
}
