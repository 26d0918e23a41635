//! Traces: what they show, that they leave the session alone, and that a traced run is the same run.

use std::fs;
use std::sync::Arc;

use pprepl_session::trace::{
    Impure, TraceView, judge, marker, rewrite, rewriting_lines, trace, trace_data, trace_lines,
};
use pprepl_session::{Edition, Evaluation, Report, Session, Settings, StyledLine, SystemHost};
use pprepl_text::Source;
use serde_json::Value;

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// A session that ran these inputs.
fn after(inputs: &[&str]) -> Session {
    let mut session = session();
    for input in inputs {
        assert!(!session.evaluate("input", input).failed(), "{input}");
    }
    session
}

fn text(lines: &[StyledLine]) -> String {
    let line = |line: &StyledLine| line.iter().map(|(_, text)| text.as_str()).collect::<String>();
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of a trace, with the error at the end.
fn shown(session: &mut Session, code: &str) -> String {
    let view = trace(session, "trace", code);
    let errors: Vec<&str> = view.reports.iter().map(|report| report.frame()).collect();
    let lines = text(&trace_lines(&view, 100));
    if errors.is_empty() { lines } else { format!("{lines}\n\n{}", errors.join("\n")) }
}

fn rewritten(session: &mut Session, code: &str) -> String {
    rewrite(session, code).map_or_else(|Impure| "impure".to_owned(), |rewriting| text(&rewriting_lines(&rewriting)))
}

#[test]
fn a_chain_shows_each_round_with_its_values() {
    insta::assert_snapshot!(shown(&mut session(), "[1,2,3].filter |$x| { $x > 1 }.map |$x| { $x * 10 }"));
}

#[test]
fn a_class_shows_defaults_overrides_and_collectors() {
    let class = "class ntp(Array[String] $servers = ['a', 'b'], String $mode = '0644') {
        File { group => 'wheel' }
        file { '/etc/ntp.conf': ensure => file, mode => $mode, content => \"servers ${servers.join(' ')}\" }
        @user { 'ntp': ensure => present, uid => 1 }
        User <| title == 'ntp' |> { uid => 123 }
    }
    class ntp::strict inherits ntp { File['/etc/ntp.conf'] { mode => '0400' } }";
    insta::assert_snapshot!(shown(&mut after(&[class]), "class { 'ntp': mode => '0600' } include ntp::strict"));
}

#[test]
fn a_defined_type_runs_after_the_code_that_declares_it() {
    let define = "define vhost(Integer $port = 80) { notify { $title: message => \"on ${port}\" } }";
    insta::assert_snapshot!(shown(&mut after(&[define]), "vhost { 'a': }\nvhost { ['b', 'c']: port => 81 }"));
}

#[test]
fn a_template_shows_its_parts() {
    let code = "inline_epp(@(END), { 'xs' => [1, 2] })
<%- | Array $xs, Integer $n = 2 | -%>
Hello <%= $n + 1 %>
<% $xs.each |$x| { -%>
- <%= $x %>
<% } -%>
| END";
    insta::assert_snapshot!(shown(&mut session(), code));
}

#[test]
fn an_error_ends_the_trace_with_the_path_of_calls() {
    let inputs = ["function c($n) { $n + 'x' }", "function b($n) { c($n * 2) }", "function a($n) { b($n + 1) }"];
    insta::assert_snapshot!(shown(&mut after(&inputs), "$x = 1\na($x)\nnotice('never')"));
}

#[test]
fn branches_matches_and_control_flow_are_named() {
    let code = "case 'Debian 12' {
  /^(\\w+) (\\d+)/, 'Ubuntu': { $v = Integer($2) if $v > 11 { \"new ${1}\" } elsif $v > 9 { 'old' } else { 'ancient' } }
  default: { 'other' }
}
$kind = 'b' ? { 'a' => 1, 'b' => 1 + 1, default => 3 }
[1, 2, 3].reduce |$sum, $x| { if $x == 2 { next($sum) } $sum + $x }
unless $kind =~ Integer { 1 }";
    insta::assert_snapshot!(shown(&mut session(), code));
}

#[test]
fn many_rounds_are_folded_except_the_one_that_fails() {
    insta::assert_snapshot!(shown(&mut session(), "Integer[1, 500].map |$i| { 100 / (150 - $i) }"));
}

#[test]
fn an_expression_is_rewritten_to_its_value() {
    let mut session = after(&["$x = 5", "function double($n) { $n * 2 }"]);
    let lines = [
        "[1,2,3].filter |$x| { $x > 1 }.map |$x| { $x * 10 }",
        "(1 + 2) * $x - \"a${x}\".length",
        "double($x) + ((double(1)))",
        "$x > 3 ? { true => [1 + 1, 'a'], default => [] }",
        "notice('x')",
        "1 + 'a'",
        "7",
    ];
    let all: Vec<String> = lines.iter().map(|line| rewritten(&mut session, line)).collect();
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn a_trace_leaves_the_session_as_it_was() {
    let mut session = after(&["'ab' =~ /(a)/", "$x = [1]", "notify { 'before': }"]);
    let state = |session: &mut Session| {
        let values = ["$x", "$1", "_3", "defined(Notify['new'])", "defined('$y')"];
        let values: Vec<Option<String>> = values
            .iter()
            .map(|code| session.preview(code, std::time::Duration::from_secs(1)).map(|one| one.value))
            .collect();
        (values, session.inputs().len(), session.catalog().resources().len())
    };
    let before = state(&mut session);
    let code = "$y = 1\nnotify { 'new': }\nfunction f() { 1 }\nclass c { $z = 1 }\ninclude c\n'xy' =~ /(y)/\nf()";
    let view = trace(&mut session, "trace", code);
    assert!(view.reports.is_empty() && view.steps.len() > 4, "{view:?}");
    assert_eq!(state(&mut session), before);
    assert!(!session.evaluate("input", "$y = 2\nfunction f() { 2 }\nclass c { }\nnotify { 'new': }").failed());
}

#[test]
fn a_trace_is_bounded() {
    let mut session = session();
    let view = trace(&mut session, "trace", "Integer[1, 300].each |$i| { Integer[1, 300].each |$j| { $i * $j + 1 } }");
    assert!(view.steps.len() <= 10_000 && view.omitted > 100_000, "{} {}", view.steps.len(), view.omitted);
    let view =
        trace(&mut session, "trace", "$a = 'x'.then |$x| { Integer[1, 100000].map |$i| { $x } }.join $b = $a.upcase");
    assert!(view.steps.iter().all(|step| step.value.as_ref().is_none_or(|value| value.len() < 1_000)));
    assert!(text(&trace_lines(&view, 100)).len() < 10_000);
}

#[test]
fn an_endless_loop_ends_by_a_limit_and_still_has_a_trace() {
    let mut settings = Settings::default();
    settings.set("steps", "20000").unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let view = trace(
        &mut session,
        "trace",
        "$x = 1 + 1\nfunction f($i) { Integer[1, 1000].each |$j| { $i + $j } f($i + 1) }\nf(1)",
    );
    assert!(!view.reports.is_empty() && view.steps.len() > 100, "{:?}", view.reports);
    assert_eq!(session.evaluate("input", "1 + 1").value.as_deref(), Some("2"));
}

#[test]
fn secrets_and_control_characters_stay_hidden() {
    let shown = shown(
        &mut session(),
        "$s = Sensitive('hunter2'.upcase)\n$t = $s.unwrap\n\"${t}!\".downcase\n\"a\\u{1b}[31m\".upcase",
    );
    assert!(!shown.contains("HUNTER2!") && !shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn a_prediction_is_judged_by_value_and_type() {
    let mut session = after(&["$x = 2"]);
    let mut verdict = |answer: &str, value: &str| judge(&mut session, answer, value).map_err(|report| report.message);
    assert_eq!(verdict("1 + 1", "2"), Ok(true));
    assert_eq!(verdict("$x", "2"), Ok(true));
    assert_eq!(verdict("2.0", "2"), Ok(false));
    assert_eq!(verdict("'2'", "2"), Ok(false));
    assert_eq!(verdict("'A'", "'a'"), Ok(false));
    assert_eq!(verdict("{b => 2, a => 1}", "{'a' => 1, 'b' => 2}"), Ok(true));
    assert_eq!(verdict("[1, 2]", "[1, 2.0]"), Ok(false));
    assert_eq!(verdict("Integer", "Integer"), Ok(true));
    assert!(verdict("1 +", "2").is_err());
    assert!(verdict("$unknown", "2").is_err());
}

#[test]
fn a_step_marks_its_part_of_the_source_line() {
    let view = trace(&mut session(), "trace", "$a = 1\n  $b = $a + 41\n");
    let step = view.steps.iter().find(|step| step.value.as_deref() == Some("42")).unwrap();
    assert_eq!(marker(step), ("  $b = $a + 41".to_owned(), 2, 12));
    let data = trace_data(&view);
    let last = data["steps"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((last["start"].clone(), last["value"].clone()), (serde_json::json!([2, 3]), serde_json::json!("42")));
}

/// What must be the same with and without a trace.
fn outcome(evaluation: &Evaluation) -> String {
    let reports: Vec<String> = evaluation
        .reports
        .iter()
        .map(|one| format!("{} {} {:?} {:?}", one.code, one.message, one.position, one.labels.len()))
        .collect();
    let captures: Vec<_> = evaluation.captures.iter().map(|one| one.value.clone()).collect();
    format!("{:?} {:?} {:?} {reports:?} {captures:?}", evaluation.value, evaluation.shown, evaluation.logs)
}

fn catalog(session: &mut Session) -> String {
    format!("{:?}", session.catalog().resources())
}

/// Runs the steps of a case with and without a trace; returns the number of steps and the differences.
fn compared(case: &Value, edition: Edition) -> (usize, Vec<String>) {
    let fresh = || {
        let mut settings = Settings::default();
        edition.apply(&mut settings);
        Session::new(settings, Box::new(SystemHost::silent()))
    };
    let (mut plain, mut traced) = (fresh(), fresh());
    traced.traces = true;
    let mut differences = Vec::new();
    let steps = case["steps"].as_array().unwrap();
    for (number, step) in steps.iter().enumerate() {
        let source = Source::new("input", step.as_str().unwrap());
        let run = |session: &mut Session, source: &Arc<Source>| {
            let (run, _) = session.runner().run_cell(number + 1, source);
            (outcome(&run.evaluation), catalog(session), run.trace)
        };
        let (expected, before, _) = run(&mut plain, &source);
        let (got, after, trace) = run(&mut traced, &source);
        let trace: TraceView = trace.unwrap();
        if (&expected, &before) != (&got, &after) {
            differences.push(format!("{step}\n  {expected} {before}\n  {got} {after}"));
        }
        assert!(trace.steps.len() <= 20_000);
        let _ = text(&trace_lines(&trace, 80));
    }
    (steps.len(), differences)
}

/// A traced run has the same value, logs, catalog and errors, over every third case of the conformance data.
#[test]
fn a_traced_run_is_the_same_run() {
    let folder = pprepl_testing::root().join("tests/conformance/puppet8");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let check = move || {
        let (mut steps, mut differences) = (0, Vec::new());
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for line in text.lines().step_by(3) {
                let case: Value = serde_json::from_str(line).unwrap();
                if case["steps"].is_array() {
                    let (count, found) = compared(&case, Edition::Puppet8);
                    steps += count;
                    differences.extend(found.into_iter().map(|one| format!("{}: {one}", case["id"])));
                }
            }
        }
        (steps, differences)
    };
    let thread = std::thread::Builder::new().stack_size(128 << 20).spawn(check).unwrap();
    let (steps, differences) = thread.join().unwrap();
    println!("{steps} steps compared");
    assert!(steps > 500, "{steps}");
    assert!(
        differences.is_empty(),
        "{} of {steps}:\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

#[test]
fn the_trace_of_a_cell_has_its_errors_without_warnings() {
    let mut session = session();
    session.traces = true;
    let source = Source::new("cell", "$x = '1' + 1\nfail('here')");
    let (run, _) = session.runner().run_cell(1, &source);
    let messages = |reports: &[Report]| reports.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
    assert_eq!(run.evaluation.reports.len(), 2, "{:?}", messages(&run.evaluation.reports));
    assert_eq!(messages(&run.trace.unwrap().reports), ["here"]);
}
