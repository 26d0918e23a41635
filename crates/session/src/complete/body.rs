//! The body of a resource that is being written: its type, its title, and the attributes that it has so far. The tokens
//! before the cursor decide; the source after it does not matter.

use puppet_syntax::{LexOptions, Token, TokenKind, lex_without_repair};

/// A body at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The type as written: `file`, `class`, `apache::vhost`, `File`.
    pub kind: String,
    /// The title as written, without quotes.
    pub title: String,
    /// The names of the attributes so far.
    pub given: Vec<String>,
    /// The attribute whose value comes next.
    pub value_of: Option<String>,
    /// Whether the name of an attribute comes next.
    pub wants_name: bool,
}

/// Braces that are open.
struct Open {
    kind: Option<String>,
    /// Whether a title precedes the attributes.
    has_titles: bool,
    tokens: Vec<Token>,
    title: String,
    is_in_body: bool,
}

/// Returns the resource type of the innermost open braces at the end of `before`, as written.
pub fn kind_around(before: &str) -> Option<String> {
    innermost(before)?.kind
}

/// Returns the body of the innermost open braces at the end of `before`, if they belong to a resource.
pub fn body_at(before: &str) -> Option<Body> {
    let open = innermost(before)?;
    let kind = open.kind.filter(|_| open.is_in_body || !open.has_titles)?;
    let arrow = |token: &Token| matches!(token.kind, TokenKind::FatArrow | TokenKind::PlusArrow);
    let pairs = open.tokens.windows(2).filter(|pair| pair.get(1).is_some_and(arrow));
    let given = pairs.filter_map(|pair| pair.first()).map(|name| name.span.of(before).to_owned()).collect();
    let last = open.tokens.last();
    let value_of = last.filter(|token| arrow(token)).and_then(|_| open.tokens.iter().rev().nth(1));
    Some(Body {
        kind,
        title: open.title,
        given,
        value_of: value_of.map(|name| name.span.of(before).to_owned()),
        wants_name: last.is_none_or(|token| token.kind == TokenKind::Comma),
    })
}

fn innermost(text: &str) -> Option<Open> {
    let lexed = lex_without_repair(text, LexOptions::default());
    let (mut open, mut before): (Vec<Open>, Vec<Token>) = (Vec::new(), Vec::new());
    for token in lexed.tokens.iter().filter(|token| token.kind != TokenKind::End) {
        match token.kind {
            TokenKind::LBrace | TokenKind::SelBrace => open.push(braces(text, &before)),
            TokenKind::LBrack | TokenKind::ListStart | TokenKind::LParen | TokenKind::WsLParen => open.push(other()),
            TokenKind::RBrace | TokenKind::RBrack | TokenKind::RParen => {
                open.pop();
                if let Some(outer) = open.last_mut() {
                    outer.tokens.push(*token);
                }
            }
            _ => {
                if let Some(inner) = open.last_mut() {
                    inner.take(*token, text);
                }
            }
        }
        before.push(*token);
    }
    open.pop()
}

fn other() -> Open {
    Open { kind: None, has_titles: true, tokens: Vec::new(), title: String::new(), is_in_body: false }
}

/// Returns the braces after these tokens.
fn braces(text: &str, before: &[Token]) -> Open {
    let Some(last) = before.last() else { return other() };
    let word = last.span.of(text);
    if last.kind == TokenKind::RBrack {
        // `File['/a'] { .. }`
        return Open { kind: referred(text, before), has_titles: false, ..other() };
    }
    // The name of a class or function also precedes braces.
    let is_defined = before.iter().rev().nth(1).is_some_and(|token| {
        matches!(
            token.kind,
            TokenKind::Class | TokenKind::Define | TokenKind::Function | TokenKind::Inherits | TokenKind::Node
        )
    });
    match last.kind {
        TokenKind::Name | TokenKind::Class if !is_defined => Open { kind: Some(word.to_owned()), ..other() },
        TokenKind::Ref => Open { kind: Some(word.to_owned()), has_titles: false, ..other() },
        _ => other(),
    }
}

/// Returns the type of the reference that ends the tokens: `File` of `File['/a']`.
fn referred(text: &str, tokens: &[Token]) -> Option<String> {
    let is_opener = |token: &Token| matches!(token.kind, TokenKind::LBrack | TokenKind::ListStart);
    let name = tokens.iter().rposition(is_opener)?.checked_sub(1).and_then(|at| tokens.get(at))?;
    (name.kind == TokenKind::Ref).then(|| name.span.of(text).to_owned())
}

impl Open {
    fn take(&mut self, token: Token, text: &str) {
        match token.kind {
            TokenKind::Colon if self.has_titles && !self.is_in_body => {
                let title = self.tokens.last().map_or("", |title| title.span.of(text));
                self.title = title.trim_matches(['\'', '"']).to_owned();
                self.is_in_body = true;
                self.tokens.clear();
            }
            TokenKind::Semicolon => {
                self.is_in_body = false;
                self.tokens.clear();
            }
            _ => self.tokens.push(token),
        }
    }
}
