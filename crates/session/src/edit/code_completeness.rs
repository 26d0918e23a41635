//! Whether Puppet code continues on the next line.

use pprepl_text::Diagnostic;
use puppet_syntax::{LexOptions, OpenEnd, Token, TokenKind, lex, parse_once};
use puppet_tree::{Completeness, completeness};

/// Returns whether Puppet code continues on the next line.
pub fn code_is_incomplete(code: &str, options: LexOptions) -> bool {
    let is_open = || completeness(code) == Completeness::Incomplete || opens_regexp(code, options);
    !code_parses(code, options) && is_open() && !is_foreign(code)
}

/// Returns whether the code ends in a regular expression that may continue on the next line.
fn opens_regexp(code: &str, options: LexOptions) -> bool {
    let open = || lex(code, options).unfinished;
    options.multiline_regexp && open().is_some_and(|open| open.what == OpenEnd::Regexp)
}

/// Returns whether Puppet code parses (or is only whitespace): then it is complete. The language's own parser is the
/// faster check.
pub fn code_parses(code: &str, options: LexOptions) -> bool {
    code.trim().is_empty() || !parse_once(code, options).diagnostics.iter().any(Diagnostic::is_error)
}

/// Returns whether the code ends as no Puppet input does before it continues: with a name of other languages
/// (`empty?`), a number and a dot (`5.`), or a type with type arguments in angle brackets (`Array<String>`).
fn is_foreign(code: &str) -> bool {
    let lexed = lex(code, LexOptions::default());
    if lexed.unfinished.is_some() {
        return false;
    }
    let tokens: Vec<&Token> = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).collect();
    let [.., before, last] = tokens.as_slice() else { return false };
    match (before.kind, last.kind) {
        (TokenKind::Name, TokenKind::QMark) | (TokenKind::Number, TokenKind::Dot) => before.span.end == last.span.start,
        (TokenKind::Ref, TokenKind::GreaterThan | TokenKind::RShift) => {
            let mut outwards = tokens.iter().rev().skip(2);
            outwards.next().is_some_and(|token| token.kind == TokenKind::LessThan)
                && outwards.next().is_some_and(|token| token.kind == TokenKind::Ref)
        }
        _ => false,
    }
}
