//! The Puppet grammar for tree-sitter, with its dialect for templates (EPP), and the queries that go with them.
//!
//! The parsers in `src` and `epp/src` are generated from `grammar.js` and `epp/grammar.js` and committed;
//! `tests/generated.rs` proves them fresh.
#![warn(missing_docs)]

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_puppet() -> *const ();
    fn tree_sitter_epp() -> *const ();
}

/// The grammar of the Puppet language.
// SAFETY: the function is the one that the generated parser exports for this purpose.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_puppet) };

/// The grammar of templates (EPP): the language with text around it.
// SAFETY: as above.
pub const LANGUAGE_EPP: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_epp) };

/// All node types of [`LANGUAGE`] with their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// All node types of [`LANGUAGE_EPP`] with their fields, as JSON.
pub const NODE_TYPES_EPP: &str = include_str!("../../epp/src/node-types.json");

/// Captures for highlighting.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Which texts are in another language.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// Scopes, definitions and references of variables.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// What indents its inside.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
