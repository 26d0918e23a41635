//! What changes while a server runs: deleted and new files, directories; and answers that other tests leave out.

use std::fs;

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

/// Returns the names of the symbols that fit a query, in order.
fn symbols(client: &mut Client, query: &str) -> Vec<String> {
    let found = client.ask("workspace/symbol", json!({ "query": query }));
    let all = found.as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// Applies edits to a text.
fn applied(text: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let line = at["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + at["character"].as_u64().unwrap() as usize
    };
    let mut after = text.to_owned();
    let mut edits = edits.as_array().unwrap().clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    for edit in &edits {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        after.replace_range(range, edit["newText"].as_str().unwrap());
    }
    after
}

#[test]
fn deleted_and_new_files_change_the_index() {
    let mut client = Client::start(FILES);
    let log = "modules/web/manifests/log.pp";
    assert_eq!(symbols(&mut client, "web::log"), ["web::log"]);
    fs::remove_file(client.path(log)).unwrap();
    let change =
        |client: &Client, name: &str, kind: u32| json!({ "changes": [{ "uri": client.uri(name), "type": kind }] });
    client.tell("workspace/didChangeWatchedFiles", change(&client, log, 3));
    assert_eq!(symbols(&mut client, "web::log"), Vec::<String>::new());
    client.open(INIT);
    let found = client.diagnostics(INIT, 1);
    assert!(client.shown(&found).contains("web::log"), "{found}");
    let new = "modules/web/manifests/log.pp";
    fs::write(client.path(new), "class web::log {}\n").unwrap();
    client.tell("workspace/didChangeWatchedFiles", change(&client, new, 1));
    client.wait_for_index();
    assert_eq!(symbols(&mut client, "web::log"), ["web::log"]);
    // A file that the index does not have changes or goes: the directory is read again.
    for kind in [2, 3] {
        client.tell("workspace/didChangeWatchedFiles", change(&client, "modules/web/manifests/nosuch.pp", kind));
        client.wait_for_index();
    }
}

#[test]
fn a_document_without_a_directory_finds_its_environment() {
    let files = [
        ("one/manifests/site.pp", "$x = 1\n"),
        ("two/environment.conf", ""),
        ("two/modules/app/manifests/init.pp", "class app(Integer $size) {}\n"),
        ("two/manifests/site.pp", "class { 'app': size => 'x' }\n"),
    ];
    let mut client = Client::of_folders(&files, &["one"]);
    let change = json!({ "event": { "added": [], "removed": [client.folder("one")] } });
    client.tell("workspace/didChangeWorkspaceFolders", change);
    client.open("two/manifests/site.pp");
    client.wait_for_index();
    let uri = client.uri("two/manifests/site.pp");
    let is_found =
        |params: &Value| params["uri"] == *uri && params["diagnostics"].as_array().is_some_and(|all| all.len() == 1);
    client.wait("textDocument/publishDiagnostics", is_found);
}

#[test]
fn a_new_document_is_read_by_its_ending() {
    let mut client = Client::start(&[]);
    let places = |client: &mut Client, uri: &str, text: &str| {
        let document = json!({ "uri": uri, "languageId": "puppet", "version": 1, "text": text });
        client.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let found = client.wait("textDocument/publishDiagnostics", |params| params["uri"] == *uri);
        let all = found["diagnostics"].as_array().unwrap().clone();
        all.iter().map(|one| client.shown(&one["range"]).trim_matches('"').to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(places(&mut client, "untitled:a.epp", "it's plain\n<%= 1 %>\n"), Vec::<String>::new());
    assert_eq!(places(&mut client, "untitled:b.epp", "it's plain\n<%= [1 %>\n").len(), 1);
    assert_eq!(places(&mut client, "untitled:c.yaml", "it: it's plain\n"), Vec::<String>::new());
    assert_eq!(places(&mut client, "untitled:d.pp", "$a = [1\n").len(), 1);
}

#[test]
fn a_client_that_resolves_actions_gets_the_edit_later() {
    let resolves = json!({
        "window": { "workDoneProgress": true },
        "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } },
    });
    let text = "if true {\n} else if false {\n}\n";
    for (capabilities, is_late) in [(resolves, true), (json!({ "window": { "workDoneProgress": true } }), false)] {
        let mut client = Client::with(&[("c.pp", text)], capabilities, json!({}));
        client.open("c.pp");
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 3, "character": 0 } });
        let mut params = json!({
            "textDocument": { "uri": client.uri("c.pp") }, "range": range, "context": { "diagnostics": [] },
        });
        let all = |found: &Value| {
            let actions = found.as_array().unwrap();
            actions.iter().find(|one| one["kind"] == "source.fixAll.pprepl").expect("the action").clone()
        };
        let found = client.ask("textDocument/codeAction", params.clone());
        let action = all(&found);
        assert_eq!((action.get("edit").is_none(), action.get("data").is_some()), (is_late, is_late), "{action}");
        let fixed = |client: &Client, action: &Value| applied(text, &action["edit"]["changes"][client.uri("c.pp")]);
        let resolved = if is_late { client.ask("codeAction/resolve", action) } else { action };
        assert_eq!(fixed(&client, &resolved), "if true {\n} elsif false {\n}\n");
        // One that is asked for by name has its edit at once.
        params["context"]["only"] = json!(["source.fixAll"]);
        let found = client.ask("textDocument/codeAction", params);
        assert_eq!(fixed(&client, &all(&found)), "if true {\n} elsif false {\n}\n");
    }
}

