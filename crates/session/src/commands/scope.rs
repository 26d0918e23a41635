//! Classes and scopes: where names are declared, visible variables, and shadowing.

use pprepl_text::IssueCode;
use serde_json::json;

use crate::Session;
use crate::inspect::{ClassView, ParameterView, ScopeView, SeenVariable};
use pprepl_text::columns::{columns, shortened};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "classes",
        aliases: &[],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Catalog,
        summary: "declared classes as a tree, with their parameters' origins",
        details: "A class is below the class that contains it. FILTER is a part of the name.",
        examples: &[Example {
            before: &["class base { } class web ($port = 80) inherits base { }", "class { 'web': port => 8080 }"],
            line: ":classes",
            shows: "port = 8080  given at input 2:1",
        }],
        run: classes,
    },
    Command {
        name: "scope",
        aliases: &["scopes"],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Catalog,
        summary: "scopes with their variables, locations, and shadowing",
        details: "FILTER is a part of a variable's name. The variables of functions and defines are discarded after \
                  their bodies; use breakpoint() in a body to see them.",
        examples: &[Example {
            before: &["$port = 1", "class web { $port = 2 }", "include web"],
            line: ":scope",
            shows: "hides $::port",
        }],
        run: scope,
    },
];

fn classes(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let (written, filter) = (arguments.text(0), arguments.text(0).to_lowercase());
    let all = session.catalog().classes();
    if all.is_empty() {
        return command::text("No classes declared. include NAME declares one.");
    }
    let views: Vec<ClassView> =
        all.into_iter().filter(|view| view.reference.to_lowercase().contains(&filter)).collect();
    if views.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("no declared class matches '{written}'")));
    }
    let text: Vec<String> = views.iter().map(class_text).collect();
    command::with_data(text.join("\n"), views.iter().map(class_data).collect())
}

fn class_text(view: &ClassView) -> String {
    let blanks = "  ".repeat(view.depth);
    let mut about = Vec::new();
    if view.depth > 0 {
        about.push("contained".to_owned());
    }
    if let Some(parent) = &view.parent {
        about.push(format!("inherits {parent}"));
    }
    if view.waits {
        about.push("its body has not run yet".to_owned());
    }
    let by = view.declarer.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
    let place = view.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
    about.push(format!("declared{by}{place}"));
    let head = format!("{blanks}{}  {}", view.reference, about.join(", "));
    let row = |one: &ParameterView| {
        let value = one.value.as_deref().map_or("(no value)".to_owned(), |value| shortened(value, 60));
        vec![format!("{blanks}    {} = {value}", one.name), one.origin.clone()]
    };
    let rows: Vec<Vec<String>> = view.parameters.iter().map(row).collect();
    if rows.is_empty() { head } else { format!("{head}\n{}", columns(&rows)) }
}

fn class_data(view: &ClassView) -> serde_json::Value {
    let parameter = |one: &ParameterView| json!({ "name": one.name, "value": one.value, "origin": one.origin });
    json!({
        "reference": view.reference,
        "depth": view.depth,
        "inherits": view.parent,
        "declared_by": view.declarer,
        "place": view.place,
        "parameters": view.parameters.iter().map(parameter).collect::<serde_json::Value>(),
    })
}

fn scope(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let filter = arguments.text(0).trim_start_matches('$').to_lowercase();
    let mut views = session.catalog().scopes();
    for view in &mut views {
        view.variables.retain(|one| one.name.to_lowercase().contains(&filter));
    }
    if !filter.is_empty() {
        views.retain(|view| !view.variables.is_empty());
    }
    if views.is_empty() {
        return Err(CommandError::new(
            IssueCode::CommandArgument,
            format!("no scope has a variable that matches '{filter}'"),
        )
        .with_help(":scope lists them all"));
    }
    let text: Vec<String> = views.iter().map(scope_text).collect();
    command::with_data(text.join("\n"), views.iter().map(scope_data).collect())
}

fn scope_text(view: &ScopeView) -> String {
    let blanks = "  ".repeat(view.depth);
    let mut lines = vec![format!("{blanks}{}", view.name)];
    lines.extend(view.remark.iter().map(|remark| format!("{blanks}    ({remark})")));
    let row = |one: &SeenVariable| {
        let origin = one.origin.clone().unwrap_or_default();
        let hides = one.hides.as_ref().map_or_else(String::new, |hidden| format!("hides {hidden}"));
        vec![format!("{blanks}    ${}", one.name), format!("= {}", shortened(&one.value, 50)), origin, hides]
    };
    let rows: Vec<Vec<String>> = view.variables.iter().map(row).collect();
    if !rows.is_empty() {
        lines.push(columns(&rows));
    }
    if lines.len() == 1 && view.depth == 0 && view.defaults.is_empty() {
        lines.push("    no variables".to_owned());
    }
    for (text, place) in &view.defaults {
        let place = place.as_ref().map_or_else(String::new, |place| format!("  at {place}"));
        lines.push(format!("{blanks}    {}{place}", shortened(text, 80)));
    }
    lines.join("\n")
}

fn scope_data(view: &ScopeView) -> serde_json::Value {
    let variable =
        |one: &SeenVariable| json!({ "name": one.name, "value": one.value, "origin": one.origin, "hides": one.hides });
    let default = |(text, place): &(String, Option<String>)| json!({ "default": text, "place": place });
    json!({
        "scope": view.name,
        "depth": view.depth,
        "variables": view.variables.iter().map(variable).collect::<serde_json::Value>(),
        "defaults": view.defaults.iter().map(default).collect::<serde_json::Value>(),
    })
}
