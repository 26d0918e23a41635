//! Lexer and parser.
#![no_main]

pprepl_fuzz::target!("parse");
