//! Hints of the checker, a rule at a time: what each tells and where, what it leaves alone, and that it can be off.
//! (`tests/explain.rs` holds an example and a fix for every rule.)

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::RuleCode;
use pprepl_text::Severity;
use puppet_check::{RULES, RuleSet};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// The hints of a text: the code of each and the text that it points at.
fn hints(text: &str) -> Vec<String> {
    let view = session().analyze().check_types("input", text);
    assert!(view.reports.is_empty(), "{text}: {:?}", view.reports.iter().map(|r| &r.message).collect::<Vec<_>>());
    let offset = |(line, column): (u32, u32)| {
        let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        start + column as usize - 1
    };
    let told = view.hints.iter().map(|hint| {
        let (from, to) = (hint.position.unwrap(), hint.end.unwrap());
        format!("{}: {}", hint.code, &text[offset(from)..offset(to)])
    });
    told.collect()
}

fn message(text: &str) -> String {
    session().analyze().check_types("input", text).hints.first().map_or(String::new(), |hint| hint.message.clone())
}

#[test]
fn values_that_are_never_equal() {
    assert_eq!(hints("function f(Integer $x) { $x == 'a' }"), ["never-equal: $x == 'a'"]);
    assert_eq!(hints("function f(Enum[a, b] $x) { $x != 'c' }"), ["never-equal: $x != 'c'"]);
    assert_eq!(
        message("function f(Enum[a, b] $x) { $x != 'c' }"),
        "Enum['a', 'b'] and String 'c' are never equal: this is always true"
    );
    assert_eq!(hints("function f(Array[Integer, 1] $x) { $x == [] }"), ["never-equal: $x == []"]);
    assert_eq!(hints("function f(Boolean[true] $x) { $x == false }"), ["never-equal: $x == false"]);
}

#[test]
fn values_that_may_be_equal() {
    for text in [
        "function f(Integer $x) { $x == 1.0 }",
        "function f(Enum[a, b] $x) { $x == 'A' }",
        "function f(Numeric $x) { $x == Timespan(1) }",
        "function f(Optional[String] $x) { $x == undef }",
        "function f($x) { $x == 'a' }",
        "function f(Array $x) { $x == [] }",
        "function f(SemVer $x) { $x == '1.0.0' }",
        "function f(Variant[Integer, String] $x) { $x == 'a' }",
    ] {
        assert_eq!(hints(text), [""; 0], "{text}");
    }
}

#[test]
fn tests_that_decide_nothing() {
    assert_eq!(hints("function f(String $x) { if $x { 1 } else { 2 } }"), ["impossible-branch: $x"]);
    assert_eq!(hints("function f(String $x) { if $x { 1 } }"), ["pointless-test: $x"]);
    assert_eq!(hints("function f(String $x) { $x =~ Scalar }"), ["pointless-test: $x =~ Scalar"]);
    assert_eq!(hints("function f(String $x) { if $x =~ Integer { 1 } }"), ["pointless-test: $x =~ Integer"]);
    assert_eq!(hints("function f(String $x) { unless $x !~ String { 1 } }"), ["pointless-test: $x !~ String"]);
    assert_eq!(message("function f(String $x) { $x =~ Integer }"), "this test never holds: the left side is String");
}

#[test]
fn the_empty_string_is_told_of() {
    let view = session().analyze().check_types("input", "function f(String $x) { if $x { 1 } }");
    let help = view.hints[0].help.clone().unwrap_or_default();
    assert!(help.contains("empty"), "{help}");
}

#[test]
fn tests_that_decide() {
    for text in [
        "function f(Optional[String] $x) { if $x { 1 } }",
        "function f(Boolean $x) { unless $x { 1 } }",
        "function f(Variant[Integer, String] $x) { if $x =~ Integer { 1 } else { $x } }",
        "function f($x) { if $x =~ String { 1 } }",
        "function f(String $x) { $x =~ String[1] }",
        "function f(String $x) { $x =~ /a/ }",
        // To fail where nothing else is left is care.
        "function f(Enum[a, b] $x) { if $x == 'a' { 1 } elsif $x == 'b' { 2 } else { fail($x) } }",
        "function f(Enum[a, b] $x) { case $x { 'a': { 1 } 'b': { 2 } default: { fail($x) } } }",
        "function f(Enum[a, b] $x) { case $x { 'a': { 1 } 'b': { 2 } default: { 3 } } }",
    ] {
        assert_eq!(hints(text), [""; 0], "{text}");
    }
}

#[test]
fn branches_that_cannot_run() {
    let text = "function f(Enum[a, b] $x) { case $x { 'a': { 1 } 'c', 'd': { 2 } default: { 3 } } }";
    assert_eq!(hints(text), ["impossible-branch: 'c'"]);
    assert_eq!(hints("function f(Integer $x) { $x ? { 'a' => 1, default => 2 } }"), ["impossible-branch: 'a'"]);
    let text = "function f(Integer $x) { if $x =~ Integer { 1 } else { $x + 'never read' } }";
    assert_eq!(hints(text), ["pointless-test: $x =~ Integer"]);
}

