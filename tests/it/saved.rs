//! What `:save` writes runs, and gives the same session; `:history`, `:out`, `_3`, `:undo` and `:reset` know what is in
//! effect.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// What an input shows.
fn say(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports = answer
                .reports
                .iter()
                .map(|r| format!("{}: {} ({})", r.code, r.message, r.help.clone().unwrap_or_default()));
            std::iter::once(answer.text.clone())
                .chain(reports)
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("\n")
        }
        Outcome::Evaluated(evaluation) => {
            let faults = evaluation
                .reports
                .iter()
                .map(|r| format!("{}: {} ({})", r.code, r.message, r.help.clone().unwrap_or_default()));
            evaluation.value.clone().into_iter().chain(faults).collect::<Vec<_>>().join("\n")
        }
        Outcome::Edit(request) => request.text().to_owned(),
        Outcome::Quit => "quit".to_owned(),
        Outcome::Nothing | Outcome::Lesson(_) => String::new(),
    }
}

fn run(lines: &[&str]) -> Session {
    let mut session = session();
    for line in lines {
        say(&mut session, line);
    }
    session
}

/// What a session holds, in words.
fn state(session: &mut Session) -> String {
    let mut variables: Vec<String> =
        session.names().variables().iter().map(|one| format!("${} = {}", one.name, one.value)).collect();
    variables.sort();
    let functions = session.names().functions().into_iter().filter(|one| !one.builtin).flat_map(|one| one.signatures);
    let names: Vec<String> =
        session.names().types().into_iter().filter(|one| !one.builtin).map(|one| one.name).collect();
    let functions: Vec<String> = functions.collect();
    // An alias is resolved when it is first used.
    names.iter().for_each(|name| drop(session.preview(name, Duration::from_secs(1))));
    let types = session
        .names()
        .types()
        .into_iter()
        .filter(|one| !one.builtin)
        .map(|one| format!("{} = {}", one.name, one.definition));
    let types: Vec<String> = types.collect();
    // In one file the bodies of defines are evaluated after the rest, at the prompt at the end of their input.
    let catalog =
        session.catalog().resources().into_iter().map(|one| format!("{} {:?}", one.reference, one.parameters));
    let mut catalog: Vec<String> = catalog.collect();
    catalog.sort();
    let whole = variables.into_iter().chain(functions).chain(types).chain(catalog).collect::<Vec<_>>().join("\n");
    // The value of `class { 'c': }` and the literal `Class['c']` are one reference in the reference's two spellings.
    let spelled = regex::Regex::new(r"Class\['([A-Z]\w*)'\]").expect("a pattern");
    spelled
        .replace_all(&whole, |found: &regex::Captures<'_>| format!("Class[{}]", found[1].to_lowercase()))
        .into_owned()
}

/// The file that `:save` writes.
fn saved(session: &mut Session, folder: &Path) -> (String, String) {
    let path = folder.join("saved.pp");
    let _ = std::fs::remove_file(&path);
    let answer = say(session, &format!(":save {}", path.display()));
    (std::fs::read_to_string(&path).unwrap_or_default(), answer)
}

/// Saves the session, runs the file in a fresh one and compares.
fn gives_the_same(session: &mut Session) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, answer) = saved(session, folder.path());
    if answer.contains("no input to save") {
        return Ok(());
    }
    let mut second = self::session();
    let evaluation = second.evaluate("saved.pp", &text);
    if evaluation.failed() {
        return Err(format!(
            "{answer}\n{text}\nfails: {:?}",
            evaluation.reports.iter().map(|r| &r.message).collect::<Vec<_>>()
        ));
    }
    let (one, other) = (state(session), state(&mut second));
    if one == other { Ok(()) } else { Err(format!("{text}\n--- gives\n{other}\n--- instead of\n{one}")) }
}

