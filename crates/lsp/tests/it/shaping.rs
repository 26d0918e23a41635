//! Formatting of ranges and while typing, fixes by kind and range, and hints of a range.

use serde_json::{Value, json};

use crate::client::Client;
use crate::environment::FILES;

/// Returns edits as lines: the range, and the text.
fn edits(client: &Client, found: &Value) -> Vec<String> {
    let edit = |one: &Value| {
        format!("{} {:?}", client.shown(&one["range"]).trim_matches('"'), one["newText"].as_str().unwrap())
    };
    found.as_array().unwrap_or_else(|| panic!("{found}")).iter().map(edit).collect()
}

#[test]
fn a_range_is_formatted_without_the_lines_around_it() {
    let text = "$a=1\n$b=2\n$c=3\n$d=4";
    let mut client = Client::start(&[("a.pp", text), ("b.pp", "$a = 1\n\n\n\n$b = 2\n"), ("c.yaml", "a:   1\n")]);
    for name in ["a.pp", "b.pp", "c.yaml"] {
        client.open(name);
    }
    let (a, b, c) = ("0:0-1:0 \"$a = 1\\n\"", "1:0-2:0 \"$b = 2\\n\"", "2:0-3:0 \"$c = 3\\n\"");
    let d = "3:0-3:4 \"$d = 4\\n\"";
    let rows: [(&str, &str, &[&str]); 9] = [
        ("a.pp", "0:0-3:4", &[a, b, c, d]),
        ("a.pp", "0:0-0:0", &[a]),
        ("a.pp", "1:2-1:3", &[b]),
        ("a.pp", "1:2-2:3", &[b, c]),
        ("a.pp", "2:0-3:0", &[c, d]),
        ("a.pp", "3:0-3:4", &[d]),
        ("b.pp", "0:0-1:0", &[]),
        ("b.pp", "2:0-4:0", &["2:0-4:0 \"\""]),
        ("c.yaml", "0:0-1:0", &[]),
    ];
    for (name, range, expected) in rows {
        let found = client.ask_in("textDocument/rangeFormatting", name, range, Value::Null);
        assert_eq!(edits(&client, &found), expected, "{name} {range}");
    }
    let found = client.ask_in("textDocument/formatting", "c.yaml", "0:0-0:0", Value::Null);
    assert_eq!(found, json!([]));
}

#[test]
fn typing_changes_only_what_it_affects() {
    let mut client = Client::start(&[]);
    let rows: [(&str, &str, Option<&[&str]>); 13] = [
        ("class a {\n  $x = 1\n}|\n", "}", Some(&[])),
        ("class a {\n  $x = 1\n  }|\n", "}", Some(&["2:0-2:2 \"\""])),
        ("class a { $x = 1 }|\n", "}", None),
        ("|$x = 1\n", "\n", None),
        ("\n|$x = 1\n", "\n", Some(&[])),
        ("class a {\n|}\n", "\n", Some(&["1:0-1:0 \"  \""])),
        ("$x = @(END)\n  text\n|\n  END\n", "\n", None),
        ("$x = 'text\n|more'\n", "\n", None),
        ("file { '/a':\n  ensure => file,\n}\n->|\n", ">", Some(&[])),
        ("$h = { 'a'=>|", ">", Some(&[])),
        (
            "$g = {\n  'a' => 1,\n  'bbb' => 2,\n}\n$h = {\n  'a' => 1,\n  'bbb' =>| 2,\n}\n",
            ">",
            Some(&["5:0-6:0 \"  'a'   => 1,\\n\""]),
        ),
        ("$h = {\n  'a'   => 1,\n  'bbb' =>| 2,\n}\n", ">", Some(&[])),
        ("class a {\n  $x = 1|\n", "x", None),
    ];
    for (marked, ch, expected) in rows {
        let text = marked.replacen('|', "", 1);
        client.open_text("a.pp", &text);
        let before = &marked[..marked.find('|').unwrap()];
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let params = json!({
            "textDocument": { "uri": client.uri("a.pp") }, "ch": ch, "options": { "tabSize": 2, "insertSpaces": true },
            "position": { "line": before.matches('\n').count(), "character": column },
        });
        let found = client.ask("textDocument/onTypeFormatting", params);
        let shown = (!found.is_null()).then(|| edits(&client, &found));
        assert_eq!(
            shown.as_deref(),
            expected.map(|all| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>()).as_deref(),
            "{marked}"
        );
    }
}

const FAULTS: &str = "$x = true\nif $x {\n  notice(1)\n} else if false {\n  notice(2)\n}\n";

#[test]
fn fixes_are_those_of_the_kind_and_the_range() {
    let mut client = Client::start(&[("a.pp", FAULTS)]);
    client.open("a.pp");
    let (one, all) = ("write elsif", "apply all safe fixes");
    type Row<'a> = (&'a str, Option<&'a [&'a str]>, &'a [&'a str]);
    let rows: [Row; 13] = [
        ("0:0-6:0", None, &[one, all]),
        ("0:0-6:0", Some(&[""]), &[one, all]),
        ("0:0-6:0", Some(&["quickfix"]), &[one]),
        ("0:0-6:0", Some(&["source"]), &[all]),
        ("0:0-6:0", Some(&["source.fixAll.pprepl"]), &[all]),
        ("0:0-6:0", Some(&["source.fix"]), &[]),
        ("0:0-6:0", Some(&["refactor", "quickfix"]), &[one]),
        ("0:0-6:0", Some(&["refactor"]), &[]),
        ("0:0-0:0", None, &[all]),
        ("3:0-3:1", None, &[all]),
        ("3:0-3:2", None, &[one, all]),
        ("3:9-3:10", None, &[one, all]),
        ("3:10-3:11", None, &[all]),
    ];
    for (range, only, expected) in rows {
        let context = json!({ "diagnostics": [], "only": only });
        let context = if only.is_some() { context } else { json!({ "diagnostics": [] }) };
        let found = client.ask_in("textDocument/codeAction", "a.pp", range, context);
        let titles: Vec<&str> = found.as_array().unwrap().iter().filter_map(|one| one["title"].as_str()).collect();
        assert_eq!(titles, expected, "{range} {only:?}");
    }
}

