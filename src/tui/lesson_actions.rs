//! Actions in a lesson that concern several components.

use pprepl_text::theme::Role;

use super::action::Action;
use super::command::{Command, FileCommand};
use super::files;
use super::keyboard::Keyboard;
use super::lesson::Learning;
use super::notebook_view::NotebookView;

/// Returns the message that the current cell is locked, and what to do.
pub fn lock_message(notebook: &NotebookView, keys: &Keyboard) -> Command {
    let text = if notebook.lesson_cells.is_question(notebook.current()) {
        format!("a question: {} answers it", keys.text_of(Action::Run))
    } else {
        format!("this cell belongs to the lesson; {} unlocks it", keys.text_of(Action::LessonUnlock))
    };
    Command::status(Role::Hint, text)
}

/// Returns the commands that quit, or ask first if there are unsaved changes. A lesson is saved without a question.
pub fn quit(learning: &mut Learning, notebook: &mut NotebookView) -> Vec<Command> {
    notebook.take_edits();
    match learning.save(notebook, true) {
        Some(failure) => vec![failure, files::quit(notebook)],
        None if learning.is_open() && notebook.book.has_unsaved() => vec![Command::File(FileCommand::SaveAndQuit)],
        None => vec![files::quit(notebook)],
    }
}
