//! The notebook that is open: its document, what was done to it, its file, and the journal that keeps what is typed.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::themes::THEMES;
use pprepl_notebook::export::Form;
use pprepl_notebook::file::{DiskChange, FileError, NotebookFile, SaveError, folder_of};
use pprepl_notebook::journal::RecoverableJournal;
use pprepl_notebook::trust::Trust;
use pprepl_notebook::{Cell, CellId, CellKind, OpenNotebook, Operation, Outputs, export, import};

/// What became of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is written; a word on it.
    Written(String),
    /// The user is to be asked first: this became of the file meanwhile.
    Asks(DiskChange),
}

/// The notebook that is open.
pub struct Workspace {
    open: OpenNotebook,
    /// What died processes left.
    leftovers: Vec<RecoverableJournal>,
    /// The processes that have it open too.
    open_in: Vec<u32>,
    /// Where journals are kept.
    folder: Option<PathBuf>,
    /// What times are counted from.
    start: Instant,
    /// What was taken over of a notebook of another form: its file and text.
    origin: Option<(PathBuf, String)>,
    /// Where it is to be saved once the user says so.
    wanted: Option<PathBuf>,
}

impl Workspace {
    /// Opens a file; a new notebook without one. Journals are kept in `folder`; without one there are none.
    pub fn open(path: Option<PathBuf>, folder: Option<PathBuf>) -> Result<Workspace, String> {
        let journals = folder.as_ref().map(|folder| folder.join("journals"));
        let (path, imported) = match path {
            Some(path) if is_foreign(&path) => (None, Some(path)),
            path => (path, None),
        };
        let (open, survey) =
            OpenNotebook::open(path.as_deref(), journals.as_deref()).map_err(|fault| describe_file_error(&fault))?;
        let (leftovers, open_in) = (survey.leftovers, survey.open_in);
        let mut book =
            Workspace { open, leftovers, open_in, folder: journals, start: Instant::now(), origin: None, wanted: None };
        if let Some(path) = imported {
            book.import(&path)?;
        }
        Ok(book)
    }

    /// Takes over the cells of a notebook of another form. It becomes a new notebook: that file is only read.
    fn import(&mut self, path: &Path) -> Result<(), String> {
        let (_, text) = NotebookFile::open(path).map_err(|fault| describe_file_error(&fault))?;
        let (document, _) = import::read(Form::of(path).unwrap_or(Form::Markdown), &text)?;
        let (cells, count) = (document.cells().to_vec(), self.cells().len());
        self.origin = Some((path.to_owned(), text));
        self.change(Operation::Replace { at: 0, count, cells })
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub fn cells(&self) -> &[Cell] {
        self.open.document().cells()
    }

    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.open.document().cell(id)
    }

    /// How many cells are before it.
    pub fn place(&self, id: CellId) -> Option<usize> {
        self.open.document().place(id)
    }

    /// The cells of code, in order: the first has the number 1, as in exports.
    pub fn code(&self) -> impl Iterator<Item = &Cell> {
        self.cells().iter().filter(|cell| cell.is_code())
    }

    /// The number of a cell of code.
    pub fn number(&self, id: CellId) -> Option<usize> {
        self.code().position(|cell| cell.id == id).map(|place| place + 1)
    }

    /// A cell to be inserted.
    pub fn new_cell(&mut self, kind: CellKind, text: &str) -> Cell {
        self.open.new_cell(kind, text)
    }

    /// Does an operation, as a step of its own to undo.
    pub fn change(&mut self, operation: Operation) -> Result<(), String> {
        self.open.pause();
        let now = self.now();
        self.open.apply(operation, now).map_err(|refused| refused.to_string())
    }

    /// Takes what was typed; what is typed without a rest is undone together.
    pub fn typed(&mut self, all: Vec<Operation>) -> Result<(), String> {
        let now = self.now();
        all.into_iter().try_for_each(|operation| self.open.apply(operation, now)).map_err(|refused| refused.to_string())
    }

    /// What is typed from here on is undone alone.
    pub fn pause(&mut self) {
        self.open.pause();
    }

    /// Takes the last step back; the cell that it was about.
    pub fn undo(&mut self) -> Option<Option<CellId>> {
        self.open.undo().as_ref().map(cell_of)
    }