#[test]
fn edits_name_the_version_of_a_document() {
    let capabilities = json!({
        "window": { "workDoneProgress": true }, "workspace": { "workspaceEdit": { "documentChanges": true } },
    });
    let mut client = Client::with(&[("a.pp", FAULTS)], capabilities, json!({}));
    client.open("a.pp");
    let found =
        client.ask_in("textDocument/codeAction", "a.pp", "0:0-6:0", json!({ "diagnostics": [], "only": ["source"] }));
    insta::assert_snapshot!("versioned_edit", client.shown(&found[0]["edit"]));
}

#[test]
fn hints_are_those_of_the_range() {
    let text = "$one = 1\n\n$three = 3\nnotice('x')\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    let rows: [(&str, &[&str]); 8] = [
        ("0:0-4:0", &["0:4 : Integer", "2:6 : Integer"]),
        ("0:0-0:0", &[]),
        ("0:0-0:1", &["0:4 : Integer"]),
        ("0:4-1:0", &["0:4 : Integer"]),
        ("0:5-1:0", &[]),
        ("0:5-2:1", &["2:6 : Integer"]),
        ("2:6-2:6", &["2:6 : Integer"]),
        ("3:0-4:0", &[]),
    ];
    for (range, expected) in rows {
        let found = client.ask_in("textDocument/inlayHint", "a.pp", range, Value::Null);
        let row = |one: &Value| {
            format!("{} {}", client.shown(&one["position"]).trim_matches('"'), one["label"].as_str().unwrap())
        };
        let rows: Vec<String> = found.as_array().unwrap().iter().map(row).collect();
        assert_eq!(rows, expected, "{range}");
    }
}

#[test]
fn a_column_inside_a_letter_is_the_one_after_it() {
    let mut client = Client::start(&[]);
    for (column, expected) in [(6, "$x = 'y\u{1F600}'\n"), (7, "$x = '\u{1F600}y'\n"), (8, "$x = '\u{1F600}y'\n")] {
        client.open_text("a.pp", "$x = '\u{1F600}'\n");
        let at = json!({ "line": 0, "character": column });
        client.change("a.pp", 2, json!({ "start": at, "end": at }), "y");
        client.open_text("b.pp", expected);
        let [one, other] =
            ["a.pp", "b.pp"].map(|name| client.ask_about("textDocument/semanticTokens/full", name)["data"].clone());
        let shown = client.ask_at("textDocument/hover", "a.pp", "$x", "$|x");
        let wanted = client.ask_at("textDocument/hover", "b.pp", "$x", "$|x");
        assert_eq!((one, &shown["contents"]), (other, &wanted["contents"]), "{column}");
    }
}

#[test]
fn pages_of_many_lines_are_cut() {
    let parameters = |count: usize| (0..count).map(|at| format!("  $p{at},\n")).collect::<String>();
    // The header has the parameters and two lines more.
    let files = [
        ("environment.conf", String::new()),
        ("modules/m/manifests/full.pp", format!("class m::full (\n{}) {{}}\n", parameters(28))),
        ("modules/m/manifests/more.pp", format!("class m::more (\n{}) {{}}\n", parameters(29))),
        (
            "manifests/site.pp",
            "include m::full\ninclude m::more\nnotice($facts['os']['distro']['release'], $facts['networking'])\n"
                .to_owned(),
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    let options = json!({ "settings": { "facts": "debian-12" } });
    let mut client = Client::with(&files, json!({ "window": { "workDoneProgress": true } }), options);
    let text = client.open("manifests/site.pp");
    let mut ends = |at: &str| {
        let found = client.ask_at("textDocument/hover", "manifests/site.pp", &text, at);
        let page = found["contents"]["value"].as_str().unwrap().to_owned();
        let block: Vec<&str> = page
            .lines()
            .skip_while(|line| !line.starts_with("```"))
            .skip(1)
            .take_while(|line| *line != "```")
            .collect();
        (block.len(), block.last().unwrap_or(&"").to_string())
    };
    assert_eq!(ends("m::fu|ll"), (30, ")".to_owned()));
    assert_eq!(ends("m::mo|re"), (31, "..".to_owned()));
    assert_eq!(ends("['distro']['rel|ease']"), (5, "}".to_owned()));
    assert_eq!(ends("['netw|orking']"), (21, "..".to_owned()));
}

#[test]
fn a_client_chooses_the_format_of_a_page() {
    for (formats, kind) in [(json!(["plaintext", "markdown"]), "markdown"), (json!(["plaintext"]), "plaintext")] {
        let capabilities = json!({ "textDocument": { "hover": { "contentFormat": formats } } });
        let mut client = Client::with(FILES, capabilities, json!({}));
        client.open_text("a.pp", "notice(1)\n");
        assert_eq!(client.ask_at("textDocument/hover", "a.pp", "notice(1)\n", "not|ice")["contents"]["kind"], kind);
    }
}
