//! Traces: code runs step by step, every step with its value, and all its changes are rolled back.

mod build;
mod data;
mod rewrite;
mod run;
mod text;
mod view;

pub(crate) use build::traced_view;
pub use data::trace_data;
pub use rewrite::{Rewriting, RewrittenLine};
pub use run::{Impure, judge, rewrite, trace, trace_source};
pub use text::{call_path, cells, marker, rewriting_lines, trace_lines};
pub use view::{TraceStep, TraceView, UNFOLDED_ROUNDS};
