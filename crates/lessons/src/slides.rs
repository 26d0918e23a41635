//! Slides of a lesson or notebook: what a presenter shows, part by part. Plain data without a screen.
//!
//! A heading of prose starts a slide. Its parts are revealed in order: prose, code, result. The parts of one cell and
//! the prose before it form a frame, which is on the screen at a time.

use std::collections::BTreeSet;

use pprepl_notebook::CellId;

use crate::exercise::Exercise;
use crate::lesson::{Lesson, LessonCell, StepKind};
use crate::quiz::Quiz;

/// A lesson or notebook as slides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The title of the lesson, or the first heading; empty without both.
    pub title: String,
    /// The slides; at least one.
    pub slides: Vec<Slide>,
}

/// A slide: a heading with what follows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slide {
    /// The heading; empty for the text above the first one.
    pub title: String,
    pub parts: Vec<SlidePart>,
    /// The presenter's notes as Markdown.
    pub notes: Vec<String>,
}

/// A part of a slide, revealed as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlidePart {
    /// The index of its frame in the slide.
    pub frame: usize,
    pub content: PartContent,
}

/// The content of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartContent {
    /// Markdown without headings.
    Prose(String),
    /// The task of an exercise.
    Task(SlideTask),
    /// Code of a cell.
    Code(SlideCode),
    /// The result of a cell's code.
    Result(CellId),
    /// The answer of the quiz with this name.
    Answer { cell: CellId, quiz: String },
}

/// Code on a slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideCode {
    pub cell: CellId,
    /// The title of the cell; empty for none.
    pub title: String,
    pub text: String,
    /// Whether it is typed key by key.
    pub is_typed: bool,
    /// Whether it runs when it is revealed, without a result of its own.
    pub runs_alone: bool,
}

/// The task of an exercise, with help on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideTask {
    pub cell: CellId,
    /// The title of the exercise, or else its name.
    pub title: String,
    pub text: String,
    pub hints: Vec<String>,
    /// The code of the solution.
    pub solution: Option<String>,
    /// Whether the solution is Puppet code, not a command of the prompt.
    pub runs: bool,
    /// Whether the solution is typed key by key.
    pub is_typed: bool,
}

/// A position in a deck: the index of the slide, and the number of its revealed parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlidePosition {
    pub slide: usize,
    pub revealed: usize,
}

impl Slide {
    /// Returns the number of parts that are visible when the slide begins: its first part, unless that is typed.
    pub fn first_revealed(&self) -> usize {
        match self.parts.first().map(|part| &part.content) {
            None => 0,
            Some(PartContent::Code(code)) if code.is_typed => 0,
            Some(_) => 1,
        }
    }

    /// Returns the parts on the screen when this number of parts is revealed: the last revealed frame.
    pub fn visible(&self, revealed: usize) -> &[SlidePart] {
        let revealed = self.parts.get(..revealed).unwrap_or(&self.parts);
        let Some(frame) = revealed.last().map(|part| part.frame) else { return &[] };
        let start = revealed.partition_point(|part| part.frame < frame);
        revealed.get(start..).unwrap_or(&[])
    }

    /// Returns all parts of the frame that is on the screen when this number of parts is revealed.
    pub fn frame(&self, revealed: usize) -> impl Iterator<Item = &SlidePart> {
        let last = revealed.saturating_sub(1);
        let frame = self.parts.get(last).or(self.parts.last()).map_or(0, |part| part.frame);
        self.parts.iter().filter(move |part| part.frame == frame)
    }

    /// Returns the task on the screen when this number of parts is revealed.
    pub fn task(&self, revealed: usize) -> Option<&SlideTask> {
        self.visible(revealed).iter().find_map(|part| match &part.content {
            PartContent::Task(task) => Some(task),
            PartContent::Prose(_) | PartContent::Code(_) | PartContent::Result(_) | PartContent::Answer { .. } => None,
        })
    }
}

