//! Files that an earlier version wrote are still read. `tests/previous` holds what version 0.1 of November 2026 left.

use std::path::PathBuf;
use std::process::Command;

use pprepl::tui::keymap::{Keymap, read};
use pprepl::tui::table::KeySet;
use pprepl_notebook::Document;
use pprepl_notebook::journal::replay;

use crate::terminal::Terminal;

const LESSON: &str = include_str!("../previous/lesson.pp");
const UP: &str = "\u{1b}[A";

fn file(name: &str) -> PathBuf {
    pprepl_testing::root().join("tests/previous").join(name)
}

#[test]
fn a_notebook_keeps_its_cells_and_bytes() {
    let document = Document::parse(LESSON);
    assert_eq!(document.cells().len(), 3);
    assert_eq!(document.text(), LESSON);
}

#[test]
fn a_journal_restores_what_was_typed() {
    let replayed = replay(&std::fs::read(file("lesson.journal")).unwrap()).expect("a journal");
    assert!(replayed.is_of(LESSON));
    let text = replayed.document.text();
    assert!(text.contains("$z = 3"), "{text}");
}

#[test]
fn results_are_compared_with() {
    let output = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(["run".into(), file("lesson.pp"), "--compare".into(), file("lesson.results")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_key_file_names_only_known_actions() {
    let own = read(include_str!("../previous/keys.toml")).expect("a key file");
    assert!(own.len() > 80, "{}", own.len());
    let (_, complaints) = Keymap::new(KeySet::Plain, &own);
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn the_history_is_recalled() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("pprepl");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(file("history.jsonl"), folder.join("history.jsonl")).unwrap();
    let mut terminal = Terminal::start_in(home.path(), &[], &[]);
    terminal.see("pprepl:1>").keys(UP).see("$i + $x").keys("\u{10}\u{10}\u{10}").see("$x = 1");
}
