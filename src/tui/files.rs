//! The notebook's file: save, reload, open another notebook, export, quit, and watch for changes by other programs.

use std::path::{Path, PathBuf};
use std::time::Instant;

use pprepl_notebook::export::Form;
use pprepl_notebook::file::DiskChange;
use pprepl_text::theme::Role;

use super::command::{Command, DialogRequest, ExportWhat, FileCommand, NotebookEvent};
use super::file_watch::Disk;
use super::manifest;
use super::notebook_view::NotebookView;
use super::workspace::{Saved, Workspace, WorkspaceError};

/// The file of the notebook. Each operation returns commands for the rest.
#[derive(Default)]
pub struct FileControl {
    /// The state of the file on disk.
    pub disk: Disk,
}

impl FileControl {
    /// Runs a command about the notebook's file. Returns what other components do next.
    pub fn run(&mut self, command: FileCommand, notebook: &mut NotebookView) -> Vec<Command> {
        notebook.take_edits();
        match command {
            FileCommand::Save => self.save(notebook),
            FileCommand::SaveAs(path) => self.save_as(path, notebook),
            FileCommand::SaveAsAndQuit(path) => quit_if(self.save_as(path, notebook), is_saved(notebook)),
            FileCommand::SaveAndQuit if notebook.book.path().is_none() => {
                vec![Command::Dialog(DialogRequest::SaveAsAndQuit)]
            }
            FileCommand::SaveAndQuit | FileCommand::WriteAndQuit => quit_if(self.save(notebook), is_saved(notebook)),
            FileCommand::DiscardAndQuit => {
                notebook.book.discard_changes();
                vec![Command::Quit]
            }
            FileCommand::Open(path) if notebook.book.has_unsaved() => {
                vec![Command::Dialog(DialogRequest::OpenOther(path))]
            }
            FileCommand::Open(path) | FileCommand::DiscardAndOpen(path) => open_other(&path, notebook),
            FileCommand::SaveAndOpen(path) => {
                let mut commands = self.save(notebook);
                if !notebook.book.is_dirty() {
                    commands.push(Command::File(FileCommand::DiscardAndOpen(path)));
                }
                commands
            }
            FileCommand::Overwrite => {
                let saved = notebook.book.save(true);
                self.saved(saved, notebook)
            }
            FileCommand::KeepPath => {
                notebook.book.keep_position_here();
                Vec::new()
            }
            FileCommand::ReloadInstead => {
                notebook.book.keep_position_here();
                self.reload(notebook)
            }
            FileCommand::SaveElsewhere => {
                notebook.book.keep_position_here();
                vec![ask_for_path(notebook)]
            }
            FileCommand::Reload => self.reload(notebook),
            FileCommand::Export { what, overwrite } => vec![export(what, overwrite, notebook)],
            FileCommand::Recover => recover(notebook),
            FileCommand::DiscardRecovery => {
                notebook.book.forget_recovery();
                Vec::new()
            }
        }
    }

    fn save(&mut self, notebook: &mut NotebookView) -> Vec<Command> {
        if notebook.book.path().is_none() {
            return vec![Command::Dialog(DialogRequest::SaveAs("notebook.pp".to_owned()))];
        }
        let saved = notebook.book.save(false);
        self.saved(saved, notebook)
    }

    fn save_as(&mut self, path: PathBuf, notebook: &mut NotebookView) -> Vec<Command> {
        if path.as_os_str().is_empty() {
            return Vec::new();
        }
        let saved = notebook.book.save_as(path);
        self.saved(saved, notebook)
    }

    fn saved(&mut self, saved: Result<Saved, WorkspaceError>, notebook: &NotebookView) -> Vec<Command> {
        match saved {
            Ok(Saved::Written(what)) => {
                self.disk.forget();
                let remark = manifest::remark(&notebook.book);
                vec![Command::Status(Role::Info, what + &remark), Command::Notebook(NotebookEvent::Saved)]
            }
            Ok(Saved::Asks(change)) => vec![Command::Dialog(DialogRequest::Overwrite(change))],
            Err(error) => vec![Command::status(Role::Error, error.to_string())],
        }
    }

    fn reload(&mut self, notebook: &mut NotebookView) -> Vec<Command> {
        let place = notebook.book.place(notebook.current()).unwrap_or(0);
        match notebook.book.reload() {
            Ok(()) => {
                self.disk.forget();
                vec![Command::Notebook(NotebookEvent::Reloaded(place))]
            }
            Err(error) => vec![Command::status(Role::Error, error.to_string())],
        }
    }

