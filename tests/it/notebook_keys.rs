//! The notebook's keys: one table, without two actions on one key.

use std::collections::BTreeMap;

use pprepl::tui::action::{Action, ROWS};
use pprepl::tui::editor;
use pprepl::tui::key::{Chord, Key};
use pprepl::tui::keymap::{Bound, Found, Keymap, Own, read, source};
use pprepl::tui::table::{Context, KeySet};
use pprepl_notebook::pane::Pane;

const SETS: [KeySet; 3] = [KeySet::Plain, KeySet::Emacs, KeySet::Vi];

#[test]
fn every_key_can_be_read_and_is_shown_as_it_is_written() {
    let keys = ROWS.iter().flat_map(|row| row.keys).chain(editor::ROWS.iter().flat_map(|row| row.keys));
    for keys in keys {
        let chord = Chord::parse(keys).unwrap_or_else(|| panic!("{keys} is no key"));
        assert_eq!(&chord.to_string(), keys);
    }
}

#[test]
fn every_pane_has_an_action_with_a_key() {
    for pane in Pane::ALL {
        let row = ROWS.iter().find(|row| row.action == Action::Pane(*pane));
        assert!(row.is_some_and(|row| !row.keys.is_empty()), "{}", pane.name());
    }
}

#[test]
fn no_key_means_two_things_in_one_place() {
    let mut twice = Vec::new();
    for set in SETS {
        let (map, _) = Keymap::new(set, &Own::new());
        let mut taken: BTreeMap<(String, String), &str> = BTreeMap::new();
        for entry in map.entries() {
            for chord in &entry.chords {
                let place = (format!("{:?}", entry.context), chord.to_string());
                if let Some(before) = taken.insert(place.clone(), entry.name) {
                    twice.push(format!("{set:?} {place:?}: {before} and {}", entry.name));
                }
            }
        }
    }
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn every_action_has_a_name_of_its_own_and_a_sentence() {
    let (map, _) = Keymap::new(KeySet::Plain, &Own::new());
    let mut names: BTreeMap<&str, &Bound> = BTreeMap::new();
    for entry in map.entries() {
        assert!(names.insert(entry.name, &entry.bound).is_none(), "{} is there twice", entry.name);
        assert!(entry.summary.ends_with('.'), "{}", entry.name);
        assert!(!entry.title.is_empty());
    }
}

#[test]
fn own_keys_take_the_place_of_others() {
    let own = read("[keys]\n\"cell.run\" = [\"ctrl-r\", \"f8\"]\n\"file.save\" = \"ctrl-x ctrl-s\"\n").unwrap();
    let (map, faults) = Keymap::new(KeySet::Plain, &own);
    assert!(faults.is_empty());
    let find = |keys: &str| map.find(&[Context::Edit, Context::Notebook], &Chord::parse(keys).unwrap().0);
    assert_eq!(find("f8"), Found::Action(Bound::Notebook(Action::Run)));
    assert_ne!(find("f5"), Found::Action(Bound::Notebook(Action::Run)), "the table's own key is gone");
    assert_eq!(find("ctrl-x ctrl-s"), Found::Action(Bound::Notebook(Action::Save)));
}

#[test]
fn what_is_wrong_with_own_keys_is_told() {
    let wrong = |text: &str| {
        Keymap::new(KeySet::Plain, &read(text).unwrap())
            .1
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(wrong("[keys]\n\"cell.rum\" = \"f5\""), "unknown action 'cell.rum', did you mean 'cell.run'?");
    assert!(wrong("[keys]\n\"cell.run\" = \"ctrl-nokey\"").contains("invalid key 'ctrl-nokey'"));
    assert!(read("[keys]\n\"cell.run\" = 5").unwrap_err().to_string().contains("cell.run"));
    assert!(read("keys = 3").unwrap_err().to_string().contains("not a table"));
    assert!(read("[keys]\n[keys").unwrap_err().to_string().starts_with("invalid key file: line 2: "));
}

#[test]
fn the_written_key_file_gives_the_same_keys() {
    for set in SETS {
        let (map, _) = Keymap::new(set, &Own::new());
        let (again, faults) = Keymap::new(set, &read(&source(&map)).unwrap());
        assert!(faults.is_empty(), "{faults:?}");
        for (one, other) in map.entries().iter().zip(again.entries()) {
            assert_eq!(one.chords, other.chords, "{}", one.name);
        }
    }
}

#[test]
fn keys_have_one_name_whatever_the_terminal_calls_them() {
    for (one, other) in [("shift-tab", "backtab"), ("ctrl-A", "ctrl-a"), ("shift-backtab", "backtab")] {
        assert_eq!(Key::parse(one), Key::parse(other), "{one}");
    }
    assert_eq!(Key::parse("hyper-x"), None);
}

/// What holds everywhere must hold in a cell's text too: else the key bar and the help tell a key that does something else.
#[test]
fn a_key_that_holds_everywhere_is_not_another_one_in_a_place() {
    let mut hidden = Vec::new();
    for set in SETS {
        let (map, _) = Keymap::new(set, &Own::new());
        for everywhere in map.entries().iter().filter(|entry| entry.context == Context::Notebook) {
            for other in map.entries().iter().filter(|entry| entry.context != Context::Notebook) {
                let shared = everywhere.chords.iter().filter(|chord| other.chords.iter().any(|one| starts(one, chord)));
                hidden.extend(shared.map(|chord| format!("{set:?} {chord}: {} and {}", other.name, everywhere.name)));
            }
        }
    }
    // It stops while a cell runs, and copies while none does.
    assert_eq!(hidden, ["Plain ctrl-c: clipboard.copy and run.stop"]);
}

/// Does one of the two go on from the other, or are they the same?
fn starts(one: &Chord, other: &Chord) -> bool {
    let shorter = one.0.len().min(other.0.len());
    one.0[..shorter] == other.0[..shorter]
}

#[test]
fn what_everyone_needs_has_a_key_in_every_set() {
    use Action as A;
    for set in SETS {
        let (map, _) = Keymap::new(set, &Own::new());
        for action in
            [A::Run, A::Save, A::Quit, A::Palette, A::Help, A::Keys, A::Find, A::Replace, A::Leave, A::NextPane]
        {
            assert!(map.key_of(action).is_some(), "{set:?} {action:?}");
        }
    }
}
