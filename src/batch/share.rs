//! `pprepl share FILE`: a notebook as one line of text, and back. Opening a line writes a file and runs nothing.

use std::path::Path;

use pprepl_lessons::{ShareError, read, share, unshare};
use pprepl_notebook::Document;
use pprepl_notebook::file::NotebookFile;
use pprepl_notebook::kernel::file_calls;
use pprepl_text::visible;

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
            let folder = what.file.parent().unwrap_or(Path::new(""));
            print(&text, &needed_files(&text, folder))
        }
        Some(out) => open(&text, out),
    }
}

/// The length of a line that chats accept, in bytes.
const SHORT: usize = 32 << 10;

fn print(text: &str, needed: &[String]) -> Status {
    let line = match share(text) {
        Ok(line) => line,
        Err(error) => return invalid(&error),
    };
    if line.len() > SHORT {
        let size = line.len() >> 10;
        printer::error(&format!("note: the line has {size} KiB; a chat may cut it, so send it as a file"));
    }
    if !needed.is_empty() {
        let files = needed.iter().map(|name| visible(name)).collect::<Vec<_>>().join(", ");
        printer::error(&format!(
            "note: the line has only the notebook, and its code also reads {files}: send them too"
        ));
    }
    printer::text(&(line + "\n"));
    Status::Success
}

/// Returns the files that the code of a notebook names and that the line does not contain, each once.
fn needed_files(text: &str, folder: &Path) -> Vec<String> {
    let document = Document::parse(text);
    let own = read("", &document).files;
    let is_own = |path: &str| own.iter().any(|file| file.path == path);
    let mut needed: Vec<String> = Vec::new();
    for call in file_calls(&document) {
        let paths: Vec<String> = call.names.iter().map(|name| path_of(name, folder)).collect();
        // A function that takes several names uses the first file that exists.
        let found = paths.iter().find(|path| is_own(path) || folder.join(path).is_file()).or(paths.first());
        needed.extend(found.filter(|path| !is_own(path) && !needed.contains(*path)).cloned());
    }
    needed
}

/// Returns the path of a file as a notebook names it: in a module of its directory, or a path.
fn path_of(name: &str, folder: &Path) -> String {
    let inside = |kind: &str| {
        let (module, rest) = name.split_once('/')?;
        Some(format!("modules/{module}/{kind}/{rest}")).filter(|path| folder.join(path).is_file())
    };
    inside("files").or_else(|| inside("templates")).unwrap_or_else(|| name.to_owned())
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
        printer::error(&format!("error[file-write]: {} exists; choose another name", visible(&name)));
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
