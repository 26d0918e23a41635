//! Edits an input in the user's own editor: VISUAL or EDITOR, else vi.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use crate::file::reason;

/// The reason why the editor could not edit the text.
#[derive(Debug)]
pub enum EditorError {
    Write(PathBuf, io::Error),
    Read(PathBuf, io::Error),
    /// The command line could not run.
    Run(String, io::Error),
}

impl fmt::Display for EditorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditorError::Write(path, error) => write!(f, "cannot write {}: {}", path.display(), reason(error)),
            EditorError::Read(path, error) => write!(f, "cannot read {}: {}", path.display(), reason(error)),
            EditorError::Run(line, error) => {
                write!(f, "cannot run the editor '{line}': {} (VISUAL or EDITOR names the editor)", reason(error))
            }
        }
    }
}

/// Opens `text` in the editor. `None` when the editor failed or the file is empty.
pub fn edit(text: &str) -> Result<Option<String>, EditorError> {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("pprepl-{}-{}.pp", std::process::id(), unique()));
    let written = create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| EditorError::Write(path.clone(), error))?;
    let edited = run(&path);
    let text = std::fs::read_to_string(&path);
    let _ = std::fs::remove_file(&path);
    if !edited? {
        return Ok(None);
    }
    let text = text.map_err(|error| EditorError::Read(path, error))?;
    let text = text.trim_end();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Creates a file that only the user can read: the input may be a secret.
fn create(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    pprepl_files::private::create_new(path)
}

/// Returns a number that is unique in the process and not guessable by others.
fn unique() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// Runs the editor. Returns whether it exited successfully.
fn run(path: &std::path::Path) -> Result<bool, EditorError> {
    let wish = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let line = wish("VISUAL").or_else(|| wish("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    status.map(|status| status.success()).map_err(|error| EditorError::Run(line, error))
}
