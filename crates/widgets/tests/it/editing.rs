//! Keys at random: the editor holds what a model of it holds, which knows no increments. `EDITOR_SEED` and `EDITOR_KEYS`
//! say which keys and how many.

use crate::editor_model::Model;

use pprepl_testing::random::Random;
use pprepl_widgets::editor::{EditAction, Editor, Kind, Motion};
use pprepl_widgets::table::KeySet;
use puppet_tree::Dialect;
use unicode_segmentation::UnicodeSegmentation;

const PROSE: &str = "Résumé 你好 tab\there\n\n  two e\u{301}le\u{300}ves\r\n\tlast 👩‍💻 line";

const CODE: &str = "class web($port = 80) {\n  file { '/é':\n    ensure => file,\n  }\n}\n# 你好\n";

const MOTIONS: [Motion; 13] = [
    Motion::Left,
    Motion::Right,
    Motion::Up,
    Motion::Down,
    Motion::Up,
    Motion::WordLeft,
    Motion::WordRight,
    Motion::LineStart,
    Motion::LineEnd,
    Motion::ParagraphUp,
    Motion::ParagraphDown,
    Motion::Start,
    Motion::End,
];

const ACTIONS: [EditAction; 38] = [
    EditAction::SelectAll,
    EditAction::SelectLine,
    EditAction::SetMark,
    EditAction::DeleteBack,
    EditAction::DeleteBack,
    EditAction::Delete,
    EditAction::DeleteWordBack,
    EditAction::DeleteWord,
    EditAction::DeleteToLineEnd,
    EditAction::DeleteToLineStart,
    EditAction::DeleteLine,
    EditAction::Cut,
    EditAction::Copy,
    EditAction::Paste,
    EditAction::PasteOlder,
    EditAction::Newline,
    EditAction::Newline,
    EditAction::Tab,
    EditAction::Indent,
    EditAction::Outdent,
    EditAction::Comment,
    EditAction::Align,
    EditAction::Format,
    EditAction::LineUp,
    EditAction::LineDown,
    EditAction::Duplicate,
    EditAction::Transpose,
    EditAction::Join,
    EditAction::UpperCase,
    EditAction::LowerCase,
    EditAction::Undo,
    EditAction::Undo,
    EditAction::Redo,
    EditAction::Earlier,
    EditAction::Later,
    EditAction::Expand,
    EditAction::Shrink,
    EditAction::Escape,
];

/// Typed characters; two of them combine with the one before.
const TYPED: [char; 14] = ['a', 'B', 'z', '_', ' ', ' ', '.', 'é', 'ß', '你', '👍', '\u{301}', '\u{1f3fd}', '\u{a0}'];

/// Characters that code has rules for.
const SIGNS: [char; 14] = ['{', '}', '(', ')', '[', ']', '\'', '"', '|', '$', ',', '=', '#', '/'];

const PASTED: [&str; 6] = ["x", "two\r\nlines", "\tindent\n\n", "👩‍💻", "", "one\rtwo\r\n"];

