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

/// How many bytes stand in what the tree calls a fault.
fn faulty_bytes(node: Node) -> usize {
    if node.is_error() {
        return node.end_byte() - node.start_byte();
    }
    (0..node.child_count()).map(|i| faulty_bytes(node.child(i).unwrap())).sum()
}

#[test]
fn the_neighbours_of_a_broken_statement_survive() {
    let (mut lost, mut kept_all, mut count, mut faulty) = (Vec::new(), 0, 0, 0.0);
    for line in CASES.lines() {
        let text = source(line);
        let tree = parse(&text);
        let gone: Vec<_> =
            NEIGHBOURS.iter().filter(|(kind, start)| !survives(tree.root_node(), &text, kind, start)).collect();
        count += 1;
        kept_all += usize::from(gone.is_empty());
        faulty += faulty_bytes(tree.root_node()) as f64 / text.len() as f64;
        for (_, start) in gone {
            lost.push(format!("{start} of {text:?}\n    {}", tree.root_node().to_sexp()));
        }
    }
    let (kept, mean) = (100 * kept_all / count, 100.0 * faulty / count as f64);
    println!("{} of {} neighbours survive", 4 * count - lost.len(), 4 * count);
    println!("all neighbours survive in {kept_all} of {count} ({kept} %); {mean:.1} % of the bytes are in faults");
    assert!(kept >= 60 && mean <= 14.0, "{} neighbours are lost:\n{}", lost.len(), lost.join("\n"));
}
