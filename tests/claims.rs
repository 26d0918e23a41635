//! The claims of the seed documents (tests/conformance/seeds/claims.jsonl): what must hold in a fresh session under the
//! default edition, and what holds under another.
//!
//! `PPREPL_FAILURES=1` prints the steps that are not right; `PPREPL_CLAIMS=T-0` looks at claims of this name only.

use std::path::PathBuf;

use pprepl::commands;
use pprepl::session::{Edition, Evaluation, Outcome, Session, Settings, SystemHost};
use pprepl::text::Severity;
use serde_json::Value;

fn claims() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/seeds/claims.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The session that a claim asks for; `None` when it asks for none.
fn session(claim: &Value) -> Option<Session> {
    let mut settings = Settings::default();
    let edition = match claim["edition"].as_str() {
        None => Edition::Eight,
        Some("3x") => Edition::ThreeX,
        Some("4x") => Edition::FourX,
        Some("8 (additions off)") => Edition::Puppet8,
        Some("multiline_regexp on" | "strict=error") => Edition::Eight,
        Some(_) => return None,
    };
    edition.apply(&mut settings);
    match claim["edition"].as_str() {
        Some("multiline_regexp on") => settings.multiline_regexp = true,
        Some("strict=error") => settings.set("strict", "error").unwrap(),
        _ => {}
    }
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    if let Some(conf) = claim["conf"].as_object() {
        for (key, value) in conf.iter().filter(|(key, _)| *key != "note") {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/seeds");
            let text = if key == "modulepath" { folder.join(text).display().to_string() } else { text };
            session.set(key, &text).ok()?;
        }
    }
    Some(session)
}

/// What differs; empty when the step is right.
fn differences(expected: &Value, outcome: &Outcome) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |what: &str, expected: Option<&str>, got: Option<&str>| {
        if expected.is_some() && expected != got {
            wrong.push(format!("{what} {got:?} instead of {expected:?}"));
        }
    };
    let got = match outcome {
        Outcome::Evaluated(evaluation) => evaluation,
        Outcome::Command(answer) => {
            compare("value", expected["value"].as_str(), answer.value.as_deref());
            return wrong;
        }
        _ => return wrong,
    };
    compare("value", expected["value"].as_str(), got.value.as_deref());
    compare("type", expected["type"].as_str(), got.detailed.as_deref());
    let fails = expected["error"] == true;
    if fails != got.failed() {
        wrong.push(if fails { format!("no error but {:?}", got.value) } else { format!("fails: {}", error(got)) });
    }
    wrong
}

fn error(evaluation: &Evaluation) -> String {
    let found = evaluation.reports.iter().find(|report| report.severity == Severity::Error);
    found.map_or_else(String::new, |report| format!("{} {}", report.code, report.message))
}

#[test]
fn claims_hold() {
    let chosen = std::env::var("PPREPL_CLAIMS").unwrap_or_default();
    let (mut right, mut wrong) = (0, Vec::new());
    for claim in claims() {
        let id = claim["id"].as_str().unwrap();
        if !id.starts_with(&chosen) || id.starts_with("TK") {
            continue;
        }
        let Some(mut session) = session(&claim) else { continue };
        for (step, expected) in claim["steps"].as_array().unwrap().iter().zip(claim["expect"].as_array().unwrap()) {
            let step = step.as_str().unwrap();
            let outcome = commands::submit(&mut session, step);
            if expected.is_null() {
                continue;
            }
            let found = differences(expected, &outcome);
            if found.is_empty() {
                right += 1;
            } else {
                wrong.push(format!("{id} {step:?}: {}", found.join("; ")));
            }
        }
    }
    if std::env::var("PPREPL_FAILURES").is_ok() {
        wrong.iter().for_each(|line| println!("{line}"));
    }
    println!("{right} right, {} wrong", wrong.len());
    let percent = 100 * right / (right + wrong.len()).max(1);
    assert!(percent >= 99, "{percent} % of the steps are right");
}
