//! The open notebook: its document, its history, its file, and the journal of typed text.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::themes::THEMES;
use pprepl_notebook::export::Form;
use pprepl_notebook::file::{DiskChange, FileError, NotebookFile, SaveError, folder_of};
use pprepl_notebook::import::ImportError;
use pprepl_notebook::journal::RecoverableJournal;
use pprepl_notebook::trust::Trust;
use pprepl_notebook::{Cell, CellId, CellKind, OpenNotebook, Operation, OperationError, Outputs, export, import};

/// Why an operation on the notebook or its file failed.
#[derive(Debug)]
pub enum WorkspaceError {
    File(FileError),
    /// The operation does not fit the cells.
    Operation(OperationError),
    /// A notebook in another format cannot be read.
    Import(ImportError),
}

impl From<FileError> for WorkspaceError {
    fn from(error: FileError) -> WorkspaceError {
        WorkspaceError::File(error)
    }
}

impl From<OperationError> for WorkspaceError {
    fn from(error: OperationError) -> WorkspaceError {
        WorkspaceError::Operation(error)
    }
}

impl fmt::Display for WorkspaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkspaceError::File(FileError { message, help: Some(help), .. }) => write!(f, "{message} ({help})"),
            WorkspaceError::File(FileError { message, help: None, .. }) => f.write_str(message),
            WorkspaceError::Operation(error) => error.fmt(f),
            WorkspaceError::Import(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WorkspaceError {}

/// The outcome of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is written; with a message.
    Written(String),
    /// The file changed in this way: the user must confirm.
    Asks(DiskChange),
}

pub struct Workspace {
    open: OpenNotebook,
    /// The journals of crashed processes.
    leftovers: Vec<RecoverableJournal>,
    /// Other processes that have it open.
    open_in: Vec<u32>,
    /// The directory of journals.
    folder: Option<PathBuf>,
    /// The reference point of times.
    start: Instant,
    /// The file and text of an imported notebook in another format.
    origin: Option<(PathBuf, String)>,
    /// The path to save to after confirmation.
    wanted: Option<PathBuf>,
    /// Whether it was saved in this process. Its results file, if any, is then updated after each run.
    saved_here: bool,
    /// Whether the user confirmed losing unsaved changes.
    discard: bool,
    /// The deadline for writing the journal to disk.
    journal_due: Option<Instant>,
}

/// Maximum delay before typed text is written to the journal file.
const JOURNAL_DELAY: Duration = Duration::from_millis(300);

impl Workspace {
    /// Opens a file, or a new notebook without a path. Journals are stored in `folder`, or nowhere without one.
    pub fn open(path: Option<PathBuf>, folder: Option<PathBuf>) -> Result<Workspace, WorkspaceError> {
        let journals = folder.as_ref().map(|folder| folder.join("journals"));
        let (path, imported) = match path {
            Some(path) if is_foreign(&path) => (None, Some(path)),
            path => (path, None),
        };
        let (open, survey) = OpenNotebook::open(path.as_deref(), journals.as_deref())?;
        let (leftovers, open_in) = (survey.leftovers, survey.open_in);
        let mut book = Workspace {
            open,
            leftovers,
            open_in,
            folder: journals,
            start: Instant::now(),
            origin: None,
            wanted: None,
            saved_here: false,
            discard: false,
            journal_due: None,
        };
        if let Some(path) = imported {
            book.import(&path)?;
        }
        Ok(book)
    }

    /// Imports the cells of a notebook in another format as a new notebook: that file is only read.
    fn import(&mut self, path: &Path) -> Result<(), WorkspaceError> {
        let (_, text) = NotebookFile::open(path)?;
        let form = Form::of(path).unwrap_or(Form::Markdown);
        let (document, _) = import::read(form, &text).map_err(WorkspaceError::Import)?;
        let (cells, count) = (document.cells().to_vec(), self.cells().len());
        self.origin = Some((path.to_owned(), text));
        self.change(Operation::Replace { at: 0, count, cells })
    }

