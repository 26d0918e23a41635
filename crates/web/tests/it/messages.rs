//! The border: every text gets an answer, whatever it is, and the engine goes on.

use serde_json::json;

use crate::client::Client;

#[test]
fn the_methods_of_rpc_work() {
    let mut client = Client::new();
    assert_eq!(client.call("eval", json!({ "source": "20 + 22" }))["value"], "42");
    assert_eq!(client.call("eval", json!({ "source": "$x = 1", "session": "other" }))["value"], "1");
    let unknown = client.call("eval", json!({ "source": "$x" }));
    assert_eq!(unknown["diagnostics"][0]["code"], "UNKNOWN_VARIABLE");
    assert_eq!(client.call("eval", json!({ "source": "$x", "session": "other" }))["value"], "1");
    assert_eq!(client.call("options", json!({ "strict": "error", "session": "other" }))["strict"], "error");
}

#[test]
fn the_first_answer_lists_what_there_is() {
    let mut client = Client::new();
    let about = client.call("initialize", json!({}));
    assert_eq!(about["protocol"], 1);
    for (name, _) in pprepl_web::METHODS.iter() {
        assert!(about["methods"].as_array().unwrap().contains(&json!(name)), "{name}");
    }
    assert!(about["themes"].as_array().unwrap().contains(&json!("high-contrast")));
    assert!(about["panes"].as_array().unwrap().iter().any(|pane| pane["name"] == "Heredoc"));
}

#[test]
fn every_method_is_documented() {
    let text = std::fs::read_to_string(pprepl_testing::path("docs/web-protocol.md")).expect("a document");
    let missing: Vec<&str> =
        pprepl_web::METHODS.iter().map(|(name, _)| *name).filter(|name| !text.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/web-protocol.md has no row for {missing:?}");
}

#[test]
fn a_wrong_message_gets_its_error() {
    let mut client = Client::new();
    for (text, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("{\"id\": 1}", -32600),
        ("{\"id\": 1, \"method\": \"nosuch\"}", -32601),
        ("{\"id\": 1, \"method\": \"eval\"}", -32602),
        ("{\"id\": 1, \"method\": \"notebook/run\", \"params\": {\"cell\": 1}}", -32000),
        ("{\"id\": 1, \"method\": \"notebook/open\", \"params\": {\"text\": 1}}", -32602),
        ("{\"id\": 1, \"method\": \"notebook/open\", \"params\": {\"text\": \"\", \"format\": \"doc\"}}", -32602),
    ] {
        let messages = client.raw(text);
        assert_eq!(messages.last().expect("a response")["error"]["code"], code, "{text}: {messages:?}");
    }
    assert!(
        client.raw("").is_empty() && client.raw("{\"method\": \"eval\", \"params\": {\"source\": \"1\"}}").is_empty()
    );
    assert_eq!(client.call("eval", json!({ "source": "1 + 1" }))["value"], "2");
}

#[test]
fn any_parameters_get_an_answer() {
    let mut client = Client::new();
    let ids = client.open("$a = 1\n# %%\n$b = 2\n", false);
    let values = [json!(null), json!(-1), json!(1e30), json!("x"), json!(true), json!([]), json!({}), json!(ids[0])];
    let names =
        ["cell", "cells", "offset", "from", "to", "at", "text", "kind", "pane", "step", "path", "folder", "format"];
    for (method, _) in pprepl_web::METHODS.iter().filter(|(name, _)| !name.starts_with("files/")) {
        for value in &values {
            let params: serde_json::Map<_, _> = names.iter().map(|name| ((*name).to_owned(), value.clone())).collect();
            let response = client.response(method, &json!(params));
            assert_ne!(response["error"]["code"], -32603, "{method} {value}: {response}");
        }
    }
    assert_eq!(client.call("eval", json!({ "source": "1 + 1" }))["value"], "2");
}

#[test]
fn hidden_characters_arrive_escaped() {
    let mut client = Client::new();
    let text =
        client.raw("{\"id\": 1, \"method\": \"eval\", \"params\": {\"source\": \"\\\"a\\\\u{202e}b\\\\u{7}c\\\"\"}}");
    assert_eq!(text.len(), 1);
    let ids = client.open("# %% <script>alert(1)</script>\nnotice('<img src=x onerror=alert(1)>')\n", false);
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["logs"][0][1], "<img src=x onerror=alert(1)>");
    let page = client.call("notebook/export", json!({ "format": "html" }));
    let page = page["text"].as_str().unwrap();
    assert!(!page.contains("<img src=x") && !page.contains("<script>alert"), "{page}");
}

