//! `:assume`: the types of external variables.

use pprepl_text::IssueCode;
use serde_json::{Map, json};

use crate::{NoType, Session};
use pprepl_text::columns::columns;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "assume",
    aliases: &[],
    params: &[Param::optional("$NAME", Kind::Variable), Param::optional("TYPE", Kind::Code)],
    group: Group::Types,
    summary: "declare, list or remove the type of an external variable",
    details: "Static checks do not know the types of facts and of variables that other code sets: they are Any. \
              ':assume $port Integer' declares the type for ':type', ':check' and the hints while typing. A value of \
              the session always has priority, and running code never uses the declaration. ':assume $port' alone \
              removes it.",
    examples: &[
        Example { before: &[":assume $port Integer[1, 65535]"], line: ":type $port", shows: "Integer[1, 65535]" },
        Example {
            before: &[":assume $facts Struct[{os => Hash[String, String]}]"],
            line: ":check $facts['os'] + 1",
            shows: "operator '+'",
        },
        Example { before: &[":assume $port Integer"], line: ":assume", shows: "$port  Integer" },
        Example { before: &[":assume $port Integer"], line: ":assume $port", shows: "removed the type of $port" },
    ],
    run: assume,
}];

fn assume(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(name) = arguments.get(0) else { return list(session) };
    let name = variable_name(name)?;
    match arguments.get(1) {
        None => drop_one(session, name),
        Some(ty) => take(session, name, ty.trim_start_matches([':', ' '])),
    }
}

/// Returns the name of a variable without surrounding syntax.
fn variable_name(written: &str) -> Result<&str, Box<CommandError>> {
    let name = written.trim_start_matches('$').trim_end_matches(':');
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':')) {
        return Err(CommandError::new(IssueCode::CommandArgument, format!("'{name}' is not the name of a variable")));
    }
    Ok(name)
}

fn list(session: &Session) -> CommandResult {
    let assumed = session.checker().assumptions();
    let data: Map<_, _> = assumed.iter().map(|(name, ty)| (name.clone(), json!(ty))).collect();
    if assumed.is_empty() {
        return command::with_data("no assumptions; :assume $NAME TYPE declares the type of a variable", data.into());
    }
    let rows: Vec<Vec<String>> = assumed.into_iter().map(|(name, ty)| vec![format!("${name}"), ty]).collect();
    command::with_data(columns(&rows), data.into())
}

fn drop_one(session: &mut Session, name: &str) -> CommandResult {
    let known = session.analyze().drop_assumption(name);
    let text = if known { format!("removed the type of ${name}") } else { format!("${name} has no declared type") };
    command::with_data(text, json!({ "name": name, "dropped": known }))
}

fn take(session: &mut Session, name: &str, code: &str) -> CommandResult {
    let ty = session.analyze().assume(name, code).map_err(|reason| {
        let message = match reason {
            NoType::Unknown => format!("'{code}' is not a valid type"),
            NoType::Value => format!("{code} is a value, not a type"),
        };
        CommandError::new(IssueCode::CommandArgument, message).with_help(":assume $port Integer[1, 65535]")
    })?;
    let note = if session.names().has_value(name) { "  (the session has a value, which has priority)" } else { "" };
    command::with_value(ty.clone(), format!("${name} is assumed to be {ty}{note}"), json!({ "name": name, "type": ty }))
}
