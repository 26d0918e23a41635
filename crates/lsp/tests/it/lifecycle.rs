//! Starting, encodings, changes, cancellation, progress, and the end.

use std::thread;

use lsp_server::{Connection, Message, Request};
use pprepl_session::Settings;
use pprepl_session::config::CheckRules;
use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

#[test]
fn the_server_says_what_it_can_do() {
    let client = Client::start(&[]);
    insta::assert_snapshot!(client.shown(&client.capabilities));
}

#[test]
fn the_index_is_built_with_progress() {
    let mut client = Client::with(FILES, json!({ "window": { "workDoneProgress": true } }), json!({}));
    let names: Vec<String> = client.received.iter().map(|(method, _)| method.clone()).collect();
    assert_eq!(names[0], "window/workDoneProgress/create");
    assert_eq!(names[1], "$/progress");
    assert_eq!(client.received[1].1["value"]["kind"], "begin");
    let found = client.ask("workspace/symbol", json!({ "query": "web::s" }));
    assert_eq!(found[0]["name"], "web::site");
}

#[test]
fn columns_count_in_the_encoding_of_the_client() {
    for (encoding, column) in [("utf-8", 12), ("utf-16", 10), ("utf-32", 9)] {
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let mut client = Client::with(&[("a.pp", "")], capabilities, json!({}));
        assert_eq!(client.capabilities["capabilities"]["positionEncoding"], encoding);
        client.open_text("a.pp", "$x = '\u{1F600}' + true\n");
        let found = client.diagnostics("a.pp", 1);
        assert_eq!(found[0]["range"]["start"]["character"], 5, "{encoding}: {found}");
        assert_eq!(found[0]["range"]["end"]["character"], column - 1, "{encoding}: {found}");
        client.change(
            "a.pp",
            2,
            json!({
                "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": column },
            }),
            "$y = 1 ",
        );
        let symbols = client.ask_about("textDocument/documentSymbol", "a.pp");
        assert_eq!(symbols[0]["name"], "$y", "{encoding}");
        assert_eq!(symbols[0]["range"]["end"]["character"], 13, "{encoding}: {symbols}");
    }
}

#[test]
fn the_first_known_encoding_counts_and_null_is_absent() {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-7", "utf-8", "utf-16"] }, "window": null,
        "textDocument": { "hover": { "contentFormat": ["plaintext"] }, "diagnostic": null },
    });
    let mut client = Client::with(&[("a.pp", "")], capabilities, json!({}));
    assert_eq!(client.capabilities["capabilities"]["positionEncoding"], "utf-8");
    client.open_text("a.pp", "notice(1)\n");
    let hover = client.ask_at("textDocument/hover", "a.pp", "notice(1)\n", "not|ice");
    assert_eq!(hover["contents"]["kind"], "plaintext", "{hover}");
    let capabilities = json!({ "general": { "positionEncodings": ["utf-16", "utf-32"] } });
    let client = Client::with(&[("a.pp", "")], capabilities, json!({}));
    assert_eq!(client.capabilities["capabilities"]["positionEncoding"], "utf-16");
}

#[test]
fn a_client_without_capabilities_is_rejected() {
    for params in [json!({}), json!({ "capabilities": null }), json!({ "capabilities": 1 })] {
        let (server, client) = Connection::memory();
        let work =
            thread::spawn(move || pprepl_lsp::serve(server, Settings::default(), CheckRules::default(), 1 << 20));
        let request = Request { id: 1.into(), method: "initialize".to_owned(), params: params.clone() };
        client.sender.send(request.into()).unwrap();
        let Ok(Message::Response(response)) = client.receiver.recv() else { panic!("no answer to {params}") };
        let error = response.response_result.expect_err("an error");
        assert_eq!(
            (error.code, error.message.as_str()),
            (-32602, "expected an object with `capabilities`"),
            "{params}"
        );
        work.join().unwrap();
    }
}

