//! The output of a meta-command that is the answer of an exercise, for front ends that cannot run commands themselves.

use pprepl_session::commands::{self, Group};
use pprepl_session::{Evaluation, Outcome, Session};
use pprepl_text::visible;

use super::answer;
use super::bench::{Base, base_code};
use super::lesson_judge::Judge;
use super::setup::session;
use super::task::Task;
use crate::lesson::{Lesson, StepKind};

impl Judge {
    /// Runs a command in a session like that of the prompt: the code of the lesson above the exercise ran before it.
    /// Returns the lines that it prints, without control characters. A command about files does not run.
    pub fn command_output(&self, name: &str, answer: &str) -> Vec<String> {
        let is_harmless =
            |line: &&str| commands::find(commands::split(line).0).is_ok_and(|it| it.group != Group::Files);
        let line = answer::command_line(answer).filter(is_harmless);
        let Some((task, line)) = Task::find(&self.lesson, name).zip(line) else { return Vec::new() };
        let (mut session, ..) = session(&self.lesson, &self.setup);
        for code in code_above(&self.lesson, task.cell) {
            session.submit(code);
        }
        let text = printed(&mut session, line);
        text.trim_end().lines().map(|line| visible(line).into_owned()).collect()
    }
}

/// Returns the code of the cells above a cell; the solutions of exercises are their answers.
fn code_above(lesson: &Lesson, cell: usize) -> impl Iterator<Item = &str> {
    let cells = lesson.cells.iter().enumerate().take(cell);
    let runs = cells.filter(|(_, cell)| match cell.kind {
        StepKind::Prose | StepKind::Notes | StepKind::Quiz(_) => false,
        StepKind::Example | StepKind::Given | StepKind::Run { .. } | StepKind::Exercise(_) => true,
    });
    let code = runs.filter_map(|(cell, _)| base_code(lesson, Base { cell }));
    code.map(|code| code.text.as_str()).filter(|text| !answer::is_command(text))
}

/// Returns the text that a command prints.
fn printed(session: &mut Session, line: &str) -> String {
    match commands::run(session, line) {
        Outcome::Command(answer) => {
            let styled =
                answer.styled.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect::<String>());
            let styled: Vec<String> = styled.collect();
            let reports = answer.reports.iter().map(|report| report.message.clone());
            let text = [answer.value.unwrap_or_default(), answer.text, styled.join("\n")];
            text.into_iter().chain(reports).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
        }
        Outcome::Evaluated(evaluation) => evaluated(&evaluation),
        Outcome::Nothing | Outcome::Edit(_) | Outcome::Lesson(_) | Outcome::Quit => String::new(),
    }
}

fn evaluated(evaluation: &Evaluation) -> String {
    let value = evaluation.value.iter().map(|value| format!("=> {value}"));
    let errors = evaluation.reports.iter().map(|report| format!("error: {}", report.message));
    value.chain(errors).collect::<Vec<_>>().join("\n")
}
