//! The prompt on other screens: the signs beside a block, 40 columns, the Linux console, without colors, in plain style.

use std::path::Path;

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const UP: &str = "\u{1b}[A";
const ALT_LESS: &str = "\u{1b}<";

/// A prompt with these variables, on a screen of this size.
fn prompt(home: &Path, arguments: &[&str], variables: &[(&str, &str)], size: (u16, u16)) -> Terminal {
    let mut t = Terminal::start_in(home, arguments, variables);
    t.see("pprepl:1>").resize(size.0, size.1);
    t
}

/// The row of the screen that contains a text.
fn row_with(screen: &str, text: &str) -> String {
    screen.lines().find(|row| row.contains(text)).unwrap_or_default().to_owned()
}

/// A class whose file has a heredoc, as it is typed, line by line.
const CLASS: [&str; 8] =
    ["class web ($port = 80) {", "file { '/x':", "content => @(END),", "    hello", "", "    | END", "}", "}"];

#[test]
fn each_line_of_a_block_has_its_number_and_opener() {
    let mut t = Terminal::ready();
    t.line(CLASS[0]).see(" { 2").line(CLASS[1]).see(" { 3").line(CLASS[2]).see("@(END) 4");
    t.line(CLASS[3]).wait("the guide", |s| row_with(s, "hello").starts_with("···│hello"));
    t.line(CLASS[4]).wait("the guide on an empty line", |s| row_with(s, "@(END) 5").starts_with("   │"));
    t.line(CLASS[5]).see(" { 7");
    t.line(CLASS[6]).see(" { 8").line(CLASS[7]).see("=> undef").see("pprepl:2>");
    t.wait("the plain block", |s| {
        s.contains("class web ($port = 80) {\n  file { '/x':\n    content => @(END),\n    hello\n")
    });
    assert!(!t.screen().contains("{ 3") && !t.screen().contains('│'), "{}", t.screen());
}

#[test]
fn the_signs_follow_the_cursor_and_the_window() {
    let mut t = Terminal::ready();
    t.resize(10, 60);
    let rows: Vec<String> = (1..=30).map(|line| format!("  'line {line:03}',")).collect();
    t.paste(&format!("$block = [\n{}\n]", rows.join("\n"))).see("[ 32").see("[ 31");
    t.keys(ALT_LESS).see("[ 2");
    // The lines above the block scroll away once.
    assert_eq!(t.raw().replace('\r', "").matches(&"\n".repeat(9)).count(), 1);
    t.keys(CTRL_C).see("pprepl:1>").lose("[ 31");
}

#[test]
fn a_narrower_window_leaves_no_copies_of_signs() {
    let home = tempfile::tempdir().unwrap();
    let mut t = prompt(home.path(), &[], &[], (30, 100));
    t.paste("$block = [\n  'one',\n  'two',\n").see("[ 4").see("unclosed [");
    for columns in [60, 45, 100, 80] {
        // What a key changed is on the screen before the next resize: no terminal can redraw for a width that is over.
        t.resize(30, columns).keys("1").lose("unclosed [").see("[ 4").keys("\u{7f}").see("unclosed [");
        t.wait("one block", |s| s.matches("$block = [").count() == 1 && s.matches("'one',").count() == 1);
    }
    t.keys("]\r").see("=> ['one', 'two']");
}

#[test]
fn the_signs_can_be_switched_off() {
    let mut t = Terminal::ready();
    t.line(":set gutter off").see("gutter = off").line("[1,").line("2,").see("\n  2,\n");
    t.keys("3]").see("3]").keys("\r").see("=> [1, 2, 3]");
}

