//! Constructs of real modules about which the checker has no false error: data whose default is undef, branches guarded
//! by a type, variables of templates that are text, and duplicate keys.

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;

fn session(edition: Edition, strict: &str) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    settings.set("strict", strict).unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The errors of the checker in the body of a class.
fn errors(body: &str) -> Vec<String> {
    let source = format!("class c(Any $x = 1, String $text = 'a', Optional[String] $o = undef) {{\n{body}\n}}\n");
    let found = [Edition::Eight, Edition::Puppet8].into_iter().flat_map(|edition| {
        let view = session(edition, "error").analyze().check_file("c.pp", &source);
        view.reports.into_iter().filter(|one| one.severity == Severity::Error)
    });
    found.map(|one| format!("{}: {}", one.code, one.message)).collect()
}

#[track_caller]
fn all_pass(bodies: &[&str]) {
    let wrong: Vec<_> = bodies.iter().map(|body| (body, errors(body))).filter(|(_, found)| !found.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_default_of_undef_counts_only_where_the_key_is_missing() {
    all_pass(&[
        "$v = lookup('k', Integer, 'first', undef)\nnotice($v + 1)",
        "$v = lookup('k', { default_value => undef })\nnotice($v + 1)",
        "$v = lookup({ name => 'k', default_value => undef })\nnotice($v.upcase)",
        "$v = lookup('k', Hash, 'deep', undef)\n$v.each |$key, $value| { notice($key) }",
        "$v = lookup('k', String, 'first', undef)\nfile { '/a': content => $v, mode => lookup('m', String, 'first', undef) }",
    ]);
}

#[test]
fn a_branch_that_a_type_guards_has_values_of_that_type() {
    all_pass(&[
        "if type($x, 'generalized') == String { notice($x.upcase) }",
        "if type($x, 'generalized') == Integer { notice($x + 1) } else { notice($x.length) }",
        "if type($x) == Integer[1, 1] { notice($x + 1) }",
        "if $x.type('generalized') == Array[String] { notice($x.join) }",
        "if type($o, 'generalized') != Undef { notice($o.upcase) }",
        "case type($x, 'generalized') {\n  String: { notice($x.upcase) }\n  Integer: { notice($x + 1) }\n  default: { notice('') }\n}",
        "$y = type($x, 'generalized') ? { String => $x.upcase, Integer => $x + 1, default => 1 }\nnotice($y)",
    ]);
}

#[test]
fn a_guard_does_not_hide_an_error_outside_of_it() {
    let found = errors("if type($text, 'generalized') == String { notice($text) }\nnotice($text + 1)");
    assert!(found.len() == 2 && found.iter().all(|one| one.contains("operator '+'")), "{found:?}");
    let found = errors("$n = 1\nif type($x) == String { notice($n.upcase(1, 2)) }");
    assert!(!found.is_empty(), "an error that does not depend on the guard stays");
}

#[test]
fn variables_of_templates_may_be_text() {
    all_pass(&[
        "$port = '80'\nnotice(inline_epp('<%= $port %> <%= Integer($port) + 1 %>'))",
        "notice(inline_epp('<%- | $port | -%><%= $port + 1 %>', { 'port' => '80' }))",
        "notice(inline_template('<%= @text.to_i + 1 %> <%= @o.upcase unless @o.nil? %>'))",
        "$t = inline_template('<%= 1 %>')\nnotice($t.length, \"${t}\", Integer($t) + 1)",
    ]);
}

#[test]
fn duplicate_keys_follow_strict() {
    let code = "$h = { 'x' => 1, 'x' => 2 } $h['x']";
    for (strict, edition, wanted) in [
        ("off", Edition::Puppet8, None),
        ("warning", Edition::Puppet8, Some(Severity::Warning)),
        ("error", Edition::Puppet8, Some(Severity::Error)),
        ("off", Edition::Eight, None),
        ("warning", Edition::Eight, Some(Severity::Error)),
        ("error", Edition::Eight, Some(Severity::Error)),
    ] {
        let ran = session(edition, strict).evaluate("input", code);
        let found = ran.reports.iter().find(|one| one.topic == "duplicate-key").map(|one| one.severity);
        assert_eq!(found, wanted, "{strict} {edition:?}: {:?}", ran.reports);
        let fails = wanted == Some(Severity::Error);
        assert_eq!(ran.value.as_deref(), (!fails).then_some("2"), "{strict} {edition:?}");
        let checked = session(edition, strict).analyze().check_file("c.pp", code).reports;
        let checked = checked.iter().find(|one| one.topic == "duplicate-key").map(|one| one.severity);
        assert_eq!(checked, wanted, "checked: {strict} {edition:?}");
    }
}
