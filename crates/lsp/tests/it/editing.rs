//! Diagnostics with their fixes, formatting, symbols, folding, selections, tokens and hints of one document.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

const BROKEN: &str = "\
if $a = 1 { }
$b = 1 + true
file { '/x': Ensure => file }
";

#[test]
fn a_reopened_document_has_findings_again() {
    let mut client = Client::start(&[("a.pp", "$a = [1 2]\n"), ("b.pp", "1\n")]);
    client.open_text("a.pp", "$a = 1\n");
    let document = json!({ "textDocument": { "uri": client.uri("a.pp") } });
    let first = client.ask("textDocument/diagnostic", document.clone());
    assert_eq!((&first["kind"], &first["items"]), (&json!("full"), &json!([])));
    client.tell("textDocument/didClose", document);
    client.open("a.pp");
    let known = json!({ "textDocument": { "uri": client.uri("a.pp") }, "previousResultId": first["resultId"] });
    let again = client.ask("textDocument/diagnostic", known);
    assert_eq!(again["kind"], "full");
    assert_eq!(again["items"][0]["code"], "SYNTAX_ERROR");
    client.stop();
}

#[test]
fn errors_are_sent_with_codes_and_related_places() {
    let mut client = Client::start(&[("a.pp", ""), ("b.pp", "")]);
    client.open_text("a.pp", "function f(Integer $n) { $n }\nf('text')\nfile { '/x': ensure => prsent }\n");
    let found = client.diagnostics("a.pp", 1);
    insta::assert_snapshot!("diagnostics", client.shown(&found));
    client.open_text("b.pp", BROKEN);
    let found = client.diagnostics("b.pp", 1);
    insta::assert_snapshot!("diagnostics_of_broken_source", client.shown(&found));
}

#[test]
fn a_change_renews_the_findings() {
    let mut client = Client::start(&[("a.pp", "")]);
    client.open_text("a.pp", "$a = 1\n$a = 2\n");
    assert_ne!(client.diagnostics("a.pp", 1), json!([]));
    let range = json!({ "start": { "line": 1, "character": 1 }, "end": { "line": 1, "character": 2 } });
    client.change("a.pp", 2, range, "b");
    assert_eq!(client.diagnostics("a.pp", 2), json!([]));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("a.pp") } }));
    let uri = client.uri("a.pp");
    let last =
        client.wait("textDocument/publishDiagnostics", |params| params["uri"] == *uri && params["version"].is_null());
    assert_eq!(last["diagnostics"], json!([]));
}

#[test]
fn the_rules_of_the_directory_hold() {
    let rules = "[check]\nallow = ['reassignment']\nwarn = ['unused-variable']\nstyle = true\ndeny = ['hard_tabs']\n";
    let mut client = Client::start(&[("a.pp", ""), ("b/a.pp", ""), ("b/.pprepl.toml", rules)]);
    let text = "function f() {\n\t$a = 1\n\t1\n}\n$b = 1\n$b = 2\n";
    let mut codes = |name: &str| {
        client.open_text(name, text);
        let found = client.diagnostics(name, 1);
        let rows = found.as_array().unwrap().iter();
        rows.map(|one| format!("{} {}", one["code"].as_str().unwrap(), one["severity"])).collect::<Vec<_>>()
    };
    assert_eq!(codes("a.pp"), ["unused-variable 3", "reassignment 1"]);
    assert_eq!(codes("b/a.pp"), ["hard_tabs 1", "unused-variable 2", "hard_tabs 1"]);
}

#[test]
fn a_document_of_another_language_is_not_code() {
    let mut client = Client::start(&[("metadata.json", "")]);
    let uri = client.uri("metadata.json");
    let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": "{\"name\":\"me-web\"}" });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(client.diagnostics("metadata.json", 1), json!([]));
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 3 } });
    assert_eq!(client.ask("textDocument/completion", place), json!(null));
}

#[test]
fn a_client_asks_for_the_findings() {
    let capabilities = json!({ "textDocument": { "diagnostic": {} }, "window": { "workDoneProgress": true } });
    let mut client = Client::with(&[("a.pp", "")], capabilities, json!({}));
    client.open_text("a.pp", "$x = 1 + true\n");
    let first = client.ask_about("textDocument/diagnostic", "a.pp");
    assert_eq!(first["kind"], "full");
    assert_eq!(first["items"].as_array().unwrap().len(), 1, "{first}");
    let params = json!({ "textDocument": { "uri": client.uri("a.pp") }, "previousResultId": first["resultId"] });
    assert_eq!(client.ask("textDocument/diagnostic", params.clone())["kind"], "unchanged");
    let range = json!({ "start": { "line": 0, "character": 9 }, "end": { "line": 0, "character": 13 } });
    client.change("a.pp", 2, range, "1");
    assert_eq!(client.ask("textDocument/diagnostic", params)["items"], json!([]));
    assert!(client.received.iter().all(|(method, _)| method != "textDocument/publishDiagnostics"));
}