#[test]
fn formatting_that_changes_the_number_of_lines_keeps_the_ends() {
    let text = "class a {\n  $x = 1\n\n\n\n  $y   = 2\n}\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let found = client
        .ask("textDocument/formatting", json!({ "textDocument": { "uri": client.uri("a.pp") }, "options": options }));
    assert_eq!(applied(text, &found), "class a {\n  $x = 1\n\n  $y = 2\n}\n");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(client.shown(&found[0]["range"]), "\"3:0-6:0\"", "{found}");
}

#[test]
fn lenses_count_references_without_the_definition() {
    let files = [
        ("environment.conf", ""),
        ("modules/m/functions/none.pp", "function m::none() { 1 }\n"),
        ("modules/m/functions/one.pp", "function m::one() { 1 }\n"),
        ("modules/m/types/port.pp", "type M::Port = Integer[1, 65535]\n"),
        ("modules/m/manifests/init.pp", "class m(M::Port $a, M::Port $b) { notice(m::one()) }\n"),
    ];
    let mut client = Client::start(&files);
    for (name, title) in [(1, "no references"), (2, "1 reference"), (3, "2 references")] {
        let file = files[name].0;
        client.open(file);
        let found = client.ask_about("textDocument/codeLens", file);
        let lens = client.ask("codeLens/resolve", found[0].clone());
        assert_eq!(lens["command"]["title"], title, "{file}");
        assert!(!lens["command"]["arguments"][2].to_string().contains(file), "{lens}");
    }
}

#[test]
fn the_nearest_symbols_come_first() {
    let files = [
        ("environment.conf", ""),
        ("modules/l/manifests/o/g.pp", "class l::o::g {}\n"),
        ("modules/web/manifests/log.pp", "class web::log {}\n"),
        ("modules/a/manifests/log.pp", "class a::log {}\n"),
        ("modules/logging/manifests/init.pp", "class logging {}\n"),
        ("modules/logs/manifests/init.pp", "class logs {}\n"),
        ("modules/other/manifests/init.pp", "class other {}\n"),
    ];
    let mut client = Client::start(&files);
    assert_eq!(symbols(&mut client, "LOG"), ["logs", "logging", "a::log", "web::log", "l::o::g"]);
}

