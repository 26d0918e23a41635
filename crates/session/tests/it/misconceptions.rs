//! Notes: what each says and fixes, where none appears, and once for each kind at the prompt.

use std::fmt::Write as _;

use pprepl_session::{Outcome, Report, Session, Settings, SystemHost, apply_fixes, commands};
use pprepl_testing as testing;
use pprepl_text::Severity;

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn submit(session: &mut Session, input: &str) -> Vec<Report> {
    let outcome = if input.starts_with(':') { commands::run(session, input) } else { session.submit(input) };
    match outcome {
        Outcome::Evaluated(evaluation) => evaluation.reports.iter().chain(&evaluation.notes).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Returns the notes that the check and the run of the last input give.
fn notes(inputs: &[&str]) -> Vec<Report> {
    let mut session = session();
    let Some((last, before)) = inputs.split_last() else { return Vec::new() };
    for input in before {
        submit(&mut session, input);
    }
    let mut all = session.analyze().check_types("input", last).visible();
    all.extend(submit(&mut session, last));
    all.retain(|report| report.severity == Severity::Note);
    all
}

#[test]
fn idioms_have_no_notes() {
    let mut wrong = String::new();
    let data = std::fs::read_to_string(testing::root().join("tests/notes/quiet.jsonl")).expect("the data");
    let mut count = 0;
    for line in data.lines().filter(|line| !line.is_empty()) {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let inputs: Vec<&str> =
            row["inputs"].as_array().expect("inputs").iter().filter_map(|one| one.as_str()).collect();
        let mut session = session();
        count += 1;
        for input in &inputs {
            let mut found = Vec::new();
            if !input.starts_with(':') {
                found.extend(session.analyze().check_types("input", input).visible());
            }
            found.extend(submit(&mut session, input));
            // The reason of a failed match is an answer.
            found.retain(|one| one.code != "no-match");
            if let Some(one) = found.first() {
                let _ = writeln!(wrong, "{inputs:?}: {} {}", one.code, one.message);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 200, "{count}");
}

#[test]
fn misconceptions_have_notes_and_fixes() {
    for (inputs, code, fixed) in [
        (&["if 'no' { 1 }"][..], "pointless-test", None),
        (&["unless 'true' { 1 }"], "pointless-test", Some("unless true { 1 }")),
        (&["$n = 0", "if $n { 1 }"], "pointless-test", Some("if $n != 0 { 1 }")),
        (&["$h = {}", "if $h { 1 }"], "pointless-test", Some("if !$h.empty { 1 }")),
        (&["if !'x' { 1 }"], "pointless-test", None),
        (&["$x = 'c'", "$x == 'a' or 'b' or 'c'"], "pointless-test", Some("$x == 'a' or $x == 'b' or $x == 'c'")),
        (&["$x = undef", "$y = $x or 'd'"], "pointless-test", Some("$y = $x.lest || { 'd' }")),
        (&["5 == '5'"], "never-equal", Some("5 == 5")),
        (&["$on = true", "$on == 'true'"], "never-equal", Some("$on == true")),
        (&["$x = 'a'", "$x == String"], "type-comparison", Some("$x =~ String")),
        (&["$x = 'a'", "type($x) != Integer"], "type-comparison", Some("$x !~ Integer")),
        (&["'10' > '9'"], "string-order", Some("10 > 9")),
        (&["$v = '10'", "$v < '9'"], "string-order", Some("Integer($v) < 9")),
        (&["$x = 'abc'", "!$x =~ Integer"], "negated-operand", Some("$x !~ Integer")),
        (&["!'a' in ['a']"], "negated-operand", Some("!('a' in ['a'])")),
        (&["$h = {'k' => 1}", "\"v $h['k']\""], "string-accessor", Some("\"v ${h['k']}\"")),
        (&["$h = {'k' => 1}", "\"v $h[k]\""], "string-accessor", Some("\"v ${h['k']}\"")),
        (&["$x = 'a'", "\"$x.length\""], "string-accessor", Some("\"${x.length}\"")),
        (&["$x = 'a'", "\"$x.upcase()!\""], "string-accessor", Some("\"${x.upcase()}!\"")),
        (&["$h = {'name' => 1}", "\"$h.name\""], "string-accessor", Some("\"${h.name}\"")),
        (&["$a = 'x'", "\"#{a}\""], "foreign-interpolation", Some("\"${a}\"")),
        (&["$a = 'x'", "\"{{a}}\""], "foreign-interpolation", Some("\"${a}\"")),
        (&["$a = 'x'", "$b = f\"v {a}\""], "foreign-interpolation", Some("$b = \"v ${a}\"")),
        (&["$a = 'x'", "'v ${a}'"], "not-interpolated", Some("\"v ${a}\"")),
        (&["$a = 'x'", "'v $a'"], "not-interpolated", Some("\"v $a\"")),
        (&["$o = nil"], "foreign-word", Some("$o = undef")),
        (&["$x = 1", "$x == null"], "foreign-word", Some("$x == undef")),
        (&["$o = on"], "foreign-word", Some("$o = true")),
        (&["$t = 'x'", "notice(size(t))"], "missing-dollar", Some("notice(size($t))")),
        (&["$d = [1].each |$x| { $x + 1 }"], "unused-result", Some("$d = [1].map |$x| { $x + 1 }")),
        (&["['a'].map |$x| { notify { $x: } }"], "unused-result", Some("['a'].each |$x| { notify { $x: } }")),
        (&["$s = 'a'\nupcase($s)\nnotice($s)"], "unused-result", None),
        (&[":facts use debian-12", "$facts['os']['famly']"], "near-key", Some("$facts['os']['family']")),
        (&[":facts use debian-12", "$facts.dig('os', 'famly')"], "near-key", Some("$facts.dig('os', 'family')")),
        (&[":facts use debian-12", "$facts['os']['release']['major'] == 12"], "never-equal", None),
        (&["$l = ['a']", "$l[1]"], "missing-index", None),
        (&["7 / 2"], "integer-division", Some("7 / 2.0")),
        (&["-7 / 2"], "integer-division", Some("-7 / 2.0")),
        (&["$m = 0755"], "octal-number", Some("$m = '0755'")),
        (&["010 + 1"], "octal-number", None),
        (&["$p = \"D:\\new\""], "escape-in-path", Some("$p = 'D:\\new'")),
        (&["$x = 'a' 'b'"], "adjacent-values", None),
        (&["$l = [1]", "notice $l [0]"], "adjacent-values", Some("notice $l[0]")),
        (&["class a { }", "class b { }", "include a b"], "adjacent-values", Some("include a, b")),
        (&["$l = [1 -1]"], "spaced-minus", Some("$l = [1, -1]")),
        (&["max(3 -1)"], "spaced-minus", Some("max(3, -1)")),
        (&["class a { }", "a"], "class-as-value", Some("include a")),
        (&["split('a|b', '|')"], "regexp-string", Some("split('a|b', '[|]')")),
        (&["'a.b'.split('.')"], "regexp-string", Some("'a.b'.split('[.]')")),
        (&["regsubst('a.b', '.', '-')"], "regexp-string", Some("regsubst('a.b', '[.]', '-')")),
        (&["'a-b-c'.regsubst('-', '_')"], "first-match-only", Some("'a-b-c'.regsubst('-', '_', 'G')")),
        (&["'5' =~ Integer"], "no-match", None),
        (&["package { 'git': }", "service { 'x': require => Package['gti'] }"], "undeclared-reference", None),
    ] {
        let found = notes(inputs);
        let last = inputs.last().copied().unwrap_or_default();
        let Some(note) = found.iter().find(|note| note.code == code) else {
            panic!("{inputs:?}: no {code}, found {:?}", found.iter().map(|one| &one.code).collect::<Vec<_>>());
        };
        if let Some(fixed) = fixed {
            let made = apply_fixes(&note.source_name, last, std::slice::from_ref(note)).map(|made| made.after);
            assert_eq!(made.as_deref(), Some(fixed), "{inputs:?}");
        }
    }
}

#[test]
fn a_type_has_the_notes_of_its_expression() {
    let mut session = session();
    let Outcome::Command(answer) = commands::run(&mut session, ":type '1' == 1") else { panic!("an answer") };
    assert!(answer.text.contains("Boolean") && answer.text.contains("\nnote[never-equal]: "), "{}", answer.text);
    assert!(answer.data.is_some_and(|data| data["notes"][0]["code"] == "never-equal"));
}

#[test]
fn the_fix_of_a_note_runs_again() {
    let mut session = session();
    submit(&mut session, "$x = [1 -1]");
    submit(&mut session, ":fix");
    let Outcome::Evaluated(evaluation) = session.submit("$x") else { panic!("Puppet") };
    assert_eq!(evaluation.value.as_deref(), Some("[1, -1]"));
}

#[test]
fn each_kind_is_shown_once() {
    let mut session = session();
    let codes = |reports: Vec<Report>| reports.into_iter().map(|one| one.code.to_string()).collect::<Vec<_>>();
    assert_eq!(codes(submit(&mut session, "'1' == 1")), ["never-equal"]);
    assert_eq!(codes(submit(&mut session, "'2' == 2")), [""; 0]);
    assert_eq!(codes(submit(&mut session, "1 =~ String")), ["no-match"]);
    assert_eq!(codes(submit(&mut session, "2 =~ String")), ["no-match"]);
}

#[test]
fn notes_can_be_switched_off() {
    let mut session = session();
    commands::run(&mut session, ":set notes off");
    assert!(submit(&mut session, "'1' == 1").is_empty());
    assert!(session.analyze().check_types("input", "'1' == 1").visible().is_empty());
    commands::run(&mut session, ":set notes on");
    commands::run(&mut session, ":rules never-equal off");
    assert!(submit(&mut session, "'3' == 3").is_empty());
}

#[test]
fn taken_names_are_errors_before_the_run() {
    for (inputs, code) in [
        (&["$a = 5", "$a = 6"][..], "reassignment"),
        (&["$a = 5\n$a = 6"], "reassignment"),
        (&["[$a, $b] = [1, 2]", "$b = 3"], "reassignment"),
        (&["notify { 'a': }", "notify { ['b', 'a']: }"], "duplicate-declaration"),
        (&["notify { 'a': }\nnotify { 'a': }"], "duplicate-declaration"),
        (&["class c { }", "include c", "class { 'c': }"], "duplicate-declaration"),
        (&["nosuch { 'a': }"], "unknown-resource-type"),
        (&["class { 'nosuch': }"], "unknown-class"),
        (&["class c { $p = 1 }", "$c::p"], "unknown-variable"),
        (&["1 / 0"], "division-by-zero"),
    ] {
        let mut session = session();
        let Some((last, before)) = inputs.split_last() else { continue };
        before.iter().for_each(|input| drop(submit(&mut session, input)));
        let found: Vec<String> =
            session.analyze().check_types("input", last).reports.into_iter().map(|one| one.code.to_string()).collect();
        assert_eq!(found, [code], "{inputs:?}");
        let failed = submit(&mut session, last).iter().any(|one| one.severity == Severity::Error);
        assert!(failed, "{inputs:?} runs");
    }
    for inputs in [
        &["$a = 5", "[1].each |$x| { $a = $x notice($a) }"][..],
        &["if true { $a = 1 } else { $a = 2 }"],
        &["class c { $p = 1 }", "include c\n$c::p"],
        &["class c { $p = 1 }", "include c", "$c::p"],
        &["define d() { }", "d { 'x': }"],
    ] {
        let mut session = session();
        for input in inputs {
            let found = session.analyze().check_types("input", input).reports;
            assert!(found.is_empty(), "{input}: {:?}", found.first().map(|one| &one.message));
            submit(&mut session, input);
        }
    }
}

#[test]
fn attributes_have_notes_in_puppet8() {
    let mut session = session();
    commands::run(&mut session, ":set edition puppet8");
    let mut check = |input: &str| {
        let mut found = match input.starts_with(':') {
            true => Vec::new(),
            false => session.analyze().check_types("input", input).visible(),
        };
        found.extend(submit(&mut session, input));
        found.iter().map(|one| format!("{} {}", one.severity.as_str(), one.code)).collect::<Vec<_>>()
    };
    let both = |code: &str| vec![format!("note {code}"); 2];
    assert_eq!(check("file { '/a': mode => 0644 }"), both("INVALID_ATTRIBUTE_VALUE"));
    assert_eq!(check("file { '/b': requires => File['/a'] }"), both("UNKNOWN_ATTRIBUTE"));
    assert_eq!(check("exec { 'ls /b': }"), [""; 0], "each kind is shown once");
    assert_eq!(check(":set notes off"), [""; 0]);
    assert_eq!(check("file { '/c': ensure => direcotry }"), [""; 0]);
}

#[test]
fn a_failed_input_that_stays_has_a_fix() {
    let mut session = session();
    commands::run(&mut session, ":set edition puppet8");
    submit(&mut session, "define vhost($port = 80) { }");
    let input = "$set = 1\nvhost { 'a': prot => 80 }";
    let found = submit(&mut session, input);
    let made = apply_fixes(&found[0].source_name, input, &found).map(|made| made.after);
    assert_eq!(made.as_deref(), Some("$set = 1\nvhost { 'a': port => 80 }"));
    let Outcome::Evaluated(evaluation) = session.submit("[$set, defined(Vhost['a'])]") else { panic!("Puppet") };
    assert_eq!(evaluation.value.as_deref(), Some("[1, true]"), "puppet8 keeps what a failed input did");
}
