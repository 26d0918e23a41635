//! Verdicts on answers that fail, and on commands.

use pprepl_session::Report;
use pprepl_text::IssueCode;

use super::answer;
use super::bench::too_many_logs;
use super::verdict::{Feedback, Verdict};
use crate::check::{Check, CheckKind};
use crate::exercise::Exercise;

/// Returns the verdict on an answer that failed. A limit is explained in its own words: no setting changes it.
pub(super) fn failure(errors: &[Report], was_full: bool) -> Verdict {
    let limit = errors.iter().find_map(|error| limit_message(error));
    let line = match (was_full, limit, errors.first()) {
        (true, ..) => Some(format!("Your code does not end well: {}.", too_many_logs())),
        (false, Some(limit), _) => Some(limit.to_owned()),
        (false, None, first) => {
            let error = first.map(|error| format!("The code fails: {}.", error.message));
            return Verdict { reports: errors.to_vec(), ..Verdict::new(Feedback::Fails, error.into_iter().collect()) };
        }
    };
    Verdict::new(Feedback::Fails, line.into_iter().collect())
}

fn limit_message(error: &Report) -> Option<&'static str> {
    match error.code.issue() {
        IssueCode::TimeLimit | IssueCode::StepLimit | IssueCode::Cancelled => {
            Some("Your code does not end in time: it calls itself or repeats something forever.")
        }
        IssueCode::MemoryLimit => Some("Your code makes a value that is too large."),
        _ => None,
    }
}

/// Returns the verdict on a meta-command.
pub(super) fn command(exercise: &Exercise, answer: &str) -> Verdict {
    let given = answer::command(answer);
    let wanted: Vec<(usize, &str)> = exercise.checks.iter().enumerate().filter_map(named_command).collect();
    match wanted.iter().find(|(_, name)| answer::command(name) != given) {
        _ if wanted.is_empty() => {
            let line = format!("`:{given}` is a command of the prompt. The answer is Puppet code.");
            Verdict::new(Feedback::Unreadable, vec![line])
        }
        None => Verdict::new(Feedback::Right, Vec::new()),
        Some((index, name)) => {
            let line = format!("Expected the command `:{name}`, found `:{given}`.");
            Verdict { check: Some(*index), ..Verdict::new(Feedback::Differs, vec![line]) }
        }
    }
}

fn named_command((index, check): (usize, &Check)) -> Option<(usize, &str)> {
    match &check.kind {
        CheckKind::Command(name) => Some((index, name.trim_start_matches(':'))),
        _ => None,
    }
}
