//! The end of a compilation as transcripts: Puppet's catalog JSON, what is wrong at the end, node definitions.

use std::fmt::Write;

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// What a session answers to inputs and commands: values, errors, texts.
fn transcript(inputs: &[&str]) -> String {
    let mut session = session();
    let mut out = String::new();
    for input in inputs {
        let _ = writeln!(out, "> {}", input.replace('\n', "\n. "));
        match commands::submit(&mut session, input) {
            Outcome::Evaluated(evaluation) => {
                evaluation.reports.iter().for_each(|report| {
                    let _ = writeln!(out, "{}", report.frame());
                });
                evaluation.logs.iter().for_each(|(level, text)| {
                    let _ = writeln!(out, "{level}: {text}");
                });
            }
            Outcome::Command(answer) => {
                if !answer.text.is_empty() {
                    let _ = writeln!(out, "{}", answer.text);
                }
                answer.reports.iter().for_each(|report| {
                    let _ = writeln!(out, "{}", report.frame());
                });
            }
            _ => {}
        }
    }
    out
}

#[test]
fn a_catalog_is_exported_as_puppet_finishes_it() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'early': }\nNotify { message => 'by default' }\nclass a::b ($p = 1) {\n  tag('x')\n  notify { 'in': \
         require => Notify['early'], tag => ['Foo'] }\n}\nclass { 'a::b': noop => true }",
        "define d ($v) { notify { \"d ${title}\": message => $v } }\nd { 'one': v => Sensitive('secret'), noop => true }",
        "d { 'two': v => [undef, 1.5, default, /x/, Notify['in'], { 1 => 2 }] }\n@notify { 'virtual': }",
        "Notify['in'] -> D['two'] ~> Notify <| title == 'd one' |>",
        "stage { 'first': before => Stage['main'] } class s { file { '/x/': ensure => file } } class { 's': stage => 'first' }",
        ":catalog export",
        "Notify['in']['before']",
    ]));
}

#[test]
fn what_is_wrong_at_the_end_is_told_with_its_place() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': require => File['/none'], before => 'what' }",
        "Notify['a'] -> Notify['nowhere']",
        "Notify['later'] { message => 'x' }",
        "realize(Notify['missing'])",
        "notify { 'b': mesage => 'typo' }",
        "Notify['a'] -> Notify",
        ":catalog check",
    ]));
}

#[test]
fn a_cycle_is_told_as_a_path() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': } -> notify { 'b': }",
        "notify { 'c': before => Notify['a'], require => Notify['b'] }",
        ":catalog check",
        ":undo",
        ":catalog check",
        "class k { notify { 'in': } } include k\nClass['k'] -> Notify['a']",
        "Notify['b'] ~> Notify['in']",
        ":catalog check",
    ]));
}

#[test]
fn a_node_definition_runs_once_and_can_be_taken_back() {
    insta::assert_snapshot!(transcript(&[
        "$x = 'top'\nnode /^web(\\d+)/ { $x = \"node ${1}\" include a d { 'x': } }\nnode default { fail('default') }",
        "class a { notice(\"class sees ${x}, ${1}\") }\ndefine d { notice(\"define sees ${x}, not ${::x}\") }",
        ":set node web7.example.com",
        ":catalog",
        "notice($x)",
        ":set node db1",
        ":undo 2",
        ":set node",
        ":catalog",
        ":set node db1",
        ":set node",
        ":redo",
        ":set node",
    ]));
}

#[test]
fn an_arrow_knows_what_a_collector_finds_in_the_end() {
    insta::assert_snapshot!(transcript(&[
        "notify { 'a': } -> Notify <| tag == 'found' |> -> notify { 'z': }",
        ":catalog export",
        "notify { 'late': tag => 'found' }",
        ":catalog export",
    ]));
}

#[test]
fn circles_and_depths_are_told_and_leave_the_session_intact() {
    insta::assert_snapshot!(transcript(&[
        "class one inherits two { } class two inherits one { } include one",
        "class p { include q } class q { include p notice('q') } include p",
        "class r inherits s { } class s { include t } class t inherits r { } include r",
        "define self { self { \"${title}x\": } } self { 'a': }",
        "define same { same { $title: } } same { 'a': }",
        "define down (Integer $n) { if $n > 0 { down { \"${n}\": n => $n - 1 } } } down { 'top': n => 900 }",
        "$left = 1",
        "notice($left)",
    ]));
}

#[test]
fn many_nested_defines_do_not_overflow() {
    let mut session = session();
    let mut text = String::new();
    for n in 0..10_000 {
        let _ = writeln!(text, "define d{n} {{ d{} {{ 'x': }} }}", n + 1);
    }
    text.push_str("define d10000 { }\nd0 { 'x': }\n");
    let evaluation = session.evaluate("nested", &text);
    let report = evaluation.reports.first().map(|report| report.message.clone());
    assert_eq!(report.as_deref(), Some("the catalog still grows after 1000 rounds"));
    assert!(!session.evaluate("after", "1 + 1").failed());
}

/// What the binary says to arguments and a standard input: status, output, errors.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_line_compiles_for_a_node() {
    let nodes = "node 'web' { notify { 'on web': } }\nnode 'db' { notify { 'on db': } }";
    let (status, out, _) = run(&["catalog", "-", "--node", "db"], nodes);
    assert_eq!(status, Some(0));
    let catalog: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(catalog["name"], "db");
    assert_eq!(catalog["classes"], serde_json::json!(["settings", "db"]));
    let titles: Vec<&str> =
        catalog["resources"].as_array().unwrap().iter().filter_map(|resource| resource["title"].as_str()).collect();
    assert_eq!(titles, ["main", "Settings", "main", "db", "on db"]);
    let (status, out, err) = run(&["catalog", "-", "--check", "--node", "mail"], nodes);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("no node definition matches `mail`"), "{err}");
}

#[test]
fn a_run_for_a_node_ends_as_a_compilation() {
    let dangling = "notify { 'a': before => Notify['nowhere'] }";
    let (status, _, err) = run(&["-", "--node", "web"], dangling);
    assert_eq!(status, Some(1));
    assert!(err.contains("Notify['nowhere'] is not in the catalog"), "{err}");
    let (status, _, err) = run(&["-"], dangling);
    assert_eq!((status, err.as_str()), (Some(0), ""));
}
