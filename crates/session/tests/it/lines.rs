//! Checkpoints, forks and rewritten histories: `:checkpoint`, `:fork`, `:switch`, `:let`, `:redo N CODE`, `:reset PART`.

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        commands::submit(&mut session, input);
    }
    session
}

fn ask(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let report = |report: &pprepl_session::Report| {
                format!("{}: {}\n  {}\n", report.code, report.message, report.help.clone().unwrap_or_default())
            };
            answer.text.clone() + &answer.reports.iter().map(report).collect::<String>()
        }
        Outcome::Evaluated(evaluation) => {
            let messages: String = evaluation.reports.iter().map(|report| format!("{}\n", report.message)).collect();
            format!("=> {}\n{messages}", evaluation.value.unwrap_or_default())
        }
        other => format!("{other:?}"),
    }
}

fn asked(session: &mut Session, lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n{}\n\n", ask(session, line).trim_end())).collect()
}

const START: &[&str] = &[
    "$port = 80",
    "function double(Integer $x) { $x * 2 }",
    "type Port = Integer[1, 65535]",
    "class web { notify { \"port ${port}\": } $inside = 1 }",
    "include web",
    "$twice = double($port)",
    "'abc' =~ /b(.)/",
];

#[test]
fn forks_keep_apart() {
    let mut s = session(START);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":checkpoint start",
            ":fork trial",
            "$new = 5",
            "notify { 'trial': }",
            ":switch main",
            "$new",
            "$new = 'main'",
            ":fork diff main trial",
            ":fork diff trial",
            ":switch -",
            "$new",
            ":switch start",
            "$new = 'copy'",
            ":fork",
            ":switch start",
            ":fork drop trial",
            ":fork drop start-3",
            ":fork main",
            ":switch nosuch",
            ":fork a b",
            ":fork -x",
        ]
    ));
}

#[test]
fn a_switch_back_restores_everything() {
    let mut s = session(START);
    let before = (ask(&mut s, ":vars"), ask(&mut s, ":catalog"), ask(&mut s, ":history"), ask(&mut s, ":match"));
    for line in [":fork b", ":undo 3", "$other = 1", ":fork c", ":undo", ":switch b", "_3", ":switch main"] {
        ask(&mut s, line);
    }
    let after = (ask(&mut s, ":vars"), ask(&mut s, ":catalog"), ask(&mut s, ":history"), ask(&mut s, ":match"));
    assert_eq!(before, after);
    assert_eq!(ask(&mut s, ":undo"), "Undone: $twice = double($port)  ($twice)\n- $twice = 160  : Integer");
    assert!(ask(&mut s, ":redo").starts_with("Redone: $twice"));
}

#[test]
fn lines_that_share_steps_survive_any_order_of_switches() {
    let mut s = session(&["$a = 1", "$b = 2"]);
    for line in [
        ":fork x",
        "$c = 3",
        ":switch main",
        ":undo",
        ":fork y",
        "$c = 4",
        ":switch x",
        ":switch y",
        ":switch main",
        ":redo",
        ":switch x",
    ] {
        ask(&mut s, line);
    }
    assert_eq!(ask(&mut s, "[$a, $b, $c]"), "=> [1, 2, 3]\n");
    ask(&mut s, ":switch y");
    assert_eq!(ask(&mut s, "[$a, $c]"), "=> [1, 4]\n");
    ask(&mut s, ":switch main");
    assert_eq!(ask(&mut s, "[$a, $b]"), "=> [1, 2]\n");
}

#[test]
fn a_variable_gets_another_value() {
    let mut s = session(START);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":let port = 8080",
            "$twice",
            ":match",
            ":let $port = 'text'",
            "$port",
            ":undo",
            "$twice",
            ":redo",
            "$twice",
            ":let fresh = 1",
            ":let facts = 1",
            ":let 5 = 1",
            ":let port",
        ]
    ));
}

#[test]
fn an_input_runs_again_as_other_code() {
    let mut s = session(START);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":redo 2 function double(Integer $x) { $x * 200 }",
            ":history",
            ":undo",
            "$twice",
            ":redo 1 $port = nosuch()",
            ":redo 99 1",
            ":redo",
            ":redo",
        ]
    ));
}

#[test]
fn parts_are_reset_and_restored() {
    let mut s = session(START);
    let before = (ask(&mut s, ":vars"), ask(&mut s, ":catalog"), ask(&mut s, ":functions double"));
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":reset vars",
            "$port",
            "double(4)",
            ":catalog",
            ":undo",
            ":redo",
            ":undo",
            ":reset catalog",
            ":catalog",
            "$port",
            "include web",
            ":undo 2"
        ]
    ));
    let after = (ask(&mut s, ":vars"), ask(&mut s, ":catalog"), ask(&mut s, ":functions double"));
    assert_eq!(before, after);
}

#[test]
fn an_undo_lists_what_changed() {
    let mut s = session(START);
    insta::assert_snapshot!(asked(&mut s, &[":undo 3", ":undo 9", ":redo 9"]));
}
