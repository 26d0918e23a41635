//! Half-typed input: around a broken statement the statements before and after it keep their shape. What the grammar
//! alone reaches; pprepl's `tree::recovery` looks at the layout too and has a higher bar.

use tree_sitter::{Node, Parser, Tree};

const CASES: &str = include_str!("../../tests/conformance/syntax/recovery.jsonl");

/// The value of `"src"` in a line of the data.
fn source(line: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    row["src"].as_str().unwrap().to_string()
}

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// Is there a node of `kind` without a fault in it whose text starts with `start`?
fn survives(node: Node, text: &str, kind: &str, start: &str) -> bool {
    if node.kind() == kind && !node.has_error() && text[node.byte_range()].starts_with(start) {
        return true;
    }
    (0..node.child_count()).any(|i| survives(node.child(i).unwrap(), text, kind, start))
}

const NEIGHBOURS: [(&str, &str); 4] = [
    ("assignment", "$zz_0 ="),
    ("assignment", "$zz_1 = [1, 2]"),
    ("resource_declaration", "file { '/zz_2': ensure => file }"),
    ("class_definition", "class zz_3($a) {"),
];

#[test]
fn the_neighbours_of_a_broken_statement_survive() {
    let mut lost = Vec::new();
    let mut count = 0;
    for line in CASES.lines() {
        let text = source(line);
        let tree = parse(&text);
        for (kind, start) in NEIGHBOURS {
            count += 1;
            if !survives(tree.root_node(), &text, kind, start) {
                lost.push(format!("{start} of {text:?}\n    {}", tree.root_node().to_sexp()));
            }
        }
    }
    println!("{} of {count} neighbours survive", count - lost.len());
    assert!(lost.len() <= 40, "{} of {count} are lost:\n{}", lost.len(), lost.join("\n"));
}
