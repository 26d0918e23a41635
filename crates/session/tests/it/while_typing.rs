//! While a text is typed, what is remembered of its statements is what a fresh look at the text finds: colours, names, the
//! first fault. Random edits of the conformance snippets, many snippets to a text.

use pprepl_testing::random;

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::Span;
use puppet_syntax::{LexOptions, parse, parse_once};
use puppet_tree::{Document, Highlight, Highlighter, mentions};
use random::Random;

fn snippets() -> Vec<String> {
    let file = &pprepl_testing::path("tests/conformance/syntax/snippets.jsonl");
    let rows = std::fs::read_to_string(file).expect("the snippets");
    let rows = rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let accepted = rows.filter(|row| row["epp"] == false && row["puppet_ok"] == true);
    accepted.filter_map(|row| row["src"].as_str().map(str::to_owned)).collect()
}

/// A place between two characters.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Types or deletes something. Gives the edit that takes it back.
fn edit(document: &mut Document, numbers: &mut Random) -> (usize, usize, String) {
    const TYPED: &[&str] =
        &["'", "\"", "$x", "{", "}", "(", ")", "\n", " ", "1", "=> ", "|", "@(E)\n", "notice(1)\n", "# ", "/"];
    let at = boundary(document.text(), numbers.below(document.text().len() + 1));
    let deleted = if numbers.below(3) == 0 { numbers.below(4) } else { 0 };
    let end = boundary(document.text(), (at + deleted).min(document.text().len())).max(at);
    let gone = document.text()[at..end].to_owned();
    let typed = if deleted == 0 { TYPED[numbers.below(TYPED.len())] } else { "" };
    document.edit(at..end, typed, None);
    (at, at + typed.len(), gone)
}

/// What of the highlights lies in a part of the text.
fn clipped(highlights: &[Highlight], part: std::ops::Range<usize>) -> Vec<Highlight> {
    let (start, end) = (part.start as u32, part.end as u32);
    let cut = highlights.iter().map(|highlight| {
        let span = highlight.span;
        Highlight {
            span: Span::new(span.start.clamp(start, end.max(start)), span.end.min(end).max(start)),
            ..*highlight
        }
    });
    cut.filter(|highlight| highlight.span.start < highlight.span.end).collect()
}

#[test]
fn colours_and_names_are_those_of_a_fresh_look() {
    let (snippets, mut numbers, mut highlighter) = (snippets(), Random(7), Highlighter::new());
    let mut compared = 0;
    let mut look = |document: &Document| {
        let all = 0..document.text().len();
        let remembered: Vec<Highlight> = highlighter.visible(document, all.clone());
        // What is not wholly in view is not remembered.
        for part in [1..all.end, 0..all.end.saturating_sub(1)] {
            let asked = highlighter.visible(document, part.clone());
            assert_eq!(clipped(&remembered, part), asked, "{}", document.text());
        }
        let fresh = Document::new(document.text());
        assert_eq!(remembered, highlighter.visible(&fresh, all), "{}", document.text());
        assert_eq!(mentions(document), mentions(&fresh), "{}", document.text());
        compared += usize::from(!document.has_error());
    };
    for _ in 0..60 {
        let pieces: Vec<&str> = (0..6).map(|_| &*snippets[numbers.below(snippets.len())]).collect();
        let mut document = Document::new(pieces.join("\n"));
        for _ in 0..20 {
            let (start, end, gone) = edit(&mut document, &mut numbers);
            look(&document);
            if numbers.below(8) > 0 {
                document.edit(start..end, &gone, None);
                look(&document);
            }
        }
    }
    assert!(compared > 500, "{compared} texts without a fault");
}

#[test]
fn the_first_fault_does_not_need_a_second_reading() {
    let (snippets, mut numbers) = (snippets(), Random(11));
    for _ in 0..60 {
        let pieces: Vec<&str> = (0..4).map(|_| &*snippets[numbers.below(snippets.len())]).collect();
        let mut document = Document::new(pieces.join("\n"));
        for _ in 0..20 {
            let (once, whole) =
                (parse_once(document.text(), LexOptions::default()), parse(document.text(), LexOptions::default()));
            assert_eq!(once.complete, whole.complete, "{}", document.text());
            let first = |found: &[pprepl_text::Diagnostic]| {
                found.iter().find(|found| found.is_error()).map(|found| (found.code.to_string(), found.span))
            };
            assert_eq!(first(&once.diagnostics), first(&whole.diagnostics), "{}", document.text());
            edit(&mut document, &mut numbers);
        }
    }
}

#[test]
fn a_session_reads_a_text_anew_when_its_settings_change() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    assert!(session.source().is_complete("$f = &upcase"));
    session.set("additions", "off").expect("a setting");
    assert!(!session.source().is_complete("$f = &upcase"));
    assert!(session.source().typing_error("$f = &upcase", 0).is_some());
}

/// The marked part of the input being typed, with the cursor at its end.
fn fault(text: &str) -> String {
    let session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let found = session.source().typing_error(text, text.len());
    found.map(|fault| fault.span.of(text).to_owned()).unwrap_or_default()
}

#[test]
fn everything_that_the_parser_refuses_is_marked() {
    assert_eq!(fault("}"), "}");
    assert_eq!(fault("if true { } }"), "}");
    assert_eq!(fault("class foo { $x = }"), "}");
    assert_eq!(fault("[1, 2)"), ")");
    assert_ne!(fault("{ a = 1 }"), "");
    assert_ne!(fault("f(\"a\" \"b\")"), "");
}

#[test]
fn everything_that_validation_refuses_is_marked() {
    assert_eq!(fault("$A = 1"), "$A");
    assert_eq!(fault("class Foo { }"), "Foo");
    assert_eq!(fault("1 2 "), "1");
    assert_eq!(fault("1 2"), "");
    for text in ["if true { class baz { } }", "function f($a, $a) { }", "$x['a'] = 1 ", "$1 = 2 "] {
        assert_ne!(fault(text), "", "{text}");
    }
}

#[test]
fn validation_marks_inside_an_open_block() {
    assert_eq!(fault("class foo {\n  $A = 1\n"), "$A");
    assert_eq!(fault("class foo {\n  $A = 1\n  $b = "), "$A");
    assert_eq!(fault("[1].each |$x| {\n  $::y = $x # note\n"), "$::y");
    // What follows may use the value.
    assert_eq!(fault("class foo {\n  1\n"), "");
    assert_eq!(fault("function f {\n  $a\n  $b = "), "");
    assert_eq!(fault("$t = @(END)\n  $A = 1\n"), "");
}

#[test]
fn a_token_that_may_go_on_is_not_marked() {
    for text in ["$x = ", "class foo {", "$x =", "not_a_wor", "if true { 1 } els", "$a = 1 un", "f(1, "] {
        assert_eq!(fault(text), "", "{text}");
    }
}
