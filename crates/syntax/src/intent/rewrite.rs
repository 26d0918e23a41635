//! The translation of expressions of other languages to Puppet, token by token. A translation is only a proposal: it is
//! offered if the program with it parses.

use super::view::{View, is_variable};
use crate::{TokenKind as T, function_meant};
use std::ops::Range;

/// The translation of ranges of tokens; bare words in `variables` are variables.
pub(super) struct Rewriter<'a> {
    pub view: View<'a>,
    pub variables: Vec<String>,
}

impl<'a> Rewriter<'a> {
    /// Creates a translation without variables.
    pub fn new(view: View<'a>) -> Self {
        Rewriter { view, variables: Vec::new() }
    }

    /// Creates a translation in which these bare words are variables.
    pub fn with_variables(view: View<'a>, variables: Vec<String>) -> Self {
        Rewriter { view, variables }
    }

    /// Translates the tokens of a range, with the whitespace between them.
    pub fn range(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut at = range.start;
        let mut is_first = true;
        while at < range.end {
            let (text, next, glue) = self.at(at, range.end);
            if !is_first && (!glue || !text.is_empty()) {
                out.push_str(self.view.gap(at));
            }
            out.push_str(&text);
            is_first = false;
            at = next.max(at + 1);
        }
        out
    }

    /// Returns the translation at a token, the first token after it, and whether an empty one takes its gap along.
    fn at(&self, at: usize, end: usize) -> (String, usize, bool) {
        let view = &self.view;
        if let Some((text, next)) = operator(view, at, end) {
            return (spaced(view, at..next, &text), next, false);
        }
        if let Some((text, next)) = self.negation(at, end) {
            return (text, next, false);
        }
        if let Some((text, next)) = self.printed(at, end) {
            return (text, next, false);
        }
        if view.is(at, ";") && (at + 1 >= end || view.begins_line(at + 1)) {
            return (String::new(), at + 1, true);
        }
        let is_key = matches!(view.kind(at + 1), T::FatArrow | T::LParen | T::Colon);
        let follows_dot = at > 0 && view.kind(at - 1) == T::Dot;
        let word = view.text(at);
        if let Some(literal) = literal(view, at).filter(|_| !is_key) {
            return (literal.to_owned(), at + 1, false);
        }
        if view.is_name(at) && !is_key && !follows_dot && self.variables.iter().any(|known| known == word) {
            return (format!("${word}"), at + 1, false);
        }
        (word.to_owned(), at + 1, false)
    }

    /// Translates `not x` to `!x`, and `not x == y` to `!(x == y)`.
    fn negation(&self, at: usize, end: usize) -> Option<(String, usize)> {
        let view = &self.view;
        if !view.is(at, "not") || !view.is_name(at) || matches!(view.kind(at + 1), T::FatArrow | T::Comma) {
            return None;
        }
        let mut last = at + 1;
        while last < end && !ends_operand(view, last) {
            last = view.closing(last).unwrap_or(last) + 1;
        }
        if last == at + 1 || (view.is(at + 1, "in")) {
            return None;
        }
        let operand = self.range(at + 1..last);
        let compares = view.outer(at + 1..last).skip(1).any(|inner| is_binary(view.kind(inner)));
        Some((if compares { format!("!({operand})") } else { format!("!{operand}") }, last))
    }

    /// Translates `print x` at the start of a statement to `notice(x)`.
    fn printed(&self, at: usize, end: usize) -> Option<(String, usize)> {
        let view = &self.view;
        let starts = view.begins_line(at)
            || at == 0
            || matches!(view.kind(at - 1), T::LBrace | T::Semicolon | T::Colon | T::RParen | T::PipeEnd);
        let after_word = at > 0 && (view.is(at - 1, "then") || view.is(at - 1, "do") || view.is(at - 1, "else"));
        if !view.is_name(at)
            || view.kind(at) == T::Word
            || view.is_adjacent(at) && at > 0 && view.kind(at - 1) == T::Dot
        {
            return None;
        }
        let ours = function_meant(view.text(at))?;
        if view.kind(at + 1) == T::LParen {
            return Some((ours.to_owned(), at + 1));
        }
        let stop = view.line_end(at).min(end);
        let stop = (at + 1..stop).find(|&index| view.is(index, ";")).unwrap_or(stop);
        ((starts || after_word) && stop > at + 1).then(|| (format!("{ours}({})", self.range(at + 1..stop)), stop))
    }
}

/// Returns what replaces the tokens of a range, with the spaces that a word needs between other tokens.
pub(super) fn spaced(view: &View, range: Range<usize>, text: &str) -> String {
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let gap = |at: usize| if is_word && view.gap(at).is_empty() { " " } else { "" };
    format!("{}{text}{}", gap(range.start), gap(range.end))
}

