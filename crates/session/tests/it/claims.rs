//! The claims of the seed documents (tests/conformance/seeds/claims.jsonl): what must hold in a fresh session under the
//! default edition, and what holds under another. All of them do but the few that are listed with their reason; the
//! errata (`none`) are kept as a record only.
//!
//! `PPREPL_CLAIMS=T-0` looks at claims of this name only.

use pprepl_session::commands;
use pprepl_session::{Edition, Evaluation, Outcome, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn claims() -> Vec<Value> {
    let path = pprepl_testing::root().join("tests/conformance/seeds/claims.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Steps that must not come out as the file says, with the reason.
const EXCEPTIONS: [(&str, &str, &str); 4] = [
    (
        "T-063b",
        "7.0 =~ Float[1.0]",
        "claims.md §2c settles it for Puppet 8.11: one bound is the least value (T-052), and says so of T-063b by name",
    ),
    ("T-163", "$trusted =~ Hash", COMPILE),
    ("T-163", "$server_facts =~ Hash", COMPILE),
    ("T-163", "$environment", COMPILE),
];

const COMPILE: &str =
    "claims.md leaves open which of them pprepl provides; every compile of Puppet has these three, also without facts";

fn is_exception(id: &str, step: &str) -> bool {
    EXCEPTIONS.iter().any(|(known, text, _)| (*known, *text) == (id, step))
}

/// The settings that a claim asks for; `None` for the errata.
fn settings(claim: &Value) -> Option<Settings> {
    let mut settings = Settings::default();
    let (edition, change) = match claim["edition"].as_str() {
        None => (Edition::Eight, None),
        Some("3x") => (Edition::ThreeX, None),
        Some("4x") => (Edition::FourX, None),
        Some("8 (additions off)") => (Edition::Puppet8, None),
        Some("multiline_regexp on") => (Edition::Eight, Some(("multiline_regexp", "on"))),
        Some("strict=error") => (Edition::Eight, Some(("strict", "error"))),
        Some("none") => return None,
        Some(other) => panic!("no such edition or setting: {other}"),
    };
    edition.apply(&mut settings);
    if let Some((key, value)) = change {
        settings.set(key, value).unwrap();
    }
    Some(settings)
}

/// The session that a claim asks for; `None` for the errata.
fn session(claim: &Value) -> Option<Session> {
    let settings = settings(claim)?;
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    if let Some(conf) = claim["conf"].as_object() {
        for (key, value) in conf.iter().filter(|(key, _)| *key != "note") {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let folder = pprepl_testing::root().join("tests/conformance/seeds");
            let text = if key == "modulepath" { folder.join(text).display().to_string() } else { text };
            session.set(key, &text).unwrap();
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
    let logs: Vec<&str> = got.logs.iter().map(|(_, text)| text.as_str()).collect();
    if let Some(wanted) = expected["logs"].as_array()
        && wanted.iter().any(|line| !logs.contains(&line.as_str().unwrap_or_default()))
    {
        wrong.push(format!("logs {logs:?} instead of {wanted:?}"));
    }
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

/// The steps of the chosen claims that are right, and what is wrong with the others.
fn score(chosen: impl Fn(&Value) -> bool) -> (usize, Vec<String>) {
    let (mut right, mut wrong) = (0, Vec::new());
    for claim in claims().iter().filter(|claim| chosen(claim)) {
        let id = claim["id"].as_str().unwrap();
        let Some(mut session) = session(claim) else { continue };
        for (step, expected) in claim["steps"].as_array().unwrap().iter().zip(claim["expect"].as_array().unwrap()) {
            let step = step.as_str().unwrap();
            let outcome = commands::submit(&mut session, step);
            if expected.is_null() {
                continue;
            }
            let found = differences(expected, &outcome);
            match (found.is_empty(), is_exception(id, step)) {
                (true, false) | (false, true) => right += 1,
                (true, true) => wrong.push(format!("{id} {step:?} holds now: it is no exception any more")),
                (false, false) => wrong.push(format!("{id} {step:?}: {}", found.join("; "))),
            }
        }
    }
    (right, wrong)
}

fn all_hold(what: &str, chosen: impl Fn(&Value) -> bool) {
    let only = std::env::var("PPREPL_CLAIMS").unwrap_or_default();
    let id = |claim: &Value| claim["id"].as_str().unwrap().to_owned();
    // The claims on tokens (TK) are held by tests/tokens.rs.
    let (right, wrong) = score(|claim| chosen(claim) && id(claim).starts_with(&only) && !id(claim).starts_with("TK"));
    println!("{what}: {right} steps right, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{what}: {} steps are wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn claims_of_the_default_edition_hold() {
    all_hold("default", |claim| claim["default"] == true);
}

#[test]
fn the_other_claims_hold_under_their_edition_or_setting() {
    all_hold("others", |claim| claim["default"] == false);
}
