//! `:why f(args)`: every overload of a call with each parameter, the rejected arguments and the reasons. Only the
//! arguments are evaluated, without side effects.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{Overload, OverloadTrace, ParamSlot, Session, TraceError, json as shapes};
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, MismatchRow, mismatch_tree};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "why",
    aliases: &[],
    params: &[Param::needed("CALL", Kind::Code)],
    group: Group::Look,
    summary: "which overload a call selects, and why, parameter by parameter",
    details: "CALL is a call of a function, a type, a callable or a lambda in a variable, or a resource of your own \
              class or define. Its arguments are evaluated without side effects; the call itself never runs.",
    examples: &[
        Example { before: &[], line: ":why upcase('a')", shows: "runs" },
        Example { before: &[], line: ":why [1, 2].slice('2')", shows: "write 2, or Integer('2')" },
        Example {
            before: &["function f(Array[Integer] $list) { $list }"],
            line: ":why f([1, 'x'])",
            shows: "element 1",
        },
    ],
    run: why,
}];

/// The time limit for evaluating the arguments.
const INSPECT_TIME: Duration = Duration::from_millis(500);

/// The width of the answer.
const WIDE: usize = 110;

fn why(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(0);
    match session.inspect().why(code, INSPECT_TIME) {
        Ok(why) => command::with_value(value(&why), text(&why), data(&why)),
        Err(TraceError::Failed(reports)) => command::with_reports(reports),
        Err(TraceError::NoCall) => Err(no_call(code)),
        Err(TraceError::Effects) => Err(CommandError::new(
            IssueCode::CommandArgument,
            "the arguments do something, or take too long: they cannot be looked at",
        )
        .with_help("set a variable first, and give that")),
    }
}

fn no_call(code: &str) -> Box<CommandError> {
    let help = match super::points().iter().find(|point| point.name.eq_ignore_ascii_case(code.trim())) {
        Some(point) => format!("':explain {}' explains it; :why needs a call: :why max(1, 'a')", point.name),
        None => "give a call: :why max(1, 'a')".to_owned(),
    };
    CommandError::new(IssueCode::CommandArgument, "expected a call with parameters").with_help(help)
}

fn value(why: &OverloadTrace) -> String {
    match why.runs.and_then(|at| why.overloads.get(at)) {
        Some(overload) => overload.form.clone(),
        None => "rejected".to_owned(),
    }
}

/// Formats each overload's heading with its parameters below, in common columns.
fn text(why: &OverloadTrace) -> String {
    let rows: Vec<Vec<String>> = why.overloads.iter().flat_map(|overload| overload.seats.iter().map(cells)).collect();
    let table = columns(&rows);
    let mut rows = table.lines();
    let mut lines = Vec::new();
    for (index, overload) in why.overloads.iter().enumerate() {
        lines.push(heading(overload, why.runs, index));
        for seat in &overload.seats {
            lines.push(rows.next().unwrap_or_default().to_owned());
            lines.extend(inner(&seat.misfits));
        }
    }
    if why.overloads.is_empty() {
        lines.push(format!("{} has no overloads", why.callee));
    }
    lines.join("\n")
}

fn heading(overload: &Overload, runs: Option<usize>, index: usize) -> String {
    let verdict = match (overload.accepted, runs) {
        (true, Some(first)) if first == index => "runs".to_owned(),
        (true, _) => "would run, if none before it did".to_owned(),
        (false, _) => match &overload.refusal {
            Some(refusal) => format!("rejected: {refusal}"),
            None => "rejected".to_owned(),
        },
    };
    format!("{}  {verdict}", overload.form)
}

fn cells(seat: &ParamSlot) -> Vec<String> {
    let verdict = match &seat.refusal {
        None => "accepted".to_owned(),
        Some(_) if seat.misfits.len() > 1 => "rejected".to_owned(),
        Some(refusal) => match seat.misfits.first().and_then(|misfit| misfit.fix.as_ref()) {
            Some(fix) => format!("rejected: {fix}"),
            None if seat.misfits.is_empty() => format!("rejected: {refusal}"),
            None => "rejected".to_owned(),
        },
    };
    vec![format!("  {}", seat.name), shortened(&seat.expected, 44), shortened(&seat.actual, 36), verdict]
}

/// Formats the mismatches inside an argument.
fn inner(misfits: &[MismatchRow]) -> Vec<String> {
    if misfits.len() < 2 {
        return Vec::new();
    }
    mismatch_tree(misfits, WIDE).lines().skip(1).map(|line| format!("    {line}")).collect()
}

fn data(why: &OverloadTrace) -> Value {
    json!({ "callee": why.callee, "runs": why.runs, "overloads": why.overloads.iter().map(overload).collect::<Value>() })
}

fn overload(overload: &Overload) -> Value {
    json!({
        "signature": overload.form,
        "accepted": overload.accepted,
        "refusal": overload.refusal,
        "parameters": overload.seats.iter().map(slot).collect::<Value>(),
    })
}

fn slot(seat: &ParamSlot) -> Value {
    json!({
        "name": seat.name,
        "expected": seat.expected,
        "actual": seat.actual,
        "accepted": seat.refusal.is_none(),
        "refusal": seat.refusal,
        "mismatch": shapes::mismatches(&seat.misfits),
    })
}
