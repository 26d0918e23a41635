//! Looking at what was declared: `:catalog`, `:resource`, `:classes`, `:scope` and `:catalog diff`, as transcripts. None
//! of them changes the session.

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        let evaluation = session.evaluate(&format!("input {}", session.inputs().len() + 1), input);
        assert!(!evaluation.failed(), "{input}: {:?}", evaluation.reports);
    }
    session
}

/// What a command shows, its findings last.
fn ask(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let report = |report: &pprepl_session::Report| {
                format!("{}: {}\n  {}\n", report.code, report.message, report.help.clone().unwrap_or_default())
            };
            answer.text.clone() + &answer.reports.iter().map(report).collect::<String>()
        }
        other => format!("{other:?}"),
    }
}

const SITE: &[&str] = &[
    "class base ($user = 'root') { File { owner => $user } file { '/etc/app': ensure => directory } }",
    "class web ($port = 80) inherits base { $user = 'www'\n  file { '/etc/app/web.conf': mode => '0600' } contain log }",
    "class log { notify { 'log': } web::site { 'a': } }",
    "define web::site ($url = \"http://${title}\") { notify { \"site ${title}\": message => $url } }",
    "$port = 1",
    "class { 'web': port => 8080 }",
    "@notify { 'virt': tag => 'blue' } Notify <| tag == 'red' |> Notify <| title == 'log' |> { message => 'hi' }",
    "Notify['log'] -> Notify['site a']",
];

#[test]
fn the_catalog_is_a_list() {
    let mut s = session(SITE);
    insta::assert_snapshot!(ask(&mut s, ":catalog"));
    insta::assert_snapshot!(ask(&mut s, ":catalog collected"));
    insta::assert_snapshot!(ask(&mut s, ":catalog nosuch"));
    insta::assert_snapshot!(ask(&mut session(&[]), ":catalog"));
}

#[test]
fn a_resource_is_told_in_full() {
    let mut s = session(SITE);
    insta::assert_snapshot!(ask(&mut s, ":resource File['/etc/app/web.conf']"));
    insta::assert_snapshot!(ask(&mut s, ":resource notify[log]"));
    insta::assert_snapshot!(ask(&mut s, ":resource Notify[\"virt\"]"));
    insta::assert_snapshot!(ask(&mut s, ":resource Class[Web]"));
}

#[test]
fn a_reference_to_nothing_is_answered_with_what_is_near() {
    let mut s = session(SITE);
    assert!(ask(&mut s, ":resource Notify['lag']").contains("did you mean Notify['log']?"));
    assert!(ask(&mut s, ":resource Service['log']").contains("there is Class[log], Notify['log']"));
    assert!(ask(&mut s, ":resource what").contains(":catalog lists the resources"));
    assert!(ask(&mut session(&[]), ":resource Notify['a']").contains("nothing has been declared yet"));
}

#[test]
fn an_attribute_knows_what_it_was() {
    let mut s = session(&[
        "class a { notify { 'n': tag => ['one'], message => 'first' } }",
        "class b inherits a { Notify['n'] { tag +> 'two', message => 'second' } }",
        "include b Notify <| title == 'n' |> { message => 'third' }",
    ]);
    insta::assert_snapshot!(ask(&mut s, ":resource Notify['n']"));
}

#[test]
fn values_that_are_secret_stay_so() {
    let mut s = session(&["notify { 'n': message => Sensitive('hunter2') }", "$s = Sensitive('hunter2')"]);
    for line in [":resource Notify['n']", ":catalog diff 0", ":scope"] {
        let answer = ask(&mut s, line);
        assert!(!answer.contains("hunter2"), "{line}: {answer}");
    }
}

#[test]
fn classes_are_a_tree_with_their_parameters() {
    let mut s = session(SITE);
    insta::assert_snapshot!(ask(&mut s, ":classes"));
    assert!(ask(&mut session(&[]), ":classes").contains("No classes declared"));
}

#[test]
fn scopes_tell_what_hides_what() {
    let mut s = session(SITE);
    insta::assert_snapshot!(ask(&mut s, ":scope"));
    insta::assert_snapshot!(ask(&mut s, ":scope port"));
}

#[test]
fn a_difference_names_the_input_and_moves_nothing() {
    let mut s = session(SITE);
    insta::assert_snapshot!(ask(&mut s, ":catalog diff"));
    insta::assert_snapshot!(ask(&mut s, ":catalog diff 6"));
    insta::assert_snapshot!(ask(&mut s, ":catalog diff 7 6"));
    assert!(ask(&mut s, ":catalog diff 4 5").contains("the catalog is unchanged"));
    assert!(ask(&mut s, ":catalog diff 1 99").contains("input 99 not found"));
    assert!(ask(&mut s, ":catalog diff x").contains("expected the number of an input"));
    assert!(ask(&mut session(&["1"]), ":catalog diff").contains("no input has changed anything yet"));
    assert_eq!(s.inputs().len(), SITE.len());
    assert_eq!(s.undo(1).len(), 1);
    assert!(ask(&mut s, ":catalog diff").contains("+ Notify['virt']"));
}

#[test]
fn references_are_completed() {
    let mut s = session(SITE);
    let line = ":resource File['/etc/app/";
    let found = pprepl_session::complete::complete(&mut s, line, line.len());
    let labels: Vec<&str> = found.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["File['/etc/app/web.conf']"]);
}

#[test]
fn variables_know_the_input_that_set_them() {
    let s = session(SITE);
    let input = |name: &str| s.names().variables().into_iter().find(|one| one.name == name).and_then(|one| one.input);
    assert_eq!((input("port"), input("web::port")), (Some(5), Some(6)));
}
