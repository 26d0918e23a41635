//! The tests of this package, in one binary.

mod edited_tree;
mod embedded;
mod pairs;
#[path = "../../../../tree-sitter-puppet/tests/pieces/mod.rs"]
mod pieces;
mod places;
mod regexp;
mod tree;
mod tree_rules;
mod typing;
