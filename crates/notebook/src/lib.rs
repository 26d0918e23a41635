//! The notebook without a screen: cells of code and prose in a plain manifest, which cell needs which, an evaluator on
//! a thread of its own, what panes show, and the forms that a notebook is written in. The terminal (`tui`) and the
//! headless run (`batch`) are on it.

pub mod cell;
mod comment;
mod document;
pub mod export;
mod fence;
pub mod file;
pub mod history;
pub mod import;
pub mod journal;
pub mod kernel;
pub mod manifest;
mod mark;
mod open;
mod operation;
pub mod output;
pub mod pane;
mod percent;
pub mod trust;

pub use cell::{Cell, CellId, CellKind};
pub use document::Document;
pub use open::OpenNotebook;
pub use operation::{Operation, OperationError};
pub use output::{CellOutput, Finding, LogLine, OutputTable, Outputs};
