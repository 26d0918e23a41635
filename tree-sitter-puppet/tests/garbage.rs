//! The scanner holds on garbage: it ends, and an edited tree equals a fresh one.

use tree_sitter::{InputEdit, Parser, Point, Tree};

const SEED: &str = include_str!("data/sample.pp");

/// Pieces that drive the scanner into its corners.
const PIECES: [&str; 40] = [
    "'",
    "\"",
    "${",
    "}",
    "{",
    "@(",
    "@(\"E\":json/tn$)",
    "@(E/L)",
    "\n| E\n",
    "\n  |- E\n",
    "E",
    ")",
    "(",
    "[",
    " [",
    "]",
    "/",
    "/*",
    "*/",
    "#",
    "\\",
    "\\u{12",
    "$",
    "$x",
    "::",
    "$::",
    "|",
    "<|",
    "|>>",
    "=>",
    "-",
    "0x",
    "1e",
    "notice ",
    "plan ",
    "apply(",
    "\r\n",
    "\n",
    "é\u{2003}😀",
    "? {",
];

/// A small generator, so that the test needs no crate and finds the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_puppet::LANGUAGE.into()).unwrap();
    parser
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn point(text: &str, at: usize) -> Point {
    let before = &text.as_bytes()[..at];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    Point::new(before.iter().filter(|&&b| b == b'\n').count(), at - line_start)
}

/// Replaces a random piece of the text; tells the edit.
fn mutate(text: &mut String, dice: &mut Dice) -> InputEdit {
    let start = boundary(text, dice.below(text.len() + 1));
    let old_end = boundary(text, (start + dice.below(12)).min(text.len())).max(start);
    let piece = PIECES[dice.below(PIECES.len())];
    let (start_position, old_end_position) = (point(text, start), point(text, old_end));
    text.replace_range(start..old_end, piece);
    let new_end = start + piece.len();
    InputEdit {
        start_byte: start,
        old_end_byte: old_end,
        new_end_byte: new_end,
        start_position,
        old_end_position,
        new_end_position: point(text, new_end),
    }
}

#[test]
fn mutated_manifests_parse_to_their_end() {
    let mut dice = Dice(7);
    let mut parser = parser();
    for _ in 0..60 {
        let mut text = SEED.to_string();
        let mut tree: Tree = parser.parse(&text, None).unwrap();
        for _ in 0..25 {
            tree.edit(&mutate(&mut text, &mut dice));
            tree = parser.parse(&text, Some(&tree)).unwrap();
            assert!(tree.root_node().end_byte() <= text.len());
        }
    }
}

#[test]
fn an_edit_taken_back_leaves_the_tree_of_a_fresh_parse() {
    let mut dice = Dice(11);
    let mut parser = parser();
    let fresh = parser.parse(SEED, None).unwrap();
    assert!(!fresh.root_node().has_error());
    for _ in 0..300 {
        let mut text = SEED.to_string();
        let mut tree = parser.parse(&text, None).unwrap();
        let edit = mutate(&mut text, &mut dice);
        tree.edit(&edit);
        tree = parser.parse(&text, Some(&tree)).unwrap();
        tree.edit(&InputEdit {
            old_end_byte: edit.new_end_byte,
            new_end_byte: edit.old_end_byte,
            old_end_position: edit.new_end_position,
            new_end_position: edit.old_end_position,
            ..edit
        });
        tree = parser.parse(SEED, Some(&tree)).unwrap();
        assert_eq!(tree.root_node().to_sexp(), fresh.root_node().to_sexp(), "{text}");
    }
}

#[test]
fn random_pieces_and_bytes_parse_to_their_end() {
    let mut dice = Dice(3);
    let mut parser = parser();
    for _ in 0..1500 {
        let count = dice.below(40);
        let text: String = (0..count).map(|_| PIECES[dice.below(PIECES.len())]).collect();
        assert!(parser.parse(&text, None).is_some());
        let bytes: Vec<u8> = (0..dice.below(120)).map(|_| dice.below(256) as u8).collect();
        assert!(parser.parse(&bytes, None).is_some());
    }
}

#[test]
fn many_and_long_heredocs_fit_or_are_refused() {
    let mut parser = parser();
    for length in [1, 79, 270, 890, 901, 5000] {
        let tag = "Ä".repeat(length);
        let text = format!("$a = @({tag})\nx\n| {tag}\n$b = 1\n");
        let refused = parser.parse(&text, None).unwrap().root_node().has_error();
        assert_eq!(refused, length > 300, "a tag of {length} letters");
    }
    for count in [1, 2, 8, 9, 40] {
        let openers: Vec<_> = (0..count).map(|i| format!("@(TAG{i})")).collect();
        let bodies: String = (0..count).map(|i| format!("text {i}\n| TAG{i}\n")).collect();
        let text = format!("$a = [{}]\n{bodies}$b = 1\n", openers.join(", "));
        let refused = parser.parse(&text, None).unwrap().root_node().has_error();
        assert_eq!(refused, count > 8, "{count} heredocs on a line");
    }
}
