//! Edits an input in the user's own editor: VISUAL or EDITOR, else vi.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    let edited = run(&path, None);
    let text = pprepl_files::read_named_text(&path, pprepl_files::LIMIT);
    let _ = std::fs::remove_file(&path);
    if !edited? {
        return Ok(None);
    }
    let text = text.map_err(|error| EditorError::Read(path, error))?;
    let text = text.trim_end();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Opens a file at a line (from 1). Returns whether the editor exited successfully.
pub fn open(path: &Path, line: u32) -> Result<bool, EditorError> {
    run(path, Some(line))
}

/// Creates a file that only the user can read: the input may be a secret.
fn create(path: &Path) -> std::io::Result<std::fs::File> {
    pprepl_files::private::create_new(path)
}

/// Returns a number that is unique in the process and not guessable by others.
fn unique() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// Runs the editor on a file, at a line if it knows how. Returns whether it exited successfully.
fn run(path: &Path, at: Option<u32>) -> Result<bool, EditorError> {
    let wish = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let line = wish("VISUAL").or_else(|| wish("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let mut command = Command::new(program);
    command.args(words);
    let place = at.map(|at| place(program, path, at)).unwrap_or_default();
    command.args(if place.is_empty() { vec![path.as_os_str().to_owned()] } else { place });
    let status = command.status();
    status.map(|status| status.success()).map_err(|error| EditorError::Run(line, error))
}

/// Returns the arguments that open a file at a line in a known editor; none for others.
fn place(program: &str, path: &Path, line: u32) -> Vec<OsString> {
    let name = Path::new(program).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let with_line = |mark: &str| {
        let mut text = path.as_os_str().to_owned();
        text.push(format!("{mark}{line}"));
        text
    };
    match name {
        "vi" | "vim" | "nvim" | "view" | "nano" | "emacs" | "emacsclient" | "micro" | "kak" | "joe" | "mg" | "ne" => {
            vec![format!("+{line}").into(), path.as_os_str().to_owned()]
        }
        "code" | "codium" => vec!["--wait".into(), "--goto".into(), with_line(":")],
        "hx" | "helix" | "subl" | "zed" => vec![with_line(":")],
        _ => Vec::new(),
    }
}
