//! The definition of a meta-command: a row of the table for help, completion, dispatch and the manual.

use crate::{CommandAnswer, Outcome, Report, Session};

use super::Arguments;
pub use super::command_error::{CommandError, CommandResult};

/// The kind of an argument; selects the completion and the description in `:help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Puppet code: takes the rest of the line unchanged.
    Code,
    /// Any text: takes the rest of the line.
    Text,
    /// A part of a name, or a regular expression.
    Filter,
    /// A reference to a declared resource: takes the rest of the line.
    Reference,
    /// The name of a meta-command.
    Command,
    /// The name of a function or a type.
    Name,
    /// A key of Hiera's data: takes the rest of the line.
    DataKey,
    /// A name that `:explain` describes.
    Topic,
    /// A group of topics, after `:explain topics`.
    TopicGroup,
    Number,
    Path,
    /// The path of a fact, or a fact set: takes the rest of the line.
    Fact,
    Variable,
    /// A rule of the static checker.
    Rule,
    Setting,
    /// A setting's value.
    Value,
    Theme,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A parameter of a meta-command.
#[derive(Debug)]
pub struct Param {
    /// Its name, as usage lines show it.
    pub name: &'static str,
    pub kind: Kind,
    /// True if it must be given.
    pub required: bool,
}

impl Param {
    /// Creates a required parameter.
    pub const fn needed(name: &'static str, kind: Kind) -> Param {
        Param { name, kind, required: true }
    }

    /// Creates an optional parameter.
    pub const fn optional(name: &'static str, kind: Kind) -> Param {
        Param { name, kind, required: false }
    }

    /// Formats the usage: `EXPR`, or `[EXPR]` when optional.
    pub fn usage(&self) -> String {
        if self.required { self.name.to_owned() } else { format!("[{}]", self.name) }
    }
}

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

/// The group of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Inspecting Puppet code.
    Look,
    /// Types and their algebra.
    Types,
    /// Declared resources.
    Catalog,
    /// Commands at a breakpoint.
    Stops,
    /// Names and documentation.
    Names,
    /// History and undo.
    Session,
    Files,
    /// Behavior of pprepl.
    Settings,
}

impl Group {
    /// All groups in the order of `:help`.
    pub const ALL: [Group; 8] = [
        Group::Look,
        Group::Types,
        Group::Catalog,
        Group::Stops,
        Group::Names,
        Group::Session,
        Group::Files,
        Group::Settings,
    ];

    /// Returns the heading in `:help`.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Look => "Inspect code",
            Group::Types => "Types",
            Group::Catalog => "Resources, classes and scopes",
            Group::Stops => "At a breakpoint()",
            Group::Names => "Names and documentation",
            Group::Session => "History",
            Group::Files => "Files",
            Group::Settings => "Settings and help",
        }
    }
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

    /// Returns its name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
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
