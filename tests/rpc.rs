//! The machine interface as its document promises it: one process, a line a message.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Server {
    fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
            .arg("rpc")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("pprepl starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("stdout"));
        Server { child, input, output, next: 0 }
    }

    /// Sends a line and reads the answer.
    fn raw(&mut self, line: &str) -> Value {
        self.send(line);
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("an answer");
        serde_json::from_str(&answer).expect("JSON")
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("the line is taken");
    }

    /// Calls a method and gives its result.
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        let answer = self.raw(&request.to_string());
        assert_eq!(answer["id"], self.next, "{answer}");
        assert_eq!(answer["jsonrpc"], "2.0");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn eval(&mut self, source: &str) -> Value {
        self.call("eval", json!({ "source": source }))
    }

    fn error(&mut self, line: &str) -> i64 {
        let answer = self.raw(line);
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("an error is wanted: {answer}"))
    }
}

#[test]
fn an_evaluation_has_value_types_logs_and_time() {
    let mut server = Server::start();
    let result = server.eval("notice('hi')\n[1, 'a']");
    assert_eq!(result["value"], "[1, 'a']");
    assert_eq!(result["type"], "Tuple[Integer[1, 1], String]");
    assert_eq!(result["reduced"], "Array[ScalarData, 2, 2]");
    assert_eq!(result["generalized"], "Array[ScalarData]");
    assert_eq!(result["logs"], json!([["notice", "hi"]]));
    assert_eq!(result["diagnostics"], json!([]));
    assert!(result["elapsed_us"].is_u64());
}

#[test]
fn a_failure_is_a_result_with_a_place() {
    let mut server = Server::start();
    let result = server.eval("$a = 1\n$a = 2");
    assert!(result.get("value").is_none());
    let diagnostic = &result["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(diagnostic["code"], "ILLEGAL_REASSIGNMENT");
    assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&json!(2), &json!(4)));
    assert!(diagnostic["message"].is_string());
    assert!(diagnostic["labels"].is_array());
}

#[test]
fn columns_count_characters() {
    let mut server = Server::start();
    let result = server.eval("'\u{1f600}\u{e9}'; $nosuch");
    let codes: Vec<&Value> = result["diagnostics"].as_array().unwrap().iter().map(|d| &d["column"]).collect();
    assert!(codes.contains(&&json!(1)) || codes.contains(&&json!(7)), "{result}");
    let result = server.eval("notice('\u{1f600}\u{e9}'); $nosuch");
    assert_eq!(result["diagnostics"][0]["column"], 15, "{result}");
}

#[test]
fn the_session_lives_on_and_reset_ends_it() {
    let mut server = Server::start();
    server.eval("$x = 7");
    assert_eq!(server.eval("$x")["value"], "7");
    assert_eq!(server.call("reset", json!({})), json!({}));
    assert_eq!(server.eval("$x")["diagnostics"][0]["code"], "UNKNOWN_VARIABLE");
}

#[test]
fn options_change_settings_and_tell_them() {
    let mut server = Server::start();
    let settings = server.call("options", json!({ "edition": "puppet8" }));
    assert_eq!((&settings["edition"], &settings["strict"]), (&json!("puppet8"), &json!("error")));
    assert_eq!(server.eval("'1' + 1")["diagnostics"][0]["code"], "NUMERIC_COERCION");
    let settings = server.call("options", json!({ "strict": "warning", "atomic": true, "depth": 500, "edition": "8" }));
    assert_eq!(
        (&settings["edition"], &settings["depth"], &settings["atomic"]),
        (&json!("8"), &json!("500"), &json!("on"))
    );
    assert_eq!(server.call("options", json!({}))["edition"], "8");
}

#[test]
fn commands_answer_with_value_text_and_data() {
    let mut server = Server::start();
    let answer = server.call("command", json!({ "line": ":set strict" }));
    assert_eq!(answer["value"], "warning");
    assert!(answer["text"].as_str().unwrap().contains("strict = warning"));
    assert_eq!(answer["data"], json!({ "strict": "warning" }));
    assert_eq!(answer["diagnostics"], json!([]));
    let answer = server.call("command", json!({ "line": ":nosuch" }));
    assert_eq!(answer["diagnostics"][0]["code"], "UNKNOWN_COMMAND");
}