#[test]
fn an_edit_changes_the_findings_of_other_files() {
    let mut client = Client::start(FILES);
    let site = client.open("manifests/site.pp");
    assert_eq!(client.diagnostics("manifests/site.pp", 1), json!([]), "{site}");
    let text = client.open("modules/web/types/port.pp");
    let at = client.at("modules/web/types/port.pp", &text, "Integer[1, |65535]")["position"].clone();
    let end = json!({ "line": 0, "character": at["character"].as_u64().unwrap() + 5 });
    client.change("modules/web/types/port.pp", 2, json!({ "start": at, "end": end }), "1000");
    let found = client.wait("textDocument/publishDiagnostics", |params| {
        params["uri"].as_str().unwrap().ends_with("site.pp") && params["diagnostics"] != json!([])
    });
    insta::assert_snapshot!("diagnostics_of_another_file", client.shown(&found["diagnostics"]));
}

fn actions(client: &mut Client, name: &str, context: Value) -> Value {
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 20, "character": 0 } });
    client.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": client.uri(name) }, "range": range, "context": context,
        }),
    )
}

#[test]
fn fixes_are_code_actions() {
    let mut client = Client::start(&[("a.pp", "")]);
    client.open_text("a.pp", "if $a = 1 { }\n");
    client.open_text("b.pp", "file { '/x': ensure => prsent }\n");
    let context = json!({ "diagnostics": [] });
    let found = json!([actions(&mut client, "a.pp", context.clone()), actions(&mut client, "b.pp", context)]);
    insta::assert_snapshot!("quick_fixes", client.shown(&found));
}

#[test]
fn all_safe_fixes_are_one_action() {
    let mut client = Client::start(&[("c.pp", "")]);
    client.open_text("c.pp", "if true {\n} else if false {\n}\n");
    let only = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let found = actions(&mut client, "c.pp", only);
    insta::assert_snapshot!("fix_all", client.shown(&found));
}

const UNTIDY: &str = "\
class a {
file { '/x':
ensure => file,
  content=>'a'
}
    $x    =  1
}
";

#[test]
fn a_document_and_a_range_are_formatted() {
    let mut client = Client::start(&[("a.pp", UNTIDY), ("b.pp", "class {\n")]);
    client.open("a.pp");
    client.open("b.pp");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let document = json!({ "textDocument": { "uri": client.uri("a.pp") }, "options": options });
    let found = client.ask("textDocument/formatting", document);
    insta::assert_snapshot!("formatting", client.shown(&found));
    let range = json!({ "start": { "line": 5, "character": 0 }, "end": { "line": 5, "character": 9 } });
    let params = json!({ "textDocument": { "uri": client.uri("a.pp") }, "range": range, "options": options });
    let found = client.ask("textDocument/rangeFormatting", params);
    assert_eq!(client.shown(&found), "[\n  {\n    \"range\": \"5:0-6:0\",\n    \"newText\": \"  $x = 1\\n\"\n  }\n]");
    let broken = json!({ "textDocument": { "uri": client.uri("b.pp") }, "options": options });
    assert_eq!(client.ask("textDocument/formatting", broken)["error"]["code"], -32803);
}

#[test]
fn typing_formats_a_line() {
    let mut client = Client::start(&[("a.pp", ""), ("b.pp", ""), ("c.pp", "")]);
    let mut typed = |name: &str, text: &str, at: &str, ch: &str| {
        client.open_text(name, text);
        let mut params = client.at(name, text, at);
        params["ch"] = json!(ch);
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        let found = client.ask("textDocument/onTypeFormatting", params);
        client.shown(&found)
    };
    let arrow = typed("a.pp", "file { '/x':\n  ensure => file,\n  content =>\n}\n", "content =>|", ">");
    insta::assert_snapshot!("typing_an_arrow", arrow);
    let brace = typed("b.pp", "class a {\n  if true {\n    }\n}\n", "    }|", "}");
    insta::assert_snapshot!("typing_a_brace", brace);
    let line = typed("c.pp", "class a {\n\n}\n", "{\n|", "\n");
    insta::assert_snapshot!("typing_a_line_end", line);
}

#[test]
fn symbols_form_a_tree() {
    let mut client = Client::start(FILES);
    client.open(INIT);
    let found = client.ask_about("textDocument/documentSymbol", INIT);
    insta::assert_snapshot!("document_symbols", client.shown(&found));
}

#[test]
fn broken_source_has_symbols_folds_and_tokens() {
    let mut client = Client::start(&[("a.pp", "")]);
    client.open_text("a.pp", "class a {\n  $x = \n  notice(1)\n}\n\ndefine b {\n}\n");
    let symbols = client.ask_about("textDocument/documentSymbol", "a.pp");
    let names: Vec<&Value> = symbols.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert!(names.contains(&&json!("b")), "{symbols}");
    assert_ne!(client.ask_about("textDocument/foldingRange", "a.pp"), json!([]));
    assert_ne!(client.ask_about("textDocument/semanticTokens/full", "a.pp")["data"], json!([]));
}

