//! The machine interface as its document promises it: one process, a line a message.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use pprepl_testing::process::Ended;
use serde_json::{Value, json};

struct Server {
    child: Ended,
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
        Server { child: Ended(child), input, output, next: 0 }
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
    assert_eq!(server.call("reset", json!({})), json!({ "version": 1 }));
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
    // An edition sets the language; the other settings of the request hold in any order.
    for request in [r#"{"strict": "off", "edition": "4x"}"#, r#"{"edition": "4x", "strict": "off"}"#] {
        let settings = server.call("options", serde_json::from_str(request).unwrap());
        assert_eq!((&settings["edition"], &settings["strict"]), (&json!("4x"), &json!("off")), "{request}");
        server.call("options", json!({ "edition": "8" }));
    }
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
fn a_message_without_an_id_is_answered_only_when_it_is_no_request() {
    let mut server = Server::start();
    for line in ["{\"jsonrpc\": \"1.0\", \"method\": \"x\"}", "{\"jsonrpc\": \"2.0\", \"method\": 5}", "5"] {
        let answer = server.raw(line);
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &Value::Null), "{line}: {answer}");
    }
    // A notification that cannot be followed has no answer: the next line is that of the next request.
    for line in [
        "{\"jsonrpc\": \"2.0\", \"method\": \"eval\", \"params\": {\"source\": 5}}",
        "{\"jsonrpc\": \"2.0\", \"method\": \"nosuch\"}",
    ] {
        server.send(line);
        assert_eq!(server.eval("1 + 1")["value"], "2", "{line}");
    }
    let answer = server.raw("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"inspect\", \"params\": []}");
    assert!(answer["result"]["variables"].is_array(), "an empty list is as no parameters: {answer}");
    let answer = server.raw("{\"jsonrpc\": \"2.0\", \"id\": 8, \"method\": \"inspect\", \"params\": [1]}");
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
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
    assert_eq!(server.child.0.wait().expect("a status").code(), Some(0));
}

/// An evaluation that never ends.
const ENDLESS: &str = "Integer[1, 9223372036854775807].each |$x| { }";

impl Server {
    /// Sends a request without waiting for the answer.
    fn ask(&mut self, id: u64, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
    }

    /// Reads the next answer: its id and result.
    fn answer(&mut self) -> (Value, Value) {
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer.get("error").is_none(), "{answer}");
        (answer["id"].clone(), answer["result"].clone())
    }

    /// Waits until the requests so far are read: a cancel is answered at once.
    fn settle(&mut self) {
        self.ask(1000, "cancel", json!({ "id": 999 }));
        assert_eq!(self.answer(), (json!(1000), json!({ "version": 1, "canceled": false })));
    }
}

fn code(result: &Value) -> &str {
    result["diagnostics"][0]["code"].as_str().unwrap_or_default()
}

