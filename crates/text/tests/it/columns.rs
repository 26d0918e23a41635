//! Text within a number of columns: wrapped, hung, cut and laid out.

use pprepl_text::columns::{expanded, hung, shortened, wrap};
use pprepl_text::cut::first_lines;
use pprepl_text::layout::{layout, limited_depth};
use pprepl_text::outline::outlined;

#[test]
fn lines_break_at_spaces_and_never_begin_with_one() {
    for (text, limit, expected) in [
        ("aaa bbb", 7, vec!["aaa bbb"]),
        ("aaa bbb", 6, vec!["aaa", "bbb"]),
        ("aaa  bbb", 3, vec!["aaa", "bbb"]),
        ("aaa  bbb", 4, vec!["aaa ", "bbb"]),
        ("aaaaa  b", 5, vec!["aaaaa", "b"]),
        ("  aa bb", 4, vec!["  aa", "bb"]),
        ("  aa", 1, vec!["a", "a"]),
        ("abcdef", 4, vec!["abcd", "ef"]),
        ("a\n\nb", 4, vec!["a", "", "b"]),
        ("", 4, vec![""]),
    ] {
        assert_eq!(wrap(text, limit), expected, "{text:?} in {limit}");
    }
}

#[test]
fn the_last_cell_of_a_row_continues_below_its_start() {
    let row = "  name  one two three four five six";
    for (row, limit, expected) in [
        (row, 35, vec![row]),
        (row, 28, vec!["  name  one two three four", "        five six"]),
        (row, 27, vec!["  name", "      one two three four", "      five six"]),
        ("  no columns at all here", 10, vec!["  no columns at all here"]),
        ("  name  a => 'one two three four five'", 20, vec!["  name  a => 'one two three four five'"]),
    ] {
        assert_eq!(hung(row, limit), expected, "{row:?} in {limit}");
    }
}

#[test]
fn tabs_end_at_multiples_of_eight() {
    for (text, expected) in [
        ("a\tb", "a       b"),
        ("\tb", "        b"),
        ("12345678\tb", "12345678        b"),
        ("a\n\tb\nc", "a\n        b\nc"),
    ] {
        assert_eq!(expanded(text), expected, "{text:?}");
    }
}

#[test]
fn what_does_not_fit_is_cut_or_counted() {
    assert_eq!(shortened("abc", 3), "abc");
    assert_eq!(shortened("abcd", 3), "ab…");
    assert_eq!(shortened("a\nb", 3), "a⏎b");
    let long = "x".repeat(1_000);
    assert_eq!(shortened(&long, 4), "xxx…");
    for (text, limit, width, shown, omitted) in [
        ("a\nb\nc", 0, 1, "a\nb\nc", None),
        ("a\nb\nc", 3, 10, "a\nb\nc", None),
        ("a\nb\nc", 2, 10, "a\nb", Some("1 more characters")),
        ("a\nb\nc", 1, 10, "a", Some("2 more lines")),
        ("abcdef", 1, 4, "abcd", Some("2 more characters")),
        ("abcd", 1, 4, "abcd", None),
    ] {
        assert_eq!(first_lines(text, limit, width), (shown, omitted.map(str::to_owned)), "{text:?} {limit}");
    }
}

#[test]
fn source_breaks_at_the_commas_of_its_brackets() {
    for (text, expected) in [
        ("[1, 2]", "[1, 2]"),
        ("[aaaa, bbbb]", "[\n  aaaa,\n  bbbb\n]"),
        // Text of several lines, and text that is no single value, stays as it is.
        ("[aaaa,\n bbbb, cccc]", "[aaaa,\n bbbb, cccc]"),
        ("aaaaaa, bbbbbb", "aaaaaa, bbbbbb"),
        ("[aaaa, bbbb]]", "[aaaa, bbbb]]"),
        // A slash begins a pattern at the start of an item or after an arrow only.
        ("[1 /2, 3 /4]", "[\n  1 /2,\n  3 /4\n]"),
        ("[/a, b/, cccc]", "[\n  /a, b/,\n  cccc\n]"),
        ("{a => /b, c/}", "{\n  a => /b, c/\n}"),
    ] {
        assert_eq!(layout(text, 10), expected, "{text}");
    }
    let deep = format!("{}1, 2{}", "[".repeat(61), "]".repeat(61));
    assert_eq!(layout(&deep, 10), deep, "a bracket below the limit has commas that end the item");
    let within = format!("{}1, 2{}", "[".repeat(60), "]".repeat(60));
    let laid = layout(&within, 10);
    assert!(laid.contains('\n'), "{laid}");
    assert_eq!(laid.replace([' ', '\n'], ""), within.replace(' ', ""));
}

#[test]
fn brackets_below_a_depth_are_left_out() {
    for (text, depth, expected) in [
        ("[1, [2, [3]], []]", 0, "[…]"),
        ("[1, [2, [3]], []]", 1, "[1, […], []]"),
        ("[1, [2, [3]], []]", 2, "[1, [2, […]], []]"),
        ("[]", 0, "[]"),
        ("[1], [2]", 0, "[1], [2]"),
        ("[1]]", 0, "[1]]"),
    ] {
        assert_eq!(limited_depth(text, depth), expected, "{text} {depth}");
    }
}

#[test]
fn a_type_is_cut_inside_its_list() {
    let long = "Struct[{'alpha' => Integer, 'beta' => String, 'gamma' => Boolean}]";
    for (text, room, expected) in [
        (long, 66, long),
        (long, 65, "Struct[{'alpha' => Integer, 'beta' => String, .. 1 more}]"),
        (long, 40, "Struct[{'alpha' => Integer, .. 2 more}]"),
        (long, 20, "Struct[{.. 3 more}]"),
        (long, 10, "Struct[{'…"),
        // What was cut before is counted, and never shown among others.
        ("Struct[{'alpha' => Integer, 'beta' => String, .. 4 more}]", 56, "Struct[{'alpha' => Integer, .. 5 more}]"),
        ("Enum['aaaaaaaaaaaaaaaa', .. 3 more, 'b', 'cccccccccccccc']", 50, "Enum['aaaaaaaaaaaaaaaa', .. 5 more]"),
        // A slash begins a pattern after a bracket, a comma or an arrow only.
        ("Pattern[/a,b/, /c/, /ddddddddddddddddddd/]", 30, "Pattern[/a,b/, /c/, .. 1 more]"),
        ("Thing[a/b, c, eeeeeeeeeeeeeeeeeeeeeee]", 30, "Thing[a/b, c, .. 1 more]"),
    ] {
        assert_eq!(outlined(text, room), expected, "{text} in {room}");
    }
}
