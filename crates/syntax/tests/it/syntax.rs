//! The parser against the reference: snippets, Debian's modules, mutants of them, and half-typed inputs.

use std::collections::HashMap;
use std::path::PathBuf;

use pprepl_text::Source;
use puppet_syntax::{LexOptions, parse, pn};
use serde_json::Value;
use sha2::{Digest, Sha256};

const REFERENCE: LexOptions = LexOptions::PUPPET8;

fn cases(path: &str) -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn accepts(source: &str, options: LexOptions) -> bool {
    !parse(source, options).diagnostics.iter().any(|diagnostic| diagnostic.is_error())
}

/// Shows the first few differences.
fn none_of(differences: Vec<String>, what: &str) {
    let shown: Vec<&String> = differences.iter().take(20).collect();
    assert!(
        differences.is_empty(),
        "{} {what}:\n{}",
        differences.len(),
        shown.iter().map(|s| s.as_str()).collect::<Vec<_>>().join("\n")
    );
}

/// Where Debian's packages are unpacked; `None` skips the tests that need them.
fn debian() -> Option<PathBuf> {
    pprepl_testing::debian()
}

fn file(root: &std::path::Path, case: &Value) -> Option<String> {
    let path = root.join(case["package"].as_str()?).join(case["path"].as_str()?);
    std::fs::read_to_string(path).ok()
}

#[test]
fn snippets_are_accepted_and_rejected_as_the_reference_does() {
    let mut differences = Vec::new();
    for case in cases("syntax/snippets.jsonl") {
        let options = LexOptions { template: case["epp"] == true, ..REFERENCE };
        let source = case["src"].as_str().unwrap();
        let parsed = parse(source, options);
        let ok = !parsed.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
        if ok != (case["puppet_ok"] == true) {
            differences.push(format!(
                "{}: {source:?} ({}) {:?}",
                case["id"],
                case["puppet_ok"],
                parsed.diagnostics.first().map(|d| &d.message)
            ));
        } else if let Some(expected) = case["pn"].as_str() {
            let got = pn(&parsed.program);
            if got != expected {
                differences.push(format!("{}: {source:?}\n  expected {expected}\n  got      {got}", case["id"]));
            }
        }
    }
    none_of(differences, "snippets differ");
}

#[test]
fn debian_modules_have_the_reference_s_trees() {
    let Some(root) = debian() else { return };
    let mut differences = Vec::new();
    let mut seen = 0;
    for case in cases("syntax/debian.jsonl") {
        let Some(source) = file(&root, &case) else {
            differences.push(format!("{} is missing", case["path"]));
            continue;
        };
        seen += 1;
        let template = case["path"].as_str().unwrap().ends_with(".epp");
        let parsed = parse(&source, LexOptions { template, tasks: case["tasks"] == true, ..REFERENCE });
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        let hash: String = Sha256::digest(pn(&parsed.program)).iter().map(|byte| format!("{byte:02x}")).collect();
        if errors.is_empty() != (case["accepted"] == true) {
            differences.push(format!("{}/{}: {:?}", case["package"], case["path"], errors.first()));
        } else if case["pn_sha256"].as_str().is_some_and(|expected| expected != hash) {
            differences.push(format!("{}/{}: another tree", case["package"], case["path"]));
        }
    }
    none_of(differences, &format!("of {seen} files differ"));
}

#[test]
fn mutants_are_accepted_and_rejected_as_the_reference_does() {
    let Some(root) = debian() else { return };
    let mut files: HashMap<String, String> = HashMap::new();
    let mut differences = Vec::new();
    let mut total = 0;
    for case in cases("syntax/mutants.jsonl") {
        let key = format!("{}/{}", case["package"], case["path"]);
        let source = files.entry(key.clone()).or_insert_with(|| file(&root, &case).unwrap_or_default());
        let (at, del) = (case["at"].as_u64().unwrap() as usize, case["del"].as_u64().unwrap() as usize);
        let mutant = format!("{}{}{}", &source[..at], case["ins"].as_str().unwrap(), &source[at + del..]);
        total += 1;
        let template = key.ends_with(".epp\"");
        if accepts(&mutant, LexOptions { template, ..REFERENCE }) != (case["puppet_ok"] == true) {
            differences.push(format!("{} {} {key} at {at}: reference {}", case["id"], case["kind"], case["puppet_ok"]));
        }
    }
    none_of(differences, &format!("of {total} mutants differ"));
}

