//! The tour: a dialogue of twelve steps. Each step has an explanation, an input to try, and a check of the outcome.

use super::Outcome;
use pprepl_text::Severity;

/// The outcome that completes a step.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// An input that succeeds.
    Value,
    /// An input that fails.
    Error,
    /// This command, without an error.
    Command(&'static str),
}

struct Step {
    text: &'static str,
    input: &'static str,
    goal: Goal,
}

const fn step(text: &'static str, input: &'static str, goal: Goal) -> Step {
    Step { text, input, goal }
}

static STEPS: [Step; 12] = [
    step(
        "Type Puppet and press Enter. pprepl prints the value, and its type below.",
        "$ports = [80, 443]",
        Goal::Value,
    ),
    step(
        "A lambda runs for each element; map collects its results. A variable is set once, so programs build new \
         values.",
        "$ports.map |$port| { \"listen ${port}\" }",
        Goal::Value,
    ),
    step(
        "A failed input changes nothing. Make a mistake: an error shows the place, its topic and what to write.",
        "$prots[0] + 1",
        Goal::Error,
    ),
    step("':explain' explains the last error, with a wrong and a right example.", ":explain", Goal::Command("explain")),
    step("':fix' applies the suggested fix, and runs the input again.", ":fix", Goal::Command("fix")),
    step("Strings match regular expressions with =~.", "'web42.example.com' =~ /^([a-z]+)(\\d+)/", Goal::Value),
    step("':match' shows the groups of the last match.", ":match", Goal::Command("match")),
    step("':parens' shows how operators group.", ":parens 1 + 2 * 3 == 7", Goal::Command("parens")),
    step(
        "Types are values. ':type' shows the type of an expression, and why a comparison is false.",
        ":type Integer[1, 5] < Integer[2, 9]",
        Goal::Command("type"),
    ),
    step(
        "Functions declare the types of their parameters.",
        "function listen(Integer[1, 65535] $port) { \"listen ${port}\" }",
        Goal::Value,
    ),
    step("The checker finds mistakes without running the code.", ":check listen('80')", Goal::Command("check")),
    step(
        "Resources describe a machine. pprepl only collects them in a catalog, and applies nothing.",
        "file { '/etc/motd': ensure => file, content => 'Hello' }",
        Goal::Value,
    ),
];

const INTRODUCTION: &str = "Twelve steps. Type the suggested input or one of your own. ':tour next' runs the \
                            suggestion, ':tour skip' omits it, ':tour leave' ends the tour.";

const END: &str = "The tour ends here. ':catalog' lists the resource, ':undo' removes it. ':help' has the first commands, \
                   ':cheat' the syntax, ':explain topics' the language.";

/// A tour in progress.
#[derive(Debug, Default)]
pub struct Tour {
    /// The index of the current step; `None` when no tour runs.
    at: Option<usize>,
    /// True if a tour was started since the front end asked.
    is_new: bool,
    /// The text that a front end shows after the current outcome.
    pending: Option<String>,
}

impl Tour {
    /// Returns whether a tour was started since the last call.
    pub fn take_is_new(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    /// Takes the text to show after the outcome of an input.
    pub fn take_text(&mut self) -> Option<String> {
        self.pending.take()
    }

    /// Returns the input that the current step suggests.
    pub(super) fn suggested(&self) -> Option<&'static str> {
        self.at.and_then(|at| STEPS.get(at)).map(|step| step.input)
    }

    /// Compares an outcome with the goal of the step, and prepares the text that follows. `command` is the name of the
    /// command that ran; `None` for other inputs.
    pub(super) fn advance(&mut self, command: Option<&str>, outcome: &Outcome) {
        let Some(at) = self.at else { return };
        let Some(step) = STEPS.get(at) else { return };
        if command == Some("tour") {
            return;
        }
        if is_reached(step.goal, command, outcome) {
            self.pending = Some(self.enter(at + 1));
        } else if matches!(outcome, Outcome::Evaluated(_)) {
            self.pending = Some(format!("Tour, step {} of {}: try  {}", at + 1, STEPS.len(), step.input));
        }
    }

    /// Starts the tour, or repeats its current step: returns the introduction and the step.
    pub(super) fn start(&mut self) -> String {
        let step = self.enter(self.at.unwrap_or(0));
        format!("{}\n\n{step}", wrapped(INTRODUCTION))
    }

    /// Omits the current step, and returns the text of the next; `None` when no tour runs.
    pub(super) fn skip(&mut self) -> Option<String> {
        self.at.map(|at| self.enter(at + 1))
    }

    /// Ends the tour; returns whether one ran.
    pub(super) fn leave(&mut self) -> bool {
        self.at.take().is_some()
    }

    /// Starts a step, and returns its text.
    fn enter(&mut self, at: usize) -> String {
        self.is_new |= at == 0;
        match STEPS.get(at) {
            Some(step) => {
                self.at = Some(at);
                format!("Tour, step {} of {}\n{}\n\n  {}", at + 1, STEPS.len(), wrapped(step.text), step.input)
            }
            None => {
                self.at = None;
                wrapped(END)
            }
        }
    }
}

fn wrapped(text: &str) -> String {
    pprepl_text::columns::wrap(text, 78).join("\n")
}

fn is_reached(goal: Goal, command: Option<&str>, outcome: &Outcome) -> bool {
    match goal {
        Goal::Value => matches!(outcome, Outcome::Evaluated(evaluation) if !evaluation.failed()),
        Goal::Error => matches!(outcome, Outcome::Evaluated(evaluation) if evaluation.failed()),
        Goal::Command(name) => command == Some(name) && runs(outcome),
    }
}

/// Returns whether a command was accepted. Findings about checked code are not a failure of the command.
fn runs(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Evaluated(evaluation) => !evaluation.failed(),
        Outcome::Command(answer) => {
            !answer.reports.iter().any(|report| report.severity == Severity::Error && report.source_name == "command")
        }
        Outcome::Nothing | Outcome::Edit(_) | Outcome::Quit => false,
    }
}
