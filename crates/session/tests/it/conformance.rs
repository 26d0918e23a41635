//! The conformance data against the product: a score per area, a floor per area that only rises.
//!
//! Each case is a session under edition `puppet8`; a step is right when outcome and value agree, and type, issue code and
//! place are scored beside it. `PPREPL_FAILURES=1` prints the steps that are not right.

use std::collections::BTreeMap;
use std::fs;

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};
use serde_json::Value;

fn data(path: &str) -> String {
    let path = pprepl_testing::root().join("tests/conformance").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// Hits and tries of one aspect.
#[derive(Default, Clone, Copy)]
struct Count {
    right: usize,
    of: usize,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        if self.of == 0 { 100.0 } else { 100.0 * self.right as f64 / self.of as f64 }
    }
}

/// The score of an area.
#[derive(Default)]
struct Score {
    value: Count,
    types: Count,
    issue: Count,
    place: Count,
    logs: Count,
}

/// Compares one step with what the reference answered; gives what is not right.
fn compare(score: &mut Score, got: &Evaluation, expected: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let fails = expected["error"].as_bool().unwrap_or(false);
    let outcome = fails == got.failed() && (fails || text(expected, "value") == got.value.as_deref());
    score.value.add(outcome);
    if !outcome {
        let error = got.reports.iter().find(|report| report.severity == pprepl_text::Severity::Error);
        let error = error.map(|report| format!("{} {} at {:?}", report.code, report.message, report.position));
        wrong.push(format!("value {:?} error {error:?}", got.value));
    }
    if fails && got.failed() {
        compare_error(score, got, expected, &mut wrong);
    } else if outcome {
        let reduced = text(expected, "reduced").or(text(expected, "type"));
        for (name, expected, got) in [
            ("type", text(expected, "type"), got.detailed.as_deref()),
            ("reduced", reduced, got.reduced.as_deref()),
            ("generalized", text(expected, "generalized"), got.generalized.as_deref()),
        ] {
            if expected.is_some() {
                score.types.add(expected == got);
                if expected != got {
                    wrong.push(format!("{name} {got:?}"));
                }
            }
        }
    }
    compare_logs(score, got, expected, &mut wrong);
    wrong
}

fn compare_error(score: &mut Score, got: &Evaluation, expected: &Value, wrong: &mut Vec<String>) {
    let Some(error) = got.reports.iter().find(|report| report.severity == pprepl_text::Severity::Error) else {
        return;
    };
    if let Some(issue) = text(expected, "issue").filter(|issue| !issue.is_empty()) {
        let right = error.code == issue;
        score.issue.add(right);
        if !right {
            wrong.push(format!("issue {} ({})", error.code, error.message));
        }
    }
    if let Some(line) = expected["line"].as_u64() {
        let pos = expected["pos"].as_u64();
        let right =
            error.position.is_some_and(|(l, c)| u64::from(l) == line && pos.is_none_or(|pos| u64::from(c) == pos));
        score.place.add(right);
        if !right {
            wrong.push(format!("place {:?}", error.position));
        }
    }
}

fn compare_logs(score: &mut Score, got: &Evaluation, expected: &Value, wrong: &mut Vec<String>) {
    let Some(logs) = expected["logs"].as_array() else { return };
    let free = |level: &str| matches!(level, "warning" | "err");
    let same = logs.len() == got.logs.len()
        && logs.iter().zip(&got.logs).all(|(expected, (level, text))| {
            expected[0] == level.as_str() && (free(level.as_str()) || expected[1] == **text)
        });
    score.logs.add(same);
    if !same {
        wrong.push(format!("logs {:?}", got.logs));
    }
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value[key].as_str()
}

