//! `:let`: changes the value of a variable; the inputs from its assignment on run again.

use crate::{Outcome, Rewriter, Session};
use pprepl_text::IssueCode;

use super::command::{Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::state_changes::rewritten;

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "let",
    aliases: &[],
    params: &[Param::needed("NAME = CODE", Kind::Code)],
    group: Group::Session,
    summary: "give a variable another value and rerun its inputs",
    details: "Puppet sets a variable once. ':let' changes the input that assigned it, runs that input and all later \
              ones again, and lists what changed. If one of them fails, the session is unchanged. A new variable is \
              assigned as usual. ':undo' restores the inputs before.",
    examples: &[Example {
        before: &["$port = 80", "$url = \"http://web:${port}\""],
        line: ":let port = 8080",
        shows: "~ $port  80  : Integer  ->  8080  : Integer",
    }],
    run: set,
}];

fn set(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0);
    let parts = text
        .split_once('=')
        .map(|(name, code)| (name.trim().trim_start_matches('$').trim_start_matches("::"), code.trim()));
    let Some((name, code)) = parts.filter(|(name, code)| is_name(name) && !code.is_empty()) else {
        return Err(CommandError::new(IssueCode::CommandArgument, "expected a variable, '=' and a value")
            .with_help(":let port = 8080"));
    };
    if !session.names().variables().iter().any(|view| view.name == name) {
        let evaluation = session.evaluate("input", &format!("${name} = {code}"));
        return Ok(Outcome::Evaluated(Box::new(evaluation)));
    }
    let title = format!(":let {name} = {}", super::state_changes::first_line(code));
    let mut rewriter = Rewriter::new(session);
    let edited = rewriter.with_other_value(name, code);
    rewritten(edited.and_then(|(number, text)| rewriter.run_again_from(number, &text, &title)))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|sign: char| sign.is_ascii_lowercase() || sign == '_')
        && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}
