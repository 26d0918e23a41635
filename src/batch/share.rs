//! `pprepl share FILE`: a notebook as one line of text, and back. Opening a line writes a file and runs nothing.

use std::path::Path;

use pprepl_lessons::{share, unshare};
use pprepl_notebook::file::NotebookFile;

use super::arguments::{Options, Share};
use super::{Status, input, printer};

/// Prints a file as one line, or writes the notebook of a line.
pub fn run(what: &Share, options: &Options) -> Status {
    let (_, text) = match input::read(&what.file, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    match &what.open {
        None => {
            printer::text(&(share(&text) + "\n"));
            Status::Success
        }
        Some(out) => open(&text, out),
    }
}

fn open(line: &str, out: &Path) -> Status {
    let text = match unshare(line) {
        Ok(text) => text,
        Err(error) => {
            printer::error(&format!("error[shared-text]: {error}"));
            return Status::Invalid;
        }
    };
    write(out, &text)
}

/// Writes a new file, or the standard output for `-`. An existing file is not replaced.
pub(super) fn write(out: &Path, text: &str) -> Status {
    if out == Path::new("-") {
        printer::text(text);
        return Status::Success;
    }
    if out.exists() {
        let name = out.display().to_string();
        printer::error(&format!("error[file-write]: {} exists; choose another name", pprepl_text::visible(&name)));
        return Status::Usage;
    }
    match NotebookFile::at(out).save(text, true) {
        Ok(_) => Status::Success,
        Err(error) => {
            printer::error(&format!("error[file-write]: {error}"));
            Status::Usage
        }
    }
}
