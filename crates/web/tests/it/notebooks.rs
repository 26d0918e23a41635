//! Notebooks behind messages: opening, results, panes, traces, exports, and the rebuilding after a trap.

use serde_json::{Value, json};

use crate::client::{Client, ids};

const TEXT: &str = "# %% [markdown]\n# # Title\n# %%\n$a = 20\n# %%\n$b = $a + 22\n";

fn cell(data: &Value, id: u64) -> &Value {
    data["cells"].as_array().unwrap().iter().find(|cell| cell["id"] == id).expect("the cell")
}

#[test]
fn opening_runs_nothing_and_running_all_does() {
    let mut client = Client::new();
    let notebook = client.call("notebook/open", json!({ "text": TEXT }));
    assert_eq!(notebook["results"], json!([]));
    assert_eq!((&notebook["trusted"], &notebook["auto"]), (&json!(false), &json!(false)));
    let ids = ids(&notebook);
    assert_eq!(cell(&notebook, ids[0])["kind"], "prose");
    assert_eq!(cell(&notebook, ids[1])["number"], 1);
    let state = client.call("notebook/run_all", json!({}));
    let values: Vec<&Value> = state["results"].as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert!(values.contains(&&json!("42")), "{values:?}");
    assert!(client.notes.iter().any(|note| note["method"] == "notebook/began"));
    assert_eq!(state["auto"], true);
    let state = client.call("notebook/edit", json!({ "cell": ids[1], "text": "$a = 30" }));
    assert_eq!(cell(&state, ids[1])["edited"], true);
    let state = client.call("notebook/leave", json!({ "cell": ids[1] }));
    assert_eq!(state["results"].as_array().unwrap().len(), 2, "{state}");
    assert_eq!(client.call("notebook/result", json!({ "cell": ids[2] }))["value"], "52");
}

#[test]
fn a_cell_is_stale_after_a_change_above_it() {
    let mut client = Client::new();
    let ids = client.open(TEXT, false);
    let status = |state: &Value| ids.iter().map(|id| cell(state, *id)["status"].clone()).collect::<Vec<_>>();
    let state = client.call("notebook/run_all", json!({}));
    assert_eq!(status(&state), ["new", "done", "done"]);
    client.call("notebook/edit", json!({ "cell": ids[1], "text": "$a = 30" }));
    let state = client.call("notebook/run", json!({ "cell": ids[1] }));
    assert_eq!(status(&state), ["new", "done", "stale"]);
    let state = client.call("notebook/run", json!({ "cell": ids[2] }));
    assert_eq!(status(&state), ["new", "done", "done"]);
}

#[test]
fn a_failure_has_its_place_in_the_cell() {
    let mut client = Client::new();
    let ids = client.open("$ä = 1\n# %%\nnotice('é')\n$nosuch\n", false);
    let state = client.call("notebook/run", json!({ "cell": ids[1] }));
    let diagnostic = &state["results"][0]["diagnostics"][0];
    assert_eq!((&diagnostic["from"], &diagnostic["to"]), (&json!(12), &json!(19)), "{diagnostic}");
    assert_eq!((&diagnostic["cell"], &diagnostic["number"]), (&json!(ids[1]), &json!(2)));
    assert_eq!(cell(&state, ids[1])["status"], "failed");
    let found = client.call("notebook/check", json!({ "cell": ids[1] }));
    assert_eq!(found["diagnostics"][0]["from"], 12, "{found}");
}

#[test]
fn a_cell_expects_its_result() {
    let mut client = Client::new();
    let ids = client.open(
        "#| expect value 3\n1 + 2\n# %%\n#| expect type String\n1\n# %%\n#| expect fails unset-variable\n$no",
        false,
    );
    let state = client.call("notebook/run_all", json!({}));
    let results = state["results"].as_array().unwrap();
    let expected: Vec<(bool, bool)> =
        results.iter().map(|one| (one["ok"] == true, one["expectations"][0]["mistake"].is_null())).collect();
    assert_eq!(expected, [(true, true), (false, false), (true, true)], "{results:?}");
    assert_eq!(results[0]["expectations"][0]["text"], "value 3");
    let status: Vec<&Value> = ids.iter().map(|id| &cell(&state, *id)["status"]).collect();
    assert_eq!(status, ["done", "failed", "done"]);
}

#[test]
fn a_value_unfolds() {
    let mut client = Client::new();
    let ids = client.open("[{ a => 1, b => [1, 2] }, { a => 2, b => [] }]", false);
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    let result = &state["results"][0];
    assert_eq!(result["tree"]["parts"], 2);
    assert_eq!(result["table"]["columns"], json!(["a", "b"]));
    let parts = client.call("notebook/parts", json!({ "cell": ids[0], "path": [0] }));
    assert_eq!(parts["parts"][1]["label"], "'b'");
    assert_eq!(parts["parts"][1]["parts"], 2);
}

