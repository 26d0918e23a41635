//! Definitions, declarations, references, highlights, links, symbols, calls and lenses.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

/// Returns locations as lines: the file, the range.
fn places(client: &Client, found: &Value) -> String {
    let all = match found {
        Value::Array(all) => all.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let place = |one: &Value| {
        let uri = one["uri"].as_str().unwrap().replace(&client.uri(""), "");
        format!("{} {}", uri.trim_start_matches('/'), client.shown(&one["range"]).trim_matches('"'))
    };
    all.iter().map(place).collect::<Vec<_>>().join("\n  ")
}

#[test]
fn names_lead_to_their_definitions() {
    let mut client = Client::start(FILES);
    let mut shown = String::new();
    let rows = [
        ("definition", INIT, "=> $po|rt }"),
        ("definition", INIT, "on ${po|rt}"),
        ("definition", INIT, "{ $|n * 2"),
        ("definition", INIT, "web::jo|in("),
        ("definition", INIT, "include web::l|og"),
        ("definition", INIT, "Web::Po|rt $port"),
        ("definition", INIT, "'web/web.co|nf.epp'"),
        ("definition", "manifests/site.pp", "$web::us|er"),
        ("definition", "manifests/site.pp", "web::si|te {"),
        ("definition", "data/common.yaml", "web::us|er"),
        ("declaration", INIT, "class we|b ("),
        ("declaration", INIT, "$us|er    ="),
        ("typeDefinition", INIT, "Web::Port $po|rt"),
        ("references", INIT, "Web::Port $po|rt"),
        ("references", INIT, "class we|b ("),
        ("references", "modules/web/manifests/site.pp", "String $ro|ot"),
        ("references", "modules/web/types/port.pp", "type Web::Po|rt"),
        ("references", "modules/web/functions/join.pp", "function web::jo|in"),
    ];
    for (method, name, at) in rows {
        let text = client.open(name);
        let mut params = client.at(name, &text, at);
        params["context"] = json!({ "includeDeclaration": true });
        let found = client.ask(&format!("textDocument/{method}"), params);
        shown.push_str(&format!("{method} {at}\n  {}\n", places(&client, &found)));
    }
    insta::assert_snapshot!("places", shown);
}

#[test]
fn places_of_a_variable_are_highlighted() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let found = client.ask_at("textDocument/documentHighlight", INIT, &text, "$siz|es =");
    insta::assert_snapshot!("highlights", client.shown(&found));
}

#[test]
fn templates_and_files_are_links() {
    let mut client = Client::start(FILES);
    client.open(INIT);
    let found = client.ask_about("textDocument/documentLink", INIT);
    insta::assert_snapshot!("links", client.shown(&found));
}

#[test]
fn symbols_of_the_environment_are_found() {
    let mut client = Client::start(FILES);
    let found = client.ask("workspace/symbol", json!({ "query": "wpo" }));
    insta::assert_snapshot!("workspace_symbols", client.shown(&found));
}

#[test]
fn calls_form_a_hierarchy() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let items = client.ask_at("textDocument/prepareCallHierarchy", INIT, &text, "class we|b (");
    let incoming = client.ask("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    let outgoing = client.ask("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    let shown = json!({ "items": items, "incoming": incoming, "outgoing": outgoing });
    insta::assert_snapshot!("calls", client.shown(&shown));
}

#[test]
fn lenses_count_declarations() {
    let mut client = Client::start(FILES);
    client.open(INIT);
    let found = client.ask_about("textDocument/codeLens", INIT);
    let resolved = client.ask("codeLens/resolve", found[0].clone());
    insta::assert_snapshot!("lenses", client.shown(&json!([found, resolved])));
}
