//! The modules of Debian's packages: what each main class came to when it was compared with Puppet
//! (tests/debian/compare.py writes outcomes.jsonl). The packages are not here: where they are unpacked, every class is
//! compiled again; elsewhere the test says that it was skipped.

use crate::debian_modules as modules;

use std::path::Path;

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

/// A session with the modules and the facts.
fn session(modules: &str, strict: &str) -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.set("strict", strict).expect("a setting");
    settings.set("modulepath", modules).expect("a setting");
    settings.set("facts", &pprepl_testing::path("tests/debian/facts.json")).expect("a setting");
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// "compiles" and the number of resources, or the code.
fn outcome(modules: &str, case: &Value) -> (String, usize) {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let mut session = session(modules, text("strict"));
    let got = session.evaluate("manifest", text("code"));
    match got.reports.iter().find(|report| report.severity == Severity::Error) {
        Some(report) => (report.code.to_string(), 0),
        None => {
            let given = |kind: &str, title: &str| {
                matches!((kind, title), ("Stage", "main") | ("Class", "Settings" | "main" | "Main"))
            };
            let export = session.catalog().export();
            let own = export.resources.iter().filter(|one| !given(&one.type_name, &one.title));
            ("compiles".to_owned(), own.count())
        }
    }
}

#[test]
fn main_classes_come_to_what_they_came_to() {
    let Some(packages) = pprepl_testing::debian() else { return };
    let links = modules::linked(&packages);
    let modules = links.path().display().to_string();
    let cases: Vec<Value> = include_str!("../../../../tests/debian/outcomes.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case"))
        .filter(|case: &Value| Path::new(&modules).join(case["name"].as_str().unwrap_or_default()).exists())
        .collect();
    assert!(cases.len() >= 60, "{modules} has {} of the modules only", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let expected = (case["outcome"].as_str().unwrap_or_default().to_owned(), case["resources"].as_u64());
        let (got, resources) = outcome(&modules, case);
        if got != expected.0 || Some(resources as u64) != expected.1 {
            wrong.push(format!("{}: {got}, {resources} resources; not {expected:?}", case["name"]));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