    /// Makes the last undone step again.
    pub fn redo(&mut self) -> Option<Option<CellId>> {
        self.open.redo().as_ref().map(cell_of)
    }

    /// Makes redo go another way; how many ways there are, and which it takes from now on.
    pub fn other_branch(&mut self) -> Option<(usize, usize)> {
        self.open.choose_branch(true);
        let (count, chosen) = self.open.history().branches();
        (count > 1).then_some((count, chosen + 1))
    }

    pub fn path(&self) -> Option<&Path> {
        self.open.file().map(NotebookFile::path)
    }

    /// What it is called, without its directory.
    pub fn name(&self) -> String {
        let name = self.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "(new notebook)".to_owned())
    }

    /// Is something not saved?
    pub fn is_dirty(&self) -> bool {
        self.open.is_changed()
    }

    /// Would something be lost without saving?
    pub fn has_unsaved(&self) -> bool {
        self.open.differs_from_file()
    }

    /// Has the user run or saved before what the file holds? What is new is theirs.
    pub fn is_trusted(&self, trust: &Trust) -> bool {
        match (self.open.file(), &self.origin) {
            (Some(file), _) if file.is_new() => true,
            (Some(file), _) => trust.has(file.path(), self.open.saved_text()),
            (None, Some((path, text))) => trust.has(path, text),
            (None, None) => true,
        }
    }

    /// The user runs or saves it: what the file holds is trusted from now on.
    pub fn be_trusted(&self, trust: &Trust) -> std::io::Result<()> {
        match (self.open.file(), &self.origin) {
            (Some(file), _) if file.is_new() => Ok(()),
            (Some(file), _) => trust.add(file.path(), self.open.saved_text()),
            (None, Some((path, text))) => trust.add(path, text),
            (None, None) => Ok(()),
        }
    }

    /// The directory that it is in; empty for the current one.
    pub fn folder(&self) -> String {
        let path = self.path().or(self.origin.as_ref().map(|(path, _)| path.as_path()));
        path.map(|path| folder_of(path).display().to_string()).unwrap_or_default()
    }

    /// What the user is to be told of how it was opened.
    pub fn greeting(&self) -> Option<String> {
        if let Some(reason) = self.open.file().and_then(NotebookFile::read_only) {
            return Some(format!("it cannot be written: {reason}"));
        }
        let end = self.path().and_then(Path::extension).map(|end| end.to_string_lossy().into_owned());
        if let Some(end) = end.filter(|end| !end.eq_ignore_ascii_case("pp")) {
            return Some(format!("a notebook is a manifest (.pp): this .{end} file is read as Puppet code"));
        }
        if self.open.document().has_mixed_line_ends() {
            let ends = self.open.document().line_end().escape_default();
            return Some(format!(
                "the file's lines end in two ways: a cell that is edited gets {ends}, the others stay"
            ));
        }
        // New notebooks without a name have nothing in common.
        let other = self.open_in.first().filter(|_| self.path().is_some())?;
        Some(format!("it is open in another pprepl too (process {other}): who saves last is asked first"))
    }

    /// What went wrong beside: told once.
    pub fn take_warning(&mut self) -> Option<String> {
        self.open.take_warning()
    }

    /// What a process that died left of this notebook, in words; `None` when there is nothing.
    pub fn recovery(&self) -> Option<String> {
        let leftover = self.leftovers.first()?;
        let age = leftover.modified.and_then(|time| SystemTime::now().duration_since(time).ok());
        let age = age.map(|age| format!(", {} ago", age_of(age))).unwrap_or_default();
        let count = leftover.replay.operations;
        let changes = if count == 1 { "one change".to_owned() } else { format!("{count} changes") };
        Some(format!("pprepl did not end well{age}. Its journal has {changes} that the file does not have."))
    }

    /// Takes what the newest journal kept.
    pub fn recover(&mut self) -> Result<(), String> {
        if self.leftovers.is_empty() {
            return Ok(());
        }
        let leftover = self.leftovers.remove(0);
        let now = self.now();
        self.open.recover(leftover, now).map_err(|refused| refused.to_string())
    }

    /// What earlier journals kept is not wanted.
    pub fn forget_recovery(&mut self) {
        for leftover in self.leftovers.drain(..) {
            let _ = leftover.discard();
        }
    }

    /// Writes the file; over what others wrote there only when the user said so.
    pub fn save(&mut self, over: bool) -> Result<Saved, String> {
        let result = match self.wanted.take() {
            Some(path) => self.open.save_as(&path, over).map_err(|fault| (fault, Some(path))),
            None => self.open.save(over).map_err(|fault| (fault, None)),
        };
        match result {
            Ok(()) => Ok(Saved::Written(format!("saved {}", self.name()))),
            Err((SaveError::Changed(change), path)) => {
                self.wanted = path;
                Ok(Saved::Asks(change))
            }
            Err((SaveError::Failed(fault), _)) => Err(describe_file_error(&fault)),
        }
    }

    /// Writes another file, which is the notebook's from then on.
    pub fn save_as(&mut self, path: PathBuf) -> Result<Saved, String> {
        self.wanted = (self.path() != Some(path.as_path())).then_some(path);
        self.save(false)
    }

    /// It is not to be saved elsewhere after all.
    pub fn keep_position_here(&mut self) {
        self.wanted = None;
    }

    /// Opens another file.
    pub fn open_other(&mut self, path: &Path) -> Result<(), String> {
        let foreign = is_foreign(path);
        let (open, survey) = OpenNotebook::open((!foreign).then_some(path), self.folder.as_deref())
            .map_err(|fault| describe_file_error(&fault))?;
        let before = std::mem::replace(&mut self.open, open);
        let origin = self.origin.take();
        if foreign && let Err(fault) = self.import(path) {
            std::mem::replace(&mut self.open, before).close();
            self.origin = origin;
            return Err(fault);
        }
        before.close();
        (self.leftovers, self.open_in) = (survey.leftovers, survey.open_in);
        Ok(())
    }

    /// What another program did to the file.
    pub fn disk_change(&self) -> Option<DiskChange> {
        self.open.disk_change()
    }

    /// Reads the file again, as a step that can be undone.
    pub fn reload(&mut self) -> Result<(), String> {
        let now = self.now();
        self.open.reload(now).map_err(|fault| describe_file_error(&fault))
    }

    /// The cell and the place in its text of a line of the file.
    pub fn place_of_line(&self, line: usize) -> Option<(CellId, usize)> {
        self.open.document().cell_at_line(line)
    }

    /// Exports the notebook with its results; over another file only when the user said so.
    pub fn export(&self, form: Form, path: &Path, outputs: &Outputs, over: bool) -> Result<Saved, String> {
        let text = export::write(form, self.open.document(), outputs, THEMES);
        match NotebookFile::at(path).save(&text, over) {
            Ok(()) => Ok(Saved::Written(format!("wrote {}", path.display()))),
            Err(SaveError::Changed(change)) => Ok(Saved::Asks(change)),
            Err(SaveError::Failed(fault)) => Err(describe_file_error(&fault)),
        }
    }

    /// Brings the journal to the disk.
    pub fn tick(&mut self) {
        let now = self.now();
        self.open.tick(now);
    }

    /// Closes it. Unless the user wants to lose what is not saved, the journal keeps it.
    pub fn close(self, lose: bool) {
        if lose || !self.has_unsaved() {
            self.open.close();
        }
    }
}

/// Returns whether it is a file of results that pprepl wrote.
pub fn holds_results(path: &Path) -> bool {
    path.is_file() && NotebookFile::open(path).is_ok_and(|(_, text)| export::is_results(&text))
}

/// Returns whether it is a notebook of another form, that can be taken over.
fn is_foreign(path: &Path) -> bool {
    matches!(Form::of(path), Some(Form::Jupyter | Form::Markdown)) && path.is_file()
}

/// What is wrong with a file, in one line.
fn describe_file_error(fault: &FileError) -> String {
    match &fault.help {
        Some(help) => format!("{} ({help})", fault.message),
        None => fault.message.clone(),
    }
}

/// What became of a file, in words.
pub fn words(change: DiskChange) -> &'static str {
    match change {
        DiskChange::Written => "Something else wrote to the file since it was opened here. Saving would lose that.",
        DiskChange::Gone => "The file is gone since it was opened here. Saving would make it anew.",
        DiskChange::Appeared => "There is a file of that name already. Saving would lose what it holds.",
    }
}

fn age_of(age: Duration) -> String {
    match age.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7_200 => format!("{} min", seconds / 60),
        seconds @ 7_200..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
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
