//! A notebook that is open: the document with its history, its file and its journal, kept in step. Front ends do all
//! that they do to a document here, so that nothing is done which is not in the journal, or cannot be undone.
//!
//! What a journal cannot keep (a full disk, no directory) is told once and does not stop the work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{DiskChange, FileError, NotebookFile, SaveError};
use super::history::History;
use super::journal::{Journal, JournalScan, RecoverableJournal, scan};
use super::{Document, Operation, OperationError};
use pprepl_session::file::reason;

/// A notebook that is open.
pub struct OpenNotebook {
    document: Document,
    history: History,
    file: Option<NotebookFile>,
    folder: Option<PathBuf>,
    journal: Option<Journal>,
    /// What the file has.
    saved: String,
    warning: Option<String>,
    warned: bool,
}

impl OpenNotebook {
    /// Opens the notebook at a path, or a new one without a name. Journals are kept in `folder`; without one there is
    /// none. Tells also what the directory has about the notebook: offer the leftovers to [`OpenNotebook::recover`].
    pub fn open(path: Option<&Path>, folder: Option<&Path>) -> Result<(OpenNotebook, JournalScan), FileError> {
        let (file, text) = match path {
            Some(path) => {
                let (file, text) = NotebookFile::open(path)?;
                (Some(file), text)
            }
            None => (None, String::new()),
        };
        let found = folder.map(|folder| scan(folder, path, &text)).unwrap_or_default();
        let mut notebook = OpenNotebook {
            document: Document::parse(&text),
            history: History::new(),
            file,
            folder: folder.map(Path::to_owned),
            journal: None,
            saved: text,
            warning: None,
            warned: false,
        };
        notebook.begin_journal();
        Ok((notebook, found))
    }