#[test]
fn changes_apply_one_after_another() {
    let mut client = Client::start(&[("a.pp", "")]);
    client.open_text("a.pp", "$one = 1\n$two = 2\n");
    let place = |line: u32, from: u32, to: u32| json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
    client.change("a.pp", 2, place(0, 1, 4), "first");
    client.change("a.pp", 3, place(1, 0, 8), "$second = [$first]");
    client.change("a.pp", 4, place(9, 0, 0), "\n$third = 3");
    let symbols = client.ask_about("textDocument/documentSymbol", "a.pp");
    let names: Vec<&Value> = symbols.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["$first", "$second", "$third"]);
}

#[test]
fn errors_have_the_codes_of_the_protocol() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("textDocument/unheardOf", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("textDocument/hover", json!({ "no": 1 }))["error"]["code"], -32602);
    assert_eq!(client.ask_at("textDocument/hover", "a.pp", "a", "|a")["error"]["code"], -32602);
}

#[test]
fn a_waiting_request_is_canceled() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let mut ids = Vec::new();
    for _ in 0..50 {
        let mut params = client.at(INIT, &text, "$po|rt");
        params["context"] = json!({ "includeDeclaration": true });
        ids.push(client.begin("textDocument/references", params));
    }
    let last = ids.pop().unwrap();
    client.tell("$/cancelRequest", json!({ "id": last }));
    for id in &ids {
        assert_eq!(client.response(id).response_result.err().map(|error| error.message), None);
    }
    // It may have been answered before.
    if let Err(error) = client.response(&last).response_result {
        assert_eq!(error.code, -32800);
    }
}

#[test]
fn after_shutdown_requests_fail() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.ask("workspace/symbol", json!({ "query": "" }))["error"]["code"], -32600);
}

#[test]
fn a_changed_file_is_read_again() {
    let mut client = Client::start(FILES);
    std::fs::write(client.path("modules/web/manifests/log.pp"), "class web::log {}\n").unwrap();
    std::fs::write(client.path("modules/web/manifests/extra.pp"), "class web::extra {}\n").unwrap();
    let change = |name: &str, kind: u32| json!({ "uri": client.uri(name), "type": kind });
    let changes =
        json!({ "changes": [change("modules/web/manifests/log.pp", 2), change("modules/web/manifests/extra.pp", 1)] });
    client.tell("workspace/didChangeWatchedFiles", changes);
    client.wait_for_index();
    let found = client.ask("workspace/symbol", json!({ "query": "web::extra" }));
    assert_eq!(found[0]["name"], "web::extra");
}

/// A file that is not open is read again; the text of an open one is what the client has.
#[test]
fn changed_files_are_read_again() {
    let mut client = Client::start(FILES);
    let name = "modules/web/manifests/log.pp";
    let changed = json!({ "changes": [{ "uri": client.uri(name), "type": 2 }] });
    let found = |client: &mut Client| client.ask("workspace/symbol", json!({ "query": "web::lo" }))[0]["name"].clone();
    std::fs::write(client.path(name), "class web::loud {}\n").unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed.clone());
    assert_eq!(found(&mut client), "web::loud");
    client.open_text(name, "class web::log {}\n");
    client.tell("workspace/didChangeWatchedFiles", changed);
    assert_eq!(found(&mut client), "web::log");
}

/// Parameters of one name have the comments of their own definitions.
#[test]
fn a_variable_has_the_comment_of_its_definition() {
    let text = "# One.\n# @param port The first port.\nfunction one(Integer $port) { $port }\n\n\
                # Two.\n# @param port The second port.\nfunction two(Integer $port) { $port + 0 }\n\n\
                function three(Integer $port) { $port * 1 }\n";
    let mut client = Client::with(&[("a.pp", text)], json!({}), json!({}));
    client.open("a.pp");
    let mut at = |place: &str| {
        let found = client.ask_at("textDocument/hover", "a.pp", text, place);
        ["first", "second"].map(|word| found.to_string().contains(&format!("The {word} port.")))
    };
    assert_eq!(at("{ $po|rt }"), [true, false]);
    assert_eq!(at("{ $po|rt + 0"), [false, true]);
    assert_eq!(at("{ $po|rt * 1"), [false, false]);
}

