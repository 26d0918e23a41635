//! Commands without a prompt on a terminal: runs that repeat when a file changes, colors, and the progress of a long run.

use std::fs;
use std::path::Path;

use crate::program::write;
use crate::terminal::Terminal;

fn start(home: &Path, arguments: &[&str]) -> Terminal {
    Terminal::start_in(home, arguments, &[])
}

/// Writes a file in one step: a watcher never reads half of it.
fn replace(home: &Path, name: &str, text: &str) {
    write(home, "new.txt", text);
    fs::rename(home.join("new.txt"), home.join(name)).unwrap();
}

#[test]
fn files_run_again_when_they_change() {
    let home = tempfile::tempdir().unwrap();
    let file = |text: &str| replace(home.path(), "a.pp", text);
    file("function f() { 1 }\nnotify { 'first': }\n\"value ${f()}\"\n");
    let mut t = start(home.path(), &["--watch", "a.pp"]);
    t.see("'value 1'");
    file("function f($x = 1) { 22 }\nfunction g() { 1 }\nnotify { 'other': }\n\"value ${f()}\"\n");
    t.see("--- changed: a.pp").see("'value 22'").see("~ function f at a.pp:1").see("+ function g at a.pp:2");
    t.see("- Notify['first']").see("+ Notify['other']");
    // A run that fails is no state to compare with.
    file("$a = \n");
    t.see("error[syntax]");
    file("function f($x = 1) { 22 }\nfunction g() { 1 }\nnotify { 'other': }\nnotify { 'third': }\n\"value 333\"\n");
    t.see("'value 333'").see("+ Notify['third']");
    let screen = t.screen();
    assert_eq!(
        (screen.matches("+ function g").count(), screen.matches("+ Notify['other']").count()),
        (1, 1),
        "{screen}"
    );
}

#[test]
fn changed_cells_run_again() {
    let home = tempfile::tempdir().unwrap();
    let file = |text: &str| replace(home.path(), "nb.pp", text);
    file("# %%\n$a = 1\n\n# %%\n\"b ${$a + 1}\"\n\n# %%\n'c'\n");
    let mut t = start(home.path(), &["run", "--watch", "nb.pp"]);
    t.see("'b 2'").see("'c'");
    file("# %%\n$a = 1\n\n# %%\n\"b ${$a + 10}\"\n\n# %%\n'c'\n");
    t.see("--- changed: nb.pp").see("'b 11'");
    // A text that is the same again is no change; a cell below one that moves keeps its result.
    file("# %%\n$a = 1\n\n# %%\n\"b ${$a + 10}\"\n\n# %%\n'c'\n");
    file("# %%\n'c'\n\n# %%\n$a = 1\n\n# %%\n\"b ${$a + 10}\"\n\n# %%\n'd'\n");
    t.see("'d'");
    file("# %%\n'c'\n\n# %%\n$a = 2\n\n# %%\n\"b ${$a + 10}\"\n\n# %%\n'd'\n");
    t.see("'b 12'");
    let screen = t.screen();
    let counts = ["'c'", "'d'", "'b 11'", "--- changed"].map(|text| screen.matches(text).count());
    assert_eq!(counts, [2, 1, 1, 3], "{screen}");
}

/// A cell whose source is the same does not run again where it moves, and a new cell is not taken for another.
#[test]
fn equal_cells_of_a_changed_file_keep_their_results() {
    let home = tempfile::tempdir().unwrap();
    let cells = |names: &str| {
        let cell = |name: &str| format!("# %%\n'{name}'\n");
        names.split_whitespace().map(cell).collect::<Vec<_>>().join("\n")
    };
    replace(home.path(), "nb.pp", &cells("a b c"));
    let mut t = start(home.path(), &["run", "--watch", "nb.pp"]);
    let mut expected = "'a'\n'b'\n'c'".to_owned();
    t.wait("the first run", |screen| screen == expected);
    for (names, printed) in [
        // A new cell in the middle, and two at once.
        ("a d b c", "d"),
        ("a e f d b c", "e f"),
        // Cells in another order: those behind another one than before.
        ("a d f e b c", "f e"),
        ("c d f e b a", "c a"),
        // One cell with another source, between others that move.
        ("c f g e b a", "g"),
        // Fewer cells; a new one has the number of no other.
        ("g e a", ""),
        ("g a", ""),
        ("g h a", "h"),
        ("h a", ""),
        ("h a a", "a"),
        ("a h a", "h"),
        ("", ""),
        ("h", "h"),
        ("h i", "i"),
        ("i j h", "j h"),
        ("k j l", "k l"),
        ("k l", ""),
        ("m l", "m"),
    ] {
        replace(home.path(), "nb.pp", &cells(names));
        expected += "\n--- changed: nb.pp";
        printed.split_whitespace().for_each(|name| expected += &format!("\n'{name}'"));
        let last = expected.lines().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
        t.wait(&format!("{names:?} and {last}"), |screen| {
            last.ends_with(screen.trim_end()) && screen.lines().count() > 2
        });
    }
}

