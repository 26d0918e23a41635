//! The meta-commands: one table. Dispatch, arity errors, did-you-mean, `:help`, completion and the manual are read from
//! it, and each of its examples is a test. A meta-command is a single `:` and a letter at the start of an input, so that
//! `::mod::fn()` stays Puppet.

mod argument_parser;
mod arguments;
mod assume;
mod catalog;
mod check;
mod command;
mod command_error;
mod concrete;
mod example;
mod explain;
mod export;
mod facts;
mod files;
mod fix;
mod fmt;
mod graph;
mod help;
mod history;
mod info;
mod lattice;
mod lookup;
mod names;
mod parens;
mod reload;
mod resource_type;
mod rules;
mod scope;
mod settings;
mod stop;
mod syntax_views;
mod tour;
mod trace;
mod types;
mod why;

use crate::{CommandAnswer, Outcome, Session};
use pprepl_text::{IssueCode, suggest};

pub use arguments::Arguments;
pub use catalog::changes_text;
pub use command::{Command, CommandError, CommandResult, Example, Group, Kind, Param};
pub use explain::{
    ADDITIONS, Addition, Page, Side, Subject, explanation, group_names, page_table, pages, points, sentence,
    word as word_of_language,
};
pub use help::{CHEAT_SHEET, FIRST_COMMANDS};
pub use history::duration;
pub use names::{documentation, function_data, type_data};
pub use reload::reload_text;
pub use settings::settings_data;
pub use syntax_views::{capture_value, heredoc_data, heredoc_rows};
pub use tour::Tour;

/// The parts of the table, in the order of `:help`.
static PARTS: &[&[Command]] = &[
    syntax_views::COMMANDS,
    concrete::COMMANDS,
    parens::COMMANDS,
    types::COMMANDS,
    check::COMMANDS,
    assume::COMMANDS,
    rules::COMMANDS,
    why::COMMANDS,
    trace::COMMANDS,
    lattice::COMMANDS,
    info::COMMANDS,
    lookup::COMMANDS,
    facts::COMMANDS,
    catalog::COMMANDS,
    graph::COMMANDS,
    scope::COMMANDS,
    stop::COMMANDS,
    example::COMMANDS,
    names::COMMANDS,
    explain::COMMANDS,
    history::COMMANDS,
    fix::COMMANDS,
    files::COMMANDS,
    reload::COMMANDS,
    fmt::COMMANDS,
    settings::COMMANDS,
    help::COMMANDS,
    tour::COMMANDS,
];

pub fn table() -> impl Iterator<Item = &'static Command> {
    PARTS.iter().copied().flatten()
}

/// Returns whether the input is a meta-command: one colon and a letter.
pub fn is_command(text: &str) -> bool {
    text.trim_start().strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the command with this name, alias or unique prefix.
pub fn find(word: &str) -> Result<&'static Command, Box<CommandError>> {
    if let Some(command) = table().find(|command| command.names().any(|name| name == word)) {
        return Ok(command);
    }
    let matching: Vec<&Command> = table().filter(|command| command.name.starts_with(word)).collect();
    match matching.as_slice() {
        [command] => Ok(command),
        [] => Err(unknown(word)),
        several => Err(ambiguous(word, several)),
    }
}

fn unknown(word: &str) -> Box<CommandError> {
    let near = suggest::nearest(word, table().flat_map(Command::names));
    let help = near.map_or("':help' lists the commands".to_owned(), |name| format!("did you mean ':{name}'?"));
    CommandError::new(IssueCode::UnknownCommand, format!("there is no command ':{word}'")).with_help(help)
}

fn ambiguous(word: &str, commands: &[&Command]) -> Box<CommandError> {
    let names: Vec<String> = commands.iter().map(|command| format!(":{}", command.name)).collect();
    CommandError::new(IssueCode::UnknownCommand, format!("':{word}' may be {}", names.join(" or ")))
}

/// Splits a command's line into its name and the rest; `:t 1` is `("t", " 1")`.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim().trim_start_matches(':');
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(line.len());
    // `:q!` and `:type!` are valid: the mark is part of neither.
    line.split_at(end)
}

/// The commands that run code under a budget of its own: an input that ends early still has an answer.
const RUN_INPUTS: &[&str] = &["load", "reload", "rewrite", "trace"];

/// Runs a meta-command's line, under the budget of an evaluation.
pub fn run(session: &mut Session, line: &str) -> Outcome {
    let (word, rest) = split(line);
    let command = match find(word) {
        Ok(command) => command,
        Err(refusal) => return refusal.into_outcome(line),
    };
    let act = |session: &mut Session| {
        let answer = Arguments::parse(command, rest).and_then(|arguments| (command.run)(session, &arguments));
        answer.unwrap_or_else(|refusal| refusal.into_outcome(line))
    };
    if RUN_INPUTS.contains(&command.name) {
        return act(session);
    }
    match session.under_budget("input", line, act) {
        (Outcome::Command(_), Some(report)) => {
            Outcome::Command(Box::new(CommandAnswer { reports: vec![report], ..CommandAnswer::default() }))
        }
        // The evaluation itself reports a limit that it reached.
        (outcome, _) => outcome,
    }
}

/// Submits whitespace, a meta-command or Puppet.
pub fn submit(session: &mut Session, text: &str) -> Outcome {
    let text = session.tour.input_of(text);
    let outcome = if is_command(text) { run(session, text) } else { session.submit(text) };
    session.tour.advance(text, &outcome);
    outcome
}

/// Returns the offset of the last argument in a command's line: after the name and its switches.
pub fn code_start(line: &str) -> usize {
    let after = |at: usize| at + line.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let name = after(0) + split(line).0.len() + 1;
    let mut argument = after(name.min(line.len()));
    while let Some(rest) = line.get(argument..).filter(|rest| rest.starts_with("--")) {
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if !["--epp", "--outline"].contains(&rest.get(..word).unwrap_or("")) {
            break;
        }
        argument = after(argument + word);
    }
    argument
}

/// Returns the Puppet code of a command's line, when the command takes code: it may continue over several lines.
pub fn code_of(line: &str) -> Option<&str> {
    let command = find(split(line).0).ok()?;
    let takes_code = command.params.last().is_some_and(|param| param.kind == Kind::Code);
    line.get(code_start(line)..).filter(|_| takes_code)
}
