//! The grammar accepts what Puppet's parser accepts: manifests of Debian's modules, and one-point snippets.
//!
//! The manifests are not in the repository: `PPREPL_DEBIAN` names the folder that holds the unpacked packages.

use std::path::PathBuf;

use serde_json::Value;
use tree_sitter::Parser;

const MANIFESTS: &str = include_str!("../../tests/conformance/syntax/debian.jsonl");
const SNIPPETS: &str = include_str!("../../tests/conformance/syntax/snippets.jsonl");

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).unwrap();
    parser
}

fn rows(data: &str) -> impl Iterator<Item = Value> {
    data.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Does the grammar read the text without an error or a missing token?
fn accepts(parser: &mut Parser, text: &str) -> bool {
    !parser.parse(text, None).unwrap().root_node().has_error()
}

#[test]
fn manifests_of_debian_are_accepted() {
    let folder = PathBuf::from(std::env::var_os("PPREPL_DEBIAN").unwrap_or_else(|| "/work/debian".into()));
    if !folder.is_dir() {
        println!("skipped: {} is not there (set PPREPL_DEBIAN)", folder.display());
        return;
    }
    let mut parser = parser();
    let mut refused = Vec::new();
    let mut count = 0;
    for row in rows(MANIFESTS).filter(|row| row["accepted"] == true) {
        let (package, path) = (row["package"].as_str().unwrap(), row["path"].as_str().unwrap());
        let Some(bytes) = path.ends_with(".pp").then(|| std::fs::read(folder.join(package).join(path)).ok()).flatten()
        else {
            continue;
        };
        count += 1;
        if !accepts(&mut parser, &String::from_utf8_lossy(&bytes)) {
            refused.push(path.to_string());
        }
    }
    println!("{} of {count} manifests accepted", count - refused.len());
    assert!(refused.len() * 1000 <= count, "refused: {refused:#?}");
}

/// Snippets on which the grammar and Puppet's parser differ, by their note, and why.
const KNOWN_DIFFERENCES: [(&str, &str); 6] = [
    ("a regex is lexed after default: two statements", "a slash after an operand divides"),
    ("|>> is one token: a syntax error", "tokens depend on what may stand there"),
    ("plan (needs tasks)", "plans are read without a switch"),
    ("apply (with tasks: a block)", "plans are read without a switch"),
    ("an empty apply as a value", "plans are read without a switch"),
    ("a byte order mark", "tree-sitter passes over it"),
];

#[test]
fn snippets_are_accepted_or_refused_as_by_puppet() {
    let mut parser = parser();
    let mut different = Vec::new();
    let mut count = 0;
    for row in rows(SNIPPETS).filter(|row| row["epp"] == false) {
        count += 1;
        if accepts(&mut parser, row["src"].as_str().unwrap()) != (row["puppet_ok"] == true) {
            different.push(row["note"].as_str().unwrap().to_string());
        }
    }
    println!("{} of {count} snippets agree", count - different.len());
    different.retain(|note| !KNOWN_DIFFERENCES.iter().any(|(known, _)| known == note));
    assert!(different.is_empty(), "differences: {different:#?}");
}
