//! Blocks at the prompt: taller than the screen, recalled and edited, in a window that changes its size; and the terminal
//! when the process is ended from outside.

use crate::terminal;

use std::time::{Duration, Instant};

use terminal::{DEADLINE, Terminal};

const CTRL_C: &str = "\u{3}";
const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const CTRL_HOME: &str = "\u{1b}[1;5H";
const CTRL_END: &str = "\u{1b}[1;5F";
const ALT_LESS: &str = "\u{1b}<";
const ALT_GREATER: &str = "\u{1b}>";

/// A prompt on a screen of this size.
fn prompt(rows: u16, columns: u16) -> Terminal {
    let mut t = Terminal::ready();
    t.resize(rows, columns)
        .line(":set hints off")
        .see("hints = off")
        .line(":set preview off")
        .see("preview = off")
        .line(":set gutter off")
        .see("gutter = off")
        .line(":set notes off")
        .see("notes = off");
    t.line("'ready'").see("=> 'ready'").see("pprepl:2>");
    t
}

/// An array of so many lines, each with its number.
fn block(lines: usize) -> String {
    let rows: Vec<String> = (1..=lines).map(|line| format!("  'line {line:03}',")).collect();
    format!("$block = [\n{}\n]", rows.join("\n"))
}

/// The row of the screen that the cursor is on.
fn row_of_cursor(t: &Terminal) -> String {
    let (row, _) = t.cursor();
    t.screen().lines().nth(usize::from(row)).unwrap_or_default().to_owned()
}

