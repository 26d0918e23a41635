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
mod debug;
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
mod trace;
mod tree;
mod types;
mod view;

pub use captures::view as captures;
pub use catalog::{CatalogQuery, Declared, view as catalog};
pub use cell_output::CellOutput;
pub use contextual::contextual_pane;
pub use cursor_context::CursorContext;
pub use debug::view as debug;
pub use epp::view as epp;
pub use help::view as help;
pub use heredoc::view as heredoc;
pub use log::{LogLine, view as log};
pub use scope::view as scope;
pub use tokens::view as tokens;
pub use trace::{TraceReader, view as trace};
pub use tree::view as tree;
pub use types::{meanwhile as types_meanwhile, view as types};
pub use view::{Goal, Line, PLACE, View};

use pprepl_text::theme::Role;

/// Builds a pane that has no content before a run is done.
pub fn waiting(pane: Pane) -> View {
    let mut view = View::new(pane.name());
    view.say(Role::Hint, "A cell is running; this pane updates when it is done.");
    view
}

/// Declares the panes, in menu order. A row: `Variant "name" needs, "description";`.
macro_rules! panes {
    ($($(#[$doc:meta])* $pane:ident $name:literal $needs:ident, $description:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Pane {
            $($(#[$doc])* $pane,)+
        }

        impl Pane {
            /// All panes, in menu order.
            pub const ALL: &[Pane] = &[$(Pane::$pane,)+];

            /// The name, for display and for the preferences.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Pane::$pane => $name,)+
                }
            }

            /// A description of a few words.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Pane::$pane => $description,)+
                }
            }

            const fn needs(self) -> PaneNeeds {
                match self {
                    $(Pane::$pane => PaneNeeds::$needs,)+
                }
            }
        }
    };
}

/// The needs of a pane, in addition to the source and the cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PaneNeeds {
    /// Nothing: the pane works while a cell runs.
    Nothing,
    Session,
}

panes! {
    /// The type under the cursor, the types of the value, mismatches.
    Type "Type" Session, "the type under the cursor, and any mismatch";
    /// The processing of a heredoc, line by line.
    Heredoc "Heredoc" Nothing, "a heredoc line by line: margin, trims, escapes";
    /// A match with its groups.
    Captures "Captures" Nothing, "a match with its groups, updated while you edit the pattern";
    /// The tokens around the cursor.
    Tokens "Tokens" Nothing, "the tokens around the cursor, and the rule for each";
    Tree "Tree" Nothing, "the syntax tree, and the tree for highlighting";
    /// Scopes and variables.
    Scope "Scope" Session, "variables by scope: values, origins, shadowing";
    /// A template with its output.
    Epp "EPP" Nothing, "a template with its output, line by line";
    /// The resources declared so far.
    Catalog "Catalog" Session, "the declared resources: table, one resource, graph";
    Log "Log" Nothing, "the log lines of all cells";
    /// The steps of the cell's run.
    Trace "Trace" Session, "the steps of a cell, each with its values";
    /// The cell that `breakpoint()` pauses.
    Debugger "Debugger" Nothing, "a cell that breakpoint() pauses: its variables and frames";
    /// Documentation of the token under the cursor.
    Help "Help" Session, "documentation of the word under the cursor";
}

impl Pane {
    /// Finds the pane with this name, ignoring case.
    pub fn named(name: &str) -> Option<Pane> {
        Pane::ALL.iter().copied().find(|pane| pane.name().eq_ignore_ascii_case(name))
    }

    /// Returns whether it works without a session, while a cell runs.
    pub fn is_static(self) -> bool {
        self.needs() == PaneNeeds::Nothing
    }
}
