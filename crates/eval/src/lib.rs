//! Evaluation: resolve names to slots, compile to closures, run. Knows what a built-in is, not which there are.

mod asked;
mod autoload;
mod builtin;
pub mod catalog;
mod code;
mod compile;
mod context;
mod data;
mod define;
mod epp;
mod flow;
mod host;
mod invoke;
mod overload;
mod replay;
mod secrets;
mod signature;
mod state;
mod stop;
mod types;
mod vm;

pub use builtin::{BlockArity, Builtin, Call, Effect, Rounds, Signature};
pub use catalog::{ClassDefinition, DefineDefinition, Definition};
pub use code::{Comparator, FunctionEntry, UserFunction};
pub use context::NOT_FOUND;
pub use data::{Data, Query};
pub use epp::Trace;
pub use flow::{Fault, Flow, Locate, R, Site};
pub use host::{Host, Level, Limits, Stamp, Told};
pub use overload::{Overload, Seat, block_arity};
pub use replay::{Kept, Mark, Touched};
pub use state::BudgetScope;
pub use stop::{Frame, Stopper, Variable};
pub use vm::{Change, EvalSettings, Library, Strictness, Vm};