#[test]
fn what_stands_behind_an_end() {
    assert_eq!(hints("function f() {\n  fail('x')\n  notice('y')\n}"), ["unreachable: notice('y')"]);
    let text = "function f($x) {\n  if $x { return(1) } else { fail('x') }\n  notice('y')\n  notice('z')\n}";
    assert_eq!(hints(text), ["unreachable: notice('y')"]);
    assert_eq!(hints("[1].each |$x| {\n  next($x)\n  notice($x)\n}"), ["unreachable: notice($x)"]);
    assert_eq!(hints("function f($x) {\n  if $x { fail('x') }\n  notice('y')\n}"), [""; 0]);
    // A definition is known wherever it stands.
    assert_eq!(hints("fail('x')\nfunction f() { 1 }"), [""; 0]);
}

#[test]
fn what_nothing_reads() {
    assert_eq!(hints("function f($x) {\n  $y = 1\n  $x\n}"), ["unused-variable: $y"]);
    assert_eq!(hints("function f($x, $y) { $x }"), ["unused-parameter: $y"]);
    assert_eq!(hints("define d($x) {\n  $y = 1\n  notice($x)\n}"), ["unused-variable: $y"]);
    assert_eq!(hints("class c {\n  [1].each |$x| {\n    $y = $x\n    notice($x)\n  }\n}"), ["unused-variable: $y"]);
    assert_eq!(hints("function f() {\n  [$a, $b] = [1, 2]\n  $a\n}"), ["unused-variable: $b"]);
}

#[test]
fn what_somebody_may_read() {
    for text in [
        "$x = 1",
        "class c($x) { $y = 1 }",
        "function f($_x) { $_y = 1 2 }",
        "function f() { $x = 1 }",
        "function f($x) { \"a ${x} b\" }",
        "function f($x) { \"a $x b\" }",
        "function f($x) { \"${x['a']} ${x.upcase}\" }",
        "function f($x) { [1].map |$y| { $x + $y } }",
        "function f($x, $y = $x) { $y }",
        "function f($x) { getvar('x.a') }",
        "function f($x) { defined('$x') }",
        "define d($x) { $y = 1 notice(template('a/b.erb')) }",
        "define d($x) { $y = 1 notice(inline_template('<%= @y %>')) }",
        "{'a' => 1}.each |$k, $v| { notice($v) }",
        "function f($x) {\n  @(\"END\")\n    ${x}\n    | END\n}",
    ] {
        assert_eq!(hints(text), [""; 0], "{text}");
    }
}

#[test]
fn variables_that_only_some_branches_set() {
    assert_eq!(hints("class c(Boolean $b) {\n  if $b { $x = 1 }\n  notice($x)\n}"), ["maybe-unset: $x"]);
    let text = "class c($os) {\n  case $os { 'a': { $x = 1 } 'b': { $x = 2 } }\n  notice(\"${x}\")\n}";
    assert_eq!(hints(text), ["maybe-unset: x"]);
}

#[test]
fn variables_that_are_set_where_they_are_read() {
    for text in [
        "class c(Boolean $b) { if $b { $x = 1 } else { $x = 2 } notice($x) }",
        "class c(Boolean $b) { if $b { $x = 1 } else { fail('x') } notice($x) }",
        "class c($os) { case $os { 'a': { $x = 1 } default: { fail('x') } } notice($x) }",
        // The same test was made.
        "class c(Boolean $b, $y) { if $b { $x = 1 } if $b and $y { notice($x) } }",
        "class c($os) { case $os { 'a': { $x = 1 } } if $os == 'a' { notice($x) } }",
    ] {
        assert_eq!(hints(text), [""; 0], "{text}");
    }
}

#[test]
fn checks_that_are_left_to_the_run_are_told_when_asked_for() {
    let text = "function f(Integer[1] $x) { $x }\nfunction g(Integer $y) { f($y) }";
    assert_eq!(hints(text), [""; 0]);
    let mut session = session();
    let rules = session.checker().rules().with(RuleCode::Deferred, true);
    session.analyze().set_rules(rules);
    let view = session.analyze().check_types("input", text);
    assert_eq!(view.hints.iter().map(|hint| hint.code.as_str()).collect::<Vec<_>>(), ["deferred"]);
}

#[test]
fn each_rule_can_be_off() {
    let text = "function f(Integer $x, $y) {\n  $z = 1\n  if $x == 'a' { fail('x') }\n  nosuch() + 'a'\n}";
    let codes = |rules: RuleSet| {
        let mut session = session();
        session.analyze().set_rules(rules);
        let view = session.analyze().check_types("input", text);
        let codes = view.reports.iter().chain(&view.hints).map(|report| report.code.to_string());
        codes.collect::<Vec<_>>()
    };
    let all = codes(RuleSet::all());
    assert!(
        ["unused-parameter", "unused-variable", "never-equal", "unresolved"]
            .iter()
            .all(|code| all.iter().any(|a| a == code)),
        "{all:?}"
    );
    for code in &all {
        let without = codes(RuleSet::all().with(RuleCode::from_name(code).expect("a rule"), false));
        assert!(!without.contains(code), "{code}: {without:?}");
    }
    assert!(codes(RuleSet::none()).is_empty());
}

#[test]
fn hints_are_of_the_severity_that_their_row_says() {
    let view = session().analyze().check_types("input", "function f(Integer $x) { $x == 'a' }");
    assert_eq!(view.hints[0].severity, Severity::Note);
    assert_eq!(RULES.iter().find(|rule| rule.code == "never-equal").unwrap().severity, Severity::Note);
}
