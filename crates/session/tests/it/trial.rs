//! Trial runs of fixes: they print nothing, read no file that the user did not name, and leave nothing in the session.

use std::sync::{Arc, Mutex};

use pprepl_session::{Evaluation, Outcome, Session, Settings, SystemHost, commands};

/// A session, and the lines that its host prints.
fn session() -> (Session, Arc<Mutex<Vec<String>>>) {
    let printed: Arc<Mutex<Vec<String>>> = Arc::default();
    let lines = printed.clone();
    let host = SystemHost::new(Box::new(move |_, text| lines.lock().unwrap().push(text.to_owned())));
    (Session::new(Settings::default(), Box::new(host)), printed)
}

fn run(session: &mut Session, text: &str) -> Evaluation {
    match commands::submit(session, text) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{text}: {other:?}"),
    }
}

fn titles(evaluation: &Evaluation) -> Vec<String> {
    evaluation.reports.iter().flat_map(|report| &report.fixes).map(|fix| fix.fix.title.clone()).collect()
}

#[test]
fn a_trial_prints_nothing() {
    let (mut session, printed) = session();
    let evaluation = run(&mut session, "notice('once')\n$name = 'web'\n$joined = $name + '1'\nnotice($joined)");
    assert_eq!(titles(&evaluation).len(), 1, "{:?}", evaluation.reports);
    assert_eq!(*printed.lock().unwrap(), ["once"]);
    assert_eq!(evaluation.logs.len(), 1, "{:?}", evaluation.logs);
}

#[test]
fn a_trial_leaves_nothing() {
    let (mut session, _) = session();
    run(&mut session, "$kept = 1");
    let text = "$name = 'web'\nfunction own() { 1 }\ntype Own = Integer\nfile { '/tmp/own': }\n$joined = $name + '1'";
    let evaluation = run(&mut session, text);
    assert_eq!(titles(&evaluation).len(), 1, "{:?}", evaluation.reports);
    let variables: Vec<String> = session.names().variables().into_iter().map(|view| view.name).collect();
    assert_eq!(variables, ["kept"]);
    assert!(session.names().functions().iter().all(|view| view.builtin));
    assert!(session.names().types().iter().all(|view| view.builtin));
    assert!(session.catalog().resources().is_empty());
    assert_eq!(session.inputs().len(), 2);
    assert_eq!(session.undo(5).len(), 1);
}

#[test]
fn a_message_for_the_first_time_is_not_lost() {
    // `empty` of a number warns once a session: the first input to reach it fails before, its fix does not.
    let (mut session, printed) = session();
    let evaluation = run(&mut session, "$name = 'web'\n$joined = $name + '1'\n$is_empty = empty(5)");
    assert_eq!(titles(&evaluation).len(), 1, "{:?}", evaluation.reports);
    assert!(printed.lock().unwrap().is_empty());
    run(&mut session, "$later = empty(5)");
    assert_eq!(printed.lock().unwrap().len(), 1);
}

#[test]
fn a_trial_reads_only_files_that_a_run_has_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.txt");
    std::fs::write(&path, "word").unwrap();
    let path = path.display();
    // The run fails after it has read the file: the trial reads it again.
    let (mut first, _) = session();
    let evaluation = run(&mut first, &format!("$word = file('{path}')\n$joined = $word + '1'"));
    assert_eq!(titles(&evaluation).len(), 1, "{:?}", evaluation.reports);
    // The run fails before: the trial does not read it, and a fix that must run is not offered.
    let (mut second, _) = session();
    let evaluation = run(&mut second, &format!("$word = 'a'\n$joined = $word + '1'\n$text = file('{path}')"));
    assert!(titles(&evaluation).is_empty(), "{:?}", evaluation.reports);
}