    fn begin_journal(&mut self) {
        let Some(folder) = &self.folder else { return };
        let path = self.file.as_ref().map(NotebookFile::path);
        match Journal::begin(folder, path, &self.document, &self.saved) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) => self.warn(&error),
        }
    }

    fn warn(&mut self, error: &std::io::Error) {
        if !std::mem::replace(&mut self.warned, true) {
            self.warning = Some(format!("typing is not kept in a journal: {}; save often", reason(error)));
        }
    }

    /// What went wrong beside since it was last asked: told once.
    pub fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// A cell with an id of its own, to be inserted.
    pub fn new_cell(&mut self, kind: super::CellKind, text: &str) -> super::Cell {
        self.document.new_cell(kind, text)
    }

    /// Its file, if it has one.
    pub fn file(&self) -> Option<&NotebookFile> {
        self.file.as_ref()
    }

    /// The text that the file has, as far as known.
    pub fn saved_text(&self) -> &str {
        &self.saved
    }

    /// Undo and redo, to ask what is there.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Does what an operation says. `now` is a time since any fixed point.
    pub fn apply(&mut self, operation: Operation, now: Duration) -> Result<(), OperationError> {
        let undo = self.perform(operation.clone())?;
        self.history.record(&operation, undo, now);
        Ok(())
    }

    /// Does and keeps it, and gives what undoes it.
    fn perform(&mut self, operation: Operation) -> Result<Operation, OperationError> {
        let kept = self.journal.as_mut().map(|journal| journal.record(&self.document, &operation));
        match kept {
            Some(Err(error)) => self.warn(&error),
            Some(Ok(())) => self.warned = false,
            None => {}
        }
        self.document.apply(operation)
    }

    /// The next edit is undone alone, however soon it comes.
    pub fn pause(&mut self) {
        self.history.end_undo_group();
    }

    /// Undoes what was done last, and tells what was done for that. `None` when there is nothing.
    pub fn undo(&mut self) -> Option<Operation> {
        let mut history = std::mem::take(&mut self.history);
        let done = history.undo(|operation| self.perform(operation));
        self.history = history;
        done?.ok()
    }

    /// Does again what was undone last, and tells what was done. `None` when there is nothing.
    pub fn redo(&mut self) -> Option<Operation> {
        let mut history = std::mem::take(&mut self.history);
        let done = history.redo(|operation| self.perform(operation));
        self.history = history;
        done?.ok()
    }

    /// Makes redo take the next (or the previous) of the ways that lead on from here.
    pub fn choose_branch(&mut self, next: bool) {
        self.history.choose(next);
    }

    /// Returns whether there is something that the file does not have.
    pub fn is_changed(&self) -> bool {
        self.history.is_changed()
    }

    /// Would the file have another text after saving? (What was typed and taken away again is a change, but no loss.)
    pub fn differs_from_file(&self) -> bool {
        self.is_changed() && self.document.text() != self.saved
    }

    /// What happened to the file since it was opened or saved.
    pub fn disk_change(&self) -> Option<DiskChange> {
        self.file.as_ref().and_then(NotebookFile::disk_change)
    }

    /// Saves to its file; what somebody else wrote there is only overwritten with `over`.
    pub fn save(&mut self, over: bool) -> Result<(), SaveError> {
        let Some(file) = &mut self.file else {
            let message = "the notebook has no file yet".to_owned();
            return Err(SaveError::Failed(FileError { message, help: Some("save it under a name".to_owned()) }));
        };
        let text = self.document.text();
        file.save(&text, over)?;
        self.is_saved(text);
        Ok(())
    }

    /// Saves to another file, which is the notebook's from then on. One that is there is only overwritten with `over`.
    pub fn save_as(&mut self, path: &Path, over: bool) -> Result<(), SaveError> {
        let mut file = NotebookFile::at(path);
        let text = self.document.text();
        file.save(&text, over)?;
        self.file = Some(file);
        if let Some(journal) = self.journal.take() {
            // The new file has all that it holds.
            let _ = journal.end();
        }
        self.saved.clone_from(&text);
        self.begin_journal();
        self.is_saved(text);
        Ok(())
    }

    fn is_saved(&mut self, text: String) {
        self.history.mark_saved();
        self.history.end_undo_group();
        self.saved = text;
        let renewed = self.journal.as_mut().map(|journal| journal.renew(&self.document, &self.saved));
        if let Some(Err(error)) = renewed {
            self.warn(&error);
        }
    }

    /// Takes over what a died process left, as one operation that can be undone.
    pub fn recover(&mut self, leftover: RecoverableJournal, now: Duration) -> Result<(), OperationError> {
        let cells = leftover.replay.document.cells().to_vec();
        let count = self.document.cells().len();
        self.apply(Operation::Replace { at: 0, count, cells }, now)?;
        if self.journal.is_some() {
            // Kept in the own journal now.
            let _ = leftover.discard();
        }
        Ok(())
    }

    /// Reads the file again: what is not saved is undone with it, and can be had back by undo.
    pub fn reload(&mut self, now: Duration) -> Result<(), FileError> {
        let Some(path) = self.file.as_ref().map(|file| file.path().to_owned()) else { return Ok(()) };
        let (file, text) = NotebookFile::open(&path)?;
        let (at, count, cells) = self.document.reread(&text);
        if count > 0 || !cells.is_empty() {
            // The new cells have ids of their own, and at least one cell is there in the end.
            let _ = self.apply(Operation::Replace { at, count, cells }, now);
        }
        self.file = Some(file);
        self.is_saved(text);
        Ok(())
    }

    /// Sends the journal to the disk when that is due. To be called now and then.
    pub fn tick(&mut self, now: Duration) {
        if let Some(journal) = &mut self.journal {
            journal.tick(now);
        }
    }

    /// Closes it: what was not saved is lost. A notebook that is dropped without this leaves its journal after.
    pub fn close(mut self) {
        if let Some(journal) = self.journal.take() {
            // A journal that cannot be removed is offered, and found to hold nothing new, the next time.
            let _ = journal.end();
        }
    }
}