    /// Folds cells as they were when the notebook was last closed.
    pub fn restore_folding(&mut self, ids: &[CellId]) {
        self.open.restore_folding(ids);
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

    /// Returns the number of cells before it.
    pub fn place(&self, id: CellId) -> Option<usize> {
        self.open.document().place(id)
    }

    /// Iterates over the code cells in order. The first has number 1, as in exports.
    pub fn code(&self) -> impl Iterator<Item = &Cell> {
        self.cells().iter().filter(|cell| cell.is_code())
    }

    /// Returns the number of a code cell.
    pub fn number(&self, id: CellId) -> Option<usize> {
        self.code().position(|cell| cell.id == id).map(|place| place + 1)
    }

    /// Returns a new cell to insert.
    pub fn new_cell(&mut self, kind: CellKind, text: &str) -> Cell {
        self.open.new_cell(kind, text)
    }

    /// Applies an operation as a separate undo step.
    pub fn change(&mut self, operation: Operation) -> Result<(), WorkspaceError> {
        self.open.pause();
        let now = self.now();
        Ok(self.open.apply(operation, now)?)
    }

    /// Applies typed changes. Typing without a pause is undone together.
    pub fn typed(&mut self, all: Vec<Operation>) -> Result<(), WorkspaceError> {
        let now = self.now();
        Ok(all.into_iter().try_for_each(|operation| self.open.apply(operation, now))?)
    }

    /// Ends the current undo group of typing.
    pub fn pause(&mut self) {
        self.open.pause();
    }

    /// Undoes the last step. Returns the affected cell.
    pub fn undo(&mut self) -> Option<Option<CellId>> {
        self.open.undo().as_ref().map(Operation::affected_cell)
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) -> Option<Option<CellId>> {
        self.open.redo().as_ref().map(Operation::affected_cell)
    }

    /// Selects the next branch for redo. Returns the number of branches and the selected one.
    pub fn other_branch(&mut self) -> Option<(usize, usize)> {
        self.open.choose_branch(true);
        let (count, chosen) = self.open.history().branches();
        (count > 1).then_some((count, chosen + 1))
    }

    pub fn path(&self) -> Option<&Path> {
        self.open.file().map(NotebookFile::path)
    }

    /// Returns the file name without directory.
    pub fn name(&self) -> String {
        let name = self.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "(new notebook)".to_owned())
    }

