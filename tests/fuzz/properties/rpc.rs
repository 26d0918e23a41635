//! The machine interface.

use pprepl_rpc as rpc;
use serde_json::Value;

use super::host::session;

/// Commands that neither write nor read files: an input is not from a friend.
const COMMANDS: &[&str] = &[
    "assume",
    "catalog",
    "resource",
    "check",
    "cst",
    "example",
    "fix",
    "fmt",
    "graph",
    "help",
    "history",
    "out",
    "undo",
    "redo",
    "time",
    "info",
    "lattice",
    "tokens",
    "ast",
    "heredoc",
    "match",
    "lookup",
    "vars",
    "functions",
    "types",
    "doc",
    "parens",
    "rules",
    "classes",
    "scope",
    "type",
    "union",
    "why",
];

/// Settings that name files, and those of the budget.
const SETTINGS: &[&str] =
    &["modulepath", "hiera", "facts", "theme", "memory", "time", "steps", "elements", "depth", "edition"];

/// Does the request stay within the session?
fn is_harmless(request: &Value) -> bool {
    let params = &request["params"];
    match request["method"].as_str() {
        Some("command") => {
            let line = params["line"].as_str().unwrap_or_default();
            let word: String =
                line.trim().trim_start_matches(':').chars().take_while(char::is_ascii_alphabetic).collect();
            COMMANDS.contains(&word.as_str()) && !line.contains(['>', '/'])
        }
        Some("options") => params.as_object().is_none_or(|all| all.keys().all(|key| !SETTINGS.contains(&key.as_str()))),
        _ => true,
    }
}

/// A line is answered once, in one line, under its id; a notification and a blank line are not. The session goes on.
pub fn rpc(data: &[u8]) {
    let mut session = session();
    for line in data.split(|byte| *byte == b'\n').take(8) {
        let request = serde_json::from_slice::<Value>(line);
        if request.as_ref().is_ok_and(|request| !is_harmless(request)) {
            continue;
        }
        let answer = rpc::read_request(line).and_then(|request| rpc::answer(&mut session, &request, false));
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        let Some(answer) = answer else {
            let is_notification = request.is_ok_and(|request| request.is_object() && request.get("id").is_none());
            assert!(is_blank || is_notification, "no answer");
            continue;
        };
        assert!(!is_blank && !answer.contains('\n'), "one line for a line: {answer}");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["jsonrpc"], "2.0");
        assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
        assert_ne!(answer["error"]["code"], -32603, "an internal error: {answer}");
        let id = request.ok().and_then(|request| request.get("id").cloned()).unwrap_or_default();
        let is_id = id.is_null() || id.is_string() || id.is_number();
        assert_eq!(answer["id"], if is_id { id } else { Value::Null });
    }
    let line = br#"{"id": 7, "method": "eval", "params": {"source": "20 + 22"}}"#;
    let last = rpc::read_request(line).and_then(|request| rpc::answer(&mut session, &request, false));
    let last: Value = serde_json::from_str(&last.expect("an answer")).expect("JSON");
    assert_eq!(last["result"]["value"], "42", "the session goes on");
}
