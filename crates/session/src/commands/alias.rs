//! Aliases: names of the user for commands and code.

use std::collections::BTreeMap;

use pprepl_text::IssueCode;
use pprepl_text::columns::columns;
use serde_json::json;

use crate::Session;
use crate::config::is_alias_name;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::{line, saving};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "alias",
    aliases: &[],
    params: &[
        Param::optional("--save|--remove", Kind::Word(&["--save", "--remove"])),
        Param::optional("NAME", Kind::Filter),
    ],
    group: Group::Settings,
    summary: "list your aliases, or define one: NAME = TEXT",
    details: "':NAME ..' then runs TEXT, a command or code, with the rest of the line after it. '--save' keeps the alias in \
              your configuration file, '--remove NAME' removes it. A command's name cannot be an alias.",
    examples: &[
        Example { before: &[], line: ":alias ty = :type --outline", shows: ":ty means :type --outline" },
        Example { before: &[":alias sum = [1, 2].reduce |$a, $b| { $a + $b } +"], line: ":sum 4", shows: "7" },
        Example { before: &[":alias ty = :type"], line: ":alias", shows: ":ty" },
    ],
    run: alias,
}];

/// Returns the line that an alias means, with the rest of the line after it.
pub(super) fn expanded(aliases: &BTreeMap<String, String>, typed: &str) -> Option<String> {
    let (word, rest) = line::split(typed);
    let text = aliases.get(word)?;
    Some(if rest.trim().is_empty() { text.clone() } else { format!("{text} {}", rest.trim_start()) })
}

fn alias(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let (switch, definition) = (arguments.get(0), arguments.get(1).map(str::trim));
    let Some(definition) = definition else { return list(session) };
    let (name, text) = definition.split_once('=').map_or((definition, None), |(name, text)| (name, Some(text.trim())));
    let (name, text) = (name.trim().trim_start_matches(':'), text.filter(|text| !text.is_empty()));
    match (switch, text) {
        (Some("--remove"), _) => remove(session, name),
        (_, Some(_)) if arguments.table().has(name) => {
            let message = format!("':{name}' is a command; an alias needs another name");
            Err(CommandError::new(IssueCode::CommandArgument, message))
        }
        (switch, Some(text)) => define(session, name, text, switch.is_some()),
        (_, None) => show(session, name),
    }
}

fn list(session: &Session) -> CommandResult {
    let aliases = &session.settings().personal.aliases;
    if aliases.is_empty() {
        return command::text("No aliases yet. ':alias NAME = TEXT' defines one.");
    }
    let rows: Vec<Vec<String>> = aliases.iter().map(|(name, text)| vec![format!("  :{name}"), text.clone()]).collect();
    command::with_data(columns(&rows), json!(aliases))
}

fn show(session: &Session, name: &str) -> CommandResult {
    match session.settings().personal.aliases.get(name) {
        Some(text) => command::with_value(text.clone(), format!(":{name} means {text}"), json!({ name: text })),
        None => Err(unknown(session, name)),
    }
}

fn define(session: &mut Session, name: &str, text: &str, saves: bool) -> CommandResult {
    if !is_alias_name(name) {
        let message = format!("'{name}' is not a valid alias; use letters, digits, '_' and '-'");
        return Err(CommandError::new(IssueCode::CommandArgument, message));
    }
    let saved = match saves {
        true => format!(", saved in {}", saving::row(session.settings(), "aliases", name, Some(text))?),
        false => String::new(),
    };
    session.core.settings.personal.aliases.insert(name.to_owned(), text.to_owned());
    command::with_value(text, format!(":{name} means {text}{saved}"), json!({ name: text }))
}

fn remove(session: &mut Session, name: &str) -> CommandResult {
    if session.core.settings.personal.aliases.remove(name).is_none() {
        return Err(unknown(session, name));
    }
    if session.settings().personal.file.is_some() {
        saving::row(session.settings(), "aliases", name, None)?;
    }
    command::text(format!("Removed ':{name}'."))
}

fn unknown(session: &Session, name: &str) -> Box<CommandError> {
    let names = session.settings().personal.aliases.keys().map(String::as_str);
    let help = match pprepl_text::suggest::nearest(name, names) {
        Some(near) => format!("did you mean ':{near}'?"),
        None => "':alias' lists them; ':alias NAME = TEXT' defines one".to_owned(),
    };
    CommandError::new(IssueCode::UnknownCommand, format!("unknown alias '{name}'")).with_help(help)
}
