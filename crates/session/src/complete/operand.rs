//! The operand that ends before an operator: `$x['a']`, `f(1).keys`, `[1, 2].map |$n| { $n }`. It uses tokens, since the code
//! around it is incomplete.

use std::ops::Range;

use puppet_syntax::{LexOptions, Token, TokenKind, lex};

/// Returns the range of the operand at the end of `before`; `None` without one.
pub fn operand_before(before: &str) -> Option<Range<usize>> {
    let lexed = lex(before, LexOptions::default());
    let tokens: Vec<Token> = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).copied().collect();
    let end = tokens.last()?.span.end as usize;
    if !before.get(end..)?.trim().is_empty() {
        return None;
    }
    let mut at = tokens.len() - 1;
    loop {
        at = start_of_part(&tokens, at)?;
        match at.checked_sub(1).and_then(|dot| Some((dot, tokens.get(dot)?.kind))) {
            Some((dot, TokenKind::Dot)) => at = dot.checked_sub(1)?,
            _ => break,
        }
    }
    let start = tokens.get(at)?.span.start as usize;
    Some(start..end)
}

/// Returns the first token of the part of a chain that ends at a token: a primary with its accesses, arguments and lambda.
fn start_of_part(tokens: &[Token], last: usize) -> Option<usize> {
    use TokenKind as T;
    let mut at = last;
    loop {
        match tokens.get(at)?.kind {
            T::RBrack => {
                at = opener(tokens, at)?;
                if tokens.get(at)?.kind == T::ListStart {
                    return Some(at);
                }
                at = at.checked_sub(1)?;
            }
            T::RParen => {
                at = opener(tokens, at)?;
                match at.checked_sub(1).and_then(|name| tokens.get(name)) {
                    Some(name) if is_callable(name.kind) => return Some(at - 1),
                    _ => return Some(at),
                }
            }
            T::RBrace => {
                at = opener(tokens, at)?;
                let Some(pipe) = at.checked_sub(1).filter(|pipe| tokens.get(*pipe).is_some_and(is_pipe)) else {
                    return Some(at);
                };
                // The parameters of a lambda, and what it belongs to.
                at = tokens.get(..pipe)?.iter().rposition(is_pipe)?.checked_sub(1)?;
            }
            T::DqPost => return tokens.get(..at)?.iter().rposition(|token| token.kind == T::DqPre),
            kind if is_primary(kind) => return Some(at),
            _ => return None,
        }
    }
}

fn is_callable(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Name | TokenKind::Word | TokenKind::Ref | TokenKind::Type)
}

fn is_primary(kind: TokenKind) -> bool {
    use TokenKind as T;
    is_callable(kind)
        || matches!(
            kind,
            T::Variable | T::Number | T::String | T::Regexp | T::Heredoc | T::Boolean | T::Undef | T::Default
        )
}

fn is_pipe(token: &Token) -> bool {
    matches!(token.kind, TokenKind::LambdaPipe | TokenKind::Pipe | TokenKind::PipeEnd)
}

/// Returns the opening half of the bracket at a token.
fn opener(tokens: &[Token], closer: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in (0..=closer).rev() {
        match tokens.get(at)?.kind {
            TokenKind::RBrack | TokenKind::RParen | TokenKind::RBrace => depth += 1,
            kind if kind.closing().is_some() => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
