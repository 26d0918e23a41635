//! `pprepl share FILE`: a notebook as one line of text, and back. Opening a line writes a file and runs nothing.

use std::path::Path;

use pprepl_lessons::{ShareError, share, unshare};
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
        None => print(&text),
        Some(out) => open(&text, out),
    }
}

/// The length of a line that chats accept, in bytes.
const SHORT: usize = 32 << 10;

fn print(text: &str) -> Status {
    let line = match share(text) {
        Ok(line) => line,
        Err(error) => return invalid(&error),
    };
    if line.len() > SHORT {
        let size = line.len() >> 10;
        printer::error(&format!("note: the line has {size} KiB; a chat may cut it, so send it as a file"));
    }
    printer::text(&(line + "\n"));
    Status::Success
}

fn invalid(error: &ShareError) -> Status {
    printer::error(&format!("error[shared-text]: {error}"));
    Status::Invalid
}

fn open(line: &str, out: &Path) -> Status {
    let text = match unshare(line) {
        Ok(text) => text,
        Err(error) => return invalid(&error),
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
