//! The static checker: types before a line runs.
//!
//! Gradual, structural and forward-only: what is not declared is `Any` and never a finding; a body is read from top to
//! bottom once, with requirements going down into literals. A question «does this fit there?» has three answers, of
//! which only «never» is a finding: «maybe» is left to the run. Types are those of the evaluator (`pcore`); what the
//! session knows comes through [`World`]. Nothing here runs anything.
//!
//! Left out: stub files for functions of modules in Ruby, the side table of deferred checks.

mod access;
mod annotation;
mod arguments;
mod assignment;
mod branch;
mod builtin;
mod checker;
mod choice;
mod collection;
mod concatenation;
mod dead;
mod deadline;
mod definition;
mod display;
mod environment;
mod error_nodes;
mod finding;
mod fix;
mod function;
mod generic;
mod groups;
mod hint;
mod infer;
mod iteration;
mod lambda;
mod literal;
mod narrow;
mod new;
mod operator;
mod preconditions;
mod probe;
mod requirement;
mod resource;
mod results;
mod rule;
mod signature;
mod subtyping;
mod template;
mod type_env;
mod usage;
mod variable;

pub use checker::{Checked, check_program, type_at};
pub use error_nodes::check_complete_parts;
pub use probe::Probed;
pub use rule::{RULES, Rule, RuleSet};
pub use signature::SignatureCache;
pub use type_env::{ExternalType, KnownFunction, KnownParams, TypeEnv};
pub use variable::FROM_AGENT_AND_SERVER;
