//! The committed parser is what the grammar generates. After a change of `grammar.js`, run this test with
//! `PPREPL_BLESS=1` to write the generated files anew.

use std::path::{Path, PathBuf};

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

const GENERATED: [&str; 6] = [
    "parser.c",
    "grammar.json",
    "node-types.json",
    "tree_sitter/parser.h",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
];

#[test]
fn the_committed_parser_is_what_the_grammar_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("src");
    for file in ["grammar.js", "tree-sitter.json"] {
        std::fs::copy(root.join(file), folder.path().join(file)).unwrap();
    }
    generate(folder.path(), &out);
    for file in GENERATED {
        let (fresh, committed) = (out.join(file), root.join("src").join(file));
        if std::env::var_os("PPREPL_BLESS").is_some() {
            std::fs::create_dir_all(committed.parent().unwrap()).unwrap();
            std::fs::copy(&fresh, &committed).unwrap();
        }
        let same = std::fs::read(&fresh).unwrap() == std::fs::read(&committed).unwrap_or_default();
        assert!(same, "src/{file} is stale: run this test with PPREPL_BLESS=1");
    }
}

/// Generates the parser of the grammar in `folder` into `out`, with the JavaScript engine that the generator brings.
fn generate(folder: &Path, out: &PathBuf) {
    let mut diagnostics = Vec::new();
    let optimizations = OptLevel::default();
    let grammar: Option<PathBuf> = None;
    generate_parser_in_directory(
        folder,
        Some(out),
        grammar,
        15,
        None,
        Some("native"),
        true,
        optimizations,
        &mut diagnostics,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    for diagnostic in diagnostics {
        println!("{diagnostic:?}");
    }
}
