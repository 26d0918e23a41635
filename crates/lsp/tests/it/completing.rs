//! What is completed at each place, by exact labels.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::FILES;

/// Completes at `|` of a text. Returns the whole answer.
fn completed(client: &mut Client, name: &str, marked: &str) -> Value {
    let text = marked.replacen('|', "", 1);
    client.open_text(name, &text);
    let before = &marked[..marked.find('|').expect("a cursor")];
    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].encode_utf16().count();
    let position = json!({ "line": before.matches('\n').count(), "character": column });
    client.ask(
        "textDocument/completion",
        json!({
            "textDocument": { "uri": client.uri(name) }, "position": position,
        }),
    )
}

fn labels(client: &mut Client, name: &str, marked: &str) -> Vec<String> {
    let found = completed(client, name, marked);
    let items = found["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_place_has_its_labels() {
    let options = json!({ "settings": { "facts": "debian-12" } });
    let mut client = Client::with(FILES, json!({ "window": { "workDoneProgress": true } }), options);
    let manifest = "manifests/x.pp";
    let rows: [(&str, &str, &[&str]); 21] = [
        ("modules/web/templates/c.epp", "<%= 1 %> upc|\n", &[]),
        ("modules/web/templates/c.epp", "<%= 1 %> <%= upc|\n", &["upcase"]),
        (manifest, "case 1 { default:upca| }\n", &["upcase"]),
        (manifest, "$my_port = 1\n$y = $my_po|\n", &["$my_port"]),
        (manifest, "$x = [1]..assert_t|\n", &["assert_type"]),
        (manifest, "$x = [1].fals|\n", &[]),
        (manifest, "$x = 1 ..fals|\n", &["false"]),
        (manifest, "$my_port = 1\nnotice(\"${ my_po|}\")\n", &["my_port"]),
        (manifest, "$my_port = 1\nnotice(\"$my_po|\")\n", &["$my_port"]),
        (manifest, "$my_port = 1\nnotice('$my_po|')\n", &[]),
        (manifest, "$a = 1\nweb::si|\n", &["web::site"]),
        (manifest, "$a = 1\n  @web::si|\n", &["web::site"]),
        (manifest, "if true {web::si|\n", &["web::site"]),
        (manifest, "if true { }web::si|\n", &["web::site"]),
        (manifest, "$a = web::si|\n", &[]),
        (manifest, "notice($web::my_user)\n$x = $my_us|\n", &[]),
        (manifest, "$x = $::facts['os']['distro']['release'][|]\n", &["'full'", "'major'", "'minor'"]),
        (manifest, "notice(\"${facts['os']['distro']['release']['|']}\")\n", &["'full'", "'major'", "'minor'"]),
        (manifest, "file { '/a':\n  ensure => present upc|\n}\n", &["upcase"]),
        ("data/a.yaml", "---\nweb::port: web::p|\n", &[]),
        ("data/a.yaml", "---\n'web::p|\n", &["web::port"]),
    ];
    for (name, marked, expected) in rows {
        assert_eq!(labels(&mut client, name, marked), expected, "{name} {marked}");
    }
    let found = labels(&mut client, manifest, "$x = $other['os'][|]\n");
    assert!(found.contains(&"upcase".to_owned()) && !found.contains(&"'family'".to_owned()), "{found:?}");
    let found = labels(&mut client, manifest, "notice($)\n$my_port = 1\n$y = $|\n");
    assert!(found.contains(&"$my_port".to_owned()) && !found.contains(&"$".to_owned()), "{found:?}");
}

#[test]
fn labels_that_begin_with_the_word_come_first() {
    let files = [
        ("environment.conf", ""),
        ("modules/m/manifests/d.pp", "define m::d(Enum['aÄr', 'Ärger', 'AÄR', 'b'] $state) {}\n"),
        ("modules/m/manifests/plain.pp", "define m::plain() {}\n"),
        ("modules/m/manifests/many.pp", "define m::many($first, $second, $third = 1) {}\n"),
        ("manifests/site.pp", "function upcase($x) { $x }\n"),
    ];
    let capabilities = json!({
        "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        "window": { "workDoneProgress": true },
    });
    let mut client = Client::with(&files, capabilities, json!({}));
    let name = "manifests/x.pp";
    assert_eq!(labels(&mut client, name, "m::d { 'x':\n  state => 'är|',\n}\n"), ["Ärger", "AÄR", "aÄr"]);
    // The function of the environment hides the one of Puppet.
    assert_eq!(labels(&mut client, name, "$x = upcas|\n"), ["upcase"]);
    for (marked, snippet) in [
        ("m::plai|\n", "m::plain { '${1:title}':\n  $0\n}"),
        ("m::man|\n", "m::many { '${1:title}':\n  first => ${2},\n  second => ${3},\n}"),
    ] {
        let found = completed(&mut client, name, marked);
        assert_eq!(found["items"][0]["textEdit"]["newText"], snippet, "{found}");
    }
}

#[test]
fn a_long_list_is_incomplete() {
    let mut client = Client::start(&[("environment.conf", ""), ("manifests/site.pp", "")]);
    for (count, is_incomplete) in [(400, false), (401, true)] {
        let functions: String = (0..count).map(|at| format!("function many_{at:03}() {{ {at} }}\n")).collect();
        client.open_text("manifests/site.pp", &functions);
        let found = completed(&mut client, "manifests/x.pp", "$x = many_|\n");
        assert_eq!(found["items"].as_array().map(Vec::len), Some(400));
        assert_eq!(found["isIncomplete"], is_incomplete, "{count}");
    }
}
