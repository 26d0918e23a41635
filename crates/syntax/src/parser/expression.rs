//! Operators: precedence climbing over the levels of the grammar, from assignment down to a call.
//!
//! Three of the levels are more than operators: a resource is an expression followed by `{`, an edge joins resources,
//! and an assignment joins edges. `ceiling` limits the operators that may still follow: after a resource no `+`, after
//! an edge no `{`.

use super::cursor::{Parse, Parser};
use super::expected::Expected;
use crate::TokenKind as T;
use crate::ast::{AssignOp, BinaryOp, EdgeOp, Expr, ExprKind};
use crate::operators::level::{self, EDGE};
pub(super) use crate::operators::level::{ASSIGNMENT, RESOURCE};
use crate::operators::{OPERATORS, TOKENS};
use pprepl_text::Span;

/// The level without resources, edges and assignments: conditions, titles, attribute values, keys in `[]`.
pub(super) const EXPRESSION: u8 = level::OR;

/// An infix operator with its effect.
#[derive(Clone, Copy)]
enum Infix {
    Assign(AssignOp),
    Edge(EdgeOp),
    Body,
    Selector,
    Binary(BinaryOp),
    None,
}

/// The infix operators that are not binary operators, with their levels.
const OTHERS: &[(T, u8, Infix)] = &[
    (T::Equals, ASSIGNMENT, Infix::Assign(AssignOp::Set)),
    (T::PlusEquals, ASSIGNMENT, Infix::Assign(AssignOp::Append)),
    (T::MinusEquals, ASSIGNMENT, Infix::Assign(AssignOp::Delete)),
    (T::InEdge, EDGE, Infix::Edge(EdgeOp::Before)),
    (T::OutEdge, EDGE, Infix::Edge(EdgeOp::After)),
    (T::InEdgeSub, EDGE, Infix::Edge(EdgeOp::Notify)),
    (T::OutEdgeSub, EDGE, Infix::Edge(EdgeOp::Subscribe)),
    (T::LBrace, RESOURCE, Infix::Body),
    (T::QMark, level::SELECTOR, Infix::Selector),
];

/// The infix operator of each kind of token with its level. It has a row for every `u8`, so that no index is out of
/// bounds.
static INFIX: [(u8, Infix); 256] = {
    let mut table = [(0, Infix::None); 256];
    let mut index = 0;
    while index < OTHERS.len() {
        let (token, level, infix) = OTHERS[index];
        table[token as usize] = (level, infix);
        index += 1;
    }
    index = 0;
    while index < OPERATORS.len() {
        let row = &OPERATORS[index];
        table[row.token as usize] = (row.level, Infix::Binary(row.op));
        index += 1;
    }
    table
};

/// Returns a bit set of token kinds.
const fn set(kinds: &[T]) -> u128 {
    let mut bits = 0;
    let mut index = 0;
    while index < kinds.len() {
        bits |= 1 << kinds[index] as u8;
        index += 1;
    }
    bits
}

#[inline]
fn is_in(kinds: u128, kind: T) -> bool {
    kinds >> kind as u8 & 1 == 1
}

/// The tokens that form a complete expression.
const LEAVES: u128 =
    set(&[T::Variable, T::Name, T::String, T::Number, T::Ref, T::Boolean, T::Undef, T::Default, T::Regexp]);

/// The tokens that can continue an expression: operators and the tokens that `postfix` parses.
const GO_ON: u128 = {
    let mut bits = TOKENS | set(&[T::LParen, T::LBrack, T::Dot, T::LCollect, T::LLCollect]);
    let mut index = 0;
    while index < OTHERS.len() {
        bits |= 1 << OTHERS[index].0 as u8;
        index += 1;
    }
    bits
};

