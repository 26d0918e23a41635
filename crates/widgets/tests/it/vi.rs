//! vi keys: each row of `tests/vi/keys.txt` gives what vim makes of it (`tests/vi/reference.py` asks vim).

use pprepl_widgets::editor::{EditAction, Editor, Kind};
use pprepl_widgets::table::KeySet;
use puppet_tree::Dialect;

const NAMED: [(&str, EditAction); 3] =
    [("<esc>", EditAction::Escape), ("<enter>", EditAction::Newline), ("<redo>", EditAction::Redo)];

/// Returns the text with its cursor `¦` after some keys.
fn typed(before: &str, keys: &str) -> String {
    let cursor = before.find('¦').expect("the cursor");
    let mut editor = Editor::new(before.replace('¦', ""), Kind::Code(Dialect::Puppet));
    editor.set_keys(KeySet::Vi);
    editor.set_cursor(cursor);
    let mut rest = keys;
    while let Some(key) = rest.chars().next() {
        match NAMED.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, action)) => {
                editor.apply(action);
                rest = &rest[name.len()..];
            }
            None => {
                editor.typed(key);
                rest = &rest[key.len_utf8()..];
            }
        }
    }
    let mut text = editor.text().to_owned();
    text.insert(editor.cursor(), '¦');
    text
}

#[test]
fn keys_do_what_they_do_in_vim() {
    pprepl_testing::check_rules("../vi/keys.txt", |row| {
        let (before, keys) = row.rsplit_once(" :: ").expect("a text and its keys");
        typed(&before.replace('⏎', "\n").replace('⇥', "\t"), keys).replace('\n', "⏎").replace('\t', "⇥")
    });
}
