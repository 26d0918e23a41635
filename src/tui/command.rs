//! The commands of components to the application. A component changes its own state only; it returns the rest as commands,
//! and [`super::app::App`] runs them in order.

use std::path::PathBuf;

use pprepl_notebook::CellId;
use pprepl_notebook::export::Form;
use pprepl_notebook::file::DiskChange;
use pprepl_notebook::manifest::UnusedValueFix;
use pprepl_session::FixedText;
use pprepl_text::Span;
use pprepl_text::theme::Role;

use super::action::Action;
use super::keymap::Bound;
use super::table::KeySet;

/// An effect that only the terminal can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Copy this to the clipboard.
    Copy(String),
    /// Open this cell in the user's external editor.
    External(CellId),
    /// Suspend to the shell until the user continues.
    Suspend,
    /// Redraw the screen.
    Redraw,
}

/// A command of a component to the application.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Does nothing: a dialog only closes.
    Nothing,
    /// Runs an action of a key table.
    Act(Bound),
    /// Runs an action that was selected in the palette.
    ActFromPalette(Bound),
    /// Shows a message in the status line: its color role and its text.
    Status(Role, String),
    Effect(Effect),
    Dialog(DialogRequest),
    /// Shows a remark in the open prompt: its color role and its text.
    Remark(Role, String),
    /// Requests panes and marks for the cursor.
    RefreshPanes,
    /// Moves the focus from the panes to the cells.
    FocusCells,
    Run(RunCommand),
    /// Requests completion at the cursor.
    Complete {
        /// Whether the user pressed the key for it.
        requested: bool,
    },
    /// Requests the signature of the call at the cursor.
    ShowSignature,
    Go(Destination),
    Search(SearchCommand),
    /// Sets the title of the current cell.
    SetTitle(String),
    /// Treats all unused values in this way.
    FixUnusedValues(UnusedValueFix),
    /// Applies the fixed text of a cell to a version of its text.
    ApplyFix(CellId, u64, FixedText),
    /// Shows the elements at a path of the current cell's result.
    Explore(Vec<usize>),
    /// Copies the code that accesses an element of a value.
    CopyAccess(String),
    /// Shows the resources of the catalog that contain this text.
    FilterCatalog(String),
    /// Evaluates code in the selected frame of the paused cell.
    EvaluateInFrame(String),
    /// Goes to the next step of the trace with this value.
    FindInTrace(String),
    /// Judges the predicted value of a step of the trace.
    Predict(String),
    Preference(PreferenceCommand),
    /// Runs a line of vi's command line.
    CommandLine(String),
    File(FileCommand),
    Notebook(NotebookEvent),
    Lesson(LessonCommand),
    /// Shows that the current cell is locked, and the key that unlocks it.
    ShowLock,
    /// Shows how the notebook was opened, and offers to restore the changes that a crashed process left.
    Offer,
    /// Stores the preferences.
    Remember,
    Quit,
}

impl Command {
    /// Returns the command that runs an action.
    pub fn act(action: Action) -> Command {
        Command::Act(Bound::Notebook(action))
    }

    /// Returns the command that shows a message.
    pub fn status(role: Role, text: impl Into<String>) -> Command {
        Command::Status(role, text.into())
    }
}

/// A command about the evaluator's copy of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunCommand {
    /// Sends the current cells and their source.
    Arrange,
    /// The user typed: checks wait for a pause.
    PostponeChecks,
    /// The cursor left this cell: in automatic mode it runs if it was edited.
    CellLeft(CellId),
    /// Runs this code cell.
    Cell(CellId),
}

/// Where to move the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A cell and a byte offset in its text.
    Cell(CellId, usize),
    /// A line of the file, as typed.
    Line(String),
    /// A line of a source, by its name in the session.
    Source(String, usize),
    /// The code cell of this number, and a string in it; the start of the cell without the string.
    Number(usize, String),
    /// A part of the current cell, to edit it.
    Part(Span),
    /// A part of the current cell that a pane line refers to. The focus stays in the pane.
    Preview(Span),
    /// The cell and byte offset from which the lines of a pane moved the cursor.
    Back(CellId, usize),
}