#[test]
fn what_was_undone_is_not_saved() {
    let mut session = run(&["$b = 6", ":undo", "$b = 7", "1 + 1", "$nosuch", "$c = $b"]);
    let folder = tempfile::tempdir().unwrap();
    let (text, answer) = saved(&mut session, folder.path());
    assert_eq!(text, "$b = 7\n# 1 + 1\n$c = $b\n");
    assert!(answer.contains("Saved 2 inputs to"), "{answer}");
    assert!(answer.contains("As comments: 1 input without effect on the session (unused values)."), "{answer}");
    assert!(answer.contains("Omitted: 1 undone, 1 failed."), "{answer}");
    assert_eq!(gives_the_same(&mut session), Ok(()));
}

#[test]
fn values_of_earlier_inputs_are_written_out() {
    let mut session = run(&["20 + 1", "$a = _ * 2", "$b = [_1, _]", "'x'", "function f() { _4 }", "$c = f()"]);
    let folder = tempfile::tempdir().unwrap();
    let (text, _) = saved(&mut session, folder.path());
    assert_eq!(text, "# 20 + 1\n$a = (21) * 2\n$b = [(21), (42)]\n# 'x'\nfunction f() { ('x') }\n$c = f()\n");
    assert_eq!(gives_the_same(&mut session), Ok(()));
}

#[test]
fn a_bare_value_that_does_something_is_logged() {
    let mut session = run(&["$a = 1\n$a + 1", "[$b = 2]", "$t = @(END)\n  text\n  | END\n$t", "@(E)\n  x\n  | E"]);
    let folder = tempfile::tempdir().unwrap();
    let (text, answer) = saved(&mut session, folder.path());
    assert!(text.contains("$a = 1\ndebug($a + 1)\n;debug([$b = 2])\n"), "{text}");
    assert!(answer.contains("In debug(..): the unused value at the end of 3 inputs."), "{answer}");
    assert_eq!(gives_the_same(&mut session), Ok(()));
}

#[test]
fn a_match_stays_for_what_uses_it() {
    let mut session = run(&["'abc' =~ /b(.)/", "$x = $1", "'b' in ['abc']", "$y = \"${0} ${1}\""]);
    assert_eq!(gives_the_same(&mut session), Ok(()));
    let mut session = run(&["$a = 1", ":undo", "'abc' =~ /b(.)/", "$x = $1"]);
    assert_eq!(gives_the_same(&mut session), Ok(()));
    assert_eq!(say(&mut session, "$x"), "'c'");
}

#[test]
fn inputs_do_not_run_into_each_other() {
    for lines in [
        &["$a = 3", "[1, 2].each |$x| { notice($x) }", "(1 + 1).notice", "$b = 1"][..],
        &["include stage", "class c { }", "include c", "['c'].include", "$c = 2"][..],
        &["$a = notify", "{ 'x' => 1 }.each |$k, $v| { notice($k) }", "$d = 1"][..],
        &["$a = 1", "-1.notice", "# a comment", "$e = 5 # another", "@notify { 'v': }", "realize(Notify['v'])"][..],
    ] {
        assert_eq!(gives_the_same(&mut run(lines)), Ok(()), "{lines:?}");
    }
}

#[test]
fn what_cannot_be_saved_is_refused() {
    let mut session = run(&["$l = 1", "notify { 'a': }", "$c = 2"]);
    for name in ["x.epp", "x.ppnb", "x.html", "x.json"] {
        let answer = say(&mut session, &format!(":save /nosuch/{name}"));
        assert!(answer.contains("':save' writes Puppet code") && answer.contains("ends in .pp"), "{answer}");
    }
    let mut session = run(&[":set atomic off", "$h = 1\nfail('x')", "$i = 2"]);
    let answer = say(&mut session, ":save /nosuch/x.pp");
    assert!(answer.contains("input 1 failed, and what it had changed stayed"), "{answer}");
    assert!(say(&mut self::session(), ":save /nosuch/x.pp").contains("no input to save yet"));
}

#[test]
fn settings_that_the_file_needs_are_named() {
    let mut session = run(&[":set edition 4x", ":set strict error", "$a = 1"]);
    let folder = tempfile::tempdir().unwrap();
    let (text, _) = saved(&mut session, folder.path());
    assert_eq!(text, "# Run with: pprepl --set 'edition=4x' --set 'strict=error'\n$a = 1\n");
}

