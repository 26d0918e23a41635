//! The parameters of a meta-command.

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
    /// The name of a fork or checkpoint.
    Branch,
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