/// A key.
#[derive(Clone, Debug)]
enum Key {
    Typed(char),
    Pasted(&'static str),
    Does(EditAction),
    /// A click, in thousandths of the text.
    Clicked(usize),
}

fn key(random: &mut Random) -> Key {
    match random.below(20) {
        0..6 => Key::Typed(TYPED[random.below(TYPED.len())]),
        6 => Key::Pasted(PASTED[random.below(PASTED.len())]),
        7..11 => Key::Does(EditAction::Move(MOTIONS[random.below(MOTIONS.len())])),
        11..13 => Key::Does(EditAction::Select(MOTIONS[random.below(MOTIONS.len())])),
        13 => Key::Clicked(random.below(1000)),
        _ => Key::Does(ACTIONS[random.below(ACTIONS.len())]),
    }
}

fn press(editor: &mut Editor, key: &Key) {
    match key {
        Key::Typed(typed) => {
            editor.typed(*typed);
        }
        Key::Pasted(text) => editor.paste(text),
        Key::Does(action) => {
            editor.apply(action);
        }
        Key::Clicked(at) => editor.set_cursor(editor.text().len() * at / 1000),
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What must be true of every editor: its changes make its text, and the cursor is between graphemes of it.
fn check(editor: &mut Editor, shadow: &mut String, told: &str) {
    for (range, with) in editor.take_edits() {
        shadow.replace_range(range, &with);
    }
    assert_eq!(editor.text(), shadow, "{told}: the changes make another text");
    let is_boundary = |at: usize| {
        let text = editor.text();
        at == text.len() || text.grapheme_indices(true).any(|(start, _)| start == at)
    };
    assert!(is_boundary(editor.cursor()), "{told}: the cursor is at {} of {shadow:?}", editor.cursor());
    let ends = editor.selection().map_or([0, 0], |range| [range.start, range.end]);
    assert!(ends.iter().all(|end| is_boundary(*end)), "{told}: {ends:?} of {shadow:?} are selected");
    let before = &editor.text()[..editor.cursor()];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let position = (before.matches('\n').count() + 1, line.graphemes(true).count() + 1);
    assert_eq!(editor.position(), position, "{told}");
    if let Some(document) = editor.document() {
        assert_eq!(document.text(), shadow, "{told}: the tree is of another text");
    }
}

/// Goes back to the first state, and again to the last one.
fn there_and_back(editor: &mut Editor, shadow: &mut String, first: &str, told: &str) -> Vec<String> {
    let last = editor.text().to_owned();
    let mut seen = vec![last.clone()];
    loop {
        let version = editor.version();
        editor.apply(&EditAction::Undo);
        check(editor, shadow, told);
        if editor.version() == version {
            break;
        }
        seen.push(editor.text().to_owned());
    }
    assert_eq!(editor.text(), first, "{told}: all undone");
    for text in seen.iter().rev().skip(1) {
        editor.apply(&EditAction::Redo);
        check(editor, shadow, told);
        assert_eq!(editor.text(), text, "{told}: redone");
    }
    assert_eq!(editor.text(), last);
    seen
}

/// Plays keys on an editor of prose and on its model.
fn against_the_model(seed: u64, count: u64) {
    let mut random = Random(seed);
    let (mut editor, mut model) = (Editor::new(PROSE, Kind::Prose), Model::new(PROSE));
    // Rows are lines: the model does not wrap.
    editor.height(60_000);
    let (mut shadow, mut pressed) = (PROSE.to_owned(), Vec::new());
    for turn in 0..count {
        let key = key(&mut random);
        pressed.push(format!("{key:?} on {:?} at {}", model.text, model.cursor));
        press(&mut editor, &key);
        let is_known = match &key {
            Key::Typed(typed) => {
                model.typed(*typed);
                true
            }
            Key::Pasted(text) => {
                model.paste(text);
                true
            }
            Key::Does(action) => model.apply(*action),
            Key::Clicked(at) => {
                model.set_cursor(model.text.len() * at / 1000);
                true
            }
        };
        let told = format!("seed {seed}, turn {turn}: {:#?}", &pressed[pressed.len().saturating_sub(4)..]);
        check(&mut editor, &mut shadow, &told);
        if !is_known {
            let anchor =
                editor.selection().map(|range| if range.start == editor.cursor() { range.end } else { range.start });
            model.take_over(editor.text(), editor.cursor(), anchor);
        }
        assert_eq!(editor.text(), model.text, "{told}");
        assert_eq!((editor.cursor(), editor.selection()), (model.cursor, model.selected()), "{told}\n{:?}", model.text);
        assert_eq!(editor.take_clipboard(), model.copied.take(), "{told}");
    }
    let told = format!("seed {seed}");
    let states = there_and_back(&mut editor, &mut shadow, PROSE, &told);
    let differ = states.iter().zip(model.undo_texts()).find(|(one, other)| one != other);
    let near = |(one, other): (&String, &String)| {
        let has = |key: &&String| key.contains(&format!("{one:?}")) || key.contains(&format!("{other:?}"));
        pressed.iter().filter(has).cloned().collect::<Vec<_>>()
    };
    assert_eq!(differ, None, "{told}: the steps to undo, near {:#?}", differ.map(near));
    assert_eq!(states.len(), model.undo_texts().len(), "{told}");
}

#[test]
fn prose_is_edited_as_its_model() {
    let (seed, keys) = (number("EDITOR_SEED", 1), number("EDITOR_KEYS", 300));
    for seed in seed..seed + 20 {
        against_the_model(seed, keys);
    }
}

#[test]
fn code_keeps_its_text_its_tree_and_its_undo() {
    let (seed, keys) = (number("EDITOR_SEED", 1), number("EDITOR_KEYS", 300));
    for (seed, set) in (seed..seed + 9).zip([KeySet::Plain, KeySet::Emacs, KeySet::Vi].into_iter().cycle()) {
        let mut random = Random(seed);
        let mut editor = Editor::new(CODE, Kind::Code(Dialect::Puppet));
        editor.set_keys(set);
        editor.height(40);
        let (mut shadow, mut pressed) = (CODE.to_owned(), Vec::new());
        for turn in 0..keys {
            let key = match random.below(4) {
                0 => Key::Typed(SIGNS[random.below(SIGNS.len())]),
                _ => key(&mut random),
            };
            pressed.push(format!("{key:?} on {shadow:?} at {}", editor.cursor()));
            press(&mut editor, &key);
            let told = format!("{set:?}, seed {seed}, turn {turn}: {:#?}", &pressed[pressed.len().saturating_sub(4)..]);
            check(&mut editor, &mut shadow, &told);
        }
        there_and_back(&mut editor, &mut shadow, CODE, &format!("{set:?}, seed {seed}"));
    }
}
