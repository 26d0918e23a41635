//! The index of an environment: its classes, defined types, functions, type aliases and Hiera keys with their places,
//! and the references to them.
//!
//! The index of a file depends on the text of this file alone, so that a change costs one parse. All data here is plain
//! and `Send`: threads share one [`Project`]. Syntax trees are not part of it; [`index`] returns the tree of the file
//! that it read to the caller. A file with errors gives the definitions and references that can be read.
//!
//! Not indexed: resources by their titles, and names that code computes. [`Variables`] has the variables of one file.

mod around;
mod data;
mod definition;
mod dependents;
mod discovery;
mod entry;
mod file_index;
mod lookup_option;
mod manifest;
mod member;
mod names;
mod new_file;
mod project;
mod reference;
mod symbol;
mod variables;

pub use definition::{Definition, Parameter};
pub use discovery::{Discovery, is_environment};
pub use entry::{FileEntry, Parse, index};
pub use file_index::FileIndex;
pub use lookup_option::LookupOption;
pub use member::{FileRole, Member};
pub use project::{Location, Project};
pub use reference::{Reference, ReferenceRole};
pub use symbol::{Symbol, SymbolKind};
pub use variables::{Variable, VariableOccurrence, VariableOwner, VariableRole, Variables};
