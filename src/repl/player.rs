//! The file that `:play` runs step by step: the line starts with the next step.

use std::collections::VecDeque;

use pprepl_session::{PlayRequest, PlayStep, Playback};

/// A file that is played.
#[derive(Default)]
pub struct Player {
    name: String,
    steps: VecDeque<PlayStep>,
    total: usize,
    /// Whether the next step is not put on the line.
    is_paused: bool,
    /// Whether the remaining steps run without a question.
    runs_rest: bool,
    /// Whether the step was announced.
    is_announced: bool,
}

impl Player {
    /// Carries out a request. Returns what to report.
    pub fn carry_out(&mut self, request: &PlayRequest) -> String {
        let is_empty = self.steps.is_empty();
        match request {
            PlayRequest::Start(playback) => return self.start(playback),
            _ if is_empty => return "Nothing is played. Start with ':play FILE'.".to_owned(),
            PlayRequest::Resume => {}
            PlayRequest::Skip => self.advance(),
            PlayRequest::Rest => self.runs_rest = true,
            PlayRequest::Stop => {
                let (name, left) = (std::mem::take(&mut self.name), self.steps.len());
                self.steps.clear();
                return format!("Ended {name}; {} did not run.", counted(left));
            }
        }
        (self.is_paused, self.is_announced) = (false, false);
        if self.steps.is_empty() { self.end() } else { String::new() }
    }

    fn start(&mut self, playback: &Playback) -> String {
        *self = Player {
            name: playback.name.clone(),
            steps: playback.steps.iter().cloned().collect(),
            total: playback.steps.len(),
            ..Player::default()
        };
        match self.total {
            0 => format!("{} has no statements.", self.name),
            total => format!("{} has {}. Enter runs one; Ctrl-C pauses, ':play' continues.", self.name, counted(total)),
        }
    }

    fn end(&self) -> String {
        format!("{} is played to its end.", self.name)
    }

    /// Returns the step for the line with its announcement; none while paused.
    pub fn next_step(&mut self) -> Option<(String, Option<String>)> {
        let step = self.steps.front().filter(|_| !self.is_paused && !self.runs_rest)?;
        let number = self.total - self.steps.len() + 1;
        let announcement = format!("{}:{}  step {number} of {}", self.name, step.line, self.total);
        let is_new = !std::mem::replace(&mut self.is_announced, true);
        Some((step.text.clone(), is_new.then_some(announcement)))
    }

    /// Returns the next of the steps that run without a question.
    pub fn next_of_rest(&self) -> Option<String> {
        self.steps.front().filter(|_| self.runs_rest).map(|step| step.text.clone())
    }

    /// Returns whether the line starts with a step.
    pub fn is_playing(&self) -> bool {
        !self.steps.is_empty() && !self.is_paused
    }

    /// Returns the step with its file, if the input is its text.
    pub fn unchanged(&self, input: &str) -> Option<(String, PlayStep)> {
        let step = self.steps.front().filter(|step| self.is_playing() && step.text.trim() == input.trim())?;
        Some((self.name.clone(), step.clone()))
    }

    /// Continues after a step that ran. Returns what to report at the end.
    pub fn passed(&mut self) -> Option<String> {
        self.advance();
        self.steps.is_empty().then(|| self.end())
    }

    /// Stays at a step that failed.
    pub fn failed(&mut self) {
        self.runs_rest = false;
    }

    fn advance(&mut self) {
        self.steps.pop_front();
        self.is_announced = false;
    }

    /// Pauses. Returns what to report, if a file is played.
    pub fn pause(&mut self) -> Option<String> {
        if !self.is_playing() {
            return None;
        }
        (self.is_paused, self.runs_rest) = (true, false);
        Some(format!("Paused {}; {} left. ':play' continues.", self.name, counted(self.steps.len())))
    }
}

fn counted(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
