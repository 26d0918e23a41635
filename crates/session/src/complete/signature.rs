//! The signature of the call at an offset: the function, the overload for the number of arguments, and the active
//! parameter. It uses tokens, since a call being typed is incomplete.

use std::ops::Range;

use crate::Session;
use pprepl_text::columns::shortened;
use puppet_syntax::{LexOptions, Lexed, TokenKind, lex_without_repair};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The signature on one line.
    pub text: String,
    /// The bytes of the active parameter.
    pub active: Range<usize>,
}

/// Returns the signature of the innermost call whose parentheses are open at byte `offset`.
pub fn signature(session: &Session, text: &str, offset: usize) -> Option<Signature> {
    let before = text.get(..offset)?;
    let lexed = lex_without_repair(before, LexOptions::default());
    let (name, argument) = call_at_end(&lexed, before)?;
    let view = session.names().functions().into_iter().find(|view| view.name == name)?;
    let with_params = |text: String| {
        let params = parameters(&text);
        (text, params)
    };
    let all: Vec<(String, Vec<Range<usize>>)> = view.signatures.into_iter().map(with_params).collect();
    let takes = |(text, params): &&(String, Vec<Range<usize>>)| {
        argument < params.len() || params.last().is_some_and(|last| is_rest(text, last)) || argument == 0
    };
    let count = all.len();
    let (text, params) = all.iter().find(takes).or(all.first())?;
    let active = params.get(argument).or(params.last().filter(|last| is_rest(text, last))).cloned().unwrap_or(0..0);
    let mut found = Signature { text: text.clone(), active };
    if text.chars().count() > WIDE {
        found = brief(&found, params);
    }
    if count > 1 {
        found.text.push_str(&format!("  (one of {count})"));
    }
    Some(found)
}

/// The width in columns above which a signature shows the type of the active parameter only.
const WIDE: usize = 70;

/// Shortens the signature: the active parameter in full, the others by name.
fn brief(whole: &Signature, params: &[Range<usize>]) -> Signature {
    let Some(first) = params.first() else { return whole.clone() };
    let mut found = Signature { text: whole.text.get(..first.start).unwrap_or("").to_owned(), active: 0..0 };
    for (at, param) in params.iter().enumerate() {
        if at > 0 {
            found.text.push_str(", ");
        }
        let text = whole.text.get(param.clone()).unwrap_or("");
        let start = found.text.len();
        if *param == whole.active {
            found.text.push_str(&shortened(text, WIDE));
            found.active = start..found.text.len();
        } else {
            let behind = [" $", " *$", " &$"].iter().filter_map(|sign| text.find(sign)).min();
            let name = behind.and_then(|at| text.get(at + 1..)).unwrap_or(text);
            found.text.push_str(name.split([' ', '=']).next().unwrap_or(name));
        }
    }
    found.text.push(')');
    found
}

/// Returns the function whose parentheses are open at the end of `before`, and the index of the argument there.
pub fn open_call(before: &str) -> Option<(String, usize)> {
    let (name, argument) = call_at_end(&lex_without_repair(before, LexOptions::default()), before)?;
    Some((name.to_owned(), argument))
}

/// Returns the function whose parentheses are open at the end, and the argument's index.
fn call_at_end<'t>(lexed: &Lexed, text: &'t str) -> Option<(&'t str, usize)> {
    use TokenKind as T;
    let tokens: Vec<_> = lexed.tokens.iter().filter(|token| token.kind != T::End).collect();
    let mut argument = 0;
    let mut at = tokens.len();
    let mut depth = 0usize;
    while let Some(previous) = at.checked_sub(1) {
        at = previous;
        match tokens.get(at)?.kind {
            T::RParen | T::RBrack | T::RBrace => depth += 1,
            T::LParen | T::WsLParen if depth == 0 => {
                let name = tokens.get(at.checked_sub(1)?)?;
                let is_method = at > 1 && tokens.get(at - 2).is_some_and(|token| token.kind == T::Dot);
                let is_name = matches!(name.kind, T::Name | T::Type | T::Word);
                return is_name.then(|| (name.span.of(text), argument + usize::from(is_method)));
            }
            T::LParen | T::WsLParen | T::LBrack | T::ListStart | T::LBrace | T::SelBrace if depth > 0 => depth -= 1,
            // In a list, a hash or a body inside the call, the parameter is unknown.
            T::LBrack | T::ListStart | T::SelBrace | T::LBrace => argument = 0,
            T::Comma if depth == 0 => argument += 1,
            T::Semicolon if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the ranges of the parameters in `name(A $a, B *$b) >> R`.
pub fn parameters(text: &str) -> Vec<Range<usize>> {
    let Some(open) = text.find('(') else { return Vec::new() };
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, open + 1);
    for (at, letter) in text.char_indices().skip_while(|(at, _)| *at <= open) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push(start..at);
                break;
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    let trimmed = |range: Range<usize>| {
        let part = text.get(range.clone()).unwrap_or("");
        let blanks = part.len() - part.trim_start().len();
        range.start + blanks..range.start + blanks + part.trim().len()
    };
    found.into_iter().map(trimmed).filter(|range| !range.is_empty()).collect()
}

/// Returns whether the parameter takes all further arguments.
fn is_rest(text: &str, param: &Range<usize>) -> bool {
    text.get(param.clone()).is_some_and(|param| param.contains("*$"))
}
