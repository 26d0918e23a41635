//! The Puppet blocks of the documents, which the book runs in the reader's browser: each runs, and gives what its page says.

use std::fs;

use regex::Regex;
use serde_json::{Value, json};

use crate::client::Client;

/// A Puppet block of a document.
struct Block {
    page: String,
    line: usize,
    /// The heading above it.
    heading: String,
    /// The paragraph above it, such as `Fixed:`.
    lead: String,
    text: String,
}

impl Block {
    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }
}

fn blocks() -> Vec<Block> {
    let docs = pprepl_testing::root().join("docs");
    let paths = fs::read_dir(docs).expect("the documents").flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    paths.push(pprepl_testing::root().join("README.md"));
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let page = path.file_name().expect("a name").to_string_lossy().into_owned();
        let (mut heading, mut lead, mut open) = (String::new(), String::new(), None::<Block>);
        for (at, line) in fs::read_to_string(&path).expect("a document").lines().enumerate() {
            if let Some(block) = &mut open {
                if line == "```" {
                    found.extend(open.take());
                } else {
                    block.text += line;
                    block.text.push('\n');
                }
            } else if line == "```puppet" {
                let (heading, lead) = (heading.clone(), lead.clone());
                open = Some(Block { page: page.clone(), line: at + 1, heading, lead, text: String::new() });
            } else if let Some(title) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
            {
                title.clone_into(&mut heading);
            } else if !line.is_empty() {
                line.clone_into(&mut lead);
            }
        }
    }
    found
}

/// Opens a block as the book does, and returns its results: those of its cells with code.
fn run(block: &Block) -> Vec<Value> {
    let mut client = Client::new();
    client.open(&block.text, false);
    let state = client.call("notebook/run_all", json!({}));
    state["results"].as_array().expect("results").clone()
}

fn codes(results: &[Value]) -> Vec<&str> {
    let diagnostics = results.iter().flat_map(|result| result["diagnostics"].as_array().into_iter().flatten());
    diagnostics.filter_map(|one| one["code"].as_str()).collect()
}

/// Returns the severity of a rule, from the table of its page.
fn severity(rule: &str) -> String {
    let page = fs::read_to_string(pprepl_testing::root().join("docs/checker-rules.md")).expect("the rules");
    let row = Regex::new(&format!(r"(?m)^\| \[`{rule}`\]\([^)]*\) \| ([^|]+) \|")).expect("a pattern");
    row.captures(&page).unwrap_or_else(|| panic!("no row of {rule}"))[1].to_owned()
}

#[test]
fn every_block_of_the_book_gives_what_its_page_says() {
    let (mut faults, mut seen) = (Vec::new(), [0; 3]);
    for block in blocks() {
        let results = run(&block);
        let is_right = match block.lead.as_str() {
            "Reported:" => {
                seen[0] += 1;
                match severity(&block.heading).as_str() {
                    // Only an empty list fits both types, and the example has one.
                    "error" if block.heading == "element-mismatch" => results.iter().all(|result| result["ok"] == true),
                    "error" => results.iter().any(|result| result["ok"] == false),
                    "warning" | "note" => codes(&results).contains(&block.heading.as_str()),
                    // A note that only a flag shows.
                    _ => !results.is_empty(),
                }
            }
            "Fixed:" => {
                seen[1] += 1;
                results.iter().all(|result| result["ok"] == true) && !codes(&results).contains(&block.heading.as_str())
            }
            _ => {
                seen[2] += 1;
                let kept = |result: &Value| {
                    result["expectations"].as_array().is_none_or(|all| all.iter().all(|one| one["mistake"].is_null()))
                };
                results.iter().all(|result| result["ok"] == true && kept(result))
            }
        };
        if results.is_empty() || !is_right {
            faults.push(format!("{}, {}: {results:?}", block.place(), block.lead));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen[0] > 70 && seen[0] == seen[1] && seen[2] >= 3, "blocks: {seen:?}");
}
