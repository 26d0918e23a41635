//! Evaluation: resolves names to slots, compiles to closures and runs them. It defines the interface of built-in
//! functions, but not the functions.

mod autoload;
mod builtin;
pub mod catalog;
mod code;
mod compile;
mod context;
mod data;
mod debugger;
mod define;
mod definition_queries;
mod epp;
mod flow;
mod host;
mod invoke;
mod overload;
mod replay;
mod secrets;
mod signature;
mod state;
mod types;
mod vm;

pub use builtin::{BlockArity, Builtin, Call, Effect, Rounds, Signature};
pub use catalog::{ClassDefinition, DefineDefinition, Definition};
pub use code::{Comparator, FunctionEntry, UserFunction};
pub use context::NOT_FOUND;
pub use data::{Data, Query};
pub use debugger::{Debugger, Frame, Variable};
pub use epp::Trace;
pub use flow::{EvalError, EvalResult, Flow, Locate, SourcePos};
pub use host::{DebugOutput, Host, Level, Limits, Stamp};
pub use overload::{Overload, ParamSlot, block_arity};
pub use replay::{ChangeTarget, Savepoint, UndoneChanges};
pub use state::BudgetScope;
pub use vm::{Change, EvalSettings, Library, Strictness, Vm};
