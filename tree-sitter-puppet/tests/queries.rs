//! The queries say what the files under `test` assert, in the comments that tree-sitter's own tools read: below a line,
//! `# ^ name` tells what the place above the caret is, `# <- name` what stands above the comment's start; `!name` must
//! not be. In a template the comment is `<%# ^ name %>`.
//!
//! A highlight is the innermost node's, by its last pattern; an injection covers its place, under its language's name;
//! what the other queries capture starts at its place.

use std::path::Path;

use tree_sitter::{Language, Node, Parser, Point, Query, QueryCursor, StreamingIterator};

/// A name that a query gives to a piece of text.
struct Found {
    start: Point,
    end: Point,
    bytes: usize,
    pattern: usize,
    name: String,
}

struct Assertion {
    place: Point,
    names: Vec<String>,
}

/// The assertions of a text, each with its place in the last line before it that is none.
fn assertions(text: &str) -> Vec<Assertion> {
    let (mut found, mut row) = (Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let comment = line.trim_start().trim_start_matches("<%#").trim_start_matches('#').trim_start();
        let is_comment = line.trim_start().starts_with(['#', '<']) && !line.trim_start().starts_with("<%=");
        let names = comment.trim_end_matches("%>");
        match (is_comment, names.strip_prefix("<-"), names.strip_prefix('^')) {
            (true, Some(names), _) => {
                found.push(assertion(row, line.len() - line.trim_start().len(), names));
            }
            (true, _, Some(names)) => found.push(assertion(row, line.find('^').unwrap(), names)),
            _ => row = number,
        }
    }
    found
}

fn assertion(row: usize, column: usize, names: &str) -> Assertion {
    Assertion { place: Point::new(row, column), names: names.split_whitespace().map(str::to_string).collect() }
}

fn captures(language: &Language, query: &str, text: &str) -> Vec<Found> {
    let query = Query::new(language, query).unwrap();
    let mut parser = Parser::new();
    parser.set_language(language).unwrap();
    let tree = parser.parse(text, None).unwrap();
    assert!(!tree.root_node().has_error(), "{}", tree.root_node().to_sexp());
    let mut found = Vec::new();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(one) = matches.next() {
        let set = query.property_settings(one.pattern_index).iter().find(|set| &*set.key == "injection.language");
        let is_language = |index: u32| query.capture_names()[index as usize] == "injection.language";
        let named = one.captures().iter().find(|c| is_language(c.index)).map(|c| text[c.node.byte_range()].to_string());
        let language = set.and_then(|set| set.value.as_deref().map(str::to_string)).or(named);
        for capture in one.captures().iter().filter(|capture| !is_language(capture.index)) {
            let name = language.clone().unwrap_or_else(|| query.capture_names()[capture.index as usize].to_string());
            found.push(to_found(capture.node, one.pattern_index, name));
        }
    }
    found
}

fn to_found(node: Node, pattern: usize, name: String) -> Found {
    let bytes = node.end_byte() - node.start_byte();
    Found { start: node.start_position(), end: node.end_position(), bytes, pattern, name }
}

/// The names at a place, by the rules of the query's kind.
fn names_at<'f>(kind: &str, found: &'f [Found], place: Point) -> Vec<&'f str> {
    let covering = found.iter().filter(|one| one.start <= place && place < one.end);
    match kind {
        "highlights" => {
            let innermost = covering.min_by_key(|one| (one.bytes, usize::MAX - one.pattern));
            innermost.map(|one| vec![one.name.as_str()]).unwrap_or_default()
        }
        "injections" => covering.map(|one| one.name.as_str()).collect(),
        _ => found.iter().filter(|one| one.start == place).map(|one| one.name.as_str()).collect(),
    }
}

fn holds(kind: &str, puppet: &str, template: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test").join(kind.trim_end_matches('s'));
    let (mut count, mut failures) = (0, Vec::new());
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let is_template = path.extension().is_some_and(|extension| extension == "epp");
        let (language, query) = match is_template {
            true => (tree_sitter_puppet::LANGUAGE_EPP, template),
            false => (tree_sitter_puppet::LANGUAGE, puppet),
        };
        let found = captures(&language.into(), query, &text);
        for assertion in assertions(&text) {
            let names = names_at(kind, &found, assertion.place);
            for expected in &assertion.names {
                count += 1;
                let right = match expected.strip_prefix('!') {
                    Some(unexpected) => !names.contains(&unexpected),
                    None => names.contains(&expected.as_str()),
                };
                if !right {
                    let place = (assertion.place.row + 1, assertion.place.column + 1);
                    failures.push(format!("{} {place:?}: {expected}, not {names:?}", path.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(count > 4, "only {count} assertions");
}

#[test]
fn highlights_hold() {
    holds("highlights", tree_sitter_puppet::HIGHLIGHTS_QUERY, tree_sitter_puppet::HIGHLIGHTS_QUERY_EPP);
}

#[test]
fn injections_hold() {
    holds("injections", tree_sitter_puppet::INJECTIONS_QUERY, tree_sitter_puppet::INJECTIONS_QUERY_EPP);
}

#[test]
fn locals_hold() {
    holds("locals", tree_sitter_puppet::LOCALS_QUERY, tree_sitter_puppet::LOCALS_QUERY_EPP);
}

#[test]
fn folds_hold() {
    holds("folds", tree_sitter_puppet::FOLDS_QUERY, tree_sitter_puppet::FOLDS_QUERY_EPP);
}

#[test]
fn indents_hold() {
    holds("indents", tree_sitter_puppet::INDENTS_QUERY, tree_sitter_puppet::INDENTS_QUERY_EPP);
}

#[test]
fn tags_hold() {
    holds("tags", tree_sitter_puppet::TAGS_QUERY, tree_sitter_puppet::TAGS_QUERY_EPP);
}
