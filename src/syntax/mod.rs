//! The language's text: tokens, syntax tree, static validation and the PN dump. Puppet 8's grammar exactly.

pub mod ast;
mod chars;
mod epp;
mod escapes;
mod heredoc;
mod interpolation;
mod lexer;
mod numbers;
mod parser;
pub mod pn;
mod repair;
mod token;

pub use lexer::lex;
pub use parser::{Completeness, Parsed, parse};
pub use pn::pn;
pub use token::{FirstError, HeredocInfo, LexOptions, Lexed, OpenEnd, Token, TokenKind, Unfinished, token_value};
