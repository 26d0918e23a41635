//! What the checker reports as an error fails when it runs, and what it passes runs: programs with the error of each
//! edition. `None`: there is none, and the program runs.

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_text::Severity;

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    settings.set("strict", "error").unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

fn fault(edition: Edition, source: &str, wanted: Option<&str>) -> Option<String> {
    let view = session(edition).analyze().check_file("file.pp", source);
    let errors: Vec<&str> =
        view.reports.iter().filter(|one| one.severity == Severity::Error).map(|one| &*one.message).collect();
    let failed = session(edition).evaluate("file.pp", source).failed();
    let foreseen = match wanted {
        Some(text) => errors.iter().any(|error| error.contains(text)),
        None => errors.is_empty(),
    };
    let holds = foreseen && failed == wanted.is_some();
    (!holds).then(|| format!("{edition:?} {source:?}\n    wanted {wanted:?}, found {errors:?}, failed: {failed}\n"))
}

fn hold(cases: &[(&str, Option<&str>, Option<&str>)]) {
    let found = cases.iter().flat_map(|(source, eight, puppet)| {
        [fault(Edition::Eight, source, *eight), fault(Edition::Puppet8, source, *puppet)]
    });
    let wrong: Vec<String> = found.flatten().collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.concat());
}

fn both(cases: &[(&'static str, Option<&'static str>)]) {
    hold(&cases.iter().map(|(source, error)| (*source, *error, *error)).collect::<Vec<_>>());
}

#[test]
fn second_assignments_are_errors() {
    let set = Some("is already set");
    both(&[
        ("$a = 1\n$a = 2", set),
        ("[$a, $a] = [1, 2]", set),
        ("$x = 1\nif $x == 1 { $x = 2 }", set),
        ("$x = 1\ncase $x { 1: { $x = 2 } default: { } }", set),
        ("$x = 1\nunless $x == 2 { notice($x) $x = 2 }", set),
        ("if 1 == 1 { $x = 1 $x = 2 }", set),
        ("function f() { $x = 1\n $x = 2 }\nf()", set),
        ("function f($x) { $x = 2 }\nf(1)", set),
        ("class c($x = 1) { $x = 2 }\ninclude c", set),
        ("class c { $title = 'x' }\ninclude c", set),
        ("define d() { $name = 'x' }\nd { 'a': }", set),
        ("define d($y = 1) { if $y == 1 { $y = 2 } }\nd { 'a': }", set),
        ("[1].each |$i| { $i = 2 }", set),
        ("[1].each |$i| { $x = $i\n $x = 2 }", set),
    ]);
    both(&[
        ("$x = 1\n[1].each |$i| { $x = $i notice($x) }", None),
        ("if 1 == 1 { $x = 1 } else { $x = 2 }\nnotice($x)", None),
        ("case 1 { 1: { $x = 1 } default: { $x = 2 } }\nnotice($x)", None),
        ("class p { $x = 1 }\nclass q inherits p { $x = 2 notice($x) }\ninclude q", None),
        ("function f($x) { [1].map |$y| { $x } }\nf(1)", None),
        ("define d($x = 1) { }\ndefine e($x = 2) { }\nd { 'a': }\ne { 'a': }", None),
    ]);
}

#[test]
fn names_of_resource_types_are_taken() {
    let taken = Some("is a resource type");
    both(&[
        ("type User = Struct[{a => Integer}]", taken),
        ("type File = Integer", taken),
        ("type Account = Struct[{a => Integer}]\n$a = {a => 1} =~ Account", None),
    ]);
    // Where unknown names are resource types, none is certain.
    let mut settings = Settings::default();
    settings.set("unknown_types", "on").unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let view = session.analyze().check_file("file.pp", "type Foo = Integer\n$a = 1 =~ Foo");
    assert!(view.reports.is_empty(), "{:?}", view.reports);
}

