//! What is wrong, put right: each line is a text, and what it is with the best fix of each of its findings. The findings
//! are those of syntax, validation and the static checker; `ran` is for those of a run.

use pprepl_session::commands;
use pprepl_session::{CommandAnswer, Evaluation, Outcome, Session, Settings, SystemHost, apply_fixes};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn run(session: &mut Session, line: &str) -> Evaluation {
    match commands::submit(session, line) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{line}: {other:?}"),
    }
}

fn answer(session: &mut Session, line: &str) -> CommandAnswer {
    match commands::submit(session, line) {
        Outcome::Command(answer) => *answer,
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn fixed(text: &str, after: &str) {
    let view = session().analyze().check_types("input", text);
    let made = apply_fixes("input", text, &view.reports).map(|made| made.after);
    assert_eq!(
        made.as_deref(),
        Some(after),
        "{text}: {:?}",
        view.reports.iter().map(|r| r.frame()).collect::<Vec<_>>()
    );
}

#[track_caller]
fn unfixed(text: &str) {
    let view = session().analyze().check_types("input", text);
    assert!(apply_fixes("input", text, &view.reports).is_none(), "{text}");
}

#[test]
fn names_that_are_near() {
    fixed("$port = 80\n$prot + 1", "$port = 80\n$port + 1");
    fixed("$port = 80\n\"at ${prot}\"", "$port = 80\n\"at ${port}\"");
    fixed("upcas('a')", "upcase('a')");
    fixed("$v = 1.2.3", "$v = '1.2.3'");
    fixed("$v = 10.2.3-rc1 + 1", "$v = '10.2.3-rc1' + 1");
    fixed("'a'.upcas", "'a'.upcase");
    fixed("print('a')", "notice('a')");
    fixed("['a'].foreach |$x| { notice($x) }", "['a'].each |$x| { notice($x) }");
    fixed("\"${upcas('b')}\"", "\"${upcase('b')}\"");
    fixed("assert_type(Integr, 1)", "assert_type(Integer, 1)");
    fixed("assert_type(Bool, true)", "assert_type(Boolean, true)");
    fixed("define d($port) {} d { 'x': prot => 5 }", "define d($port) {} d { 'x': port => 5 }");
    fixed(
        "function f(Struct[{uid => Integer}] $h) { $h } f({ uuid => 1 })",
        "function f(Struct[{uid => Integer}] $h) { $h } f({ uid => 1 })",
    );
    unfixed("$elsewhere + 1");
}

#[test]
fn members_of_enums() {
    fixed("assert_type(Enum['present', 'absent'], 'presnt')", "assert_type(Enum['present', 'absent'], 'present')");
    fixed("define d(Enum[on, off] $s) {} d { 'x': s => 'ON' }", "define d(Enum[on, off] $s) {} d { 'x': s => 'on' }");
}

#[test]
fn literals_in_the_required_form() {
    fixed("assert_type(Integer, '43')", "assert_type(Integer, 43)");
    fixed("assert_type(Array[Numeric], [1, '2.50', 3])", "assert_type(Array[Numeric], [1, 2.50, 3])");
    fixed("assert_type(String, 80)", "assert_type(String, '80')");
    fixed("function f(String $s) { $s } $x = 5 f($x)", "function f(String $s) { $s } $x = 5 f(\"${x}\")");
    fixed("assert_type(Float, 5)", "assert_type(Float, 5.0)");
    fixed("assert_type(Hash, [])", "assert_type(Hash, {})");
    fixed("assert_type(Sensitive[String], 'x')", "assert_type(Sensitive[String], Sensitive('x'))");
    fixed("assert_type(Array[String], 'a')", "assert_type(Array[String], ['a'])");
    fixed("assert_type(Optional[Integer], undefined)", "assert_type(Optional[Integer], undef)");
    fixed("split(80, ',')", "split('80', ',')");
    // A number that would not fit either is no help.
    unfixed("assert_type(Integer[1, 9], '43')");
    unfixed("assert_type(Integer, 'many')");
}

#[test]
fn declarations() {
    fixed("class c(String $s = undef) {}", "class c(String $s) {}");
    fixed("function f(Integer $n) { $n } f(undef)", "function f(Optional[Integer] $n) { $n } f(undef)");
    fixed("function f(Variant[Integer] $n) { $n }", "function f(Integer $n) { $n }");
    fixed("function f(integer $n) { $n }", "function f(Integer $n) { $n }");
    fixed("function f(n) { $n }", "function f($n) { $n }");
    fixed("function $f() { 1 }", "function f() { 1 }");
    fixed("class Web { }", "class web { }");
    fixed("type port = Integer", "type Port = Integer");
}

#[test]
fn signs() {
    fixed("x = 5", "$x = 5");
    fixed("if $facts = 5 { 1 }", "if $facts == 5 { 1 }");
    fixed("if true {1} else if false {2}", "if true {1} elsif false {2}");
    fixed("{ a = 5 }", "{ a => 5 }");
    fixed("{ a: 5 }", "{ a => 5 }");
    fixed("[1 2]", "[1, 2]");
    fixed("file { '/a': ensure: present }", "file { '/a': ensure => present }");
    fixed("file { '/a': ensure = present }", "file { '/a': ensure => present }");
    fixed("file { '/a'\n  ensure => present }", "file { '/a':\n  ensure => present }");
    fixed(
        "file { '/a':\n  ensure => file\n  mode => '0644',\n}",
        "file { '/a':\n  ensure => file,\n  mode => '0644',\n}",
    );
    fixed("$x := 5", "$x = 5");
    fixed("if true && false { 1 }", "if true and false { 1 }");
    fixed("if true || false { 1 }", "if true or false { 1 }");
    fixed("1 <> 2", "1 != 2");
    fixed("$xs = [1, 2", "$xs = [1, 2]");
}

#[test]
fn a_match_variable_is_a_string() {
    let mut s = session();
    commands::submit(&mut s, ":set strict error");
    let text = "if 'port 80' =~ /(\\d+)/ { $1 + 1 }";
    let view = s.analyze().check_types("input", text);
    let made = apply_fixes("input", text, &view.reports).unwrap();
    assert_eq!(made.after, "if 'port 80' =~ /(\\d+)/ { Integer($1) + 1 }");
}

#[test]
fn all_at_once() {
    fixed(
        "$port = '80'\nassert_type(Integer, $prot)\nupcas('x')\nassert_type(Float, 5)",
        "$port = '80'\nassert_type(Integer, $port)\nupcase('x')\nassert_type(Float, 5.0)",
    );
}

#[test]
fn what_a_run_finds_is_fixed_too() {
    let mut s = session();
    commands::submit(&mut s, ":set check off");
    for (text, after) in [
        ("upcas('a')", "upcase('a')"),
        ("$port = 80\n$prot", "$port = 80\n$port"),
        ("Integr", "Integer"),
        ("abs -1", "abs(-1)"),
        ("class web { }\ninclude wbe", "class web { }\ninclude web"),
        ("file { '/a': ensure => presnt }", "file { '/a': ensure => present }"),
    ] {
        let found = run(&mut s, text);
        let name = found.reports[0].source_name.clone();
        let made = apply_fixes(&name, text, &found.reports).unwrap_or_else(|| panic!("{text}: {:?}", found.reports));
        assert_eq!(made.after, after);
    }
}

#[test]
fn what_was_foreseen_helps_what_failed() {
    let mut s = session();
    let found = run(&mut s, "assert_type(Enum['a', 'present'], 'presnt')");
    assert!(found.failed());
    assert_eq!(found.reports.len(), 1, "told once");
    assert_eq!(found.reports[0].fixes[0].fix.title, "write present");
}

#[test]
fn fix_runs_the_last_input_again() {
    let mut s = session();
    run(&mut s, "$port = 80");
    run(&mut s, "$prot + 1");
    let again = run(&mut s, ":fix");
    assert_eq!(
        (again.value.as_deref(), again.fixed.as_ref().map(|fixed| &*fixed.after)),
        (Some("81"), Some("$port + 1"))
    );
    let refused = answer(&mut s, ":fix");
    assert_eq!(refused.reports[0].message, "no fix is known for the last input");
}

#[test]
fn fix_takes_back_what_the_input_did() {
    let mut s = session();
    let first = run(&mut s, "$x = 5\nnotify { 'a': mesage => 'x' }");
    assert!(!first.failed() && first.reports[0].code == "UNKNOWN_ATTRIBUTE");
    let again = run(&mut s, ":fix");
    assert!(!again.failed(), "{:?}", again.reports);
    assert_eq!(again.fixed.as_ref().map(|fixed| &*fixed.after), Some("$x = 5\nnotify { 'a': message => 'x' }"));
    assert!(again.reports.is_empty());
}

#[test]
fn one_of_several_fixes() {
    let mut s = session();
    run(&mut s, "$xs = [1 2]\n$ys = [3 4]");
    assert_eq!(run(&mut s, ":fix 2").fixed.as_ref().map(|fixed| &*fixed.after), Some("$xs = [1 2]\n$ys = [3, 4]"));
    let refused = answer(&mut s, ":fix 7");
    assert!(refused.reports[0].message.starts_with("there are only"), "{}", refused.reports[0].message);
}

#[test]
fn the_machine_interface_has_places() {
    let mut s = session();
    let found = run(&mut s, "$port = 80\n$prot");
    let json = pprepl_session::json::reports(&found.reports);
    assert_eq!(
        json[0]["fixes"],
        serde_json::json!([{
            "title": "write port",
            "safe": false,
            "edits": [{ "line": 2, "column": 2, "end_line": 2, "end_column": 6, "text": "port" }],
        }])
    );
}

#[test]
fn files_get_sure_fixes_only() {
    let mut s = session();
    let text =
        "class c(Integer $n = '43', String $s = undef) {\n  $x = upcas('a')\n  file { '/a': mode = '0644' }\n}\n";
    let made = s.analyze().fix_file("c.pp", text).unwrap();
    assert_eq!(
        made.after,
        "class c(Integer $n = 43, String $s) {\n  $x = upcas('a')\n  file { '/a': mode => '0644' }\n}\n"
    );
    assert!(s.analyze().fix_file("c.pp", &made.after).is_none(), "nothing more");
}

#[test]
fn the_cursor_keeps_its_surroundings() {
    for (cursor, after) in [(3, 3), (8, 8), (9, 11), (10, 11), (15, 16)] {
        let edit = pprepl_session::edit::fix(&mut session(), "if true && false { 1 }", cursor).unwrap();
        assert_eq!((edit.range, edit.text.as_str(), edit.cursor), (8..10, "and", after), "{cursor}");
    }
}

// ---- the gate

fn offered(before: &[&str], text: &str) -> Vec<String> {
    let mut s = session();
    for line in before {
        run(&mut s, line);
    }
    let mut found = run(&mut s, text);
    s.keep_passing_fixes(&mut found);
    let fixes = found.reports.iter().flat_map(|report| report.fixes.iter());
    fixes.map(|fix| pprepl_text::applied(text, [&fix.fix]).0).collect()
}

#[test]
fn a_fix_that_does_not_help_is_not_offered() {
    // The run fails with each: `$a` is no number.
    assert!(offered(&["$name_of = 'a'"], "$name_off + 1").is_empty());
    // Nobody knows which one-letter name is meant.
    assert!(offered(&["$x = 1", "$z = 2"], "$y + 1").is_empty());
    assert!(offered(&[], "[1, 2].map |$i| { $j + 1 }").is_empty());
    // The closed parenthesis parses, and its run fails.
    assert!(offered(&[], "$x = (Integer(\"a${1}\")").is_empty());
}

#[test]
fn a_fix_that_helps_is_offered() {
    assert_eq!(offered(&["$port = 80"], "$prot + 1"), ["$port + 1"]);
    assert_eq!(offered(&[], "upcas('a')"), ["upcase('a')"]);
    assert_eq!(offered(&[], "print('a')"), ["notice('a')"]);
    assert_eq!(offered(&[], "$x = 5\nnotify { 'a': mesage => 'x' }"), ["$x = 5\nnotify { 'a': message => 'x' }"]);
    assert_eq!(offered(&[], "if true && false { 1 }"), ["if true and false { 1 }"]);
    assert_eq!(offered(&[], "$x = (Integer(\"1${1}\")"), ["$x = (Integer(\"1${1}\"))"]);
    // Nothing tries code that changes more than variables.
    assert_eq!(offered(&[], "(notice(Integer(\"a${1}\"))"), ["(notice(Integer(\"a${1}\")))"]);
}

#[test]
fn the_session_is_as_before_when_fixes_were_tried() {
    let mut s = session();
    let mut found = run(&mut s, "$x = 5\nnotify { 'a': mesage => 'x' }");
    s.keep_passing_fixes(&mut found);
    assert_eq!(run(&mut s, "$x").value.as_deref(), Some("5"));
    assert_eq!(answer(&mut s, ":catalog").reports.len(), 0);
    let undone = answer(&mut s, ":undo");
    assert!(undone.text.contains("$x"), "{}", undone.text);
}

#[test]
fn errors_that_the_parser_finds_one_after_another_make_one_fix() {
    assert_eq!(offered(&[], "[1 2 3]"), ["[1, 2, 3]"]);
    let mut s = session();
    run(&mut s, "[1 2 3]");
    assert_eq!(run(&mut s, ":fix").fixed.as_ref().map(|fixed| &*fixed.after), Some("[1, 2, 3]"));
}

#[test]
fn the_fix_command_shows_a_diff() {
    let mut s = session();
    run(&mut s, "$port = 80");
    run(&mut s, "# two lines\n$prot + 1");
    assert_eq!(run(&mut s, ":fix").changed_lines(), ["- $prot + 1", "+ $port + 1"]);
}

#[test]
fn safe_fixes_change_no_meaning() {
    let mut s = session();
    for text in [
        "class c(String $workers) { if $workers > 2 { notice('x') } }\n",
        "class c(Integer $n = '0123') { notice($n) }\n",
        "class c(Integer $n = '0x1F') { notice($n) }\n",
        "notice(split(80, ','))\n",
        "notice(80 =~ /8/)\n",
    ] {
        assert_eq!(s.analyze().fix_file("c.pp", text), None, "{text}");
    }
    fixed("assert_type(Integer, '0123')", "assert_type(Integer, 0123)");
    fixed("assert_type(Integer, '0x1f')", "assert_type(Integer, 0x1f)");
}
