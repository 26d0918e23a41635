//! What a learner is told beside: notes where a text is read otherwise than it looks, and how precedence grouped it.

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};
use pprepl_text::Source;
use puppet_syntax::{LexOptions, notes};

fn noted(text: &str) -> Vec<(String, String)> {
    let found = notes(text, LexOptions::default());
    found.into_iter().map(|note| (note.span.of(text).to_owned(), note.message)).collect()
}

/// The text has one note: on `place`, and it says `part`.
fn one(text: &str, place: &str, part: &str) {
    let found = noted(text);
    assert!(matches!(found.as_slice(), [(at, message)] if at == place && message.contains(part)), "{text}: {found:?}");
}

#[test]
fn a_slash_behind_a_value_divides() {
    one("$a /$b/ 2", "/", "divides here");
    assert_eq!(noted("$a / 2 / 3"), []);
    assert_eq!(noted("$a =~ /b/"), []);
}

#[test]
fn a_minus_behind_a_value_subtracts() {
    one("notice -1", "-", "notice(-1)");
    one("$a -1", "-", "$a minus 1");
    assert_eq!(noted("$a - 1"), []);
    assert_eq!(noted("[-1, -$a]"), []);
}

#[test]
fn a_blank_before_a_bracket_starts_an_array() {
    one("$a [1]", "[", "$a[..]");
    one("Foo ['x']", "[", "Foo[..]");
    assert_eq!(noted("$a[1]"), []);
    assert_eq!(noted("notice [1]"), []);
}

#[test]
fn bare_words_are_strings() {
    one("$a = present", "present", "'present'");
    assert_eq!(noted("$a = size('x')"), []);
    assert_eq!(noted("file { 'x': ensure => present }"), []);
    assert_eq!(noted("include foo"), []);
}

#[test]
fn two_points_are_no_number() {
    one("1.2.3", "1.2", "'1.2.3'");
}

#[test]
fn in_a_string_brackets_behind_a_variable_are_text() {
    one("\"x $a[0] y\"", "[0] y\"", "${a[0]}");
    one("\"$a.size\"", ".size\"", "${a.size}");
    assert_eq!(noted("\"${a[0]} $a. $a\""), []);
}

fn command(line: &str) -> (String, serde_json::Value) {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    match commands::submit(&mut session, line) {
        Outcome::Command(answer) => (answer.text.clone(), answer.data.clone().unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn parentheses_show_how_precedence_grouped() {
    for (code, grouped) in [
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("$a or $b and $c", "$a or ($b and $c)"),
        ("! 'a' in ['b']", "(! 'a') in ['b']"),
        ("-$x.abs", "-($x.abs)"),
        ("$a = $b = 1 + 2", "$a = ($b = (1 + 2))"),
        ("f(1 + 2, (3 * 4) + 5)", "f(1 + 2, (3 * 4) + 5)"),
        ("\"a${$p + 1 * 2}b\"", "\"a${$p + (1 * 2)}b\""),
        ("'a' =~ /b/ == true", "('a' =~ /b/) == true"),
        ("1 << 2 + 3 < 4", "(1 << (2 + 3)) < 4"),
        ("A['a'] -> B['b'] ~> C['c']", "(A['a'] -> B['b']) ~> C['c']"),
    ] {
        let (text, data) = command(&format!(":parens {code}"));
        assert_eq!(text.lines().next(), Some(grouped), "{code}");
        assert_eq!(data["text"], grouped);
    }
}

#[test]
fn each_operator_has_its_level() {
    let (text, data) = command(":parens 1 + 2 * 3");
    assert!(text.contains("1:3  +  level 10  left  1  with  2 * 3"), "{text}");
    assert_eq!(data["operators"][1]["level"], 11);
}

#[test]
fn tokens_tell_the_notes_too() {
    let (text, _) = command(":tokens $a -1");
    assert!(text.contains("1:4 note: `-` subtracts here"), "{text}");
}

#[test]
fn every_operator_is_explained() {
    use puppet_syntax::operators::OPERATORS;
    let (text, _) = command(":explain precedence");
    let listed = text.split("precedence: ").last().unwrap_or_default().replace([';', '\n'], " ");
    let listed: Vec<&str> = listed.split_whitespace().collect();
    let mut rows: Vec<_> = OPERATORS.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.level));
    // The list goes from the tightest level to the loosest.
    let mut from = 0;
    for level in rows.chunk_by(|a, b| a.level == b.level) {
        let place = |symbol: &str| listed.iter().skip(from).position(|word| *word == symbol).map(|at| from + at);
        let places: Vec<usize> = level.iter().map(|row| place(row.symbol).expect(row.symbol)).collect();
        from = places.into_iter().max().unwrap_or(from);
    }
    for row in OPERATORS {
        let (text, _) = command(&format!(":explain {}", row.symbol));
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(row.meaning), "{}: {text}", row.symbol);
        assert!(commands::pages().any(|topic| topic.name == row.topic), "{} has no topic {}", row.symbol, row.topic);
    }
}

#[test]
fn a_note_on_an_ended_match_names_what_its_variable_has() {
    let text = "if 'x' =~ /(x)/ { notice($1) }\nnotice($1)";
    let has = |session: &mut Session| {
        let notes = session.evaluate("input", text).notes;
        let [note] = notes.as_slice() else { panic!("{notes:?}") };
        note.message.rsplit_once(": ").unwrap().1.to_owned()
    };
    let session = || Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert_eq!(has(&mut session()), "it is undef");
    let mut after_input = session();
    after_input.evaluate("input", "'ab' =~ /(a)/");
    assert_eq!(has(&mut after_input), "it has the value of input 1");
    let mut after_cell = session();
    after_cell.runner().run_cell(7, &Source::new("cell", "'ab' =~ /(a)/"));
    assert_eq!(has(&mut after_cell), "it has the value of an earlier match");
}
