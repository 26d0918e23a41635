//! Catalogs as Puppet compiled them (7.23; the same rules hold in 8.11): resources in order with all that the JSON tells
//! of them, containment, classes, tags. Where Puppet failed, at whatever point, a session finds something wrong, too.

use serde_json::{Value, json};

use pprepl_session::{Edition, Session, Settings, SystemHost};

const REFERENCE: &str = include_str!("../../../../tests/catalog/reference.jsonl");

fn session(case: &Value) -> Session {
    let mut settings = Settings::of(Edition::Puppet8);
    settings.environment.node = case["node"].as_str().unwrap_or_default().to_owned();
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The catalog in the reference's shape; `None` when something is wrong, but for cycles, which a compiler does not see.
fn compile(case: &Value) -> Option<Value> {
    let mut session = session(case);
    if session.evaluate("input", case["code"].as_str()?).failed() {
        return None;
    }
    let export = session.catalog().export();
    if export.findings.iter().any(|found| found.code != "DEPENDENCY_CYCLE") {
        return None;
    }
    let sorted = |tags: &[String]| {
        let mut tags = tags.to_vec();
        tags.sort();
        tags
    };
    let resource = |resource: &pprepl_session::ResourceExport| {
        let mut shape = resource.to_json();
        if let Some(object) = shape.as_object_mut() {
            object.shift_remove("file");
            object.shift_remove("exported");
            object.insert("tags".to_owned(), json!(sorted(&resource.tags)));
        }
        shape
    };
    let edges: Vec<String> = export.edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
    Some(json!({
        "tags": sorted(&export.tags),
        "classes": export.classes,
        "resources": export.resources.iter().skip(1).map(resource).collect::<Vec<_>>(),
        "edges": edges,
    }))
}

#[test]
fn catalogs_are_those_of_the_reference() {
    let mut different = Vec::new();
    for line in REFERENCE.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let got = compile(&case);
        if got.as_ref() != case.get("catalog") {
            let got = got.unwrap_or_default();
            different.push(format!(
                "{}\n  got      {got}\n  expected {}",
                case["code"].as_str().unwrap(),
                case["catalog"]
            ));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