#[test]
fn positions_are_utf_16() {
    let mut client = Client::new();
    let spans = client.call("highlight", json!({ "source": "$a = '\u{1f600}é' # c" }));
    let spans = spans["spans"].as_array().unwrap();
    assert!(spans.contains(&json!([11, 14, "comment"])), "{spans:?}");
    let ids = client.open("$x = '\u{1f600}'\n", false);
    let edited = client.call("notebook/edit", json!({ "cell": ids[0], "from": 8, "to": 8, "text": "!" }));
    assert_eq!(edited["cells"][0]["edited"], true);
    let document = client.call("notebook/document", json!({}));
    assert_eq!(document["cells"][0]["text"], "$x = '\u{1f600}!'");
    let message = client.refusal("notebook/edit", json!({ "cell": ids[0], "from": 7, "to": 8, "text": "!" }));
    assert_eq!(message, "'from' is outside the text");
}

#[test]
fn files_stay_below_the_root() {
    let mut client = Client::new();
    client.call("files/write", json!({ "path": "/environment/data/common.yaml", "text": "a: 1\n" }));
    client.call("files/write", json!({ "path": "/environment/logo", "base64": "AAEC" }));
    let files = client.call("files/list", json!({ "folder": "/environment" }));
    assert_eq!(files["files"][0], json!({ "path": "/environment/data/common.yaml", "size": 5 }));
    assert_eq!(client.call("files/read", json!({ "path": "/environment/data/common.yaml" }))["text"], "a: 1\n");
    for path in ["../x", "/environment/../../x", "a/../../x"] {
        for method in ["files/read", "files/delete", "files/write"] {
            let message = client.refusal(method, json!({ "path": path, "text": "x" }));
            assert_eq!(message, format!("the path '{path}' leaves the files"));
        }
    }
    assert!(client.refusal("files/delete", json!({ "path": "/" })).contains("found '/' itself"));
    client.call("files/delete", json!({ "path": "/environment" }));
    assert_eq!(client.call("files/list", json!({}))["files"], json!([]));
}

#[test]
fn themes_have_colors_for_css() {
    let mut client = Client::new();
    let themes = client.call("themes", json!({}));
    let dark = &themes["themes"][0];
    assert_eq!((&dark["name"], &dark["dark"]), (&json!("dark"), &json!(true)));
    assert!(dark["styles"]["keyword"]["color"].as_str().unwrap().starts_with('#'));
    assert!(dark["css"].as_str().unwrap().contains("--string-escape:#"), "{}", dark["css"]);
    let all = themes["themes"].as_array().unwrap();
    let is_dark = |name: &str| all.iter().find(|one| one["name"] == name).map(|one| one["dark"].clone());
    assert_eq!([is_dark("light"), is_dark("high-contrast")], [Some(json!(false)), Some(json!(true))]);
}

#[test]
fn a_stop_file_ends_an_endless_loop() {
    let mut client = Client::new();
    let stop = client.folder.path().join("stop");
    std::fs::write(&stop, "1").expect("a file");
    let stopped = client.call("eval", json!({ "source": "Integer[1, 2000000000].each |$x| { $x + 1 }" }));
    assert_eq!(stopped["diagnostics"][0]["code"], "CANCELLED", "{stopped}");
    std::fs::remove_file(&stop).expect("the file");
    assert_eq!(client.call("eval", json!({ "source": "1 + 1" }))["value"], "2");
}

#[test]
fn a_loop_that_logs_has_an_answer_of_bounded_size() {
    let mut client = Client::new();
    let result = client.call("eval", json!({ "source": "Integer[1, 20003].each |$x| { notice($x) }" }));
    let logs = result["logs"].as_array().expect("a list");
    assert_eq!(logs.len(), 20_001);
    assert_eq!(logs[19_999], json!(["notice", "20000"]));
    assert_eq!(logs[20_000], json!(["warning", "3 more lines were logged and are omitted"]));
    let few = client.call("eval", json!({ "source": "notice('a')" }));
    assert_eq!(few["logs"], json!([["notice", "a"]]));
}
