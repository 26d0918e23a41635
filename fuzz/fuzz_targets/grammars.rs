//! Both tree-sitter grammars against the parser.
#![no_main]

pprepl_fuzz::target!("grammars");
