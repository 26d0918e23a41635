//! Keys of the prompt that other tests leave out: deleting, searching in pages, an edited transcript, and wrong keys of the
//! user.

use std::fs;
use std::path::Path;

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const LEFT: &str = "\u{1b}[D";
const DELETE: &str = "\u{1b}[3~";
const ALT_UP: &str = "\u{1b}[1;3A";
const ALT_LESS: &str = "\u{1b}<";
const ALT_MORE: &str = "\u{1b}>";

/// A prompt whose configuration and data are in this directory.
fn at_home(home: &Path) -> Terminal {
    let mut t = Terminal::start_in(home, &[], &[("XDG_CONFIG_HOME", home.to_str().expect("a name"))]);
    t.see("pprepl:1>");
    t
}

/// Writes a file of the configuration or the data.
fn write(home: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::create_dir_all(home.join("pprepl")).expect("a directory");
    fs::write(home.join("pprepl").join(name), text).expect("a file");
}

#[test]
fn delete_removes_the_selection_or_a_character() {
    let mut t = Terminal::ready();
    t.keys("1 + 23 * 4").see("23 * 4").keys(LEFT).keys(LEFT).keys(LEFT).keys(LEFT).keys(ALT_UP).keys(ALT_UP);
    t.keys(DELETE).lose("23").keys("5\r").see("=> 6");
    t.keys("1234").see("1234").keys(LEFT).keys(LEFT).keys(DELETE).keys("\r").see("=> 124");
}

#[test]
fn wrong_keys_of_the_user_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let rows = "\"prompt.comment\" = \"hyper-x\"\n\"prompt.algn\" = \"f5\"\n\"prompt.format\" = \"\"\n";
    write(home.path(), "config.toml", format!("[keys]\n{rows}"));
    let mut t = at_home(home.path());
    t.see("invalid key 'hyper-x' of 'prompt.comment': write it as ctrl-s, alt-enter, f5, ctrl-x s");
    t.see("unknown action 'prompt.algn', did you mean 'prompt.align'?").see("invalid key '' of 'prompt.format'");
}

#[test]
fn a_search_goes_on_in_both_directions() {
    let mut t = Terminal::ready();
    t.resize(12, 100).line(":help all").see("1-11 of");
    let place =
        |screen: &str| screen.lines().last().unwrap_or_default().split(" of ").next().unwrap_or_default().to_owned();
    let mut places = Vec::new();
    for keys in ["/ type\r", "n", "n"] {
        let before = place(&t.screen());
        t.keys(keys).wait("another page", |screen| screen.contains("q: close") && place(screen) != before);
        places.push(place(&t.screen()));
    }
    for expected in places.iter().rev().skip(1) {
        t.keys("N").wait(expected, |screen| place(screen) == *expected);
    }
    t.keys("N").see("not found").keys("q").see("\npprepl:1>");
}

#[test]
fn a_transcript_that_was_edited_at_its_start_keeps_its_inputs() {
    let mut t = Terminal::ready();
    t.paste("pprepl:1> $a = 1\n=> 1\npprepl:2> $b = 2\n=> 2\npprepl:3> $a + $b\n=> 3\n").see("$a + $b");
    t.keys(ALT_LESS).keys("$z = ").see("$z = $a = 1").keys(ALT_MORE).keys("\r");
    t.see("pprepl:3> $a + $b").see("=> 3").see("pprepl:4>").line("$z").see("=> 1");
}

#[test]
fn the_menu_has_pages_and_a_result_goes_to_a_file() {
    let home = tempfile::tempdir().unwrap();
    let mut t = at_home(home.path());
    t.keys("[1].\t").see("› all").keys("\u{1b}[6~").see("\n  11 of ").keys("\u{1b}[5~").see("› all").keys(CTRL_C);
    t.lose("› all").keys(CTRL_C);
    t.line(":once out.txt").see("out.txt").line("[1, 'a']").see("Wrote 2 lines to out.txt.");
    let written = fs::read_to_string(home.path().join("out.txt")).unwrap();
    assert!(written.starts_with("=> [1, 'a']\n   : ") && !written.contains('\u{1b}'), "{written:?}");
}
