//! The notebook that is open: its document, what was done to it, its file, and the journal that keeps what is typed.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::notebook::kernel::CellReport;
use crate::notebook::{Cell, CellId, CellKind, Document, Operation};

use super::keymap::Own;

/// A form that a notebook is exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page for a browser.
    Html,
    /// Markdown.
    Markdown,
    /// A notebook of Jupyter.
    Jupyter,
    /// A recording for asciinema.
    Cast,
}

impl Form {
    /// Every form.
    pub const ALL: &[Form] = &[Form::Html, Form::Markdown, Form::Jupyter, Form::Cast];

    /// What it is called.
    pub const fn title(self) -> &'static str {
        match self {
            Form::Html => "HTML page",
            Form::Markdown => "Markdown",
            Form::Jupyter => "Jupyter notebook",
            Form::Cast => "asciinema cast",
        }
    }

    /// The end of its files' names.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Html => "html",
            Form::Markdown => "md",
            Form::Jupyter => "ipynb",
            Form::Cast => "cast",
        }
    }
}

/// What became of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is written; a word on it.
    Written(String),
    /// The user is to be asked first.
    Asks(String),
}

/// The notebook that is open.
pub struct Book {
    document: Document,
    path: Option<PathBuf>,
    undo: Vec<Operation>,
    redo: Vec<Operation>,
    saved: String,
    own_keys: Own,
}

impl Book {
    /// Opens a file; a new notebook without one.
    pub fn open(path: Option<PathBuf>) -> Result<Book, String> {
        let text = match &path {
            Some(path) if path.exists() => std::fs::read_to_string(path).map_err(|e| e.to_string())?,
            _ => String::new(),
        };
        let document = Document::parse(&text);
        Ok(Book { saved: document.text(), document, path, undo: Vec::new(), redo: Vec::new(), own_keys: Own::new() })
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        self.document.cells()
    }

    /// A cell.
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.document.cell(id)
    }

    /// How many cells stand before it.
    pub fn place(&self, id: CellId) -> Option<usize> {
        self.document.place(id)
    }

    /// A cell to be inserted.
    pub fn new_cell(&mut self, kind: CellKind, text: &str) -> Cell {
        self.document.new_cell(kind, text)
    }

    /// Does an operation, as a step of its own to undo.
    pub fn change(&mut self, operation: Operation) -> Result<(), String> {
        let inverse = self.document.apply(operation).map_err(|refused| refused.to_string())?;
        self.undo.push(inverse);
        self.redo.clear();
        Ok(())
    }

    /// Takes what was typed.
    pub fn typed(&mut self, all: Vec<Operation>) -> Result<(), String> {
        all.into_iter().try_for_each(|operation| self.change(operation))
    }

    /// Takes the last step back; the cell that it was about.
    pub fn undo(&mut self) -> Option<Option<CellId>> {
        let inverse = self.undo.pop()?;
        let place = cell_of(&inverse);
        self.redo.extend(self.document.apply(inverse).ok());
        Some(place)
    }

    /// Makes the last undone step again.
    pub fn redo(&mut self) -> Option<Option<CellId>> {
        let operation = self.redo.pop()?;
        let place = cell_of(&operation);
        self.undo.extend(self.document.apply(operation).ok());
        Some(place)
    }

    /// Goes to another branch of what was undone.
    pub fn other_branch(&mut self) -> Option<Option<CellId>> {
        None
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "(new notebook)".to_owned(), |path| path.display().to_string())
    }

    /// Is something not saved?
    pub fn is_dirty(&self) -> bool {
        self.document.text() != self.saved
    }

    /// Writes the file.
    pub fn save(&mut self, _force: bool) -> Result<Saved, String> {
        let Some(path) = &self.path else { return Err("the notebook has no file yet".to_owned()) };
        let text = self.document.text();
        std::fs::write(path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        self.saved = text;
        Ok(Saved::Written(format!("saved {}", path.display())))
    }

    /// Writes another file, which is the notebook's from then on.
    pub fn save_as(&mut self, path: PathBuf) -> Result<Saved, String> {
        self.path = Some(path);
        self.save(false)
    }

    /// Opens another file.
    pub fn open_other(&mut self, path: &Path) -> Result<(), String> {
        *self = Book::open(Some(path.to_owned()))?;
        Ok(())
    }

    /// The cell and the place in its text of a line of the file.
    pub fn place_of_line(&self, _line: usize) -> (CellId, usize) {
        (self.document.cells().first().map_or(CellId(0), |cell| cell.id), 0)
    }

    /// The user's own keys.
    pub fn own_keys(&self) -> Own {
        self.own_keys.clone()
    }

    /// Exports the notebook with its results.
    pub fn export(&self, _form: Form, _path: &Path, _reports: &[Option<Rc<CellReport>>]) -> Result<(), String> {
        Err("not yet".to_owned())
    }

    /// Brings the journal to the disk.
    pub fn write_journal(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// The journal is not wanted any more.
    pub fn forget_journal(&mut self) {}

    /// What an earlier journal kept is not wanted.
    pub fn forget_recovery(&mut self) {}

    /// Takes what an earlier journal kept.
    pub fn recover(&mut self) -> Result<(), String> {
        Ok(())
    }
}

fn cell_of(operation: &Operation) -> Option<CellId> {
    match operation {
        Operation::Insert { cell, .. } => Some(cell.id),
        Operation::Delete { id }
        | Operation::Move { id, .. }
        | Operation::Split { id, .. }
        | Operation::Merge { id }
        | Operation::Turn { id, .. }
        | Operation::Head { id, .. }
        | Operation::Edit { id, .. }
        | Operation::Fold { id, .. } => Some(*id),
        Operation::Replace { cells, .. } => cells.first().map(|cell| cell.id),
        Operation::Together { all } => all.first().and_then(cell_of),
    }
}
