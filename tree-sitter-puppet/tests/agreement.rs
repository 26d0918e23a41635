//! The grammars accept what Puppet's parser accepts: manifests and templates of Debian's modules, and one-point snippets.
//!
//! The manifests are not in the repository: `PPREPL_DEBIAN` names the folder that holds the unpacked packages.

use std::path::PathBuf;

use serde_json::Value;
use tree_sitter::Parser;

const MANIFESTS: &str = include_str!("../../tests/conformance/syntax/debian.jsonl");
const MUTANTS: &str = include_str!("../../tests/conformance/syntax/mutants.jsonl");
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

/// How often the grammar says what Puppet says: of what Puppet accepts, and of what it rejects.
#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    accepted_clean: usize,
    rejected: usize,
    rejected_flagged: usize,
}

impl Tally {
    fn add(&mut self, puppet_accepts: bool, grammar_accepts: bool) {
        if puppet_accepts {
            self.accepted += 1;
            self.accepted_clean += usize::from(grammar_accepts);
        } else {
            self.rejected += 1;
            self.rejected_flagged += usize::from(!grammar_accepts);
        }
    }
}

/// Does the grammar read the text without an error or a missing token?
fn accepts(parser: &mut Parser, text: &str) -> bool {
    !parser.parse(text, None).unwrap().root_node().has_error()
}

fn debian() -> Option<PathBuf> {
    let cache = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/pprepl/debian");
    let folder = std::env::var_os("PPREPL_DEBIAN").map_or_else(cache, PathBuf::from);
    if !folder.is_dir() {
        pprepl_testing::skip(format!("{} is not there (set PPREPL_DEBIAN)", folder.display()));
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
const KNOWN_DIFFERENCES: [(&str, &str); 3] = [
    ("plan (needs tasks)", "plans are read without a switch"),
    ("apply (with tasks: a block)", "plans are read without a switch"),
    ("an empty apply as a value", "plans are read without a switch"),
];

fn agrees_on_snippets(template: bool) {
    let mut parser = parser(template);
    let (mut different, mut count, mut tally) = (Vec::new(), 0, Tally::default());
    for row in rows(SNIPPETS).filter(|row| row["epp"] == template) {
        count += 1;
        tally.add(row["puppet_ok"] == true, accepts(&mut parser, row["src"].as_str().unwrap()));
        if accepts(&mut parser, row["src"].as_str().unwrap()) != (row["puppet_ok"] == true) {
            different.push(format!("{}: {}", row["note"].as_str().unwrap(), row["src"]));
        }
    }
    println!("{} of {count} snippets agree; {tally:?}", count - different.len());
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

#[test]
fn mutants_of_manifests_are_flagged_when_puppet_rejects_them() {
    let Some(folder) = debian() else { return };
    let mut parser = parser(false);
    let (mut tally, mut missed) = (Tally::default(), Vec::new());
    for row in rows(MUTANTS) {
        let path = folder.join(row["package"].as_str().unwrap()).join(row["path"].as_str().unwrap());
        let Ok(mut text) = std::fs::read_to_string(path) else { continue };
        let (at, del) = (row["at"].as_u64().unwrap() as usize, row["del"].as_u64().unwrap() as usize);
        text.replace_range(at..at + del, row["ins"].as_str().unwrap());
        let (puppet, ours) = (row["puppet_ok"] == true, accepts(&mut parser, &text));
        tally.add(puppet, ours);
        if puppet != ours {
            missed.push(format!("{} {} at {at}: Puppet accepts: {puppet}", row["path"], row["kind"]));
        }
    }
    println!("mutants: {tally:?}");
    assert_eq!(tally.accepted, tally.accepted_clean, "{missed:#?}");
    assert!(tally.rejected_flagged * 1000 >= tally.rejected * 997, "{missed:#?}");
}
