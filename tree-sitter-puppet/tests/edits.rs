//! An edit costs what it changes, however many statements stand around it: counted in the tokens that are read again.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tree_sitter::{InputEdit, LogType, Parser, Point, Tree};

/// A statement on lines of its own, by its number.
type Line = fn(usize) -> String;

const KINDS: [(&str, Line); 4] = [
    ("assignments", |number| format!("$abcdef{number} = {number}\n")),
    ("calls", |number| format!("include foo::bar{number}\n")),
    ("resources", |number| format!("file {{ '/tmp/{number}':\n  ensure => file,\n}}\n")),
    ("conditions", |number| format!("if $x == {number} {{\n  notice({number})\n}}\n")),
];

fn text_of(line: Line, count: usize) -> String {
    (0..count).map(line).collect()
}

fn point_at(text: &str, at: usize) -> Point {
    let row = text[..at].matches('\n').count();
    Point::new(row, at - text[..at].rfind('\n').map_or(0, |end| end + 1))
}

/// Puts one character in, and counts the tokens that are read for it.
fn tokens_after(parser: &mut Parser, tree: &mut Tree, text: &mut String, at: usize) -> usize {
    let start = point_at(text, at);
    text.insert(at, '1');
    let new_end = Point::new(start.row, start.column + 1);
    tree.edit(&InputEdit {
        start_byte: at,
        old_end_byte: at,
        new_end_byte: at + 1,
        start_position: start,
        old_end_position: start,
        new_end_position: new_end,
    });
    let count = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&count);
    parser.set_logger(Some(Box::new(move |kind, message: &str| {
        if kind == LogType::Parse && message.starts_with("lexed_lookahead") {
            seen.fetch_add(1, Ordering::Relaxed);
        }
    })));
    *tree = parser.parse(&*text, Some(tree)).unwrap();
    parser.set_logger(None);
    count.load(Ordering::Relaxed)
}

/// The tokens that nine of ten edits in numbers of the text read again at most, and those for one at its end. An edit of
/// the line that ends a page may cost the pages around it.
fn tokens_of(text: &str) -> (usize, usize) {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).unwrap();
    let (mut text, mut counts) = (text.to_string(), Vec::new());
    let mut tree = parser.parse(&text, None).unwrap();
    assert!(!tree.root_node().has_error());
    let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    for part in 1..40 {
        let at = digits[part * digits.len() / 40] + part - 1;
        counts.push(tokens_after(&mut parser, &mut tree, &mut text, at));
    }
    counts.sort_unstable();
    let end = text.len();
    (counts[counts.len() * 9 / 10], tokens_after(&mut parser, &mut tree, &mut text, end))
}

#[test]
fn an_edit_reads_no_more_tokens_in_a_long_text() {
    let mut report = String::new();
    for (name, line) in KINDS {
        for (place, head, tail) in [("outermost", "", ""), ("in a class", "class a {\n", "}\n")] {
            let (most, last) = tokens_of(&format!("{head}{}{tail}", text_of(line, 3_000)));
            let _ = writeln!(report, "{name} {place}: at most {most} tokens, at the end {last}");
            assert!(most <= 400 && last <= 100, "{report}");
        }
    }
    println!("{report}");
}

/// The same line again and again has no place to end a page that others lack: the edit is right, and slower.
#[test]
fn equal_statements_are_reused_too() {
    let (most, _) = tokens_of(&"notice(1)\n".repeat(1_000));
    assert!(most <= 2_000, "{most} tokens");
}
