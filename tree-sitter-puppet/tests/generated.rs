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
    let folder = tempfile::tempdir().unwrap();
    compare(folder.path(), "");
}

#[test]
fn the_committed_parser_of_templates_is_too() {
    let folder = tempfile::tempdir().unwrap();
    compare(folder.path(), "epp");
}

/// Generates the grammar in the folder `dialect` in a copy, and compares.
fn compare(copy: &Path, dialect: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(copy.join("epp")).unwrap();
    for file in ["grammar.js", "tree-sitter.json", "epp/grammar.js"] {
        std::fs::copy(root.join(file), copy.join(file)).unwrap();
    }
    let out = copy.join(dialect).join("src");
    let started = std::time::Instant::now();
    generate(&copy.join(dialect), &out);
    println!(
        "generated in {:.1} s, parser.c has {} bytes",
        started.elapsed().as_secs_f64(),
        size(&out.join("parser.c"))
    );
    for file in GENERATED {
        let (fresh, committed) = (out.join(file), root.join(dialect).join("src").join(file));
        if std::env::var_os("PPREPL_BLESS").is_some() {
            std::fs::create_dir_all(committed.parent().unwrap()).unwrap();
            std::fs::copy(&fresh, &committed).unwrap();
        }
        let same = std::fs::read(&fresh).unwrap() == std::fs::read(&committed).unwrap_or_default();
        assert!(same, "src/{file} is stale: run this test with PPREPL_BLESS=1");
    }
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).unwrap().len()
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
