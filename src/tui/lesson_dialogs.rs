//! The dialogs of a lesson: answers to questions, the list of steps, and the end.

use pprepl_text::visible;

use super::action::Action;
use super::command::{Command, LessonCommand, LessonQuestion};
use super::dialog::Item;
use super::dialog_host::DialogHost;

impl DialogHost {
    /// Opens the dialog of a lesson.
    pub(super) fn open_lesson_question(&mut self, question: LessonQuestion) {
        match question {
            LessonQuestion::Options(options) => self.open_options(options),
            LessonQuestion::Answer => {
                self.prompt("Your answer", "", |text| Command::Lesson(LessonCommand::Answer(text)));
            }
            LessonQuestion::Solution(step, tries) => {
                let text = match tries {
                    0 => "You did not try this exercise yet.".to_owned(),
                    1 => "You tried once. A hint may be enough.".to_owned(),
                    tries => format!("You tried {tries} times. A hint may be enough."),
                };
                let show = Command::Lesson(LessonCommand::ShowSolution(step));
                self.question("Show the solution?", &text, vec![('s', "show it", show)], None);
            }
            LessonQuestion::Unlock(id) => {
                let text = "The cell belongs to the lesson. Steps below may need it as it is.";
                let unlock = Command::Lesson(LessonCommand::Unlock(id));
                self.question("Unlock the cell?", text, vec![('u', "unlock it", unlock)], None);
            }
            LessonQuestion::Reset(id) => {
                let text = "The cell gets its text in the lesson. Undo restores yours.";
                let reset = Command::Lesson(LessonCommand::Reset(id));
                self.question("Reset the cell?", text, vec![('r', "reset it", reset)], None);
            }
            LessonQuestion::Steps(rows, selected) => {
                let row = |(label, state, id): (String, String, _)| {
                    let item = Item { label: visible(&label).into_owned(), key: state, ..Item::default() };
                    (item, Command::Lesson(LessonCommand::GoTo(id)))
                };
                self.list("Steps", rows.into_iter().map(row).collect(), selected);
            }
            LessonQuestion::End(text, next) => {
                let open = next.map(|name| ('n', "open the next chapter", Command::Lesson(LessonCommand::Open(name))));
                let stay = ('s', "stay in this chapter", Command::Nothing);
                let close = ('q', "close the lesson", Command::act(Action::Quit));
                let answers = open.into_iter().chain([stay, close]).collect();
                self.question("The end of the chapter", &text, answers, None);
            }
        }
    }

    fn open_options(&mut self, options: Vec<String>) {
        let row = |option: String| {
            let item = Item { label: visible(&option).into_owned(), ..Item::default() };
            (item, Command::Lesson(LessonCommand::Answer(option)))
        };
        self.list("Your answer", options.into_iter().map(row).collect(), 0);
    }
}
