//! The panes of the notebook as text with roles, over several sources and cursors, bad input included. The cursor is
//! where `‸` stands.

use std::fmt::Write;

use pprepl::notebook::pane::{self, Here, View};
use pprepl::session::{Session, Settings, SystemHost};
use pprepl::theme::{CAPTURES, ROLES};

/// A text and its cursor.
fn cursor(marked: &str) -> (String, usize) {
    let at = marked.find('‸').expect("the text has a cursor");
    (marked.replace('‸', ""), at)
}

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        session.evaluate(&format!("cell {}", session.inputs().len() + 1), input);
    }
    session
}

/// The lines with the role of each piece, what each is about, and the marks.
fn told(text: &str, view: &View) -> String {
    check(text, view);
    let mut out = format!("── {} ──\n", view.title);
    for (index, line) in view.lines.iter().enumerate() {
        let about = line.span.map_or_else(String::new, |span| format!("   @{}-{}", span.start, span.end));
        let focus = if view.focus == Some(index) { "▶" } else { " " };
        let pieces: Vec<String> = line
            .pieces
            .iter()
            .map(|(role, text)| if role.is_empty() { text.clone() } else { format!("‹{role}:{text}›") })
            .collect();
        let _ = writeln!(out, "{focus}{}{about}", pieces.concat());
    }
    for (span, role) in &view.marks {
        let _ = writeln!(out, "mark {role} {}-{} {:?}", span.start, span.end, span.of(text));
    }
    out
}

/// What holds for every view: known roles, nothing that a terminal would obey, places within the text.
fn check(text: &str, view: &View) {
    let known = |role: &str| role.is_empty() || ROLES.contains(&role) || CAPTURES.contains(&role);
    let placed = |span: pprepl::text::Span| text.get(span.start as usize..span.end as usize).is_some();
    for line in &view.lines {
        for (role, piece) in &line.pieces {
            assert!(known(role), "{role}");
            assert!(!piece.chars().any(char::is_control), "{piece:?}");
        }
        assert!(line.span.is_none_or(placed), "{line:?}");
    }
    for (span, role) in &view.marks {
        assert!(known(role) && placed(*span), "{role} {span:?}");
    }
    assert!(view.focus.is_none_or(|focus| focus < view.lines.len()), "{view:?}");
    assert!(!view.title.chars().any(char::is_control));
}

fn tokens(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::tokens(&Here::new(&text, at)))
}

#[test]
fn the_token_under_the_cursor_and_its_rule() {
    insta::assert_snapshot!(tokens("$por‸t = [1, 0x1F]\n# done"));
}

#[test]
fn a_division_that_looks_like_a_regexp() {
    insta::assert_snapshot!(tokens("$a ‸/b/ c"));
}

#[test]
fn tokens_of_a_string_with_values() {
    insta::assert_snapshot!(tokens("\"a ${b‸} c\""));
}

#[test]
fn the_cursor_in_a_comment() {
    insta::assert_snapshot!(tokens("$a = 1 # a com‸ment\n$b"));
}

#[test]
fn tokens_of_a_template() {
    let (text, at) = cursor("<% if $x { -%>\nyes <%= $y‸ %>\n<% } %>");
    insta::assert_snapshot!(told(&text, &pane::tokens(&Here::template(&text, at))));
}

#[test]
fn tokens_of_bad_input() {
    insta::assert_snapshot!(tokens("$a = 08 'open‸\u{1b}[2J"));
    insta::assert_snapshot!(tokens("‸"));
    insta::assert_snapshot!(tokens("   # only a comment\n‸"));
}

fn heredoc(marked: &str) -> String {
    let (text, at) = cursor(marked);
    told(&text, &pane::heredoc(&Here::new(&text, at), None))
}

#[test]
fn a_heredoc_with_margin_and_trimmed_end() {
    insta::assert_snapshot!(heredoc("$t = @(END)\n    hello ‸world\n      deeper\n\n    bye\n    |- END\n"));
}

#[test]
fn a_heredoc_with_escapes_and_values() {
    insta::assert_snapshot!(heredoc(
        "$t = @(\"END\"/tL$)\n  a\\tb \\$x ${y‸}c $d\n  joined \\\n  ${[1,\n  2]} \\q\n  | END\n"
    ));
}

#[test]
fn a_heredoc_with_the_values_of_the_session() {
    let (text, at) = cursor("notice(@(\"END\"))\n  Hello ${who}‸!\n  | END\n");
    let mut session = session(&["$who = 'Ada'"]);
    insta::assert_snapshot!(told(&text, &pane::heredoc(&Here::new(&text, at), Some(&mut session))));
}

#[test]
fn two_heredocs_on_a_line() {
    insta::assert_snapshot!(heredoc("$a = [@(A), @(B/n)]\none\nA\ntw‸o\\n\n- B\n$z = 1\n"));
}

#[test]
fn a_heredoc_with_crlf_line_ends() {
    insta::assert_snapshot!(heredoc("$a = @(A)\r\n  one‸\r\n  |- A\r\n"));
}

#[test]
fn bad_heredocs() {
    insta::assert_snapshot!(heredoc("$a = @(END)\n  text‸\n  END.\n"));
    insta::assert_snapshot!(heredoc("$a‸ = 1"));
    insta::assert_snapshot!(heredoc("$a = @(END)\n\u{1b}[31m‸\u{202e}x\nEND\n"));
}
