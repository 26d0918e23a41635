//! What the tests over the conformance cases share: the cases, a sample of them, and all that a user sees of a session.

use std::fmt::Write;
use std::time::Duration;

use pprepl_session::settings::SETTINGS;
use pprepl_session::{Edition, Evaluation, Report, Secrets, Session, Settings, SystemHost};

pub use pprepl_testing::cases::{Case, all, sample};

/// A session in an edition, with the facts of a machine that never changes.
pub fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The edition of the reference for even numbers, the usual one for odd ones.
pub fn edition(number: usize) -> Edition {
    if number.is_multiple_of(2) { Edition::Puppet8 } else { Edition::Eight }
}

/// A finding without its place.
pub fn finding(report: &Report) -> String {
    format!("{} {} {} {:?}", report.severity.as_str(), report.code, report.message, report.help)
}

/// All that an input gave, but not where: for code that is laid out in another way.
pub fn outcome(evaluation: &Evaluation) -> String {
    let findings: Vec<String> = evaluation.reports.iter().map(finding).collect();
    let captures: Vec<_> = evaluation.captures.iter().map(|one| (one.number, &one.value)).collect();
    format!(
        "value {:?} shown {:?}\ntypes {:?} {:?} {:?}\nlogs {:?}\nfindings {findings:#?}\nmatch {captures:?} {}\nsets {:?} {:?}",
        evaluation.value,
        evaluation.shown,
        evaluation.detailed,
        evaluation.reduced,
        evaluation.generalized,
        evaluation.logs,
        evaluation.matched,
        evaluation.assigned,
        evaluation.defined,
    )
}

/// All that an input gave, places and notes too.
pub fn outcome_with_places(evaluation: &Evaluation) -> String {
    let places: Vec<_> = evaluation.reports.iter().map(|report| (report.place(), report.end_place())).collect();
    let notes: Vec<_> = evaluation.notes.iter().map(|note| (finding(note), note.place())).collect();
    format!("{}\nplaces {places:?}\nnotes {notes:#?}", outcome(evaluation))
}

/// All that a user sees of a session: names, catalog, settings, facts, match variables. Without the inputs.
pub fn state(session: &mut Session) -> String {
    let mut text = String::new();
    let aliases: Vec<String> =
        session.names().types().into_iter().take_while(|one| !one.builtin).map(|one| one.name).collect();
    // The definition shows whether an input has used the alias already, which no undo changes: its value does not.
    for alias in aliases {
        let value = session.preview(&alias, Duration::from_secs(5)).map(|preview| preview.value);
        let _ = writeln!(text, "type {alias} = {value:?}");
    }
    let names = session.names();
    for one in names.variables() {
        let _ = writeln!(text, "${} = {} : {} of {:?}", one.name, one.value, one.type_name, one.input);
    }
    for one in names.functions_where(|_| true).iter().take_while(|one| !one.builtin) {
        let _ = writeln!(text, "function {:?}", one.signatures);
    }
    let captures: Vec<_> = names.match_variables().into_iter().map(|one| (one.number, one.value)).collect();
    let _ = writeln!(text, "match {captures:?} {:?}", names.match_inputs());
    for one in session.catalog().resources() {
        let _ = writeln!(text, "{} {:?}", one.reference, one.parameters);
    }
    let catalog = session.catalog();
    let finished = catalog.finish();
    let findings: Vec<String> = finished.findings().iter().map(finding).collect();
    let _ = writeln!(text, "{}\n{findings:#?}", finished.to_json(Secrets::Redacted));
    for row in SETTINGS {
        let _ = writeln!(text, "{} = {}", row.key, row.value(session.settings()));
    }
    let _ = writeln!(text, "{:?}", session.facts().data(""));
    text
}

/// The inputs, and which of them are undone.
pub fn inputs(session: &Session) -> Vec<String> {
    let inputs = session.inputs().iter();
    let line = |one: &pprepl_session::InputView| {
        let undone = session.is_undone(one.number);
        format!("{} {:?} {:?} {:?} {} {undone}", one.number, one.text, one.value, one.type_name, one.failed)
    };
    inputs.map(line).collect()
}

/// Says where two texts differ first.
pub fn difference(before: &str, after: &str) -> String {
    let pairs = before.lines().zip(after.lines()).find(|(one, other)| one != other);
    match pairs {
        Some((one, other)) => format!("      {one}\n  not {other}"),
        None => {
            let (one, other) = (before.lines().count(), after.lines().count());
            let rest = if one > other { before.lines().nth(other) } else { after.lines().nth(one) };
            format!("      {one} lines\n  not {other} lines: {}", rest.unwrap_or_default())
        }
    }
}

/// Fails when there are faults, and prints the first ones.
pub fn hold(faults: &[String]) {
    let first: Vec<&str> = faults.iter().take(15).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), first.join("\n"));
}
