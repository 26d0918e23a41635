//! Plans: trees and errors against Puppet 7.23 in tasks mode, and the one error that a plan gives without it.

use pprepl_text::{Diagnostic, Source};
use puppet_syntax::{LexOptions, ValidateOptions, parse, pn, validate};
use serde_json::Value;

const TASKS: LexOptions = LexOptions { tasks: true, ..LexOptions::PUPPET8 };

fn cases() -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance/syntax/plans.jsonl");
    let text = std::fs::read_to_string(path).expect("the data");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn errors(source: &str, options: LexOptions) -> Vec<Diagnostic> {
    let parsed = parse(source, options);
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found.extend(validate(&parsed.program, source, &ValidateOptions::PUPPET8));
    }
    found.retain(Diagnostic::is_error);
    found
}

/// `CODE line:column` of an error; an error at the end has no place for Puppet.
fn place(source: &str, error: &Diagnostic) -> String {
    let place = error.offset().map(|at| Source::new("", source).line_column(at));
    format!("{} {}", error.code, place.map_or("end".to_owned(), |place| format!("{}:{}", place.line, place.column)))
}

#[test]
fn plans_have_the_reference_s_trees() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for case in cases() {
        let Some(expected) = case["pn"].as_str() else { continue };
        compared += 1;
        let found = pn(&parse(case["src"].as_str().expect("source"), TASKS).program);
        if found != expected {
            wrong.push(format!("{}: {}\n  expected {expected}\n  found    {found}", case["id"], case["src"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared >= 100, "{compared}");
}

#[test]
fn plans_fail_where_the_reference_does() {
    let mut wrong = Vec::new();
    for case in cases() {
        let source = case["src"].as_str().expect("source");
        let found = errors(source, TASKS);
        let first = case["issues"].as_array().and_then(|all| all.iter().find(|issue| issue[0] == "error"));
        let expected = first.map(|issue| match issue[2].as_u64() {
            Some(line) => format!("{} {line}:{}", issue[1].as_str().unwrap_or_default(), issue[3]),
            None => format!("{} end", issue[1].as_str().unwrap_or_default()),
        });
        let got = found.first().map(|error| place(source, error));
        let agrees = match (&expected, &got) {
            // Puppet gives no code to some errors of its grammar.
            (Some(expected), Some(got)) if expected.starts_with(' ') => got.ends_with(expected.as_str()),
            _ => expected == got,
        };
        if !agrees {
            wrong.push(format!("{}: {source}\n  expected {expected:?}\n  found    {got:?}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn without_tasks_mode_a_plan_gives_one_error_that_says_what_it_is() {
    for case in cases() {
        let source = case["src"].as_str().expect("source");
        let is_plan = case["ok"] == true && source.starts_with("plan ");
        let found = errors(source, LexOptions::default());
        if is_plan {
            let [told] = &found[..] else { panic!("{source}: {found:#?}") };
            assert!(told.message.contains("is part of a plan"), "{source}: {}", told.message);
            assert!(told.help.as_ref().is_some_and(|help| help.contains("--tasks")), "{source}");
        }
    }
}

#[test]
fn an_error_before_a_plan_and_words_like_plan_are_told_as_ever() {
    for source in
        ["$x = = 1\nplan a() { }", "$plan = 1 +", "foo { 'plan': plan =>", "plan('x') ) 1", "class a { $x = plan( }"]
    {
        let found = errors(source, LexOptions::default());
        assert!(!found.is_empty() && !found[0].message.contains("part of a plan"), "{source}: {found:#?}");
    }
}

#[test]
fn the_innermost_directory_of_a_module_decides_what_a_file_is() {
    for (path, expected) in [
        ("plans/a.pp", true),
        ("m/plans/sub/a.pp", true),
        ("/srv/plans/manifests/init.pp", false),
        ("modules/manifests/plans/a.pp", true),
        ("plans.pp", false),
        ("input 3", false),
        ("m/plans/a.epp", false),
    ] {
        assert_eq!(LexOptions::default().for_file(path).tasks, expected, "{path}");
    }
}

#[test]
fn files_have_regular_expressions_over_lines_by_themselves() {
    let spans_lines = |name| LexOptions::default().for_file(name).multiline_regexp;
    assert!(spans_lines("site.pp") && spans_lines("a.epp"));
    assert!(!spans_lines("stdin") && !spans_lines("cell 1") && !spans_lines("-e"));
}