#[test]
fn cancel_stops_the_request_that_runs() {
    let mut server = Server::start();
    server.ask(1, "eval", json!({ "source": format!("$x = 1\n{ENDLESS}") }));
    server.ask(2, "eval", json!({ "source": "1 + 1" }));
    server.settle();
    server.send(r#"{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}"#);
    let (id, stopped) = server.answer();
    assert_eq!((id, code(&stopped)), (json!(1), "CANCELLED"));
    let (id, result) = server.answer();
    assert_eq!((id, &result["value"]), (json!(2), &json!("2")), "later requests are answered");
    assert_eq!(server.eval("$x")["diagnostics"][0]["code"], "UNKNOWN_VARIABLE", "it left no trace");
}

#[test]
fn cancel_takes_a_request_that_waits() {
    let mut server = Server::start();
    server.ask(1, "eval", json!({ "source": ENDLESS }));
    server.ask(2, "eval", json!({ "source": "$y = 1" }));
    server.ask(3, "tokens", json!({ "source": "1" }));
    server.ask(4, "cancel", json!({ "id": 2 }));
    assert_eq!(server.answer(), (json!(4), json!({ "version": 1, "canceled": true })));
    server.ask(5, "cancel", json!({ "id": 3 }));
    assert_eq!(server.answer(), (json!(5), json!({ "version": 1, "canceled": true })));
    server.ask(6, "cancel", json!({ "id": 1 }));
    assert_eq!(server.answer(), (json!(6), json!({ "version": 1, "canceled": true })));
    for id in 1..=3 {
        let (answered, result) = server.answer();
        assert_eq!((answered, code(&result)), (json!(id), "CANCELLED"), "{result}");
    }
    server.ask(7, "cancel", json!({ "id": 1 }));
    assert_eq!(server.answer(), (json!(7), json!({ "version": 1, "canceled": false })), "it is answered already");
    assert_eq!(server.eval("$y")["diagnostics"][0]["code"], "UNKNOWN_VARIABLE");
}

#[test]
fn cancel_without_an_id_is_refused() {
    let mut server = Server::start();
    assert_eq!(server.error(r#"{"jsonrpc":"2.0","id":1,"method":"cancel","params":{}}"#), -32602);
    assert_eq!(server.error(r#"{"jsonrpc":"2.0","id":1,"method":"cancel","params":{"id":[1]}}"#), -32602);
    assert_eq!(server.eval("1")["value"], "1");
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_request_and_not_the_process() {
    let mut server = Server::start();
    let interrupt = |server: &Server| {
        let process = server.child.0.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &process]).status().expect("kill").success());
    };
    server.ask(1, "eval", json!({ "source": ENDLESS }));
    server.settle();
    // On a loaded machine the request may not run yet, and then an interrupt means nothing.
    let process = server.child.0.id().to_string();
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let asking = {
        let stop = stop.clone();
        std::thread::spawn(move || {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                assert!(Command::new("kill").args(["-s", "INT", &process]).status().expect("kill").success());
                std::thread::sleep(std::time::Duration::from_millis(300));
            }
        })
    };
    let (id, stopped) = server.answer();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    asking.join().expect("interrupts");
    assert_eq!((id, code(&stopped)), (json!(1), "CANCELLED"));
    // When nothing runs it means nothing. The signal may arrive late, and then it stops what runs by that time.
    interrupt(&server);
    let answers: Vec<Value> = (0..20).map(|_| server.eval("2 + 3")).collect();
    assert_eq!(answers.last().expect("an answer")["value"], "5", "{answers:?}");
    assert!(answers.iter().filter(|answer| code(answer) == "CANCELLED").count() <= 2, "{answers:?}");
}

#[test]
fn limits_are_diagnostics_with_a_place() {
    let grow = "$start = 1\nInteger[1, 9223372036854775807].reduce([]) |$m, $x| { $m + [$x, $x, $x] }";
    let rows = [("time", 1, "TIME_LIMIT"), ("steps", 1000, "STEP_LIMIT"), ("memory", 32, "MEMORY_LIMIT")];
    for (setting, limit, wanted) in rows {
        let mut server = Server::start();
        server.call("options", json!({ setting: limit }));
        let result = server.eval(grow);
        assert_eq!(code(&result), wanted, "{result}");
        assert_eq!(result["diagnostics"][0]["line"], 2, "{result}");
        let command = server.call("command", json!({ "line": format!(":why {ENDLESS}") }));
        assert!(command["diagnostics"].is_array(), "{command}");
        assert_eq!(server.eval("1 + 1")["value"], "2", "the session lives on");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_cannot_be_written_are_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .arg("rpc")
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    writeln!(child.stdin.take().expect("open"), r#"{{"jsonrpc":"2.0","id":1,"method":"inspect"}}"#).expect("taken");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("cannot write to the standard output"), "{said}");
}

#[test]
fn hidden_characters_are_escaped() {
    let mut server = Server::start();
    let hidden = "a\u{7f}\u{9b}31m\u{202e}\u{2066}\u{200b}\u{200d}\u{2060}\u{feff}\u{180e}\u{115f}\u{3164}\u{61c}z";
    server.ask(1, "eval", json!({ "source": format!("\"{hidden}\"") }));
    let mut line = String::new();
    server.output.read_line(&mut line).expect("an answer");
    assert!(line.trim_end().chars().all(|ch| ('\u{20}'..'\u{7f}').contains(&ch)), "{line:?}");
    let answer: Value = serde_json::from_str(&line).expect("JSON");
    let value = answer["result"]["value"].as_str().expect("a value");
    assert!(value.contains('\u{200d}') && value.contains('\u{3164}') || value.contains("\\u"), "{value:?}");
}

#[test]
fn a_trace_lists_steps_and_changes_nothing() {
    let mut server = Server::start();
    server.eval("$x = 2");
    let trace = server.call("trace", json!({ "source": "$y = $x + 1\n$y / 0" }));
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!((steps[0]["value"].clone(), steps[0]["reduced"].clone()), (json!("3"), json!("2 + 1")), "{trace}");
    assert_eq!(steps[1]["error"], "division by 0");
    assert_eq!(trace["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(server.eval("defined('$y')")["value"], "false");
}

#[test]
fn a_canceled_request_has_the_keys_of_its_result() {
    let mut server = Server::start();
    let methods: &[(&str, &[&str])] = &[
        ("eval", &["logs", "elapsed_us"]),
        ("command", &["value", "text", "data"]),
        ("type", &["static", "generalized", "type"]),
        ("tokens", &["tokens"]),
        ("tree", &["pn"]),
        ("complete", &["from", "items"]),
        ("trace", &["steps", "omitted", "path"]),
        ("inspect", &["variables", "captures", "heredocs", "functions", "types", "resources"]),
    ];
    server.ask(1, "eval", json!({ "source": ENDLESS }));
    for (at, (method, _)) in methods.iter().enumerate() {
        let id = 10 + at as u64;
        server.ask(id, method, json!({ "source": "1", "line": ":scope" }));
        server.ask(id + 100, "cancel", json!({ "id": id }));
        assert_eq!(server.answer(), (json!(id + 100), json!({ "version": 1, "canceled": true })), "{method}");
    }
    server.ask(2, "cancel", json!({ "id": 1 }));
    server.answer();
    assert_eq!(server.answer().0, json!(1));
    for (method, keys) in methods {
        let (_, result) = server.answer();
        assert_eq!(code(&result), "CANCELLED", "{method}");
        let mut found: Vec<&str> = result.as_object().unwrap().keys().map(String::as_str).collect();
        found.retain(|key| !matches!(*key, "version" | "diagnostics"));
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, keys, "{method}");
    }
}
