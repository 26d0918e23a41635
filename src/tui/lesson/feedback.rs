//! The feedback below a step: the verdict on the last answer, the hints so far, the solution, and other right answers.

use pprepl_lessons::{Checked, Feedback as State, QuizState, QuizVerdict, Verdict};
use pprepl_text::columns::{shortened, wrap};
use pprepl_text::theme::Role;
use pprepl_text::visible;
use puppet_tree::Highlighter;

use crate::tui::dialog::StyledLine;
use crate::tui::results::coloured;

/// The number of other right answers that are shown.
const MAX_OTHERS: usize = 2;

/// The number of lines of a command's output that are shown.
const MAX_OUTPUT: usize = 40;

/// The kind of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Good,
    Bad,
    /// Neither: the answer is not complete.
    Neutral,
}

impl Tone {
    fn sign(self) -> (&'static str, Role) {
        match self {
            Tone::Good => ("✓ ", Role::Success),
            Tone::Bad => ("✗ ", Role::Error),
            Tone::Neutral => ("○ ", Role::Note),
        }
    }
}

/// The feedback on a step.
#[derive(Clone, Debug, Default)]
pub struct StepFeedback {
    verdict: Option<(Tone, Vec<String>)>,
    /// The text of the `when` that applies.
    when: Option<String>,
    hints: Vec<String>,
    solution: Option<String>,
    others: Vec<String>,
    /// The lines that the command of the answer prints.
    output: Vec<String>,
}

impl StepFeedback {
    /// Sets the verdict on an answer. Earlier hints stay until the answer is right.
    pub fn check(&mut self, checked: &Checked) {
        let verdict = &checked.verdict;
        self.verdict = Some((tone(verdict), verdict.short_lines()));
        self.when = verdict.when.as_ref().map(|(_, say)| say.clone());
        self.hints.extend(checked.hint.clone());
        self.output.clone_from(&checked.output);
        self.others = checked.others.iter().take(MAX_OTHERS).cloned().collect();
        if verdict.state.is_done() {
            self.hints.clear();
            self.solution = None;
        }
    }

    /// Sets the verdict on the answer to a quiz.
    pub fn predict(&mut self, verdict: &QuizVerdict) {
        let tone = match verdict.state {
            QuizState::Right => Tone::Good,
            QuizState::Wrong => Tone::Bad,
            QuizState::Unreadable | QuizState::Broken => Tone::Neutral,
        };
        self.verdict = Some((tone, verdict.lines.clone()));
    }

    /// Sets a remark instead of a verdict.
    pub fn remark(&mut self, text: &str) {
        self.verdict = Some((Tone::Neutral, vec![text.to_owned()]));
    }

    pub fn add_hint(&mut self, hint: String) {
        self.hints.push(hint);
    }

    pub fn show_solution(&mut self, code: String) {
        self.solution = Some(code);
    }

    /// Returns the lines, limited to this width.
    pub fn lines(&self, room: usize, colours: &mut Highlighter) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        if let Some((tone, texts)) = &self.verdict {
            let (sign, role) = tone.sign();
            let texts = texts.iter().chain(&self.when);
            for (at, text) in texts.enumerate() {
                let (sign, role) = if at == 0 { (sign, role) } else { ("  ", text_role(*tone)) };
                wrapped(sign, role, text, room, &mut lines);
            }
        }
        for line in self.output.iter().take(MAX_OUTPUT) {
            lines.push(vec![(Role::Plain, format!("  {}", shortened(line, room.saturating_sub(2))))]);
        }
        if self.output.len() > MAX_OUTPUT {
            lines.push(vec![(Role::Hint, format!("  (and {} more lines)", self.output.len() - MAX_OUTPUT))]);
        }
        for hint in &self.hints {
            wrapped("  Hint: ", Role::Note, hint, room, &mut lines);
        }
        let solution = self.solution.iter().map(|code| ("  The solution:", code));
        let others = self.others.iter().map(|code| ("  Another way:", code));
        for (title, code) in solution.chain(others) {
            lines.push(vec![(Role::Note, title.to_owned())]);
            for line in code.trim_end().lines() {
                let mut parts: StyledLine = vec![(Role::Plain, "    ".to_owned())];
                parts.extend(coloured(&visible(line), room.saturating_sub(4), colours));
                lines.push(parts);
            }
        }
        lines
    }
}

fn text_role(tone: Tone) -> Role {
    match tone {
        Tone::Good | Tone::Neutral => Role::Note,
        Tone::Bad => Role::Plain,
    }
}

/// Adds a paragraph with a sign before its first row.
fn wrapped(sign: &str, role: Role, text: &str, room: usize, lines: &mut Vec<StyledLine>) {
    let indent = pprepl_text::columns::width(sign);
    for (at, row) in wrap(&visible(text), room.saturating_sub(indent).max(1)).into_iter().enumerate() {
        let head = if at == 0 { sign.to_owned() } else { " ".repeat(indent) };
        lines.push(vec![(role, head + &row)]);
    }
}

fn tone(verdict: &Verdict) -> Tone {
    match verdict.state {
        State::Right | State::Broken => Tone::Good,
        State::NotTried | State::Unfilled => Tone::Neutral,
        State::Unreadable | State::Fails | State::Differs | State::Forbidden => Tone::Bad,
    }
}
