//! pprepl: learn, explore and check the Puppet language. This crate contains the front ends of the `pprepl` binary; the
//! other crates contain the rest.

pub use pprepl_budget as budget;
pub use pprepl_files as files;
pub use pprepl_notebook as notebook;
pub use pprepl_session as session;
pub use pprepl_session::{commands, complete, edit};
pub use pprepl_text as text;
pub use pprepl_text::theme;
pub use puppet_catalog as catalog;
pub use puppet_check as check;
pub use puppet_eval as eval;
pub use puppet_functions as functions;
pub use puppet_functions::loader;
pub use puppet_pcore as pcore;
pub use puppet_syntax as syntax;
pub use puppet_tree as tree;

pub mod batch;
pub mod repl;
pub mod rpc;
pub mod terminal;
pub mod themes;
pub mod tui;
