//! The judge: transcripts of verdicts for each kind of check, and answers that try to do harm.

use std::sync::Arc;
use std::time::SystemTime;

use pprepl_lessons::{Attempts, Feedback, Judge, JudgeSetup, LessonFile, read, write_files};
use pprepl_notebook::Document;

use crate::judging::{
    CATALOGS, CORNERS, JUDGED, exercises, judge, judge_of, judge_with_stack, lesson, one_exercise, shown,
};

/// A stack for as many calls as the limit of calls allows, in builds without optimization too.
const STACK: usize = 32 << 20;

#[test]
fn each_kind_of_check_has_its_verdicts() {
    insta::assert_snapshot!(verdicts(JUDGED));
}

#[test]
fn corners_of_checks_have_their_verdicts() {
    insta::assert_snapshot!(verdicts(CORNERS));
}

#[test]
fn catalogs_have_their_verdicts() {
    insta::assert_snapshot!(verdicts(CATALOGS));
}

/// Judges all answers of the exercises of a lesson.
fn verdicts(text: &str) -> String {
    let lesson = lesson(text);
    let mut judge = judge(text);
    let mut out = String::new();
    for exercise in exercises(&lesson) {
        out.push_str(&format!("=== {}\n", exercise.name));
        let start = [&exercise.start].into_iter().filter(|code| !code.text.is_empty());
        for code in start.chain(&exercise.solution).chain(&exercise.rights).chain(&exercise.wrongs) {
            out.push_str(&shown(&code.text, &judge.judge(&exercise.name, &code.text)));
        }
    }
    out
}

#[test]
#[cfg_attr(
    windows,
    ignore = "frames are larger there, so that fewer calls fit the stack; /etc/passwd is no absolute path"
)]
fn harmful_answers_are_answered_in_clear_words() {
    let thread = std::thread::Builder::new().stack_size(STACK + (8 << 20)).spawn(judge_harmful_answers);
    insta::assert_snapshot!(thread.unwrap().join().unwrap());
}

fn judge_harmful_answers() -> String {
    let options = "#| check value $big == 1\n#| check same $limit over Integer[0, 10]\n#| solution $big = 1";
    let mut judge = judge_with_stack(&one_exercise("$limit = 3", options), STACK);
    let answers = [
        "function f($n) { f($n + 1) } f(0)",
        "function f($n) { if $n > 0 { f($n - 1) f($n - 1) } } f(60)",
        "Integer[1, 100000000].each |$i| { notice($i) }",
        "$big = Integer[1, 100000000].each |$i| { Array(Integer[1, 20000]).sort }",
        "$a = 'x' * 3",
        "$big = \"\\u{1b}[31mred\\u{7}\"",
        "notice(\"\\u{1b}[2J\") $big = 2",
        "fail(\"\\u{1b}]0;title\\u{7}\")",
        ":quit",
        ":load /etc/passwd",
        "$big = file('/etc/passwd')",
        "$big = ___",
        "# ___\n$big = 1 + ___\n$c = '___'",
        "   ",
        "# only a comment",
        "$big = [",
        "$big = 1",
    ];
    let mut out = String::new();
    for answer in answers {
        out.push_str(&shown(answer, &judge.judge("x", answer)));
    }
    let long = format!("$big = '{}'", "x".repeat(1 << 20));
    out.push_str(&shown("(an answer of 1 MiB)", &judge.judge("x", &long)));
    out.push_str(&shown("(an exercise that is not there)", &judge.judge("\u{1b}y", "1")));
    assert!(!out.contains('\u{1b}'));
    out
}

#[test]
fn an_answer_leaves_no_trace() {
    let mut judge = judge_of("$a = 1", "#| check value $b == 2\n#| solution $b = 2");
    for _ in 0..3 {
        assert_eq!(judge.judge("x", "$b = 2\nfunction f() { 1 }\nclass c { }\nfile { '/x': }").state, Feedback::Right);
        assert_eq!(judge.judge("x", "$b = $a").state, Feedback::Differs);
        assert_eq!(judge.judge("x", "notice($b)").state, Feedback::Fails);
    }
}

#[test]
fn a_given_variable_is_replaced_with_what_depends_on_it() {
    let given = "$ports = [1, 2]\n$unused = 7\n$count = size($ports)\n\n# %%\n#| given\nfunction many() { $count > 1 }\n\n# %%\n#| given\n$label = \"${count} ports\"";
    let options = "#| check for $ports in [[], [1]]  $text == ['0 ports', '1 ports']\n#| solution $text = $label";
    let mut judge = judge_of(given, options);
    assert_eq!(judge.judge("x", "$text = $label").state, Feedback::Right);
    let verdict = judge.judge("x", "$text = '2 ports'");
    assert_eq!(verdict.lines, ["For $ports = [] yours gives '2 ports', expected '0 ports'."]);
}

