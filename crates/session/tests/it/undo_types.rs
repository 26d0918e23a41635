//! What types mean after types were taken back: nothing that is gone is remembered.

use pprepl_session::{Outcome, Session, Settings, SystemHost};

/// The value of an input, or its first finding.
fn answer(session: &mut Session, text: &str) -> String {
    let Outcome::Evaluated(evaluation) = session.submit(text) else { return String::new() };
    let found = evaluation.reports.first().map(|report| report.message.clone());
    evaluation.value.filter(|_| found.is_none()).or(found).unwrap_or_default()
}

#[test]
fn an_alias_forgets_what_was_taken_back() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    answer(&mut session, "type U = Array[W]");
    answer(&mut session, "type W = Integer[3]");
    assert_eq!(answer(&mut session, "[5] =~ U"), "true");
    session.undo(1);
    assert_eq!(answer(&mut session, "[5] =~ U"), "the type `U`: unknown type `W`");
    answer(&mut session, "type W = String");
    assert_eq!(answer(&mut session, "[5] =~ U"), "false");
    assert_eq!(answer(&mut session, "['a'] =~ U"), "true");
}

#[test]
fn an_alias_that_comes_back_means_what_there_is_then() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    answer(&mut session, "type W = Integer[3]");
    answer(&mut session, "type U = Array[W]");
    assert_eq!(answer(&mut session, "[5] =~ U"), "true");
    session.undo(2);
    session.redo(2);
    assert_eq!(answer(&mut session, "[5] =~ U"), "true");
    assert_eq!(answer(&mut session, "[1] =~ U"), "false");
}

/// While an alias is away, a module's type of its name is looked at: each keeps its own definition.
#[test]
fn an_alias_comes_back_beside_a_type_of_a_module() {
    let modules = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(modules.path().join("m/types")).unwrap();
    std::fs::write(modules.path().join("m/types/t.pp"), "type M::T = Integer").unwrap();
    let mut settings = Settings::default();
    settings.set("modulepath", &modules.path().display().to_string()).unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    answer(&mut session, "type M::T = String");
    answer(&mut session, "type Other = Integer");
    session.undo(1);
    session.undo(1);
    assert_eq!(session.analyze().types("3 =~ M::T").known(), Some("Boolean[true]"));
    session.redo(1);
    assert_eq!(answer(&mut session, "'a' =~ M::T"), "true");
    assert_eq!(answer(&mut session, "3 =~ M::T"), "false");
}
