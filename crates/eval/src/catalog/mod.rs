//! Classes, defined types, nodes and resources, evaluated as Puppet's compiler does.
//!
//! A session is a compilation that continues: an input's own code runs first, then the deferred work (bodies of defined
//! types, collectors). Puppet's work at the end of a compilation (edges become parameters, waiting overrides are
//! dropped) is not done between inputs. Every change goes through `Vm::edit`, so that it can be undone.

mod access;
mod addition;
mod api_type;
mod attribute;
mod change;
mod class;
mod collector;
mod compilation;
mod compile;
mod dangling;
mod declaration;
mod defaults;
mod deferred;
mod define;
pub(crate) mod definition;
mod edit;
mod exported;
mod finalize;
pub(crate) mod finish;
pub(crate) mod node;
mod overriding;
mod param_table;
mod parameter;
pub(crate) mod register;
pub(crate) mod relation;
mod report;
mod resource;
mod ruby_type;
mod title;
mod title_pattern;
mod view;

pub(crate) use access::{inherited, parameter};
pub use class::{class_names, include};
pub use collector::realize;
pub use compilation::Compilation;
pub(crate) use compilation::{MAIN, forget_resources};
pub use dangling::DanglingReference;
pub use declaration::{Declaration, declare};
pub use definition::{ClassDefinition, DefineDefinition, Definition, NodeDefinition};
pub use edit::Edit;
pub(crate) use ruby_type::RubyType;