#[test]
fn formats_fit_their_arguments() {
    let few = Some("too few arguments");
    both(&[
        ("notice(sprintf('%s'))", few),
        ("notice(sprintf('%d and %s', 1))", few),
        ("function f($x) { sprintf('%s %s', $x) }\nf(1)", few),
        ("notice(sprintf('%d', 'abc'))", Some("'abc' is not an integer")),
        ("notice(sprintf('%d', [1]))", Some("an Array is not an integer")),
        ("function f(Boolean $b) { sprintf('%d', $b) }\nf(true)", Some("is not an integer")),
        ("function f(Hash $h) { sprintf('%f', $h) }\nf({})", Some("is not a float")),
        ("notice(sprintf('%y', 3))", Some("is not a format directive")),
        ("notice(sprintf(5))", Some("the format of sprintf must be a String")),
        ("notice(sprintf(['a'], 1))", Some("the format of sprintf must be a String")),
        ("notice(sprintf('%<a>d', {b => 1}))", Some("no key 'a'")),
    ]);
    both(&[
        ("notice(sprintf('%d', '12'))", None),
        ("notice(sprintf('%d', 1, 2))", None),
        ("function f($h) { sprintf('%<a>d', $h) }\nf({a => 1})", None),
        ("function f(Hash $h) { sprintf('%{a}', $h) }\nf({a => 1})", None),
        ("function f(String $s) { sprintf('%d', $s) }\nf('1')", None),
        ("function f(Variant[Boolean, Integer] $s) { sprintf('%d', $s) }\nf(1)", None),
        ("function f($s) { sprintf('%c %5.2f %*d', $s, $s, $s, $s) }\nf(65)", None),
    ]);
}

#[test]
fn dig_steps_into_collections() {
    both(&[
        ("notice(dig([1, 2], 'a'))", Some("index must be an Integer")),
        ("notice({a => 1}.dig('a', 'b'))", Some("is not a Collection")),
        ("notice({a => [1]}.dig('a', 0, 'b'))", Some("is not a Collection")),
        ("notice(dig({a => 1}, 'b', 'c'))", None),
    ]);
}

#[test]
fn attributes_of_objects_have_their_types() {
    let point = "type Point = Object[{attributes => {x => Integer, y => {type => Integer, value => 3}}}]\n";
    let own = |code: &str, error| (format!("{point}{code}"), error);
    let held = "type Held = Object[{attributes => {h => Hash}}]\nnotice(Held({a => 1}), Held({h => {b => 1}}))";
    let cases = [
        own("notice(Point('a', 2))", Some("attribute x of Point: expected Integer, found String")),
        own("notice(Point(1, 2, 3))", Some("Point takes 1 to 2 arguments")),
        own("notice(Point())", Some("Point takes 1 to 2 arguments")),
        own("notice(Point({x => 1, y => 'a'}))", Some("attribute y of Point: expected Integer, found String")),
        own("notice(Point({y => 1}))", Some("missing attribute 'x' of Point")),
        own("notice(Point({x => 1, yy => 2}))", Some("Point has no attribute 'yy'")),
        own("$p = Point(1, 2)\nnotice($p.x =~ /a/)", Some("expects String, found Integer")),
        own("notice(Point(1), Point(1, 2), Point({x => 1}))", None),
        own("function x($any) { 'mine' }\n$p = Point(1)\nnotice($p.x + 1)", None),
        (held.to_owned(), None),
        ("$e = Error('m', 'k', {}, 'c')\nnotice($e.message, $e.kind, $e.details, $e.issue_code)".to_owned(), None),
        (
            "$u = URI('http://e.com:1/x?q#f')\nnotice($u.host, $u.path, $u.port + 1, $u.query, $u.scheme)".to_owned(),
            None,
        ),
        ("function f(URI $u) { $u.host }\nnotice(f(URI('http://a.b')))".to_owned(), None),
    ];
    let cases: Vec<(&str, Option<&str>, Option<&str>)> =
        cases.iter().map(|(source, error)| (&**source, *error, *error)).collect();
    hold(&cases);
}

