//! The explanations of issue codes: every example fails with its code, every fix does not.

use std::collections::HashSet;
use std::fmt::Write;

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::RuleCode;
use pprepl_text::{Code, Diagnostic, Severity, Source, render};
use puppet_syntax::explain::{ExampleKind, Explanation, Stage, explain, explanations};
use puppet_syntax::{LexOptions, ValidateOptions, parse, validate};

fn read(row: &Explanation, text: &str, puppet8: bool) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let base = if puppet8 { LexOptions::PUPPET8 } else { LexOptions::default() };
    let tasks = row.reading == ExampleKind::Plan;
    let parsed = parse(text, LexOptions { template: row.reading == ExampleKind::Template, tasks, ..base });
    let base = if puppet8 { ValidateOptions::PUPPET8 } else { ValidateOptions::default() };
    let found = validate(&parsed.program, text, &ValidateOptions { tasks, ..base });
    (parsed.diagnostics, found)
}

/// Does the text fail with the row's code, at the row's stage?
fn fails(row: &Explanation, text: &str, puppet8: bool) -> bool {
    let (parsed, validated) = read(row, text, puppet8);
    let found = if row.stage == Stage::Syntax { parsed } else { validated };
    found.iter().any(|diagnostic| diagnostic.code == row.code)
}

/// The rows of a stage that have an example.
fn with_example(wanted: fn(Stage) -> bool) -> impl Iterator<Item = &'static Explanation> {
    explanations().filter(move |row| wanted(row.stage) && !row.example.is_empty())
}

fn is_clean(row: &Explanation, text: &str) -> bool {
    let (parsed, validated) = read(row, text, true);
    !parsed.iter().chain(&validated).any(Diagnostic::is_error)
}

#[test]
fn every_example_fails_with_its_code_and_every_fix_does_not() {
    for row in with_example(|stage| !matches!(stage, Stage::Evaluation | Stage::Types)) {
        let default = fails(row, row.example, false);
        assert!(default || fails(row, row.example, true), "{}: {:?}", row.code, read(row, row.example, true));
        assert_eq!(default, !row.puppet8_only, "{} in the default edition", row.code);
        assert!(is_clean(row, row.fix), "{}: {:?}", row.code, read(row, row.fix, true));
    }
}

#[test]
fn examples_of_evaluation_pass_the_static_checks() {
    for row in with_example(|stage| stage == Stage::Evaluation) {
        assert!(is_clean(row, row.example), "{}: {:?}", row.code, read(row, row.example, true));
        assert!(is_clean(row, row.fix), "{}: {:?}", row.code, read(row, row.fix, true));
    }
}

#[test]
fn a_code_is_explained_once() {
    let mut seen = HashSet::new();
    for row in explanations() {
        assert!(seen.insert(row.code), "{} is there twice", row.code);
        assert!(row.text.ends_with('.') || row.text.ends_with(')'), "{}: {}", row.code, row.text);
    }
}

#[test]
fn codes_are_found_in_any_case() {
    assert_eq!(explain("div_by_zero").map(|row| row.code.as_str()), Some("DIV_BY_ZERO"));
    assert!(explain("NO_SUCH_CODE").is_none());
}

#[test]
fn every_issue_of_the_static_checks_is_shown_once() {
    let mut shown = String::new();
    for row in with_example(|stage| stage == Stage::Validation) {
        let (_, found) = read(row, row.example, row.puppet8_only);
        let mut diagnostic = found.into_iter().find(|diagnostic| diagnostic.code == row.code).unwrap();
        diagnostic.source = Some(Source::new("example", row.example));
        writeln!(shown, "{}\n", render(&diagnostic, false)).unwrap();
    }
    insta::assert_snapshot!(shown);
}

/// The codes of the errors of `text` in a fresh session.
fn evaluated(row: &Explanation, text: &str) -> Vec<String> {
    let mut settings = Settings::default();
    if row.puppet8_only {
        Edition::Puppet8.apply(&mut settings);
    }
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("example", text);
    let errors = evaluation.reports.iter().filter(|report| report.severity == Severity::Error);
    errors.map(|report| report.code.to_string()).collect()
}

#[test]
fn every_example_of_evaluation_fails_with_its_code_and_every_fix_runs() {
    let mut wrong = String::new();
    for row in with_example(|stage| stage == Stage::Evaluation) {
        let (failed, mended) = (evaluated(row, row.example), evaluated(row, row.fix));
        if failed != [row.code.as_str()] || !mended.is_empty() {
            writeln!(wrong, "{}: the example gives {failed:?}, the fix {mended:?}", row.code).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The codes that the static checker finds in `text`; of hints, only that of the row.
fn checked(row: &Explanation, text: &str) -> Vec<String> {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let Code::Rule(rule) = row.code else { panic!("{} is no rule", row.code) };
    let rules = session.checker().rules().with(rule, true);
    session.analyze().set_rules(rules);
    let view = session.analyze().check_types("example", text);
    let notes = ran(text, rule);
    let hints = view.hints.iter().chain(&notes).filter(|hint| hint.code == row.code);
    view.reports.iter().chain(hints).map(|report| report.code.to_string()).collect()
}

/// The notes that need the run: on the value, on relationships, on match variables.
fn ran(text: &str, rule: RuleCode) -> Vec<pprepl_session::Report> {
    let runs = [RuleCode::NoMatch, RuleCode::OlderMatch, RuleCode::UndeclaredReference, RuleCode::DependencyCycle];
    if !runs.contains(&rule) {
        return Vec::new();
    }
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let inputs: Vec<&str> = if rule == RuleCode::OlderMatch { text.lines().collect() } else { vec![text] };
    inputs.iter().flat_map(|input| session.evaluate("example", input).notes).collect()
}

#[test]
fn every_example_of_types_has_its_finding_and_every_fix_none() {
    for row in with_example(|stage| stage == Stage::Types) {
        assert_eq!(checked(row, row.example), [row.code.as_str()], "{}", row.code);
        assert!(checked(row, row.fix).is_empty(), "{}: the fix has {:?}", row.code, checked(row, row.fix));
    }
}

#[test]
fn every_rule_of_the_checker_is_explained() {
    for rule in puppet_check::RULES {
        let row = explanations().find(|row| row.stage == Stage::Types && row.code == rule.code);
        assert!(row.is_some(), "{} has no row", rule.code);
    }
}
