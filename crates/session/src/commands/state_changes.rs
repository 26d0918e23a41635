//! The changes of a session's state as text and data, and the answer of a command that ran inputs again.

use serde_json::json;

use crate::inspect::Side;
use crate::{CommandAnswer, Outcome, RewriteError, RewriteView, Session, StateChange};
use pprepl_budget as budget;
use pprepl_text::columns::shortened;
use pprepl_text::{IssueCode, visible};

use super::catalog_changes::{change_data, changes_text};
use super::command::{self, CommandError, CommandResult};

/// The width of a value in a line.
const MAX_VALUE: usize = 60;

/// Formats the changes, a line each: names first, then the catalog.
pub(super) fn state_lines(changes: &[StateChange]) -> Vec<String> {
    let mut lines: Vec<String> = changes.iter().filter_map(name_line).collect();
    let of_catalog = |change: &StateChange| match change {
        StateChange::Catalog(change) => Some(change.clone()),
        StateChange::Name { .. } => None,
    };
    let catalog: Vec<_> = changes.iter().filter_map(of_catalog).collect();
    if !catalog.is_empty() {
        lines.extend(changes_text(&catalog).lines().map(str::to_owned));
    }
    lines
}

fn name_line(change: &StateChange) -> Option<String> {
    let StateChange::Name { side, kind, name, before, after } = change else { return None };
    let shown = |text: &Option<String>| visible(&shortened(text.as_deref().unwrap_or(""), MAX_VALUE)).into_owned();
    let name = format!("{} {}{name}", side.mark(), kind.prefix());
    let value = match side {
        Side::Added => shown(after),
        Side::Removed => shown(before),
        Side::Changed => return Some(format!("{name}  {}  ->  {}", shown(before), shown(after))),
    };
    Some(match (value.is_empty(), value.starts_with('(')) {
        (true, _) => name,
        (false, true) => name + &value,
        (false, false) => format!("{name} = {value}"),
    })
}

/// Converts the changes to data.
pub(super) fn state_data(changes: &[StateChange]) -> serde_json::Value {
    let datum = |change: &StateChange| match change {
        StateChange::Catalog(change) => change_data(change),
        StateChange::Name { side, kind, name, before, after } => json!({
            "change": side.as_str(),
            "kind": if kind.prefix().is_empty() { "variable" } else { kind.prefix().trim_end() },
            "subject": name,
            "before": before,
            "after": after,
        }),
    };
    changes.iter().take_while(|_| !budget::is_exhausted()).map(datum).collect()
}

/// Returns the source name of the next input.
pub(super) fn next_name(session: &Session) -> String {
    format!("input {}", session.inputs().last().map_or(1, |input| input.number + 1))
}

/// Returns the first line of code, for a title.
pub(super) fn first_line(code: &str) -> &str {
    code.trim().lines().next().unwrap_or_default()
}

/// Answers a command that ran inputs again.
pub(super) fn rewritten(result: Result<RewriteView, RewriteError>) -> CommandResult {
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    match result {
        Ok(view) => command::with_data(view_text(&view), view_data(&view)),
        Err(RewriteError::NoInput(number)) => {
            Err(refuse(format!("input {number} not found")).with_help(":history lists them"))
        }
        Err(RewriteError::Node(number)) => Err(refuse(format!("input {number} sets the node, which cannot run again"))
            .with_help("':reset', then set the node and load the inputs")),
        Err(RewriteError::NotAssigned(name)) => Err(refuse(format!("no input assigns `${name}` with `${name} = ..`"))
            .with_help(":vars lists the variables and their inputs")),
        Err(RewriteError::Failed(number, reports)) => {
            let text = format!("Input {number} fails; the session is unchanged.");
            Ok(Outcome::Command(Box::new(CommandAnswer { text, reports, ..CommandAnswer::default() })))
        }
    }
}

fn view_text(view: &RewriteView) -> String {
    let mut lines = vec![match view.inputs {
        1 => "Reran 1 input.".to_owned(),
        count => format!("Reran {count} inputs."),
    }];
    let shown =
        |value: &Option<String>| value.as_ref().map_or("nothing".to_owned(), |value| shortened(value, MAX_VALUE));
    let values = view.values.iter();
    lines.extend(values.map(|(number, old, new)| format!("input {number} is now {}, was {}", shown(new), shown(old))));
    lines.extend(state_lines(&view.changes));
    if view.values.is_empty() && view.changes.is_empty() {
        lines.push("Nothing changed.".to_owned());
    }
    lines.join("\n")
}

fn view_data(view: &RewriteView) -> serde_json::Value {
    let value = |(number, old, new): &(usize, Option<String>, Option<String>)| json!({ "input": number, "before": old, "after": new });
    json!({
        "inputs": view.inputs,
        "values": view.values.iter().map(value).collect::<Vec<_>>(),
        "changes": state_data(&view.changes),
    })
}
