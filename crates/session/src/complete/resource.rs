//! Completion in a resource's body: the attributes of its type, and after `=>` the accepted words.
//!
//! The tokens before the offset decide; the source after it does not matter.

use puppet_catalog::schema::{Attribute, METAPARAMETERS};
use puppet_catalog::{ResourceType, builtin};
use puppet_syntax::{LexOptions, Token, TokenKind, lex};

use super::item::{Completion, Item, ItemKind};
use super::rank::matching_items;

/// The open braces before the offset.
struct Open {
    /// The resource type of these braces.
    row: Option<&'static ResourceType>,
    /// False for `Type { name => value }` and `Type['title'] { .. }`, which have no titles.
    titled: bool,
    /// The tokens since a title's colon, or since the brace.
    tokens: Vec<Token>,
    /// True after the title's colon.
    in_body: bool,
}

/// Returns the resource type whose braces enclose the end of `before`.
pub fn type_around(before: &str) -> Option<&'static ResourceType> {
    innermost(before)?.row
}

/// Completes at the end of `before`, inside a resource's body; `quote` is the start of a string being typed.
pub fn complete(before: &str, quote: Option<usize>) -> Option<Completion> {
    let from = quote.unwrap_or_else(|| word_start(before));
    let typed = before.get(from..)?;
    let open = innermost(before.get(..from)?)?;
    let row = open.row.filter(|_| open.in_body || !open.titled)?;
    let kinds: Vec<TokenKind> = open.tokens.iter().map(|token| token.kind).collect();
    match kinds.as_slice() {
        [.., TokenKind::FatArrow | TokenKind::PlusArrow] => {
            let name = open.tokens.iter().rev().nth(1)?;
            let attribute = row.attribute(name.span.of(before))?;
            values(attribute, typed, from)
        }
        [] | [.., TokenKind::Comma] if quote.is_none() => {
            let given = given(&open.tokens, before);
            Some(Completion { from, items: matching_items(attributes(row, &given), typed) })
                .filter(|found| !found.items.is_empty())
        }
        _ => None,
    }
}

fn word_start(before: &str) -> usize {
    before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()
}

/// Returns the attributes present so far.
fn given<'a>(tokens: &[Token], text: &'a str) -> Vec<&'a str> {
    let arrow = |pair: &[Token]| {
        pair.get(1).is_some_and(|next| matches!(next.kind, TokenKind::FatArrow | TokenKind::PlusArrow))
    };
    tokens
        .windows(2)
        .filter(|pair| arrow(pair))
        .filter_map(|pair| pair.first())
        .map(|name| name.span.of(text))
        .collect()
}

fn attributes(row: &'static ResourceType, given: &[&str]) -> Vec<Item> {
    let item =
        |attribute: &Attribute| Item::new(attribute.name, ItemKind::Attribute, attribute.takes(), attribute.summary);
    row.attributes.iter().chain(METAPARAMETERS).filter(|attribute| !given.contains(&attribute.name)).map(item).collect()
}

fn values(attribute: &Attribute, typed: &str, from: usize) -> Option<Completion> {
    let mark = typed.chars().next().filter(|c| matches!(c, '\'' | '"')).map(String::from).unwrap_or_default();
    let words = attribute.words.iter().copied().chain(attribute.aliases.iter().map(|(alias, _)| *alias));
    let item =
        |word: &str| Item::new(format!("{mark}{word}{mark}"), ItemKind::Argument, attribute.name, attribute.summary);
    let items = matching_items(words.map(item).collect(), typed);
    (!items.is_empty()).then_some(Completion { from, items })
}

/// Returns the innermost braces that are open at the end of `text`.
fn innermost(text: &str) -> Option<Open> {
    let lexed = lex(text, LexOptions::default());
    let mut open: Vec<Open> = Vec::new();
    let mut before: Vec<Token> = Vec::new();
    for token in lexed.tokens.iter().filter(|token| token.kind != TokenKind::End) {
        match token.kind {
            TokenKind::LBrace | TokenKind::SelBrace => open.push(braces(text, &before)),
            TokenKind::LBrack | TokenKind::ListStart | TokenKind::LParen | TokenKind::WsLParen => {
                open.push(Open::plain())
            }
            TokenKind::RBrace | TokenKind::RBrack | TokenKind::RParen => {
                open.pop();
                if let Some(outer) = open.last_mut() {
                    outer.tokens.push(*token);
                }
            }
            _ => {
                if let Some(inner) = open.last_mut() {
                    inner.take(*token);
                }
            }
        }
        before.push(*token);
    }
    open.pop()
}

/// Classifies the braces after `before`: a resource's when a type's name precedes them.
fn braces(text: &str, before: &[Token]) -> Open {
    let mut tokens = before.iter().rev();
    let Some(mut last) = tokens.next() else { return Open::plain() };
    let mut titled = last.kind == TokenKind::Name;
    if last.kind == TokenKind::RBrack {
        // `File['/a'] { .. }`
        let Some(reference) = tokens.find(|token| matches!(token.kind, TokenKind::LBrack | TokenKind::ListStart))
        else {
            return Open::plain();
        };
        let at = before.iter().position(|token| token.span == reference.span).and_then(|at| at.checked_sub(1));
        let Some(name) = at.and_then(|at| before.get(at)) else { return Open::plain() };
        last = name;
        titled = false;
    }
    let row = match last.kind {
        TokenKind::Name => builtin(last.span.of(text)),
        TokenKind::Ref => builtin(&last.span.of(text).to_lowercase()),
        _ => None,
    };
    Open { row, titled, ..Open::plain() }
}

impl Open {
    fn plain() -> Open {
        Open { row: None, titled: true, tokens: Vec::new(), in_body: false }
    }

    /// Handles one more token: a colon starts a body, a semicolon the next title.
    fn take(&mut self, token: Token) {
        match token.kind {
            TokenKind::Colon if !self.in_body => {
                self.in_body = true;
                self.tokens.clear();
            }
            TokenKind::Semicolon => {
                self.in_body = false;
                self.tokens.clear();
            }
            _ => self.tokens.push(token),
        }
    }
}
