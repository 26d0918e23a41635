//! Undo and redo leave nothing: over the conformance cases each step, undone, gives the state before it, and redone the
//! state after it. All steps undone give a fresh session, in which the case runs as at first.

use crate::cases;

use pprepl_session::{Edition, Session};

/// Two states that must be the same; what differs is noted.
fn same(faults: &mut Vec<String>, what: &str, expected: &str, found: &str) {
    if expected != found {
        faults.push(format!("{what}\n{}", cases::difference(expected, found)));
    }
}

/// Runs a step, undoes it and redoes it.
fn there_and_back(session: &mut Session, step: &str, told: &str, faults: &mut Vec<String>) -> String {
    let (before, old) = (cases::state(session), cases::inputs(session));
    let outcome = cases::outcome_with_places(&session.evaluate("input", step));
    let (after, new) = (cases::state(session), cases::inputs(session));
    same(faults, &format!("{told}: earlier inputs"), &old.join("\n"), &new[..old.len()].join("\n"));
    let undone = session.undo(1).len();
    let is_step = session.is_undone(session.inputs().len());
    if is_step {
        same(faults, &format!("{told}: undone"), &before, &cases::state(session));
        same(
            faults,
            &format!("{told}: inputs after undo"),
            &old.join("\n"),
            &cases::inputs(session)[..old.len()].join("\n"),
        );
    } else {
        same(faults, &format!("{told}: no step, but a change"), &without_match(&before), &without_match(&after));
    }
    session.redo(undone);
    same(faults, &format!("{told}: redone"), &after, &cases::state(session));
    same(faults, &format!("{told}: inputs after redo"), &new.join("\n"), &cases::inputs(session).join("\n"));
    outcome
}

/// An outcome without what a session shows once only: notes, and the logs where the first run warned of what is
/// deprecated.
fn without_first_times(outcome: &str, first: &str) -> String {
    let warned = first.lines().any(|line| line.starts_with("logs ") && line.contains("deprecated"));
    let lines = outcome.lines().take_while(|line| !line.starts_with("notes "));
    lines.filter(|line| !(warned && line.starts_with("logs "))).collect::<Vec<_>>().join("\n")
}

/// A match is no step of its own: `:undo` does not count it.
fn without_match(state: &str) -> String {
    state.lines().filter(|line| !line.starts_with("match ")).collect::<Vec<_>>().join("\n")
}

fn whole_case(case: &cases::Case, edition: Edition, faults: &mut Vec<String>) {
    let mut session = cases::session(edition);
    let fresh = cases::state(&mut session);
    let run = |session: &mut Session, round: usize, faults: &mut Vec<String>| -> Vec<String> {
        let told = |at: usize, step: &str| format!("{} step {at} ({edition:?}, round {round}): {step:?}", case.id);
        case.steps.iter().enumerate().map(|(at, step)| there_and_back(session, step, &told(at, step), faults)).collect()
    };
    let first = run(&mut session, 1, faults);
    let last = cases::state(&mut session);
    let undone = session.undo(usize::MAX).len();
    let first_again = cases::state(&mut session);
    same(faults, &format!("{}: all undone", case.id), &without_match(&fresh), &without_match(&first_again));
    assert_eq!(session.redo(usize::MAX).len(), undone, "{}", case.id);
    same(faults, &format!("{}: all redone", case.id), &last, &cases::state(&mut session));
    session.undo(usize::MAX);
    if !session.names().match_variables().is_empty() {
        return;
    }
    let second = run(&mut session, 2, faults);
    for ((one, other), step) in first.iter().zip(&second).zip(&case.steps) {
        let told = format!("{}: {step:?} after all was undone", case.id);
        same(faults, &told, &without_first_times(one, one), &without_first_times(other, one));
    }
}

#[test]
fn undo_and_redo_leave_nothing() {
    let mut faults = Vec::new();
    for (number, case) in cases::sample(10) {
        whole_case(&case, cases::edition(number), &mut faults);
    }
    cases::hold(&faults);
}
