//! Runs `test/corpus/*.txt` and `epp/test/corpus/*.txt`, a file a construct: a title and the language between lines of `===`, a text, a line of `---`, and the tree that is
//! expected. What `tree-sitter test` takes for the text is the text here: all between the lines, but for the last line end.
//! With `PPREPL_BLESS=1` the trees are written anew: read them before you commit.

use std::fmt::Write as _;
use std::path::Path;

use tree_sitter::{Language, Parser};

struct Case {
    title: String,
    attributes: String,
    text: String,
    tree: String,
}

fn is_rule(line: &str, mark: char) -> bool {
    line.len() >= 3 && line.chars().all(|c| c == mark)
}

fn read_cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = file.lines().peekable();
    let mut in_tree = false;
    while let Some(line) = lines.next() {
        if is_rule(line, '=') {
            let title = lines.next().unwrap().to_string();
            let mut attributes = String::new();
            while let Some(attribute) = lines.next_if(|line| line.starts_with(':')) {
                attributes.push_str(attribute);
                attributes.push('\n');
            }
            assert!(lines.next().is_some_and(|line| is_rule(line, '=')), "a rule is missing under {title}");
            cases.push(Case { title, attributes, text: String::new(), tree: String::new() });
            in_tree = false;
        } else if is_rule(line, '-') && !in_tree {
            in_tree = true;
        } else if let Some(case) = cases.last_mut() {
            let part = if in_tree { &mut case.tree } else { &mut case.text };
            part.push_str(line);
            part.push('\n');
        }
    }
    cases
}

/// The tree with a node on a line of its own, as a reader likes it.
fn pretty(sexp: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0usize);
    for piece in sexp.split_inclusive(' ') {
        let piece = piece.trim_end();
        let label = piece.ends_with(':');
        let continues = out.ends_with(": ") || piece.starts_with('"') || !label && !piece.starts_with('(');
        if !out.is_empty() && !continues {
            let _ = write!(out, "\n{}", "  ".repeat(depth));
        }
        out.push_str(piece);
        out.push_str(if label || piece.starts_with("(MISSING") || piece.starts_with("(UNEXPECTED") { " " } else { "" });
        depth += piece.matches('(').count();
        depth = depth.saturating_sub(piece.matches(')').count());
    }
    out
}

fn squeeze(tree: &str) -> String {
    tree.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_corpus_parses_to_its_trees() {
    holds("test/corpus", tree_sitter_puppet::LANGUAGE.into(), 300);
}

#[test]
fn the_corpus_of_templates_parses_to_its_trees() {
    holds("epp/test/corpus", tree_sitter_puppet::LANGUAGE_EPP.into(), 40);
}

fn holds(folder: &str, language: Language, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut parser = Parser::new();
    parser.set_language(&language).unwrap();
    let mut failures = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut blessed = String::new();
        for case in read_cases(&std::fs::read_to_string(&path).unwrap()) {
            count += 1;
            assert_eq!(case.attributes, format!(":language({})\n", language.name().unwrap()), "{}", case.title);
            let text = case.text.strip_suffix('\n').unwrap_or(&case.text);
            let tree = pretty(&parser.parse(text, None).unwrap().root_node().to_sexp());
            if squeeze(&tree) != squeeze(&case.tree) {
                let _ = writeln!(failures, "{}: {}\n{tree}\ninstead of\n{}", path.display(), case.title, case.tree);
            }
            let rule = "=".repeat(80);
            let _ = write!(
                blessed,
                "{rule}\n{}\n{}{rule}\n{text}\n{}\n\n{tree}\n\n",
                case.title,
                case.attributes,
                "-".repeat(80)
            );
        }
        if std::env::var_os("PPREPL_BLESS").is_some() {
            std::fs::write(&path, blessed).unwrap();
        }
    }
    assert!(count >= least, "only {count} cases were found");
    assert!(failures.is_empty(), "{failures}");
}
