//! What the notebook does to its terminal: suspending, redrawing, the clipboard, the external editor, and
//! the user's key file.

use std::fs;
use std::path::Path;

use pprepl_notebook::trust::Trust;

use crate::terminal::Terminal;

const LESSON: &str = "# %%\n$a = 20\n\n# %%\n$a + 1\n";

/// A home with a notebook that the user trusts.
fn desk(text: &str) -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("lesson.pp");
    fs::write(&file, text).unwrap();
    Trust::at(Some(&desk.path().join("pprepl"))).add(&file, text).unwrap();
    desk
}

fn open(home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::start_in(home, &[&["notebook", "lesson.pp"], arguments].concat(), variables);
    terminal.see("⇒ 21");
    terminal
}

#[cfg(unix)]
#[test]
fn a_suspended_notebook_comes_back_with_fg() {
    let desk = desk(LESSON);
    let mut terminal = Terminal::start_program("/bin/sh", desk.path(), &["-i"], &[("PS1", "ready> ")]);
    terminal.see("ready>").line(&format!("{} notebook lesson.pp", env!("CARGO_BIN_EXE_pprepl"))).see("⇒ 21");
    terminal.keys("\u{1b}&").wait("the shell", |screen| screen.ends_with("ready>")).lose("⇒ 21");
    terminal.line("echo $((6 * 7))").see("\n42\n");
    assert!(terminal.is_cooked());
    terminal.line("fg").see("⇒ 21").see("lesson.pp").lose("ready>");
    assert!(!terminal.is_cooked(), "keys arrive one by one");
    terminal.keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("7").see("$a = 207");
    // A shell that stops it by a signal leaves the terminal in any state: it is set up again.
    let before = terminal.raw().len();
    terminal.keys("\u{1b}&").wait("the shell", |screen| screen.ends_with("ready>"));
    terminal.line("stty sane; fg").see("$a = 207").lose("ready>");
    let raw = terminal.raw();
    assert!(raw.get(before..).is_some_and(|raw| raw.contains("\u{1b}[?1049l") && raw.contains("\u{1b}[?1049h")));
    terminal.keys("8").see("$a = 2078");
}

#[test]
fn the_screen_is_drawn_again_on_demand() {
    let desk = desk(LESSON);
    let mut terminal = open(desk.path(), &[], &[]);
    let before = terminal.raw().len();
    terminal.keys("\u{c}");
    terminal.wait("the second drawing", |_| true);
    let is_drawn = |terminal: &Terminal| terminal.raw().get(before..).is_some_and(|raw| raw.contains("lesson.pp"));
    for _ in 0..2_000 {
        if is_drawn(&terminal) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(is_drawn(&terminal), "everything is sent again");
    terminal.see("⇒ 21");
}

#[test]
fn cells_and_results_are_copied() {
    let desk = desk(LESSON);
    let mut terminal = open(desk.path(), &[], &[]);
    terminal.keys("c").see("copied the cell");
    assert!(terminal.raw().contains("\u{1b}]52;c;JGEgPSAyMA=="), "the text of the cell");
    terminal.keys("\u{1b}[B").keys("\u{1b}c").see("copied the result");
    assert!(terminal.raw().contains("\u{1b}]52;c;MjE="), "the value");
}

#[test]
fn a_cell_is_edited_in_the_external_editor() {
    let desk = desk(LESSON);
    let script = desk.path().join("editor.sh");
    fs::write(&script, "#!/bin/sh\nsed -i.old 's/20/300/' \"$1\"\n").unwrap();
    let editor = format!("sh {}", script.display());
    let mut terminal = open(desk.path(), &[], &[("EDITOR", &editor)]);
    terminal.keys("\u{1b}e").see("$a = 300").see("⇒ 301").keys("z").see("$a = 20").see("⇒ 21");
    let mut terminal = open(desk.path(), &[], &[("VISUAL", "false"), ("EDITOR", &editor)]);
    terminal.keys("\u{1b}e").see("the editor returned no text; cell unchanged").see("⇒ 21");
    let mut terminal = open(desk.path(), &[], &[("EDITOR", "/nosuch/editor")]);
    terminal.keys("\u{1b}e").see("cannot run the editor '/nosuch/editor'").see("⇒ 21");
}

#[test]
fn the_key_file_has_keys_and_faults() {
    let desk = desk(LESSON);
    let folder = desk.path().join("pprepl");
    let home = desk.path().to_str().unwrap();
    let config = [("XDG_CONFIG_HOME", home)];
    fs::write(folder.join("keys.toml"), "[keys]\n\"cell.copy\" = \"ctrl-g\"\n").unwrap();
    open(desk.path(), &[], &config).keys("\u{7}").see("copied the cell");
    fs::write(folder.join("keys.toml"), "[keys]\n\"cell.cpy\" = \"ctrl-g\"\n").unwrap();
    open(desk.path(), &[], &config).see("keys.toml: ").see("cell.cpy");
    fs::write(folder.join("keys.toml"), "[keys\n").unwrap();
    open(desk.path(), &[], &config).see("keys.toml: ");
    fs::write(folder.join("keys.toml"), b"\xff").unwrap();
    open(desk.path(), &[], &config).see("keys.toml: ");
}
