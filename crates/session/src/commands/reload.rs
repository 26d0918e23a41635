//! `:reload`: loads changed files again.

use pprepl_text::IssueCode;
use serde_json::json;

use crate::{CommandAnswer, DefinitionChange, Outcome, ReloadError, ReloadView, Session};
use pprepl_text::columns::{columns, shortened};

use super::catalog_changes::{change_data, changes_text};
use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "reload",
    aliases: &[],
    params: &[Param::optional("all", Kind::Word(&["all"]))],
    group: Group::Files,
    summary: "reload changed files, show what changed, and rerun all inputs",
    details: "Reloads changed files: those that inputs loaded, and the code, data and templates that they used. All \
              active inputs run again in order; if one fails, the session is unchanged. ':undo' undoes a reload. \
              With 'all' they run again even if no file changed, with the facts of now. --watch does this \
              automatically.",
    examples: &[Example { before: &["$a = 1"], line: ":reload", shows: "No files" }],
    run: reload,
}];

fn reload(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let reloaded = session.reloader().reload(arguments.get(0).is_some());
    answer(reloaded)
}

/// Answers with the result of a reload.
pub(super) fn answer(reloaded: Result<ReloadView, ReloadError>) -> CommandResult {
    match reloaded {
        Ok(view) => command::with_data(reload_text(&view), data(&view)),
        Err(fault) if fault.reports.is_empty() => Err(CommandError::new(IssueCode::ReloadFailed, fault.message)),
        Err(fault) => {
            let answer = CommandAnswer { text: fault.message, reports: fault.reports, ..CommandAnswer::default() };
            Ok(Outcome::Command(Box::new(answer)))
        }
    }
}

/// Formats the result of a reload.
pub fn reload_text(view: &ReloadView) -> String {
    if view.inputs == 0 && view.changed.is_empty() {
        return match view.files {
            0 => "No files are loaded. ':load FILE' loads one; files of modules load on first use.".to_owned(),
            1 => "The loaded file is unchanged.".to_owned(),
            count => format!("The {count} loaded files are unchanged."),
        };
    }
    let mut parts = Vec::new();
    if !view.changed.is_empty() {
        parts.push(format!("Changed: {}", view.changed.join(", ")));
    }
    let mut definitions: Vec<Vec<String>> = Vec::new();
    for one in &view.definitions {
        definitions.extend(definition_rows(one));
    }
    if !definitions.is_empty() {
        parts.push(columns(&definitions));
    }
    parts.push(match view.inputs {
        1 => "Reran 1 input.".to_owned(),
        count => format!("Reran {count} inputs."),
    });
    let shown =
        |value: &Option<String>| value.as_ref().map_or_else(|| "nothing".to_owned(), |value| shortened(value, 40));
    for (number, old, new) in &view.values {
        parts.push(format!("  input {number} is now {}, was {}", shown(new), shown(old)));
    }
    if !view.catalog.is_empty() {
        parts.push(format!("In the catalog:\n{}", changes_text(&view.catalog)));
    }
    parts.join("\n")
}

fn definition_rows(one: &DefinitionChange) -> Vec<Vec<String>> {
    let head = vec![format!("  {} {} {}", one.side.mark(), one.kind, one.name), one.place.clone()];
    let detail = |line: &String| vec![format!("      {}", shortened(line, 90))];
    std::iter::once(head).chain(one.details.iter().map(detail)).collect()
}

fn data(view: &ReloadView) -> serde_json::Value {
    let definition = |one: &DefinitionChange| {
        json!({
            "change": one.side.as_str(),
            "kind": one.kind,
            "name": one.name,
            "details": one.details,
            "place": one.place,
        })
    };
    let value = |(number, old, new): &(usize, Option<String>, Option<String>)| json!({ "input": number, "before": old, "after": new });
    json!({
        "files": view.files,
        "changed": view.changed,
        "definitions": view.definitions.iter().map(definition).collect::<serde_json::Value>(),
        "inputs": view.inputs,
        "values": view.values.iter().map(value).collect::<serde_json::Value>(),
        "catalog": view.catalog.iter().map(change_data).collect::<serde_json::Value>(),
    })
}
