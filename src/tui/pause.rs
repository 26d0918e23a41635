//! A paused cell: the lines that the evaluator's thread reports at a breakpoint, and the commands that the user gives.
//! The evaluator's thread waits in [`Pauses::ask`]; the screen never waits.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::Pauses;
use pprepl_notebook::pane::{self, View};
use pprepl_session::DebugOutput;
use pprepl_text::theme::Role;

/// The maximum number of lines that are kept; the oldest are dropped.
const MAX_LINES: usize = 500;

/// The state that both threads share.
#[derive(Default)]
struct Talk {
    /// The paused cell, while the evaluator waits for a command.
    cell: Option<CellId>,
    /// The name of the selected frame.
    frame: String,
    /// The reported lines since the pause, or since another frame was selected.
    lines: VecDeque<(Role, String)>,
    /// Commands that are given without the user: they show the variables.
    queue: VecDeque<&'static str>,
    /// The user's command; `None` inside cancels the run.
    answer: Option<Option<String>>,
    /// Whether the next text is the list of frames.
    lists_frames: bool,
    /// Whether the state changed since the screen last looked.
    is_new: bool,
}

/// The connection between the evaluator's thread, which pauses, and the screen.
pub struct Pause {
    talk: Mutex<Talk>,
    arrived: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Pause {
    /// Returns a connection that calls `wake` when the screen must look.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Pause {
        Pause { talk: Mutex::default(), arrived: Condvar::new(), wake: Box::new(wake) }
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the paused cell.
    pub fn cell(&self) -> Option<CellId> {
        self.talk().cell
    }

    /// Returns whether the state changed since the last call.
    pub fn take_change(&self) -> bool {
        std::mem::take(&mut self.talk().is_new)
    }

    /// Returns the content of the pane. `cells` are the code cells in document order, which gives their numbers.
    pub fn view(&self, cells: &[CellId]) -> View {
        let talk = self.talk();
        let frame = talk.cell.map(|_| talk.frame.clone());
        let numbered = |(role, text): &(Role, String)| match role {
            Role::Title | Role::HintPlace => (*role, numbered(text, cells)),
            _ => (*role, text.clone()),
        };
        let lines: Vec<(Role, String)> = talk.lines.iter().map(numbered).collect();
        pane::debug(frame.as_deref(), &lines)
    }

    /// Forgets what was reported: the run has ended.
    pub fn finish(&self) {
        let mut talk = self.talk();
        if talk.cell.is_none() {
            talk.lines.clear();
            talk.queue.clear();
        }
    }

    /// Lists the frames.
    pub fn list_frames(&self) {
        self.talk().lists_frames = true;
        self.answer(":where".to_owned(), &[]);
    }

    /// Sends a command or code to the paused cell. `then` are commands that follow it.
    pub fn answer(&self, line: String, then: &[&'static str]) {
        let mut talk = self.talk();
        if talk.cell.take().is_some() {
            talk.queue.extend(then);
            talk.answer = Some(Some(line));
            self.arrived.notify_all();
        }
    }

    /// Evaluates code in the selected frame.
    pub fn evaluate(&self, code: String) {
        self.talk().say(Role::Label, format!("> {code}"));
        self.answer(code, &[]);
    }

    /// Selects the calling frame, or with `down` the called frame.
    pub fn select_frame(&self, down: bool) {
        self.talk().lines.clear();
        self.answer(if down { ":down" } else { ":up" }.to_owned(), &[":vars"]);
    }

    /// Cancels the paused run. The changes of the cell are rolled back.
    pub fn abort(&self) {
        let mut talk = self.talk();
        if talk.cell.take().is_some() {
            talk.answer = Some(None);
            self.arrived.notify_all();
        }
    }
}

impl Talk {
    fn say(&mut self, role: Role, text: String) {
        self.lines.extend(text.lines().map(|line| (role, line.to_owned())));
        let excess = self.lines.len().saturating_sub(MAX_LINES);
        self.lines.drain(..excess);
        self.is_new = true;
    }

    /// Shows output. A line of source has its own role where the program is paused.
    fn hear(&mut self, told: &DebugOutput) {
        match told {
            DebugOutput::Text(text) if text.starts_with(PAUSED) => {
                self.lines.clear();
                self.queue.push_back(":vars");
                let (head, source) = text.split_once('\n').unwrap_or((text, ""));
                let head = head.split(". Type ").next().unwrap_or(head);
                self.say(Role::Title, head.to_owned());
                self.say_source(source);
            }
            DebugOutput::Text(text) if std::mem::take(&mut self.lists_frames) => {
                self.say(Role::HintPlace, text.clone());
            }
            DebugOutput::Text(text) => self.say_source(text),
            DebugOutput::Value(value, type_name) => {
                self.say(Role::Result, format!("⇒ {value}"));
                self.say(Role::TypeLine, format!("  {type_name}"));
            }
            DebugOutput::Fault(plain, _) => self.say(Role::Error, plain.clone()),
        }
    }

    fn say_source(&mut self, text: &str) {
        for line in text.lines() {
            let role = if line.starts_with("> ") { Role::Match } else { Role::Plain };
            self.say(role, line.to_owned());
        }
    }
}

/// Replaces the session's names of cells in locations by their numbers on the screen.
fn numbered(text: &str, cells: &[CellId]) -> String {
    const CELL: &str = "cell ";
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(CELL) {
        let digits = after.len() - after.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
        let (id, behind) = after.split_at(digits);
        let place = id.parse().ok().and_then(|id| cells.iter().position(|cell| *cell == CellId(id)));
        out.push_str(before);
        out.push_str(CELL);
        match place.filter(|_| behind.starts_with(':')) {
            Some(place) => out.push_str(&(place + 1).to_string()),
            None => out.push_str(id),
        }
        rest = behind;
    }
    out + rest
}

/// The start of the report of a pause.
const PAUSED: &str = "Paused in ";

impl Pauses for Pause {
    fn ask(&self, cell: CellId, prompt: &str) -> Option<String> {
        let mut talk = self.talk();
        if let Some(command) = talk.queue.pop_front() {
            return Some(command.to_owned());
        }
        let frame = prompt.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("", |(frame, _)| frame);
        frame.clone_into(&mut talk.frame);
        (talk.cell, talk.answer, talk.is_new) = (Some(cell), None, true);
        (self.wake)();
        loop {
            if let Some(answer) = talk.answer.take() {
                talk.cell = None;
                talk.is_new = true;
                if answer.is_none() {
                    talk.queue.clear();
                    talk.lines.clear();
                }
                return answer;
            }
            talk = self.arrived.wait(talk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn report(&self, told: &DebugOutput) {
        self.talk().hear(told);
    }
}
