//! The program as a process without a terminal, and directories for it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a process wrote, and its exit status.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub status: i32,
}

impl Ran {
    /// Reads what a process that ended has left.
    pub fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { out: text(&output.stdout), err: text(&output.stderr), status: output.status.code().unwrap() }
    }

    /// Runs a command to its end.
    pub fn from(command: &mut Command) -> Ran {
        Ran::of(&command.output().unwrap())
    }
}

/// Returns the command that runs pprepl in a directory, without input.
pub fn pprepl(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Writes a file below a directory, with the directories that it needs.
pub fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Returns a new directory with these files.
pub fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(root.path(), name, text);
    }
    root
}
