//! The notebook without a screen: code and Markdown cells in a plain manifest, the dependency graph of the cells, an
//! evaluator on a background thread, the content of the panes, and the export formats. The terminal (`tui`) and the
//! headless run (`batch`) build on it.

pub mod cell;
mod cell_kind;
mod cell_options;
mod comment;
mod document;
pub mod export;
mod fence;
pub mod file;
pub mod history;
pub mod import;
pub mod inspection;
pub mod journal;
pub mod kernel;
pub mod manifest;
mod mark;
mod open;
mod operation;
pub mod output;
pub mod pane;
mod percent;
mod prose_blocks;
mod run_sources;
pub mod trust;
pub mod view_state;

pub use cell::{Cell, CellId};
pub use cell_kind::CellKind;
pub use cell_options::{is_option_line, options_end};
pub use document::Document;
pub use open::OpenNotebook;
pub use operation::{Operation, OperationError};
pub use output::{CellOutput, Finding, LogLine, OutputTable, Outputs};
pub use prose_blocks::{ProseBlock, ProseKind, prose_blocks};
pub use run_sources::RunSources;