/// A step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchCommand {
    /// Goes to the first match while the query is typed.
    Preview(String),
    /// Finishes the search at the first match.
    Find(String),
    /// Goes to the first match while a query of the syntax tree is typed.
    PreviewStructure(String),
    /// Finishes the search by structure at the first match.
    FindStructure(String),
    /// Asks for the replacement of all matches of this query.
    AskReplacement(String),
    /// Replaces all matches with this text.
    ReplaceAll(String),
    /// Goes back to where the search started.
    Cancel,
    /// Goes to the next or previous match.
    Go { forward: bool },
    /// Goes to the next or previous match of the query of the current cell's editor.
    GoWithEditor { forward: bool },
}

/// A change of preferences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreferenceCommand {
    PreviewTheme(String),
    ChooseTheme(String),
    /// Restores the theme from before the preview.
    RestoreTheme,
    ChooseKeys(KeySet),
    /// Turns a rule of the checker, given by index, on or off.
    ToggleRule(usize),
}

/// A command about the notebook's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    Save,
    SaveAs(PathBuf),
    /// Saves to this path and quits.
    SaveAsAndQuit(PathBuf),
    /// Saves and quits. A new notebook gets a path first.
    SaveAndQuit,
    /// Saves, and quits unless the user must be asked something.
    WriteAndQuit,
    DiscardAndQuit,
    /// Opens another notebook; asks first if there are unsaved changes.
    Open(PathBuf),
    SaveAndOpen(PathBuf),
    DiscardAndOpen(PathBuf),
    /// Saves over the changes of another program.
    Overwrite,
    /// Cancels saving to another path.
    KeepPath,
    /// Reloads the file instead of saving.
    ReloadInstead,
    /// Asks for another path instead of overwriting.
    SaveElsewhere,
    Reload,
    Export {
        what: ExportWhat,
        /// Whether to overwrite an existing file.
        overwrite: bool,
    },
    /// Restores the changes that a crashed process left.
    Recover,
    /// Deletes the changes that a crashed process left.
    DiscardRecovery,
}

/// The content and the format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportWhat {
    /// The notebook in a format.
    Notebook(Form),
    /// One cell with its result, as a picture.
    Cell(CellId),
}

/// A command about the open lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonCommand {
    /// Answers the quiz in the current cell.
    Answer(String),
    /// Shows the solution of this step.
    ShowSolution(String),
    /// Unlocks this cell.
    Unlock(CellId),
    /// Sets this cell to its text in the lesson.
    Reset(CellId),
    /// Goes to this cell, ready to work on it.
    GoTo(CellId),
    /// Ends this lesson and opens another one.
    Open(String),
}

/// An event of the notebook that several components follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotebookEvent {
    /// The notebook was saved.
    Saved,
    /// The file was reloaded; the cursor was in the cell at this index.
    Reloaded(usize),
    /// Another notebook was opened.
    Replaced,
}

/// A dialog that a component asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogRequest {
    /// The path to save to, with this suggestion.
    SaveAs(String),
    /// The path to save to before quitting.
    SaveAsAndQuit,
    Quit,
    /// Whether to save or discard unsaved changes before this notebook is opened.
    OpenOther(PathBuf),
    Overwrite(DiskChange),
    OverwriteExport(ExportWhat, DiskChange),
    /// Whether to reload a file that another program changed.
    Changed {
        /// Whether the notebook has unsaved changes.
        unsaved: bool,
    },
    /// Whether to restore the changes of a crashed process, with a description of them.
    Recover(String),
    /// Whether to delete the changes of a crashed process.
    DiscardRecovery,
    /// The query of a search.
    Find(String),
    /// The query of a search by structure.
    FindStructure(String),
    /// The query of a search whose matches are replaced.
    Replace(String),
    /// The replacement of all matches.
    ReplaceWith,
    /// The treatment of this number of unused values.
    UnusedValues(usize),
    /// Whether to apply the fixed text of a cell to a version of its text.
    Fix(CellId, u64, FixedText),
    /// A question of a lesson.
    Lesson(LessonQuestion),
}

/// A question of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonQuestion {
    /// The answer to a quiz: one of these options.
    Options(Vec<String>),
    /// The answer to a quiz, in free words.
    Answer,
    /// Whether to show the solution of a step after this number of tries.
    Solution(String, u32),
    /// Whether to unlock a cell.
    Unlock(CellId),
    /// Whether to reset a cell.
    Reset(CellId),
    /// The steps with their cells; the selected one.
    Steps(Vec<(String, String, CellId)>, usize),
    /// The end of the lesson: the text, and the next lesson.
    End(String, Option<String>),
}