#[test]
fn settings_of_the_client_apply() {
    let options = json!({ "settings": { "facts": "debian-12" } });
    let text = "notice($facts['os']['family'])\n$other = {}\nnotice($other['os']['family'])\n";
    let mut client = Client::with(&[("a.pp", text)], json!({ "window": { "workDoneProgress": true } }), options);
    client.open("a.pp");
    let found = client.ask_at("textDocument/hover", "a.pp", text, "['fam|ily']");
    assert_eq!(found["contents"]["value"], "fact `os.family`\n\n```json\n\"Debian\"\n```");
    let other = client.ask_at("textDocument/hover", "a.pp", text, "$other['os']['fam|ily']");
    assert!(!other.to_string().contains("fact `"), "{other}");
}

#[test]
fn each_directory_of_the_client_has_its_own_environment() {
    let files = [
        ("one/environment.conf", ""),
        ("one/modules/app/manifests/init.pp", "class app(Integer $size) {}\n"),
        ("one/manifests/site.pp", "class { 'app': size => 'x' }\n"),
        ("two/environment.conf", ""),
        ("two/modules/app/manifests/init.pp", "class app(String $size) {}\n"),
        ("two/modules/more/manifests/init.pp", "class more {}\n"),
        ("two/manifests/site.pp", "class { 'app': size => 'x' }\n"),
    ];
    let mut client = Client::of_folders(&files, &["one"]);
    let change = |added: Value, removed: Value| json!({ "event": { "added": added, "removed": removed } });
    let two = json!([client.folder("two")]);
    client.tell("workspace/didChangeWorkspaceFolders", change(two.clone(), json!([])));
    client.wait_for_index();
    for (file, count) in [("one/manifests/site.pp", 1), ("two/manifests/site.pp", 0)] {
        client.open(file);
        let found = client.diagnostics(file, 1);
        assert_eq!(found.as_array().map(Vec::len), Some(count), "{file}: {found}");
    }
    let names = |client: &mut Client, query: &str| {
        let found = client.ask("workspace/symbol", json!({ "query": query }));
        found.as_array().map_or(0, Vec::len)
    };
    assert_eq!(names(&mut client, "app"), 2);
    assert_eq!(names(&mut client, "more"), 1);
    client.tell("workspace/didChangeWorkspaceFolders", change(json!([]), two));
    assert_eq!(names(&mut client, "more"), 0);
    assert_eq!(names(&mut client, "app"), 1);
}

#[test]
fn the_client_is_asked_to_report_changed_files() {
    let dynamic = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let progress = json!({ "workDoneProgress": true });
    let client = Client::with(&[], json!({ "window": progress, "workspace": dynamic }), json!({}));
    let asked = |client: &Client| {
        let found = client.received.iter().find(|(method, _)| method == "client/registerCapability");
        found.map(|(_, params)| params["registrations"][0].clone())
    };
    let registration = asked(&client).expect("a registration");
    assert_eq!(registration["method"], "workspace/didChangeWatchedFiles");
    let watchers = registration["registerOptions"]["watchers"].as_array().expect("watchers");
    assert!(watchers.iter().any(|one| one["globPattern"] == "**/*.{pp,epp}"), "{registration}");
    let client = Client::with(&[], json!({ "window": progress }), json!({}));
    assert!(asked(&client).is_none(), "a client that cannot register is not asked");
}

#[test]
fn a_module_has_the_name_of_its_metadata() {
    let files = [
        ("metadata.json", "{ \"name\": \"author-web\" }"),
        ("manifests/init.pp", "class web {}\n"),
        ("manifests/site.pp", "class web::site {}\n"),
        ("manifests/log.pp", "class other::log {}\n"),
    ];
    let mut client = Client::start(&files);
    for (name, expected) in [("manifests/init.pp", 0), ("manifests/site.pp", 0), ("manifests/log.pp", 1)] {
        client.open(name);
        let found = client.diagnostics(name, 1);
        assert_eq!(found.as_array().map(Vec::len), Some(expected), "{name}: {found}");
    }
}
