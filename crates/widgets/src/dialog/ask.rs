//! The requests of dialogs, and the effects of keys on them.

/// The request a dialog belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Select an action.
    Palette,
    /// Select a heading or cell to go to.
    Contents,
    /// Select a theme, with preview.
    Theme,
    /// Select a key set.
    KeySet,
    /// Toggle checker rules.
    Rules,
    /// Select the treatment of unused values.
    Manifest,
    /// Select an export format.
    Export,
    /// Select a notebook to open.
    Open,
    /// Enter a path to save to.
    SaveAs,
    /// Enter a path to save to before quitting.
    SaveAndLeave,
    /// Enter a search query.
    Find,
    /// Enter a query whose matches are replaced.
    Replace,
    /// Enter a replacement.
    ReplaceWith,
    /// Enter a line number.
    GoToLine,
    /// Enter a resource filter.
    Filter,
    /// Enter a vi command.
    CommandLine,
    /// Enter a title for the cell.
    Title,
    /// Confirm deleting a journal's content.
    Forget,
    /// Confirm quitting without saving.
    Leave,
    /// Confirm opening another notebook and losing unsaved changes.
    LeaveFor,
    /// Confirm overwriting a file that changed or exists.
    Overwrite,
    /// Confirm reloading a file that another program wrote.
    Changed,
    /// Confirm exporting over an existing file.
    OverwriteExport,
    /// Confirm restoring a journal's content.
    Recover,
    /// Select an element of a value.
    Explore,
    /// No answer: the text is only read.
    Read,
}

/// The effect of a key on a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It stays open.
    Stay,
    /// Another row is selected, for previews.
    Moved,
    /// It closes without an answer.
    Closed,
    /// This row was selected.
    Chosen(usize),
    /// This text was entered.
    Entered(String),
    /// This answer was given.
    Answered(char),
}
