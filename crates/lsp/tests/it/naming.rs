//! The places of names in one environment: definitions, references, declarations, renames, links, calls and symbols.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::{FILES, INIT};

const BASE: &str = "\
class m::base {
  $root = '/srv'
}
";

const MIDDLE: &str = "\
class m::middle inherits m::base {
  $size = 1
}
class m::middle::other inherits m::loop {
}
";

const CHILD: &str = "\
class m::child(M::Port $port, String $word, M::Size $size, Optional[M::Port] $extra) inherits m::middle {
  notice($root, $size, $port, $word, $nowhere)
  m::item { 'a': weight => 1 }
  app_old($word)
}
class m::loop inherits m::loop {
  notice($root)
  include m::base
}
";

const ITEM: &str = "\
define m::item($weight, $color = 'red') {
  [1].each |$weight| { notice($weight) }
  notice($weight, $color)
}
";

const SITE: &str = "\
class { ['m::child', 'm::other']:
  port => 1,
}
Class['m::child'] {
  port => 2,
}
Class['m::other'] {
  port => 3,
}
class { 'm::other':
  port => 4,
}
m::item { 'x':
  weight => 1,
  *      => { 'color' => 'blue' },
}
M::Item {
  weight => 2,
}
M::Item['x'] {
  weight +> 3,
}
M::Item <| weight == 4 |> {
  weight => 5,
}
Notify { weight => 6 }
Notify <| |> { weight => 7 }
$top = 1
notice($top, $::top)
";

