//! `:catalog import FILE` and `:catalog diff FILE`, and `:enc`: catalogs and node data from files.

use serde_json::json;

use crate::catalog_file::CatalogFile;
use crate::enc::Classification;
use crate::file;
use crate::{CommandAnswer, Outcome, Secrets, Session};
use pprepl_text::{IssueCode, visible};

use super::catalog_changes::{change_data, changes_text};
use super::command::{self, Arguments, Command, CommandError, CommandResult, Group, Kind, Param};
use super::state_changes::next_name;

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "enc",
    aliases: &[],
    params: &[Param::needed("FILE", Kind::Path)],
    group: Group::Catalog,
    summary: "apply the YAML of an external node classifier",
    details: "FILE is what the classifier prints for a node: 'classes' (a list, or a hash with parameters), \
              'parameters' and 'environment'. Parameters become variables at top scope, classes are declared. They \
              are one input, so ':undo' works. No program runs, and the environment is not changed.",
    examples: &[],
    run: enc,
}];

/// Declares the resources of a catalog file as one input.
pub(super) fn import(session: &mut Session, path: &str) -> CommandResult {
    let catalog = read(session, path)?;
    let names = session.names().resource_types();
    let imported = catalog.code(|name| names.contains(&name.to_lowercase()));
    if imported.resources == 0 {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("{path} has no resources of a known type")));
    }
    let evaluation = session.evaluate(&next_name(session), &imported.code);
    if evaluation.failed() {
        return Ok(Outcome::Evaluated(Box::new(evaluation)));
    }
    let mut text = format!("Declared {} of {path} as input {}.", counted(imported.resources), session.inputs().len());
    if !imported.omitted.is_empty() {
        let first: Vec<&str> = imported.omitted.iter().take(MAX_LISTED).map(String::as_str).collect();
        let more = imported.omitted.len() - first.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        text.push_str(&format!("\nOmitted (classes and types that are not defined here): {}{more}.", first.join(", ")));
    }
    let data = json!({ "resources": imported.resources, "omitted": imported.omitted });
    let text = visible(&text).into_owned();
    Ok(Outcome::Command(Box::new(CommandAnswer { text, data: Some(data), ..CommandAnswer::default() })))
}

/// The number of omitted resources that are listed.
const MAX_LISTED: usize = 5;

fn counted(count: usize) -> String {
    if count == 1 { "1 resource".to_owned() } else { format!("{count} resources") }
}

/// Compares a catalog file with the session's catalog, or with another file.
pub(super) fn compare(session: &Session, path: &str, other: Option<&str>) -> CommandResult {
    let before = read(session, path)?;
    let (after, name) = match other {
        Some(other) => (read(session, other)?, other),
        None => {
            let text = session.catalog().finish().to_json(Secrets::Redacted);
            (parsed("the session", &text)?, "the session")
        }
    };
    let changes = before.changes_to(&after);
    let head = format!("From {path} to {name}:");
    let data = json!({ "from": path, "to": name, "changes": changes.iter().map(change_data).collect::<Vec<_>>() });
    match changes.is_empty() {
        true => command::with_data(format!("{head} no difference."), data),
        false => command::with_data(format!("{head}\n{}", changes_text(&changes)), data),
    }
}

fn read(session: &Session, path: &str) -> Result<CatalogFile, Box<CommandError>> {
    parsed(path, &text_of(session, path)?)
}

fn parsed(path: &str, text: &str) -> Result<CatalogFile, Box<CommandError>> {
    CatalogFile::read(text).map_err(|message| {
        CommandError::new(IssueCode::CommandArgument, format!("{path} is not a catalog: {message}"))
            .with_help("':catalog export FILE' writes one")
    })
}

fn text_of(session: &Session, path: &str) -> Result<String, Box<CommandError>> {
    file::read(&file::meant(path), session.settings().file_limit())
        .map_err(|error| Box::new(CommandError { code: error.code, message: error.message, help: error.help }))
}

fn enc(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let path = arguments.text(0);
    let text = text_of(session, path)?;
    let found = Classification::read(&text).map_err(|message| {
        CommandError::new(IssueCode::CommandArgument, format!("{path} is not the output of a classifier: {message}"))
            .with_help("expected YAML with the keys classes, parameters or environment")
    })?;
    let name = next_name(session);
    match (session.classify(&name, &found, true), found.environment()) {
        (Some(evaluation), _) => Ok(Outcome::Evaluated(Box::new(evaluation))),
        (None, Some(environment)) => command::text(format!("$environment = '{environment}'")),
        (None, None) => command::text(format!("{path} has no classes and no parameters.")),
    }
}
