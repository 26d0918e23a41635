//! The static checker: infers types before any code runs.
//!
//! It is gradual, structural and forward-only. Undeclared values are `Any` and never cause a finding. A body
//! is checked once from top to bottom, with requirements passed down into literals. The question «is this
//! type accepted there?» has three answers, of which only «never» causes a finding: «maybe» is left to the
//! evaluator. Types are those of the evaluator (`pcore`); the names that the session knows come through
//! [`TypeEnv`]. Nothing here evaluates code.
//!
//! Not implemented: stub files for functions of modules in Ruby, the side table of deferred checks.

mod access;
mod adjustment;
mod annotation;
mod arguments;
mod assignment;
mod block;
mod branch;
mod builtin;
mod callable;
mod checker;
mod choice;
mod class_cycle;
mod class_variable;
mod collection;
mod comparison;
mod concatenation;
mod created;
mod cycle;
mod data;
mod dead;
mod declaration;
mod deferral;
mod definition;
mod display;
mod embedded;
mod enforce;
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
mod merge;
mod named_call;
mod narrow;
mod new;
mod notes;
mod operator;
mod ordering;
mod passed_callable;
mod pattern;
mod plan;
mod preconditions;
mod probe;
mod record;
mod report;
mod requirement;
mod resource;
mod results;
mod reuse;
mod rule;
mod signature;
mod subtyping;
mod template;
mod template_call;

mod tested;
mod time_limit;
mod type_env;
mod typed_expr;
mod usage;
mod variable;

pub use checker::{Checked, check_program, type_at, types_of_spans};
pub use data::{DataEntry, DataPart, DataValue, check_data};
pub use error_nodes::check_complete_parts;
pub use probe::Probed;
pub use rule::{RULES, Rule, RuleSet, is_visible};
pub use signature::SignatureCache;
pub use type_env::{ClassBody, ExternalType, KnownFunction, KnownParams, TypeEnv};
pub use variable::FROM_AGENT_AND_SERVER;