const LINKS: &str = "\
$a = file('m/a.txt')
$b = [find_file('m/b.txt'), binary_file(\"m/a.txt\"), template('m/t.erb'), epp('m/nosuch.epp')]
$c = 'puppet:///modules/m/b.txt'
$d = epp(@(END))
  m/t.epp
  |-END
";

const MEMBERS: &[(&str, &str)] = &[
    ("environment.conf", ""),
    ("manifests/site.pp", SITE),
    ("manifests/links.pp", LINKS),
    ("modules/m/manifests/base.pp", BASE),
    ("modules/m/manifests/middle.pp", MIDDLE),
    ("modules/m/manifests/child.pp", CHILD),
    ("modules/m/manifests/item.pp", ITEM),
    ("modules/m/types/port.pp", "type M::Port = Integer\n"),
    ("modules/m/types/size.pp", "type M::Size = Integer\n"),
    ("modules/m/files/a.txt", ""),
    ("modules/m/files/b.txt", ""),
    ("modules/m/templates/t.erb", ""),
    ("modules/m/templates/t.epp", ""),
    ("modules/m/lib/puppet/parser/functions/app_old.rb", "newfunction(:app_old) do |args|\nend\n"),
    ("data/common.yaml", "m::child::port: 1\nm::child::nosuch: 2\n"),
];

/// Returns locations as `file range`.
fn places(client: &Client, found: &Value) -> Vec<String> {
    let all = match found {
        Value::Array(all) => all.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let place = |one: &Value| {
        let uri = one["uri"].as_str().unwrap_or_else(|| panic!("{one}")).replace(&client.uri(""), "");
        let file = uri.trim_start_matches('/').to_owned();
        format!("{} {}", file.rsplit('/').next().unwrap(), client.shown(&one["range"]).trim_matches('"'))
    };
    all.iter().map(place).collect()
}

#[test]
fn each_name_has_its_places() {
    let (child, item, site) = ("modules/m/manifests/child.pp", "modules/m/manifests/item.pp", "manifests/site.pp");
    let (links, data) = ("manifests/links.pp", "data/common.yaml");
    let rows = [
        ("definition", child, "notice($ro|ot, $size"),
        ("definition", child, "$nowh|ere"),
        ("definition", child, "notice($ro|ot)\n"),
        ("definition", child, "app_o|ld"),
        ("definition", child, "|class m::child"),
        ("definition", child, "class |m::child"),
        ("definition", child, "class m::child|("),
        ("definition", item, "notice($wei|ght) }"),
        ("definition", item, "notice($wei|ght, "),
        ("definition", data, "m::child::no|such"),
        ("definition", links, "file(|'m/a"),
        ("definition", links, "file('|m/a"),
        ("definition", links, "a.txt|')\n$b"),
        ("definition", links, "a.txt'|)\n$b"),
        ("definition", links, "m/b|.txt"),
        ("declaration", item, "define m::it|em"),
        ("declaration", "modules/m/types/port.pp", "M::Po|rt"),
        ("declaration", child, "class m::lo|op"),
        ("typeDefinition", child, "M::Port $po|rt"),
        ("typeDefinition", child, "String $wo|rd"),
        ("typeDefinition", child, "M::Size $si|ze"),
        ("typeDefinition", child, "$ex|tra"),
        ("typeDefinition", data, "m::child::po|rt"),
        ("typeDefinition", child, "$nowh|ere"),
        ("typeDefinition", child, "M::Po|rt $port"),
        ("references", child, "M::Port $po|rt"),
        ("references", item, "m::item($wei|ght"),
        ("references", item, "each |$wei^|"),
        ("references", item, "$co|lor ="),
        ("references", "modules/m/manifests/base.pp", "$ro|ot"),
        ("references", site, "$to|p = 1"),
    ];
    let mut client = Client::start(MEMBERS);
    let mut shown = String::new();
    for (method, name, at) in rows {
        let text = client.open(name);
        // A cursor next to a bar of the language is a caret.
        let mut params = match at.contains('^') {
            true => client.at(name, &text.replace("|$weight|", "^$weight^"), "^$wei|ght^"),
            false => client.at(name, &text, at),
        };
        for include in [true, false] {
            params["context"] = json!({ "includeDeclaration": include });
            if method == "references" || include {
                let found = client.ask(&format!("textDocument/{method}"), params.clone());
                let mark = if include { "" } else { " without the definition" };
                shown.push_str(&format!("{method} {at:?}{mark}\n  {}\n", places(&client, &found).join("\n  ")));
            }
        }
    }
    insta::assert_snapshot!("places_of_names", shown);
}

#[test]
fn links_are_the_files_that_exist() {
    let mut client = Client::start(MEMBERS);
    client.open("manifests/links.pp");
    let found = client.ask_about("textDocument/documentLink", "manifests/links.pp");
    let link = |one: &Value| {
        let target = one["target"].as_str().unwrap().replace(&client.uri("modules/m"), "");
        format!("{} {target}", client.shown(&one["range"]).trim_matches('"'))
    };
    let links: Vec<String> = found.as_array().unwrap().iter().map(link).collect();
    insta::assert_snapshot!("links_to_files", links.join("\n"));
}

#[test]
fn calls_are_those_of_the_definition() {
    let mut client = Client::start(MEMBERS);
    let name = "modules/m/manifests/child.pp";
    let text = client.open(name);
    let mut shown = Vec::new();
    for at in ["class m::ch|ild", "class m::lo|op"] {
        let items = client.ask_at("textDocument/prepareCallHierarchy", name, &text, at);
        let found = client.ask("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
        let names = found.as_array().unwrap().iter().map(|one| one["to"]["name"].as_str().unwrap().to_owned());
        shown.push(names.collect::<Vec<_>>().join(" "));
    }
    assert_eq!(shown, ["m::middle m::item app_old", "m::base m::loop"]);
}

#[test]
fn a_rename_is_checked_and_moves_only_its_own_file() {
    let capabilities = json!({
        "window": { "workDoneProgress": true },
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
    });
    let mut client = Client::with(MEMBERS, capabilities, json!({}));
    let (child, item, port) =
        ("modules/m/manifests/child.pp", "modules/m/manifests/item.pp", "modules/m/types/port.pp");
    let rows = [
        (item, "define m::it|em", "m::thing"),
        (item, "define m::it|em", "m::item"),
        (item, "define m::it|em", "n::item"),
        (item, "define m::it|em", "m::deep::item"),
        (child, "class m::lo|op", "m::ring"),
        (child, "class m::lo|op", "m::base"),
        (child, "app_o|ld", "app_new"),
        (child, "M::Port $po|rt", "port"),
        (child, "M::Port $po|rt", "word"),
        (port, "M::Po|rt", "M::Port_2"),
        (port, "M::Po|rt", "m::port"),
        (port, "M::Po|rt", "M::Po-rt"),
        (port, "M::Po|rt", "M::2"),
        (port, "M::Po|rt", "M::Size"),
    ];
    let mut shown = String::new();
    for (name, at, new) in rows {
        let text = client.open(name);
        let mut params = client.at(name, &text, at);
        params["newName"] = json!(new);
        let found = client.ask("textDocument/rename", params);
        let row = match found["error"]["message"].as_str() {
            Some(message) => message.to_owned(),
            None => {
                let mut row = Vec::new();
                for change in found["documentChanges"].as_array().unwrap() {
                    let uri = change["textDocument"]["uri"].as_str().or(change["newUri"].as_str()).unwrap();
                    let file = uri.rsplit('/').next().unwrap();
                    let kind = if change["kind"] == "rename" { "moves to " } else { "" };
                    let edits = change["edits"].as_array().cloned().unwrap_or_default();
                    let edits: Vec<String> = edits
                        .iter()
                        .map(|edit| {
                            format!(
                                "{} {}",
                                client.shown(&edit["range"]).trim_matches('"'),
                                edit["newText"].as_str().unwrap()
                            )
                        })
                        .collect();
                    row.push(format!("{kind}{file} {}", edits.join(", ")).trim().to_owned());
                }
                row.join("\n  ")
            }
        };
        shown.push_str(&format!("{at} -> {new}\n  {row}\n"));
    }
    insta::assert_snapshot!("renames_and_moves", shown);
}

#[test]
fn a_document_without_a_file_has_places() {
    let mut client = Client::start(&[]);
    let text = "$a = 1\nnotice($a)\n";
    let document = json!({ "uri": "untitled:a.pp", "languageId": "puppet", "version": 1, "text": text });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let params = json!({ "textDocument": { "uri": "untitled:a.pp" }, "position": { "line": 1, "character": 8 } });
    let found = client.ask("textDocument/definition", params);
    assert_eq!((&found["uri"], client.shown(&found["range"])), (&json!("untitled:a.pp"), "\"0:1-0:2\"".to_owned()));
}

const ALL: &str = "\
class a($p, $q = 1) {
  $x = [1].map |$n| { $inner = $n }
  file { ['/a',
    '/b']: }
}
define b { }
function c($m) >> Integer { $y = 2 $y }
type D = Integer
node 'one', /two/ {
  include a
  $z = 3
}
node default { }
'text'.each |$l| { $lambda = /re/ }
";

const KINDS: &[(&str, &str)] = &[
    ("a.pp", ALL),
    ("b.epp", "<%- | Integer $port, $host = 'x' | -%>\n<% $x = 1 %><%= $x %>\n"),
    ("c.yaml", "'': 1\na::b: 2\n"),
    ("plans/p.pp", "plan p(TargetSpec $targets) {\n  $r = 1\n}\n"),
    ("d.pp", "# one\n\n# two\n# three\n/* four\n\n five */\n$x = @(END)\n  a\n  | END\nclass e { }\n# six\n# seven"),
];

/// Returns symbols with their kinds and ranges, indented.
fn tree(client: &Client, symbols: &Value, depth: usize, out: &mut String) {
    for one in symbols.as_array().into_iter().flatten() {
        let (range, own) = (client.shown(&one["range"]), client.shown(&one["selectionRange"]));
        let (range, own) = (range.trim_matches('"'), own.trim_matches('"'));
        out.push_str(&format!(
            "{:1$}{2} {3} {range} {own}\n",
            "",
            depth * 2,
            one["name"].as_str().unwrap(),
            one["kind"]
        ));
        tree(client, &one["children"], depth + 1, out);
    }
}

#[test]
fn each_definition_is_a_symbol() {
    let mut client = Client::start(KINDS);
    let mut shown = String::new();
    for (name, _) in KINDS {
        client.open(name);
        shown.push_str(&format!("== {name}\n"));
        let found = client.ask_about("textDocument/documentSymbol", name);
        tree(&client, &found, 0, &mut shown);
    }
    insta::assert_snapshot!("symbols_of_all_kinds", shown);
}

#[test]
fn comments_and_brackets_of_several_lines_fold() {
    let mut client = Client::start(KINDS);
    let mut folds = |name: &str| {
        client.open(name);
        let found = client.ask_about("textDocument/foldingRange", name);
        let fold =
            |one: &Value| format!("{}-{} {}", one["startLine"], one["endLine"], one["kind"].as_str().unwrap_or("code"));
        found.as_array().unwrap().iter().map(fold).collect::<Vec<_>>()
    };
    assert_eq!(folds("d.pp"), ["2-3 comment", "4-6 comment", "7-9 code", "11-12 comment"]);
    assert_eq!(folds("a.pp"), ["0-3 code", "8-10 code"]);
}

/// Returns the tokens as `line:column+length kind`.
fn tokens(client: &Client, found: &Value) -> Vec<String> {
    let legend = &client.capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let numbers: Vec<u64> = found["data"].as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect();
    let (mut line, mut column) = (0, 0);
    let mut row = |token: &[u64]| {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let mark = if token[4] & 1 == 1 { " declaration" } else { "" };
        format!("{line}:{column}+{} {}{mark}", token[2], legend[token[3] as usize].as_str().unwrap())
    };
    numbers.chunks(5).map(&mut row).collect()
}

#[test]
fn tokens_of_a_range_touch_it() {
    let text = "function c($m) { $m =~ /re/ }\n/* a\n\n  b */ $x\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let full = client.ask_about("textDocument/semanticTokens/full", "a.pp");
    insta::assert_snapshot!("tokens_of_lines", tokens(&client, &full).join("\n"));
    let rows: [(&str, &[&str]); 7] = [
        ("0:0-0:8", &["0:0+8 keyword"]),
        ("0:8-0:9", &[]),
        ("0:8-0:10", &["0:9+1 function declaration"]),
        ("0:7-0:9", &["0:7+1 keyword"]),
        ("0:22-0:24", &["0:23+1 regexp"]),
        ("1:2-3:1", &["1:2+2 comment", "3:0+1 comment"]),
        ("3:6-3:7", &[]),
    ];
    for (range, expected) in rows {
        let found = client.ask_in("textDocument/semanticTokens/range", "a.pp", range, Value::Null);
        assert_eq!(tokens(&client, &found), expected, "{range}");
    }
}

#[test]
fn a_call_with_too_many_arguments_has_the_first_signature() {
    let mut client = Client::start(FILES);
    let text = "$x = web::join([1], 'a', 3, 4)\n$y = sprintf('%s', 1, 2)\n";
    client.open_text("manifests/x.pp", text);
    let mut rows = Vec::new();
    for at in ["'a', |3", "3, |4", "sprintf(|", "1, |2"] {
        let found = client.ask_at("textDocument/signatureHelp", "manifests/x.pp", text, at);
        rows.push(format!(
            "{} {} {}",
            found["activeSignature"], found["activeParameter"], found["signatures"][0]["label"]
        ));
    }
    insta::assert_snapshot!("signatures_of_many_arguments", rows.join("\n"));
}

#[test]
fn words_around_a_place_are_described() {
    let mut client = Client::start(FILES);
    let text = "assert_type(Integer, 1)\ncase 1 {\n  default: { }\n}\n$n = upcase::x\n$s = 1 + 2\n# notice\n";
    client.open_text("manifests/x.pp", text);
    let mut shown = String::new();
    for at in ["assert_|type", "asse|rt_type", "default|:", "upc|ase::x", "1 +| 2", "# not|ice", "$s = 1| +"] {
        let found = client.ask_at("textDocument/hover", "manifests/x.pp", text, at);
        let page = found["contents"]["value"].as_str().unwrap_or("-").lines().next().unwrap_or("").to_owned();
        shown.push_str(&format!("{at}: {page} {}\n", client.shown(&found["range"])));
    }
    insta::assert_snapshot!("words", shown);
    client.open(INIT);
}
