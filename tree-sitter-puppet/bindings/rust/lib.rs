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

/// The queries for templates ask for all of the language's and then for more.
macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident, $template:ident: $file:literal;)*) => {$(
        $(#[$doc])*
        pub const $name: &str = include_str!(concat!("../../queries/", $file));

        #[doc = concat!("The same for [`LANGUAGE_EPP`]: [`", stringify!($name), "`] and what templates add.")]
        pub const $template: &str = concat!(
            include_str!(concat!("../../queries/", $file)),
            include_str!(concat!("../../epp/queries/", $file)),
        );
    )*};
}

queries! {
    /// Captures for highlighting.
    HIGHLIGHTS_QUERY, HIGHLIGHTS_QUERY_EPP: "highlights.scm";
    /// Which texts are in another language.
    INJECTIONS_QUERY, INJECTIONS_QUERY_EPP: "injections.scm";
    /// Scopes, definitions and references of variables.
    LOCALS_QUERY, LOCALS_QUERY_EPP: "locals.scm";
    /// What can be folded.
    FOLDS_QUERY, FOLDS_QUERY_EPP: "folds.scm";
    /// What indents its inside.
    INDENTS_QUERY, INDENTS_QUERY_EPP: "indents.scm";
    /// Definitions and references, for an index of names.
    TAGS_QUERY, TAGS_QUERY_EPP: "tags.scm";
}
