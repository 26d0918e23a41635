//! The test of an exercise: its answers are judged.

use std::time::Instant;

use pprepl_text::{IssueCode, Span};

use super::findings::Findings;
use super::result::GradeCounts;
use crate::check::{Check, CheckKind};
use crate::code::Code;
use crate::exercise::Exercise;
use crate::judge::{Feedback, Judge, Verdict};
use crate::lesson::LessonCell;

/// The number of other right answers that an exercise should have.
const MIN_RIGHTS: usize = 2;

/// The number of wrong answers that an exercise should have.
const MIN_WRONGS: usize = 3;

struct Grader<'a, 'f> {
    judge: &'a mut Judge,
    cell: &'a LessonCell,
    exercise: &'a Exercise,
    findings: &'a mut Findings<'f>,
    counts: &'a mut GradeCounts,
    /// Whether each `when` was the feedback of an answer.
    reached: Vec<bool>,
}

/// Tests an exercise.
pub(super) fn grade(
    judge: &mut Judge,
    cell: &LessonCell,
    exercise: &Exercise,
    findings: &mut Findings,
    counts: &mut GradeCounts,
) {
    counts.exercises += 1;
    counts.checks += exercise.checks.len();
    counts.whens += exercise.whens.len();
    let reached = vec![false; exercise.whens.len()];
    let mut grader = Grader { judge, cell, exercise, findings, counts, reached };
    grader.solution();
    grader.rights();
    grader.start();
    grader.wrongs();
    grader.whens();
}

impl Grader<'_, '_> {
    fn judge(&mut self, code: &Code) -> Verdict {
        let start = Instant::now();
        let verdict = self.judge.judge(&self.exercise.name, &code.text);
        self.counts.answers += 1;
        self.counts.slowest = self.counts.slowest.max(start.elapsed().as_secs_f64() * 1000.0);
        if let Some(place) = verdict.when.as_ref().and_then(|(index, _)| self.reached.get_mut(*index)) {
            *place = true;
        }
        verdict
    }

    /// Returns the place of the exercise.
    fn place(&self) -> Span {
        let first = self.exercise.checks.first().map(|check| check.span);
        first.or(self.exercise.solution.as_ref().map(|code| code.span)).unwrap_or(self.cell.body.span)
    }

    fn solution(&mut self) {
        let name = &self.exercise.name;
        if self.exercise.checks.is_empty() {
            let help = "add `#| check value ..` or another check";
            self.findings.error(IssueCode::LessonCheck, self.place(), format!("exercise `{name}` has no check"), help);
        }
        match &self.exercise.solution {
            Some(solution) => self.passes(solution, SOLUTION),
            None => {
                let message = format!("exercise `{name}` has no solution");
                self.findings.error(IssueCode::LessonSolution, self.place(), message, "add `#| solution CODE`");
            }
        }
    }

    fn rights(&mut self) {
        for (number, right) in self.exercise.rights.iter().enumerate() {
            self.passes(right, &format!("right answer {}", number + 1));
        }
        if self.exercise.rights.len() < MIN_RIGHTS {
            let message = format!("exercise `{}` has fewer than {MIN_RIGHTS} `right` answers", self.exercise.name);
            let help = "add good answers that differ from the solution: they show that the checks refuse none";
            self.findings.warning(IssueCode::LessonSolution, self.place(), message, help);
        }
    }

    /// Tests an answer that must pass.
    fn passes(&mut self, code: &Code, role: &str) {
        let verdict = self.judge(code);
        let name = &self.exercise.name;
        match verdict.state {
            Feedback::Right => {}
            // The code before the exercise fails, which is a finding of its own; it is reported once here.
            Feedback::Broken if verdict.check.is_none() => {
                if role == SOLUTION {
                    let message = format!("`{name}` cannot be judged: {}", first_line(&verdict));
                    self.findings.error(IssueCode::LessonRun, code.span, message, "");
                }
            }
            Feedback::Broken => {
                let span = self.span_of_check(&verdict).unwrap_or(code.span);
                let message = format!("exercise `{name}`: {}", first_line(&verdict));
                self.findings.error(IssueCode::LessonCheck, span, message, HELP_BROKEN);
            }
            Feedback::NotTried
            | Feedback::Unfilled
            | Feedback::Unreadable
            | Feedback::Fails
            | Feedback::Differs
            | Feedback::Forbidden => {
                let message = format!("{role} of `{name}` is refused: {}", described(&verdict));
                let help = verdict.reports.first().and_then(|report| report.help.clone()).unwrap_or_default();
                self.findings.error(IssueCode::LessonSolution, code.span, message, help);
            }
        }
    }