#[test]
fn a_terminal_has_colors_and_progress() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "a.pp", "notify { $facts['role']: }\n");
    write(home.path(), "nodes/n.yaml", "role: web\n");
    let catalog = ["catalog", "--nodes", "nodes", "--check", "a.pp"];
    for (arguments, has, lacks) in [
        (&catalog[..], "\r\u{1b}[K", "nothing"),
        (&[&catalog[..], &["--quiet"]].concat(), "1 node compiled", "\u{1b}[K"),
        (&["-e", "['a', 1]"], "\u{1b}[", "['a', 1]"),
        (&["--color", "never", "-e", "['a', 1]"], "['a', 1]", "\u{1b}[3"),
        (&["--style", "plain", "-e", "['a', 1]"], "['a', 1]", "\u{1b}[3"),
    ] {
        let mut t = start(home.path(), arguments);
        assert_eq!(t.end(), 0, "{arguments:?}: {}", t.screen());
        let raw = t.raw();
        assert!(raw.contains(has) && !raw.contains(lacks), "{arguments:?}: {raw:?}");
    }
}

#[test]
fn an_edited_input_that_fails_can_be_edited_again() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("editor.sh");
    fs::write(&script, "#!/bin/sh\nsed -i 's/41/nosuch(/' \"$1\"\n").unwrap();
    let editor = format!("sh {}", script.display());
    let mut t = Terminal::start_in(home.path(), &[], &[("EDITOR", &editor)]);
    t.see("pprepl:1>").line("function typed() { 41 }").see("pprepl:2>").line(":edit typed");
    t.see("error[syntax]").see("> :redo 1 function typed() { nosuch( }").keys("\u{3}");
    // After what may reveal a secret no value is stored.
    t.line("'public'").see("=> 'public'").line("'un' + ['wrap']").line("1.unwrap").see("unwrap").line("'after'");
    t.see("=> 'after'")
        .line(":copy")
        .see("Copied 7 characters")
        .line("7")
        .see("=> 7")
        .line(":copy")
        .see("Copied 1 character: 7");
    t.line(":quit");
    assert_eq!(t.end(), 0);
    let history = fs::read_to_string(home.path().join("pprepl/history.jsonl")).unwrap();
    let has_value = |text: &str| {
        let row = history.lines().find(|row| row.contains(&format!("\"text\":\"{text}\""))).unwrap();
        row.contains("\"value\"")
    };
    assert_eq!(["'public'", "1.unwrap", "'after'", "7"].map(has_value), [true, false, false, false], "{history}");
}

#[test]
fn a_paused_input_takes_code_of_several_lines() {
    let mut t = Terminal::ready();
    t.line("[1].each |$n| { breakpoint() }")
        .see("pprepl:1(top scope)>")
        .line("[$n,")
        .line("5]")
        .see("=> [1, 5]")
        .line("[$n +");
    // Ctrl-D in the middle of a line stops the program, and at an empty line it continues.
    t.see("+\n").keys("\u{4}").keys("\u{3}").see("Stopped.").see("pprepl:2>").line("'next'").see("=> 'next'");
    t.line("[2].each |$n| { breakpoint() }").see("pprepl:3(top scope)>").line("nosuch()").see("`nosuch`");
    t.keys("\u{4}").see("=> [2]");
}