/// Types a block, an error and a command, completes a name, and looks at the history.
fn is_usable(t: &mut Terminal) {
    t.line("class web ($port = 80) {").line("$doc = @(END)").line("  text").line("  | END").line("}").see("pprepl:2>");
    t.line("$prot + 1").see("`$prot`").see("pprepl:3>");
    t.keys("inclu\t").see("include").keys(" web\r").see("web").see("pprepl:4>");
    t.keys(UP).see("pprepl:4> include web").keys(CTRL_C);
    t.paste("[1,\n  2]").see("2]").keys("\r").see("[1, 2]").see("pprepl:5>");
    t.keys("\u{12}").see("Esc: close").see("$prot + 1").keys("\u{1b}").lose("Esc: close").see("pprepl:5>");
    t.keys("1 +\r").keys(CTRL_C).see("pprepl:5>").line(":scope").see("top scope");
}

#[test]
fn the_prompt_is_usable_on_40_columns() {
    let home = tempfile::tempdir().unwrap();
    is_usable(&mut prompt(home.path(), &[], &[], (24, 40)));
}

#[test]
fn the_prompt_is_usable_in_the_linux_console() {
    let home = tempfile::tempdir().unwrap();
    is_usable(&mut prompt(home.path(), &[], &[("TERM", "linux")], (25, 80)));
}

#[test]
fn the_prompt_is_usable_without_colors() {
    let home = tempfile::tempdir().unwrap();
    let mut t = prompt(home.path(), &[], &[("NO_COLOR", "1")], (24, 80));
    is_usable(&mut t);
    let raw = t.raw();
    let colors = (30..38).map(|color| format!("\u{1b}[{color}m")).chain(["\u{1b}[38;".to_owned()]);
    colors.for_each(|color| assert!(!raw.contains(&color), "{raw:?}"));
}

#[test]
fn plain_style_draws_nothing() {
    let home = tempfile::tempdir().unwrap();
    let mut t = prompt(home.path(), &["--style", "plain"], &[], (24, 80));
    is_usable(&mut t);
    t.line(":diff [1], [2]").see("[0] differs: 1 of type Integer, then 2 of type Integer.");
    t.line("notify { 'a': } -> notify { 'b': }").see("pprepl:6>");
    t.line(":graph").see("Notify['a'] comes before Notify['b'], by -> at input 5:1.");
    // The picker of the history is a screen of its own.
    let raw = t.raw();
    let after = raw.rsplit("\u{1b}[?1049l").next().unwrap_or_default();
    assert!(!after.contains(['│', '─', '·', '┌']), "{after}");
}

#[test]
fn what_is_open_fits_a_narrow_screen() {
    let home = tempfile::tempdir().unwrap();
    let mut t = prompt(home.path(), &[], &[], (24, 40));
    t.line("$t = @(END)").see("missing end tag of @(END)").lose("…");
    t.keys(CTRL_C).line("if true {").see("unclosed { from line 1");
}

#[test]
fn what_validation_refuses_is_told_while_typing() {
    let mut t = Terminal::ready();
    t.keys("$A = 1").see("$A").wait("the reason", |s| s.contains("variable name"));
    t.keys(CTRL_C).line("class foo {").line("$B = 1").keys("$c").see("$B");
    t.wait("a mark", |_| true).keys(CTRL_C);
}

#[test]
fn a_discarded_input_is_not_suggested_before_one_that_ran() {
    let mut t = Terminal::ready();
    t.line("$servers = 1").see("=> 1").see("pprepl:2>").keys("$serv").keys(CTRL_C);
    t.keys("$ser").see("$servers = 1\n=> 1").wait("the suggestion", |s| s.matches("$servers = 1").count() == 2);
    // Only at the end of the line Right takes it.
    t.keys("\u{1b}[D").keys("\u{1b}[C").keys("x").see("$serx");
}

#[test]
fn what_reorders_a_line_is_named_and_never_sent() {
    let mut t = Terminal::ready();
    t.paste("$a = 'x\u{202e}y'").see("the line has \\u{202e}, which is not shown");
    let (_, column) = t.cursor();
    t.keys("\r").see("=> 'x\\u{202e}y'");
    t.keys(UP).see("the line has").keys(CTRL_C).see("pprepl:2>");
    assert!(!t.raw().contains('\u{202e}'));
    assert_eq!(usize::from(column), "pprepl:1> $a = 'xy'".len());
}
