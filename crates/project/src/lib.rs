//! The index of an environment: its classes, defined types, functions, type aliases and Hiera keys with their places,
//! and the references to them.
//!
//! The index of a file depends on the text of this file alone, so that a change costs one parse. All data here is plain
//! and `Send`: threads share one [`Project`]. Syntax trees are not part of it; [`index`] returns the tree of the file
//! that it read to the caller. A file with errors gives the definitions and references that can be read.
//!
//! A [`Project`] also finds the problems that no file shows alone: [`Problem`].
//!
//! Not indexed: names that code computes. [`Variables`] has the variables of one file.

mod around;
mod data;
mod declared;
mod declaring;
mod definition;
mod dependents;
mod discovery;
mod entry;
mod file_index;
mod gaps;
mod lookup_option;
mod manifest;
mod member;
mod names;
mod new_file;
mod problem;
mod project;
mod reach;
mod reference;
mod survey;
mod survey_cache;
mod symbol;
mod variables;

pub use declared::{ComputedTitle, Declaration, Declared, Opened, Opening, RelationEnd};
pub use definition::{Definition, Parameter};
pub use discovery::{Discovery, is_environment};
pub use entry::{FileEntry, Parse, index};
pub use file_index::FileIndex;
pub use gaps::Gaps;
pub use lookup_option::LookupOption;
pub use member::{FileRole, Member};
pub use problem::{Problem, ProblemKind, Problems};
pub use project::{Location, Project};
pub use reference::{Reference, ReferenceRole};
pub use symbol::{Symbol, SymbolKind};
pub use variables::{Variable, VariableOccurrence, VariableOwner, VariableRole, Variables};
