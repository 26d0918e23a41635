//! Edges: ranges of highlights, places of other cells and files, statuses, files, reasons of a trap, and the command.

use std::process::ExitCode;

use serde_json::{Value, json};

use crate::client::{Client, ids};

#[test]
fn highlights_of_a_range_touch_it() {
    let mut client = Client::new();
    let source = "$a = 1\n# two\n'three'";
    let all = ["0-2 variable", "3-4 operator", "5-6 number", "7-12 comment", "13-20 string"];
    let rows: [(Value, &[&str]); 9] = [
        (json!({}), &all),
        (json!({ "from": 0, "to": 20 }), &all),
        (json!({ "from": 1, "to": 4 }), &all[..2]),
        (json!({ "from": 2, "to": 3 }), &[]),
        (json!({ "from": 2, "to": 4 }), &all[1..2]),
        (json!({ "from": 4, "to": 5 }), &[]),
        (json!({ "from": 5, "to": 7 }), &all[2..3]),
        (json!({ "from": 6 }), &all[3..]),
        (json!({ "to": 7 }), &all[..3]),
    ];
    for (mut params, expected) in rows {
        let range = params.to_string();
        params["source"] = json!(source);
        let found = client.call("highlight", params);
        let span = |one: &Value| format!("{}-{} {}", one[0], one[1], one[2].as_str().unwrap());
        let found: Vec<String> = found["spans"].as_array().unwrap().iter().map(span).collect();
        assert_eq!(found, expected, "{range}");
    }
}

#[test]
fn an_edit_is_inside_the_text_and_forward() {
    let mut client = Client::new();
    let rows = [
        (0, 0, Ok("!aé\u{1f600}b")),
        (1, 2, Ok("a!\u{1f600}b")),
        (2, 4, Ok("aé!b")),
        (5, 5, Ok("aé\u{1f600}b!")),
        (4, 5, Ok("aé\u{1f600}!")),
        (3, 4, Err("'from' is outside the text")),
        (2, 3, Err("'to' is outside the text")),
        (0, 6, Err("'to' is outside the text")),
        (6, 6, Err("'from' is outside the text")),
        (2, 1, Err("'from' is after 'to'")),
    ];
    for (from, to, expected) in rows {
        let ids = client.open("# %%\naé\u{1f600}b\n", false);
        let params = json!({ "cell": ids[0], "from": from, "to": to, "text": "!" });
        match expected {
            Ok(text) => {
                client.call("notebook/edit", params);
                assert_eq!(client.call("notebook/document", json!({}))["cells"][0]["text"], text, "{from} {to}");
            }
            Err(message) => assert_eq!(client.refusal("notebook/edit", params), message, "{from} {to}"),
        }
    }
}

#[test]
fn an_error_in_another_cell_or_file_has_no_place_in_this_one() {
    let mut client = Client::new();
    let module = "function own::broken() {\n  fail('in a file')\n}\n";
    client.call("files/write", json!({ "path": "/environment/modules/own/functions/broken.pp", "text": module }));
    let ids = client
        .open("# %%\nfunction f() { fail('in a cell') }\n# %%\nf()\n# %%\nown::broken()\n# %%\nfail('here')\n", false);
    client.call("notebook/environment", json!({ "folder": "/environment" }));
    client.call("notebook/run", json!({ "cell": ids[0] }));
    let mut rows = Vec::new();
    for id in &ids[1..] {
        let state = client.call("notebook/run", json!({ "cell": id }));
        let results = state["results"].as_array().unwrap();
        let found = &results.iter().find(|one| one["cell"] == *id).expect("a result")["diagnostics"][0];
        let source =
            found["source"].as_str().map_or("-", |source| source.rsplit(['/', '\\']).next().unwrap_or_default());
        rows.push(format!(
            "{} cell {} number {} source {source} from {} to {}",
            found["message"], found["cell"], found["number"], found["from"], found["to"]
        ));
    }
    assert_eq!(
        rows,
        [
            "\"in a cell\" cell 1 number 1 source - from null to null",
            "\"in a file\" cell null number null source broken.pp from null to null",
            "\"here\" cell 4 number 4 source - from 0 to 12",
        ]
    );
}

#[test]
fn panes_describe_code_only() {
    let mut client = Client::new();
    let ids = client.open("# %% [markdown]\n# Text\n# %%\n1\n", false);
    for name in ["Heredoc", "Log"] {
        let params = |id: u64| json!({ "cell": id, "offset": 0, "pane": name });
        let message = client.refusal("pane", params(ids[0]));
        assert_eq!(message, "this cell is text: panes describe code cells", "{name}");
        client.call("pane", params(ids[1]));
    }
}

#[test]
fn a_cell_that_is_left_runs_if_it_may() {
    let text = "# %%\n$a = 1\n# %%\n$b = $a + 1\n";
    for (auto, trusted, count) in [(true, true, 2), (false, true, 0), (true, false, 0), (false, false, 0)] {
        let mut client = Client::new();
        let notebook = client.call("notebook/open", json!({ "text": text, "trusted": trusted, "auto": auto }));
        let ids = ids(&notebook);
        client.call("notebook/edit", json!({ "cell": ids[0], "text": "$a = 2" }));
        let state = client.call("notebook/leave", json!({ "cell": ids[0] }));
        assert_eq!(state["results"].as_array().map(Vec::len), Some(count), "{auto} {trusted}: {state}");
    }
}

