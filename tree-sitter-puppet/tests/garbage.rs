//! The scanner holds on garbage: it ends, and an edited tree equals a fresh one.

mod pieces;

use pieces::PIECES;
use tree_sitter::{InputEdit, Language, Parser, Point, Tree};

const SEED: &str = include_str!("data/sample.pp");

/// A small generator, so that the test needs no crate and finds the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn parser() -> Parser {
    parser_of(tree_sitter_puppet::LANGUAGE.into())
}

fn parser_of(language: Language) -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&language).unwrap();
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

/// How many inputs to make up: `PPREPL_FUZZ` asks for more than a quick run tries.
fn count() -> usize {
    std::env::var("PPREPL_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(1500)
}

#[test]
fn random_pieces_and_bytes_parse_to_their_end() {
    for language in [tree_sitter_puppet::LANGUAGE, tree_sitter_puppet::LANGUAGE_EPP] {
        let (mut dice, mut parser) = (Dice(3), parser_of(language.into()));
        for _ in 0..count() {
            let pieces = dice.below(40);
            let text: String = (0..pieces).map(|_| PIECES[dice.below(PIECES.len())]).collect();
            assert!(parser.parse(&text, None).is_some());
            let bytes: Vec<u8> = (0..dice.below(120)).map(|_| dice.below(256) as u8).collect();
            assert!(parser.parse(&bytes, None).is_some());
        }
    }
}

/// In a text without faults the tree after an edit is that of a fresh parse. (In a broken one tree-sitter may mend
/// another way when it can use parts of the old tree.)
#[test]
fn an_edited_sound_text_has_the_tree_of_a_fresh_parse() {
    let (mut dice, mut parser, mut sound, mut different) = (Dice(17), parser(), 0, Vec::new());
    for _ in 0..600 {
        let mut text = SEED.to_string();
        let mut tree = parser.parse(&text, None).unwrap();
        for _ in 0..4 {
            let edit = mutate(&mut text, &mut dice);
            tree.edit(&edit);
            tree = parser.parse(&text, Some(&tree)).unwrap();
            let fresh = parser.parse(&text, None).unwrap();
            if fresh.root_node().has_error() {
                break;
            }
            sound += 1;
            if tree.root_node().to_sexp() != fresh.root_node().to_sexp() {
                different.push(text.clone());
            }
        }
    }
    println!("{sound} texts without a fault");
    assert!(different.is_empty(), "{different:#?}");
    assert!(sound > 50, "only {sound} texts without a fault");
}

/// The statement of a heredoc goes on behind its text when an operator is put there.
#[test]
fn what_is_put_behind_a_heredocs_text_is_seen() {
    let mut parser = parser();
    for between in ["", "\n", "# note\n", "  /* note */ "] {
        for put in ["+ 1", "in [1]", ".size", "->", "[0]", "$b = 2"] {
            let old = format!("$a = @(A)\nx\n| A\n{between}\n$c = 3\n");
            let at = old.len() - "\n$c = 3\n".len();
            let mut tree = parser.parse(&old, None).unwrap();
            let text = format!("{}{put}{}", &old[..at], &old[at..]);
            let start = point(&text, at);
            tree.edit(&InputEdit {
                start_byte: at,
                old_end_byte: at,
                new_end_byte: at + put.len(),
                start_position: start,
                old_end_position: start,
                new_end_position: point(&text, at + put.len()),
            });
            let (next, fresh) = (parser.parse(&text, Some(&tree)).unwrap(), parser.parse(&text, None).unwrap());
            assert_eq!(next.root_node().to_sexp(), fresh.root_node().to_sexp(), "{text:?}");
        }
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
