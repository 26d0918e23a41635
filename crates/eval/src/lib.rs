//! Evaluation: resolves names to slots, compiles to closures and runs them. It defines the interface of built-in
//! functions, but not the functions.
//!
//! Three layers. At the bottom the data: the session's state ([`Vm`]), code, and the types that they hold. In the middle
//! what runs: calls, types, the catalog, templates. It asks the compiler and the loader of modules only through the
//! interfaces in `services`. At the top `compile` and `autoload`, which implement them.

mod aliases;
mod annotation;
mod annotations;
mod autoload;
mod body_variables;
mod builtin;
mod call;
mod callbacks;
mod calls;
pub mod catalog;
mod checks;
mod code;
mod compile;
mod context;
mod contract;
mod data;
mod debug_state;
mod debugger;
mod define;
mod definition_queries;
mod encoding;
mod epp;
mod exits;
mod flow;
mod foreign;
mod functions;
mod globals;
mod host;
mod in_place;
mod invoke;
mod journal;
mod lookup;
mod messages;
mod module_function;
mod outputs;
mod overload;
mod plan;
mod read_files;
mod redefined;
mod regexps;
mod replay;
pub mod ruby_parameters;
mod secrets;
mod services;
mod set_by_name;
mod signature;
mod source_cache;
mod stack;
mod stamp;
mod state;
mod stops;
mod stored;
mod template_cache;
mod templates;
mod trace;
mod types;
mod undo;
mod unknown;
mod variable_view;
mod vm;

pub use aliases::Aliases;
pub use builtin::{BlockArity, Builtin, Call, Effect, Signature};
pub use call::Rounds;
pub use callbacks::{Data, Debugger, Foreign, ForeignCall, ForeignClosure, ForeignCode, Query};
pub use calls::{BudgetScope, CallBudget, ExitCall};
pub use catalog::{ClassDefinition, DanglingReference, DefineDefinition, Definition};
pub use code::Comparator;
pub use data::{call_with_block, has_substitute};
pub use debug_state::{DebugState, Frame, Variable};
pub use definition_queries::{add_aliases, has_resource_type, ruby_attributes};
pub use epp::TemplateScope;
pub use flow::{EvalError, EvalResult, Flow, Locate, SourcePos};
pub use foreign::{call_callable, callable_arity, foreign};
pub use functions::{FunctionEntry, Functions, Library, UserFunction};
pub use globals::{Globals, is_variable_name};
pub use host::{DebugOutput, Host, Level, Limits};
pub use journal::{Change, Journal};
pub use lookup::{Lookup, NOT_FOUND};
pub use messages::Messages;
pub use outputs::Outputs;
pub use overload::{Overload, ParamSlot, block_arity};
pub use read_files::{ReadFile, ReadFiles};
pub use regexps::RegexpCache;
pub use replay::{ChangeTarget, Savepoint, UndoneChanges};
pub use source_cache::SourceCache;
pub use stamp::Stamp;
pub use state::ChangePart;
pub use stored::stored_answers;
pub use templates::{Templates, Trace};
pub use trace::{
    EventKind, EventOutcome, MAX_EVENTS, MAX_ROUNDS, Recording, TraceEvent, ValuePreview, end_recording,
    start_recording,
};
pub use variable_view::VariableView;
pub use vm::{EvalSettings, Strictness, Vm};