#[test]
fn changes_are_undone_and_redone() {
    let mut client = Client::new();
    let ids = client.open(TEXT, false);
    let inserted = client.call("notebook/insert", json!({ "at": 3, "kind": "code", "text": "$c = 1" }));
    let new = inserted["cell"].as_u64().unwrap();
    assert!(!ids.contains(&new));
    let moved = client.call("notebook/move", json!({ "cell": new, "to": 0 }));
    assert_eq!(crate::client::ids(&moved)[0], new);
    client.call("notebook/undo", json!({}));
    let undone = client.call("notebook/undo", json!({}));
    assert_eq!(crate::client::ids(&undone), ids);
    assert_eq!(undone["changed"], false);
    let redone = client.call("notebook/redo", json!({}));
    assert_eq!(crate::client::ids(&redone).len(), 4);
    let split = client.call("notebook/split", json!({ "cell": ids[2], "at": 8 }));
    let second = split["cell"].as_u64().unwrap();
    assert_eq!(cell(&split, second)["text"], "+ 22");
    assert!(client.refusal("notebook/merge", json!({ "cell": new })).contains("no cell below"));
}

#[test]
fn a_notebook_is_saved_exported_and_imported() {
    let mut client = Client::new();
    client.open(TEXT, false);
    client.call("notebook/run_all", json!({}));
    assert_eq!(client.call("notebook/saved", json!({}))["text"], TEXT);
    for (format, part, mime) in [
        ("pp", "# %%", "text/plain"),
        ("md", "```puppet", "text/markdown"),
        ("html", "<!doctype html>", "text/html"),
        ("ipynb", "\"nbformat\"", "application/x-ipynb+json"),
        ("svg", "<svg", "image/svg+xml"),
    ] {
        let export = client.call("notebook/export", json!({ "format": format }));
        assert_eq!((&export["suffix"], &export["mime"]), (&json!(format), &json!(mime)));
        let text = export["text"].as_str().unwrap();
        assert!(text.to_lowercase().contains(part), "{format}: {text}");
        if ["md", "ipynb"].contains(&format) {
            let read = client.call("notebook/open", json!({ "text": text, "format": format, "notebook": "copy" }));
            assert_eq!(ids(&read).len(), 3, "{format}");
        }
    }
}

#[test]
fn panes_are_data_for_the_page() {
    let mut client = Client::new();
    let ids = client.open("$x = @(END/L)\n  a\\\n  | END\n# %%\nnotify { 'é': } -> notify { 'b': }\n", false);
    client.call("notebook/run_all", json!({}));
    for pane in
        ["Type", "Heredoc", "Captures", "Tokens", "Tree", "Scope", "EPP", "Catalog", "Log", "Trace", "Facts", "Help"]
    {
        let view = client.call("pane", json!({ "pane": pane, "cell": ids[0], "offset": 8 }));
        assert!(view["lines"].is_array(), "{pane}: {view}");
    }
    let contextual = client.call("pane/contextual", json!({ "cell": ids[0], "offset": 8 }));
    assert_eq!(contextual["pane"], "Heredoc");
    assert!(client.call("catalog/graph", json!({}))["svg"].as_str().unwrap().starts_with("<svg"));
    let table = client.call("catalog/table", json!({}));
    assert!(table["resources"].as_array().unwrap().len() >= 2, "{table}");
    let trace = client.call("trace/cell", json!({ "cell": ids[0] }));
    assert!(trace["steps"].is_array(), "{trace}");
    assert_eq!(client.call("trace/judge", json!({ "answer": "3", "value": "3" }))["right"], true);
}

#[test]
fn the_log_counts_code_cells() {
    let mut client = Client::new();
    let cells = "notice('one')\n# %% [markdown]\n# Text\n\n# %%\nnotice('two')\n# %%\n1\n# %%\nwarning('four')\n";
    let ids = client.open(cells, false);
    client.call("notebook/run_all", json!({}));
    let view = client.call("pane", json!({ "pane": "Log", "cell": ids[0], "offset": 0 }));
    let text = |line: &Value| -> String {
        line["pieces"].as_array().into_iter().flatten().filter_map(|piece| piece[1].as_str()).collect()
    };
    let lines: Vec<String> = view["lines"].as_array().unwrap().iter().map(text).collect();
    assert_eq!(lines, ["[1]", "notice   one", "", "[2]", "notice   two", "", "[4]", "warning  four"]);
}

