//! Quizzes at the prompt, and the report for the teacher.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pprepl_lessons::{Progress, Topic};
use pprepl_session::commands::QUIZ_TOPICS;

use crate::terminal::Terminal;

/// Runs piped inputs in a home, and returns what the prompt prints.
fn piped(home: &Path, inputs: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    let text = inputs.iter().map(|input| format!("{input}\n")).collect::<String>();
    child.stdin.take().expect("an input").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_command_knows_the_topics_of_the_generators() {
    assert_eq!(QUIZ_TOPICS, Topic::ALL.map(Topic::as_str));
}

#[test]
fn a_learner_answers_questions() {
    let home = tempfile::tempdir().expect("a folder");
    let inputs = [
        "$mine = 1",
        ":quiz truth 3",
        "1",
        "nonsense(",
        ":hint",
        ":solution",
        ":explore",
        "$mine = 2",
        ":next",
        ":skip",
        "2",
        ":leave",
        "$mine",
        ":quiz tipes",
        ":quiz types many",
        ":skip",
    ];
    insta::assert_snapshot!(piped(home.path(), &inputs));
}

#[test]
fn the_end_of_a_round_returns_to_the_session() {
    let home = tempfile::tempdir().expect("a folder");
    let skips = [":skip"; 10];
    let inputs: Vec<&str> = ["$mine = 1", ":quiz 5"].into_iter().chain(skips).chain(["$mine + 1"]).collect();
    let shown = piped(home.path(), &inputs);
    assert!(shown.contains("Question 10 of 10") && shown.contains("Your score: 0 of 0."), "{shown}");
    assert_eq!(shown.trim_end().lines().last(), Some("2"), "{shown}");
}

#[test]
fn the_report_has_the_steps_and_no_answer() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("share");
    std::fs::create_dir(&folder).expect("a folder");
    let inputs = [
        ":report",
        &format!(":report {} Ann Smith", folder.display()),
        ":learn 1",
        "4711",
        ":leave",
        ":quiz truth 3",
        ":solution",
        ":report off",
        ":solution",
        ":report /nowhere/file Ann",
    ];
    let shown = piped(home.path(), &inputs).replace('\\', "/").replace(&pprepl_files::slashed(home.path()), "HOME");
    for words in [
        "Your progress is not reported.",
        "Your progress is reported to HOME/share/Ann Smith.jsonl as Ann Smith, without your answers.",
        "error: cannot write the report /nowhere/file: ",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let file = folder.join("Ann Smith.jsonl");
    let records = Progress::records(&file).expect("records");
    let lessons: Vec<&str> = records.iter().map(|record| record.lesson.as_str()).collect();
    assert_eq!(lessons, ["first-steps", "quiz"]);
    assert!(records.iter().all(|record| record.learner.as_deref() == Some("Ann Smith") && record.answer.is_none()));
    assert!(!std::fs::read_to_string(&file).expect("a file").contains("4711"));
}

#[test]
fn a_wrong_answer_comes_back_in_the_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("pprepl/learn");
    std::fs::create_dir_all(&folder).expect("a folder");
    let old = "{\"lesson\":\"quiz\",\"step\":\"order-class\",\"time\":1,\"state\":\"done\",\"finding\":\"predicted-otherwise\"}\n";
    std::fs::write(folder.join("progress.jsonl"), old).expect("written");
    // With a seed everybody gets the same questions.
    let shown = piped(home.path(), &[":quiz 3", ":leave", ":quiz"]);
    let (shared, own) = shown.split_once("Your score").expect("two rounds");
    assert!(shared.contains("Question 1 of 10") && !shared.contains("from earlier"), "{shown}");
    assert!(own.contains("from earlier"), "{shown}");
    let mut terminal = Terminal::start_in(home.path(), &[], &[]);
    terminal.see("pprepl:1>").line(":quiz").see("1 question comes back from earlier.").see("Question 1 of 10: order");
    terminal.line("x, y").see("No: it is").see("Question 2 of 10");
    terminal.line(":leave").see("Your score: 0 of 1.").see("To repeat: order.");
}

#[test]
fn a_session_is_shared_as_a_line_that_never_runs() {
    let home = tempfile::tempdir().expect("a folder");
    let shown = piped(home.path(), &[":share", "$a = 1", "notice(\"a is ${a}\")", ":share"]);
    assert!(shown.contains("no input to share"), "{shown}");
    let line = shown.lines().find(|line| line.starts_with("pprepl1:")).expect("a line");
    let file = home.path().join("new.pp").display().to_string();
    let open = format!(":share open {file}");
    let cut = &line[..line.len() - 9];
    let shown = piped(home.path(), &[&open, cut, line, "$a", &open, &open]);
    for words in [
        "error: no shared line yet",
        "error: the shared text is damaged",
        "This is a shared notebook with 2 lines and 1 cell.",
        "Nothing ran.",
        "Wrote ",
        "error: cannot write ",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(!shown.contains("a is 1"), "{shown}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "$a = 1\nnotice(\"a is ${a}\")\n");
}

#[test]
fn a_shared_session_is_copied_to_the_clipboard() {
    let mut terminal = Terminal::ready();
    terminal.line("$a = 1").see("pprepl:2>").line(":share").see("pprepl1:").see("never runs automatically");
    assert!(terminal.raw().contains("\u{1b}]52;c;"), "no OSC 52");
    terminal.paste("pprepl1:JGEgPSAxCg:00000000").keys("\r").see("missing or changed");
}

#[test]
fn some_inputs_are_shared() {
    let home = tempfile::tempdir().expect("a folder");
    let inputs = ["$a = 1", "$b = 2", "$c = 3", ":share 2-3", ":share 1", ":share 7", ":share 3-2", ":share all of it"];
    let shown = piped(home.path(), &inputs);
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("pprepl1:")).collect();
    let texts: Vec<String> = lines.iter().map(|line| pprepl_lessons::unshare(line).expect("a line")).collect();
    assert_eq!(texts, ["$b = 2\n$c = 3\n", "$a = 1\n"]);
    assert_eq!(shown.matches("no input to share").count(), 2, "{shown}");
    assert!(shown.contains("':share 2-4' the inputs 2 to 4"), "{shown}");
}