#[test]
fn constants_overflow_without_the_additions() {
    let range = Some("outside of the range");
    hold(&[
        ("$x = 9223372036854775807 + 1", None, range),
        ("$x = 9223372036854775807 * 2", None, range),
        ("$x = -9223372036854775807 - 2", None, range),
        ("$x = 1 << 63", None, range),
        ("$x = 1 << 64", None, range),
        ("$x = 1 << 62", None, None),
        ("$x = 0 << 80", None, None),
        ("$x = -1 << 63", None, None),
        ("$x = 0.0 / 0.0", Some("division by zero"), None),
        ("$x = 1.0 / 0.0", Some("division by zero"), Some("division by zero")),
        ("$x = 1 / 0", Some("division by zero"), Some("division by zero")),
    ]);
}

#[test]
fn strings_and_types_are_not_called() {
    let refused = Some("cannot be called");
    both(&[("$f = 'abs'\nnotice($f(1))", refused), ("$f = Integer\nnotice($f('1'))", refused)]);
}

#[test]
fn the_empty_string_is_false_in_the_legacy_edition() {
    let cases = [
        "function f(Optional[String] $s) >> String { if $s { $s } else { $s } }\nf('')",
        "function f(Optional[String] $s) >> String { if !$s { $s } else { 'a' } }\nf('')",
        "function f(Optional[String] $s) >> String { unless $s { $s } else { 'a' } }\nf('')",
        "function f(Optional[String] $s) { if $s and true { 1 } else { $s =~ /a/ } }\nf('')",
    ];
    let wrong: Vec<String> = cases.iter().filter_map(|source| fault(Edition::ThreeX, source, None)).collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
    assert!(
        fault(Edition::Eight, &cases[0].replace("f('')", "f(undef)"), Some("expected String, found Undef")).is_none()
    );
}

#[test]
fn nothing_is_computed_from_the_clock_or_chance() {
    let mut session = session(Edition::Eight);
    for source in
        ["Timestamp()", "Timestamp() - Timestamp()", "Timestamp.new", "fqdn_rand(10)", "generate('/bin/date')"]
    {
        let view = session.analyze().check_types("input", source);
        let ty = view.type_text.unwrap_or_default();
        assert!(["Any", "Timestamp", "Timespan", "Integer[0]", "String"].contains(&&*ty), "{source}: {ty}");
    }
    for source in ["type(&abs)", "function f(Integer $x) >> Integer { $x }\n$t = type(&f)\nnotice($t)"] {
        let view = session.analyze().check_types("input", source);
        assert!(view.visible().is_empty(), "{source}: {:?}", view.visible());
    }
}

#[test]
fn strings_that_are_no_regular_expressions_are_errors() {
    let wrong = Some("is not a regular expression: a ( has no ) after it");
    both(&[
        ("notice('a' =~ '(')", wrong),
        ("$p = 'a('\nnotice('a' !~ $p)", wrong),
        ("notice(regsubst('a', '(', ''))", wrong),
        ("notice('a'.regsubst('(', ''))", wrong),
        ("notice(regsubst([], '(', ''))", wrong),
        ("notice(match('a', '('))", wrong),
        ("notice('a'.split('('))", wrong),
        ("notice(Regexp('('))", wrong),
        ("notice(Pattern['('])", wrong),
        ("notice('a' =~ Pattern['('])", wrong),
        ("function f(String $s) { $s =~ \"(\" }\nf('a')", wrong),
    ]);
    both(&[
        ("notice('a' =~ '[(]')", None),
        ("notice('a('.split('\\('))", None),
        ("notice([].match('('))", None),
        ("notice(regsubst('a', '# (', 'b', 'E'))", None),
        ("$p = '('\nif $p == ')' { notice('a' =~ $p) }", None),
    ]);
}
