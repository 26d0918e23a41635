//! The undo tree of the prompt's line.

use pprepl::tui::editor::TextUndo;

fn typed(undo: &mut TextUndo, text: &str) {
    for end in 1..=text.len() {
        undo.note(&text[..end], end);
    }
}

#[test]
fn words_are_undone_and_redone() {
    let mut undo = TextUndo::default();
    typed(&mut undo, "one two");
    assert_eq!(undo.undo(), Some(("one ".to_owned(), 4)));
    assert_eq!(undo.undo(), Some((String::new(), 0)));
    assert_eq!(undo.undo(), None);
    assert_eq!(undo.redo(), Some(("one ".to_owned(), 4)));
    assert_eq!(undo.redo(), Some(("one two".to_owned(), 7)));
}

#[test]
fn a_change_after_an_undo_starts_a_branch() {
    let mut undo = TextUndo::default();
    typed(&mut undo, "one two");
    undo.undo();
    undo.note("one three", 9);
    assert_eq!(undo.next_branch(), Some(("one two".to_owned(), 7)));
    assert_eq!(undo.next_branch(), Some(("one three".to_owned(), 9)));
}
