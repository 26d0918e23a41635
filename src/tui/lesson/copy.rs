//! The learner's copy of a lesson: a notebook in the state directory. It is made from the lesson, and again when the lesson
//! changed; the answers stay.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use pprepl_lessons::{Part, answers, working_copy};
use pprepl_notebook::file::FileError;
use pprepl_notebook::{Document, Operation};

use super::start::LessonStart;
use crate::tui::workspace::{Workspace, WorkspaceError};

/// The name of the file with the digest of the lesson that the copy was made from.
const VERSION: &str = "version";

/// The maximum size of that file in bytes.
const MAX_VERSION: u64 = 1024;

/// Opens the learner's copy. Restores what a crashed process left. `state` is the parent directory of the journals.
///
/// # Errors
/// The copy cannot be written or read.
pub fn open_copy(lesson: &LessonStart, state: Option<PathBuf>) -> Result<Workspace, WorkspaceError> {
    let path = lesson.copy();
    if !path.exists() {
        write_new(lesson).map_err(|error| unwritable(&path.display().to_string(), &error))?;
    }
    let mut book = Workspace::open(Some(path), state)?;
    if book.recovery().is_some() {
        // The learner did not choose to lose anything: no question.
        book.recover()?;
        book.save(true)?;
    }
    if !is_current(lesson, &book) {
        renew(lesson, &mut book)?;
    }
    Ok(book)
}

fn unwritable(path: &str, error: &io::Error) -> WorkspaceError {
    let message = format!("cannot write {path}: {}", pprepl_files::reason(error));
    WorkspaceError::File(FileError { message, help: None })
}

fn write_new(lesson: &LessonStart) -> io::Result<()> {
    fs::create_dir_all(&lesson.folder)?;
    let text = working_copy(&lesson.open.lesson, &Default::default()).text();
    // It has no answers yet: it need not be safe on the disk before the first frame.
    fs::write(lesson.copy(), text)?;
    write_version(lesson)
}

fn write_version(lesson: &LessonStart) -> io::Result<()> {
    fs::write(lesson.folder.join(VERSION), &lesson.open.hash)
}

/// Returns whether the copy is of this version of the lesson, and has a cell for each step.
fn is_current(lesson: &LessonStart, book: &Workspace) -> bool {
    let version = pprepl_files::read_named_text(&lesson.folder.join(VERSION), MAX_VERSION).unwrap_or_default();
    let parts: Vec<Part> = book.cells().iter().filter_map(Part::of).collect();
    let steps: BTreeSet<&str> = parts.iter().filter_map(Part::step).collect();
    version == lesson.open.hash && lesson.open.lesson.steps().all(|(step, _)| steps.contains(step))
}

/// Makes the copy again with its answers. The copy before it stays next to it.
fn renew(lesson: &LessonStart, book: &mut Workspace) -> Result<(), WorkspaceError> {
    let path = lesson.copy();
    let before = path.with_extension("old.pp");
    fs::copy(&path, &before).map_err(|error| unwritable(&before.display().to_string(), &error))?;
    let known = Document::of(book.cells().iter().map(|cell| (cell.kind, cell.heading.clone(), cell.text.clone())));
    let fresh = working_copy(&lesson.open.lesson, &answers(&known));
    let count = book.cells().len();
    let cells: Vec<_> = fresh.cells().iter().map(|cell| (cell.kind, cell.heading.clone(), cell.text.clone())).collect();
    let cells = cells.into_iter().map(|(kind, heading, text)| {
        let mut cell = book.new_cell(kind, &text);
        cell.heading = heading;
        cell
    });
    let cells = cells.collect();
    book.change(Operation::Replace { at: 0, count, cells })?;
    book.save(true)?;
    write_version(lesson).map_err(|error| unwritable(&lesson.folder.display().to_string(), &error))
}
