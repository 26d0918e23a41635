//! The tree of a document after any edits is the tree of a fresh parse of its text, however broken that is.
//!
//! A quick run makes some hundred edits of the snippets of the conformance data. `PPREPL_EDITS=10000` makes so many with
//! each of five seeds, and half of them in files of Debian's modules where those are (`PPREPL_DEBIAN`).

use std::path::{Path, PathBuf};
use std::time::Duration;

use pprepl::tree::{Dialect, Document, concrete_tree};

/// A generator of numbers that gives the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// What is typed: what opens and closes, what starts a statement or goes on with one, tags, garbage.
const PIECES: &[&str] = &[
    "'",
    "\"",
    "${",
    "}",
    "{",
    "@(",
    "@(\"E\":json/tn$)",
    "@(E/L)",
    "\n| E\n",
    "\n  |- E\n",
    "E",
    ")",
    "(",
    "[",
    " [",
    "]",
    "/",
    "/*",
    "*/",
    "#",
    "\\",
    "\\u{12",
    "$",
    "$x",
    "::",
    "|",
    "<|",
    "|>>",
    "=>",
    "-",
    "->",
    "+ 1",
    ".x",
    "0x",
    "1e",
    "notice ",
    "plan ",
    "apply(",
    "\r\n",
    "\n",
    "é\u{2003}😀",
    "? {",
    "<%",
    "<%=",
    "<%-",
    "%>",
    "-%>",
    "<%#",
    "<%%",
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

type Text = (Dialect, String);

fn snippets() -> Vec<Text> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/syntax/snippets.jsonl");
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

fn edit(document: &mut Document, numbers: &mut Numbers) {
    let at = numbers.below(document.text().len() + 1);
    let deleted = if numbers.below(3) == 0 { 0 } else { numbers.below(8) };
    let typed = if numbers.below(4) == 0 { "" } else { PIECES[numbers.below(PIECES.len())] };
    document.edit(at..at + deleted, typed, None);
}

/// Makes so many edits, ten of a text, and tells after how many the tree was another.
fn differing(texts: &[Text], edits: usize, numbers: &mut Numbers) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..edits.div_ceil(10) {
        let (dialect, text) = &texts[numbers.below(texts.len())];
        let mut document = Document::of(*dialect, text.as_str());
        for _ in 0..10 {
            edit(&mut document, numbers);
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
        let folder = std::env::var_os("PPREPL_DEBIAN").unwrap_or_else(|| "/work/debian".into());
        files(Path::new(&folder), &mut debian, &mut 0);
    }
    let (mut edits, mut different) = (0, Vec::new());
    for seed in 1..=5 {
        for texts in [&snippets, &debian].into_iter().filter(|texts| !texts.is_empty()) {
            let count = wanted.unwrap_or(400) / if debian.is_empty() { 1 } else { 2 };
            edits += count;
            different.extend(differing(texts, count, &mut Numbers(seed)));
        }
    }
    println!("{} of {edits} edits leave another tree", different.len());
    assert!(different.is_empty(), "{different:#?}");
}

/// A long text with a fault is read from its start in a thread: its tree may be another until then.
#[test]
fn a_long_broken_text_has_the_tree_of_a_fresh_parse_in_the_end() {
    let mut document = Document::new("$a = [1, { b => 'c' }]\n".repeat(4000));
    let mut numbers = Numbers(3);
    for _ in 0..12 {
        let at = numbers.below(document.text().len());
        document.edit(at..at + 1, PIECES[numbers.below(PIECES.len())], Some(Duration::from_millis(20)));
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
