//! The validator against the reference: which texts it accepts, with which issue at which place.

use std::collections::BTreeSet;
use std::fmt::Write;

use pprepl_text::{Diagnostic, Severity, Source};
use puppet_syntax::{LexOptions, ValidateOptions, parse, validate, validate_location};
use serde_json::Value;

/// Issues that Puppet raises by validation alone.
const STATIC: &[&str] = &[
    "APPENDS_DELETES_NO_LONGER_SUPPORTED",
    "CAPTURES_REST_NOT_LAST",
    "CAPTURES_REST_NOT_SUPPORTED",
    "CLASS_NOT_VIRTUALIZABLE",
    "CROSS_SCOPE_ASSIGNMENT",
    "DUPLICATE_DEFAULT",
    "DUPLICATE_KEY",
    "DUPLICATE_PARAMETER",
    "IDEM_EXPRESSION_NOT_LAST",
    "IDEM_NOT_ALLOWED_LAST",
    "ILLEGAL_ASSIGNMENT",
    "ILLEGAL_ASSIGNMENT_CONTEXT",
    "ILLEGAL_ATTRIBUTE_APPEND",
    "ILLEGAL_BASE64",
    "ILLEGAL_DEFINITION_NAME",
    "ILLEGAL_EPP",
    "ILLEGAL_EPP_PARAMETERS",
    "ILLEGAL_EXPRESSION",
    "ILLEGAL_HOSTNAME_CHARS",
    "ILLEGAL_HOSTNAME_INTERPOLATION",
    "ILLEGAL_INDEXED_ASSIGNMENT",
    "ILLEGAL_JSON",
    "ILLEGAL_NODE_INHERITANCE",
    "ILLEGAL_NUMERIC_ASSIGNMENT",
    "ILLEGAL_NUMERIC_VAR_NAME",
    "ILLEGAL_PARAM_NAME",
    "ILLEGAL_PP",
    "ILLEGAL_QUERY_EXPRESSION",
    "ILLEGAL_TYPE_MAPPING",
    "ILLEGAL_VAR_NAME",
    "MULTIPLE_ATTRIBUTES_UNFOLD",
    "NOT_ABSOLUTE_TOP_LEVEL",
    "NOT_RVALUE",
    "NOT_TOP_LEVEL",
    "NOT_VIRTUALIZEABLE",
    "RESERVED_PARAMETER",
    "RESERVED_TYPE_NAME",
    "RESERVED_WORD",
    "RESOURCE_WITHOUT_TITLE",
    "UNSUPPORTED_EXPRESSION",
];

fn lines(path: &str) -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn errors(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    found.iter().filter(|diagnostic| diagnostic.is_error()).collect()
}

/// The validator's findings for a text that parses, `None` for one that does not.
fn puppet8(text: &str, template: bool, tasks: bool) -> Option<Vec<Diagnostic>> {
    let parsed = parse(text, LexOptions { template, tasks, ..LexOptions::PUPPET8 });
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    Some(validate(&parsed.program, text, &ValidateOptions::PUPPET8))
}

/// `code line:column` of a finding, as the data has it.
fn place(text: &str, diagnostic: &Diagnostic) -> String {
    let at = Source::new("", text).line_column(diagnostic.offset().unwrap_or(0));
    format!("{} {}:{}", diagnostic.code, at.line, at.column)
}

/// What the validator should say of a step, and what it says, when they differ.
fn disagreement(step: &str, result: &Value) -> Option<String> {
    let issue = result["issue"].as_str().unwrap_or("");
    let expected = format!("{issue} {}:{}", result["line"], result["pos"]);
    let logged = result["logs"].as_array().map_or(0, |logs| logs.iter().filter(|log| log[0] == "err").count());
    let Some(found) = puppet8(step, false, false) else {
        return (STATIC.contains(&issue) || logged > 1).then(|| format!("{expected}: does not parse"));
    };
    let found = errors(&found);
    let got: Vec<String> = found.iter().map(|diagnostic| place(step, diagnostic)).collect();
    let agree = match found.len() {
        0 => !STATIC.contains(&issue) && logged < 2,
        1 if ["FLOAT_OVERFLOW", "INVALID_REGEXP"].contains(&found[0].code.as_str()) => {
            result["error"] == true && issue.is_empty()
        }
        1 => got[0] == expected,
        several => logged == several,
    };
    (!agree).then(|| format!("expected {expected} and {logged} logged, got {got:?}"))
}

