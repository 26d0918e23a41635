//! The sizes of types: their methods, in all `impl` blocks of a crate, and their fields.

use std::collections::BTreeMap;

use super::tokens::{Token, after_closing, after_generics};

/// The number of methods of each type.
pub type Methods = BTreeMap<String, usize>;

/// Adds the methods of the inherent `impl` blocks in a file. The methods of a trait are not a type's own design.
pub fn add_methods(tokens: &[Token<'_>], methods: &mut Methods) {
    for at in (0..tokens.len()).filter(|at| tokens[*at] == Token::Word("impl") && starts_item(tokens, *at)) {
        let start = after_generics(tokens, at + 1);
        let head = tokens[start..].iter().take_while(|token| **token != Token::Mark('{')).count();
        let open = start + head;
        let Some(name) = type_of(&tokens[start..open]) else { continue };
        let own = functions(&tokens[open..after_closing(tokens, open)]);
        *methods.entry(name.to_owned()).or_default() += own;
    }
}

/// Returns whether an `impl` block is here, not an `impl Trait` in a type.
fn starts_item(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    matches!(before, None | Some(Token::Mark('}' | ';' | ']' | '{') | Token::Word("unsafe")))
}

/// Returns the type's name in the head of an inherent `impl` block; `None` for a trait's.
fn type_of<'t>(head: &[Token<'t>]) -> Option<&'t str> {
    let is_for = |pair: &[Token<'_>]| pair[0] == Token::Word("for") && pair[1] != Token::Mark('<');
    if head.windows(2).any(is_for) {
        return None;
    }
    let mut name = None;
    for token in head {
        match token {
            Token::Word(word) => name = Some(*word),
            Token::PathSeparator => {}
            Token::Arrow | Token::Mark(_) | Token::Literal => break,
        }
    }
    name
}

/// Returns the number of functions directly in a block.
fn functions(block: &[Token<'_>]) -> usize {
    let mut depth = 0;
    let mut count = 0;
    for pair in block.windows(2) {
        match pair {
            [Token::Mark('{'), _] => depth += 1,
            [Token::Mark('}'), _] => depth -= 1,
            [Token::Word("fn"), Token::Word(_)] if depth == 1 => count += 1,
            _ => {}
        }
    }
    count
}

/// Returns the structs of a file that name their fields, each with the number of them.
pub fn fields<'t>(tokens: &[Token<'t>]) -> Vec<(&'t str, usize)> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let [Token::Word("struct"), Token::Word(name), ..] = tokens[at..] else { continue };
        let body = tokens[at..].iter().position(|token| matches!(token, Token::Mark('{' | ';' | '(')));
        if let Some(open) = body.map(|body| at + body).filter(|open| tokens[*open] == Token::Mark('{')) {
            found.push((name, named_fields(&tokens[open + 1..after_closing(tokens, open) - 1])));
        }
    }
    found
}

/// Returns the number of `name: Type` in the body of a struct.
fn named_fields(body: &[Token<'_>]) -> usize {
    let mut depth = 0;
    let mut count = 0;
    for pair in body.windows(2) {
        match pair[0] {
            Token::Mark('{' | '(' | '[' | '<') => depth += 1,
            Token::Mark('}' | ')' | ']' | '>') => depth -= 1,
            Token::Word(_) if depth == 0 && pair[1] == Token::Mark(':') => count += 1,
            _ => {}
        }
    }
    count
}