impl Deck {
    /// Creates the slides of a lesson. (`read` makes a lesson of any notebook.)
    pub fn new(lesson: &Lesson) -> Deck {
        let mut builder = Builder::default();
        lesson.cells.iter().for_each(|cell| builder.cell(cell));
        if builder.slides.is_empty() {
            builder.slides.push(Slide::default());
        }
        let heading = builder.slides.iter().map(|slide| &slide.title).find(|title| !title.is_empty());
        let title = if lesson.title.is_empty() { heading.cloned().unwrap_or_default() } else { lesson.title.clone() };
        Deck { title, slides: builder.slides }
    }

    /// Returns the slide at a position.
    pub fn slide(&self, position: SlidePosition) -> Option<&Slide> {
        self.slides.get(position.slide)
    }

    /// Returns the position at the beginning of a slide; of the last one for a larger index.
    pub fn beginning(&self, slide: usize) -> SlidePosition {
        let slide = slide.min(self.slides.len().saturating_sub(1));
        SlidePosition { slide, revealed: self.slides.get(slide).map_or(0, Slide::first_revealed) }
    }

    /// Returns the position after the next part is revealed; `None` at the end.
    pub fn next(&self, position: SlidePosition) -> Option<SlidePosition> {
        let slide = self.slide(position)?;
        if position.revealed < slide.parts.len() {
            return Some(SlidePosition { revealed: position.revealed + 1, ..position });
        }
        (position.slide + 1 < self.slides.len()).then(|| self.beginning(position.slide + 1))
    }

    /// Returns the position before the last part was revealed; `None` at the start.
    pub fn previous(&self, position: SlidePosition) -> Option<SlidePosition> {
        let slide = self.slide(position)?;
        if position.revealed > slide.first_revealed() {
            return Some(SlidePosition { revealed: position.revealed - 1, ..position });
        }
        let before = position.slide.checked_sub(1)?;
        Some(SlidePosition { slide: before, revealed: self.slides.get(before)?.parts.len() })
    }

    /// Returns the code that runs, in order: of examples, and of the solutions.
    pub fn code(&self) -> Vec<(CellId, String)> {
        let mut cells: Vec<(CellId, String)> = Vec::new();
        let results = self.results();
        for part in self.slides.iter().flat_map(|slide| &slide.parts) {
            let code = match &part.content {
                PartContent::Task(task) if task.runs => task.solution.clone().map(|code| (task.cell, code)),
                PartContent::Code(code) if code.runs_alone || results.contains(&code.cell) => {
                    Some((code.cell, code.text.clone()))
                }
                PartContent::Task(_) | PartContent::Code(_) => None,
                PartContent::Prose(_) | PartContent::Result(_) | PartContent::Answer { .. } => None,
            };
            cells.extend(code);
        }
        cells
    }

    /// Returns the cells with a result.
    fn results(&self) -> BTreeSet<CellId> {
        let result = |part: &SlidePart| match &part.content {
            PartContent::Result(cell) => Some(*cell),
            PartContent::Prose(_) | PartContent::Task(_) | PartContent::Code(_) | PartContent::Answer { .. } => None,
        };
        self.slides.iter().flat_map(|slide| &slide.parts).filter_map(result).collect()
    }
}

/// Builds slides from cells in order.
#[derive(Default)]
struct Builder {
    slides: Vec<Slide>,
}

impl Builder {
    fn cell(&mut self, cell: &LessonCell) {
        match &cell.kind {
            StepKind::Notes => self.notes(&cell.body.text),
            StepKind::Prose => self.prose(&cell.body.text),
            StepKind::Example | StepKind::Run { .. } => self.example(cell),
            StepKind::Given => self.given(cell),
            StepKind::Exercise(exercise) => self.exercise(cell, exercise),
            StepKind::Quiz(quiz) => self.quiz(cell, quiz),
        }
    }

    /// Returns the slide under construction.
    fn slide(&mut self) -> &mut Slide {
        if self.slides.is_empty() {
            self.slides.push(Slide::default());
        }
        let last = self.slides.len() - 1;
        &mut self.slides[last]
    }

    /// Starts a slide. Notes above the first heading belong to it.
    fn heading(&mut self, title: String) {
        match self.slides.last_mut() {
            Some(first) if first.title.is_empty() && first.parts.is_empty() => first.title = title,
            _ => self.slides.push(Slide { title, ..Slide::default() }),
        }
    }