    /// Returns whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.open.is_changed()
    }

    /// Returns whether quitting without saving would lose anything.
    pub fn has_unsaved(&self) -> bool {
        self.open.differs_from_file()
    }

    /// Returns whether the user has run or saved the file's content before. New notebooks belong to the user.
    pub fn is_trusted(&self, trust: &Trust) -> bool {
        match (self.open.file(), &self.origin) {
            (Some(file), _) if file.is_new() => true,
            (Some(file), _) => trust.has(file.path(), self.open.saved_text()),
            (None, Some((path, text))) => trust.has(path, text),
            (None, None) => true,
        }
    }

    /// Marks the file's content as trusted, because the user runs or saves it.
    pub fn be_trusted(&self, trust: &Trust) -> std::io::Result<()> {
        match (self.open.file(), &self.origin) {
            (Some(file), _) if file.is_new() => Ok(()),
            (Some(file), _) => trust.add(file.path(), self.open.saved_text()),
            (None, Some((path, text))) => trust.add(path, text),
            (None, None) => Ok(()),
        }
    }

    /// Returns the notebook's directory; empty for the current one.
    pub fn folder(&self) -> String {
        let path = self.path().or(self.origin.as_ref().map(|(path, _)| path.as_path()));
        path.map(|path| folder_of(path).display().to_string()).unwrap_or_default()
    }

    /// Returns the message to the user about opening it.
    pub fn greeting(&self) -> Option<String> {
        if let Some(reason) = self.open.file().and_then(NotebookFile::read_only) {
            return Some(format!("the file cannot be written: {reason}"));
        }
        let end = self.path().and_then(Path::extension).map(|end| end.to_string_lossy().into_owned());
        if let Some(end) = end.filter(|end| !end.eq_ignore_ascii_case("pp")) {
            return Some(format!("a notebook is a manifest (.pp): this .{end} file is read as Puppet code"));
        }
        if self.open.document().has_mixed_line_ends() {
            let ends = self.open.document().line_end().escape_default();
            return Some(format!("the file has mixed line ends: edited cells get {ends}, others are unchanged"));
        }
        // New notebooks without a name are unrelated.
        let other = self.open_in.first().filter(|_| self.path().is_some())?;
        Some(format!("also open in another pprepl (process {other}): the one that saves last asks first"))
    }

    /// Takes the pending warning.
    pub fn take_warning(&mut self) -> Option<String> {
        self.open.take_warning()
    }

    /// Returns a description of what a crashed process left of this notebook; `None` without any.
    pub fn recovery(&self) -> Option<String> {
        let leftover = self.leftovers.first()?;
        let age = leftover.modified.and_then(|time| SystemTime::now().duration_since(time).ok());
        let age = age.map(|age| format!(", {} ago", age_of(age))).unwrap_or_default();
        let count = leftover.replay.operations;
        let changes = if count == 1 { "one change".to_owned() } else { format!("{count} changes") };
        Some(format!("pprepl ended unexpectedly{age}. Its journal has {changes} that the file does not have."))
    }

    /// Restores the content of the newest journal.
    pub fn recover(&mut self) -> Result<(), WorkspaceError> {
        if self.leftovers.is_empty() {
            return Ok(());
        }
        let leftover = self.leftovers.remove(0);
        let now = self.now();
        Ok(self.open.recover(leftover, now)?)
    }

    /// Deletes the earlier journals.
    pub fn forget_recovery(&mut self) {
        for leftover in self.leftovers.drain(..) {
            let _ = leftover.discard();
        }
    }

    /// Saves the file. Overwrites changes of other programs only if `over`.
    pub fn save(&mut self, over: bool) -> Result<Saved, WorkspaceError> {
        let result = match self.wanted.take() {
            Some(path) => self.open.save_as(&path, over).map_err(|fault| (fault, Some(path))),
            None => self.open.save(over).map_err(|fault| (fault, None)),
        };
        match result {
            Ok(()) => {
                self.saved_here = true;
                Ok(Saved::Written(format!("saved {}", self.name())))
            }
            Err((SaveError::Changed(change), path)) => {
                self.wanted = path;
                Ok(Saved::Asks(change))
            }
            Err((SaveError::Failed(error), _)) => Err(error.into()),
        }
    }

    /// Saves to another path, which becomes the notebook's file.
    pub fn save_as(&mut self, path: PathBuf) -> Result<Saved, WorkspaceError> {
        self.wanted = (self.path() != Some(path.as_path())).then_some(path);
        self.save(false)
    }

    /// Cancels saving to another path.
    pub fn keep_position_here(&mut self) {
        self.wanted = None;
    }

    /// Opens another file.
    pub fn open_other(&mut self, path: &Path) -> Result<(), WorkspaceError> {
        let foreign = is_foreign(path);
        let (open, survey) = OpenNotebook::open((!foreign).then_some(path), self.folder.as_deref())?;
        let before = std::mem::replace(&mut self.open, open);
        let origin = self.origin.take();
        if foreign && let Err(fault) = self.import(path) {
            std::mem::replace(&mut self.open, before).close();
            self.origin = origin;
            return Err(fault);
        }
        before.close();
        (self.leftovers, self.open_in) = (survey.leftovers, survey.open_in);
        self.saved_here = false;
        Ok(())
    }

    /// Returns the change that another program made to the file.
    pub fn disk_change(&self) -> Option<DiskChange> {
        self.open.disk_change()
    }

    /// Reloads the file as an undo step.
    pub fn reload(&mut self) -> Result<(), WorkspaceError> {
        let now = self.now();
        Ok(self.open.reload(now)?)
    }

    /// Returns the cell and offset of a line of the file.
    pub fn place_of_line(&self, line: usize) -> Option<(CellId, usize)> {
        self.open.document().cell_at_line(line)
    }

    /// Exports the notebook with its results. Overwrites an existing file only if confirmed.
    pub fn export(&self, form: Form, path: &Path, outputs: &Outputs, over: bool) -> Result<Saved, WorkspaceError> {
        write_export(path, &export::write(form, self.open.document(), outputs, THEMES), over)
    }

    /// Exports one cell with its result as a picture. Overwrites an existing file only if confirmed.
    pub fn export_cell(&self, id: CellId, path: &Path, outputs: &Outputs, over: bool) -> Result<Saved, WorkspaceError> {
        write_export(path, &export::svg(self.open.document(), outputs, Some(id), THEMES), over)
    }

    /// Returns the path of an export with this extension.
    pub fn export_path(&self, end: &str) -> PathBuf {
        self.path().unwrap_or(Path::new("notebook.pp")).with_extension(end)
    }

    /// Returns the path of the notebook's results file if it exists and is up to date with the saved notebook.
    pub fn results_path(&self) -> Option<PathBuf> {
        let path = self.export_path("results");
        (self.saved_here && !self.is_dirty() && holds_results(&path)).then_some(path)
    }

    /// Schedules writing the journal to disk, unless it is scheduled.
    pub fn schedule_journal(&mut self) {
        self.journal_due.get_or_insert_with(|| Instant::now() + JOURNAL_DELAY);
    }

    /// Returns the time of the next journal write.
    pub fn journal_due(&self) -> Option<Instant> {
        self.journal_due
    }

    /// Writes the journal to disk.
    pub fn tick(&mut self) {
        self.journal_due = None;
        let now = self.now();
        self.open.tick(now);
    }

    /// Discards unsaved changes when the notebook is closed.
    pub fn discard_changes(&mut self) {
        self.discard = true;
    }

    /// Closes the notebook. The journal keeps unsaved changes, unless the user discards them.
    pub fn close(self) {
        if self.discard || !self.has_unsaved() {
            self.open.close();
        }
    }
}

fn write_export(path: &Path, text: &str, over: bool) -> Result<Saved, WorkspaceError> {
    match NotebookFile::at(path).save(text, over) {
        Ok(()) => Ok(Saved::Written(format!("wrote {}", path.display()))),
        Err(SaveError::Changed(change)) => Ok(Saved::Asks(change)),
        Err(SaveError::Failed(error)) => Err(error.into()),
    }
}

/// Returns whether it is a results file written by pprepl.
pub fn holds_results(path: &Path) -> bool {
    path.is_file() && NotebookFile::open(path).is_ok_and(|(_, text)| export::is_results(&text))
}

/// Returns whether it is a notebook in another format that can be imported.
fn is_foreign(path: &Path) -> bool {
    matches!(Form::of(path), Some(Form::Jupyter | Form::Markdown)) && path.is_file()
}

/// Describes a change of a file.
pub fn words(change: DiskChange) -> &'static str {
    match change {
        DiskChange::Written => "Another program changed the file since it was opened. Saving would overwrite that.",
        DiskChange::Gone => "The file was deleted since it was opened. Saving would create it again.",
        DiskChange::Appeared => "A file of that name already exists. Saving would overwrite it.",
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
