//! Long output of commands at the prompt, page by page.

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const PAGE_UP: &str = "\u{1b}[5~";
const PAGE_DOWN: &str = "\u{1b}[6~";

/// A prompt with the first page of a long answer.
fn long_answer(rows: u16, columns: u16) -> Terminal {
    let mut t = Terminal::ready();
    t.resize(rows, columns);
    t.line(":help all").see("1-").see("q: close");
    t
}

/// The position in the row below the page.
fn position(screen: &str) -> &str {
    screen.lines().last().unwrap_or_default().split("  ").next().unwrap_or_default()
}

fn at(t: &mut Terminal, first: usize, last: usize) {
    let start = format!("{first}-{last} of ");
    t.wait(&start, |screen| position(screen).starts_with(&start));
}

#[test]
fn pages_are_shown_one_by_one() {
    let mut t = long_answer(20, 100);
    at(&mut t, 1, 19);
    t.keys(" ");
    at(&mut t, 20, 38);
    t.keys(UP);
    at(&mut t, 19, 37);
    t.keys(DOWN).keys("\r");
    at(&mut t, 21, 39);
    t.keys(PAGE_UP);
    at(&mut t, 2, 20);
    t.keys(PAGE_DOWN);
    at(&mut t, 21, 39);
    t.keys("g");
    at(&mut t, 1, 19);
    t.keys("G").see("Space or q: close");
    let last = t.screen().lines().nth(18).unwrap_or_default().to_owned();
    t.keys("q").see("\npprepl:1>").lose("close");
    assert!(t.screen().contains(&last), "the text stays\n{}", t.screen());
    t.line("6 * 7").see("=> 42");
}

#[test]
fn a_style_ends_with_its_row() {
    let mut t = Terminal::ready();
    t.resize(12, 40);
    // The key is a bold text of more rows than the page has.
    t.line(&format!(":lookup {}", "ab".repeat(300))).see("1-11 of ");
    assert!(t.cell_of("search for").bold() && t.cell_of("ababababab").bold());
    assert!(!t.cell_of("1-11 of ").bold());
    t.keys("/zz").see("/zz");
    assert!(t.cell_of("ababababab").bold() && !t.cell_of("/zz").bold());
    t.keys("\r").see("'zz' not found").keys("q").see("\npprepl:1>");
}

#[test]
fn ctrl_c_stops_long_output() {
    let mut t = Terminal::ready();
    t.line(":set pager off").see("pager = off").line("Integer[1, 300000].map |$n| { \"line ${n}\" }").see(":2>");
    // A whole screen of the value.
    let is_full = |screen: &str| !screen.contains("pprepl:") && screen.matches("'line ").count() > 100;
    t.line(":out").keys_while(is_full, CTRL_C).see("Stopped.").see("pprepl:2>");
    t.line("6 * 7").see("=> 42");
    assert!(!t.raw().contains("'line 299999'"));
}

#[test]
fn the_end_of_the_last_page_is_the_end() {
    let mut t = long_answer(40, 100);
    let mut pages = 1;
    while !t.screen().contains("Space or q: close") {
        let before = position(&t.screen()).to_owned();
        // The row below the page is drawn last, and its end after its start.
        let is_drawn = |screen: &str| ["q: close", "/: search"].iter().any(|end| screen.trim_end().ends_with(end));
        t.keys(" ").wait("the next page", |screen| position(screen) != before && is_drawn(screen));
        pages += 1;
    }
    assert!(pages > 1);
    t.keys(" ").see("\npprepl:1>");
}

#[test]
fn a_word_is_searched() {
    let mut t = long_answer(20, 100);
    t.keys("/")
        .keys(":thx")
        .see("/:thx")
        .keys("\u{7f}")
        .lose("/:thx")
        .keys("EME\u{15}:theme")
        .see("/:theme")
        .keys("\r");
    t.wait("the row", |screen| screen.contains("\n  :theme") || screen.starts_with("  :theme"));
    t.keys("/nosuchword\r").see("'nosuchword' not found").keys("g");
    at(&mut t, 1, 19);
    t.keys("/x").see("\n/x").keys("\u{1b}").lose("\n/x").keys("q").see("\npprepl:1>");
}