/// The real binary runs the file, and its session shows the same.
#[test]
fn the_binary_runs_a_saved_file() {
    const LOOK: &str = ":vars\n:functions my_\n:types My\n:catalog\n";
    const INPUTS: &str = "$a = 1\n$gone = 2\n:undo\n1 + 1\n$nosuch\n$t = @(\"END\")\n  a ${a}\n  | END\nfunction my_twice($x) { $x * 2 }\n\
        type My::Port = Integer[1, 65535]\n$p = my_twice(_3)\n[$q = 3]\nfile { '/tmp/x': ensure => file, content => $t }\n\
        class my_class($v = 1) { notify { \"v ${v}\": } }\ninclude my_class\n$z = Sensitive('s')\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.pp");
    let first = piped(folder.path(), &format!("{INPUTS}:save {}\n{LOOK}", path.display()));
    let status = Command::new(env!("CARGO_BIN_EXE_pprepl")).arg(&path).stdout(Stdio::null()).status().expect("it runs");
    assert!(status.success(), "{}", std::fs::read_to_string(&path).unwrap_or_default());
    let second = piped(folder.path(), &format!(":load {}\n{LOOK}", path.display()));
    // The locations of resources and the inputs of variables differ.
    let without_input = |line: &str| {
        let end = line.rfind("  input ").filter(|_| line.starts_with('$')).unwrap_or(line.len());
        line[..end].trim_end().to_owned() + "\n"
    };
    let look = |text: &str| {
        let at = text.rfind("$a  ").expect("the variables");
        let (named, catalog) = text[at..].split_once("resource ").expect("the catalog");
        let resources: Vec<&str> = catalog.lines().filter_map(|line| line.split("  ").next()).collect();
        format!("{}{}", named.lines().map(without_input).collect::<String>(), resources.join("\n"))
    };
    assert!(first.contains("$p                Integer            4"), "{first}");
    assert_eq!(look(&first), look(&second), "{first}\n----\n{second}");
}

