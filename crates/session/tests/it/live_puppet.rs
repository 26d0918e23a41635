//! A sample of the recorded answers, asked again of a live Puppet 8: the record must be its answer, and so must pprepl's.
//! `PPREPL_EVERY=1` asks all, which takes some minutes; `PPREPL_SEED` asks others.

use std::io::Write;
use std::process::{Command, Stdio};

use pprepl_testing::cases;
use serde_json::{Value, json};

use crate::corners;

/// Asks all questions in one process, in their order.
fn ask(puppet: &std::path::Path, questions: &[Value]) -> Vec<Value> {
    let mut ruby = Command::new(puppet.join("bin/ruby8"))
        .arg(pprepl_testing::root().join("tests/corners/puppet.rb"))
        .arg("--together")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Ruby starts");
    let mut input = ruby.stdin.take().expect("a pipe");
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = ruby.wait_with_output().expect("Ruby ends");
    writer.join().expect("the thread ends").expect("Ruby reads the questions");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns whether two answers are the same. `true` is an error of which the record has no issue code.
fn agree(recorded: &Value, live: &Value) -> bool {
    let errors = match (&recorded["error"], &live["error"]) {
        (Value::Bool(true), error) => !error.is_null(),
        (one, other) => one == other,
    };
    errors && recorded["value"] == live["value"] && recorded["logs"] == live["logs"]
}

/// Compares the records with Puppet's answers to them, and returns both.
fn compare(recorded: &[Value], finish: bool) -> Option<Vec<Value>> {
    let puppet = pprepl_testing::puppet8()?;
    let question = |row: &Value| json!({"family": row["family"], "code": row["code"], "finish": finish});
    let live = ask(&puppet, &recorded.iter().map(question).collect::<Vec<_>>());
    assert_eq!(live.len(), recorded.len(), "Puppet answers every question");
    let pairs = recorded.iter().zip(&live);
    let other = pairs.filter(|(row, live)| !agree(row, live)).map(|(row, live)| format!("{row}\n    live {live}"));
    let other: Vec<String> = other.collect();
    assert!(other.is_empty(), "{} of {} records differ:\n{}", other.len(), recorded.len(), other.join("\n"));
    Some(live)
}

#[test]
fn corners_have_the_answers_of_a_live_puppet_8() {
    let files = ["answers.jsonl", "crossed.jsonl", "searched.jsonl"];
    let rows = cases::one_of(100, files.into_iter().flat_map(corners::rows));
    let Some(live) = compare(&rows, true) else { return };
    let differences: Vec<String> = live.iter().filter_map(corners::difference).collect();
    assert!(differences.is_empty(), "{} differ from Puppet 8:\n{}", differences.len(), differences.join("\n"));
}

/// Returns the first step of a case with its recorded answer, as a row of `tests/corners` has it. `None` is a value without
/// a printed form.
fn first_step(case: &cases::Case) -> Option<Value> {
    let result = &case.results[0];
    let is_error = result["error"] == true;
    if !is_error && result["value"].is_null() {
        return None;
    }
    let logs = result["logs"].as_array().into_iter().flatten();
    let notices: Vec<&Value> = logs.filter(|log| log[0] == "notice").map(|log| &log[1]).collect();
    let mut row = json!({"family": case.id, "code": case.steps[0], "value": result["value"]});
    if is_error {
        // Errors of the parser have no issue code, or an empty one.
        let issue = result["issue"].as_str().filter(|issue| !issue.is_empty());
        row["error"] = issue.map_or(Value::Bool(true), Value::from);
    }
    if !notices.is_empty() {
        row["logs"] = json!(notices);
    }
    Some(row)
}

/// The recorded sessions had neither a node nor facts, and so none of these variables.
const VARIABLES_OF_A_NODE: [&str; 5] = ["$facts = 1", "$trusted = 1", "$name = 'x'", "$name", "$environment = 1"];

#[test]
fn sessions_begin_with_the_answers_of_a_live_puppet_8() {
    let cases = cases::all();
    let of_no_node = cases.iter().filter(|case| !VARIABLES_OF_A_NODE.contains(&&*case.steps[0]));
    compare(&cases::one_of(12, of_no_node.filter_map(first_step)), false);
}
