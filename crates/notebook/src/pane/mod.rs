//! What the panes of a notebook show, as plain data: lines of text in roles, the line that belongs to the cursor, and
//! what of the cell's text a line is about. Each pane is a function of the cell's text and the cursor, and of a session
//! or of what a run gave where it needs one; none of them changes a thing.
//!
//! Leaves out width, scrolling and colors: whoever draws knows those.

mod captures;
mod catalog;
mod cell_output;
mod contextual;
mod cursor_context;
mod definition;
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

/// What a pane shows that cannot tell anything before a run is done.
pub fn waiting(pane: Pane) -> View {
    let mut view = View::new(pane.name());
    view.say("hint", "A cell runs: what the session knows comes when it is done.");
    view
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The type under the cursor, the value's types, what does not fit.
    Type,
    /// A heredoc line by line.
    Heredoc,
    /// A match with its groups.
    Captures,
    /// The tokens around the cursor.
    Tokens,
    Tree,
    /// Scopes and variables.
    Scope,
    /// A template beside what it gives.
    Epp,
    /// What was declared.
    Catalog,
    Log,
    /// Documentation of what is under the cursor.
    Help,
}

impl Pane {
    /// Every pane, in the order in which they are offered.
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

    /// Its name, as it is shown and kept.
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

    /// The pane with this name, in any case.
    pub fn named(name: &str) -> Option<Pane> {
        Pane::ALL.iter().copied().find(|pane| pane.name().eq_ignore_ascii_case(name))
    }

    /// What it shows, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Pane::Type => "the type under the cursor, and why a value does not fit",
            Pane::Heredoc => "a heredoc line by line: margin, trims, escapes",
            Pane::Captures => "a match with its groups, live while the pattern is edited",
            Pane::Tokens => "the tokens around the cursor and the rule behind each",
            Pane::Tree => "the syntax tree, and the tree that drives colours",
            Pane::Scope => "variables by scope: values, where set, what hides what",
            Pane::Epp => "a template beside the text that it gives, line by line",
            Pane::Catalog => "what was declared: table, one resource, graph",
            Pane::Log => "the log lines of all cells",
            Pane::Help => "documentation of what is under the cursor",
        }
    }

    /// Returns whether it shows its text without a session, while a cell runs.
    pub const fn is_static(self) -> bool {
        matches!(self, Pane::Heredoc | Pane::Epp | Pane::Tokens | Pane::Tree | Pane::Captures | Pane::Log)
    }
}