#[test]
fn files_are_deleted_and_have_a_maximum_size() {
    let mut client = Client::new();
    for path in ["/a.txt", "/folder/b.txt"] {
        client.call("files/write", json!({ "path": path, "text": "x" }));
    }
    let paths = |client: &mut Client| {
        let files = client.call("files/list", json!({}))["files"].clone();
        files.as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    client.call("files/delete", json!({ "path": "/a.txt" }));
    assert_eq!(paths(&mut client), ["/folder/b.txt"]);
    client.call("files/delete", json!({ "path": "/a.txt" }));
    client.call("files/delete", json!({ "path": "/folder" }));
    assert_eq!(paths(&mut client), Vec::<String>::new());
    for (size, is_written) in [(16 << 20, true), ((16 << 20) + 1, false)] {
        let response = client.response("files/write", &json!({ "path": "/large", "text": "x".repeat(size) }));
        assert_eq!(response.get("error").is_none(), is_written, "{size}");
        let message = "/large: expected at most 16 MiB, found 16777217 bytes";
        assert!(is_written || response["error"]["message"] == message, "{}", response["error"]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_deleted_is_reported() {
    let mut client = Client::new();
    client.call("files/write", json!({ "path": "/a.txt", "text": "x" }));
    assert_eq!(client.refusal("files/delete", json!({ "path": "/a.txt/b" })), "/a.txt/b: not a directory");
}

#[test]
fn an_empty_stop_file_stops_nothing() {
    let mut client = Client::new();
    std::fs::write(client.folder.path().join("stop"), "").expect("a file");
    assert_eq!(client.call("eval", json!({ "source": "Integer[1, 20000].map |$x| { $x }.size" }))["value"], "20000");
}

#[test]
fn a_trap_has_its_reason() {
    for (reason, code) in [
        ("memory", "MEMORY_LIMIT"),
        ("stopped", "CANCELLED"),
        ("stack", "STACK_LEVEL_TOO_DEEP"),
        ("other", "STACK_LEVEL_TOO_DEEP"),
    ] {
        let mut client = Client::new();
        let ids = client.open("# %%\n1\n", false);
        let document = client.call("notebook/document", json!({}));
        let params = json!({ "document": document, "ran": [], "trapped": ids[0], "reason": reason });
        let state = Client::new().call("session/replay", params);
        let found = &state["results"][0]["diagnostics"][0];
        assert_eq!(found["code"], code, "{reason}");
        assert_eq!(state["cells"][0]["status"], "failed");
    }
}

#[test]
fn a_cell_without_code_is_new_unless_it_fails() {
    let mut client = Client::new();
    let ids = client.open("# %%\n# only a comment\n# %%\n1\n", false);
    let state = client.call("notebook/run_all", json!({}));
    let statuses: Vec<&Value> = state["cells"].as_array().unwrap().iter().map(|cell| &cell["status"]).collect();
    assert_eq!(statuses, ["new", "done"], "{state}");
    let document = client.call("notebook/document", json!({}));
    let params = json!({ "document": document, "ran": [], "trapped": ids[0], "reason": "memory" });
    assert_eq!(Client::new().call("session/replay", params)["cells"][0]["status"], "failed");
}

#[test]
fn the_command_has_the_status_of_its_files() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let (good, bad, fails) =
        (file("good.pp", "$x = 1\n"), file("bad.pp", "$x = = 1\n"), file("fails.pp", "fail('x')\n"));
    let missing = folder.path().join("missing.pp").display().to_string();
    let status = |code: ExitCode| format!("{code:?}");
    let (success, failure, usage) = (status(ExitCode::SUCCESS), status(ExitCode::FAILURE), status(ExitCode::from(2)));
    let logs = file("logs.pp", "notice('told')\n[1 ,2]\n");
    // Each row: the words, the status, the output, and a part of the errors.
    let rows: [(&[&str], &str, &str, &str); 20] = [
        (&[], &usage, "", "usage: pprepl.wasm COMMAND"),
        (&["nosuch", &good], &usage, "", "usage: pprepl.wasm COMMAND"),
        (&["check"], &usage, "", "usage: pprepl.wasm COMMAND"),
        (&["run"], &usage, "", "usage: pprepl.wasm COMMAND"),
        (&["fmt"], &usage, "", "usage: pprepl.wasm COMMAND"),
        (&["check", &good], &success, "", ""),
        (&["check", &bad], &failure, "", "bad.pp:1:6"),
        (&["check", &bad, &good], &failure, "", "bad.pp:1:6"),
        (&["check", &good, &bad], &failure, "", "bad.pp:1:6"),
        (&["check", &missing], &failure, "", "missing.pp: "),
        (&["check", &missing, &good], &failure, "", "missing.pp: "),
        (&["check", &good, &good], &success, "", ""),
        (&["check", &fails], &success, "", ""),
        (&["run", &good], &success, "1\n", ""),
        (&["run", &good, &logs], &success, "1\nNotice: told\n[1, 2]\n", ""),
        (&["run", &fails], &failure, "", "fails.pp:1:1"),
        (&["run", &bad], &failure, "", "bad.pp:1:6"),
        (&["fmt", &good, &fails], &success, "$x = 1\nfail('x')\n", ""),
        (&["fmt", &logs], &success, "notice('told')\n[1, 2]\n", ""),
        (&["fmt", &bad], &failure, "", "bad.pp:1:6"),
    ];
    for (arguments, expected, output, error) in rows {
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = pprepl_web::command::Streams { out: &mut out, err: &mut err };
        let ended = status(pprepl_web::command::run(&arguments, 512 << 10, &mut streams));
        let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
        assert_eq!((ended.as_str(), &*out), (expected, output), "{arguments:?} {err}");
        assert!(err.contains(error) && err.is_empty() == error.is_empty(), "{arguments:?} {err}");
    }
}
