//! Plans and the roles of sources: what is read as a plan, what a plan knows, what runs, and which regular expressions may
//! span lines.

use std::path::Path;

use pprepl_session::{CheckView, Evaluation, Session, Settings, SystemHost};

/// A session in tasks mode, if wanted, whose module path is a folder with these files.
fn session(tasks: bool, files: &[(&str, &str)]) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    settings.set("tasks", if tasks { "on" } else { "off" }).expect("a setting");
    (Session::new(settings, Box::new(SystemHost::silent())), folder)
}

fn told(evaluation: &Evaluation) -> String {
    let report = evaluation.reports.first().unwrap_or_else(|| panic!("no report: {:?}", evaluation.value));
    format!("{} {} {}", report.topic, report.message, report.help.as_deref().unwrap_or_default())
}

/// Checks a text as the file `plans/x.pp`.
fn checked(session: &mut Session, text: &str) -> Vec<String> {
    let CheckView { reports, .. } = session.analyze().check_file("m/plans/x.pp", text);
    reports.into_iter().map(|report| report.message).collect()
}

#[test]
fn a_plan_without_effects_runs() {
    let (mut s, _folder) = session(
        true,
        &[
            ("m/plans/init.pp", "plan m(Integer $x, Integer $y = $x * 2) { return m::twice($x) + $y }"),
            ("m/plans/sub/none.pp", "plan m::sub::none() { 1 }"),
            ("m/plans/nested.pp", "plan m::nested() { return run_plan('m', 'x' => 1, 'y' => 5) }"),
            ("m/functions/twice.pp", "function m::twice($x) { 2 * $x }"),
        ],
    );
    for (call, expected) in [
        ("run_plan('m', 'x' => 3)", "12"),
        ("run_plan('m', { 'x' => 3, 'y' => 1, '_catch_errors' => true })", "7"),
        ("run_plan('m::nested')", "7"),
        ("run_plan('m::sub::none')", "undef"),
        ("plan own($targets) { return $targets } run_plan('own', 'a,b')", "'a,b'"),
    ] {
        let evaluation = s.evaluate("input", call);
        assert_eq!(evaluation.value.as_deref(), Some(expected), "{call}: {:?}", evaluation.reports);
    }
    assert!(told(&s.evaluate("input", "run_plan('m')")).contains("expects a value for parameter 'x'"));
    assert!(told(&s.evaluate("input", "run_plan('m', 'z' => 1)")).contains("no parameter 'z'"));
    assert!(told(&s.evaluate("input", "run_plan('m', 'x' => 'a', 'y' => 1)")).contains("Integer"));
    assert!(told(&s.evaluate("input", "run_plan('m::gone')")).contains("unknown plan `m::gone`"));
    assert!(told(&s.evaluate("input", "plan own() { }")).contains("defined twice"));
}

#[test]
fn a_plan_that_fails_raises_an_error_that_its_caller_may_catch() {
    let (mut s, _folder) = session(
        true,
        &[
            ("m/plans/bad.pp", "plan m::bad($x) { fail_plan(\"no ${x}\", 'm/none', { 'x' => $x }) }"),
            ("m/plans/deep.pp", "plan m::deep() { return run_plan('m::bad', 'x' => 1) }"),
            (
                "m/plans/again.pp",
                "plan m::again() { fail_plan(run_plan('m::bad', 'x' => 2, '_catch_errors' => true)) }",
            ),
            ("m/plans/plain.pp", "plan m::plain() { fail_plan('so') }"),
            ("m/plans/wrong.pp", "plan m::wrong() { fail('no plan failure') }"),
        ],
    );
    for (call, expected) in [
        (
            "$e = run_plan('m::bad', 'x' => 5, '_catch_errors' => true)\n[$e =~ Error, $e.msg, $e.kind, $e.details]",
            "[true, 'no 5', 'm/none', {'x' => 5}]",
        ),
        ("run_plan('m::deep', '_catch_errors' => true).msg", "'no 1'"),
        ("run_plan('m::again', '_catch_errors' => true).kind", "'m/none'"),
        ("run_plan('m::plain', { '_catch_errors' => true }).kind", "'bolt/plan-failure'"),
    ] {
        let evaluation = s.evaluate("input", call);
        assert_eq!(evaluation.value.as_deref(), Some(expected), "{call}: {:?}", evaluation.reports);
    }
    assert!(told(&s.evaluate("input", "run_plan('m::deep')")).starts_with("plan-function no 1"));
    assert!(
        told(&s.evaluate("input", "run_plan('m::deep', '_catch_errors' => false)")).starts_with("plan-function no 1")
    );
    // Bolt catches no other error of Puppet code.
    assert!(told(&s.evaluate("input", "run_plan('m::wrong', '_catch_errors' => true)")).contains("no plan failure"));
}

#[test]
fn a_function_of_plans_is_refused_with_a_sentence() {
    let (mut s, _folder) = session(true, &[]);
    for call in [
        "run_task('a', 'b')",
        "run_command('a', ['b'], 'why', '_run_as' => 'root')",
        "out::message('x')",
        "catch_errors() || { 1 }",
        "parallelize([1]) |$x| { $x }",
        "ctrl::do_until() || { true }",
        "plan p($t) { return get_targets($t) } run_plan('p', 't' => 'a')",
    ] {
        let text = told(&s.evaluate("input", call));
        assert!(text.starts_with("plan-function") && text.contains("Bolt runs and pprepl does not"), "{call}: {text}");
    }
    let apply = told(&s.evaluate("input", "plan q($t) { apply($t) { notify { 'a': } } } run_plan('q', 't' => 'a')"));
    assert!(apply.contains("`apply` acts on machines"), "{apply}");
    let (mut plain, _folder) = session(false, &[]);
    let text = told(&plain.evaluate("input", "run_task('a', 'b')"));
    assert!(text.contains("a function of plans") && text.contains("--tasks"), "{text}");
}