    fn span_of_check(&self, verdict: &Verdict) -> Option<Span> {
        Some(self.exercise.checks.get(verdict.check?)?.span)
    }

    fn start(&mut self) {
        let verdict = self.judge(&self.exercise.start);
        if verdict.state == Feedback::Right {
            let message = format!("the start of `{}` passes already", self.exercise.name);
            let help = "leave something to do: write a hole `___`, or a mistake";
            self.findings.error(IssueCode::LessonWrong, self.exercise.start.span, message, help);
        }
    }

    fn wrongs(&mut self) {
        let name = &self.exercise.name;
        let mut kinds: Vec<Kind> = Vec::new();
        let mut unread: Vec<&'static str> = Vec::new();
        for (number, wrong) in self.exercise.wrongs.iter().enumerate() {
            let verdict = self.judge(wrong);
            let role = format!("wrong answer {} of `{name}`", number + 1);
            match verdict.state {
                Feedback::Right => {
                    let help = "add a check that refuses it, or make it a `right` answer";
                    self.findings.error(IssueCode::LessonWrong, wrong.span, format!("{role} is accepted"), help);
                }
                Feedback::NotTried => {
                    self.findings.error(IssueCode::LessonWrong, wrong.span, format!("{role} is empty"), "write code");
                }
                Feedback::Unreadable => {
                    let topic = verdict.reports.first().map_or("", |report| report.topic);
                    if verdict.when.is_none() && unread.contains(&topic) {
                        let message = format!("{role} cannot be read, as another one: {}", described(&verdict));
                        let help = "keep one wrong answer with this syntax error, or add a `when` for it";
                        self.findings.warning(IssueCode::LessonWrong, wrong.span, message, help);
                    }
                    unread.push(topic);
                }
                // The test of the solution reports a check that does not run.
                Feedback::Broken | Feedback::Unfilled | Feedback::Fails | Feedback::Differs | Feedback::Forbidden => {}
            }
            kinds.push((verdict.state, verdict.check, verdict.when.map(|(index, _)| index)));
        }
        self.number_of_wrongs(&mut kinds);
    }

    fn number_of_wrongs(&mut self, kinds: &mut Vec<Kind>) {
        let (name, count) = (&self.exercise.name, kinds.len());
        let help =
            "add wrong answers of different kinds: another value, an error, a misconception, a forbidden function";
        kinds.sort_unstable();
        kinds.dedup();
        if count < MIN_WRONGS {
            let message = format!("exercise `{name}` has fewer than {MIN_WRONGS} `wrong` answers");
            self.findings.warning(IssueCode::LessonWrong, self.place(), message, help);
        } else if kinds.len() == 1 && !self.exercise.checks.iter().all(is_command) {
            let message = format!("the wrong answers of `{name}` are all of one kind");
            self.findings.warning(IssueCode::LessonWrong, self.place(), message, help);
        }
    }

    fn whens(&mut self) {
        for (when, _) in self.exercise.whens.iter().zip(&self.reached).filter(|(_, reached)| !**reached) {
            let message = format!("no answer of `{}` reaches this `when`", self.exercise.name);
            let help = "add the `wrong` answer that it is for; the first `when` that holds is the feedback";
            self.findings.error(IssueCode::LessonWhen, when.span, message, help);
        }
    }
}

/// The kind of a wrong answer: its state, the check that refuses it, and the `when`.
type Kind = (Feedback, Option<usize>, Option<usize>);

fn is_command(check: &Check) -> bool {
    matches!(check.kind, CheckKind::Command(_))
}

/// The role of the solution in messages.
const SOLUTION: &str = "the solution";

/// Returns the first line of a verdict without its end.
fn first_line(verdict: &Verdict) -> &str {
    verdict.lines.first().map_or("", |line| line.trim_end_matches('.'))
}

const HELP_BROKEN: &str = "the check must run after the solution";

/// Describes a verdict in one line.
fn described(verdict: &Verdict) -> String {
    let lines = verdict.lines.join(" ");
    if lines.is_empty() { verdict.state.as_str().to_owned() } else { lines.trim_end_matches('.').to_owned() }
}
