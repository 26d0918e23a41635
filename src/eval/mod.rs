//! Evaluation: resolve names to slots, compile to closures, run. Knows what a built-in is, not which there are.

mod builtin;
mod flow;
mod host;

pub use builtin::{BlockArity, Builtin, Call, Signature};
pub use flow::{Fault, Flow, R};
pub use host::{Host, Level, Limits};