    // Changes by other programs

    /// Returns the time of the next check of the file; `None` without a file.
    pub fn due(&self, notebook: &NotebookView) -> Option<Instant> {
        notebook.book.path().map(|_| self.disk.due())
    }

    /// Checks the file if a check is due. `is_busy`: the user is in a dialog or a chord. Returns whether the screen has
    /// changed, and the command to run.
    pub fn check(&mut self, notebook: &NotebookView, is_busy: bool) -> (bool, Option<Command>) {
        let change = match self.disk.check(&notebook.book) {
            (_, Some(change)) => change,
            (is_new, None) => return (is_new, None),
        };
        let command = match change {
            DiskChange::Gone => Command::status(Role::Warning, "the file was deleted; saving creates it again"),
            DiskChange::Appeared => {
                Command::status(Role::Warning, "a file of that name exists now; saving asks before overwriting it")
            }
            DiskChange::Written if self.disk.waits_for_keys(is_busy) => return (false, None),
            DiskChange::Written => Command::Dialog(DialogRequest::Changed { unsaved: notebook.book.is_dirty() }),
        };
        self.disk.set_reported();
        (true, Some(command))
    }
}

/// Returns whether the notebook has a file with its content.
fn is_saved(notebook: &NotebookView) -> bool {
    notebook.book.path().is_some() && !notebook.book.is_dirty()
}

fn quit_if(mut commands: Vec<Command>, saved: bool) -> Vec<Command> {
    commands.extend(saved.then_some(Command::Quit));
    commands
}

/// Returns the command that asks for the path to save to.
pub fn ask_for_path(notebook: &NotebookView) -> Command {
    let path = notebook.book.path().map(|path| path.display().to_string()).unwrap_or_default();
    Command::Dialog(DialogRequest::SaveAs(path))
}

/// Returns the command that quits, or asks first if there are unsaved changes.
pub fn quit(notebook: &NotebookView) -> Command {
    if notebook.book.has_unsaved() { Command::Dialog(DialogRequest::Quit) } else { Command::Quit }
}

fn open_other(path: &Path, notebook: &mut NotebookView) -> Vec<Command> {
    match notebook.book.open_other(path) {
        Ok(()) => vec![Command::Notebook(NotebookEvent::Replaced)],
        Err(error) => vec![Command::status(Role::Error, error.to_string())],
    }
}

fn recover(notebook: &mut NotebookView) -> Vec<Command> {
    match notebook.book.recover() {
        Ok(()) => {
            notebook.rearranged();
            vec![Command::status(Role::Info, "unsaved changes restored; save to keep them")]
        }
        Err(error) => vec![Command::status(Role::Error, error.to_string())],
    }
}

fn export(what: ExportWhat, overwrite: bool, notebook: &NotebookView) -> Command {
    let (book, outputs) = (&notebook.book, notebook.cells.outputs());
    let path = export_path(what, book);
    let written = match what {
        ExportWhat::Notebook(form) => book.export(form, &path, &outputs, overwrite),
        ExportWhat::Cell(id) => book.export_cell(id, &path, &outputs, overwrite),
    };
    match written {
        Ok(Saved::Written(what)) => Command::Status(Role::Info, what),
        Ok(Saved::Asks(change)) => Command::Dialog(DialogRequest::OverwriteExport(what, change)),
        Err(error) => Command::status(Role::Error, error.to_string()),
    }
}

/// Returns the path of an export, next to the notebook.
pub fn export_path(what: ExportWhat, book: &Workspace) -> PathBuf {
    match what {
        ExportWhat::Notebook(form) => {
            let end = Form::ALL.iter().find(|(known, ..)| *known == form).map_or("txt", |(_, end, _)| end);
            book.export_path(end)
        }
        ExportWhat::Cell(id) => {
            let place = book.place(id).map_or(0, |place| place + 1);
            book.export_path(&format!("cell-{place}.svg"))
        }
    }
}

/// Updates the notebook's results file if it exists and the notebook is saved. A running cell triggers this again when
/// it ends. Returns the error to show.
pub fn follow_with_results(notebook: &NotebookView) -> Option<Command> {
    let path = notebook.book.results_path()?;
    let error = notebook.book.export(Form::Results, &path, &notebook.cells.outputs(), true).err()?;
    Some(Command::status(Role::Error, format!("cannot write the results: {error}")))
}