#[test]
fn half_typed_inputs_keep_their_neighbours() {
    let mut differences = Vec::new();
    for case in cases("syntax/recovery.jsonl") {
        let source = case["src"].as_str().unwrap();
        let parsed = parse(source, LexOptions::default());
        let tree = pn(&parsed.program);
        let lost: Vec<String> =
            (0..4).map(|n| format!("zz_{n}")).filter(|name| !tree.contains(name.as_str())).collect();
        if !lost.is_empty() {
            differences.push(format!("{} loses {lost:?}: {source:?}\n  {tree}", case["id"]));
        }
    }
    none_of(differences, "inputs lose statements");
}

#[test]
fn the_first_error_has_the_reference_s_code_and_place() {
    let mut differences = Vec::new();
    for area in ["19_syntax", "18_validation"] {
        for case in cases(&format!("puppet8/{area}.jsonl")) {
            let steps = case["steps"].as_array().unwrap();
            for (step, result) in steps.iter().zip(case["results"].as_array().unwrap()) {
                if result["issue"] != "SYNTAX_ERROR" {
                    continue;
                }
                let source = step.as_str().unwrap();
                let parsed = parse(source, REFERENCE);
                let first = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
                let place = first.and_then(|diagnostic| diagnostic.offset()).map(|offset| {
                    let at = Source::new("input", source).line_column(offset);
                    (u64::from(at.line), u64::from(at.column))
                });
                let expected = result["line"].as_u64().zip(result["pos"].as_u64());
                if first.is_none_or(|diagnostic| diagnostic.code != "SYNTAX_ERROR") || place != expected {
                    differences.push(format!("{source:?}: expected {expected:?}, got {place:?} {first:?}"));
                }
            }
        }
    }
    none_of(differences, "first errors differ");
}

#[test]
fn a_tree_can_be_indented_or_outlined() {
    let source =
        "class a($x = 1) inherits b { file { 'x': ensure => \"a${x}\" } $y.each |Integer $z| { notice $z, 2 } }";
    let tree = puppet_syntax::pn::tree(&parse(source, REFERENCE).program);
    let outline = tree.outline().into_iter().map(|line| {
        let place = line.span.map_or(String::new(), |span| format!("  {}..{}", span.start, span.end));
        format!("{}{}{place}\n", "  ".repeat(line.depth), line.text)
    });
    insta::assert_snapshot!(format!("{}\n\n{}", tree.indented(), outline.collect::<String>()));
}

/// Every statement cut off behind each of its tokens, between neighbours: at most one in a hundred loses one of them.
#[test]
fn statements_cut_off_anywhere_keep_their_neighbours() {
    let (mut lost, mut total) = (Vec::new(), 0);
    for case in cases("syntax/snippets.jsonl") {
        let source = case["src"].as_str().unwrap();
        if case["epp"] == true
            || case["puppet_ok"] != true
            || ["@(", "/*", "#"].iter().any(|part| source.contains(part))
        {
            continue;
        }
        let tokens = puppet_syntax::lex(source, LexOptions::default()).tokens;
        for token in tokens.iter().take(tokens.len().saturating_sub(2)) {
            let half = &source[..token.span.end as usize];
            let text = format!(
                "$zz_0 = 1\n{half}\n$zz_1 = [1, 2]\nfile {{ '/zz_2': ensure => file }}\nclass zz_3($a) {{ notice($a) }}\n"
            );
            let tree = pn(&parse(&text, LexOptions::default()).program);
            total += 1;
            if (0..4).any(|n| !tree.contains(&format!("zz_{n}"))) {
                lost.push(half.to_string());
            }
        }
    }
    assert!(lost.len() * 100 <= total, "{} of {total}: {lost:#?}", lost.len());
}
