//! The keys of vi at the prompt that other tests leave out, one after the other in one session.

use crate::terminal::Terminal;

const ESC: &str = "\u{1b}";
const LEFT: &str = "\u{1b}[D";
const RIGHT: &str = "\u{1b}[C";
const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";
const HOME: &str = "\u{1b}[H";
const END: &str = "\u{1b}[F";
const DELETE: &str = "\u{1b}[3~";
const BACKSPACE: &str = "\u{7f}";

/// Empties the line, in the insert mode.
fn empty(t: &mut Terminal, number: usize) {
    // Esc and a letter at once are one key: another Esc in the command mode would become a part of it.
    let sign = format!("[N]:{number}>");
    if !t.screen().contains(&sign) {
        t.keys(ESC).see(&sign);
    }
    t.keys("ggdGi").wait("an empty line", |s| s.trim_end().ends_with(&format!("pprepl [I]:{number}>")));
}

#[test]
fn a_selection_ends_when_another_key_changes_the_line() {
    let mut t = Terminal::ready();
    t.line(":set keys vi").see("pprepl [I]:1>").keys("123456").see(":1> 123456").keys(ESC).see("[N]:1>");
    t.keys("0vll").wait("a selection", |s| s.contains("[V]"));
    let row = |t: &Terminal| {
        let first = t.cell_of("123456").bgcolor();
        let prompt = t.cell_of("pprepl [").bgcolor();
        first != prompt
    };
    let end = std::time::Instant::now() + crate::terminal::DEADLINE;
    while !row(&t) && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(row(&t), "{}", t.screen());
    t.paste("789").see("789");
    assert_eq!(t.cell_of("789").bgcolor(), t.cell_of("pprepl [").bgcolor());
    assert_eq!(t.cell_of("12").bgcolor(), t.cell_of("pprepl [").bgcolor());
}

#[test]
fn each_key_of_vi_has_its_mode() {
    let mut t = Terminal::ready();
    t.line(":set keys vi").see("pprepl [I]:1>").line("77").see("=> 77").see("pprepl [I]:2>");
    // What an insertion deletes is no part of its repetition.
    t.keys("12").keys(BACKSPACE).keys("3").see(":2> 13").keys(ESC).see("[N]:2> 13").keys(".").see("[N]:2> 1133");
    empty(&mut t, 2);
    // Keys of the command mode: where each goes, x shows.
    for (typed, keys, left) in [
        ("1234", LEFT, "124"),
        ("1234", BACKSPACE, "124"),
        ("1234", RIGHT, "123"),
        ("1234", HOME, "234"),
        ("1234", "0\u{1b}[F", "123"),
        ("1234", "\u{1b}[H\u{1b}[C", "134"),
        ("1234", "dk", "123"),
        ("1234", "vk", "123"),
        ("1234", "dj", "123"),
        ("1234", "zk", "77"),
    ] {
        let keys = if keys == "zk" { "k" } else { keys };
        t.keys(typed).see(&format!(":2> {typed}")).keys(ESC).see("[N]:2>").keys(keys);
        if left == "77" {
            t.see("[N]:2> 77").keys("j").see("[N]:2> 1234");
        } else {
            t.keys("x").see(&format!("]:2> {left}")).lose(typed);
        }
        empty(&mut t, 2);
    }
    t.keys("1234").keys(ESC).see("[N]:2> 1234").keys(HOME).keys(DELETE).see("[N]:2> 234");
    t.keys(END).keys(DELETE).see("[N]:2> 23").lose("234");
    empty(&mut t, 2);
    // In a block the keys go from line to line, and from its ends through the history.
    t.paste("[1,\n2,\n3]").see("3]").keys(ESC).see("[N]:2>").keys(UP).keys(UP).keys("i0").see("[01,");
    t.keys(ESC).see("[N]:2>").keys(UP).see("[N]:2> 77").keys(DOWN).see("[01,").see("3]");
    t.keys("gg").keys("j").keys("j").keys("x").lose("3]").keys("k").keys("k").keys("k").see("[N]:2> 77");
    t.keys("j").see("[01,").keys("G").keys("A0]").see("0]").keys(ESC).see("[N]:2>");
    empty(&mut t, 2);
    // Esc with a letter is a command, with another key it is Alt.
    t.keys("12 + 34").see("12 + 34").keys("\u{1b}b").see("[N]:2>").keys("x").see("[N]:2> 12 + 4");
    empty(&mut t, 2);
    t.keys("5").see(":2> 5").keys("\u{1b};").see("[I]:2> # 5").keys("\u{1b};").see("[I]:2> 5");
    empty(&mut t, 2);
    // An open menu takes Esc, and then a letter is a letter.
    t.keys("fi\t").see("Esc: close").keys(ESC).lose("Esc: close").keys("xyz").see("[I]:2> fixyz");
    empty(&mut t, 2);
    t.keys("fi\t").see("Esc: close").keys("\u{1b}b").keys("x").see("[I]:2> xfi");
    empty(&mut t, 2);
    t.keys("6 * 7\r").see("=> 42").see("pprepl [I]:3>");
    // Each line starts in the insert mode.
    t.keys("8 * 8").see(":3> 8 * 8").keys(ESC).see("[N]:3>").keys("\r").see("=> 64").see("pprepl [I]:4>");
}