    fn notes(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.slide().notes.push(text.to_owned());
        }
    }

    /// Adds a part to the last frame, or to a new one.
    fn push(&mut self, content: PartContent, is_new_frame: bool) {
        let parts = &mut self.slide().parts;
        let last = parts.last().map_or(0, |part| part.frame);
        let frame = if is_new_frame && !parts.is_empty() { last + 1 } else { last };
        parts.push(SlidePart { frame, content });
    }

    /// Returns whether the last frame has more than prose.
    fn has_cell(&self) -> bool {
        let last = self.slides.last().and_then(|slide| slide.parts.last());
        last.is_some_and(|part| !matches!(part.content, PartContent::Prose(_)))
    }

    /// Splits Markdown at its headings.
    fn prose(&mut self, text: &str) {
        let mut body = String::new();
        let mut is_fenced = false;
        for line in text.lines() {
            is_fenced ^= is_fence(line);
            match heading(line).filter(|_| !is_fenced) {
                Some(title) => {
                    self.paragraphs(&mut body);
                    self.heading(title);
                }
                None => body.extend([line, "\n"]),
            }
        }
        self.paragraphs(&mut body);
    }

    fn paragraphs(&mut self, body: &mut String) {
        let text = std::mem::take(body);
        let text = text.trim_matches('\n').trim_end();
        if !text.trim().is_empty() {
            let is_new = self.has_cell();
            self.push(PartContent::Prose(text.to_owned()), is_new);
        }
    }

    fn example(&mut self, cell: &LessonCell) {
        if cell.body.text.trim().is_empty() {
            return;
        }
        let is_new = self.has_cell();
        self.push(PartContent::Code(code(cell, false)), is_new);
        self.push(PartContent::Result(cell.id), false);
    }

    fn given(&mut self, cell: &LessonCell) {
        if !cell.body.text.trim().is_empty() {
            let is_new = self.has_cell();
            self.push(PartContent::Code(code(cell, true)), is_new);
        }
    }

    fn exercise(&mut self, cell: &LessonCell, exercise: &Exercise) {
        let title = if cell.title.is_empty() { &exercise.name } else { &cell.title };
        let solution = exercise.solution.as_ref().map(|code| code.text.clone());
        let task = SlideTask {
            cell: cell.id,
            title: title.clone(),
            text: exercise.task.clone(),
            hints: exercise.hints.clone(),
            runs: solution.as_ref().is_some_and(|code| !code.trim_start().starts_with(':')),
            solution,
            is_typed: cell.is_typed,
        };
        let is_new = self.has_cell();
        self.push(PartContent::Task(task), is_new);
        if !exercise.start.text.trim().is_empty() {
            let (text, title) = (trimmed(&exercise.start.text), String::new());
            self.push(PartContent::Code(SlideCode { text, title, is_typed: false, ..code(cell, false) }), false);
        }
    }

    fn quiz(&mut self, cell: &LessonCell, quiz: &Quiz) {
        let options: String = quiz.options.iter().map(|option| format!("\n- `{option}`")).collect();
        let gap = if options.is_empty() { "" } else { "\n" };
        let is_new = self.has_cell();
        self.push(PartContent::Prose(format!("**{}**{gap}{options}", quiz.question.sentence())), is_new);
        if !quiz.code.text.trim().is_empty() {
            self.push(PartContent::Code(code(cell, false)), false);
        }
        self.push(PartContent::Answer { cell: cell.id, quiz: quiz.name.clone() }, false);
    }
}

fn code(cell: &LessonCell, runs_alone: bool) -> SlideCode {
    let (title, text) = (cell.title.clone(), trimmed(&cell.body.text));
    SlideCode { cell: cell.id, title, text, is_typed: cell.is_typed, runs_alone }
}

/// Returns code without empty lines at its ends.
fn trimmed(text: &str) -> String {
    text.trim_matches('\n').trim_end().to_owned()
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Returns the text of a heading line.
fn heading(line: &str) -> Option<String> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    Some(rest.trim().trim_end_matches('#').trim_end().replace(['`', '*'], ""))
}