#[test]
fn tokens_of_a_shorter_document_are_cut() {
    let text = "$a = 1\n$b = 2\n$c = 3\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let full = client.ask_about("textDocument/semanticTokens/full", "a.pp");
    let delta = |client: &mut Client| {
        let previous = json!({ "textDocument": { "uri": client.uri("a.pp") }, "previousResultId": full["resultId"] });
        client.ask("textDocument/semanticTokens/full/delta", previous)
    };
    assert_eq!(delta(&mut client)["edits"], json!([]));
    let range = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } });
    client.change("a.pp", 2, range, "");
    let previous = client.ask_about("textDocument/semanticTokens/full", "a.pp");
    let length = full["data"].as_array().unwrap().len();
    let kept = previous["data"].as_array().unwrap().len();
    let range = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 2, "character": 0 } });
    client.change("a.pp", 3, range, "$c = 3\n");
    let full = client.ask_about("textDocument/semanticTokens/full", "a.pp");
    let range = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } });
    client.change("a.pp", 4, range, "");
    let params = json!({ "textDocument": { "uri": client.uri("a.pp") }, "previousResultId": full["resultId"] });
    let found = client.ask("textDocument/semanticTokens/full/delta", params);
    let edit = &found["edits"][0];
    assert_eq!((&edit["start"], &edit["deleteCount"]), (&json!(kept), &json!(length - kept)), "{found}");
    assert!(edit["data"].as_array().is_none_or(Vec::is_empty));
}

#[test]
fn a_call_in_a_tag_of_a_template_has_its_signature() {
    let text = "don('t <%= join([1], ) %>\n";
    let mut client = Client::start(&[("environment.conf", ""), ("modules/m/templates/a.epp", text)]);
    client.open("modules/m/templates/a.epp");
    let found = client.ask_at("textDocument/signatureHelp", "modules/m/templates/a.epp", text, "[1], |)");
    assert_eq!(
        found["signatures"][0]["activeParameter"].as_u64().or(found["activeParameter"].as_u64()),
        Some(1),
        "{found}"
    );
    let found = client.ask_at("textDocument/signatureHelp", "modules/m/templates/a.epp", text, "don(|'t");
    assert_eq!(found, Value::Null);
}

#[test]
fn new_names_are_words_of_the_language() {
    let text = "class outer {\n  class inner { }\n  include outer::inner\n  $port = 1\n  notice($port)\n}\n";
    let mut client = Client::start(&[("environment.conf", ""), ("modules/outer/manifests/init.pp", text)]);
    let name = "modules/outer/manifests/init.pp";
    client.open(name);
    let mut rename = |at: &str, new: &str| {
        let mut params = client.at(name, text, at);
        params["newName"] = json!(new);
        let found = client.ask("textDocument/rename", params);
        match found["error"]["message"].as_str() {
            Some(message) => message.split(',').next().unwrap_or_default().to_owned(),
            None => applied(text, &found["changes"][client.uri(name)]),
        }
    };
    for new in ["_my_2nd", "$my_port", "p2"] {
        let plain = new.trim_start_matches('$');
        assert_eq!(rename("$po|rt = 1", new), text.replace("$port", &format!("${plain}")));
    }
    for new in ["2nd", "my-port", "Port", "", "a::b", "p\u{f6}rt"] {
        assert!(rename("$po|rt = 1", new).starts_with("expected a variable's name"), "{new}");
    }
    let renamed = text.replace("class inner", "class deep_er").replace("outer::inner", "outer::deep_er");
    assert_eq!(rename("outer::in|ner", "outer::deep_er"), renamed);
    assert!(rename("outer::in|ner", "outer::Deep").starts_with("expected a name"));
}

#[test]
fn manifests_without_a_structure_are_all_but_those_of_packages() {
    let files = [
        ("a.pp", "class own {}\n"),
        ("deep/er/b.pp", "class own_below {}\n"),
        ("deep/node_modules/c.pp", "class own_package {}\n"),
        ("deep/d.txt", "class own_text {}\n"),
    ];
    assert_eq!(symbols(&mut Client::start(&files), "own"), ["own", "own_below"]);
}