#[test]
fn editing_has_completion_signature_and_fixes() {
    let mut client = Client::new();
    let ids = client.open("$first = 1\n# %%\n$fir\n# %%\nsplit('a,b', \n# %%\nif $first = 1 { }\n", false);
    client.call("notebook/run", json!({ "cell": ids[0] }));
    let found = client.call("notebook/complete", json!({ "cell": ids[1], "offset": 4 }));
    assert!(found["items"].as_array().unwrap().iter().any(|item| item["label"] == "$first"), "{found}");
    let signature = client.call("notebook/signature", json!({ "cell": ids[2] }));
    assert!(signature["label"].as_str().unwrap().contains("split("), "{signature}");
    let fix = client.call("notebook/fix", json!({ "cell": ids[3] }));
    assert!(fix["text"].is_string() || fix["text"].is_null());
    let formatted = client.call("format", json!({ "source": "$a=1" }));
    assert_eq!(formatted["source"], "$a = 1\n");
}

#[test]
fn facts_and_environments_change() {
    let mut client = Client::new();
    let ids = client.open("$facts['os']['family']\n", true);
    let changed = client.call("notebook/facts", json!({ "set": "debian-12" }));
    assert_eq!(changed["ok"], true, "{changed}");
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["value"], "'Debian'");
    assert_eq!(client.call("notebook/facts", json!({ "set": "nosuch" }))["ok"], false);
    let module = "/environment/modules/own/functions/double.pp";
    client.call("files/write", json!({ "path": module, "text": "function own::double($x) { $x * 2 }\n" }));
    client.call("notebook/environment", json!({ "folder": "/environment" }));
    client.call("notebook/edit", json!({ "cell": ids[0], "text": "own::double(21)" }));
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["value"], "42", "{state}");
}

#[test]
fn a_notebook_is_rebuilt_after_a_trap() {
    let mut client = Client::new();
    let ids = client.open(TEXT, false);
    client.call("notebook/run_all", json!({}));
    let document = client.call("notebook/document", json!({}));
    let mut next = Client::new();
    let params = json!({ "document": document, "ran": [ids[1]], "trapped": ids[2], "reason": "stack" });
    let state = next.call("session/replay", params);
    assert_eq!(cell(&state, ids[1])["status"], "done", "{state}");
    let results = state["results"].as_array().unwrap();
    let trapped = results.iter().find(|one| one["cell"] == ids[2]).expect("the trapped cell");
    assert_eq!(trapped["diagnostics"][0]["code"], "STACK_LEVEL_TOO_DEEP", "{trapped}");
    let again = next.call("notebook/run", json!({ "cell": ids[2] }));
    assert_eq!(again["results"][0]["value"], "42");
}

#[test]
fn facts_and_the_environment_are_there_after_a_trap() {
    let write = |client: &mut Client| {
        let module = "/environment/modules/own/functions/double.pp";
        client.call("files/write", json!({ "path": module, "text": "function own::double($x) { $x * 2 }\n" }));
    };
    let mut client = Client::new();
    let ids = client.open("[own::double(21), $facts['os']['family'], $facts['rack']]\n", false);
    write(&mut client);
    client.call("notebook/facts", json!({ "set": "debian-12" }));
    client.call("notebook/facts", json!({ "path": "rack", "value": "7" }));
    client.call("notebook/environment", json!({ "folder": "/environment" }));
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["value"], "[42, 'Debian', 7]", "{state}");
    let document = client.call("notebook/document", json!({}));
    assert_eq!(document["environment"], "/environment");
    assert_eq!(document["facts"], json!([{ "set": "debian-12" }, { "path": "rack", "value": "7" }]));

    let mut next = Client::new();
    write(&mut next);
    let params = json!({ "document": document, "ran": ids, "trapped": null, "reason": "stopped" });
    let state = next.call("session/replay", params);
    assert_eq!(state["results"][0]["value"], "[42, 'Debian', 7]", "{state}");
    assert_eq!(state["facts"], document["facts"]);

    // Without the files the notebook opens without them.
    let mut third = Client::new();
    let params = json!({ "document": document, "ran": [], "trapped": null, "reason": "stopped" });
    assert_eq!(third.call("session/replay", params)["environment"], json!(null));
    let mut wrong = document.clone();
    wrong["environment"] = json!("../..");
    let params = json!({ "document": wrong, "ran": [], "trapped": null, "reason": "stopped" });
    assert_eq!(third.refusal("session/replay", params), "the path '../..' leaves the files");
}

#[test]
fn limits_hold_and_the_notebook_goes_on() {
    let mut client = Client::new();
    let ids = client.open("function f($n) { f($n + 1) }\nf(0)\n# %%\n1 + 1\n", false);
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["diagnostics"][0]["code"], "STACK_LEVEL_TOO_DEEP");
    client.call("notebook/options", json!({ "steps": 1000 }));
    client.call("notebook/edit", json!({ "cell": ids[0], "text": "Integer[1, 100000].each |$x| { }" }));
    let state = client.call("notebook/run", json!({ "cell": ids[0] }));
    assert_eq!(state["results"][0]["diagnostics"][0]["code"], "STEP_LIMIT", "{state}");
    assert_eq!(client.call("notebook/run", json!({ "cell": ids[1] }))["results"][0]["value"], "2");
}