/// Waits until the cursor is on the row with this text.
fn wait_for_row(t: &Terminal, wanted: &str) {
    let end = Instant::now() + DEADLINE;
    while row_of_cursor(t) != wanted {
        assert!(Instant::now() < end, "the cursor is not at {wanted:?} but at {:?}:\n{}", t.cursor(), t.screen());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Each line of the block is there at most once, and they follow each other.
fn is_sound(screen: &str) -> bool {
    let numbers: Vec<usize> =
        screen.lines().filter_map(|row| row.trim().strip_prefix("'line ")?.get(..3)?.parse().ok()).collect();
    numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

fn edits_at_both_ends(rows: u16, columns: u16) {
    let mut t = prompt(rows, columns);
    t.paste(&block(200)).see("'line 200',").wait("the end", |screen| screen.ends_with(']') && is_sound(screen));
    t.keys(CTRL_HOME).see("$block = [").wait("the start", |screen| screen.starts_with("pprepl:2> $block = ["));
    wait_for_row(&t, "pprepl:2> $block = [");
    // Row by row: the cursor stays in view.
    for line in 1..=60 {
        t.keys(DOWN);
        wait_for_row(&t, &format!("  'line {line:03}',"));
        assert!(is_sound(&t.screen()), "{}", t.screen());
    }
    for line in (40..60).rev() {
        t.keys(UP);
        wait_for_row(&t, &format!("  'line {line:03}',"));
    }
    t.keys(ALT_LESS).wait("the start", |screen| screen.starts_with("pprepl:2> $block = ["));
    t.keys(DOWN).keys("\u{1}").keys("'top', ").see("'top',   'line 001',").wait("no copies", is_sound);
    t.keys(ALT_GREATER).wait("the end", |screen| screen.ends_with(']'));
    t.keys(UP).keys("\u{5}").keys(" 'bottom'").see("'line 200', 'bottom'").wait("no copies", is_sound);
    t.keys(CTRL_END).keys("\r").see("pprepl:3>");
    t.line("[$block.length, $block[0], $block[-1]]").see("=> [202, 'top', 'bottom']");
}

#[test]
fn a_tall_block_is_edited_at_its_top_and_bottom() {
    edits_at_both_ends(24, 80);
}

#[test]
fn a_tall_block_is_edited_on_a_small_screen() {
    edits_at_both_ends(12, 40);
}

#[test]
fn a_tall_block_is_recalled_and_left() {
    let mut t = prompt(12, 60);
    t.paste(&block(30)).see("'line 030',").keys("\r").see("pprepl:3>");
    t.keys(UP).wait("the block", |screen| screen.ends_with(']') && is_sound(screen));
    t.keys(CTRL_C).see("pprepl:3>").line("$block.length").see("=> 30");
    t.keys(UP).keys(UP).wait("the block", |screen| screen.ends_with(']') && is_sound(screen));
    t.keys(CTRL_END)
        .keys(DOWN)
        .wait("the line before", |screen| screen.contains("$block.length") && !screen.contains("'line"));
    t.keys("\r").see("=> 30");
}

#[test]
fn a_tall_line_without_line_ends_wraps() {
    let mut t = prompt(8, 40);
    let long: String = (0..120).map(|number| format!("{number}, ")).collect();
    t.paste(&format!("[{long}0].length")).see("0].length").keys(CTRL_HOME).see("pprepl:2> [0, 1, 2");
    t.keys("[1].length + ").see("pprepl:2> [1].length + [0").keys(CTRL_END).keys("\r").see("=> 122");
}

#[test]
fn shrinking_the_window_leaves_no_copies() {
    let mut t = prompt(40, 100);
    let wide: Vec<String> = (1..=10).map(|line| format!("  'line {line:03}', # {}", "x".repeat(60))).collect();
    t.paste(&format!("$block = [\n{}\n]", wide.join("\n"))).see("'line 010'");
    for (rows, columns) in [(40, 60), (30, 50), (12, 50), (12, 40), (40, 100), (24, 80)] {
        t.resize(rows, columns);
        std::thread::sleep(Duration::from_millis(100));
        for key in ["1", "2", "\u{7f}", "\u{7f}"] {
            t.keys(key);
            std::thread::sleep(Duration::from_millis(20));
        }
        t.wait("no copies", |screen| {
            screen.matches("$block = [").count() <= 1 && is_sound(screen) && screen.contains("'line 010'")
        });
    }
    t.keys(CTRL_END).keys("\r").see("pprepl:3>").line("$block.length").see("=> 10");
}

#[test]
fn edits_of_recalled_blocks_stay_until_enter() {
    let mut t = prompt(24, 80);
    t.line("[1,").keys("2]\r").see("=> [1, 2]").see("pprepl:3>");
    t.line("'last'").see("=> 'last'").see("pprepl:4>");
    t.keys("new").keys(UP).wait("the last", |s| s.ends_with("pprepl:4> 'last'"));
    t.keys(" + x").see("'last' + x").keys("\u{1}").keys(UP).wait("the block", |s| s.contains("pprepl:4> [1,"));
    t.keys("\u{5}").keys("\u{7f}, 3]").see("  2, 3]");
    t.keys(DOWN).wait("the first edit", |s| s.contains("pprepl:4> 'last' + x"));
    t.keys(DOWN).wait("the new line", |s| s.ends_with("pprepl:4> new"));
    t.keys(UP).wait("the first edit", |s| s.ends_with("pprepl:4> 'last' + x"));
    t.keys("\u{1}").keys(UP).wait("the second edit", |s| s.contains("pprepl:4> [1,\n  2, 3]"));
    t.keys(CTRL_END).keys("\r").see("=> [1, 2, 3]").see("pprepl:5>");
    // Enter ended all of it.
    t.keys(UP).wait("the input", |s| s.contains("pprepl:5> [1,\n  2, 3]")).keys(ALT_LESS).keys(UP);
    t.wait("the entry as it was", |s| s.ends_with("pprepl:5> 'last'"));
}

#[test]
fn an_edit_stays_when_the_new_line_comes_between() {
    let mut t = prompt(24, 80);
    t.keys("new").keys(UP).wait("the entry", |s| s.ends_with("pprepl:2> 'ready'"));
    t.keys(" + x").see("'ready' + x").keys(DOWN).wait("the new line", |s| s.ends_with("pprepl:2> new"));
    t.keys(UP).wait("the edit", |s| s.ends_with("pprepl:2> 'ready' + x"));
}

/// At the end of a block the keys that go there do nothing; the next key counts.
#[test]
fn keys_that_go_nowhere_swallow_no_other() {
    let mut t = prompt(24, 80);
    for (key, letter) in [(CTRL_HOME, "a"), (CTRL_END, "b"), (ALT_GREATER, "c")] {
        t.keys(key).keys(letter).see(letter);
    }
    t.wait("all letters", |s| s.ends_with("pprepl:2> abc"));
    t.keys(CTRL_HOME).keys(CTRL_HOME).keys("d").wait("the last letter", |s| s.ends_with("pprepl:2> dabc"));
}

#[test]
fn a_new_width_is_seen_at_once() {
    let mut t = prompt(24, 80);
    t.keys(&"x".repeat(60)).see(&"x".repeat(60)).resize(24, 40);
    let rest = "x".repeat(30);
    t.wait("two rows", |s| s.lines().last() == Some(&*format!("pprepl:2> {rest}{rest}")));
    t.wait("the cursor behind them", |_| true);
    let end = Instant::now() + DEADLINE;
    while t.cursor().1 != 30 {
        assert!(Instant::now() < end, "{:?} {}", t.cursor(), t.screen());
        std::thread::sleep(Duration::from_millis(5));
    }
}

// Signals and modes of a terminal are unix only.
#[cfg(unix)]
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for (name, number) in [("TERM", 15), ("HUP", 1), ("USR1", 10)] {
        let mut t = prompt(12, 60);
        t.paste(&block(40)).see("'line 040',").keys(UP).keys(UP).keys(UP).keys(UP);
        t.wait("a margin", |_| true);
        std::thread::sleep(Duration::from_millis(200));
        t.signal(name);
        t.end();
        assert!(t.is_cooked(), "{name} ({number}): echo and line mode are on again");
        let raw = t.raw();
        assert!(raw.rfind("\u{1b}[?2004l") > raw.rfind("\u{1b}[?2004h"), "{name}: {raw:?}");
        let region = raw.rfind(";12r");
        assert!(region.is_none() || raw.rfind("\u{1b}[r") > region, "{name}: the margins are gone: {raw:?}");
    }
}

#[test]
fn terminals_have_margins_of_their_own() {
    for term in ["alacritty", "linux"] {
        let home = tempfile::tempdir().unwrap();
        let mut t = Terminal::start_in(home.path(), &[], &[("TERM", term)]);
        t.see("pprepl:1>").resize(12, 40).line(":set gutter off").see("gutter = off").paste(&block(40));
        t.see("'line 040',").keys(CTRL_HOME).wait("the start", |screen| screen.starts_with("pprepl:1> $block = ["));
        t.keys(DOWN).keys("\u{1}").keys("'top', ").see("'top',   'line 001',").wait("no copies", is_sound);
        t.keys(CTRL_END).wait("the end", |screen| screen.trim_end().ends_with(']') && is_sound(screen));
        t.keys("\r").see("pprepl:2>").line("$block.length").see("=> 41");
    }
}
