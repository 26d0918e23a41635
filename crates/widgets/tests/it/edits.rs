//! Keys in an editor: each row of `crates/widgets/tests/edits.txt` gives the text after them, the mode and the replies.
//! vim gives the same texts.

use pprepl_session::complete::{Completion, Item, ItemKind};
use pprepl_widgets::editor::{EditAction, Editor, Kind, Motion, Reply};
use pprepl_widgets::table::KeySet;
use puppet_tree::Dialect;

const NAMED: [(&str, EditAction); 31] = [
    ("<copy>", EditAction::Copy),
    ("<cut>", EditAction::Cut),
    ("<paste>", EditAction::Paste),
    ("<older>", EditAction::PasteOlder),
    ("<s-down>", EditAction::Select(Motion::Down)),
    ("<word>", EditAction::DeleteWord),
    ("<word-back>", EditAction::DeleteWordBack),
    ("<to-end>", EditAction::DeleteToLineEnd),
    ("<line>", EditAction::DeleteLine),
    ("<tab>", EditAction::Tab),
    ("<esc>", EditAction::Escape),
    ("<enter>", EditAction::Newline),
    ("<redo>", EditAction::Redo),
    ("<undo>", EditAction::Undo),
    ("<up>", EditAction::Move(Motion::Up)),
    ("<down>", EditAction::Move(Motion::Down)),
    ("<left>", EditAction::Move(Motion::Left)),
    ("<right>", EditAction::Move(Motion::Right)),
    ("<pageup>", EditAction::Move(Motion::PageUp)),
    ("<pagedown>", EditAction::Move(Motion::PageDown)),
    ("<s-right>", EditAction::Select(Motion::Right)),
    ("<s-left>", EditAction::Select(Motion::Left)),
    ("<bs>", EditAction::DeleteBack),
    ("<del>", EditAction::Delete),
    ("<mark>", EditAction::SetMark),
    ("<expand>", EditAction::Expand),
    ("<shrink>", EditAction::Shrink),
    ("<swap>", EditAction::Transpose),
    ("<next>", EditAction::SearchNext),
    ("<previous>", EditAction::SearchPrevious),
    ("<comment>", EditAction::Comment),
];

/// Presses keys. Returns the replies that are not `Done`.
fn press(editor: &mut Editor, keys: &str) -> String {
    let (mut rest, mut replies) = (keys, String::new());
    while let Some(key) = rest.chars().next() {
        let (reply, behind) = match NAMED.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, action)) => (editor.apply(action), &rest[name.len()..]),
            None => (editor.typed(key), &rest[key.len_utf8()..]),
        };
        if reply != Reply::Done {
            replies += &format!(" | {reply:?}");
        }
        rest = behind;
    }
    replies
}

/// Returns the text after keys with the cursor `¦` and the other end of the selection `‸`.
fn edited(kind: &str, before: &str, keys: &str) -> String {
    let (kind, set) = match kind {
        "vi" => (Kind::Code(Dialect::Puppet), KeySet::Vi),
        "vi-prose" => (Kind::Prose, KeySet::Vi),
        "code" => (Kind::Code(Dialect::Puppet), KeySet::Plain),
        "emacs" => (Kind::Prose, KeySet::Emacs),
        _ => (Kind::Prose, KeySet::Plain),
    };
    let cursor = before.find('¦').expect("the cursor");
    let mut editor = Editor::new(before.replace('¦', ""), kind);
    editor.set_keys(set);
    editor.height(20);
    editor.set_cursor(cursor);
    let replies = press(&mut editor, keys);
    let mut text = editor.text().to_owned();
    let (at, selected) = (editor.cursor(), editor.selection());
    let other = selected.map(|range| if range.start == at { range.end } else { range.start });
    let mut signs = vec![(at, '¦')];
    signs.extend(other.map(|other| (other, '‸')));
    signs.sort_unstable();
    signs.iter().rev().for_each(|(at, sign)| text.insert(*at, *sign));
    let mode = match editor.mode_name() {
        "" | "normal" => String::new(),
        mode => format!(" | {mode}"),
    };
    let waits = if editor.waits() { " | waits" } else { "" };
    format!("{text}{mode}{waits}{replies}")
}

#[test]
fn keys_edit_text() {
    pprepl_testing::check_rules("../../crates/widgets/tests/edits.txt", |row| {
        let (row, keys) = row.rsplit_once(" :: ").expect("a text and its keys");
        let (kind, before) = row.split_once(' ').expect("a kind and a text");
        let plain = |text: &str| text.replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r");
        edited(kind, &plain(before), keys).replace('\n', "⏎").replace('\t', "⇥").replace('\r', "␍")
    });
}

#[test]
fn a_very_long_line_breaks_at_the_width() {
    // A shorter line breaks between words of seven columns.
    for (length, rows) in [(4_096, 4_096_usize.div_ceil(77)), (4_097, 4_097_usize.div_ceil(80))] {
        let text: String = "words, ".chars().cycle().take(length).collect();
        assert_eq!(Editor::new(text, Kind::Prose).height(80), rows);
    }
}

#[test]
fn names_complete_at_the_end_of_the_last_change() {
    let mut editor = Editor::new("a", Kind::Code(Dialect::Puppet));
    editor.set_cursor(1);
    editor.typed('.');
    let items = vec![Item::new("all", ItemKind::Function, "", "")];
    editor.show_completion(Completion { from: 2, items }, editor.version(), true);
    assert!(editor.has_completion());
}
