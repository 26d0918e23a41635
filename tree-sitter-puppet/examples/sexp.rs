//! Prints the syntax tree of the files given, or of what stands on the input; `--epp` reads it as a template, as do files
//! that end in `.epp`.
use std::io::Read;

use tree_sitter::Parser;

fn print(text: &str, template: bool) {
    let mut parser = Parser::new();
    let language = if template { tree_sitter_puppet::LANGUAGE_EPP } else { tree_sitter_puppet::LANGUAGE };
    parser.set_language(&language.into()).expect("the grammar fits the library");
    println!("{}", parser.parse(text, None).expect("a tree").root_node().to_sexp());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let template = arguments.iter().any(|argument| argument == "--epp");
    let files: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    if files.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).expect("readable input");
        print(&text, template);
    }
    for file in files {
        println!("{file}");
        print(&std::fs::read_to_string(file).expect("a readable file"), template || file.ends_with(".epp"));
    }
}
