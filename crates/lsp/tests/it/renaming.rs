//! Renames over the whole environment: the changed files are what the language means by the new name.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

/// Renames at a place. Returns the changed lines.
fn renamed(client: &mut Client, name: &str, at: &str, new: &str) -> String {
    let text = client.open(name);
    let mut params = client.at(name, &text, at);
    params["newName"] = json!(new);
    let found = client.ask("textDocument/rename", params);
    if found["error"].is_object() {
        return found["error"]["message"].as_str().unwrap().to_owned();
    }
    let mut lines = Vec::new();
    let changes = found["changes"].as_object().cloned().unwrap_or_default();
    for (uri, edits) in &changes {
        let file = uri.replace(&client.uri(""), "").trim_start_matches('/').to_owned();
        let text = std::fs::read_to_string(client.path(&file)).unwrap();
        lines.extend(
            apply(&text, edits)
                .lines()
                .zip(text.lines())
                .filter(|(new, old)| new != old)
                .map(|(new, _)| format!("{file}: {}", new.trim())),
        );
    }
    lines.sort();
    lines.join("\n")
}

fn apply(text: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let line = at["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + at["character"].as_u64().unwrap() as usize
    };
    let mut all: Vec<(usize, usize, String)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().unwrap().to_owned())
        })
        .collect();
    all.sort();
    let mut text = text.to_owned();
    all.iter().rev().for_each(|(start, end, new)| text.replace_range(start..end, new));
    text
}

#[test]
fn every_place_of_a_name_changes() {
    let mut client = Client::start(FILES);
    let mut shown = String::new();
    let rows = [
        (INIT, "Web::Port $po|rt", "listen"),
        (INIT, "class we|b (", "server"),
        ("modules/web/manifests/site.pp", "web::si|te (", "web::vhost"),
        ("modules/web/manifests/site.pp", "String $ro|ot", "folder"),
        ("modules/web/types/port.pp", "Web::Po|rt", "Web::Number"),
        ("modules/web/functions/join.pp", "web::jo|in(", "web::glue"),
        (INIT, "$n| *", "item"),
        (INIT, "$siz|es =", "$text"),
        (INIT, "$siz|es =", "Upper"),
        (INIT, "fi|le {", "thing"),
        (INIT, "include web::l|og", "web"),
        ("data/common.yaml", "web::po|rt", "web::number"),
    ];
    for (name, at, new) in rows {
        shown.push_str(&format!("== {at} -> {new}\n{}\n", renamed(&mut client, name, at, new)));
    }
    insta::assert_snapshot!("renames", shown);
}

#[test]
fn the_file_of_a_name_moves_with_it() {
    let capabilities = json!({
        "window": { "workDoneProgress": true },
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
    });
    let mut client = Client::with(FILES, capabilities, json!({}));
    let name = "modules/web/manifests/site.pp";
    let text = client.open(name);
    let mut params = client.at(name, &text, "web::si|te (");
    params["newName"] = json!("web::vhost");
    let found = client.ask("textDocument/rename", params);
    insta::assert_snapshot!("rename_with_file", client.shown(&found));
}

#[test]
fn a_name_is_checked_before_its_new_one_is_typed() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let found = client.ask_at("textDocument/prepareRename", INIT, &text, "=> $po|rt }");
    insta::assert_snapshot!("prepare_rename", client.shown(&found));
    let builtin = client.ask_at("textDocument/prepareRename", INIT, &text, "e|pp(");
    assert_eq!(builtin["error"]["message"], "this name is not defined in the environment");
}
