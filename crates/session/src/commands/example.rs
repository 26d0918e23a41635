//! `:example`: values that match a type, and near misses with reasons.

use std::time::Duration;

use serde_json::json;

use crate::{ExampleView, NoType, Session};
use pprepl_text::columns::columns;
use pprepl_text::{IssueCode, Severity, visible};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "example",
    aliases: &["examples"],
    params: &[Param::needed("TYPE", Kind::Code)],
    group: Group::Look,
    summary: "example values that match a type, and near misses with reasons",
    details: "The values follow rules and are the same each time: the bounds of a range and values outside it, a \
              missing key, another case, a string that nearly matches.",
    examples: &[
        Example { before: &[], line: ":example Integer[1, 10]", shows: "11" },
        Example { before: &["type Port = Integer[1, 65535]"], line: ":example Port", shows: "65536" },
    ],
    run,
}];

/// The time limit for evaluating the type.
const INSPECT_TIME: Duration = Duration::from_millis(500);

/// The number of values shown of each kind.
const MAX_DISPLAYED: usize = 6;

fn run(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(0);
    match session.inspect().example(code, MAX_DISPLAYED, INSPECT_TIME) {
        Ok(view) => answer(&view),
        Err(NoType::Value) => Err(CommandError::new(IssueCode::CommandArgument, "expected a type, found a value")
            .with_help(format!(":type {code} shows its type"))),
        Err(NoType::Unknown) => rejected(session, code),
    }
}

/// Reports the code's errors as for an input.
fn rejected(session: &mut Session, code: &str) -> CommandResult {
    let reports = session.source().check("input", code);
    if reports.iter().any(|report| report.severity == Severity::Error) {
        return command::with_reports(reports);
    }
    match session.inspect().error_at(code, INSPECT_TIME) {
        Some(report) => command::with_reports(vec![report]),
        None => {
            let message = "a type is needed; finding it may not do anything";
            Err(CommandError::new(IssueCode::CommandArgument, message).with_help(":example Integer[1, 10]"))
        }
    }
}

fn answer(view: &ExampleView) -> CommandResult {
    let mut parts = vec![matching(view)];
    if !view.misses.is_empty() {
        let row = |(value, reason): &(String, String)| vec![format!("  {}", visible(value)), visible(reason).into()];
        let rows: Vec<Vec<String>> = view.misses.iter().map(row).collect();
        parts.push(format!("near misses:\n{}", columns(&rows)));
    }
    let misses: Vec<_> = view.misses.iter().map(|(value, why)| json!({ "value": value, "why": why })).collect();
    let data = json!({ "type": view.type_name, "matching": view.matching, "misses": misses });
    command::with_value(view.matching.join(", "), parts.join("\n"), data)
}

fn matching(view: &ExampleView) -> String {
    if view.matching.is_empty() {
        return format!("no value of {} can be made", view.type_name);
    }
    let values: Vec<String> = view.matching.iter().map(|value| format!("  {}", visible(value))).collect();
    format!("of {}:\n{}", view.type_name, values.join("\n"))
}
