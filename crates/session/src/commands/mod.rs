//! The meta-commands: one table. Dispatch, arity errors, did-you-mean, `:help`, completion and the manual are read from
//! it, and each of its examples is a test.

mod alias;
mod argument_parser;
mod assume;
mod bench;
mod captures;
mod catalog;
mod catalog_changes;
mod check;
mod command;
mod command_error;
mod concrete;
mod copy;
mod definition_page;
mod diff;
mod documentation;
mod example;
mod explain;
mod export;
mod facts;
mod files;
mod filter;
mod fix;
mod fmt;
mod fork;
mod format;
mod graph;
mod graph_svg;
mod group;
mod help;
mod history;
mod import;
mod info;
mod lattice;
mod learn;
mod let_variable;
mod line;
mod lookup;
mod names;
mod param;
mod parens;
mod quote;
mod reload;
mod resource_type;
mod rules;
mod saving;
mod scope;
mod settings;
mod source;
mod state_changes;
mod stop;
mod syntax_views;
mod table;
mod trace;
mod types;
mod why;

use crate::{CommandAnswer, Outcome, Session};

pub use captures::capture_value;
pub use catalog_changes::changes_text;
pub use command::{Arguments, Command, CommandError, CommandResult, CommandTable, Example, Group, Kind, Param};
pub use documentation::{documentation, function_data, type_data};
pub use explain::{
    ADDITIONS, Addition, Page, Side, Subject, explanation, group_names, page_table, pages, points, sentence,
    word as word_of_language,
};
pub use graph_svg::svg as graph_svg;
pub use help::{CHEAT_SHEET, FIRST_COMMANDS};
pub use history::duration;
pub use learn::QUIZ_TOPICS;
pub use line::{code_start, is_command, split};
pub use reload::reload_text;
pub use settings::settings_data;
pub use syntax_views::{heredoc_data, heredoc_remarks, heredoc_rows};

/// The commands, in the order of `:help`.
static TABLE: CommandTable = CommandTable(&[
    syntax_views::COMMANDS,
    captures::COMMANDS,
    concrete::COMMANDS,
    parens::COMMANDS,
    types::COMMANDS,
    check::COMMANDS,
    assume::COMMANDS,
    rules::COMMANDS,
    why::COMMANDS,
    trace::COMMANDS,
    bench::COMMANDS,
    lattice::COMMANDS,
    info::COMMANDS,
    lookup::COMMANDS,
    facts::COMMANDS,
    catalog::COMMANDS,
    graph::COMMANDS,
    import::COMMANDS,
    scope::COMMANDS,
    stop::COMMANDS,
    example::COMMANDS,
    table::COMMANDS,
    diff::COMMANDS,
    format::COMMANDS,
    quote::COMMANDS,
    names::COMMANDS,
    source::COMMANDS,
    explain::COMMANDS,
    history::COMMANDS,
    let_variable::COMMANDS,
    fork::COMMANDS,
    fix::COMMANDS,
    files::COMMANDS,
    reload::COMMANDS,
    fmt::COMMANDS,
    copy::COMMANDS,
    learn::COMMANDS,
    alias::COMMANDS,
    settings::COMMANDS,
    help::COMMANDS,
]);

/// Returns all commands.
pub fn table() -> impl Iterator<Item = &'static Command> {
    TABLE.commands()
}

/// Returns the command with this name, alias or unique prefix.
pub fn find(word: &str) -> Result<&'static Command, Box<CommandError>> {
    TABLE.find(word)
}

/// Returns whether a command has this name, so that no alias can.
pub fn is_reserved(name: &str) -> bool {
    TABLE.has(name)
}

/// The commands that run code under a budget of its own: an input that ends early still has an answer.
const RUN_INPUTS: &[&str] = &["let", "load", "redo", "reload", "rewrite", "trace"];

/// Runs a meta-command's line, under the budget of an evaluation.
pub fn run(session: &mut Session, line: &str) -> Outcome {
    match alias::expanded(&session.settings().personal.aliases, line) {
        Some(text) if is_command(&text) => run_command(session, &text),
        Some(code) => session.submit(&code),
        None => run_command(session, line),
    }
}

fn run_command(session: &mut Session, line: &str) -> Outcome {
    let (word, rest) = split(line);
    let command = match find(word) {
        Ok(command) => command,
        Err(refusal) => return refusal.into_outcome(line),
    };
    let act = |session: &mut Session| {
        let answer = Arguments::parse(TABLE, command, rest).and_then(|arguments| (command.run)(session, &arguments));
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
    if is_command(text) { run(session, text) } else { session.submit(text) }
}

/// Returns the Puppet code of an input: all of it, or that of its command.
pub fn puppet_code(input: &str) -> Option<&str> {
    if is_command(input) { code_of(input) } else { Some(input) }
}

/// Returns the Puppet code of a command's line, when the command takes code: it may continue over several lines.
pub fn code_of(line: &str) -> Option<&str> {
    let command = find(split(line).0).ok()?;
    let takes_code = command.params.last().is_some_and(|param| param.kind == Kind::Code);
    line.get(code_start(line)..).filter(|_| takes_code)
}
