//! Dialogs: a list to select from, a line to fill in, a question, a reader. Each handles keys and draws itself.
//! Its [`Ask`] identifies the request that the notebook handles.

mod frame;
mod line;
mod list;
mod prompt;
mod question;
mod reader;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::key::Key;
use super::paint::Palette;

pub use line::LineInput;
pub use list::{Item, ListDialog};
pub use prompt::PromptDialog;
pub use question::QuestionDialog;
pub use reader::{ReaderDialog, StyledLine, styled};

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

#[derive(Clone, Debug)]
pub enum Dialog {
    /// A list with a filter.
    List(ListDialog),
    /// A line of text.
    Prompt(PromptDialog),
    /// A question with single-letter answers.
    Question(QuestionDialog),
    Reader(ReaderDialog),
}

impl Dialog {
    /// Returns the request it belongs to.
    pub fn ask(&self) -> Ask {
        match self {
            Dialog::List(list) => list.ask,
            Dialog::Prompt(prompt) => prompt.ask,
            Dialog::Question(question) => question.ask,
            Dialog::Reader(reader) => reader.ask,
        }
    }

    pub fn key(&mut self, key: Key) -> Reply {
        match self {
            Dialog::List(list) => list.key(key),
            Dialog::Prompt(prompt) => prompt.key(key),
            Dialog::Question(question) => question.key(key),
            Dialog::Reader(reader) => reader.key(key),
        }
    }

    /// Inserts pasted text.
    pub fn paste(&mut self, text: &str) {
        match self {
            Dialog::List(list) => list.paste(text),
            Dialog::Prompt(prompt) => prompt.line.insert(text),
            Dialog::Question(_) | Dialog::Reader(_) => {}
        }
    }

    /// Handles a click at this screen position.
    pub fn click(&mut self, column: u16, row: u16) -> Reply {
        match self {
            Dialog::List(list) => list.click(column, row),
            Dialog::Question(question) => question.click(column, row),
            _ => Reply::Stay,
        }
    }

    /// Scrolls by a number of rows.
    pub fn scroll(&mut self, rows: isize) -> Reply {
        match self {
            Dialog::List(list) => list.step(rows),
            Dialog::Reader(reader) => reader.scroll(rows),
            _ => Reply::Stay,
        }
    }

    /// Draws it over the screen, with the cursor in its text input.
    pub fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        match self {
            Dialog::List(list) => list.draw(frame, screen, palette),
            Dialog::Prompt(prompt) => prompt.draw(frame, screen, palette),
            Dialog::Question(question) => question.draw(frame, screen, palette),
            Dialog::Reader(reader) => reader.draw(frame, screen, palette),
        }
    }
}
