//! The parsing of literals, lists, hashes and parentheses, and the dispatch on the first token of an expression.

use super::cursor::{Parse, Parser, is_name};
use super::expected::Expected;
use super::pattern;
use crate::ast::{Expr, ExprKind, HashEntry, Radix};
use crate::{Token, TokenKind as T};
use pprepl_text::integer_of;

/// An element of a list or an argument: a value, or a `key => value`. Adjacent pairs form one hash.
pub(super) enum Argument {
    Value(Expr),
    Pair(HashEntry),
}

impl Parser<'_> {
    /// Parses an expression without operators before or after it.
    pub fn primary(&mut self) -> Parse<Expr> {
        match self.kind() {
            T::Variable => self.variable(),
            T::Name | T::Application | T::Consumes | T::Produces | T::Site => self.unqualified_name(),
            T::String | T::Word => self.string(),
            T::DqPre => self.interpolated(),
            T::Heredoc => self.heredoc(),
            T::Number => self.number(),
            T::Ref => self.reference(),
            T::Boolean => self.boolean(),
            T::Undef => self.word(ExprKind::Undef),
            T::Default => self.word(ExprKind::Default),
            T::Regexp => self.regexp(),
            T::LBrack | T::ListStart => self.array(),
            T::LBrace => self.hash(),
            T::LParen | T::WsLParen => self.parentheses(),
            T::If => self.if_expression(),
            T::Unless => self.unless_expression(),
            T::Case => self.case_expression(),
            T::Class => self.class_definition(),
            T::Define => self.define_definition(),
            T::Node => self.node_definition(),
            T::Function => self.function_definition(),
            T::Type => self.type_definition(),
            T::Plan => self.plan_definition(),
            T::Apply => self.apply(),
            T::Private | T::Attr => self.reserved(),
            T::RenderString => self.render_string(),
            T::RenderExpr => self.render(),
            T::Amp if self.options.additions && is_name(self.peek(1)) => self.function_reference(),
            _ => self.unexpected(Expected::Value),
        }
    }

    #[inline]
    fn variable(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let name = self.text(token);
        Ok(self.leaf(ExprKind::Variable(name), token))
    }

    #[inline]
    fn unqualified_name(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let name = self.text(token);
        Ok(self.leaf(ExprKind::Name(name), token))
    }

    /// Parses a quoted string without interpolation, or a bareword.
    #[inline]
    pub fn string(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let text = self.text(token);
        Ok(self.leaf(ExprKind::String(text), token))
    }

    pub fn reference(&mut self) -> Parse<Expr> {
        let token = self.expect(T::Ref, Expected::Type)?;
        let name = self.text(token);
        Ok(self.leaf(ExprKind::Ref(name), token))
    }

    pub fn regexp(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let pattern = self.text(token);
        if let Some(slip) = pattern::first_mistake(&pattern) {
            self.report_pattern(token, slip);
        }
        Ok(self.leaf(ExprKind::Regexp(pattern), token))
    }

    fn reserved(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let word = self.name(self.slice(token));
        Ok(self.leaf(ExprKind::Reserved(word, false), token))
    }

    fn boolean(&mut self) -> Parse<Expr> {
        let token = self.bump();
        Ok(self.leaf(ExprKind::Bool(self.slice(token) == "true"), token))
    }

    pub fn word(&mut self, kind: ExprKind) -> Parse<Expr> {
        let token = self.bump();
        Ok(self.leaf(kind, token))
    }

    /// Parses `&name`.
    fn function_reference(&mut self) -> Parse<Expr> {
        let start = self.bump().span.start;
        let token = self.bump();
        let name = self.text(token);
        Ok(Expr { kind: ExprKind::FunctionRef(name), span: self.span_from(start), at: start })
    }

    fn number(&mut self) -> Parse<Expr> {
        let token = self.bump();
        Ok(self.leaf(number(self.slice(token)), token))
    }

    /// Parses `[a, b, k => v]`.
    pub fn array(&mut self) -> Parse<Expr> {
        let start = self.open().span.start;
        let mut elements = Vec::new();
        let mut pairs = false;
        while self.kind() != T::RBrack {
            let element = self.list_element()?;
            self.push_argument(&mut elements, element, &mut pairs);
            if !self.comma(Expected::MoreElements) {
                break;
            }
        }
        self.close(T::RBrack, Expected::MoreElements)?;
        Ok(Expr { kind: ExprKind::Array(elements), span: self.span_from(start), at: start })
    }

    /// Parses `(x)`.
    fn parentheses(&mut self) -> Parse<Expr> {
        let start = self.open().span.start;
        let inner = self.assignment()?;
        self.close(T::RParen, Expected::ParenEnd)?;
        Ok(Expr { kind: ExprKind::Paren(Box::new(inner)), span: self.span_from(start), at: start })
    }

    /// Parses `{ k => v, .. }`.
    pub fn hash(&mut self) -> Parse<Expr> {
        self.enter()?;
        let start = self.open().span.start;
        if self.kind() == T::RBrace {
            self.close(T::RBrace, Expected::MoreEntries)?;
            self.leave();
            return Ok(Expr { kind: ExprKind::Hash(Vec::new()), span: self.span_from(start), at: start });
        }
        let first = self.hash_entry()?;
        let hash = self.hash_rest(start, vec![first])?;
        self.leave();
        Ok(hash)
    }

    /// Parses the rest of a hash after its first entry.
    pub fn hash_rest(&mut self, start: u32, mut entries: Vec<HashEntry>) -> Parse<Expr> {
        while self.comma(Expected::MoreEntries) && self.kind() != T::RBrace {
            entries.push(self.hash_entry()?);
        }
        self.close(T::RBrace, Expected::MoreEntries)?;
        Ok(Expr { kind: ExprKind::Hash(entries), span: self.span_from(start), at: start })
    }

    fn hash_entry(&mut self) -> Parse<HashEntry> {
        let key = self.entry_side()?;
        self.hash_value(key, Expected::HashArrow)
    }

    /// Parses `=> value`.
    pub fn hash_value(&mut self, key: Expr, want: Expected) -> Parse<HashEntry> {
        let at = self.arrow(want)?.span.start;
        let value = self.entry_side()?;
        Ok(HashEntry { key, value, at })
    }

    /// Parses a key or a value of a hash: an assignment, or one of the two keywords that may be strings there.
    fn entry_side(&mut self) -> Parse<Expr> {
        if self.is_string_keyword() { self.string_keyword() } else { self.assignment() }
    }

    /// Returns whether the token is `type` or `function` and does not begin a definition or a call.
    fn is_string_keyword(&self) -> bool {
        match self.kind() {
            T::Type => !matches!(self.peek(1), T::Ref | T::LParen),
            T::Function => {
                let next = self.peek(1);
                !is_name(next) && !matches!(next, T::Word | T::Ref | T::Class | T::String)
            }
            _ => false,
        }
    }

    fn string_keyword(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let text = self.name(self.slice(token));
        Ok(self.leaf(ExprKind::String(text), token))
    }

    /// Parses an element of a list.
    fn list_element(&mut self) -> Parse<Argument> {
        let value = self.entry_side()?;
        self.pair_or_value(value)
    }

    /// Parses an argument of a call; the string keywords are allowed in pairs only.
    pub fn argument(&mut self) -> Parse<Argument> {
        if self.is_string_keyword() {
            let key = self.string_keyword()?;
            return Ok(Argument::Pair(self.hash_value(key, Expected::PairArrow)?));
        }
        let value = self.assignment()?;
        self.pair_or_value(value)
    }

    fn pair_or_value(&mut self, value: Expr) -> Parse<Argument> {
        if self.kind() == T::FatArrow {
            Ok(Argument::Pair(self.hash_value(value, Expected::PairArrow)?))
        } else {
            Ok(Argument::Value(value))
        }
    }

    /// Parses a key of an access: an expression, or a pair with a looser key.
    pub fn access_key(&mut self) -> Parse<Argument> {
        let pair_only = self.is_string_keyword()
            || matches!(self.kind(), T::At | T::AtAt)
            || (self.kind() == T::Class && self.peek(1) == T::LBrace);
        let mut value = if pair_only { self.entry_side()? } else { self.expression()? };
        let more = matches!(
            self.kind(),
            T::Equals
                | T::PlusEquals
                | T::MinusEquals
                | T::LBrace
                | T::InEdge
                | T::OutEdge
                | T::InEdgeSub
                | T::OutEdgeSub
        );
        if !pair_only && more {
            value = self.operators(value, super::expression::ASSIGNMENT, u8::MAX)?;
        }
        if pair_only || more || self.kind() == T::FatArrow {
            return Ok(Argument::Pair(self.hash_value(value, Expected::PairArrow)?));
        }
        Ok(Argument::Value(value))
    }

    /// Adds an argument; a pair is added to the hash of the pairs just before it. `pairs` is true if the last one is
    /// such a hash.
    #[inline]
    pub fn push_argument(&mut self, list: &mut Vec<Expr>, argument: Argument, pairs: &mut bool) {
        match argument {
            Argument::Value(value) => {
                *pairs = false;
                list.push(value);
            }
            Argument::Pair(entry) => self.push_pair(list, entry, pairs),
        }
    }

    fn push_pair(&mut self, list: &mut Vec<Expr>, entry: HashEntry, pairs: &mut bool) {
        let span = entry.key.span.to(entry.value.span);
        if *pairs
            && let Some(last) = list.last_mut()
            && let ExprKind::Hash(entries) = &mut last.kind
        {
            last.span = last.span.to(span);
            entries.push(entry);
            return;
        }
        *pairs = true;
        let at = entry.at;
        list.push(Expr { kind: ExprKind::Hash(vec![entry]), span, at });
    }

    /// Parses a keyword, name or number token as the name of a variable.
    pub fn name_as_variable(&mut self) -> Expr {
        let token: Token = self.bump();
        let name = self.name(self.slice(token));
        self.leaf(ExprKind::Variable(name), token)
    }
}

/// Converts a number; the lexer guarantees that it is valid.
fn number(text: &str) -> ExprKind {
    let (digits, radix, base) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], Radix::Hex, 16),
        [b'0', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => (&text[1..], Radix::Octal, 8),
        _ => (text, Radix::Decimal, 10),
    };
    if let Ok(value) = i64::from_str_radix(digits, base) {
        return ExprKind::Integer(value, radix);
    }
    match integer_of(digits, base, &|| false) {
        Some(value) => ExprKind::BigInteger(Box::new(value), radix),
        None => ExprKind::Float(text.parse().unwrap_or(f64::NAN)),
    }
}
