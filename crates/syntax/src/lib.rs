//! The syntax of Puppet 8, exactly: tokens, syntax tree, static validation and the PN dump.

pub mod ast;
mod chars;
pub mod constant;
mod epp;
mod epp_mode;
mod escapes;
pub mod explain;
pub mod foreign;
pub mod format;
mod heredoc;
mod heredoc_lines;
mod intent;
mod interpolation;
mod lexer;
mod notes;
mod numbers;
mod open_heredoc;
pub mod operators;
mod parser;
mod plan_hint;
pub mod pn;
mod reading;
mod reference_tokens;
mod repair;
mod rule;
pub mod sum;
mod token;
pub mod type_parts;
mod validate;
pub mod walk;
mod writer;

pub use foreign::function_meant;
pub use heredoc_lines::{HeredocLine, HeredocPiece, LineEnd, PieceKind, heredoc_lines};
pub use intent::declaration;
pub use lexer::lex_without_repair;
pub use notes::{Note, notes, notes_in};
pub use parser::{Completeness, Parsed, exhausted, parse, parse_once, parse_part};
pub use pn::pn;
pub use reading::is_below_plans;
pub use reference_tokens::reference_names;
pub use repair::lex;
pub use rule::{TokenRule, token_rule};
pub use token::{
    EndContext, FirstError, HeredocInfo, LexOptions, Lexed, OpenEnd, Token, TokenKind, UnclosedConstruct, token_value,
};
pub use validate::{
    RegexpError, ValidateOptions, check_heredoc_syntax, has_no_effect, phrase, validate, validate_location,
    validate_with,
};
