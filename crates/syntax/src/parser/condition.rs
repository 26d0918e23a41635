//! The parsing of `if`, `unless`, `case` and the entries of a selector.

use super::cursor::{Parse, Parser};
use super::expected::Expected;
use crate::TokenKind as T;
use crate::ast::{Case, CaseOption, Expr, ExprKind, If, SelectorEntry};

impl Parser<'_> {
    /// Parses `if`, and `elsif` where it continues.
    pub fn if_expression(&mut self) -> Parse<Expr> {
        self.enter()?;
        let at = self.bump().span.start;
        let test = self.condition()?;
        let then = self.branch(Expected::Then)?;
        let otherwise = match self.kind() {
            T::Elsif => {
                let other = self.if_expression()?;
                self.grow()?;
                other
            }
            T::Else => self.else_branch()?,
            _ => self.nop(),
        };
        self.leave();
        Ok(Expr { kind: ExprKind::If(Box::new(If { test, then, otherwise })), span: self.span_from(at), at })
    }

    pub fn unless_expression(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let test = self.condition()?;
        let then = self.branch(Expected::Then)?;
        let otherwise = if self.kind() == T::Else { self.else_branch()? } else { self.nop() };
        Ok(Expr { kind: ExprKind::Unless(Box::new(If { test, then, otherwise })), span: self.span_from(at), at })
    }

    /// Parses a condition. It skips an assignment in it, so that the body is parsed.
    fn condition(&mut self) -> Parse<Expr> {
        let test = self.expression()?;
        if self.kind() != T::Equals || self.is_next_assignment() {
            return Ok(test);
        }
        self.pass_over(Expected::Then);
        self.bump();
        self.expression()
    }

    fn else_branch(&mut self) -> Parse<Expr> {
        self.bump();
        if self.kind() == T::If {
            self.pass_over(Expected::Else);
            return self.if_expression();
        }
        self.branch(Expected::Else)
    }

    /// Parses `case x { a, b: { .. } .. }`.
    pub fn case_expression(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let test = self.expression()?;
        if self.kind() != T::LBrace {
            return self.unexpected(Expected::CaseBrace);
        }
        self.open();
        if self.kind() == T::RBrace {
            return self.unexpected(Expected::Option);
        }
        let mut options = vec![self.case_option()?];
        while self.kind() != T::RBrace {
            options.push(self.case_option()?);
        }
        self.close(T::RBrace, Expected::CaseOption)?;
        Ok(Expr { kind: ExprKind::Case(Box::new(Case { test, options })), span: self.span_from(at), at })
    }

    fn case_option(&mut self) -> Parse<CaseOption> {
        let start = self.token.span.start;
        let mut values = Vec::with_capacity(1);
        loop {
            values.push(self.expression()?);
            if !self.eat(T::Comma) {
                break;
            }
        }
        let at = self.expect(T::Colon, Expected::OptionColon)?.span.start;
        let then = self.body(Expected::OptionBody)?;
        Ok(CaseOption { values, then, span: self.span_from(start), at })
    }

    /// Parses the entries of a selector: `{ a => b, .. }`.
    pub fn selector_entries(&mut self) -> Parse<Vec<SelectorEntry>> {
        self.open();
        if self.kind() == T::RBrace {
            return self.unexpected(Expected::Option);
        }
        let mut entries = Vec::new();
        loop {
            entries.push(self.selector_entry()?);
            if !self.comma(Expected::MoreOptions) || self.kind() == T::RBrace {
                break;
            }
        }
        self.close(T::RBrace, Expected::MoreOptions)?;
        Ok(entries)
    }

    pub fn selector_entry(&mut self) -> Parse<SelectorEntry> {
        let matching = self.expression()?;
        let at = self.arrow(Expected::OptionArrow)?.span.start;
        let value = self.expression()?;
        Ok(SelectorEntry { matching, value, at })
    }
}