fn piped(home: &Path, input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(["--color", "never"])
        .current_dir(home)
        .env("HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("pprepl starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Inputs of all kinds; `N` becomes the input's number, so that most names are new.
const INPUTS: &[&str] = &[
    "$vN = N",
    "$vN = \"text ${v1}\"",
    "$v1 = 'one'",
    "$v2 = [$v1, _]",
    "$vN = _",
    "$wN = _2",
    "N + 1",
    "'bare'",
    "_",
    "[$xN = N]",
    "$nosuch",
    "fail('no')",
    "$aN = 1\n$bN = $aN + 1\n$bN",
    "$hN = @(END)\n  line N\n    deeper\n  | END",
    "$hN = @(\"END\"/L)\n  one \\\n  two ${v1}\n  | END\n$hN",
    "function fN($x) { $x + N }",
    "$yN = f1(2)",
    "f1(1)",
    "type TN = Integer[0, N]",
    "$tN = 3 =~ T1",
    "notice('said')",
    "'abN' =~ /b(.*)/",
    "$mN = $1",
    "if $v1 { $iN = 1 }",
    "[1, 2].each |$e| { notify { \"eN ${e}\": } }",
    "notify { 'nN': message => 'm' }",
    "notify { 'same': }",
    "class cN($p = N) { notify { \"cN ${p}\": } }",
    "include c1",
    "class { 'c2': p => 5 }",
    "define dN($p = 1) { file { \"/tmp/${title}\": ensure => file, mode => '0644' } }",
    "d1 { 'tN': }",
    "Notify['n1'] -> Notify['n2']",
    "@notify { 'virtualN': }",
    "realize(Notify['virtual1'])",
    "-1.notice",
    "{ 'k' => N }.each |$k, $v| { $v.notice }",
    "(1 + N)",
    ":undo",
    ":undo 2",
    ":redo",
    ":redo 2",
    ":reset",
    "# just a comment",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_saved_session_is_the_same_session(lines in prop::collection::vec(select(INPUTS), 1..25)) {
        let mut session = session();
        for line in &lines {
            let number = (session.inputs().len() + 1).to_string();
            say(&mut session, &line.replace('N', &number));
        }
        if let Err(fault) = gives_the_same(&mut session) {
            prop_assert!(false, "{lines:#?}\n{fault}");
        }
    }

    /// A reset is undone as a whole, and done again.
    #[test]
    fn a_reset_can_be_undone(lines in prop::collection::vec(select(INPUTS), 1..12), later in prop::collection::vec(select(INPUTS), 0..4)) {
        let mut session = session();
        for line in lines.iter().filter(|line| **line != ":reset") {
            let number = (session.inputs().len() + 1).to_string();
            say(&mut session, &line.replace('N', &number));
        }
        let before = (state(&mut session), say(&mut session, ":history"));
        say(&mut session, ":reset");
        if session.inputs().is_empty() && before.1 == "No inputs yet." {
            return Ok(());
        }
        for line in later.iter().filter(|line| !line.starts_with(':')) {
            let number = (session.inputs().len() + 1).to_string();
            say(&mut session, &line.replace('N', &number));
        }
        let after = state(&mut session);
        let steps = later.len() + 1;
        let mut undone = 0;
        while undone < steps && (state(&mut session), say(&mut session, ":history")) != before {
            say(&mut session, ":undo");
            undone += 1;
        }
        prop_assert_eq!(&(state(&mut session), say(&mut session, ":history")), &before);
        say(&mut session, &format!(":redo {undone}"));
        prop_assert_eq!(state(&mut session), after);
    }
}

#[test]
fn undone_inputs_are_told_apart() {
    let mut session = run(&["1 + 1", "$b = 6", "$c = 3", ":undo 2"]);
    let history = say(&mut session, ":history");
    assert!(history.contains("1  1 + 1   => 2\n2  $b = 6  undone\n3  $c = 3  undone"), "{history}");
    assert!(say(&mut session, ":out 2").contains("input 2 was undone"));
    assert!(say(&mut session, ":out").starts_with('2'), "the last one in effect");
    assert!(
        say(&mut session, "_2 + 1")
            .contains("UNDONE_INPUT: input 2 was undone: it has no value (':redo' does it again")
    );
    assert_eq!(say(&mut session, "_ + 1"), "3");
    say(&mut session, "_ + 1");
    assert_eq!(say(&mut session, "_"), "4");
}

#[test]
fn the_last_value_is_that_of_the_last_input_in_effect() {
    let mut session = run(&["$a = 1", "$b = 2", ":undo"]);
    assert_eq!(say(&mut session, "_"), "1");
    let mut session = run(&["$a = 1", "$b = 2", ":undo", ":redo"]);
    assert_eq!(say(&mut session, "[_, _2]"), "[2, 2]");
    let mut session = run(&["5", ":reset"]);
    assert_eq!(say(&mut session, "_"), "undef");
}

/// An undo that found nothing to undo changes nothing.
#[test]
fn without_a_value_the_last_one_is_undef() {
    let mut session = run(&[":undo", "$a = _", "$b = 1"]);
    assert_eq!(say(&mut session, "[$a]"), "[undef]");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(saved(&mut session, folder.path()).0, "$a = (undef)\n$b = 1\n# [$a]\n");
    assert_eq!(gives_the_same(&mut session), Ok(()));
}

/// A function that is done again is there, whatever happened to its name meanwhile.
#[test]
fn functions_are_done_again() {
    let mut session = run(&["$a = 1", ":reset", "function f() { 2 }", ":undo 2", ":redo 2"]);
    assert_eq!(say(&mut session, "f()"), "2");
    let mut session = run(&["function f() { 2 }", ":undo", ":set modulepath /nosuch", "defined('f')", ":redo"]);
    assert_eq!(say(&mut session, "f()"), "2");
}

#[test]
fn undo_says_how_many_it_took() {
    let mut session = run(&["$a = 1", "$b = 2"]);
    assert_eq!(
        say(&mut session, ":undo 99"),
        "Undone: $b = 2  ($b)\nUndone: $a = 1  ($a)\n2 inputs of 99: that was all.\n\
         - $a = 1  : Integer\n- $b = 2  : Integer"
    );
    assert!(say(&mut session, ":undo").contains("nothing to undo"));
    assert!(say(&mut session, ":redo 3").contains("2 inputs of 3: that was all.\n+ $a = 1"));
    assert!(say(&mut session, ":redo").contains("nothing to redo"));
}

#[test]
fn a_reset_takes_nothing_away_for_good() {
    let mut session = run(&[
        "$a = 1",
        "function f() { 2 }",
        "type T = Integer",
        "notify { 'n': }",
        ":assume $out Integer",
        "'abc' =~ /b/",
        "'last'",
    ]);
    let before = (state(&mut session), say(&mut session, ":assume"), say(&mut session, ":history"));
    assert!(say(&mut session, ":reset").contains("':undo' restores the previous one"));
    assert!(say(&mut session, "$a").contains("UNKNOWN_VARIABLE"));
    assert!(say(&mut session, ":assume") != before.1);
    assert_eq!(inputs_of(&say(&mut session, ":undo")), "Undone: :reset");
    assert_eq!((state(&mut session), say(&mut session, ":assume"), say(&mut session, ":history")), before);
    assert_eq!(say(&mut session, "[$0, _, _1, f()]"), "['b', 'last', 1, 2]");
    assert_eq!(
        say(&mut session, ":undo 2"),
        "Undone: notify { 'n': }\nUndone: type T = Integer  (T)\n- type T = Integer\n- Notify['n']"
    );
    // Two resets in a row are one.
    say(&mut session, ":reset");
    say(&mut session, ":reset");
    assert_eq!(say(&mut session, ":undo"), "Undone: :reset\n+ $a = 1  : Integer\n+ function f()");
    assert_eq!(say(&mut session, "f()"), "2");
    say(&mut session, ":reset");
    say(&mut session, "$new = 1");
    assert_eq!(inputs_of(&say(&mut session, ":undo 2")), "Undone: $new = 1  ($new)\nUndone: :reset");
    assert_eq!(say(&mut session, "f()"), "2");
    assert_eq!(inputs_of(&say(&mut session, ":redo")), "Redone: :reset");
    assert!(say(&mut session, "f()").contains("UNKNOWN_FUNCTION"));
}

/// Returns the lines of an answer that name inputs, without those that list changes.
fn inputs_of(answer: &str) -> String {
    let lines = answer.lines().filter(|line| line.starts_with("Undone") || line.starts_with("Redone"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_match_shows_its_own_captures_only() {
    let mut session = run(&["'abc' =~ /b(.)/"]);
    assert!(say(&mut session, ":match").contains("$1  'c'"));
    assert!(say(&mut session, ":match 1 + 1").contains("nothing in CODE matched"));
    assert!(say(&mut session, ":match 'xyz' =~ /q/").contains("does not match"));
    let branch = say(&mut session, ":match if 'xyz' =~ /(y)/ { }");
    assert!(branch.contains("$1  'y'") && branch.contains("until the end of the if in line 1"), "{branch}");
    assert!(say(&mut session, ":match").contains("$1  'c'"));
    assert!(say(&mut session, ":match 'xyz' =~ /(y)/").contains("$1  'y'"));
    assert!(say(&mut session, ":match 'xyz' =~ /(y)/").contains("$1  'y'"));
}

#[test]
fn words_are_true() {
    let mut session = run(&["$name = 1"]);
    assert!(say(&mut session, ":vars zzz").contains("no variable matches 'zzz'"));
    assert!(say(&mut session, ":history zzz").contains("no input contains 'zzz'"));
    assert_eq!(say(&mut session, "# only a comment"), "");
    assert_eq!(say(&mut session, "/* so\n is this */ # and this"), "");
    assert!(say(&mut session, ":history").lines().count() == 1);
    assert!(say(&mut session, ":out 9").contains("input 9 not found"));
    let mut fresh = self::session();
    assert!(say(&mut fresh, ":out").contains("no inputs yet"));
    assert!(say(&mut fresh, ":vars").contains("No variables."));
}
