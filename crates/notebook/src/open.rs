//! An open notebook: the document with its history, its file and its journal, kept consistent. Front ends change a
//! document only through it, so that every change is in the journal and can be undone.
//!
//! A failure of the journal (a full disk, no directory) is reported once and does not stop the work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{DiskChange, FileError, NotebookFile, SaveError};
use super::history::History;
use super::journal::{Journal, JournalScan, RecoverableJournal, scan};
use super::{CellId, Document, Operation, OperationError};
use pprepl_session::file::reason;

/// An open notebook, the entry point of the front ends.
pub struct OpenNotebook {
    document: Document,
    history: History,
    file: Option<NotebookFile>,
    folder: Option<PathBuf>,
    journal: Option<Journal>,
    /// The text of the file.
    saved: String,
    warning: Option<String>,
    warned: bool,
}

impl OpenNotebook {
    /// Opens the notebook at a path, or a new one without a name. Journals are in `folder`; without a directory it
    /// keeps no journal. Also returns the scan of that directory: pass the recoverable journals to
    /// [`OpenNotebook::recover`].
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

    /// Opens a document without a file; it counts as saved.
    pub fn of(document: Document) -> OpenNotebook {
        let saved = document.text();
        OpenNotebook {
            document,
            history: History::new(),
            file: None,
            folder: None,
            journal: None,
            saved,
            warning: None,
            warned: false,
        }
    }

    /// Marks the notebook as saved by the caller, and returns its text.
    pub fn saved_by_caller(&mut self) -> String {
        let text = self.document.text();
        self.is_saved(text.clone());
        text
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
            self.warning = Some(format!("cannot write the recovery file: {}; save often", reason(error)));
        }
    }

    /// Takes the warning of a background failure since the last call, so that it is reported once.
    pub fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Creates a cell with a unique id, for an insertion.
    pub fn new_cell(&mut self, kind: super::CellKind, text: &str) -> super::Cell {
        self.document.new_cell(kind, text)
    }

    /// Returns its file, if it has one.
    pub fn file(&self) -> Option<&NotebookFile> {
        self.file.as_ref()
    }

    /// Returns the text of the file, as last seen.
    pub fn saved_text(&self) -> &str {
        &self.saved
    }

    /// Returns the history, for queries about undo and redo.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Applies an operation. `now` is a time since any fixed point.
    pub fn apply(&mut self, operation: Operation, now: Duration) -> Result<(), OperationError> {
        let undo = self.perform(operation.clone())?;
        self.history.record(&operation, undo, now);
        Ok(())
    }

    /// Applies and records an operation; returns its inverse.
    fn perform(&mut self, operation: Operation) -> Result<Operation, OperationError> {
        let kept = self.journal.as_mut().map(|journal| journal.record(&self.document, &operation));
        match kept {
            Some(Err(error)) => self.warn(&error),
            Some(Ok(())) => self.warned = false,
            None => {}
        }
        self.document.apply(operation)
    }

    /// Folds cells as they were when the notebook was last closed: no step of the history.
    pub fn restore_folding(&mut self, ids: &[CellId]) {
        for id in ids {
            // A missing cell cannot be folded.
            let _ = self.document.apply(Operation::Fold { id: *id, folded: true });
        }
    }

    /// Ends the undo group: the next edit is undone separately, however soon it follows.
    pub fn pause(&mut self) {
        self.history.end_undo_group();
    }

    /// Undoes the last operation and returns the applied inverse; `None` at the root of the history.
    pub fn undo(&mut self) -> Option<Operation> {
        let mut history = std::mem::take(&mut self.history);
        let done = history.undo(|operation| self.perform(operation));
        self.history = history;
        done?.ok()
    }

    /// Redoes the last undone operation and returns it; `None` without a redo branch.
    pub fn redo(&mut self) -> Option<Operation> {
        let mut history = std::mem::take(&mut self.history);
        let done = history.redo(|operation| self.perform(operation));
        self.history = history;
        done?.ok()
    }

    /// Selects the next (or the previous) branch of the undo tree for redo.
    pub fn choose_branch(&mut self, next: bool) {
        self.history.choose(next);
    }

    /// Returns whether there are changes that the file does not have.
    pub fn is_changed(&self) -> bool {
        self.history.is_changed()
    }

    /// Returns whether saving would change the file. (Text that was typed and deleted again is a change, but no
    /// loss.)
    pub fn differs_from_file(&self) -> bool {
        self.is_changed() && self.document.text() != self.saved
    }

    /// Returns the change of the file since it was opened or saved.
    pub fn disk_change(&self) -> Option<DiskChange> {
        self.file.as_ref().and_then(NotebookFile::disk_change)
    }

    /// Saves to its file. Overwrites a change by another program only with `over`.
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

    /// Saves to another file, which becomes the notebook's file. Overwrites an existing file only with `over`.
    pub fn save_as(&mut self, path: &Path, over: bool) -> Result<(), SaveError> {
        let mut file = NotebookFile::at(path);
        let text = self.document.text();
        file.save(&text, over)?;
        self.file = Some(file);
        if let Some(journal) = self.journal.take() {
            // The new file has all content of the journal.
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

    /// Applies the content of a dead process's journal as one operation that can be undone.
    pub fn recover(&mut self, leftover: RecoverableJournal, now: Duration) -> Result<(), OperationError> {
        let cells = leftover.replay.document.cells().to_vec();
        let count = self.document.cells().len();
        self.apply(Operation::Replace { at: 0, count, cells }, now)?;
        if self.journal.is_some() {
            // The notebook's own journal has the content now.
            let _ = leftover.discard();
        }
        Ok(())
    }

    /// Reads the file again. Unsaved changes are replaced; undo restores them.
    pub fn reload(&mut self, now: Duration) -> Result<(), FileError> {
        let Some(path) = self.file.as_ref().map(|file| file.path().to_owned()) else { return Ok(()) };
        let (file, text) = NotebookFile::open(&path)?;
        let (at, count, cells) = self.document.reread(&text);
        if count > 0 || !cells.is_empty() {
            // The new cells have unique ids, and at least one cell exists in the end.
            let _ = self.apply(Operation::Replace { at, count, cells }, now);
        }
        self.file = Some(file);
        self.is_saved(text);
        Ok(())
    }

    /// Syncs the journal to the disk when that is due. Call it periodically.
    pub fn tick(&mut self, now: Duration) {
        if let Some(journal) = &mut self.journal {
            journal.tick(now);
        }
    }

    /// Closes the notebook and discards unsaved changes. A notebook that is dropped without this call leaves its
    /// journal.
    pub fn close(mut self) {
        if let Some(journal) = self.journal.take() {
            // A journal that cannot be removed is found again the next time, and has no new content.
            let _ = journal.end();
        }
    }
}
