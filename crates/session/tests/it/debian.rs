//! The modules of Debian's packages: what each main class and each declaration of declarations.jsonl came to when it was
//! compared with Puppet (tests/debian/compare.py writes outcomes.jsonl and declared.jsonl). The packages are not here:
//! where they are unpacked, everything is compiled again; elsewhere the tests say that they were skipped.

use crate::debian_modules as modules;

use std::collections::HashMap;
use std::path::Path;

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

/// A session with the modules and the facts.
fn session(modules: &str, strict: &str, facts: &str) -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.set("strict", strict).expect("a setting");
    settings.set("modulepath", modules).expect("a setting");
    settings.set("facts", &pprepl_testing::path(&format!("tests/debian/{facts}"))).expect("a setting");
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// "compiles" and the number of resources, or the code.
fn outcome(modules: &str, case: &Value) -> (String, usize) {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let mut session = session(modules, text("strict"), text("facts"));
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

/// The size of a catalog: resources, attributes, tags and edges.
fn size(session: &Session) -> [u64; 4] {
    let export = session.catalog().export();
    let sum = |of: &dyn Fn(&pprepl_session::ResourceExport) -> usize| export.resources.iter().map(of).sum::<usize>();
    let parts =
        [export.resources.len(), sum(&|one| one.parameters.len()), sum(&|one| one.tags.len()), export.edges.len()];
    parts.map(|part| part as u64)
}

/// The rows of a file of tests/debian.
fn rows(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(pprepl_testing::path(&format!("tests/debian/{file}"))).expect("the rows");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Compiles the declarations that use these facts again.
fn declarations_come_to_what_they_came_to(facts: &str) {
    let Some(packages) = pprepl_testing::debian() else { return };
    let links = modules::linked(&packages);
    let modules = links.path().display().to_string();
    let kept = rows("declared.jsonl");
    let kept: HashMap<&str, &Value> = kept.iter().map(|row| (row["name"].as_str().unwrap_or_default(), row)).collect();
    let mut wrong = Vec::new();
    for declaration in rows("declarations.jsonl") {
        let text = |key: &str| declaration[key].as_str().unwrap_or_default();
        if text("facts") != facts {
            continue;
        }
        let Some(expected) = kept.get(text("name")) else { panic!("{} is not in declared.jsonl", text("name")) };
        let mut session = session(&modules, text("strict"), &format!("facts/{facts}.json"));
        let got = session.evaluate("manifest", text("code"));
        let error = got.reports.iter().find(|report| report.severity == Severity::Error);
        let outcome = error.map_or("compiles".to_owned(), |report| report.code.to_string());
        let size = error.map_or_else(|| size(&session), |_| [0; 4]);
        if Some(&*outcome) != expected["outcome"].as_str() || serde_json::json!(size) != expected["size"] {
            wrong.push(format!("{}: {outcome} {size:?}; not {expected}", text("name")));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn declarations_on_debian_come_to_what_they_came_to() {
    declarations_come_to_what_they_came_to("debian-12");
}

#[test]
fn declarations_on_ubuntu_come_to_what_they_came_to() {
    declarations_come_to_what_they_came_to("ubuntu-22.04");
}

#[test]
fn declarations_on_centos_come_to_what_they_came_to() {
    declarations_come_to_what_they_came_to("centos-7");
}

#[test]
fn declarations_on_freebsd_come_to_what_they_came_to() {
    declarations_come_to_what_they_came_to("freebsd-14");
}

/// What Puppet compiles becomes the same catalog, or its difference has a name.
#[test]
fn most_declarations_give_puppets_catalog() {
    let rows = rows("declared.jsonl");
    let with = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
    let (equal, refused, differs) = (with("equal"), with("refused"), with("differs"));
    assert!(rows.len() >= 300 && equal >= 300, "{} declarations, {equal} equal", rows.len());
    assert!(equal * 100 >= (equal + refused + differs) * 95, "{equal} equal, {refused} refused, {differs} differ");
    let named = |row: &&Value| row["why"].as_str().is_some_and(|why| !why.is_empty());
    let unexplained: Vec<_> = rows.iter().filter(|row| row["verdict"] == "differs").filter(|row| !named(row)).collect();
    assert!(unexplained.is_empty(), "{unexplained:?}");
}