#[test]
fn counterexamples_are_small() {
    let options = "#| check same $ports.filter |$p| { $p > 100 } over Array[Integer[0, 65535]]\n#| solution 1";
    let mut judge = judge_of("$ports = [1]", options);
    let mut lines = |answer: &str| judge.judge("x", answer).lines.join("\n");
    assert_eq!(
        lines("$ports"),
        "For $ports = [0] yours gives [0], expected [].\nThe first difference: element [0] is 0, expected no elements."
    );
    assert_eq!(
        lines("$ports.filter |$p| { $p >= 100 }").lines().next(),
        Some("For $ports = [100] yours gives [100], expected [].")
    );
    assert!(lines("$ports.filter |$p| { $p > 100 and $p != 4711 }").starts_with("For $ports = [4711] yours gives []"));
    assert!(lines("$ports.filter |$p| { $p > 100 }.unique").contains("For $ports = ["));
}

#[test]
fn hints_and_solutions_are_earned() {
    let mut judge = judge_of("$a = 1", "#| check value $b == 2\n#| solution $b = 2\n#| right $b = 1 + 1");
    let mut attempts = Attempts::default();
    assert!(!attempts.record(&judge.judge("x", "$b = ___")));
    assert!(!attempts.record(&judge.judge("x", "$b = 3")));
    assert!(!attempts.record(&judge.judge("x", "$c")), "another kind");
    assert!(attempts.record(&judge.judge("x", "$b = 4")));
    assert_eq!((attempts.next_hint(1), attempts.next_hint(1)), (Some(0), None));
    assert!(attempts.may_show_solution(), "three tries");
    let mut asks = Attempts::default();
    assert!(!asks.may_show_solution());
    asks.ask_for_solution();
    assert!(asks.may_show_solution(), "asked for");
    let known: Attempts = serde_json::from_str(&serde_json::to_string(&attempts).unwrap()).unwrap();
    assert_eq!(known, attempts);
}

#[test]
fn files_facts_and_edition_apply() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("lesson");
    std::fs::create_dir(&root).unwrap();
    let text = "# %% [markdown]\n#| lesson data\n#| facts debian-12\n#| file hiera.yaml\n#|   version: 5\n#|   hierarchy:\n#|     - name: common\n#|       path: common.yaml\n#| file data/common.yaml\n#|   port: 80\n\n# %%\n#| exercise x\n#| check value $port == 80\n#| check value $family == 'Debian'\n#| solution $port = lookup('port')\n";
    let setup = pprepl_lessons::JudgeSetup { folder: Some(root.clone()), ..Default::default() };
    let mut judge = pprepl_lessons::Judge::new(lesson(text), &setup);
    assert_eq!(judge.problems(), [] as [&str; 0]);
    let verdict = judge.judge("x", "$port = lookup('port')\n$family = $facts['os']['family']");
    assert_eq!(verdict.state, Feedback::Right, "{:?}", verdict.lines);
    assert_eq!(std::fs::read_to_string(root.join("data/common.yaml")).unwrap(), "port: 80\n");
}

#[test]
fn files_are_written_inside_the_directory_only() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let file = LessonFile { path: path.to_owned(), text: text.to_owned() };
        write_files(&pprepl_lessons::Lesson { files: vec![file], ..Default::default() }, &folder.path().join("in"))
    };
    let outside = folder.path().join("out.txt");
    for path in ["../out.txt", "a/../../out.txt", "", "a//b", "/", &outside.display().to_string()] {
        assert_eq!(write(path, "x").map_err(|error| error.kind()), Err(std::io::ErrorKind::InvalidInput), "{path}");
    }
    assert!(!outside.exists());
    let file = folder.path().join("in/a/b.txt");
    for (text, is_new) in [("one", true), ("one", false), ("two", true)] {
        write("a/b.txt", text).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap() != SystemTime::UNIX_EPOCH, is_new, "{text}");
        let opened = std::fs::File::options().write(true).open(&file).unwrap();
        opened.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    }
}

#[test]
fn exercises_that_follow_each_other_or_later_ones_are_judged() {
    let text = "# %%\n#| exercise one\n#| after two\n#| check value $a == 1\n#| solution $a = 1\n\n# %%\n#| exercise two\n#| after one, two, three, none\n#| check value $b == 2\n#| solution $b = $a + 1\n\n# %%\n#| exercise three\n#| after two\n#| check value $c == 3\n#| solution $c = $b + 1\n";
    let lesson = Arc::new(read("lesson.pp", &Document::parse(text)));
    assert_eq!(lesson.findings.len(), 4, "names of `after` that are not above");
    let mut judge = Judge::new(lesson, &JudgeSetup::default());
    for (name, answer, state) in [
        ("one", "$a = 1", Feedback::Right),
        ("one", "$a = $b - 1", Feedback::Fails),
        ("two", "$b = $a + 1", Feedback::Right),
        ("two", "$b = $c - 1", Feedback::Fails),
        ("three", "$c = $a + $b", Feedback::Right),
    ] {
        assert_eq!(judge.judge(name, answer).state, state, "{name} {answer}");
    }
}

