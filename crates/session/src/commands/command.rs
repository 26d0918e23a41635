//! The definition of a meta-command: a row of the table for help, completion, dispatch and the manual.

use crate::{CommandAnswer, Outcome, Report, Session};
use pprepl_text::{IssueCode, suggest};

pub use super::command_error::{CommandError, CommandResult};
pub use super::group::Group;
pub use super::param::{Kind, Param};

/// An example of a meta-command. A test runs each.
#[derive(Debug)]
pub struct Example {
    /// Inputs to submit first.
    pub before: &'static [&'static str],
    /// The command's line.
    pub line: &'static str,
    /// A substring of the answer.
    pub shows: &'static str,
}

/// A meta-command: a row of the table.
pub struct Command {
    /// Its name without the colon.
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// Its parameters in order.
    pub params: &'static [Param],
    pub group: Group,
    /// One sentence.
    pub summary: &'static str,
    /// Further text of `:help NAME`.
    pub details: &'static str,
    pub examples: &'static [Example],
    /// Runs the command on its parsed arguments.
    pub run: fn(&mut Session, &Arguments) -> CommandResult,
}

impl Command {
    /// Formats the usage: `:set [KEY] [VALUE]`.
    pub fn usage(&self) -> String {
        let params = self.params.iter().map(|param| format!(" {}", param.usage())).collect::<String>();
        format!(":{}{params}", self.name)
    }

    /// Returns its options: `--epp`.
    pub(super) fn options(&self) -> impl Iterator<Item = &'static str> {
        let words = self.params.iter().flat_map(|param| match param.kind {
            Kind::Word(words) => words,
            _ => &[],
        });
        words.copied().filter(|word| word.starts_with("--"))
    }

    /// Returns its name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The commands by part, in the order of `:help`.
#[derive(Clone, Copy)]
pub struct CommandTable(pub(super) &'static [&'static [Command]]);

impl CommandTable {
    /// Returns all commands.
    pub fn commands(self) -> impl Iterator<Item = &'static Command> {
        self.0.iter().copied().flatten()
    }

    /// Returns whether a command has this name or alias.
    pub fn has(self, word: &str) -> bool {
        self.commands().any(|command| command.names().any(|name| name == word))
    }

    /// Returns the command with this name, alias or unique prefix.
    pub fn find(self, word: &str) -> Result<&'static Command, Box<CommandError>> {
        if let Some(command) = self.commands().find(|command| command.names().any(|name| name == word)) {
            return Ok(command);
        }
        let matching: Vec<&Command> = self.commands().filter(|command| command.name.starts_with(word)).collect();
        match matching.as_slice() {
            [command] => Ok(command),
            [] => Err(self.unknown(word)),
            several => Err(ambiguous(word, several)),
        }
    }

    fn unknown(self, word: &str) -> Box<CommandError> {
        let near = suggest::nearest(word, self.commands().flat_map(Command::names));
        let help = near.map_or("':help' lists the commands".to_owned(), |name| format!("did you mean ':{name}'?"));
        CommandError::new(IssueCode::UnknownCommand, format!("unknown command ':{word}'")).with_help(help)
    }
}

fn ambiguous(word: &str, commands: &[&Command]) -> Box<CommandError> {
    let names: Vec<String> = commands.iter().map(|command| format!(":{}", command.name)).collect();
    CommandError::new(IssueCode::UnknownCommand, format!("':{word}' may be {}", names.join(" or ")))
}

/// The arguments of a call, by position.
pub struct Arguments {
    pub(super) values: Vec<Option<String>>,
    /// The commands, for those that describe others.
    pub(super) table: CommandTable,
}

impl Arguments {
    /// Returns the table of all commands.
    pub fn table(&self) -> CommandTable {
        self.table
    }

    /// Returns the n-th argument; `None` when it was omitted.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.values.get(index).and_then(Option::as_deref)
    }

    /// Returns the n-th argument, empty when it was omitted.
    pub fn text(&self, index: usize) -> &str {
        self.get(index).unwrap_or("")
    }

    /// Returns the n-th argument as an integer; `default` when it was omitted.
    pub fn number(&self, index: usize, default: usize) -> Result<usize, Box<CommandError>> {
        let Some(word) = self.get(index) else { return Ok(default) };
        word.parse()
            .map_err(|_| CommandError::new(IssueCode::CommandArgument, format!("expected an integer, found '{word}'")))
    }
}

/// Creates an answer of text.
pub fn text(text: impl Into<String>) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { text: text.into(), ..CommandAnswer::default() })))
}

/// Creates an answer of text and data.
pub fn with_data(text: impl Into<String>, data: serde_json::Value) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { text: text.into(), data: Some(data), ..CommandAnswer::default() })))
}

/// Creates an answer with a one-line value.
pub fn with_value(value: impl Into<String>, text: impl Into<String>, data: serde_json::Value) -> CommandResult {
    let value = Some(value.into());
    let answer = CommandAnswer { value, text: text.into(), data: Some(data), ..CommandAnswer::default() };
    Ok(Outcome::Command(Box::new(answer)))
}

/// Creates an answer of findings.
pub fn with_reports(reports: Vec<Report>) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { reports, ..CommandAnswer::default() })))
}
