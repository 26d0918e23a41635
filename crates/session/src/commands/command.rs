//! What a meta-command is: a row of the table that help, completion, dispatch and the manual are read from.

use crate::{CommandAnswer, Outcome, Report, Session};
use pprepl_text::Severity;

use super::Arguments;

/// What an argument is: tells completion what to offer and `:help` what to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Puppet code: takes the rest of the line as it stands.
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
    /// A topic of `:explain`.
    Topic,
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
    /// What it takes.
    pub kind: Kind,
    /// Returns whether it must be given.
    pub required: bool,
}

impl Param {
    /// A parameter that must be given.
    pub const fn needed(name: &'static str, kind: Kind) -> Param {
        Param { name, kind, required: true }
    }

    /// A parameter that may be omitted.
    pub const fn optional(name: &'static str, kind: Kind) -> Param {
        Param { name, kind, required: false }
    }

    /// `EXPR`, or `[EXPR]` when it may be omitted.
    pub fn usage(&self) -> String {
        if self.required { self.name.to_owned() } else { format!("[{}]", self.name) }
    }
}

/// An example of a meta-command. A test runs each.
#[derive(Debug)]
pub struct Example {
    /// Inputs to give first.
    pub before: &'static [&'static str],
    /// The command's line.
    pub line: &'static str,
    /// A part of the answer.
    pub shows: &'static str,
}

/// Which family a command belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What a piece of Puppet is.
    Look,
    /// Types and their algebra.
    Types,
    /// What was declared.
    Catalog,
    /// Where code has stopped.
    Stops,
    /// What there is to use.
    Names,
    /// What was done, and going back.
    Session,
    /// Files.
    Files,
    /// How pprepl behaves.
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

    /// The heading of `:help`.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Look => "Look closer",
            Group::Types => "Types",
            Group::Catalog => "Resources, classes and scopes",
            Group::Stops => "At a breakpoint()",
            Group::Names => "Find your way",
            Group::Session => "Go back and forth",
            Group::Files => "Files",
            Group::Settings => "Settings and the rest",
        }
    }
}

/// What a command's run gives: an outcome, or why it was refused.
pub type CommandResult = Result<Outcome, Box<CommandError>>;

/// A meta-command: a row of the table.
pub struct Command {
    /// Its name without the colon.
    pub name: &'static str,
    /// Further names.
    pub aliases: &'static [&'static str],
    /// Its parameters in order.
    pub params: &'static [Param],
    pub group: Group,
    /// One sentence.
    pub summary: &'static str,
    /// What else `:help NAME` says.
    pub details: &'static str,
    /// Examples.
    pub examples: &'static [Example],
    /// Does its work.
    pub run: fn(&mut Session, &Arguments) -> CommandResult,
}

impl Command {
    /// `:set [KEY] [VALUE]`
    pub fn usage(&self) -> String {
        let params = self.params.iter().map(|param| format!(" {}", param.usage())).collect::<String>();
        format!(":{}{params}", self.name)
    }

    /// Its name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Why a command did nothing.
#[derive(Debug)]
pub struct CommandError {
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to type next.
    pub help: Option<String>,
}

impl CommandError {
    /// A refusal without advice.
    pub fn new(code: &'static str, message: impl Into<String>) -> Box<CommandError> {
        Box::new(CommandError { code, message: message.into(), help: None })
    }

    /// With advice.
    pub fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<CommandError> {
        self.help = Some(help.into());
        self
    }

    /// As a command's answer with one error.
    pub fn into_outcome(self, line: &str) -> Outcome {
        let help = self.help.as_ref().map(|help| format!("\n  = help: {help}")).unwrap_or_default();
        let frame = format!("error[{}]: {}{help}", self.code, self.message);
        let end = line.chars().count() as u32 + 1;
        let report = Report {
            severity: Severity::Error,
            code: self.code.to_owned(),
            message: self.message,
            help: self.help,
            source_name: "command".to_owned(),
            position: Some((1, 1)),
            end: Some((1, end)),
            labels: Vec::new(),
            notes: Vec::new(),
            misfits: Vec::new(),
            fixes: Vec::new(),
            frame_ansi: frame.replacen("error", "\u{1b}[1;91merror\u{1b}[0m", 1),
            frame,
        };
        Outcome::Command(Box::new(CommandAnswer { reports: vec![report], ..CommandAnswer::default() }))
    }
}

/// An answer that is text.
pub fn text(text: impl Into<String>) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { text: text.into(), ..CommandAnswer::default() })))
}

/// An answer that is text and the same as data.
pub fn with_data(text: impl Into<String>, data: serde_json::Value) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { text: text.into(), data: Some(data), ..CommandAnswer::default() })))
}

/// An answer with a one-line value.
pub fn with_value(value: impl Into<String>, text: impl Into<String>, data: serde_json::Value) -> CommandResult {
    let value = Some(value.into());
    let answer = CommandAnswer { value, text: text.into(), data: Some(data), ..CommandAnswer::default() };
    Ok(Outcome::Command(Box::new(answer)))
}

/// An answer that is findings.
pub fn with_reports(reports: Vec<Report>) -> CommandResult {
    Ok(Outcome::Command(Box::new(CommandAnswer { reports, ..CommandAnswer::default() })))
}
