//! A lesson as data: its head and its cells. `read` makes it from the text of a file.

use pprepl_notebook::CellId;
use pprepl_notebook::pane::Pane;
use pprepl_text::Diagnostic;

use crate::check::{Edge, LogPattern, ResourcePattern};
use crate::code::Code;
use crate::{Exercise, Quiz};

/// A lesson as read from its file.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The name that other lessons and the command line use: lower case letters, digits and `-`.
    pub name: String,
    pub title: String,
    /// The names of the lessons that a learner should know before.
    pub needs: Vec<String>,
    /// The time for it in minutes.
    pub minutes: Option<u32>,
    /// The files of the lesson's environment: modules, Hiera data, templates.
    pub files: Vec<LessonFile>,
    /// The name of the fact set.
    pub facts: Option<String>,
    /// The name of the edition.
    pub edition: Option<String>,
    /// The cells in order.
    pub cells: Vec<LessonCell>,
    /// Problems of the file: options that are unknown, checks that cannot be parsed. Such an option is ignored.
    pub findings: Vec<Diagnostic>,
}

/// A file of a lesson's environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFile {
    /// The relative path, without `..`.
    pub path: String,
    pub text: String,
}

/// A cell of a lesson.
#[derive(Clone, Debug)]
pub struct LessonCell {
    /// The id of the cell in the document that was read.
    pub id: CellId,
    /// The title after the cell's mark; empty for none.
    pub title: String,
    /// The text below the options: Markdown without comment signs, or code.
    pub body: Code,
    pub kind: StepKind,
    /// Conditions that hold after the cell ran.
    pub expectations: Vec<Expectation>,
    /// Whether a presenter types the code key by key.
    pub is_typed: bool,
    /// The panes of the notebook that open when the learner reaches the cell.
    pub panes: Vec<Pane>,
}

/// The activity of a learner in a cell.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Markdown to read.
    Prose,
    /// Markdown for the presenter only.
    Notes,
    /// Code that runs as an example.
    Example,
    /// Locked code that the exercises use; it runs without a key.
    Given,
    /// Locked code that the learner runs.
    Run { name: String },
    /// The learner writes the code.
    Exercise(Box<Exercise>),
    /// The learner predicts what the code gives.
    Quiz(Box<Quiz>),
}

/// A condition that holds after a cell ran.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// The cell's value equals the value of the code, case-sensitive.
    Value(Code),
    /// The code is true after the cell.
    True(Code),
    /// The cell's value is an instance of the type.
    Type(Code),
    /// The cell logs this line, among others.
    Log(LogPattern),
    /// The cell fails, with this issue code or topic if there is one.
    Fails(Option<String>),
    /// The static checker or a note reports this rule.
    Finding(String),
    /// The catalog after the cell has these resources and relationships.
    Catalog { resources: Vec<ResourcePattern>, edges: Vec<Edge> },
}

impl LessonCell {
    /// Returns the name of a step that counts for the progress; `None` for prose, examples and given code.
    pub fn step(&self) -> Option<&str> {
        match &self.kind {
            StepKind::Prose | StepKind::Notes | StepKind::Example | StepKind::Given => None,
            StepKind::Run { name } => Some(name),
            StepKind::Exercise(exercise) => Some(&exercise.name),
            StepKind::Quiz(quiz) => Some(&quiz.name),
        }
    }
}

impl Lesson {
    /// Creates a lesson with one question.
    pub fn with_quiz(quiz: Quiz) -> Lesson {
        let cell = LessonCell {
            id: CellId(0),
            title: String::new(),
            body: quiz.code.clone(),
            kind: StepKind::Quiz(Box::new(quiz)),
            expectations: Vec::new(),
            is_typed: false,
            panes: Vec::new(),
        };
        Lesson { name: "quiz".to_owned(), cells: vec![cell], ..Lesson::default() }
    }

    /// Returns the cells that count for the progress, with their names.
    pub fn steps(&self) -> impl Iterator<Item = (&str, &LessonCell)> {
        self.cells.iter().filter_map(|cell| Some((cell.step()?, cell)))
    }

    /// Returns the steps of the chapter's first part, which count for its progress. The steps below a heading
    /// `Reference` are optional.
    pub fn graded_steps(&self) -> impl Iterator<Item = (&str, &LessonCell)> {
        self.cells.iter().take(self.graded_end()).filter_map(|cell| Some((cell.step()?, cell)))
    }

    /// Returns the index of the heading `Reference`, or the number of cells.
    pub fn graded_end(&self) -> usize {
        let is_reference = |cell: &LessonCell| {
            matches!(cell.kind, StepKind::Prose)
                && cell.body.text.lines().any(|line| line.trim_start_matches('#').trim().starts_with("Reference:"))
        };
        self.cells.iter().position(is_reference).unwrap_or(self.cells.len())
    }
}
