//! `:graph`: the picture in text, what one resource has to do with, circles with the place of each edge, and files.

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

fn ask(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports: Vec<&str> = answer.reports.iter().map(|report| report.message.as_str()).collect();
            format!("{}{}", answer.text, reports.join("\n"))
        }
        other => format!("{other:?}"),
    }
}

const SITE: &[&str] = &[
    "class web { package { 'nginx': } -> file { '/etc/nginx.conf': notify => Service['nginx'] } service { 'nginx': } }",
    "class log { notify { 'log': } }",
    "class site { contain web contain log Class['web'] -> Class['log'] }",
    "notify { 'last': require => Class['site'] } include site",
    "@user { 'ghost': }",
];

#[test]
fn the_picture_follows_the_order_of_application() {
    insta::assert_snapshot!(ask(&mut session(SITE), ":graph"));
    insta::assert_snapshot!(ask(&mut session(SITE), ":graph Service['nginx']"));
    assert!(ask(&mut session(&[]), ":graph").contains("No resources declared"));
    assert!(ask(&mut session(SITE), ":graph Notify['none']").contains("not in the catalog"));
}

#[test]
fn a_circle_is_shown_with_the_place_of_each_edge() {
    let mut s = session(&[
        "notify { 'a': require => Notify['b'] }\nnotify { 'b': } -> notify { 'c': }\nNotify['a'] -> Notify['b']",
    ]);
    insta::assert_snapshot!(ask(&mut s, ":graph"));
}

#[test]
fn a_circle_may_go_through_a_container() {
    let mut s = session(&[
        "class c { notify { 'in': } }",
        "include c notify { 'out': require => Class['c'], before => Notify['in'] }",
    ]);
    let picture = ask(&mut s, ":graph");
    assert!(picture.contains("Class[c] => Notify['out'] => Class[c]"), "{picture}");
    assert!(picture.contains("one contains the other"), "{picture}");
}

#[test]
fn edges_to_nothing_are_told() {
    let mut s = session(&["notify { 'a': require => File['/none'] }"]);
    let picture = ask(&mut s, ":graph");
    assert!(picture.contains("not declared):\n  File['/none'] -> Notify['a']  by require at input 1:1"), "{picture}");
}

#[test]
fn files_are_new_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut s = session(SITE);
    for format in ["dot", "mermaid", "json"] {
        let path = folder.path().join(format!("graph.{format}"));
        let line = format!(":graph {format} {}", path.display());
        assert!(ask(&mut s, &line).starts_with("Wrote 9 resources and 4 edges"), "{}", ask(&mut s, &line));
        insta::assert_snapshot!(format!("file_{format}"), std::fs::read_to_string(&path).expect("a file"));
        assert!(ask(&mut s, &line).contains("cannot write"));
    }
    assert!(ask(&mut s, ":graph dot").contains("needs the name of a new file"));
}

#[test]
fn many_resources_are_no_burden() {
    let mut s = session(&[
        "Integer[1, 2000].each |$i| { notify { \"n${i}\": } if $i > 1 { Notify[\"n${$i - 1}\"] -> Notify[\"n${i}\"] } }",
    ]);
    let picture = ask(&mut s, ":graph");
    assert_eq!(picture.matches("Notify['n2000']").count(), 2);
    assert!(ask(&mut s, ":graph Notify['n1000']").lines().count() > 3000);
    assert_eq!(ask(&mut s, ":catalog").lines().count(), 2001);
}

#[test]
fn containers_may_nest_deeply() {
    let mut s =
        session(&["define deep($n) { if $n > 0 { deep { \"d${n}\": n => $n - 1 } } }", "deep { 'top': n => 300 }"]);
    assert_eq!(ask(&mut s, ":graph").lines().count(), 301);
    assert!(ask(&mut s, ":resource Deep['d1']").contains("Deep['d3'] > Deep['d2']"));
}

#[test]
fn a_circle_before_a_long_chain_is_found_at_once() {
    let mut s = session(&[
        "Integer[1, 3000].each |$i| { notify { \"n${i}\": } if $i > 1 { Notify[\"n${$i - 1}\"] -> Notify[\"n${i}\"] } }",
        "Notify['n2'] -> Notify['n1']",
    ]);
    assert!(ask(&mut s, ":graph").contains("  Notify['n1'] => Notify['n2'] => Notify['n1']\n"));
}