#[test]
fn brackets_comments_and_heredocs_fold() {
    let mut client = Client::start(FILES);
    client.open(INIT);
    let found = client.ask_about("textDocument/foldingRange", INIT);
    insta::assert_snapshot!("folds", client.shown(&found));
}

#[test]
fn a_selection_grows() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let at = client.at(INIT, &text, "owner   => $us|er")["position"].clone();
    let params = json!({ "textDocument": { "uri": client.uri(INIT) }, "positions": [at] });
    let found = client.ask("textDocument/selectionRange", params);
    let mut ranges = Vec::new();
    let mut next = &found[0];
    while next.is_object() {
        ranges.push(client.shown(&next["range"]));
        next = &next["parent"];
    }
    insta::assert_snapshot!("selections", ranges.join("\n"));
}

#[test]
fn tokens_are_complete_partial_and_different() {
    let mut client = Client::start(FILES);
    let text = client.open(INIT);
    let full = client.ask_about("textDocument/semanticTokens/full", INIT);
    insta::assert_snapshot!("tokens", tokens(&full["data"], &text, &client.capabilities));
    let range = json!({ "start": { "line": 5, "character": 0 }, "end": { "line": 6, "character": 0 } });
    let part = client.ask(
        "textDocument/semanticTokens/range",
        json!({
            "textDocument": { "uri": client.uri(INIT) }, "range": range,
        }),
    );
    assert_eq!(part["data"].as_array().unwrap().len() % 5, 0);
    assert!(part["data"].as_array().unwrap().len() < full["data"].as_array().unwrap().len() / 4);
    let at = json!({ "start": { "line": 8, "character": 0 }, "end": { "line": 8, "character": 0 } });
    client.change(INIT, 2, at, "  $new = 1\n");
    let delta = client.ask(
        "textDocument/semanticTokens/full/delta",
        json!({
            "textDocument": { "uri": client.uri(INIT) }, "previousResultId": full["resultId"],
        }),
    );
    let renewed = client.ask_about("textDocument/semanticTokens/full", INIT);
    let edit = &delta["edits"][0];
    let mut numbers: Vec<Value> = full["data"].as_array().unwrap().clone();
    let (start, count) = (edit["start"].as_u64().unwrap() as usize, edit["deleteCount"].as_u64().unwrap() as usize);
    numbers.splice(start..start + count, edit["data"].as_array().unwrap().clone());
    assert_eq!(Value::Array(numbers), renewed["data"]);
    assert!(edit["data"].as_array().unwrap().len() < 50, "{edit}");
}

#[test]
fn tokens_tell_variables_of_puppet_from_others() {
    let text = "notice($facts, $other)\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let full = client.ask_about("textDocument/semanticTokens/full", "a.pp");
    let shown = tokens(&full["data"], text, &client.capabilities);
    assert_eq!(shown, "0:0 function notice\n0:7 variable library $facts\n0:15 variable $other\n");
}

/// Returns tokens as lines: the kind, and the text.
fn tokens(data: &Value, text: &str, capabilities: &Value) -> String {
    let legend = &capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let numbers: Vec<usize> = data.as_array().unwrap().iter().map(|one| one.as_u64().unwrap() as usize).collect();
    let (mut line, mut column, mut out) = (0, 0, String::new());
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let shown = &text.lines().nth(line).unwrap()[column..column + token[2]];
        let marks = ["", " declaration", " library", " declaration library"][token[4]];
        out.push_str(&format!("{}:{column} {}{marks} {shown}\n", line, legend[token[3]].as_str().unwrap()));
    }
    out
}

#[test]
fn hints_show_types() {
    let text = "$n = 1 + 2\n$list = [1, 'a']\n$list.each |$item| { notice($item) }\nif 'abc' =~ /(b)/ { notice($1) }\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let params = json!({ "textDocument": { "uri": client.uri("a.pp") }, "range": range });
    let found = client.ask("textDocument/inlayHint", params);
    let hints: Vec<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!("{}:{} {}", one["position"]["line"], one["position"]["character"], one["label"].as_str().unwrap())
        })
        .collect();
    insta::assert_snapshot!("hints", hints.join("\n"));
}

#[test]
fn comments_suppress_findings_and_their_fixes() {
    let text = "class c(\n  Integer $n = '43', # pprepl:ignore\n  Integer $m = '44',\n) {\n}\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let found = client.diagnostics("a.pp", 1);
    let lines: Vec<u64> =
        found.as_array().unwrap().iter().filter_map(|one| one["range"]["start"]["line"].as_u64()).collect();
    assert_eq!(lines, [2], "{found}");
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 5, "character": 0 } });
    let params = json!({
        "textDocument": { "uri": client.uri("a.pp") }, "range": whole,
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    let actions = client.ask("textDocument/codeAction", params);
    let edits = actions[0]["edit"]["changes"][client.uri("a.pp")].to_string();
    assert!(edits.contains("$m = 44") && !edits.contains("$n = 43"), "{actions}");
}
