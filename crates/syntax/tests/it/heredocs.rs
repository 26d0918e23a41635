//! Heredocs: how opener, margin, dash and escapes make the text, as the heredoc pane shows it.

use puppet_syntax::{HeredocInfo, LexOptions, TokenKind, heredoc_lines, lex};

/// The values of the string tokens, joined, with `<>` where something is interpolated.
fn text(source: &str) -> String {
    let lexed = lex(source, LexOptions::default());
    let mut result = String::new();
    for token in &lexed.tokens {
        match token.kind {
            TokenKind::String | TokenKind::DqPost => result += lexed.value(token, source),
            TokenKind::DqPre | TokenKind::DqMid => result += &format!("{}<>", lexed.value(token, source)),
            _ => {}
        }
    }
    result
}

fn info(source: &str) -> HeredocInfo {
    lex(source, LexOptions::default()).heredocs.remove(0)
}

#[test]
fn margin_and_dash() {
    assert_eq!(text("@(E)\n  a\n    b\n  | E\n"), "a\n  b\n");
    assert_eq!(text("@(E)\n  a\n  |- E\n"), "a");
    assert_eq!(text("@(E)\n  a\r\n  |- E\n"), "a");
    assert_eq!(text("@(E)\n  a\n  - E\n"), "  a");
    assert_eq!(text("@(E)\n  a\n b\n\tc\n  | E\n"), "a\n b\n\tc\n");
    assert_eq!(text("@(E)\n  a\n   | - E\n"), "  a");
    assert_eq!(text("@(E)\nE"), "");
}

#[test]
fn the_end_line() {
    assert_eq!(text("@(E)\na\nEx\nx E\n"), "a\nEx\n");
    assert_eq!(text("@(the end)\na\nthe end  \r\n"), "a\n");
    assert_eq!(text("@(---)\na\n---\n"), "a\n");
    assert_eq!(text("@( ' E ' )\na\n' E '\n"), "a\n");
    assert_eq!(text("[@(A), @(B)]\na\nA\nb\nB\n'c'"), "a\nb\nc");
}

#[test]
fn escapes_are_those_enabled() {
    assert_eq!(text("@(E)\n\\t\\n\\\\\nE\n"), "\\t\\n\\\\\n");
    assert_eq!(text("@(E/)\n\\t\\n\\\\\\\"\nE\n"), "\t\n\\\\\"\n");
    assert_eq!(text("@(E/t)\n\\t\\n\\\\\nE\n"), "\t\\n\\\n");
    assert_eq!(text("@(E/L)\na\\\nb\\\r\nc\nE\n"), "abc\n");
    assert_eq!(text("@(E/u)\n\\u{1F600}\\u00e5\nE\n"), "😀å\n");
}

#[test]
fn interpolation_needs_a_quoted_tag() {
    assert_eq!(text("@(E)\n$x ${x}\nE\n"), "$x ${x}\n");
    assert_eq!(text("@(\"E\")\n$x ${x}\nE\n"), "<> <>\n");
    assert_eq!(text("@(\"E\")\n\\$x\nE\n"), "\\<>\n");
    assert_eq!(text("@(\"E\"/$)\n\\$x\nE\n"), "$x\n");
}

#[test]
fn tokens_point_into_the_body() {
    let source = "$t = @(\"END\") + 1\n    héé ${name}\n      $b\n    | END\n";
    let lexed = lex(source, LexOptions::default());
    let spans: Vec<_> = lexed.tokens.iter().map(|token| (token.kind, token.span.of(source))).collect();
    assert_eq!(
        spans[2..],
        [
            (TokenKind::Heredoc, "@(\"END\")"),
            (TokenKind::SubLocate, ""),
            (TokenKind::DqPre, "    héé ${"),
            (TokenKind::Name, "name"),
            (TokenKind::DqMid, "\n      "),
            (TokenKind::Variable, "$b"),
            (TokenKind::DqPost, "\n"),
            (TokenKind::Plus, "+"),
            (TokenKind::Number, "1"),
            (TokenKind::End, ""),
        ]
    );
}

#[test]
fn the_pane_sees_all_parts() {
    let source = "$j = @(\"END\":json/tn)\n   {\"a\": 1}\n   |- END\n$k = 2";
    let heredoc = info(source);
    assert_eq!(heredoc.opener.of(source), "@(\"END\":json/tn)");
    assert_eq!((heredoc.tag.as_str(), heredoc.interpolates, heredoc.trims), ("END", true, true));
    assert_eq!((heredoc.syntax.as_deref(), heredoc.escapes.as_str()), (Some("json"), "tn"));
    assert_eq!(heredoc.body.of(source), "   {\"a\": 1}\n");
    assert_eq!(heredoc.end_line.of(source), "|- END");
    assert_eq!((heredoc.margin.as_deref(), heredoc.text.as_str()), (Some("   "), "{\"a\": 1}"));
    assert_eq!(info("@(E/)\nE").escapes, "trnsuL$");
}

#[test]
fn an_interpolation_with_others_inside_is_one_piece() {
    let source = "$t = @(\"E\"/t)\n  a ${f(\"b ${x} \\t ${y}\")} \\t\n  | E\n";
    let lexed = lex(source, LexOptions::default());
    let lines = heredoc_lines(source, &lexed, &lexed.heredocs[0]);
    let pieces: Vec<&str> = lines[0].pieces.iter().map(|piece| piece.span.of(source)).collect();
    assert_eq!(pieces, ["a ", "${f(\"b ${x} \\t ${y}\")}", " ", "\\t"]);
}
