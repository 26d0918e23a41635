//! The tree of a document after any edits is the tree of a fresh parse of its text, however broken that is.
//!
//! A quick run makes some hundred edits of the snippets of the conformance data. `PPREPL_EDITS=10000` makes so many with
//! each of five seeds, and half of them in files of Debian's modules where those are (`PPREPL_DEBIAN`).

use crate::pieces;
use pprepl_testing::random;

use std::path::{Path, PathBuf};
use std::time::Duration;

use pieces::PIECES;
use puppet_tree::{Dialect, Document, concrete_tree};
use random::Random;

/// What starts a statement or goes on with one, beside the pieces that break a text.
const STARTS: &[&str] = &[
    "->",
    "+ 1",
    ".x",
    "%%>",
    "class a",
    "if $x {",
    "else {",
    "case",
    "A",
    "a-b",
    "type X = ",
    "function f",
    "private ",
];

/// A piece of text to be typed.
fn piece(random: &mut Random) -> &'static str {
    let at = random.below(PIECES.len() + STARTS.len());
    PIECES.iter().chain(STARTS).nth(at).expect("a piece")
}

type Text = (Dialect, String);

fn snippets() -> Vec<Text> {
    let file = &pprepl_testing::path("tests/conformance/syntax/snippets.jsonl");
    let rows = std::fs::read_to_string(file).expect("the snippets");
    let rows = rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let dialect = |template: bool| if template { Dialect::Template } else { Dialect::Puppet };
    rows.filter_map(|row| Some((dialect(row["epp"] == true), row["src"].as_str()?.to_owned()))).collect()
}

/// Every fourth manifest and every template below the folder.
fn files(folder: &Path, found: &mut Vec<Text>, count: &mut usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let dialect = match path.extension().and_then(|ending| ending.to_str()) {
            Some("pp") => Dialect::Puppet,
            Some("epp") => Dialect::Template,
            _ if path.is_dir() && !path.is_symlink() => {
                files(&path, found, count);
                continue;
            }
            _ => continue,
        };
        *count += 1;
        let wanted = dialect == Dialect::Template || count.is_multiple_of(4);
        found.extend(wanted.then(|| std::fs::read_to_string(&path).ok()).flatten().map(|text| (dialect, text)));
    }
}

fn edit(document: &mut Document, random: &mut Random) {
    let at = random.below(document.text().len() + 1);
    let deleted = if random.below(3) == 0 { 0 } else { random.below(8) };
    let typed = if random.below(4) == 0 { "" } else { piece(random) };
    document.edit(at..at + deleted, typed, None);
}

/// Makes so many edits, ten of a text, and tells after how many the tree was another.
fn differing(texts: &[Text], edits: usize, random: &mut Random) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..edits.div_ceil(10) {
        let (dialect, text) = &texts[random.below(texts.len())];
        let mut document = Document::of(*dialect, text.as_str());
        for _ in 0..10 {
            edit(&mut document, random);
            let fresh = Document::of(*dialect, document.text());
            if concrete_tree(&document) != concrete_tree(&fresh) {
                found.push(document.text().to_owned());
            }
        }
    }
    found
}

#[test]
fn an_edited_text_has_the_tree_of_a_fresh_parse() {
    let wanted = std::env::var("PPREPL_EDITS").ok().and_then(|count| count.parse::<usize>().ok());
    let snippets = snippets();
    let mut debian = Vec::new();
    if wanted.is_some() {
        pprepl_testing::debian().inspect(|folder| files(folder, &mut debian, &mut 0));
    }
    let (mut edits, mut different) = (0, Vec::new());
    for seed in 1..=5 {
        for texts in [&snippets, &debian].into_iter().filter(|texts| !texts.is_empty()) {
            let count = wanted.unwrap_or(400) / if debian.is_empty() { 1 } else { 2 };
            edits += count;
            different.extend(differing(texts, count, &mut Random(seed)));
        }
    }
    println!("{} of {edits} edits leave another tree", different.len());
    assert!(different.is_empty(), "{different:#?}");
}

/// A long text with a fault is read from its start in a thread: its tree may be another until then.
#[test]
fn a_long_broken_text_has_the_tree_of_a_fresh_parse_in_the_end() {
    let mut document = Document::new("$a = [1, { b => 'c' }]\n".repeat(4000));
    let mut random = Random(3);
    for _ in 0..12 {
        let at = random.below(document.text().len());
        document.edit(at..at + 1, piece(&mut random), Some(Duration::from_millis(20)));
    }
    while !document.catch_up(Some(Duration::from_millis(20))) {
        std::thread::yield_now();
    }
    assert!(document.has_error());
    assert_eq!(concrete_tree(&document), concrete_tree(&Document::new(document.text())));
}

/// A key does not wait for the second parse of a text with a fault: that is made when there is time.
#[test]
fn a_key_in_a_broken_text_waits_for_one_parse_only() {
    let budget = Some(Duration::from_secs(5));
    let mut document = Document::new("$a = [1, 2]\n$b = { c => 'd' }\n");
    assert!(document.edit(5..6, "", budget));
    assert!(document.has_error() && !document.is_stale() && !document.is_exact());
    assert!(document.catch_up(budget));
    assert!(document.is_exact());
    assert_eq!(concrete_tree(&document), concrete_tree(&Document::new(document.text())));
    assert!(document.edit(5..5, "[", budget));
    assert!(document.is_exact(), "a sound text needs no second parse");
}
