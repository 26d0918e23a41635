//! The learner's copy of a lesson: a notebook in the state directory. It is made from the lesson, and again when the lesson
//! changed; the answers stay. A lesson from a file of the user gets them back: that file is what students hand in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pprepl_lessons::{Part, answers, tried_answers, with_answers, working_copy};
use pprepl_notebook::file::{FileError, NotebookFile};
use pprepl_notebook::{Document, Operation};

use super::start::LessonStart;
use crate::classroom::read_lesson_file;
use crate::tui::workspace::{Workspace, WorkspaceError};

/// The name of the file with the digest of the lesson that the copy was made from.
const VERSION: &str = "version";

/// The maximum size of that file in bytes: a digest and a path.
const MAX_VERSION: u64 = 8 << 10;

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
    let is_recovered = book.recovery().is_some();
    if is_recovered {
        // The learner did not choose to lose anything: no question.
        book.recover()?;
        book.save(true)?;
    }
    let found = answers(&document(&book));
    // The answers in the learner's file count, unless this program ended before it wrote them.
    let is_of_file = lesson.open.file.is_some() && !(is_recovered && is_current(lesson, &book));
    // A copy of another file with this name has other answers.
    let mut known = if is_of_file && !is_of_same_file(lesson) { BTreeMap::new() } else { found.clone() };
    if is_of_file {
        known.extend(tried_answers(&lesson.open.lesson));
    }
    let is_same = known.iter().all(|(name, answer)| found.get(name).is_some_and(|text| text.trim() == answer.trim()));
    if !is_current(lesson, &book) || !is_same {
        renew(lesson, &mut book, &known)?;
    }
    if let Some(file) = lesson.open.file.as_deref().filter(|_| is_recovered) {
        hand_over(file, &book).map_err(|message| WorkspaceError::File(FileError { message, help: None }))?;
    }
    Ok(book)
}

/// Writes the answers in the learner's copy into the file of the lesson. Returns whether it changed.
///
/// # Errors
/// The file cannot be read or written.
pub fn hand_over(file: &Path, book: &Workspace) -> Result<bool, String> {
    let failed = |error: &dyn std::fmt::Display| format!("cannot save your answers in {}: {error}", file.display());
    let before = read_lesson_file(file).map_err(|error| failed(&error.text("pprepl learn")))?;
    let after = with_answers(&before, &answers(&document(book)));
    if after == before {
        return Ok(false);
    }
    NotebookFile::at(file).save(&after, true).map_err(|error| failed(&error))?;
    Ok(true)
}

fn document(book: &Workspace) -> Document {
    Document::of(book.cells().iter().map(|cell| (cell.kind, cell.heading.clone(), cell.text.clone())))
}

fn unwritable(path: &str, error: &io::Error) -> WorkspaceError {
    let message = format!("cannot write {path}: {}", pprepl_files::reason(error));
    WorkspaceError::File(FileError { message, help: None })
}

fn write_new(lesson: &LessonStart) -> io::Result<()> {
    fs::create_dir_all(&lesson.folder)?;
    let known = if lesson.open.file.is_some() { tried_answers(&lesson.open.lesson) } else { BTreeMap::new() };
    let text = working_copy(&lesson.open.lesson, &known).text();
    // It has no answers yet: it need not be safe on the disk before the first frame.
    fs::write(lesson.copy(), text)?;
    write_version(lesson)
}

fn write_version(lesson: &LessonStart) -> io::Result<()> {
    fs::write(lesson.folder.join(VERSION), version(lesson))
}

/// Returns whether the copy was made of the file that is open now, in any version.
fn is_of_same_file(lesson: &LessonStart) -> bool {
    let known = pprepl_files::read_named_text(&lesson.folder.join(VERSION), MAX_VERSION).unwrap_or_default();
    let path = |version: &str| version.split_once(' ').map(|(_, path)| path.to_owned());
    path(&known) == path(&version(lesson))
}

/// Returns the digest of the lesson, and the file that has the answers: files with equal names share a copy.
fn version(lesson: &LessonStart) -> String {
    let path = lesson.open.file.as_deref().map(|file| fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()));
    path.map_or_else(|| lesson.open.hash.clone(), |path| format!("{} {}", lesson.open.hash, path.display()))
}

/// Returns whether the copy is of this version of the lesson, and has a cell for each step.
fn is_current(lesson: &LessonStart, book: &Workspace) -> bool {
    let known = pprepl_files::read_named_text(&lesson.folder.join(VERSION), MAX_VERSION).unwrap_or_default();
    let parts: Vec<Part> = book.cells().iter().filter_map(Part::of).collect();
    let steps: BTreeSet<&str> = parts.iter().filter_map(Part::step).collect();
    known == version(lesson) && lesson.open.lesson.steps().all(|(step, _)| steps.contains(step))
}

/// Makes the copy again with these answers. The copy before it stays next to it.
fn renew(lesson: &LessonStart, book: &mut Workspace, known: &BTreeMap<String, String>) -> Result<(), WorkspaceError> {
    let path = lesson.copy();
    let before = path.with_extension("old.pp");
    fs::copy(&path, &before).map_err(|error| unwritable(&before.display().to_string(), &error))?;
    let fresh = working_copy(&lesson.open.lesson, known);
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
