//! The grammars accept what Puppet's parser accepts: manifests and templates of Debian's modules, and one-point snippets.
//!
//! The manifests are not in the repository: `PPREPL_DEBIAN` names the folder that holds the unpacked packages.

use std::path::PathBuf;

use serde_json::Value;
use tree_sitter::Parser;

const MANIFESTS: &str = include_str!("../../tests/conformance/syntax/debian.jsonl");
const SNIPPETS: &str = include_str!("../../tests/conformance/syntax/snippets.jsonl");

fn parser(template: bool) -> Parser {
    let language = if template { tree_sitter_puppet::LANGUAGE_EPP } else { tree_sitter_puppet::LANGUAGE };
    let mut parser = Parser::new();
    parser.set_language(&language.into()).unwrap();
    parser
}

fn rows(data: &str) -> impl Iterator<Item = Value> {
    data.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Does the grammar read the text without an error or a missing token?
fn accepts(parser: &mut Parser, text: &str) -> bool {
    !parser.parse(text, None).unwrap().root_node().has_error()
}

fn debian() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("PPREPL_DEBIAN").unwrap_or_else(|| "/work/debian".into()));
    if !folder.is_dir() {
        println!("skipped: {} is not there (set PPREPL_DEBIAN)", folder.display());
        return None;
    }
    Some(folder)
}

/// Asserts that the grammar accepts exactly what Puppet accepts of Debian's files with this ending.
fn agrees_on_files(ending: &str) {
    let Some(folder) = debian() else { return };
    let mut parser = parser(ending == ".epp");
    let (mut different, mut count) = (Vec::new(), 0);
    for row in rows(MANIFESTS).filter(|row| row["path"].as_str().unwrap().ends_with(ending)) {
        let path = folder.join(row["package"].as_str().unwrap()).join(row["path"].as_str().unwrap());
        let Ok(bytes) = std::fs::read(&path) else { continue };
        count += 1;
        if accepts(&mut parser, &String::from_utf8_lossy(&bytes)) != (row["accepted"] == true) {
            different.push(path);
        }
    }
    println!("{} of {count} {ending} files agree", count - different.len());
    assert!(different.is_empty(), "differences: {different:#?}");
}

#[test]
fn manifests_of_debian_are_accepted() {
    agrees_on_files(".pp");
}

#[test]
fn templates_of_debian_are_accepted() {
    agrees_on_files(".epp");
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

fn agrees_on_snippets(template: bool) {
    let mut parser = parser(template);
    let (mut different, mut count) = (Vec::new(), 0);
    for row in rows(SNIPPETS).filter(|row| row["epp"] == template) {
        count += 1;
        if accepts(&mut parser, row["src"].as_str().unwrap()) != (row["puppet_ok"] == true) {
            different.push(format!("{}: {}", row["note"].as_str().unwrap(), row["src"]));
        }
    }
    println!("{} of {count} snippets agree", count - different.len());
    different.retain(|one| !KNOWN_DIFFERENCES.iter().any(|(known, _)| one.starts_with(known)));
    assert!(different.is_empty(), "differences: {different:#?}");
}

#[test]
fn snippets_are_accepted_or_refused_as_by_puppet() {
    agrees_on_snippets(false);
}

#[test]
fn snippets_of_templates_are_accepted_or_refused_as_by_puppet() {
    agrees_on_snippets(true);
}
