//! Parts of an option's value: the value is a mixture of words of the format and Puppet code, so the places to cut
//! are found with the tokens and the syntax tree of Puppet.

use pprepl_text::Span;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::{LexOptions, TokenKind, lex_without_repair, parse};

use crate::code::Code;

/// The lexical rules of the code in options: the rules of a fresh session.
const RULES: LexOptions = LexOptions { template: false, multiline_regexp: false, additions: true, tasks: false };

impl Code {
    /// Returns a part of the code without the spaces around it; the span follows where the code is one line.
    pub(crate) fn part(&self, from: usize, to: usize) -> Code {
        let text = self.text.get(from..to).unwrap_or("");
        let lead = text.len() - text.trim_start().len();
        let text = text.trim();
        let start = self.span.start.saturating_add(u32::try_from(from + lead).unwrap_or(u32::MAX));
        let end = start.saturating_add(u32::try_from(text.len()).unwrap_or(u32::MAX));
        let span = if self.text.contains('\n') { self.span } else { Span::new(start, end) };
        Code { text: text.to_owned(), span }
    }

    /// Cuts off the first word; returns it with the rest.
    pub(crate) fn word(&self) -> (&str, Code) {
        let text = self.text.trim_start();
        let lead = self.text.len() - text.len();
        let word = text.split(char::is_whitespace).next().unwrap_or("");
        (word, self.part(lead + word.len(), self.text.len()))
    }

    /// Cuts at the first top-level token for which `cuts` holds: returns the parts before and after it.
    pub(crate) fn cut(&self, cuts: impl Fn(TokenKind, &str) -> bool) -> Option<(Code, Code)> {
        self.cut_with_token(cuts).map(|(before, _, after)| (before, after))
    }

    /// Cuts at the first top-level token for which `cuts` holds: returns it too, between the parts.
    pub(crate) fn cut_with_token(&self, cuts: impl Fn(TokenKind, &str) -> bool) -> Option<(Code, TokenKind, Code)> {
        let at = self.top_level_tokens().into_iter().find(|(kind, span)| cuts(*kind, span.of(&self.text)));
        let (kind, span) = at?;
        Some((self.part(0, span.start as usize), kind, self.part(span.end as usize, self.text.len())))
    }

    /// Cuts at the first top-level word.
    pub(crate) fn cut_at_word(&self, word: &str) -> Option<(Code, Code)> {
        self.cut(|kind, text| kind == TokenKind::Name && text == word)
    }

    /// Splits at each top-level comma.
    pub(crate) fn list(&self) -> Vec<Code> {
        let mut rest = self.clone();
        let mut parts = Vec::new();
        while let Some((first, after)) = rest.cut(|kind, _| kind == TokenKind::Comma) {
            parts.push(first);
            rest = after;
        }
        parts.push(rest);
        parts.retain(|part| !part.text.is_empty());
        parts
    }

    /// Returns the tokens outside of brackets and strings.
    fn top_level_tokens(&self) -> Vec<(TokenKind, Span)> {
        let mut closers: Vec<TokenKind> = Vec::new();
        let mut strings = 0_usize;
        let mut found = Vec::new();
        for token in lex_without_repair(&self.text, RULES).tokens {
            let is_top = closers.is_empty() && strings == 0;
            match token.kind {
                TokenKind::DqPre => strings += 1,
                TokenKind::DqPost => strings = strings.saturating_sub(1),
                kind if closers.last() == Some(&kind) => {
                    closers.pop();
                }
                kind => closers.extend(kind.closing()),
            }
            if is_top {
                found.push((token.kind, token.span));
            }
        }
        found
    }

    /// Splits a comparison `A == B` at its operator; `None` for another expression.
    pub(crate) fn sides(&self) -> Option<(Code, Code)> {
        let parsed = parse(&self.text, RULES);
        let ExprKind::Binary(BinaryOp::Eq, left, right) = &parsed.program.body.kind else { return None };
        Some((self.of(left), self.of(right)))
    }

    /// Splits code of two expressions.
    pub(crate) fn pair(&self) -> Option<(Code, Code)> {
        let parsed = parse(&self.text, RULES);
        let ExprKind::Block(parts) = &parsed.program.body.kind else { return None };
        let [first, second] = parts.as_slice() else { return None };
        Some((self.of(first), self.of(second)))
    }

    /// Splits `$v in LIST`: the variable without `$`, and the list.
    pub(crate) fn membership(&self) -> Option<(String, Code)> {
        let parsed = parse(&self.text, RULES);
        let ExprKind::Binary(BinaryOp::In, left, right) = &parsed.program.body.kind else { return None };
        let ExprKind::Variable(name) = &left.kind else { return None };
        Some((name.to_string(), self.of(right)))
    }

    /// Returns the entries of a hash literal: each key with its value.
    pub(crate) fn entries(&self) -> Option<Vec<(String, Code)>> {
        let parsed = parse(&format!("({})", self.text), RULES);
        let ExprKind::Paren(inner) = &parsed.program.body.kind else { return None };
        let ExprKind::Hash(entries) = &inner.kind else { return None };
        let shifted = |span: Span| (span.start as usize - 1, span.end as usize - 1);
        let entry = |key: &Expr, value: &Expr| {
            let name = match &key.kind {
                ExprKind::Name(name) | ExprKind::String(name) | ExprKind::Reserved(name, _) => name.to_string(),
                _ => key.span.of(&format!("({})", self.text)).to_owned(),
            };
            let (from, to) = shifted(value.span);
            (name, self.part(from, to))
        };
        Some(entries.iter().map(|found| entry(&found.key, &found.value)).collect())
    }

    /// Returns the errors of the code.
    pub(crate) fn errors(&self) -> Vec<pprepl_text::Diagnostic> {
        parse(&self.text, RULES).diagnostics.into_iter().filter(pprepl_text::Diagnostic::is_error).collect()
    }

    fn of(&self, expression: &Expr) -> Code {
        self.part(expression.span.start as usize, expression.span.end as usize)
    }
}
