//! The tree-sitter tree of a source: available for any source, however broken. It drives the front ends while a
//! user types: colors, "is this input complete?", indentation, bracket pairs, statement boundaries, and the extent
//! of a broken statement.
//!
//! This is the only crate that names tree-sitter, and its public interface hides it. It is independent of values,
//! and it does not decide which source is valid: `syntax` does.

mod cache;
mod capture;
mod completeness;
mod concrete;
mod dialect;
mod document;
mod embedded;
mod highlight;
mod incremental;
mod indent;
mod name_set;
mod names;
mod pairs;
mod query;
mod recovery;
mod structure;

pub use capture::Highlight;
pub use completeness::{Completeness, completeness};
pub use concrete::{ConcreteNode, concrete_tree, concrete_tree_in};
pub use dialect::Dialect;
pub use document::Document;
pub use embedded::highlights as embedded_highlights;
pub use highlight::{CAPTURES, Highlighter};
pub use incremental::IncrementalHighlighter;
pub use indent::{INDENT, indent_for_line, indent_for_new_line};
pub use names::{MentionKind, NameOccurrence, mentions};
pub use pairs::{Pairing, is_empty_pair, matching_bracket, pairing};
pub use query::{StructureQuery, StructureQueryError};
pub use recovery::{Recovery, recover};
pub use structure::{Bracket, Place, Structure};

use dialect::parser;