#[test]
fn a_notebook_shows_short_lines_and_runs_what_ends() {
    let mut judge = judge_of("$a = 1", "#| check value $b == 2\n#| solution $b = 2");
    let many = "Integer[1, 2000].each |$n| { notice($n) }";
    let large = "Integer[1, 3].each |$n| { notice(Integer[1, 600000].map |$i| { 'x' }.join) }";
    let long = format!("$b = '{}'", "x".repeat(64 << 10));
    let fits = format!("$b = 2 #{}", "x".repeat((64 << 10) - 8));
    let cases = [
        ("$b = 2", true, "Right."),
        ("$b = 3", true, "`$b` is 3, expected 2."),
        ("$b = [", true, "The code cannot be read: see the error above."),
        (":type 1", true, "`:type` is a command of the prompt. The answer is Puppet code."),
        (long.as_str(), true, "The answer is longer than 64 KiB."),
        (fits.as_str(), true, "Right."),
        ("$b = 1 / 0", true, "The code fails: see the error above."),
        (many, false, "Your code does not end well: it logs more than 1000 lines."),
        (large, false, "Your code does not end well: it logs more than 1000 lines."),
        ("", false, "Write your answer in the cell."),
        ("$b = ___", false, "Line 1 has a hole: replace `___` with code."),
    ];
    for (answer, may_run, line) in cases {
        let verdict = judge.judge("x", answer);
        let start: String = answer.chars().take(60).collect();
        assert_eq!((verdict.may_run(), verdict.short_lines().join(" / ").as_str()), (may_run, line), "{start}");
    }
}

#[test]
fn a_counterexample_is_as_small_as_the_tries_allow() {
    let options = "#| check same $ports.filter |$p| { $p > 100 } over Array[Integer[1, 65535], 12, 16]\n#| solution 1";
    let verdict = judge_of("$ports = [1]", options)
        .judge("x", "if $ports.any |$p| { $p > 1000 } { [] } else { $ports.filter |$p| { $p > 100 } }");
    insta::assert_snapshot!(verdict.lines.join("\n"));
}

#[test]
fn types_of_all_kinds_have_samples() {
    let cases = [
        ("Boolean", "true", "$x", "!$x", "For $x = true yours gives false, expected true."),
        ("Enum['a', 'b']", "'a'", "$x", "'a'", "For $x = 'b' yours gives 'a', expected 'b'."),
        ("String", "''", "$x.upcase", "$x", "For $x = 'a' yours gives 'a', expected 'A'."),
        ("String", "'a'", "$x ? { 'magic' => 1, default => 2 }", "2", "For $x = 'magic' yours gives 2, expected 1."),
        ("Hash[String, Integer]", "{}", "$x.keys", "$x.values", "For $x = {'' => 0} yours gives [0], expected [''].\n"),
        ("Optional[Integer]", "0", "$x =~ Undef", "$x == 0", "For $x = undef yours gives false, expected true."),
        ("Tuple[Integer, String]", "[0, '']", "$x[0]", "$x[1]", "yours gives '' (a String), expected 0 (an Integer)."),
        (
            "Struct[{port => Integer[1, 65535]}]",
            "{port => 1}",
            "$x['port']",
            "$x[port] + 0.5",
            "For $x = {'port' => 1} yours gives 1.5",
        ),
        ("Float", "1.5", "$x", "round($x)", "yours"),
    ];
    for (ty, given, reference, answer, expected) in cases {
        let options = format!("#| check same {reference} over {ty}\n#| solution {reference}");
        let mut judge = judge_of(&format!("$x = {given}"), &options);
        assert_eq!(judge.judge("x", reference).state, Feedback::Right, "{ty}");
        let verdict = judge.judge("x", answer);
        let lines = verdict.lines.join("\n") + "\n";
        assert!(lines.contains(expected), "{ty}: {lines}");
    }
}

#[test]
fn slow_answers_end() {
    let options = "#| check same $n over Integer[0, 100]\n#| solution $n";
    let mut judge = judge_of("$n = 0", options);
    let slow = "if $n > 3 { Integer[1, 100000000].each |$i| { Array(Integer[1, 20000]).sort } }\n$n";
    let verdict = judge.judge("x", slow);
    assert_eq!(verdict.state, Feedback::Differs);
    assert!(verdict.lines[0].contains("yours fails: the evaluation took longer than"), "{:?}", verdict.lines);
    assert_eq!(judge.judge("x", "$n").state, Feedback::Right, "the next answer is not affected");
}

#[test]
fn other_answers_differ_in_more_than_layout() {
    let lesson = lesson(
        "# %%\n#| exercise x\n#| check value $b == 2\n#| solution $b = 'a b'\n#| right $b = 'ab'\n#| right $b = 2",
    );
    let exercise = exercises(&lesson).next().expect("an exercise");
    assert_eq!(exercise.other_answers("$b   =\n'a b' # mine"), ["$b = 'ab'", "$b = 2"]);
}
