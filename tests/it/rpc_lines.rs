//! Lines of the machine interface by their answers: what is no request, and what a request may have.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends lines to a process, and returns its answers.
fn answers(lines: &[&str]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .arg("rpc")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    let mut input = child.stdin.take().expect("stdin");
    writeln!(input, "{}", lines.join("\n")).expect("the lines are taken");
    drop(input);
    let output = child.wait_with_output().expect("the answers");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn notifications_have_no_answer() {
    let found = answers(&[
        "",
        "  ",
        r#"{"jsonrpc":"2.0","method":"eval","params":{"source":"1"}}"#,
        r#"{"jsonrpc":"2.0","method":"eval","params":5}"#,
        r#"{"jsonrpc":"2.0","method":"nosuch","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}"#,
        r#"{"jsonrpc":"2.0","id":"last","method":"eval","params":{"source":"7"}}"#,
    ]);
    let ids: Vec<&Value> = found.iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&json!("last")], "{found:?}");
    assert_eq!(found[0]["result"]["value"], "7");
}

#[test]
fn a_line_without_end_is_not_kept() {
    let long = format!(r#"{{"id":1,"method":"{}"}}"#, "a".repeat(65 << 20));
    let found = answers(&[&long, r#"{"id":2,"method":"eval","params":{"source":"7"}}"#]);
    assert_eq!((&found[0]["id"], &found[0]["error"]["code"]), (&Value::Null, &json!(-32600)));
    assert_eq!((&found[1]["id"], &found[1]["result"]["value"]), (&json!(2), &json!("7")));
}

#[test]
fn a_line_that_is_no_request_has_an_error_without_an_id() {
    for (line, id, code) in [
        ("{", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        (r#"{"method":1}"#, Value::Null, -32600),
        (r#"{"id":3,"method":1}"#, json!(3), -32600),
        (r#"{"id":{},"method":"eval"}"#, Value::Null, -32600),
        (r#"{"id":3,"method":"eval","params":5}"#, json!(3), -32602),
        (r#"{"id":3,"method":"eval","params":[1]}"#, json!(3), -32602),
        (r#"{"id":3,"method":"eval","params":[]}"#, json!(3), -32602),
        (r#"{"id":3,"jsonrpc":"1.0","method":"eval"}"#, json!(3), -32600),
        (r#"{"jsonrpc":"1.0","method":"eval"}"#, Value::Null, -32600),
    ] {
        let found = answers(&[line]);
        assert_eq!(found.len(), 1, "{line}");
        assert_eq!((&found[0]["id"], &found[0]["error"]["code"]), (&id, &json!(code)), "{line}");
    }
}

#[test]
fn parameters_may_be_left_out() {
    for params in ["", r#","params":null"#, r#","params":[]"#, r#","params":{}"#] {
        let found = answers(&[&format!(r#"{{"id":1,"method":"options"{params}}}"#)]);
        assert_eq!(found[0]["result"]["edition"], "8", "{params}");
    }
}

#[test]
fn a_request_to_cancel_names_an_id() {
    let cancel = |id: &str| answers(&[&format!(r#"{{"id":1,"method":"cancel","params":{{"id":{id}}}}}"#)]).remove(0);
    for id in ["7", "\"seven\""] {
        assert_eq!(cancel(id)["result"]["canceled"], false, "{id}");
    }
    for id in ["null", "[]", "true"] {
        let message = "'id' must be the id of a request: a number or a string";
        assert_eq!(cancel(id)["error"]["message"], message, "{id}");
    }
}

#[test]
fn options_are_words_numbers_and_switches() {
    let options = |params: Value| {
        let line = json!({ "id": 1, "method": "options", "params": params }).to_string();
        answers(&[&line]).remove(0)
    };
    for (value, expected) in [(json!(false), "off"), (json!(true), "on"), (json!("off"), "off"), (json!("on"), "on")] {
        assert_eq!(options(json!({ "additions": value }))["result"]["additions"], expected, "{value}");
    }
    assert_eq!(options(json!({ "steps": 500 }))["result"]["steps"], "500");
    for value in [json!([]), json!({}), Value::Null] {
        let message = "'steps' must be a string, a number, true or false";
        assert_eq!(options(json!({ "steps": value }))["error"]["message"], message, "{value}");
    }
}
