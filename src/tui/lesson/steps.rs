//! The steps of the open lesson: their states, their marks, and the progress.

use std::sync::Arc;

use pprepl_lessons::{Lesson, LessonCell, StepState};
use pprepl_text::theme::Role;

/// The steps of a lesson with the states of this learner.
pub struct Steps {
    lesson: Arc<Lesson>,
    /// The names of the steps, in order.
    names: Vec<String>,
    states: Vec<StepState>,
    /// The number of steps that count for the progress: the first ones.
    graded: usize,
}

impl Steps {
    pub fn new(lesson: Arc<Lesson>) -> Steps {
        let names: Vec<String> = lesson.steps().map(|(step, _)| step.to_owned()).collect();
        let graded = lesson.graded_steps().count();
        Steps { states: vec![StepState::Open; names.len()], names, graded, lesson }
    }

    /// Sets the state of each step, in order.
    pub fn set_states(&mut self, states: Vec<StepState>) {
        if states.len() == self.names.len() {
            self.states = states;
        }
    }

    /// Returns the steps with their states, in order.
    pub fn all(&self) -> impl Iterator<Item = (&str, StepState)> {
        self.names.iter().map(String::as_str).zip(self.states.iter().copied())
    }

    /// Returns the steps that count for the progress, with their states.
    pub fn graded(&self) -> impl Iterator<Item = (&str, StepState)> {
        self.all().take(self.graded)
    }

    pub fn state(&self, step: &str) -> StepState {
        self.all().find(|(name, _)| *name == step).map(|(_, state)| state).unwrap_or_default()
    }

    /// Returns the number of done steps, and of all that count.
    pub fn score(&self) -> (usize, usize) {
        (self.graded().filter(|(_, state)| *state == StepState::Done).count(), self.graded)
    }

    /// Returns the cell of the lesson for a step.
    pub fn cell(&self, step: &str) -> Option<&LessonCell> {
        self.lesson.cells.iter().find(|cell| cell.step() == Some(step))
    }

    /// Returns the title of a step.
    pub fn title(&self, step: &str) -> String {
        match self.cell(step).map(|cell| cell.title.as_str()) {
            Some("") | None => step.replace('-', " "),
            Some(title) => title.to_owned(),
        }
    }

    /// Returns the progress as text. `step` is the current one.
    pub fn progress(&self, step: Option<&str>) -> String {
        let (done, of) = self.score();
        let score = format!("{done} of {of} steps");
        let Some(step) = step else { return score };
        match self.graded().position(|(name, _)| name == step) {
            Some(at) => format!("{score}, step {}: {}", at + 1, self.title(step)),
            None => format!("{score}, extra: {}", self.title(step)),
        }
    }
}

/// Returns whether a step waits for the learner.
pub fn is_open(state: StepState) -> bool {
    matches!(state, StepState::Open | StepState::Tried | StepState::Shown)
}

/// Returns the mark of a state and its role. The marks differ, so that colors are not needed.
pub fn mark(state: StepState) -> (&'static str, Role) {
    match state {
        StepState::Open => ("○", Role::Hint),
        StepState::Tried => ("◐", Role::Warning),
        StepState::Skipped => ("»", Role::Hint),
        StepState::Shown => ("◇", Role::Note),
        StepState::Done => ("✓", Role::Success),
    }
}

/// Returns the name of a state.
pub fn state_name(state: StepState) -> &'static str {
    match state {
        StepState::Open => "open",
        StepState::Tried => "tried",
        StepState::Skipped => "skipped",
        StepState::Shown => "solution shown",
        StepState::Done => "done",
    }
}
