//! Traces: code runs step by step, every step with its value, and everything that it did is taken back.

mod build;
mod data;
mod rewrite;
mod run;
mod text;
mod view;

pub use data::trace_data;
pub use rewrite::{Rewriting, RewrittenLine};
pub(crate) use run::traced_view;
pub use run::{Impure, judge, rewrite, trace, trace_source};
pub use text::{call_path, cells, marker, rewriting_lines, step_line, trace_lines};
pub use view::{SHOWN_ROUNDS, TraceStep, TraceView};
