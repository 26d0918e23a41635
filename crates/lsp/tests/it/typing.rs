//! Completion, signatures and hovers.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

const SNIPPETS: &str = r#"{ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
    "window": { "workDoneProgress": true } }"#;

/// Completes at `|` of a text in a file of the environment. Returns the labels.
fn labels(client: &mut Client, name: &str, text: &str) -> Vec<String> {
    let found = items(client, name, text);
    found.iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
}

fn items(client: &mut Client, name: &str, marked: &str) -> Vec<Value> {
    let at = marked.find('|').unwrap();
    let text = marked.replacen('|', "", 1);
    client.open_text(name, &text);
    let before = &text[..at];
    let line = before.matches('\n').count();
    let character = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let params = json!({
        "textDocument": { "uri": client.uri(name) }, "position": { "line": line, "character": character },
    });
    client.ask("textDocument/completion", params)["items"].as_array().cloned().unwrap_or_default()
}

#[test]
fn completion_knows_the_place() {
    let options = json!({ "settings": { "facts": "debian-12" } });
    let mut client = Client::with(FILES, serde_json::from_str(SNIPPETS).unwrap(), options);
    let has = |found: &[String], name: &str| assert!(found.iter().any(|one| one == name), "{name}: {found:?}");
    let place = "manifests/x.pp";
    has(&labels(&mut client, place, "class a($port) {\n  $place = 1\n  notice($p|)\n}\n"), "$place");
    has(&labels(&mut client, place, "class a($port) {\n  notice(\"${po|\")\n}\n"), "port");
    // A name in an interpolation is a variable, too; the one being typed is none.
    has(&labels(&mut client, place, "$x = \"${other['a']}\"\n$y = $ot|\n"), "$other");
    assert_eq!(labels(&mut client, place, "$x = 1\n$y = $zo|\n"), Vec::<String>::new());
    has(&labels(&mut client, place, "include web|\n"), "web::log");
    has(&labels(&mut client, place, "class { 'we|': }\n"), "web");
    has(&labels(&mut client, place, "class { 'web':\n  po|\n}\n"), "port");
    has(&labels(&mut client, place, "web::site { 'a':\n  |\n}\n"), "root");
    has(&labels(&mut client, place, "web::site { 'a':\n  state => '|',\n}\n"), "off");
    has(&labels(&mut client, place, "file { '/a':\n  ens|\n}\n"), "ensure");
    has(&labels(&mut client, place, "file { '/a':\n  ensure => |\n}\n"), "directory");
    has(&labels(&mut client, place, "we|\n"), "web::site");
    has(&labels(&mut client, place, "$x = upc|\n"), "upcase");
    has(&labels(&mut client, place, "$x = [1].re|\n"), "reduce");
    has(&labels(&mut client, place, "$x = Web::|\n"), "Web::Port");
    has(&labels(&mut client, place, "$x = $facts['os']['|']\n"), "'family'");
    has(&labels(&mut client, place, "$x = $facts[|]\n"), "'os'");
    has(&labels(&mut client, "data/a.yaml", "---\nweb::p|\n"), "web::port");
    has(&labels(&mut client, "modules/web/templates/a.epp", "<%= upc| %>\n"), "upcase");
    assert_eq!(labels(&mut client, place, "# upc|\n"), Vec::<String>::new());
    assert_eq!(labels(&mut client, "modules/web/templates/b.epp", "upc|\n"), Vec::<String>::new());
}

#[test]
fn items_have_snippets_and_pages() {
    let mut client = Client::with(FILES, serde_json::from_str(SNIPPETS).unwrap(), json!({}));
    let found = items(&mut client, "manifests/x.pp", "web::si|\n");
    insta::assert_snapshot!("completion_item", client.shown(&found[0]));
    let resolved = client.ask("completionItem/resolve", found[0].clone());
    assert!(resolved["documentation"]["value"].as_str().unwrap().contains("A site."), "{resolved}");
    let found = items(&mut client, "manifests/y.pp", "$x = upcas|\n");
    let resolved = client.ask("completionItem/resolve", found[0].clone());
    insta::assert_snapshot!("resolved_item", client.shown(&resolved));
}

#[test]
fn a_client_without_snippets_gets_words() {
    let mut client = Client::start(FILES);
    let found = items(&mut client, "manifests/x.pp", "web::si|\n");
    assert_eq!(found[0]["textEdit"]["newText"], "web::site");
    assert_eq!(found[0]["insertTextFormat"], Value::Null);
}

#[test]
fn signatures_have_the_active_parameter() {
    let mut client = Client::start(FILES);
    let text = "$x = web::join([1], 'a')\n$y = [1, 2].join(', ')\n$z = sprintf('%s', 1, 2, 3)\n";
    client.open_text("manifests/x.pp", text);
    let mut shown = String::new();
    for at in ["join(|[1]", "join([1], |'a'", ".join(|', '", "('%s'|", "('%s', |1", "'%s', 1, |2", "1, 2, |3"] {
        let found = client.ask_at("textDocument/signatureHelp", "manifests/x.pp", text, at);
        let one = &found["signatures"][found["activeSignature"].as_u64().unwrap() as usize];
        let active = one["activeParameter"].as_u64().unwrap() as usize;
        shown.push_str(&format!("{at}: {} of {}\n", one["parameters"][active]["label"], one["label"]));
    }
    insta::assert_snapshot!("signatures", shown);
}

#[test]
fn hovers_describe_names() {
    let mut client = Client::start(FILES);
    let mut shown = String::new();
    let places = [
        (INIT, "Web::Po|rt $port"),
        (INIT, "=> $po|rt }"),
        (INIT, "include web::l|og"),
        (INIT, "$n * |2"),
        (INIT, "$siz|es ="),
        (INIT, "ens|ure  =>"),
        (INIT, "fi|le {"),
        (INIT, ".ma|p "),
        (INIT, "web::jo|in("),
        (INIT, "cla|ss web"),
        ("manifests/site.pp", "class { 'we|b'"),
        ("manifests/site.pp", "web::si|te {"),
        ("manifests/site.pp", "$web::us|er"),
        ("data/common.yaml", "web::po|rt"),
    ];
    for (name, at) in places {
        let text = client.open(name);
        let found = client.ask_at("textDocument/hover", name, &text, at);
        shown.push_str(&format!("== {at}\n{}\n", found["contents"]["value"].as_str().unwrap_or("-")));
    }
    insta::assert_snapshot!("hovers", client.shorten(&shown));
}

/// The header ends at the brace of the body, not at one inside the parameters.
#[test]
fn a_header_holds_all_parameters() {
    let mut client = Client::start(FILES);
    let text = "function all(Hash $h = { 'a' => { 'b' => [1] } }, $l = [{ 'c' => 2 }]) >> Hash { $h }\nall()\n";
    client.open_text("manifests/x.pp", text);
    let found = client.ask_at("textDocument/hover", "manifests/x.pp", text, "\na|ll()");
    let shown = found["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("{ 'c' => 2 }]) >> Hash\n") && !shown.contains("{ $h }"), "{shown}");
}
