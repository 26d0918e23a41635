//! Small rules of names, signs and colors, a row each.

use pprepl_testing::THEMES;
use pprepl_text::difference::changed_lines;
use pprepl_text::suggest::{is_typo, nearest};
use pprepl_text::theme::terminal::by_variables;
use pprepl_text::theme::{Color, Style};
use pprepl_text::{Diagnostic, IssueCode, Source, Span, is_hidden, render, safe_json, visible};

#[test]
fn characters_without_a_picture_are_hidden() {
    for hidden in [
        '\0',
        '\u{7f}',
        '\u{9f}',
        '\u{ad}',
        '\u{200b}',
        '\u{2028}',
        '\u{2029}',
        '\u{202e}',
        '\u{2060}',
        '\u{2064}',
        '\u{3164}',
        '\u{feff}',
        '\u{fff9}',
        '\u{fffb}',
        '\u{e0000}',
        '\u{e007f}',
    ] {
        assert!(is_hidden(hidden), "{hidden:?}");
        assert_ne!(visible(&hidden.to_string()), hidden.to_string(), "{hidden:?}");
    }
    for shown in ['a', 'é', '\u{a0}', '\u{2027}', '\u{fff8}', '\u{fffc}', '\u{e0080}', '日', '😀'] {
        assert!(!is_hidden(shown), "{shown:?}");
        assert_eq!(visible(&shown.to_string()), shown.to_string(), "{shown:?}");
    }
}

#[test]
fn json_hides_what_is_hidden() {
    for (text, expected) in [
        ("\"~\"", "\"~\""),
        ("\"\u{7f}\"", "\"\\u007f\""),
        ("\"é\"", "\"é\""),
        ("\"\u{202e}\"", "\"\\u202e\""),
        ("\"a\u{7f}é\u{200b}b\"", "\"a\\u007fé\\u200bb\""),
    ] {
        assert_eq!(safe_json(text.to_owned()), expected, "{text:?}");
    }
}

#[test]
fn a_carriage_return_shows_inside_a_line_only() {
    for (text, expected) in [("a\rb + c", "a␍b + c"), ("ab + c\r\nd", "ab + c\n"), ("ab + c\r", "ab + c␍")] {
        let at = text.find('+').expect("a sign") as u32;
        let mut diagnostic = Diagnostic::error(IssueCode::SyntaxError, Span::new(at, at + 1), "no sum");
        diagnostic.source = Some(Source::new("input", text));
        let frame = render(&diagnostic, false);
        assert!(frame.contains(expected), "{text:?}\n{frame}");
    }
}

#[test]
fn changes_beside_each_other_are_one() {
    for (old, new, expected) in [
        ("a\nb\nc\n", "a\nb\nc\n", vec![]),
        ("a\nb\nc\n", "a\nx\nc\n", vec!["- b", "+ x"]),
        ("a\nb\nc\n", "x\ny\nz\n", vec!["- a", "- b", "- c", "+ x", "+ y", "+ z"]),
        ("a\nb\n", "b\n", vec!["- a"]),
        ("b\n", "a\nb\n", vec!["+ a"]),
        ("a\nb\nc\nd\n", "x\nb\nc\ny\n", vec!["- a", "+ x", "- d", "+ y"]),
        ("", "a\n", vec!["+ a"]),
        ("a\n", "", vec!["- a"]),
    ] {
        assert_eq!(changed_lines(old, new), expected, "{old:?} {new:?}");
    }
}

#[test]
fn a_name_is_suggested_for_a_typing_error() {
    let names = ["port", "prot", "title", "content", "x1", "ab"];
    for (name, expected) in [
        ("prt", Some("port")),
        ("titel", Some("title")),
        ("tilte", Some("title")),
        ("contnet", Some("content")),
        ("Content", Some("content")),
        ("port", Some("prot")),
        ("ax", None),
        ("ba", None),
        ("x2", None),
        ("entirely", None),
        ("", None),
    ] {
        assert_eq!(nearest(name, names), expected, "{name}");
    }
    for (one, other, expected) in [
        ("port", "prot", true),
        ("port", "por", true),
        ("port", "ports", true),
        ("port", "part", true),
        ("port", "port", false),
        ("port", "prto", false),
        ("ab", "ba", true),
        ("ab", "", false),
        ("a", "", true),
        ("aa", "aaa", true),
    ] {
        assert_eq!(is_typo(one, other), expected, "{one} {other}");
        assert_eq!(is_typo(other, one), expected, "{other} {one}");
    }
}

#[test]
fn colors_have_names_and_places_in_the_palettes() {
    for (name, expected) in [
        ("gray", Some(Color::Ansi(8))),
        ("grey", Some(Color::Ansi(8))),
        ("red", Some(Color::Ansi(1))),
        ("bright-red", Some(Color::Ansi(9))),
        ("#0a0B0c", Some(Color::Rgb(10, 11, 12))),
        ("#0a0b0", None),
        ("bright-gray", None),
        ("bright", None),
        ("", None),
    ] {
        assert_eq!(Color::parse(name), expected, "{name}");
    }
    for (color, index) in [
        (Color::Rgb(0, 0, 0), 16),
        (Color::Rgb(255, 255, 255), 231),
        (Color::Rgb(8, 8, 8), 232),
        (Color::Rgb(238, 238, 238), 255),
        (Color::Rgb(255, 0, 0), 196),
        (Color::Rgb(95, 95, 95), 59),
        (Color::Ansi(3), 3),
    ] {
        assert_eq!(color.to_ansi256(), index, "{color:?}");
    }
}

#[test]
fn a_style_keeps_what_another_adds_nothing_to() {
    let style = |text: &str| Style::parse(text, Color::parse).expect("a style");
    for (own, over, expected) in [
        ("italic", "bold", "italic bold"),
        ("bold", "italic", "bold italic"),
        ("red", "italic underline", "red italic underline"),
        ("dim reverse", "blue on white", "dim reverse blue on white"),
        ("red on white", "blue", "blue on white"),
    ] {
        assert_eq!(style(own).overlaid(style(over)), style(expected), "{over} over {own}");
    }
}

#[test]
fn variables_choose_colors() {
    for (variables, expected) in [
        (vec![], None),
        (vec![("NO_COLOR", "1"), ("FORCE_COLOR", "1")], Some(false)),
        (vec![("NO_COLOR", "")], None),
        (vec![("FORCE_COLOR", "1")], Some(true)),
        (vec![("FORCE_COLOR", "0")], Some(false)),
        (vec![("FORCE_COLOR", "False")], Some(false)),
        (vec![("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")], Some(true)),
        (vec![("CLICOLOR_FORCE", "0")], None),
        (vec![("CLICOLOR", "0")], Some(false)),
        (vec![("CLICOLOR", "1")], None),
    ] {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value): &(&str, &str)| (*value).to_owned())
        };
        assert_eq!(by_variables(variable), expected, "{variables:?}");
    }
}

#[test]
fn a_theme_is_known_by_name_or_path() {
    for (name, expected) in [
        ("auto", true),
        ("dark", true),
        ("none", true),
        ("mine.toml", true),
        ("a/mine", true),
        ("mine", false),
        ("", false),
    ] {
        assert_eq!(THEMES.knows(name), expected, "{name}");
    }
}