#[test]
fn type_and_check_run_nothing() {
    let mut server = Server::start();
    assert_eq!(server.call("type", json!({ "source": "[1, 2].size" }))["diagnostics"], json!([]));
    let checked = server.call("check", json!({ "source": "fail('never run')" }));
    assert_eq!(checked["diagnostics"], json!([]));
    let checked = server.call("check", json!({ "source": "$x = = 1" }));
    assert_eq!(checked["diagnostics"][0]["code"], "SYNTAX_ERROR");
}

#[test]
fn tokens_and_tree_of_code_and_templates() {
    let mut server = Server::start();
    let tokens = server.call("tokens", json!({ "source": "apache 1" }));
    assert_eq!(tokens["tokens"], json!([["NAME", "apache", 1, 1], ["NUMBER", "1", 1, 8]]));
    let tokens = server.call("tokens", json!({ "source": "a <%= $x %>", "template": true }));
    assert_eq!(tokens["tokens"][1], json!(["RENDER_STRING", "a ", 1, 1]));
    assert_eq!(server.call("tree", json!({ "source": "1 + 2 * 3" }))["pn"], "(+ 1 (* 2 3))");
}

#[test]
fn completion_counts_characters() {
    let mut server = Server::start();
    server.eval("$greeting = 1");
    let found = server.call("complete", json!({ "source": "'\u{e9}\u{1f600}' + $gree", "offset": 12 }));
    assert_eq!(found["from"], 7);
    assert_eq!(found["items"][0]["label"], "$greeting");
    assert_eq!(found["items"][0]["kind"], "variable");
}

#[test]
fn inspect_shows_what_the_panes_show() {
    let mut server = Server::start();
    server.eval("type Port = Integer[1, 65535]\nfunction f(Port $p) { $p }\n$x = 'abc' =~ /b(.)/");
    let seen = server.call("inspect", json!({}));
    assert_eq!(seen["variables"][0]["name"], "x");
    assert_eq!(seen["captures"][1], json!({ "number": 1, "value": "'c'" }));
    assert_eq!(seen["functions"][0]["name"], "f");
    assert_eq!(seen["types"][0]["name"], "Port");
    server.eval("@(END)\n  text\n  | END");
    assert_eq!(server.call("inspect", json!({}))["heredocs"][0]["text"], "text\n");
}

#[test]
fn malformed_lines_get_the_error_they_deserve_and_the_session_goes_on() {
    let mut server = Server::start();
    assert_eq!(server.error("{nonsense"), -32700);
    assert_eq!(server.error("[]"), -32600);
    assert_eq!(server.error("{\"id\": 1}"), -32600);
    assert_eq!(server.error("{\"id\": 1, \"method\": 5}"), -32600);
    assert_eq!(server.error("{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"eval\"}"), -32600);
    assert_eq!(server.error("{\"id\": 1, \"method\": \"nosuch\"}"), -32601);
    assert_eq!(server.error("{\"id\": 1, \"method\": \"eval\"}"), -32602);
    assert_eq!(server.error("{\"id\": 1, \"method\": \"eval\", \"params\": {\"source\": 5}}"), -32602);
    assert_eq!(server.error("{\"id\": 1, \"method\": \"options\", \"params\": {\"edition\": \"9\"}}"), -32602);
    assert_eq!(
        server.error("{\"id\": 1, \"method\": \"complete\", \"params\": {\"source\": \"a\", \"offset\": 9}}"),
        -32602
    );
    assert_eq!(server.eval("1 + 1")["value"], "2");
}

#[test]
fn a_notification_is_not_answered_and_ids_come_back_as_they_were() {
    let mut server = Server::start();
    server.send("{\"jsonrpc\": \"2.0\", \"method\": \"eval\", \"params\": {\"source\": \"$n = 5\"}}");
    server.send("");
    let answer =
        server.raw("{\"jsonrpc\": \"2.0\", \"id\": \"text\", \"method\": \"eval\", \"params\": {\"source\": \"$n\"}}");
    assert_eq!((&answer["id"], &answer["result"]["value"]), (&json!("text"), &json!("5")));
}

#[test]
fn a_wrong_class_reference_is_told() {
    let mut server = Server::start();
    let code = server.eval("Resource['Integer x']")["diagnostics"][0]["code"].clone();
    assert_eq!(code, "ILLEGAL_CLASSREF");
}

#[test]
fn the_end_of_input_is_the_end() {
    let mut server = Server::start();
    drop(server.input.take());
    assert_eq!(server.child.wait().expect("a status").code(), Some(0));
}
