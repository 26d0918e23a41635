//! The groups of meta-commands, as `:help` shows them.

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
    /// Values and their forms.
    Values,
    /// Names and documentation.
    Names,
    /// History and undo.
    Session,
    /// Checkpoints and forks of the session.
    Branches,
    Files,
    /// Lessons at the prompt.
    Lessons,
    /// Behavior of pprepl.
    Settings,
}

impl Group {
    /// All groups in the order of `:help`.
    pub const ALL: [Group; 11] = [
        Group::Look,
        Group::Types,
        Group::Catalog,
        Group::Stops,
        Group::Values,
        Group::Names,
        Group::Session,
        Group::Branches,
        Group::Files,
        Group::Lessons,
        Group::Settings,
    ];

    /// Returns the heading in `:help`.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Look => "Inspect code",
            Group::Types => "Types",
            Group::Catalog => "Resources, classes and scopes",
            Group::Stops => "At a breakpoint()",
            Group::Values => "Values",
            Group::Names => "Names and documentation",
            Group::Session => "History",
            Group::Branches => "Checkpoints and forks",
            Group::Files => "Files",
            Group::Lessons => "Lessons",
            Group::Settings => "Settings and help",
        }
    }
}