impl Parser<'_> {
    /// Parses an assignment or a tighter expression.
    #[inline]
    pub fn assignment(&mut self) -> Parse<Expr> {
        self.expr(ASSIGNMENT)
    }

    /// Parses an expression that is not a resource, edge or assignment.
    #[inline]
    pub fn expression(&mut self) -> Parse<Expr> {
        self.expr(EXPRESSION)
    }

    /// Parses an expression whose operators bind at least as tight as `min`.
    pub fn expr(&mut self, min: u8) -> Parse<Expr> {
        // Most expressions are one token; they skip the precedence levels.
        if is_in(LEAVES, self.kind()) && !is_in(GO_ON, self.peek(1)) {
            self.height = self.height.max(1);
            return self.primary();
        }
        self.with_operators(min)
    }

    fn with_operators(&mut self, min: u8) -> Parse<Expr> {
        self.enter()?;
        let height = std::mem::take(&mut self.height);
        let mut ceiling = u8::MAX;
        let left = match self.kind() {
            T::At | T::AtAt if min <= RESOURCE => {
                ceiling = RESOURCE;
                self.virtual_resource()?
            }
            T::Class if min <= RESOURCE && self.peek(1) == T::LBrace => {
                ceiling = RESOURCE;
                self.class_resource()?
            }
            _ => self.unary()?,
        };
        let expr = self.operators(left, min, ceiling)?;
        self.height = height.max(self.height + 1);
        self.leave();
        Ok(expr)
    }

    /// Parses the operators after `left` that bind at least as tight as `min` and not tighter than `ceiling`.
    pub fn operators(&mut self, mut left: Expr, min: u8, mut ceiling: u8) -> Parse<Expr> {
        loop {
            let (power, infix) = INFIX[self.kind() as u8 as usize];
            if power < min || power > ceiling {
                return Ok(left);
            }
            left = match infix {
                Infix::Binary(op) => self.binary(left, op, power)?,
                Infix::Selector => {
                    let selector = self.selector(left)?;
                    self.postfix(selector)?
                }
                Infix::Body if self.at == self.no_body_at => return Ok(left),
                Infix::Body => {
                    ceiling = RESOURCE;
                    self.resource(left)?
                }
                Infix::Edge(op) => {
                    ceiling = EDGE;
                    self.edge(left, op)?
                }
                Infix::Assign(op) => {
                    ceiling = 0;
                    self.assign(left, op)?
                }
                Infix::None => return Ok(left),
            };
            self.grow()?;
        }
    }

    #[inline]
    fn binary(&mut self, left: Expr, op: BinaryOp, power: u8) -> Parse<Expr> {
        let at = self.bump().span.start;
        let right = self.expr(power + 1)?;
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span, at })
    }

    fn edge(&mut self, left: Expr, op: EdgeOp) -> Parse<Expr> {
        let at = self.bump().span.start;
        let right = self.expr(RESOURCE)?;
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Relation(op, Box::new(left), Box::new(right)), span, at })
    }

    fn assign(&mut self, left: Expr, op: AssignOp) -> Parse<Expr> {
        self.enter()?;
        let at = self.bump().span.start;
        let right = self.expr(ASSIGNMENT)?;
        self.leave();
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Assign(op, Box::new(left), Box::new(right)), span, at })
    }

    /// Parses `!x`, `-x`, `*x`, or a primary expression with its calls and accesses.
    #[inline]
    fn unary(&mut self) -> Parse<Expr> {
        match self.kind() {
            T::Not => self.prefix(ExprKind::Not),
            T::Minus => self.prefix(ExprKind::Negate),
            T::Times => self.prefix(ExprKind::Unfold),
            _ => {
                let primary = self.primary()?;
                self.postfix(primary)
            }
        }
    }

    fn prefix(&mut self, make: fn(Box<Expr>) -> ExprKind) -> Parse<Expr> {
        self.enter()?;
        let at = self.bump().span.start;
        let operand = self.unary()?;
        self.grow()?;
        self.leave();
        // The end of the last token read would be wrong: it may be the body of a heredoc.
        let span = Span::new(at, operand.span.end);
        Ok(Expr { kind: make(Box::new(operand)), span, at })
    }

    /// Parses the calls, accesses and collectors directly after `left`.
    pub fn postfix(&mut self, mut left: Expr) -> Parse<Expr> {
        loop {
            left = match self.kind() {
                T::LParen => self.call(left)?,
                T::LBrack => self.access(left)?,
                T::Dot => self.method(left)?,
                T::LCollect | T::LLCollect => self.collect(left)?,
                _ => return Ok(left),
            };
            self.grow()?;
        }
    }

    /// Parses `left[a, ..]`.
    fn access(&mut self, left: Expr) -> Parse<Expr> {
        let keys = self.access_keys(true)?;
        let (span, at) = (self.span_from(left.span.start), left.at);
        Ok(Expr { kind: ExprKind::Access(Box::new(left), keys), span, at })
    }

    /// Parses `[a, ..]` after an expression; a trailing comma is not allowed in the type of a parameter.
    pub fn access_keys(&mut self, end_comma: bool) -> Parse<Vec<Expr>> {
        self.open();
        let mut keys = Vec::with_capacity(1);
        let mut pairs = false;
        loop {
            let key = self.access_key()?;
            self.push_argument(&mut keys, key, &mut pairs);
            if !self.comma(Expected::MoreKeys) || (end_comma && self.kind() == T::RBrack) {
                break;
            }
        }
        self.close(T::RBrack, Expected::MoreKeys)?;
        Ok(keys)
    }

    /// Parses a selector: `left ? { a => b, .. }` or `left ? a => b`.
    fn selector(&mut self, left: Expr) -> Parse<Expr> {
        self.enter()?;
        self.bump();
        let braced = self.kind() == T::SelBrace;
        let options = if braced { self.selector_entries()? } else { vec![self.selector_entry()?] };
        self.leave();
        let braces = self.span_from(left.span.start);
        let end = if braced { braces.end } else { options.last().map_or(braces.end, |option| option.value.span.end) };
        let (span, at) = (Span::new(left.span.start, end), left.at);
        Ok(Expr { kind: ExprKind::Selector(Box::new(crate::ast::Selector { left, options })), span, at })
    }
}
