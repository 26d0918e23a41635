//! Actions in a lesson.

use pprepl_text::theme::Role;

use super::action::Action;
use super::app::App;
use super::command::{Command, FileCommand};
use super::files;

impl App {
    /// Runs the current cell as a step of the lesson. Returns `false` for a cell that runs as in any notebook.
    pub(super) fn run_step(&mut self, goes_on: bool) -> bool {
        let Some(commands) = self.learning.run(&mut self.notebook, goes_on) else { return false };
        self.run_notebook_commands();
        self.run_all(commands);
        true
    }

    /// Carries out an action of the lesson.
    pub(super) fn act_in_lesson(&mut self, action: Action) {
        let commands = self.learning.act(action, &mut self.notebook, &self.keys);
        self.run_notebook_commands();
        self.run_all(commands);
    }

    /// Shows that the current cell is locked, and what to do.
    pub(super) fn show_lock(&mut self) {
        let is_question = self.notebook.lesson_cells.is_question(self.notebook.current());
        let text = if is_question {
            format!("a question: {} answers it", self.keys.text_of(Action::Run))
        } else {
            format!("this cell belongs to the lesson; {} unlocks it", self.keys.text_of(Action::LessonUnlock))
        };
        self.status.set(Role::Hint, text);
    }

    /// Quits, or asks first if there are unsaved changes. A lesson is saved without a question.
    pub(super) fn quit(&mut self) {
        self.notebook.take_edits();
        let failed = self.learning.save(&mut self.notebook, true);
        let has_failed = failed.is_some();
        self.run_all(failed);
        let next = self.learning.is_open() && !has_failed && self.notebook.book.has_unsaved();
        self.run(if next { Command::File(FileCommand::SaveAndQuit) } else { files::quit(&self.notebook) });
    }

    /// Ends the lesson, because another notebook was opened.
    pub(super) fn end_lesson(&mut self) {
        self.learning.close();
        self.notebook.set_lesson(false);
        self.runner.distrust();
    }
}
