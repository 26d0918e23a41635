//! Dialogs: a list to select from, a line to fill in, a question, a reader. Each handles keys and draws itself, and
//! replies with what the user did. The caller knows what that means.

mod frame;
mod line;
mod list;
mod prompt;
mod question;
mod reader;
mod reply;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::key::Key;
use super::paint::Palette;

pub use line::LineInput;
pub use list::{Item, ListDialog};
pub use prompt::PromptDialog;
pub use question::QuestionDialog;
pub use reader::{ReaderDialog, StyledLine, styled};
pub use reply::Reply;

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
