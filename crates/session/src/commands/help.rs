//! `:help`: the table as a list, or one row in full.

use crate::Session;
use pprepl_text::columns::{columns, wrap};

use super::command::{self, Command, CommandResult, Example, Group, Kind, Param};
use super::{Arguments, find, table};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "help",
    aliases: &["h"],
    params: &[Param::optional("COMMAND", Kind::Command)],
    group: Group::Settings,
    summary: "list the commands, or describe one",
    details: "A unique prefix of a command is enough: ':tok' is ':tokens'.",
    examples: &[
        Example { before: &[], line: ":help", shows: "Inspect code" },
        Example { before: &[], line: ":help undo", shows: ":undo [N]" },
    ],
    run: help,
}];

fn help(_: &mut Session, arguments: &Arguments) -> CommandResult {
    match arguments.get(0) {
        None => command::text(overview()),
        Some(word) => command::text(page(find(word.trim_start_matches(':'))?)),
    }
}

/// Formats all commands by group.
fn overview() -> String {
    let mut lines = vec!["Type Puppet and press Enter. A line that starts with ':' is a command:".to_owned()];
    for group in Group::ALL {
        let rows: Vec<Vec<String>> = table()
            .filter(|command| command.group == group)
            .map(|command| vec![format!("  {}", command.usage()), command.summary.to_owned()])
            .collect();
        lines.push(format!("\n{}", group.title()));
        lines.push(columns(&rows));
    }
    lines.push("\nType ':help COMMAND' for details. Tab completes, Up recalls,".to_owned());
    lines.push("Alt-Enter inserts a line break, Ctrl-C discards the input or cancels the run,".to_owned());
    lines.push("Ctrl-D quits.".to_owned());
    lines.join("\n")
}

/// Formats one command in full.
fn page(command: &Command) -> String {
    let mut lines = vec![command.usage(), String::new()];
    lines.extend(wrap(&sentence(command.summary), 78));
    if !command.details.is_empty() {
        lines.extend(command.details.lines().flat_map(|line| wrap(line, 78)));
    }
    if !command.aliases.is_empty() {
        let names: Vec<String> = command.aliases.iter().map(|alias| format!(":{alias}")).collect();
        lines.push(format!("\nAlso: {}", names.join(", ")));
    }
    if !command.examples.is_empty() {
        lines.push("\nExamples".to_owned());
        lines.extend(command.examples.iter().flat_map(example_lines));
    }
    lines.join("\n")
}

fn example_lines(example: &'static Example) -> impl Iterator<Item = String> {
    example.before.iter().chain(std::iter::once(&example.line)).flat_map(|text| text.lines()).map(|l| format!("  {l}"))
}

/// Adds a capital letter and a period.
fn sentence(summary: &str) -> String {
    let mut chars = summary.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
