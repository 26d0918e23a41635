//! Every word of an environment: what a hover says first, where the word leads, the number of its places, and whether it
//! can be renamed.

use serde_json::{Value, json};

use crate::client::Client;

/// The names of classes, defined types, parameters, variables, functions, types and keys in all their forms.
const FILES: &[(&str, &str)] = &[
    ("environment.conf", ""),
    (
        "manifests/site.pp",
        "\
$top = 1
node 'a.example.com' inherits default {
  include shop, 'shop::log'
  class { 'shop::till': rate => 2 }
  shop::shelf { 'books': size => $top }
  shop::shelf { ['x', 'y']: * => { size => 3 } }
  Shop::Shelf { size => 4 }
  Shop::Shelf['books'] { size => 5, room +> 'b' }
  Shop::Shelf <| size == 6 |> { room => 'c' }
  Class['shop::till'] -> Shop::Shelf['books']
  notice($shop::open, $::top, $shop::till::rate, $missing)
}
",
    ),
    (
        "modules/shop/manifests/init.pp",
        "\
class shop (Boolean $open = true, $late = $open) {
  $goods = { 'tea' => 1 }
  $goods.each |$name, $count| {
    notice(\"${name}: ${count} of ${goods['tea']}\")
  }
  if $open { $sign = 'on' } else { $sign = 'off' }
  contain shop::log
}
",
    ),
    ("modules/shop/manifests/log.pp", "class shop::log inherits shop {\n  notice($late, $sign)\n}\n"),
    (
        "modules/shop/manifests/open_all.pp",
        "class shop::open_all /* a shop of the shop */ (\n  $like = 'shop', /* shop shop shop */\n) inherits shop {\n  notice($::top, $top)\n}\n",
    ),
    ("modules/shop/manifests/till.pp", "class shop::till (Shop::Rate $rate) {\n  $sum = shop::sum(1, *[$rate])\n}\n"),
    (
        "modules/shop/manifests/shelf.pp",
        "define shop::shelf (Integer $size, $room = 'a') {\n  notice($title, $name, $size)\n  realize(Shop::Shelf[$room])\n}\n",
    ),
    (
        "modules/shop/functions/sum.pp",
        "function shop::sum(*$numbers) >> Shop::Rate {\n  $numbers.reduce |$a, $b| { $a + $b }\n}\n",
    ),
    ("modules/shop/types/rate.pp", "type Shop::Rate = Variant[Integer[0], Shop::Free]\n"),
    ("modules/shop/types/free.pp", "type Shop::Free = Enum['free']\n"),
    (
        "data/common.yaml",
        "---\nshop::till::rate: 3\nshop::open: false\nlookup_options:\n  shop::open: { merge: first }\n",
    ),
];

/// Returns the words of a text with their offsets: names with `::`, and variables with `$`.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '$');
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            None if is_part(c) => start = Some(at),
            Some(from) if !is_part(c) => {
                found.push((from, text[from..at].trim_end_matches(':')));
                start = None;
            }
            _ => {}
        }
    }
    found.retain(|(_, word)| word.contains(|c: char| c.is_ascii_alphabetic()));
    found
}

fn places(client: &Client, found: &Value) -> Vec<String> {
    let all = match found {
        Value::Array(all) => all.clone(),
        Value::Object(_) => vec![found.clone()],
        _ => Vec::new(),
    };
    let root = client.uri("");
    let place = |one: &Value| {
        let file = one["uri"].as_str().unwrap_or("?").replace(&root, "");
        format!("{} {}", file.trim_start_matches('/'), client.shown(&one["range"]).trim_matches('"'))
    };
    all.iter().map(place).collect()
}

/// Returns the first line of a hover that is not the start of a block.
fn first_line(found: &Value) -> String {
    let text = found["contents"]["value"].as_str().unwrap_or("-");
    text.lines().find(|line| !line.starts_with("```") && !line.is_empty()).unwrap_or("-").to_owned()
}

#[test]
fn every_word_is_known_or_not() {
    let mut client = Client::start(FILES);
    let mut shown = String::new();
    for (file, _) in FILES.iter().filter(|(_, text)| !text.is_empty()) {
        let text = client.open(file);
        shown.push_str(&format!("== {file}\n"));
        for (at, word) in words(&text) {
            let line = text[..at].matches('\n').count();
            let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
            // The cursor is inside of the word, behind a `$`.
            let params = json!({
                "textDocument": { "uri": client.uri(file) },
                "position": { "line": line, "character": column + 1 },
                "context": { "includeDeclaration": true },
            });
            let hover = first_line(&client.ask("textDocument/hover", params.clone()));
            let found = client.ask("textDocument/definition", params.clone());
            let leads = places(&client, &found).join(", ");
            let count = client.ask("textDocument/references", params.clone()).as_array().map_or(0, Vec::len);
            let rename = client.ask("textDocument/prepareRename", params);
            let rename = match &rename {
                Value::Null => "-".to_owned(),
                found => match found["error"]["message"].as_str() {
                    Some(message) => message.to_owned(),
                    None => client.shown(&found["range"]).trim_matches('"').to_owned(),
                },
            };
            shown.push_str(&format!(
                "{}:{column} {word} | {hover} | {leads} | {count} places | rename {rename}\n",
                line + 1
            ));
        }
    }
    insta::assert_snapshot!(shown);
}
