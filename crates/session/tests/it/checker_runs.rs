//! No false error: over the conformance data, what the checker calls an error fails when it runs. The few steps that run all
//! the same have the mistake in code that the step does not reach; each is listed with the code and the reason.
//!
//! `PPREPL_FAILURES=1` prints what is unlisted; `PPREPL_MISSED=1` prints failing steps that were not reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn folder() -> PathBuf {
    pprepl_testing::root().join("tests/conformance")
}

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// Steps that run although there is an error in them: `id code`.
fn listed() -> Vec<String> {
    let text = fs::read_to_string(folder().join("checker/unreached.txt")).unwrap_or_default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some(format!("{} {}", words.next()?, words.next()?))
        })
        .collect()
}

#[test]
fn what_runs_to_the_letter_of_puppet_8_has_no_error() {
    what_runs_has_no_error(Edition::Puppet8, 90);
}

#[test]
fn what_runs_in_the_default_edition_has_no_error() {
    what_runs_has_no_error(Edition::Eight, 90);
}

/// Did it fail when it ran (not in syntax or validation), since something was of the wrong type, or not there?
fn is_of_types_or_names(result: &Evaluation) -> bool {
    const CODES: &[&str] = &[
        "UNKNOWN_VARIABLE",
        "UNKNOWN_FUNCTION",
        "UNKNOWN_RESOURCE_TYPE",
        "UNKNOWN_RESOURCE_PARAMETER",
        "NOT_NUMERIC",
        "NUMERIC_COERCION",
        "COMPARISON_NOT_POSSIBLE",
        "MATCH_NOT_REGEXP",
        "MATCH_NOT_STRING",
        "TYPE_MISMATCH",
        "ILLEGAL_TITLE_TYPE_AT",
    ];
    const PARTS: &[&str] = &["_SLICE_", "OPERATOR_NOT_APPLICABLE", "MULTI_ASSIGNMENT"];
    let Some(report) = result.reports.iter().find(|report| report.severity == Severity::Error) else { return false };
    let by_code = CODES.contains(&report.code.as_str()) || PARTS.iter().any(|part| report.code.as_str().contains(part));
    let by_message = ["expects", "unknown class", "unknown resource type", "is a built-in type"];
    !result.invalid
        && (by_code || report.code == "RUNTIME_ERROR" && by_message.iter().any(|part| report.message.contains(part)))
}

/// `least`: per hundred failing steps, how many are reported before they run.
fn what_runs_has_no_error(edition: Edition, least: usize) {
    let listed = listed();
    let mut wrong = Vec::new();
    let (mut run, mut failing, mut reported) = (0_usize, 0_usize, 0_usize);
    let (mut of_types, mut of_types_reported) = (0_usize, 0_usize);
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    let mut areas: Vec<PathBuf> =
        fs::read_dir(folder().join("puppet8")).unwrap().map(|entry| entry.unwrap().path()).collect();
    areas.sort();
    for area in areas {
        for line in fs::read_to_string(&area).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let mut session = session(edition);
            for step in case["steps"].as_array().unwrap() {
                let step = step.as_str().unwrap();
                let view = session.analyze().check_types("input", step);
                let error = view.reports.iter().find(|report| report.severity == Severity::Error);
                let result = session.evaluate("input", step);
                if result.failed() {
                    failing += 1;
                    reported += usize::from(error.is_some());
                    if is_of_types_or_names(&result) {
                        of_types += 1;
                        of_types_reported += usize::from(error.is_some());
                    }
                    if error.is_none() {
                        let code = result.reports.first().map_or(String::new(), |report| report.code.to_string());
                        if std::env::var_os("PPREPL_MISSED").is_some_and(|wanted| wanted == *code) {
                            println!("missed {code}: {step:?}\n    {:?}", result.reports.first().map(|r| &r.message));
                        }
                        *missed.entry(code).or_default() += 1;
                    }
                    continue;
                }
                run += 1;
                if let Some(error) = error {
                    let key = format!("{} {}", case["id"].as_str().unwrap(), error.code);
                    if !listed.contains(&key) {
                        wrong.push(format!("{key}: {}\n    {step:?}", error.message));
                    }
                }
            }
        }
    }
    println!("{run} run; of {failing} that fail, {reported} are reported first; not reported: {missed:?}");
    println!("of {of_types} that fail when they run, for a type or a name, {of_types_reported} are reported first");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(of_types_reported * 100 >= of_types * 85, "{of_types_reported} of {of_types}");
    assert!(reported * 100 >= failing * least, "{reported} of {failing}");
}

#[test]
fn a_value_is_of_its_static_type() {
    let mut wrong = Vec::new();
    let mut compared = 0_usize;
    let mut areas: Vec<PathBuf> =
        fs::read_dir(folder().join("puppet8")).unwrap().map(|entry| entry.unwrap().path()).collect();
    areas.sort();
    for area in areas {
        for line in fs::read_to_string(&area).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let id = case["id"].as_str().unwrap();
            let mut session = session(Edition::Eight);
            for step in case["steps"].as_array().unwrap() {
                let step = step.as_str().unwrap();
                let Some(found) = session.analyze().check_types("input", step).type_text else { continue };
                let result = session.evaluate("input", step);
                // The reference does not take some types for what it says that their type is: so be it.
                let exact = result.detailed.as_deref() == Some(&*found);
                if result.failed() || found == "Any" || exact {
                    continue;
                }
                let Some(test) = session.preview(&format!("_ =~ ({found})"), std::time::Duration::from_secs(1)) else {
                    continue;
                };
                compared += 1;
                if test.value != "true" {
                    wrong.push(format!("{id}: {step:?}\n    {:?} is no {found}", result.value));
                }
            }
        }
    }
    println!("{compared} values are of their static type");
    assert!(compared > 2000, "{compared}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
