//! The names of tokens in Puppet's own lexer (`Lexer2`), where they differ from the language specification.

use super::token::{Token, TokenKind};

/// Returns the names of the tokens as Puppet's lexer has them. A first word in `${..}` is a variable there.
pub fn reference_names(tokens: &[Token]) -> Vec<&'static str> {
    let name = |(at, token): (usize, &Token)| {
        if is_variable(tokens, at) { TokenKind::Variable.as_str() } else { reference_name(token.kind) }
    };
    tokens.iter().enumerate().map(name).collect()
}

fn reference_name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Ref => "CLASSREF",
        TokenKind::Regexp => "REGEX",
        TokenKind::WsLParen => "WSLPAREN",
        TokenKind::EppStart => "EPP_START",
        TokenKind::RenderExpr => "RENDER_EXPR",
        kind => kind.as_str(),
    }
}

/// Returns whether the token is the first of an interpolation, and a word or number that Puppet reads as a variable: it
/// is alone, or an access or a call with `.` follows.
fn is_variable(tokens: &[Token], at: usize) -> bool {
    let kind = |index: usize| tokens.get(index).map(|token| token.kind);
    let follows = at.checked_sub(1).and_then(kind);
    let is_first = matches!(follows, Some(TokenKind::DqPre | TokenKind::DqMid));
    let is_word =
        |kind: TokenKind| matches!(kind, TokenKind::Name | TokenKind::Word | TokenKind::Number) || is_keyword(kind);
    let ends = matches!(
        kind(at + 1),
        Some(TokenKind::DqMid | TokenKind::DqPost | TokenKind::Dot | TokenKind::LBrack | TokenKind::ListStart)
    );
    is_first && ends && kind(at).is_some_and(is_word)
}

/// Returns whether the token is a keyword of Puppet's lexer.
fn is_keyword(kind: TokenKind) -> bool {
    use TokenKind::{
        And, Application, Attr, Case, Class, Consumes, Default, Define, Else, Elsif, Function, If, In, Inherits, Node,
        Or, Private, Produces, Site, Type, Undef, Unless,
    };
    matches!(
        kind,
        And | Application
            | Attr
            | Case
            | Class
            | Consumes
            | Default
            | Define
            | Else
            | Elsif
            | Function
            | If
            | In
            | Inherits
            | Node
            | Or
            | Private
            | Produces
            | Site
            | Type
            | Undef
            | Unless
            | TokenKind::Boolean
    )
}
