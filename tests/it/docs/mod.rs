//! The documents agree with the program: generated parts are current, transcripts are what the program prints, links
//! and paths lead to files, the README stays short.
//!
//! `PPREPL_BLESS=1 cargo test --test it docs` writes generated parts, transcripts and pictures again.

mod parts;
mod picture;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The README's bound, in bytes.
const MAX_README: usize = 8192;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn blesses() -> bool {
    std::env::var_os("PPREPL_BLESS").is_some()
}

/// The Markdown files at the top and in `docs`, with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let entries = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let paths = entries(root()).chain(entries(root().join("docs")));
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|is| is == "md")).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a document"))).collect()
}

fn name_of(path: &Path) -> String {
    pprepl_files::slashed(path.strip_prefix(root()).unwrap_or(path))
}

/// Compares a document with what it should be, or writes it.
fn hold(path: &Path, text: &str, expected: &str, old: &mut Vec<String>) {
    if text == expected {
        return;
    }
    if blesses() {
        fs::write(path, expected).expect("a file that can be written");
    } else {
        let lines = text.lines().zip(expected.lines()).enumerate();
        let first = lines.filter(|(_, (is, should))| is != should).map(|(at, _)| at + 1).next();
        old.push(format!("{}:{}", name_of(path), first.unwrap_or(1)));
    }
}

fn report(old: &[String]) {
    assert!(
        old.is_empty(),
        "not current: {old:#?}; run PPREPL_BLESS=1 cargo test --test it docs, and read the difference"
    );
}

#[test]
fn generated_parts_are_current() {
    let mut old = Vec::new();
    let mut found = Vec::new();
    for (path, text) in documents() {
        let expected = parts::replaced(&text, &mut found);
        hold(&path, &text, &expected, &mut old);
    }
    report(&old);
    for name in parts::NAMES {
        assert!(found.iter().any(|known| known == name), "no document has the generated part '{name}'");
    }
}

#[test]
fn transcripts_are_what_the_program_prints() {
    let mut old = Vec::new();
    let mut count = 0;
    for (path, text) in documents() {
        let expected = transcript::replayed(&text, &mut count);
        hold(&path, &text, &expected, &mut old);
    }
    report(&old);
    assert!(count >= 12, "the documents have only {count} transcripts");
}

#[test]
fn pictures_are_current() {
    let mut old = Vec::new();
    for theme in ["light", "dark"] {
        let path = root().join(format!("docs/screen-{theme}.svg"));
        let text = fs::read_to_string(&path).unwrap_or_default();
        hold(&path, &text, &picture::rendered(theme), &mut old);
    }
    report(&old);
}

#[test]
fn the_readme_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    assert!(readme.len() <= MAX_README, "{} bytes, at most {MAX_README}: move details to docs/", readme.len());
}

#[test]
fn links_lead_to_files() {
    let link = Regex::new(r#"\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)""#).expect("a pattern");
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for found in link.captures_iter(&text) {
            let target = found.get(1).or_else(|| found.get(2)).map_or("", |target| target.as_str());
            let file = path.parent().unwrap_or(&path).join(target);
            if !target.contains("://") && !file.exists() {
                missing.push(format!("{}: {target}", name_of(&path)));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_book_has_each_document_once() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("a summary");
    let entry = Regex::new(r"(?m)^- \[([^\]]+)\]\(([a-z-]+\.md)\)$").expect("a pattern");
    let mut listed: Vec<(String, String)> =
        entry.captures_iter(&summary).map(|found| (found[2].to_owned(), found[1].to_owned())).collect();
    listed.sort();
    let folder = fs::read_dir(root().join("docs")).expect("the documents").flatten().map(|entry| entry.path());
    let is_page =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "md") && name_of(path) != "docs/SUMMARY.md";
    let title = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a document");
        text.lines().next().unwrap_or("").trim_start_matches("# ").to_owned()
    };
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned()).expect("a name");
    let mut pages: Vec<(String, String)> = folder.filter(is_page).map(|path| (name(&path), title(&path))).collect();
    pages.sort();
    assert_eq!(listed, pages);
}

/// Paths of the repository, in backquotes, in the documents about its code.
#[test]
fn paths_lead_to_files() {
    let path_like =
        Regex::new(r"`((?:crates|src|tests|themes|docs|fuzz|tree-sitter-puppet)/[\w./-]*)`").expect("a pattern");
    let mut missing = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/performance.md"] {
        let text = fs::read_to_string(root().join(document)).expect("a document");
        for found in path_like.captures_iter(&text) {
            if !root().join(&found[1]).exists() {
                missing.push(format!("{document}: {}", &found[1]));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_machine_interface_is_documented() {
    let text = fs::read_to_string(root().join("docs/rpc.md")).expect("a document");
    let lacks = |method: &&str| !text.contains(&format!("\n| `{method}` |"));
    let missing: Vec<&str> = pprepl_rpc::METHODS.iter().map(|(name, _)| *name).filter(lacks).collect();
    assert!(missing.is_empty(), "docs/rpc.md has no row for {missing:?}");
}
