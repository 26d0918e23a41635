//! Prints the syntax tree of the files given, or of what stands on the input.
use std::io::Read;

fn main() {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).expect("the grammar fits the library");
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).expect("readable input");
        println!("{}", parser.parse(&text, None).expect("a tree").root_node().to_sexp());
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        println!("{file}\n{}", parser.parse(&text, None).expect("a tree").root_node().to_sexp());
    }
}
