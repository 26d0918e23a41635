//! `:tour`: a dialogue of twelve steps. Each step has an explanation, an input to try, and a check of the outcome.

use crate::{Outcome, Session};
use pprepl_text::{IssueCode, Severity};

use super::command::{self, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::{Arguments, is_command, split};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "tour",
    aliases: &[],
    params: &[Param::optional("next|skip|leave", Kind::Word(&["next", "skip", "leave"]))],
    group: Group::Settings,
    summary: "learn pprepl in twelve steps",
    details: "Each step suggests an input; any input that does the same continues. ':tour next' runs the suggested \
              input, ':tour skip' omits it, ':tour leave' ends the tour.",
    examples: &[
        Example { before: &[], line: ":tour", shows: "1 of 12" },
        Example { before: &[":tour"], line: ":tour skip", shows: "2 of 12" },
    ],
    run: tour,
}];

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

    /// Returns the input that a line means: `:tour next` is the suggested input.
    pub(super) fn input_of<'a>(&self, line: &'a str) -> &'a str {
        let (word, rest) = split(line);
        let is_next = is_command(line) && word == "tour" && rest.trim() == "next";
        self.at.and_then(|at| STEPS.get(at)).filter(|_| is_next).map_or(line, |step| step.input)
    }

    /// Compares an outcome with the goal of the step, and prepares the text that follows.
    pub(super) fn advance(&mut self, line: &str, outcome: &Outcome) {
        let Some(at) = self.at else { return };
        let Some(step) = STEPS.get(at) else { return };
        if is_command(line) && super::find(split(line).0).is_ok_and(|command| command.name == "tour") {
            return;
        }
        if is_reached(step.goal, line, outcome) {
            self.pending = Some(self.enter(at + 1));
        } else if matches!(outcome, Outcome::Evaluated(_)) {
            self.pending = Some(format!("Tour, step {} of {}: try  {}", at + 1, STEPS.len(), step.input));
        }
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

fn is_reached(goal: Goal, line: &str, outcome: &Outcome) -> bool {
    match goal {
        Goal::Value => matches!(outcome, Outcome::Evaluated(evaluation) if !evaluation.failed()),
        Goal::Error => matches!(outcome, Outcome::Evaluated(evaluation) if evaluation.failed()),
        Goal::Command(name) => {
            is_command(line) && super::find(split(line).0).is_ok_and(|command| command.name == name) && runs(outcome)
        }
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

fn tour(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let at = session.tour.at;
    match (arguments.get(0), at) {
        (None, at) => command::text(start(session, at.unwrap_or(0))),
        (Some("skip"), Some(at)) => command::text(session.tour.enter(at + 1)),
        (Some("leave"), Some(_)) => {
            session.tour.at = None;
            command::text("You left the tour. ':tour' starts it again.")
        }
        (Some(_), _) => {
            Err(CommandError::new(IssueCode::CommandArgument, "no tour is running").with_help("':tour' starts it"))
        }
    }
}

/// Formats the introduction and a step.
fn start(session: &mut Session, at: usize) -> String {
    let intro = "Twelve steps. Type the suggested input or one of your own. ':tour next' runs the \
                 suggestion, ':tour skip' omits it, ':tour leave' ends the tour.";
    let step = session.tour.enter(at);
    format!("{}\n\n{step}", wrapped(intro))
}