#[test]
fn every_step_of_the_suite_fails_statically_when_and_where_the_reference_does() {
    let mut wrong = String::new();
    let mut steps = 0;
    let folder = pprepl_testing::root().join("tests/conformance/puppet8");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    for file in files {
        for case in lines(&format!("puppet8/{}", file.to_str().unwrap())) {
            for (step, result) in case["steps"].as_array().unwrap().iter().zip(case["results"].as_array().unwrap()) {
                steps += 1;
                let step = step.as_str().unwrap();
                if let Some(difference) = disagreement(step, result) {
                    writeln!(wrong, "{} {step:?}: {difference}", case["id"]).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "of {steps} steps:\n{wrong}");
}

#[test]
fn snippets_are_valid_when_the_reference_says_so() {
    let mut wrong = String::new();
    for snippet in lines("syntax/snippets.jsonl") {
        let text = snippet["src"].as_str().unwrap();
        let found = puppet8(text, snippet["epp"] == true, false);
        if snippet["puppet_ok"] != true {
            continue;
        }
        let valid = found.as_ref().is_some_and(|found| errors(found).is_empty());
        if snippet["valid_ok"] != valid {
            writeln!(wrong, "{} {text:?}: {:?}", snippet["id"], found.map(|f| codes(&f))).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn codes(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|diagnostic| diagnostic.code.to_string()).collect()
}

/// The folder with Debian's unpacked `puppet-module-*` packages; they are never committed.
fn debian(case: &Value) -> Option<Vec<u8>> {
    let file = pprepl_testing::debian()?.join(case["package"].as_str()?).join(case["path"].as_str()?);
    std::fs::read(file).ok()
}

/// Apache's module writes the same key twice; Puppet's parser takes the file, its validator does not.
const REFUSED: &str = "usr/share/puppet/modules.available/puppetlabs-apache/types/oidcsettings.pp";

#[test]
fn debian_files_are_valid() {
    let mut wrong = String::new();
    for case in lines("syntax/debian.jsonl").iter().filter(|case| case["accepted"] == true) {
        let Some(bytes) = debian(case) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let path = case["path"].as_str().unwrap();
        match puppet8(&text, path.ends_with(".epp"), case["tasks"] == true) {
            Some(found) if path == REFUSED => assert_eq!(codes(&found), ["DUPLICATE_KEY"]),
            None => writeln!(wrong, "{}: does not parse", case["path"]).unwrap(),
            Some(found) if !errors(&found).is_empty() => {
                writeln!(wrong, "{}: {:?}", case["path"], codes(&found)).unwrap()
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn mutants_are_valid_when_the_reference_says_so() {
    let mut wrong = String::new();
    let key = |case: &Value| format!("{} {}", case["package"], case["path"]);
    let plans: BTreeSet<String> = lines("syntax/debian.jsonl").iter().filter(|c| c["tasks"] == true).map(key).collect();
    for case in lines("syntax/mutants.jsonl").iter().filter(|case| case["puppet_ok"] == true) {
        let Some(bytes) = debian(case) else { continue };
        let (at, del) = (case["at"].as_u64().unwrap() as usize, case["del"].as_u64().unwrap() as usize);
        let changed = [&bytes[..at], case["ins"].as_str().unwrap().as_bytes(), &bytes[at + del..]].concat();
        let text = String::from_utf8_lossy(&changed);
        let template = case["path"].as_str().is_some_and(|path| path.ends_with(".epp"));
        let found = puppet8(&text, template, plans.contains(&key(case)));
        let valid = found.as_ref().is_some_and(|found| errors(found).is_empty());
        if case["valid_ok"] != valid {
            writeln!(wrong, "{} {}: {:?}", case["id"], case["kind"], found.map(|f| codes(&f))).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn warnings_do_not_fail_an_input() {
    for (text, code) in [
        ("class plan { }", "FUTURE_RESERVED_WORD"),
        ("class pa(Integer[1 + 1] $a) { }", "ILLEGAL_NONLITERAL_PARAMETER_TYPE"),
    ] {
        let found = puppet8(text, false, false).unwrap();
        assert_eq!(codes(&found), [code], "{text}");
        assert_eq!(found[0].severity, Severity::Warning, "{text}");
    }
}

#[test]
fn a_fault_in_a_heredocs_text_is_marked_where_it_is() {
    for (text, code, marked) in [
        ("$x = @(END:json)\n    {\n      \"a\": 1,,\n    }\n    | END", "ILLEGAL_JSON", ","),
        ("$x = @(END:pp)\n    $a = 1\n    $b = = 2\n    | END", "ILLEGAL_PP", "="),
        ("$x = @(END:base64)\n    YWJj\n    YW!j\n    | END", "ILLEGAL_BASE64", "!"),
        ("$x = @(END:data+json)\n{\nEND", "ILLEGAL_JSON", "{"),
    ] {
        let found = puppet8(text, false, false).unwrap();
        assert_eq!(codes(&found), [code], "{text}");
        assert_eq!(found[0].span.unwrap().of(text), marked, "{text}");
        assert_eq!(place(text, &found[0]), format!("{code} 2:1"), "{text}");
    }
    for text in ["$x = @(END:json)\n[1, /* one */ 1e999] // end\nEND", "$x = @(END:yaml)\n: : :\nEND"] {
        assert_eq!(codes(&puppet8(text, false, false).unwrap()), [""; 0], "{text}");
    }
}

#[test]
fn a_files_definitions_are_where_their_names_say() {
    let parsed = parse("class a::b { }\nclass c { }\nnotify { 'x': }", LexOptions::PUPPET8);
    let found = validate_location(&parsed.program, "a::b");
    assert_eq!(codes(&found), ["ILLEGAL_DEFINITION_LOCATION", "ILLEGAL_TOP_CONSTRUCT_LOCATION"]);
}

#[test]
fn the_default_edition_allows_what_the_seeds_add() {
    let valid = |text: &str, options: &ValidateOptions| {
        let parsed = parse(text, LexOptions { additions: true, ..LexOptions::default() });
        codes(&validate(&parsed.program, text, options))
    };
    let (new, old) = (ValidateOptions::default(), ValidateOptions::PUPPET8);
    for (text, refused) in [
        ("$x = 18446744073709551616", "NUMERIC_OVERFLOW"),
        ("function f(Callable $block) { $block(1) }", "ILLEGAL_EXPRESSION"),
    ] {
        assert_eq!(valid(text, &new), [""; 0], "{text}");
        assert_eq!(valid(text, &old), [refused], "{text}");
    }
    for (text, refused) in [
        ("function f($a = 1, $b) { }", "REQUIRED_PARAMETER_AFTER_OPTIONAL"),
        ("function f(*$a, $b) { }", "CAPTURES_REST_NOT_LAST"),
        ("function f(*$a, *$b) { }", "CAPTURES_REST_NOT_LAST"),
    ] {
        assert_eq!(valid(text, &new), [refused], "{text}");
        assert_eq!(valid(text, &old), [""; 0], "{text}");
        let parsed = parse(text, LexOptions::default());
        let found = validate(&parsed.program, text, &new);
        assert_eq!(found[0].severity, Severity::Error, "the function is not defined: {text}");
    }
    for text in ["function f(*$a, Callable $b) { }", "function f($a = 1, Optional[Callable[1, 1]] $b) { }"] {
        assert_eq!(valid(text, &new), [""; 0], "{text}");
    }
}

#[test]
fn strictness_decides_on_duplicate_keys_and_a_notebook_on_idle_values() {
    let severity = |text: &str, options: ValidateOptions| {
        let parsed = parse(text, LexOptions::default());
        validate(&parsed.program, text, &options).first().map(|diagnostic| diagnostic.severity)
    };
    let base = ValidateOptions::default();
    let keys = "{'a' => 1, 'a' => 2}";
    assert_eq!(severity(keys, base), Some(Severity::Warning));
    assert_eq!(severity(keys, ValidateOptions::PUPPET8), Some(Severity::Error));
    assert_eq!(severity(keys, ValidateOptions { strict: None, ..base }), None);
    let soft = ValidateOptions { idle: Severity::Warning, ..base };
    assert_eq!(severity("1\n2", soft), Some(Severity::Warning));
    assert_eq!(severity("class a { 1 notice(2) }", soft), Some(Severity::Error));
}

#[test]
fn regular_expressions_are_refused_by_whoever_knows_them() {
    let fault: puppet_syntax::RegexpError = |pattern| (pattern == "(").then(|| "a parenthesis is open".to_owned());
    let options = ValidateOptions { regexp: Some(fault), ..ValidateOptions::PUPPET8 };
    let parsed = parse("$x = /(/", LexOptions::PUPPET8);
    assert_eq!(codes(&validate(&parsed.program, "$x = /(/", &options)), ["INVALID_REGEXP"]);
}

#[test]
fn keys_of_a_large_hash_are_compared_too() {
    let mut text: String = (0..200).map(|n| format!("'k{n}' => {n}, ")).collect();
    let hash = format!("{{{text}}}");
    assert_eq!(codes(&puppet8(&hash, false, false).unwrap()), [""; 0]);
    text.push_str("k7 => 1, K7 => 2, 'K7' => 3, 1 => 1, 1.0 => 2, 0x1 => 3, [1] => 4, [1] => 5");
    let hash = format!("{{{text}}}");
    assert_eq!(codes(&puppet8(&hash, false, false).unwrap()), ["DUPLICATE_KEY"; 3]);
}

#[test]
fn what_the_parser_can_nest_the_validator_can_check() {
    for (open, middle, close) in [("(", "1", ")"), ("[", "1", "]"), ("{1 => ", "1", "}"), ("if 1 {", "1", "}")] {
        for depth in [10, 100, 450, 1_000] {
            let text = format!("$x = {}{middle}{}", open.repeat(depth), close.repeat(depth));
            if let Some(found) = puppet8(&text, false, false) {
                assert_eq!(codes(&found), [""; 0], "{depth} {open}");
            }
        }
    }
    let sum = format!("$x = 1{}", " + 1".repeat(5_000));
    let calls = format!("$x = 1{}", ".f".repeat(5_000));
    for text in [sum, calls] {
        if let Some(found) = puppet8(&text, false, false) {
            assert_eq!(codes(&found), [""; 0]);
        }
    }
}
