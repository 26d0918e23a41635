//! The tokens around an error, with the questions that recognizers ask about them.

use crate::{Token, TokenKind as T};
use pprepl_text::Span;
use std::ops::Range;

/// The maximum number of tokens that one question about a bracket or a block visits.
const MAX_SCAN: usize = 20_000;

/// A source with its tokens, the last one `End`.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub source: &'a str,
    pub tokens: &'a [Token],
}

impl<'a> View<'a> {
    /// Returns the kind of a token; `End` past the last one.
    pub fn kind(&self, index: usize) -> T {
        self.tokens.get(index).map_or(T::End, |token| token.kind)
    }

    /// Returns the span of a token; the end of the source past the last one.
    pub fn span(&self, index: usize) -> Span {
        self.tokens.get(index).map_or(Span::at(self.source.len() as u32), |token| token.span)
    }

    /// Returns the source of a token.
    pub fn text(&self, index: usize) -> &'a str {
        self.span(index).of(self.source)
    }

    /// Returns whether the token is exactly this text.
    pub fn is(&self, index: usize, text: &str) -> bool {
        self.text(index) == text
    }

    /// Returns whether the token is a bare name: a lowercase word that is not a keyword.
    pub fn is_name(&self, index: usize) -> bool {
        matches!(self.kind(index), T::Name | T::Word | T::Application | T::Consumes | T::Produces | T::Site)
    }

    /// Returns the word at `index`: a name, a type or a keyword.
    pub fn word(&self, index: usize) -> Option<&'a str> {
        let text = self.text(index);
        let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        (is_word && !matches!(self.kind(index), T::Heredoc | T::SubLocate | T::RenderString | T::DqMid | T::DqPost))
            .then_some(text)
    }

    /// Returns the variable or bare name at `index`, without `$`.
    pub fn variable(&self, index: usize) -> Option<&'a str> {
        match self.kind(index) {
            T::Variable => self.text(index).strip_prefix('$').filter(|name| is_variable(name)),
            _ if self.is_name(index) => Some(self.text(index)).filter(|name| is_variable(name)),
            _ => None,
        }
    }

    /// Returns whether the token is a value of one token.
    pub fn is_value(&self, index: usize) -> bool {
        self.is_name(index)
            || matches!(
                self.kind(index),
                T::Variable | T::String | T::Number | T::Ref | T::Boolean | T::Undef | T::Default | T::Heredoc
            )
    }

    /// Returns whether an expression can end with the token.
    pub fn ends_value(&self, index: usize) -> bool {
        self.is_value(index) || matches!(self.kind(index), T::RParen | T::RBrack | T::RBrace | T::DqPost | T::Regexp)
    }

    /// Returns whether the token follows the one before it without whitespace.
    pub fn is_adjacent(&self, index: usize) -> bool {
        index > 0 && self.span(index - 1).end == self.span(index).start
    }

    /// Returns the source between a token and the one before it.
    pub fn gap(&self, index: usize) -> &'a str {
        let start = index.checked_sub(1).map_or(0, |before| self.span(before).end);
        self.source.get(start as usize..self.span(index).start as usize).unwrap_or("")
    }

    /// Returns whether the token is the first of its line.
    pub fn begins_line(&self, index: usize) -> bool {
        index == 0 || self.gap(index).contains('\n')
    }

    /// Returns the first token after `index` that is not on its line.
    pub fn line_end(&self, index: usize) -> usize {
        let mut next = index + 1;
        while next < self.tokens.len() && self.kind(next) != T::End && !self.begins_line(next) {
            next += 1;
        }
        next.min(self.end())
    }

    /// Returns the index of the token `End`.
    pub fn end(&self) -> usize {
        self.tokens.len().saturating_sub(1)
    }

    /// Returns the column of the first character of the token's line that is not whitespace.
    pub fn indentation(&self, index: usize) -> usize {
        let start = self.span(index).start as usize;
        let line = self.source.get(..start).map_or(0, |before| before.rfind('\n').map_or(0, |at| at + 1));
        self.source.get(line..).map_or(0, |rest| rest.len() - rest.trim_start_matches([' ', '\t']).len())
    }

    /// Returns the whitespace before the first character of the token's line.
    pub fn margin(&self, index: usize) -> &'a str {
        let start = self.span(index).start as usize;
        let line = self.source.get(..start).map_or(0, |before| before.rfind('\n').map_or(0, |at| at + 1));
        self.source.get(line..line + self.indentation(index)).unwrap_or("")
    }

    /// Returns the bracket that closes the one at `index`; `None` for other tokens.
    pub fn closing(&self, index: usize) -> Option<usize> {
        self.kind(index).closing()?;
        let mut open = Vec::new();
        for at in index..self.end().min(index + MAX_SCAN) {
            let kind = self.kind(at);
            if let Some(closer) = kind.closing() {
                open.push(closer);
            } else if matches!(kind, T::RBrace | T::RBrack | T::RParen) {
                if open.pop() != Some(kind) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at);
                }
            }
        }
        None
    }

    /// Returns the innermost bracket that is open before the token `index`, searched back to `from`.
    pub fn opener(&self, from: usize, index: usize) -> Option<usize> {
        let mut closed = 0_usize;
        (from..index).rev().take(MAX_SCAN).find(|&at| {
            let kind = self.kind(at);
            if matches!(kind, T::RBrace | T::RBrack | T::RParen) {
                closed += 1;
            } else if kind.closing().is_some() {
                if closed == 0 {
                    return true;
                }
                closed -= 1;
            }
            false
        })
    }

    /// Returns the tokens of `range` that are in no bracket opened in it.
    pub fn outer(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut depth = 0_usize;
        range.filter(move |&at| {
            let kind = self.kind(at);
            let opens = kind.closing().is_some();
            let closes = matches!(kind, T::RBrace | T::RBrack | T::RParen);
            let is_outer = depth == 0 && !closes;
            depth = if opens { depth + 1 } else { depth.saturating_sub(usize::from(closes)) };
            is_outer
        })
    }

    /// Returns the tokens from `end` back to `from` that are in no bracket closed on the way.
    pub fn outer_back(&self, from: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        let mut closed = 0_usize;
        (from..end).rev().take(MAX_SCAN).filter(move |&at| {
            let kind = self.kind(at);
            if matches!(kind, T::RBrace | T::RBrack | T::RParen) {
                closed += 1;
                return false;
            }
            if kind.closing().is_some() {
                closed = closed.saturating_sub(1);
                return false;
            }
            closed == 0
        })
    }

    /// Returns the span from the first to the last token of a range; empty before the first for an empty one.
    pub fn range_span(&self, range: Range<usize>) -> Span {
        if range.is_empty() {
            Span::at(self.span(range.start).start)
        } else {
            self.span(range.start).to(self.span(range.end - 1))
        }
    }

    /// Returns the source of a range of tokens.
    pub fn slice(&self, range: Range<usize>) -> &'a str {
        self.range_span(range).of(self.source)
    }

    /// Returns the first token at or after the offset.
    pub fn token_from(&self, offset: u32) -> usize {
        self.tokens
            .iter()
            .position(|token| token.span.start >= offset && token.kind != T::SubLocate)
            .unwrap_or(self.end())
    }

    /// Returns the first token of the line run that contains `index`: statements that share its line and that only
    /// spaces separate.
    pub fn head(&self, index: usize) -> usize {
        let mut head = index;
        while head > 0 && index - head < 200 && !self.begins_line(head) && !self.ends_statement(head - 1) {
            head -= 1;
        }
        head
    }

    fn ends_statement(&self, index: usize) -> bool {
        matches!(
            self.kind(index),
            T::LBrace
                | T::RBrace
                | T::Semicolon
                | T::EppStart
                | T::EppEnd
                | T::EppEndTrim
                | T::RenderString
                | T::RenderExpr
                | T::SubLocate
        )
    }
}

/// Returns whether this is a variable's name without `$`.
pub(super) fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns a name as a variable's name: lowercase, with `_` for other characters; `None` if the result is not valid.
pub(super) fn as_variable(name: &str) -> Option<String> {
    let plain: String = name
        .trim_start_matches(['$', '@'])
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .collect();
    is_variable(&plain).then_some(plain)
}
