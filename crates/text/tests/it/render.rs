//! Diagnostics as code frames, and text made safe to show.

use pprepl_text::{Diagnostic, IssueCode, Label, RuleCode, Severity, Source, Span, render, render_inside, visible};

/// The first place of `needle` in `text`.
fn span(text: &str, needle: &str) -> Span {
    let start = text.find(needle).unwrap_or_else(|| panic!("{needle:?} is not in {text:?}"));
    Span::new(start as u32, (start + needle.len()) as u32)
}

fn error(name: &str, text: &str, needle: &str, message: &str) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(IssueCode::UnknownVariable, span(text, needle), message);
    diagnostic.source = Some(Source::new(name, text));
    diagnostic
}

#[test]
fn a_frame_has_title_code_lines_labels_and_help() {
    let text = "$a = 1\n$b = 2\n$a = 3\n";
    let mut diagnostic = Diagnostic::error(IssueCode::IllegalReassignment, Span::new(14, 16), "$a has a value already")
        .with_label(Span::new(0, 2), "the first value is given here")
        .with_help("take another name");
    diagnostic.source = Some(Source::new("input 3", text));
    insta::assert_snapshot!(render(&diagnostic, false));
}

#[test]
fn a_range_over_several_lines() {
    let text = "notice('x')\nclass a {\n  $x = [\n    1,\n  ]\n}\n";
    insta::assert_snapshot!(render(&error("a.pp", text, "[\n    1,\n  ]", "this is an array"), false));
}

#[test]
fn wide_characters_and_tabs_keep_the_mark_in_place() {
    let wide = render(&error("w", "$x = '日本語😀' + 1", "+", "no sum"), false);
    let tabs = render(&error("t", "\t\t$x\t+ 1", "+", "no sum"), false);
    insta::assert_snapshot!(format!("{wide}\n\n{tabs}"));
}

#[test]
fn control_characters_are_shown_and_never_sent() {
    let text = "$x = 'a\u{1b}[2J\u{202e}b' + 1\r\n$y = 2\r\n";
    let mut diagnostic = error("e\u{7}", text, "+", "message\u{1b}[31m");
    diagnostic.help = Some("help\u{9b}".into());
    diagnostic.labels.push(Label { source: None, span: span(text, "$y"), message: "label\u{7f}".into() });
    let frame = render(&diagnostic, false);
    assert!(!frame.chars().any(|ch| ch.is_control() && ch != '\n'), "{frame:?}");
    insta::assert_snapshot!(frame);
}

#[test]
fn each_control_character_has_its_symbol() {
    let text = "$x = 'a\u{7f}b\u{0}c\u{1f}d\u{9b}' + 1";
    let frame = render(&error("e", text, "+", "no sum"), false);
    assert!(frame.contains("$x = 'a␡b␀c␟d\u{fffd}' + 1"), "{frame}");
    assert_eq!(frame.lines().filter(|line| line.contains('^')).count(), 1, "{frame}");
}

#[test]
fn the_mark_stands_at_the_end_of_input() {
    let mut diagnostic = Diagnostic::error(IssueCode::SyntaxError, Span::at(6), "the input ends too early");
    diagnostic.source = Some(Source::new("input", "$x = ["));
    let at_end = render(&diagnostic, false);
    diagnostic.source = Some(Source::new("input", ""));
    let empty = render(&diagnostic, false);
    insta::assert_snapshot!(format!("{at_end}\n\n{empty}"));
}

#[test]
fn without_a_place_the_title_and_help_remain() {
    let mut diagnostic =
        Diagnostic::new(Severity::Warning, RuleCode::Deferred, None, "something is odd").with_help("look again");
    let bare = render(&diagnostic, false);
    diagnostic.source = Some(Source::new("site.pp", "1"));
    insta::assert_snapshot!(format!("{bare}\n\n{}", render(&diagnostic, false)));
}

#[test]
fn a_label_may_be_in_another_source() {
    let mut diagnostic = error("b.pp", "a::f(1)", "a::f", "f takes no argument");
    let other = Source::new("a.pp", "# f\nfunction a::f() { }\n");
    diagnostic.labels.push(Label { source: Some(other), span: Span::new(4, 19), message: "defined here".into() });
    insta::assert_snapshot!(render(&diagnostic, false));
}

#[test]
fn a_label_far_away_has_a_frame_of_its_own() {
    let text = format!("$a = 1\n{}$a = 3\n", "notice('between')\n".repeat(2000));
    let at = text.rfind("$a").unwrap() as u32;
    let mut diagnostic =
        Diagnostic::error(IssueCode::IllegalReassignment, Span::new(at, at + 2), "$a has a value already")
            .with_label(Span::new(0, 2), "the first value is given here");
    diagnostic.source = Some(Source::new("far.pp", text));
    insta::assert_snapshot!(render(&diagnostic, false));
}

#[test]
fn long_lines_are_cut_around_the_mark() {
    let text = format!("$x = [{} oops, {}]", "'value', ".repeat(40), "'value', ".repeat(40));
    insta::assert_snapshot!(render_inside(&error("long", &text, "oops", "a bare word"), false, 80));
}

#[test]
fn a_very_long_line_keeps_its_place_and_looks_the_same() {
    let line = |values: usize| format!("$x = [{}oops, {}]\n", "'value', ".repeat(values), "'value', ".repeat(values));
    let (short, long) = (line(100), line(5000));
    let shown = |text: &str| render_inside(&error("long", text, "oops", "a bare word"), false, 80);
    let column = |text: &str| text.find("oops").unwrap() + 1;
    assert!(shown(&long).contains(&format!(" --> long:1:{}\n", column(&long))), "{}", shown(&long));
    let moved = shown(&long).replace(&column(&long).to_string(), &column(&short).to_string());
    assert_eq!(moved, shown(&short));
}

#[test]
fn colours_are_asked_for() {
    let diagnostic = error("c", "1 = 2", "1", "no");
    assert!(!render(&diagnostic, false).contains('\u{1b}'));
    assert!(render(&diagnostic, true).contains('\u{1b}'));
}

#[test]
fn ranges_that_do_not_fit_the_source_do_no_harm() {
    for (start, end) in [(0, 99), (99, 99), (1, 2), (2, 1), (u32::MAX, 0)] {
        let mut diagnostic = Diagnostic::error(IssueCode::RuntimeError, Span { start, end }, "odd");
        diagnostic.source = Some(Source::new("x", "日\n本"));
        assert!(render(&diagnostic, false).contains("odd"));
    }
}

#[test]
fn visible_leaves_ordinary_text_alone() {
    for text in ["", "a\tb\nc", "日本語 é 😀", "👩\u{200d}👩"] {
        assert!(matches!(visible(text), std::borrow::Cow::Borrowed(same) if same == text));
    }
    assert_eq!(visible("\u{1b}[0m\r\u{0}\u{85}\u{202e}\u{feff}"), "\\e[0m\\r\\u{0}\\u{85}\\u{202e}\\u{feff}");
}
