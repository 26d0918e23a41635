//! The panes of a notebook as plain data: lines of spans with roles, the line at the cursor, and the source span that
//! a line describes. Each pane is a pure function of the cell's source and the cursor. Some also need a session or
//! the output of a run.
//!
//! Width, scrolling and colors are not part of it: the front end that draws decides them.

mod captures;
mod catalog;
mod cell_output;
mod contextual;
mod cursor_context;
mod definition;
mod entry;
mod epp;
mod graph;
mod help;
mod heredoc;
mod log;
mod resource;
mod scope;
mod tokens;
mod tree;
mod types;
mod view;

pub use captures::view as captures;
pub use catalog::{CatalogQuery, Declared, view as catalog};
pub use cell_output::CellOutput;
pub use contextual::contextual_pane;
pub use cursor_context::CursorContext;
pub use epp::view as epp;
pub use help::view as help;
pub use heredoc::view as heredoc;
pub use log::{LogLine, level_role, view as log};
pub use scope::view as scope;
pub use tokens::view as tokens;
pub use tree::view as tree;
pub use types::{meanwhile as types_meanwhile, view as types};
pub use view::{Goal, Line, PLACE, View};

/// Builds a pane that has no content before a run is done.
pub fn waiting(pane: Pane) -> View {
    let mut view = View::new(pane.name());
    view.say("hint", "A cell is running; this pane updates when it is done.");
    view
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The type under the cursor, the types of the value, mismatches.
    Type,
    /// The processing of a heredoc, line by line.
    Heredoc,
    /// A match with its groups.
    Captures,
    /// The tokens around the cursor.
    Tokens,
    Tree,
    /// Scopes and variables.
    Scope,
    /// A template with its output.
    Epp,
    /// The resources declared so far.
    Catalog,
    Log,
    /// Documentation of the token under the cursor.
    Help,
}

impl Pane {
    /// All panes, in menu order.
    pub const ALL: &[Pane] = &[
        Pane::Type,
        Pane::Heredoc,
        Pane::Captures,
        Pane::Tokens,
        Pane::Tree,
        Pane::Scope,
        Pane::Epp,
        Pane::Catalog,
        Pane::Log,
        Pane::Help,
    ];

    /// The name, for display and for the preferences.
    pub const fn name(self) -> &'static str {
        match self {
            Pane::Type => "Type",
            Pane::Heredoc => "Heredoc",
            Pane::Captures => "Captures",
            Pane::Tokens => "Tokens",
            Pane::Tree => "Tree",
            Pane::Scope => "Scope",
            Pane::Epp => "EPP",
            Pane::Catalog => "Catalog",
            Pane::Log => "Log",
            Pane::Help => "Help",
        }
    }

    /// Finds the pane with this name, ignoring case.
    pub fn named(name: &str) -> Option<Pane> {
        Pane::ALL.iter().copied().find(|pane| pane.name().eq_ignore_ascii_case(name))
    }

    /// A description of a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Pane::Type => "the type under the cursor, and any mismatch",
            Pane::Heredoc => "a heredoc line by line: margin, trims, escapes",
            Pane::Captures => "a match with its groups, updated while you edit the pattern",
            Pane::Tokens => "the tokens around the cursor, and the rule for each",
            Pane::Tree => "the syntax tree, and the tree for highlighting",
            Pane::Scope => "variables by scope: values, origins, shadowing",
            Pane::Epp => "a template with its output, line by line",
            Pane::Catalog => "the declared resources: table, one resource, graph",
            Pane::Log => "the log lines of all cells",
            Pane::Help => "documentation of the word under the cursor",
        }
    }

    /// Returns whether it works without a session, while a cell runs.
    pub const fn is_static(self) -> bool {
        matches!(self, Pane::Heredoc | Pane::Epp | Pane::Tokens | Pane::Tree | Pane::Captures | Pane::Log)
    }
}
