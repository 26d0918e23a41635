//! The static checker: types before a line runs.
//!
//! Gradual, structural and forward-only: what is not declared is `Any` and never a finding; a body is read from top to
//! bottom once, with requirements going down into literals. A question «does this fit there?» has three answers, of
//! which only «never» is a finding: «maybe» is left to the run. Types are those of the evaluator (`pcore`); what the
//! session knows comes through [`World`]. Nothing here runs anything.
//!
//! Left out: stub files for functions of modules in Ruby, the side table of deferred checks.

mod access;
mod arguments;
mod assignment;
mod branch;
mod builtin;
mod checker;
mod choice;
mod clock;
mod collection;
mod concatenation;
mod dead;
mod definition;
mod demand;
mod environment;
mod finding;
mod function;
mod generic;
mod groups;
mod hint;
mod hole;
mod infer;
mod iteration;
mod lambda;
mod literal;
mod mend;
mod narrow;
mod new;
mod operator;
mod probe;
mod requirement;
mod resource;
mod results;
mod rule;
mod sets;
mod shown;
mod signature;
mod template;
mod usage;
mod variable;
mod world;
mod written;

pub use checker::{Checked, check_program, type_at};
pub use hole::check_whole_parts;
pub use probe::Probed;
pub use rule::{RULES, Rule, RuleSet};
pub use signature::SignatureCache;
pub use variable::FROM_AGENT_AND_SERVER;
pub use world::{Known, KnownFunction, KnownParams, World};
