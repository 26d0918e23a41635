//! Error recovery after an invalid statement.
//!
//! Brackets and indentation locate the next statement. A token that can begin a statement ends all open brackets if it
//! is the first of its line and not indented deeper than the invalid statement. Such a token before the error counts
//! too, because an unclosed statement has often consumed the start of the next one.

use super::cursor::{MAX_FINDINGS, Parser, is_name, is_statement_function};
use crate::TokenKind as T;

/// The brackets that a scan has open, and the starts of statements that it passed in them.
#[derive(Default)]
struct Scan {
    open: Vec<T>,
    begins: Vec<(usize, usize)>,
}

impl Scan {
    /// Records a bracket. Returns false for an unmatched closing bracket.
    fn bracket(&mut self, kind: T) -> bool {
        let Some(closer) = closer_of(kind) else { return self.close(kind) };
        self.open.push(closer);
        true
    }

    fn close(&mut self, kind: T) -> bool {
        if !is_closer(kind) {
            return true;
        }
        let Some(depth) = self.open.iter().rposition(|&closer| closer == kind) else { return false };
        self.open.truncate(depth);
        self.begins.retain(|&(at_depth, _)| at_depth <= depth);
        true
    }
}

/// Returns the bracket that closes this one.
pub(super) fn closer_of(kind: T) -> Option<T> {
    Some(match kind {
        T::LBrace | T::SelBrace => T::RBrace,
        T::LBrack | T::ListStart => T::RBrack,
        T::LParen | T::WsLParen => T::RParen,
        _ => return None,
    })
}

/// Returns whether the token is a closing bracket.
pub(super) fn is_closer(kind: T) -> bool {
    matches!(kind, T::RBrace | T::RBrack | T::RParen)
}

impl Parser<'_> {
    /// Returns the index of the token at which to continue after the statement from `start` failed at the token
    /// `noticed`.
    pub(super) fn resume(&self, start: usize, noticed: usize, nested: bool) -> usize {
        if !self.salvaged.is_empty() {
            return self.at;
        }
        if self.found.len() >= MAX_FINDINGS {
            return self.token_count().saturating_sub(1);
        }
        let margin = self.indentation(start);
        let mut scan = Scan::default();
        for index in start..noticed {
            if index > start && self.begins_statement(index, margin) {
                scan.begins.push((scan.open.len(), index));
            }
            scan.bracket(self.token_at(index).kind);
        }
        match scan.begins.iter().find(|(_, index)| !self.failed.contains(index)) {
            Some(&(_, index)) => index,
            None => self.resume_after(start, noticed, nested, margin, scan),
        }
    }

    fn resume_after(&self, start: usize, noticed: usize, nested: bool, margin: usize, mut scan: Scan) -> usize {
        let last = self.token_count().saturating_sub(1);
        for index in noticed..last {
            let kind = self.token_at(index).kind;
            if index > start && !self.failed.contains(&index) && self.is_next(index, margin, scan.open.is_empty()) {
                return index;
            }
            if !scan.bracket(kind) && kind == T::RBrace && nested {
                return index;
            }
            if kind == T::Semicolon && scan.open.is_empty() {
                return index + 1;
            }
        }
        last
    }

    /// Returns whether this is the next statement. Outside brackets any token that may begin one does so at the start
    /// of a line.
    fn is_next(&self, index: usize, margin: usize, outside: bool) -> bool {
        let kind = self.token_at(index).kind;
        if outside {
            matches!(kind, T::RenderString | T::RenderExpr)
                || (may_begin(kind) && self.column_if_first(index).is_some() && !self.is_operand(index))
        } else {
            self.begins_statement(index, margin)
        }
    }

    /// Returns whether an operator before the token requires it as an operand.
    fn is_operand(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or(T::End, |before| self.token_at(before).kind);
        matches!(before, T::Comma | T::Plus | T::Dot | T::FatArrow | T::InEdge | T::InEdgeSub | T::And | T::Or)
            && !self.begins_statement(index, usize::MAX)
    }

    /// Returns whether a statement begins here, first on its line and not right of `margin`.
    pub(super) fn begins_statement(&self, index: usize, margin: usize) -> bool {
        self.resembles_statement(index) && self.column_if_first(index).is_some_and(|column| column <= margin)
    }

    fn resembles_statement(&self, index: usize) -> bool {
        let token = self.token_at(index);
        let next = self.token_at(index + 1).kind;
        let arrow = matches!(next, T::FatArrow | T::PlusArrow | T::Comma | T::Colon);
        match token.kind {
            T::Variable => matches!(next, T::Equals | T::PlusEquals | T::MinusEquals | T::Dot),
            T::Ref => matches!(next, T::LBrace | T::LCollect | T::LLCollect),
            T::At | T::AtAt => is_name(next) || next == T::Ref,
            T::Class => next == T::LBrace || next == T::Word || next == T::Ref || is_name(next),
            T::Define | T::Function | T::Plan => next == T::Word || next == T::Ref || is_name(next),
            T::Type => next == T::Ref,
            T::If | T::Unless | T::Case | T::Node => !arrow,
            kind if is_name(kind) => {
                next == T::LBrace || next == T::LParen || (!arrow && is_statement_function(self.slice(token)))
            }
            _ => false,
        }
    }

    /// Returns whether this token begins a line that is not indented deeper than `margin`.
    pub(super) fn begins_line_inside(&self, index: usize, margin: usize) -> bool {
        self.column_if_first(index).is_some_and(|column| column <= margin)
    }

    /// Returns the brace that most likely is unclosed, when the one opened by the token `opener` seems to be. It is the
    /// first whose closing brace begins a line with less indentation than the line that opened it.
    pub(super) fn likely_open(&self, opener: usize) -> usize {
        let mut open: Vec<usize> = Vec::new();
        for index in opener..self.token_count() {
            match self.token_at(index).kind {
                T::LBrace | T::SelBrace => open.push(index),
                T::RBrace => {
                    let Some(own) = open.pop() else { break };
                    if self.column_if_first(index).is_some_and(|column| column < self.indentation(own)) {
                        return own;
                    }
                }
                _ => {}
            }
        }
        opener
    }

    /// Returns the column of a token, from 0 in bytes, if only spaces precede it on its line.
    fn column_if_first(&self, index: usize) -> Option<usize> {
        let start = self.token_at(index).span.start as usize;
        let before = self.source.as_bytes().get(..start).unwrap_or_default();
        let blanks = before.iter().rev().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let first = before.len() == blanks || before.get(before.len() - blanks - 1) == Some(&b'\n');
        first.then_some(blanks)
    }

    /// Returns the indentation of a token's line.
    pub(super) fn indentation(&self, index: usize) -> usize {
        let start = self.token_at(index).span.start as usize;
        let before = self.source.get(..start).unwrap_or("");
        let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }
}

/// Returns whether a statement may begin with the token.
pub(super) fn may_begin(kind: T) -> bool {
    is_name(kind)
        || matches!(
            kind,
            T::Word
                | T::Ref
                | T::Variable
                | T::Number
                | T::String
                | T::Regexp
                | T::DqPre
                | T::Heredoc
                | T::Boolean
                | T::Undef
                | T::Default
                | T::If
                | T::Unless
                | T::Case
                | T::Class
                | T::Define
                | T::Node
                | T::Function
                | T::Type
                | T::Plan
                | T::Apply
                | T::Private
                | T::Attr
                | T::ListStart
                | T::WsLParen
                | T::At
                | T::AtAt
                | T::Not
        )
}
