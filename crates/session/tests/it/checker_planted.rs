//! Programs with one planted fault, and programs without one: the check of a file finds each fault in its line, reports
//! nothing else as an error, and the programs without a fault have no errors and run.

use pprepl_session::{Report, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn session() -> Session {
    let mut settings = Settings::default();
    settings.set("strict", "error").unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// Returns what is wrong with the findings of a program.
fn fault(row: &Value) -> Option<String> {
    let source = row["source"].as_str().unwrap();
    let view = session().analyze().check_file("site.pp", source);
    let found: Vec<&Report> = view.reports.iter().chain(&view.hints).collect();
    let told = || {
        let lines = found.iter().map(|one| format!("    {} {:?} {}\n", one.code, one.position, one.message));
        format!("{}\n{}", row["name"], lines.collect::<String>())
    };
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    let Some(code) = row["code"].as_str() else {
        let runs = !session().evaluate("site.pp", source).failed();
        return (errors.count() > 0 || !runs).then(told);
    };
    let line = row["line"].as_u64();
    let is_it = |one: &Report| {
        let at = one.position.map(|(line, _)| u64::from(line));
        one.code == code && (line.is_none() || at == line)
    };
    let is_found = found.iter().any(|one| is_it(one));
    let others = errors.filter(|one| one.code != code).count();
    (!is_found || others > 0).then(told)
}

#[test]
fn planted_faults_are_found_in_their_lines() {
    let path = pprepl_testing::root().join("tests/planted/programs.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let wrong: Vec<String> = rows.iter().filter_map(fault).collect();
    assert!(rows.len() >= 60, "{} programs", rows.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.concat());
}