#[test]
fn every_key_that_leaves_leaves() {
    for key in ["q", "\u{1b}", CTRL_C, "\u{4}"] {
        let mut t = long_answer(12, 80);
        t.keys(key).see("\npprepl:1>").line("6 * 7").see("=> 42");
    }
}

#[test]
fn keys_after_the_one_that_leaves_are_for_the_prompt() {
    let mut t = long_answer(20, 100);
    t.keys("q'next'\r").see("=> 'next'");
}

#[test]
fn a_new_size_keeps_the_first_line() {
    let mut t = long_answer(20, 100);
    t.keys(" ");
    at(&mut t, 20, 38);
    let first = t.screen().lines().next().unwrap_or_default().to_owned();
    t.resize(12, 100);
    at(&mut t, 20, 30);
    assert!(t.screen().starts_with(&first), "{first}\n{}", t.screen());
    t.resize(12, 30).wait("narrow rows", |screen| screen.lines().last().is_some_and(|row| row.chars().count() < 30));
    t.wait("the line", |screen| screen.starts_with(first.trim_end().get(..20).unwrap_or_default()));
    t.resize(2, 30).see("pprepl:1>").resize(20, 100).line("6 * 7").see("=> 42");
}

#[test]
fn short_answers_tiny_screens_and_the_setting_have_no_pages() {
    let mut t = Terminal::ready();
    t.line(":set pager").see("pager = ");
    t.resize(3, 100).line(":help all").see("pprepl:1>").line("6 * 7").see("=> 42");
    t.resize(12, 100).line(":set pager off").see("pager = off").line(":help all").see("for details.\npprepl:2>");
    assert!(!t.raw().contains(": close"), "{}", t.screen());
}

#[test]
fn pages_keep_colors_over_wrapped_rows() {
    let mut t = Terminal::ready();
    t.resize(8, 24);
    t.line(":explain operators").see("1-7 of").keys("q").see("pprepl:1>");
    assert!(!t.screen().lines().any(|row| row.chars().count() > 24), "{}", t.screen());
}

#[test]
fn each_key_of_a_page_has_its_effect() {
    let mut t = long_answer(20, 100);
    // Without a search there is nothing to find.
    t.keys("/").see("\n/").keys("\r").see("q: close").keys("n").keys("N");
    at(&mut t, 1, 19);
    t.keys("/").wait("the search", |s| s.ends_with('/')).keys("\u{7f}").see("q: close");
    t.keys("/a").see("\n/a").keys("\u{7f}").wait("no letter", |s| s.ends_with('/')).keys("\u{1b}").see("q: close");
    t.keys("/\u{e9}\u{20ac}\u{1f600}")
        .see("/\u{e9}\u{20ac}\u{1f600}")
        .keys("\u{15}")
        .wait("no letter", |s| s.ends_with('/'));
    // An uppercase letter is meant as it is; an unknown key removes the message.
    t.keys("ASSUME\r").see("'ASSUME' not found").keys("z").lose("not found").see("q: close");
    t.keys("/assume\r").wait("the match", |s| position(s).contains(" of ") && !position(s).starts_with("1-"));
    // An empty search is the last one again: there is no second match.
    t.keys("/\r").see("'assume' not found").keys("z").lose("not found");
    // Keys of the start and the end in all their forms.
    for (end, start) in [("\u{1b}[F", "\u{1b}[H"), ("\u{1b}[4~", "\u{1b}[1~"), ("\u{1b}[8~", "\u{1b}[7~"), (">", "<")] {
        t.keys(end).see("Space or q: close").keys(start);
        at(&mut t, 1, 19);
    }
    // Keys without an effect, and Ctrl-L, which draws again.
    t.keys("\u{1b}[C").keys("\u{1b}[D").keys("\u{1b}[Z").keys("\u{1b}[3~");
    let draws = |t: &Terminal| t.raw().matches("\u{1b}[?2026h").count();
    t.keys("j");
    at(&mut t, 2, 20);
    let before = draws(&t);
    t.keys("z").keys("\u{c}").keys("j");
    at(&mut t, 3, 21);
    assert_eq!(draws(&t), before + 1);
    t.keys("q").see("\npprepl:1>");
}
