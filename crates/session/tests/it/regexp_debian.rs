//! Every pattern of Debian's modules: the literals, the parameters of `Pattern` and `Regexp`, and the texts that are
//! matched or substituted with. Each compiles, as it does in Ruby 3.1.
//!
//! The packages are not committed. `PPREPL_PATTERNS=FILE` writes the
//! patterns there, one JSON string a line, to ask Ruby about them.

use std::collections::BTreeSet;

use puppet_pcore::Regexp;
use puppet_syntax::{LexOptions, parse, pn};
use serde_json::Value;

/// A part of the tree in PN form.
enum Node {
    Text(String),
    Word(String),
    List(Vec<Node>),
}

impl Node {
    fn items(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            _ => &[],
        }
    }

    fn word(&self) -> &str {
        match self {
            Node::Word(word) => word,
            _ => "",
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// `(name "text")`
    fn named(&self, name: &str) -> Option<&str> {
        match self.items() {
            [head, text] if head.word() == name => text.text(),
            _ => None,
        }
    }
}

/// Reads one part of a PN text.
fn node(text: &str, at: &mut usize) -> Node {
    while text[*at..].starts_with(' ') {
        *at += 1;
    }
    match text.as_bytes()[*at] {
        b'(' | b'[' | b'{' => {
            *at += 1;
            let mut items = Vec::new();
            loop {
                while text[*at..].starts_with(' ') {
                    *at += 1;
                }
                if text[*at..].starts_with([')', ']', '}']) {
                    *at += 1;
                    return Node::List(items);
                }
                items.push(node(text, at));
            }
        }
        b'"' => Node::Text(string(text, at)),
        _ => {
            let end = text[*at..].find([' ', ')', ']', '}']).map_or(text.len(), |end| *at + end);
            let word = text[*at..end].to_owned();
            *at = end;
            Node::Word(word)
        }
    }
}

fn string(text: &str, at: &mut usize) -> String {
    let mut out = String::new();
    let mut characters = text[*at + 1..].char_indices();
    while let Some((offset, c)) = characters.next() {
        match c {
            '"' => {
                *at += offset + 2;
                return out;
            }
            '\\' => match characters.next().unwrap().1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'o' => {
                    let digits: String = characters.by_ref().take(3).map(|(_, digit)| digit).collect();
                    out.push(char::from_u32(u32::from_str_radix(&digits, 8).unwrap()).unwrap());
                }
                c => out.push(c),
            },
            c => out.push(c),
        }
    }
    panic!("a string has no end");
}

/// The value of a key of a `{:key value ...}`.
fn value<'n>(items: &'n [Node], key: &str) -> Option<&'n Node> {
    items.iter().position(|item| item.word() == key).and_then(|at| items.get(at + 1))
}

fn collect(node: &Node, patterns: &mut BTreeSet<String>) {
    let mut take = |node: Option<&Node>| patterns.extend(node.and_then(Node::text).map(str::to_owned));
    match node.items() {
        [head, text] if head.word() == "regexp" => take(Some(text)),
        [head, _, right] if matches!(head.word(), "=~" | "!~") => take(Some(right)),
        [head, base, keys @ ..] if head.word() == "access" => {
            if matches!(base.named("qr"), Some("Pattern" | "Regexp")) {
                keys.iter().for_each(|key| take(Some(key)));
            }
        }
        [head, rest] if matches!(head.word(), "call" | "invoke") => {
            let called = value(rest.items(), ":functor").and_then(|functor| functor.named("qn"));
            let args = value(rest.items(), ":args").map_or(&[][..], Node::items);
            if matches!(called, Some("regsubst" | "split" | "match")) {
                take(args.get(1));
            }
        }
        _ => {}
    }
    node.items().iter().for_each(|item| collect(item, patterns));
}

/// The files of the packages that the reference accepts.
fn patterns() -> Option<BTreeSet<String>> {
    let root = pprepl_testing::debian()?;
    let list = pprepl_testing::root().join("tests/conformance/syntax/debian.jsonl");
    let mut patterns = BTreeSet::new();
    let mut files = 0;
    for line in std::fs::read_to_string(list).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let path = case["path"].as_str().unwrap();
        let source = std::fs::read_to_string(root.join(case["package"].as_str().unwrap()).join(path)).unwrap();
        let options =
            LexOptions { template: path.ends_with(".epp"), tasks: case["tasks"] == true, ..LexOptions::PUPPET8 };
        let text = pn(&parse(&source, options).program);
        collect(&node(&text, &mut 0), &mut patterns);
        files += 1;
    }
    println!("{files} files, {} different patterns", patterns.len());
    Some(patterns)
}

#[test]
fn every_pattern_compiles() {
    let Some(patterns) = patterns() else { return };
    assert!(patterns.len() > 300, "only {} patterns are found", patterns.len());
    if let Ok(path) = std::env::var("PPREPL_PATTERNS") {
        let lines: Vec<String> = patterns.iter().map(|pattern| Value::from(pattern.as_str()).to_string()).collect();
        std::fs::write(path, lines.join("\n")).unwrap();
    }
    // Ruby 3.1.2 takes every one of them.
    let refused: Vec<String> = patterns
        .iter()
        .filter_map(|pattern| Regexp::new(pattern.as_str()).check().err())
        .map(|issue| issue.message)
        .collect();
    assert!(refused.is_empty(), "{} are refused:\n{}", refused.len(), refused.join("\n"));
}
