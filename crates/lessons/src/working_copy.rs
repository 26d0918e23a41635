//! The learner's copy of a lesson: a notebook with the text, the given code, and a cell for each answer.
//!
//! The copy does not contain checks, hints and solutions. Headings name the steps (`exercise=big`), so that the
//! lesson finds the answers again, whatever else the learner changes.

use std::collections::BTreeMap;

use pprepl_notebook::pane::Pane;
use pprepl_notebook::{Cell, CellKind, Document};
use pprepl_text::columns::wrap;

use crate::exercise::Exercise;
use crate::lesson::{Lesson, LessonCell, StepKind};
use crate::quiz::Quiz;

/// The width of a task in comments, in columns: with the comment sign and the margin it fits a screen of 80 columns.
const WIDTH: usize = 70;

/// The part of a lesson that a cell of the copy belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Code that exercises use.
    Given,
    /// Code to run.
    Run(String),
    /// The answer of an exercise.
    Exercise(String),
    /// The question of a quiz.
    Quiz(String),
}

impl Part {
    /// Returns the part that a cell's heading names.
    pub fn of(cell: &Cell) -> Option<Part> {
        let named = |key: &str| cell.option(key).map(str::to_owned);
        named("exercise")
            .map(Part::Exercise)
            .or_else(|| named("quiz").map(Part::Quiz))
            .or_else(|| named("run").map(Part::Run))
            .or_else(|| cell.option("given").map(|_| Part::Given))
    }

    /// Returns the name of the step; `None` for given code.
    pub fn step(&self) -> Option<&str> {
        match self {
            Part::Given => None,
            Part::Run(name) | Part::Exercise(name) | Part::Quiz(name) => Some(name),
        }
    }

    fn option(&self) -> String {
        match self {
            Part::Given => "given=locked".to_owned(),
            Part::Run(name) => format!("run={name}"),
            Part::Exercise(name) => format!("exercise={name}"),
            Part::Quiz(name) => format!("quiz={name}"),
        }
    }
}

/// Returns the heading of a cell in the copy: its title, its part, and the panes that it opens.
fn heading(cell: &LessonCell, part: Option<&Part>) -> String {
    let mut words = vec![cell.title.clone()];
    words.extend(part.map(Part::option));
    let panes: Vec<String> = cell.panes.iter().map(|pane| pane.name().to_lowercase()).collect();
    words.extend((!panes.is_empty()).then(|| format!("pane={}", panes.join(","))));
    words.join(" ").trim().to_owned()
}

/// Returns the panes that a cell of a copy opens.
pub fn panes_of(cell: &Cell) -> Vec<Pane> {
    cell.option("pane").unwrap_or("").split(',').filter_map(Pane::named).collect()
}

/// Creates the learner's copy of a lesson. Answers of an earlier copy are kept, by the names of their exercises.
pub fn working_copy(lesson: &Lesson, answers: &BTreeMap<String, String>) -> Document {
    Document::of(lesson.cells.iter().filter_map(|cell| cell_of(cell, answers)))
}

fn cell_of(cell: &LessonCell, answers: &BTreeMap<String, String>) -> Option<(CellKind, String, String)> {
    let code = |part: Part, text: String| Some((CellKind::Code, heading(cell, Some(&part)), text));
    match &cell.kind {
        StepKind::Notes => None,
        StepKind::Prose => Some((CellKind::Prose, heading(cell, None), cell.body.text.clone())),
        StepKind::Example => Some((CellKind::Code, heading(cell, None), cell.body.text.clone())),
        StepKind::Given => code(Part::Given, cell.body.text.clone()),
        StepKind::Run { name } => code(Part::Run(name.clone()), cell.body.text.clone()),
        StepKind::Exercise(exercise) => {
            let answer = answers.get(&exercise.name).cloned();
            code(Part::Exercise(exercise.name.clone()), answer.unwrap_or_else(|| start(exercise)))
        }
        StepKind::Quiz(quiz) => {
            Some((CellKind::Prose, heading(cell, Some(&Part::Quiz(quiz.name.clone()))), question(quiz)))
        }
    }
}

/// Returns what the learner finds in the cell of an exercise: the task as a comment, and the start.
pub fn start(exercise: &Exercise) -> String {
    if exercise.task.is_empty() {
        return exercise.start.text.clone();
    }
    let task = wrap(&exercise.task, WIDTH).into_iter().map(|line| format!("# {line}\n"));
    task.collect::<String>() + &exercise.start.text
}

/// Returns the question of a quiz as Markdown.
pub fn question(quiz: &Quiz) -> String {
    let asked = quiz.question.sentence();
    let options: String = quiz.options.iter().map(|option| format!("\n- `{option}`")).collect();
    let gap = if options.is_empty() { "" } else { "\n" };
    let code = quiz.code.text.trim_end();
    let fence = if code.is_empty() { String::new() } else { format!("\n\n```puppet\n{code}\n```") };
    format!("**{asked}**{fence}{gap}{options}")
}

/// Returns the answers in a copy: the code of each exercise by its name.
pub fn answers(document: &Document) -> BTreeMap<String, String> {
    let answer = |cell: &Cell| match Part::of(cell)? {
        Part::Exercise(name) => Some((name, cell.text.clone())),
        Part::Given | Part::Run(_) | Part::Quiz(_) => None,
    };
    document.cells().iter().filter_map(answer).collect()
}
