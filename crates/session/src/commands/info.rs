//! `:info`: the description of a type.

use pprepl_text::IssueCode;
use serde_json::json;

use crate::{InfoSection, InfoView, Session};
use pprepl_text::columns::columns;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::types::INSPECT_TIME;

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "info",
    aliases: &[],
    params: &[Param::needed("TYPE", Kind::Code)],
    group: Group::Types,
    summary: "describe a type: definition, parameters, members, values, constructors",
    details: "For your own names it shows the definition; for an Object type its parents, attributes, functions and \
              constructors; for a TypeSet its types. A function's name shows its page of :doc.",
    examples: &[
        Example { before: &[], line: ":info Boolean", shows: "Boolean('Yes')" },
        Example { before: &["type Port = Integer[1, 65535]"], line: ":info Port", shows: "Port = Integer[1, 65535]" },
        Example {
            before: &["type Car = Object[{attributes => {make => String, doors => {type => Integer, value => 4}}}]"],
            line: ":info Car",
            shows: "Car(String $make, Integer $doors = 4)",
        },
    ],
    run: info,
}];

fn info(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0).trim();
    if let Some(view) = session.inspect().info(text, INSPECT_TIME) {
        return command::with_data(page(&view), data(&view));
    }
    if text.chars().all(|c| c.is_alphanumeric() || "_:&()".contains(c)) {
        return super::names::doc(session, arguments);
    }
    Err(CommandError::new(IssueCode::CommandArgument, format!("'{text}' is not a type"))
        .with_help(":type shows the type of a value"))
}

fn page(view: &InfoView) -> String {
    let head = if view.summary.is_empty() { view.head.clone() } else { format!("{}\n{}", view.head, view.summary) };
    let mut parts = vec![head];
    for section in &view.sections {
        parts.push(format!("{}\n{}", section.title, indented(&columns(&section.rows))));
    }
    parts.join("\n\n")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn data(view: &InfoView) -> serde_json::Value {
    let section = |section: &InfoSection| (section.title.to_owned(), json!(section.rows));
    let sections: serde_json::Map<String, serde_json::Value> = view.sections.iter().map(section).collect();
    json!({ "type": view.head, "summary": view.summary, "sections": sections })
}