#[test]
fn a_file_below_plans_is_read_as_a_plan_and_checked_with_the_functions_of_plans() {
    let (mut s, _folder) = session(false, &[]);
    let good = "plan m::x(TargetSpec $targets, Optional[Integer] $n = undef) {
  $results = run_task('m::t', $targets, 'why', 'a' => 1, '_catch_errors' => true)
  $results.each |$r| { out::message(\"${r.target.name}: ${r['x']} ${r.value['y']}\") }
  $bad = $results.error_set.names
  $first = $results.first.value
  $count = $results.count
  get_targets($targets).each |$t| { $t.add_facts({ 'x' => $t.facts['os'] }) set_var($t, 'a', 1) }
  $caught = catch_errors(['a/b']) || { run_plan('m::y', $targets, 'x' => 1) }
  if $caught =~ Error { fail_plan($caught) }
  $f = background('x') || { 1 }
  wait($f, 5)
  wait([$f])
  parallelize(get_targets('all')) |$t| { run_command('x', $t) }
  apply_prep($targets)
  $report = apply($targets, '_noop' => true) {
    include m
    $inner = $n
    file { '/a': content => String($inner) }
  }
  if $report =~ ResultSet { $report.to_data }
  return({ 'bad' => $bad, 'first' => $first, 'count' => $count })
}";
    assert_eq!(checked(&mut s, good), Vec::<String>::new());
    for (call, expected) in [
        ("run_task('a')", "run_task"),
        ("run_task(1, $t)", "String"),
        ("get_targets(5)", "get_targets"),
        ("run_command('a', 'b', 1)", "run_command"),
        ("catch_errors(['x'])", "lambda"),
        ("$x = 1 + 'a'", "Numeric"),
        ("apply($t) { $y = [1] + undef; size(5) }", "size"),
    ] {
        let found = checked(&mut s, &format!("plan m::x($t) {{ {call} }}"));
        assert!(found.iter().any(|message| message.contains(expected)), "{call}: {found:?}");
    }
    // What the check of a plan knows is unknown in a manifest.
    let view = s.analyze().check_types("input", "run_task('a', 'b')");
    assert!(view.reports.iter().any(|report| report.message.contains("unknown function")), "{:?}", view.reports);
    let told = checked(&mut s, "plan m::x() { notify { 'a': } }");
    assert!(told.iter().any(|message| message.contains("a plan cannot hold")), "{told:?}");
    assert!(!s.analyze().check_file("m/manifests/x.pp", "plan m::x() { }").reports.is_empty());
}

#[test]
fn plans_are_formatted_documented_and_listed() {
    let (s, _folder) = session(true, &[]);
    let made =
        s.source().formatted("x.pp", "plan a($x){\napply( $x ){\nnotify{'a':}\n}\nreturn run_task( 'a',$x )\n}\n");
    let made = made.expect("a plan").text;
    assert_eq!(made, "plan a($x) {\n  apply($x) {\n    notify { 'a': }\n  }\n  return run_task('a', $x)\n}\n");
    assert!(s.names().functions().iter().any(|row| row.name == "run_task" && !row.summary.is_empty()));
    assert!(s.names().types().iter().any(|row| row.name == "TargetSpec"));
    let (plain, _folder) = session(false, &[]);
    assert!(!plain.names().functions().iter().any(|row| row.name == "run_task"));
    let made = plain.source().formatted("m/plans/x.pp", "plan a(){\n}\n").expect("a plan").text;
    assert_eq!(made, "plan a() {\n}\n");
}

#[test]
fn files_have_regular_expressions_over_lines_and_inputs_need_the_setting() {
    let text = "function m::f($s) { $s =~ /(?x)\n  a # first\n  b/ }";
    let (mut s, _folder) = session(false, &[("m/functions/f.pp", text)]);
    assert_eq!(s.evaluate("input", "m::f('ab')").value.as_deref(), Some("true"));
    let long = "$r = 'ab' =~ /a\n?b/\n$r";
    assert_eq!(s.evaluate("site.pp", long).value.as_deref(), Some("true"));
    assert!(s.analyze().check_file("site.pp", long).reports.is_empty());
    assert!(s.source().formatted("site.pp", long).is_ok());
    let told = told(&s.evaluate("input", long));
    assert!(told.contains("multiline_regexp"), "{told}");
    s.set("multiline_regexp", "on").expect("a setting");
    s.set("atomic", "off").expect("a setting");
    assert_eq!(s.evaluate("input", "'ab' =~ /a\n?b/").value.as_deref(), Some("true"));
}

#[test]
fn no_builtin_has_the_name_of_a_function_of_plans() {
    let rows = puppet_functions::plans::ROWS;
    assert!(rows.is_sorted_by(|a, b| a.name < b.name));
    assert!(rows.iter().all(|row| puppet_functions::find(row.name).is_none()));
}
