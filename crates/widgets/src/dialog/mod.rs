//! Dialogs: a list to choose from, a line to fill in, a question, a text to read. Each takes keys and draws itself; what
//! an answer does is told by its [`Ask`], which the notebook acts on.

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

/// What a dialog asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which action.
    Palette,
    /// Where to go.
    Contents,
    /// Which theme, shown at once.
    Theme,
    /// Which keys.
    KeySet,
    /// Which findings of the checker are told.
    Rules,
    /// What becomes of values that nothing uses.
    Manifest,
    /// Which form to export.
    Export,
    /// Which notebook to open.
    Open,
    /// Where to save.
    SaveAs,
    /// Where to save before leaving.
    SaveAndLeave,
    /// Which text to find.
    Find,
    /// Which text to replace.
    Replace,
    /// What to put in its place.
    ReplaceWith,
    /// Which line.
    GoToLine,
    /// Which resources to show.
    Filter,
    /// Which of vi's commands.
    CommandLine,
    /// Which title for the cell.
    Title,
    /// Drop for good what a journal kept?
    Forget,
    /// Leave without saving?
    Leave,
    /// Open another and lose what is not saved?
    LeaveFor,
    /// Write over a file that changed meanwhile, or that is there?
    Overwrite,
    /// Read a file again that another program wrote?
    Changed,
    /// Export over a file that is there?
    OverwriteExport,
    /// Take what the journal kept?
    Recover,
    /// Which part of a value.
    Explore,
    /// Nothing: it is read.
    Read,
}

/// What a key did to a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It continues.
    Stay,
    /// Another row is selected: for previews.
    Moved,
    /// It is to be closed, nothing chosen.
    Closed,
    /// This row was chosen.
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
    /// A question with answers of one letter.
    Question(QuestionDialog),
    Reader(ReaderDialog),
}

impl Dialog {
    /// What it asks.
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

    /// Text that is pasted.
    pub fn paste(&mut self, text: &str) {
        match self {
            Dialog::List(list) => list.paste(text),
            Dialog::Prompt(prompt) => prompt.line.insert(text),
            Dialog::Question(_) | Dialog::Reader(_) => {}
        }
    }

    /// A click at this place of the screen.
    pub fn click(&mut self, column: u16, row: u16) -> Reply {
        match self {
            Dialog::List(list) => list.click(column, row),
            Dialog::Question(question) => question.click(column, row),
            _ => Reply::Stay,
        }
    }

    /// The wheel, in rows down.
    pub fn scroll(&mut self, rows: isize) -> Reply {
        match self {
            Dialog::List(list) => list.step(rows),
            Dialog::Reader(reader) => reader.scroll(rows),
            _ => Reply::Stay,
        }
    }

    /// Draws it over the screen; puts the cursor where text is typed.
    pub fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        match self {
            Dialog::List(list) => list.draw(frame, screen, palette),
            Dialog::Prompt(prompt) => prompt.draw(frame, screen, palette),
            Dialog::Question(question) => question.draw(frame, screen, palette),
            Dialog::Reader(reader) => reader.draw(frame, screen, palette),
        }
    }
}
