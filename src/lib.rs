//! pprepl: learn, explore and check the Puppet language. The library behind the `pprepl` binary.
//!
//! Layers, each importing only from its left:
//! `{ budget, text } ← { syntax, tree, pcore, theme } ← catalog ← { check, eval } ← functions ← loader ← session ← commands ←
//! { complete, edit } ← notebook ← { batch, rpc, repl, tui } ← main`. `tests/tidy.rs` holds the direction.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod batch;
pub mod budget;
pub mod catalog;
pub mod check;
pub mod commands;
pub mod complete;
pub mod edit;
pub mod eval;
pub mod functions;
pub mod loader;
pub mod notebook;
pub mod pcore;
pub mod repl;
pub mod rpc;
pub mod session;
pub mod syntax;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod tree;
pub mod tui;