fn run_area(area: &str) -> (Score, Vec<String>) {
    let mut score = Score::default();
    let mut failures = Vec::new();
    for line in data(&format!("puppet8/{area}.jsonl")).lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut session = session(Edition::Puppet8);
        let results = case["results"].as_array().unwrap();
        for (step, expected) in case["steps"].as_array().unwrap().iter().zip(results) {
            let step = step.as_str().unwrap();
            let run = std::panic::AssertUnwindSafe(|| session.evaluate("input", step));
            let got = match std::panic::catch_unwind(run) {
                Ok(got) => got,
                Err(_) => {
                    // A panic is never right; the case goes on in a fresh session.
                    score.value.add(false);
                    failures.push(format!("{}: {step:?}\n    PANICKED; expected {expected}", case["id"]));
                    session = self::session(Edition::Puppet8);
                    continue;
                }
            };
            let wrong = compare(&mut score, &got, expected);
            if !wrong.is_empty() {
                failures.push(format!(
                    "{}: {step:?}\n    got {}\n    expected {expected}",
                    case["id"],
                    wrong.join("; ")
                ));
            }
        }
    }
    (score, failures)
}

/// Floors per area: value, type, issue, place, in percent.
const FLOORS: &[(&str, [f64; 4])] = &[
    ("01_numbers", [100.0, 100.0, 100.0, 100.0]),
    ("02_strings", [100.0, 100.0, 100.0, 100.0]),
    ("03_heredoc", [100.0, 100.0, 100.0, 96.0]),
    ("04_arithmetic", [100.0, 100.0, 100.0, 100.0]),
    ("05_compare", [100.0, 100.0, 100.0, 100.0]),
    ("06_match", [100.0, 100.0, 100.0, 100.0]),
    ("07_boolean", [100.0, 100.0, 100.0, 100.0]),
    ("08_collections", [100.0, 100.0, 100.0, 100.0]),
    ("09_variables", [100.0, 100.0, 100.0, 100.0]),
    ("10_conditionals", [100.0, 100.0, 100.0, 100.0]),
    ("11_types", [99.9, 99.9, 100.0, 100.0]),
    ("12_new", [100.0, 100.0, 100.0, 100.0]),
    ("13_functions", [100.0, 100.0, 100.0, 100.0]),
    ("14_iteration", [100.0, 100.0, 100.0, 100.0]),
    ("15_builtins", [100.0, 100.0, 100.0, 100.0]),
    ("16_epp", [100.0, 100.0, 100.0, 100.0]),
    ("17_resources", [99.3, 100.0, 100.0, 100.0]),
    ("18_validation", [99.7, 100.0, 100.0, 100.0]),
    ("19_syntax", [100.0, 100.0, 100.0, 100.0]),
    ("20_sessions", [100.0, 100.0, 100.0, 100.0]),
];

/// Runs the areas whose name contains `PPREPL_AREA` (all without it) and holds each to its floors.
#[test]
fn the_reference_answers_alike() {
    let chosen = std::env::var("PPREPL_AREA").unwrap_or_default();
    let areas: Vec<_> = FLOORS.iter().filter(|(area, _)| area.contains(&chosen)).collect();
    let mut table = BTreeMap::new();
    let mut below = Vec::new();
    let (first, second): (Vec<_>, Vec<_>) = areas.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let run = |part: Vec<(usize, &&(&'static str, [f64; 4]))>| {
        part.into_iter().map(|(_, (area, floors))| (*area, *floors, run_area(area))).collect::<Vec<_>>()
    };
    let scored = std::thread::scope(|scope| {
        let big =
            |part| std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, move || run(part)).unwrap();
        let (first, second) = (big(first), big(second));
        let mut all = first.join().unwrap();
        all.extend(second.join().unwrap());
        all
    });
    for (area, floors, (score, failures)) in scored {
        let parts = [score.value, score.types, score.issue, score.place];
        if parts.iter().zip(floors).any(|(part, floor)| part.percent() < floor) {
            below.push(area);
        }
        if std::env::var_os("PPREPL_FAILURES").is_some() {
            println!("{}", failures.join("\n"));
        }
        let row = parts
            .iter()
            .chain([&score.logs])
            .map(|part| format!("{:6.2} {:>11}", part.percent(), format!("{}/{}", part.right, part.of)));
        table.insert(area, row.collect::<Vec<_>>().join("  "));
    }
    println!("{:<16} value               type                issue               place               logs", "area");
    table.iter().for_each(|(area, row)| println!("{area:<16} {row}"));
    assert!(below.is_empty(), "below their floors: {below:?}");
}
