//! The tests of this package, in one binary.

mod end_context;
mod fmt;
mod fmt_bodies;
mod fmt_columns;
mod heredocs;
mod lexical_errors;
mod operators;
mod plans;
mod syntax;
mod syntax_errors;
mod tokens;
mod validation;
