//! The language's text: tokens, syntax tree, static validation and the PN dump. Puppet 8's grammar exactly.

pub mod ast;
mod token;

pub use token::{HeredocInfo, LexOptions, Lexed, Token, TokenKind};