/// Returns Puppet's literal for a literal of another language.
pub(super) fn literal(view: &View, at: usize) -> Option<&'static str> {
    let is_word = view.is_name(at) || view.kind(at) == T::Ref;
    Some(match view.text(at) {
        "None" | "nil" | "null" | "NULL" | "Nil" | "nullptr" | "undefined" if is_word => "undef",
        "True" | "TRUE" if is_word => "true",
        "False" | "FALSE" if is_word => "false",
        _ => return None,
    })
}

/// Returns Puppet's operator for one of another language at `at`, and the first token after it.
pub(super) fn operator(view: &View, at: usize, end: usize) -> Option<(String, usize)> {
    let two = view.is_adjacent(at + 1) && at + 1 < end;
    let pair = (view.text(at), if two { view.text(at + 1) } else { "" });
    let found = match pair {
        ("&", "&") => ("and", 2),
        ("|", "|") => ("or", 2),
        ("==", "=") => ("==", 2),
        ("!=", "=") => ("!=", 2),
        ("<", ">") => ("!=", 2),
        ("=", "<") => ("<=", 2),
        (":", "=") => ("=", 2),
        ("-", word) if is_flag(view.kind(at + 1)) => (shell_comparison(word)?, 2),
        _ => return word_operator(view, at, end),
    };
    Some((found.0.to_owned(), at + found.1))
}

/// Returns whether a token after `-` can name an operator of a shell.
pub(super) fn is_flag(kind: T) -> bool {
    matches!(kind, T::Name | T::And | T::Or)
}

/// Returns the operator for `-eq` and the like.
fn shell_comparison(word: &str) -> Option<&'static str> {
    Some(match word {
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        "and" => "and",
        "or" => "or",
        "like" | "match" => "=~",
        _ => return None,
    })
}

/// Returns the operator for `is`, `is not`, `eq`, `mod` and the like between two values.
fn word_operator(view: &View, at: usize, end: usize) -> Option<(String, usize)> {
    let follows_value = at > 0 && view.ends_value(at - 1) && !view.begins_line(at);
    if !view.is_name(at) || !follows_value || at + 1 >= end {
        return None;
    }
    let negated = view.is(at + 1, "not") && at + 2 < end;
    let right = at + 1 + usize::from(negated);
    let is_type = view.kind(right) == T::Ref && literal(view, right).is_none();
    let operator = match (view.text(at), negated, is_type) {
        ("is" | "isa" | "instanceof", false, true) => "=~",
        ("is", true, true) => "!~",
        ("is" | "eq" | "equals", false, false) => "==",
        ("is", true, false) => "!=",
        ("ne", false, _) => "!=",
        ("lt", false, _) => "<",
        ("gt", false, _) => ">",
        ("le", false, _) => "<=",
        ("ge", false, _) => ">=",
        ("mod", false, _) => "%",
        ("div", false, _) => "/",
        ("matches", false, _) => "=~",
        _ => return None,
    };
    Some((operator.to_owned(), right))
}

/// Returns whether the operand of `not` ends before the token.
fn ends_operand(view: &View, at: usize) -> bool {
    matches!(
        view.kind(at),
        T::And
            | T::Or
            | T::LBrace
            | T::RBrace
            | T::RParen
            | T::RBrack
            | T::Comma
            | T::Semicolon
            | T::Colon
            | T::End
            | T::QMark
    ) || view.begins_line(at)
        || view.is(at, "then")
        || (matches!(view.text(at), "&" | "|") && view.is_adjacent(at + 1))
}

/// Returns whether the token is an operator between two operands.
pub(super) fn is_binary(kind: T) -> bool {
    matches!(
        kind,
        T::Plus
            | T::Minus
            | T::Times
            | T::Div
            | T::Modulo
            | T::LShift
            | T::RShift
            | T::IsEqual
            | T::NotEqual
            | T::Match
            | T::NoMatch
            | T::LessThan
            | T::LessEqual
            | T::GreaterThan
            | T::GreaterEqual
            | T::And
            | T::Or
            | T::In
            | T::QMark
    )
}

/// Puts an expression in parentheses if an operator in it binds looser than a call.
pub(super) fn receiver(view: &View, range: Range<usize>, text: String) -> String {
    let loose = view.outer(range).any(|at| is_binary(view.kind(at)));
    if loose { format!("({text})") } else { text }
}

/// Returns a bare value as a quoted string; other values as they are.
pub(super) fn quoted(text: &str) -> String {
    let bare = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '.' | '~'));
    if bare && !matches!(text, "true" | "false" | "undef") && !text.contains(['\'', '\\']) {
        format!("'{text}'")
    } else {
        text.to_owned()
    }
}

/// Returns whether all of these words can be variables.
pub(super) fn are_variables(words: &[String]) -> bool {
    words.iter().all(|word| is_variable(word))
}
