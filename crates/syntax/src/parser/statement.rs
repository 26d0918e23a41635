//! Lists of statements: calls without parentheses, bodies in braces, and recovery after an invalid statement.

use super::cursor::{Parse, Parser, PendingDiagnostic, is_statement_function};
use super::error;
use super::expected::Expected;
use crate::ast::{Expr, ExprKind};
use crate::{Token, TokenKind as T};
use pprepl_text::Span;

/// Returns whether the list ends in the name of a statement function, whose arguments then follow.
fn takes_arguments(list: &[Expr]) -> bool {
    matches!(list.last(), Some(Expr { kind: ExprKind::Name(name), .. }) if is_statement_function(name))
}

/// Adds a statement, as the argument of the statement function before it if there is one.
pub(super) fn with_statement_calls(parser: &mut Parser, list: &mut Vec<Expr>, mut expr: Expr) {
    if takes_arguments(list)
        && let Some(functor) = list.pop()
    {
        list.push(parser.statement_call(functor, vec![expr]));
        return;
    }
    if let ExprKind::Call(call) = &mut expr.kind {
        call.rval = false;
    }
    list.push(expr);
}

impl Parser<'_> {
    /// Parses all statements of a source.
    pub fn program_statements(&mut self) -> Vec<Expr> {
        let mut list = Vec::new();
        self.list(&mut list, false);
        list
    }

    /// Parses `{ statements }` as a block, or `Nop` when it is empty.
    pub fn body(&mut self, want: Expected) -> Parse<Expr> {
        let (statements, at) = self.braces(want)?;
        let kind = if statements.is_empty() { ExprKind::Nop } else { ExprKind::Block(statements) };
        Ok(Expr { kind, span: self.span_from(at), at })
    }

    /// Parses `{ statements }` of a condition: a single one is not wrapped.
    pub fn branch(&mut self, want: Expected) -> Parse<Expr> {
        let (statements, at) = self.braces(want)?;
        Ok(self.block_or_expression(statements, at))
    }

    fn braces(&mut self, want: Expected) -> Parse<(Vec<Expr>, u32)> {
        if self.kind() != T::LBrace {
            return self.unexpected(want);
        }
        self.enter()?;
        let at = self.open().span.start;
        let statements = self.statements_from(None, self.at)?;
        self.close(T::RBrace, Expected::BodyEnd)?;
        self.leave();
        Ok((statements, at))
    }

    pub fn block_or_expression(&mut self, mut statements: Vec<Expr>, at: u32) -> Expr {
        match statements.pop() {
            None => Expr { kind: ExprKind::Nop, span: self.span_from(at), at },
            Some(only) if statements.is_empty() => only,
            Some(last) => {
                statements.push(last);
                Expr { kind: ExprKind::Block(statements), span: self.span_from(at), at }
            }
        }
    }

    /// Parses the statements up to a closing brace, which is not read; `first` is already parsed. Without the brace,
    /// the enclosing list gets the statements, so that an unclosed brace loses nothing.
    pub fn statements_from(&mut self, first: Option<Expr>, start: usize) -> Parse<Vec<Expr>> {
        let mut list = Vec::new();
        if let Some(first) = first {
            let separated = self.first_statement(&mut list, first);
            if separated.is_err() {
                self.recover(start, true);
            }
        }
        self.list(&mut list, true);
        if self.kind() == T::RBrace {
            return Ok(list);
        }
        self.salvaged.append(&mut list);
        self.unexpected(Expected::BodyEnd)
    }

    fn first_statement(&mut self, list: &mut Vec<Expr>, first: Expr) -> Parse<()> {
        let mut refused = None;
        self.rest_of_statement(list, first, &mut refused)?;
        self.report_list(refused);
        self.separator(true)
    }

    /// Parses statements up to the end of the list, omitting the invalid ones.
    fn list(&mut self, list: &mut Vec<Expr>, nested: bool) {
        let (depth, height, open) = (self.depth, self.height, self.open.len());
        let (outer, damaged) = (self.statement, std::mem::take(&mut self.damaged));
        let mut refused = None;
        while !self.ends_list(nested) {
            let start = self.at;
            let whole = list.len();
            self.statement = start;
            self.line_brace = None;
            if self.read_statement(list, &mut refused, nested).is_err() {
                (self.depth, self.height) = (depth, height);
                if let Some(brace) = self.line_brace.take() {
                    self.reparse(start, brace);
                    self.open.truncate(open);
                    continue;
                }
                if self.broke_between_statements(start) {
                    self.report_list(refused.take());
                }
                self.recover(start, nested);
                self.open.truncate(open);
                list.append(&mut self.salvaged);
            } else if self.damaged {
                list.truncate(whole.min(list.len().saturating_sub(1)));
            }
            self.damaged = false;
        }
        (self.statement, self.damaged) = (outer, damaged);
        self.report_list(refused);
    }

    /// Returns whether the statement from `start` failed at its first token. Then the list before it is complete for
    /// Puppet.
    fn broke_between_statements(&self, start: usize) -> bool {
        let after_semicolon = start > 0 && self.token_at(start - 1).kind == T::Semicolon;
        !after_semicolon && self.fault.as_ref().is_some_and(|fault| fault.at == start)
    }

    #[inline]
    fn ends_list(&self, nested: bool) -> bool {
        self.kind() == T::End || (nested && self.kind() == T::RBrace)
    }

    #[inline]
    fn read_statement(
        &mut self,
        list: &mut Vec<Expr>,
        refused: &mut Option<PendingDiagnostic>,
        nested: bool,
    ) -> Parse<()> {
        let first = self.assignment()?;
        self.rest_of_statement(list, first, refused)?;
        self.separator(nested)
    }

    /// Parses a semicolon, which separates statements; none may follow the last one.
    #[inline]
    fn separator(&mut self, nested: bool) -> Parse<()> {
        if self.eat(T::Semicolon) && self.ends_list(nested) {
            return self.unexpected(Expected::Statement);
        }
        Ok(())
    }

    #[inline]
    fn rest_of_statement(
        &mut self,
        list: &mut Vec<Expr>,
        first: Expr,
        refused: &mut Option<PendingDiagnostic>,
    ) -> Parse<()> {
        if self.kind() == T::Comma {
            return self.comma_list(list, first, refused);
        }
        with_statement_calls(self, list, first);
        Ok(())
    }

    /// Parses `notice a, b`: the name is the statement before. Without such a name a list is an error, which Puppet
    /// notices only at the end of the enclosing list.
    fn comma_list(&mut self, list: &mut Vec<Expr>, first: Expr, refused: &mut Option<PendingDiagnostic>) -> Parse<()> {
        let comma: Token = self.token;
        let statement = self.at;
        let mut args = vec![first];
        while self.eat(T::Comma) {
            args.push(self.assignment()?);
        }
        if takes_arguments(list)
            && let Some(functor) = list.pop()
        {
            list.push(self.statement_call(functor, args));
            return Ok(());
        }
        if refused.is_none() {
            let diagnostic = error::comma_list(comma.span, list.last());
            *refused = Some(PendingDiagnostic { diagnostic, noticed: 0, statement, want: None });
        }
        Ok(())
    }

    fn report_list(&mut self, refused: Option<PendingDiagnostic>) {
        if let Some(found) = refused {
            self.found.push(PendingDiagnostic { noticed: self.at, ..found });
        }
    }

    /// Reports the error in the statement that began at the token `start`, and continues where the next one begins.
    pub fn recover(&mut self, start: usize, nested: bool) {
        let noticed = self.report(start);
        self.failed.insert(start);
        let index = self.resume(start, noticed, nested);
        self.jump(index);
    }

    /// Reports the error in the statement, and parses it again up to a brace that is better parsed alone.
    fn reparse(&mut self, start: usize, brace: usize) {
        self.report(start);
        self.salvaged.clear();
        self.damaged = false;
        self.no_body_at = brace;
        self.jump(start);
    }

    /// Returns the body of a program: a single statement is not wrapped.
    pub fn program_body(&mut self, mut statements: Vec<Expr>) -> Expr {
        match statements.pop() {
            None => Expr { kind: ExprKind::Nop, span: Span::at(self.end), at: self.source.len() as u32 },
            Some(only) if statements.is_empty() => only,
            Some(last) => {
                let (span, at) = match statements.first() {
                    Some(first) => (first.span.to(last.span), first.at),
                    None => (last.span, last.at),
                };
                statements.push(last);
                Expr { kind: ExprKind::Block(statements), span, at }
            }
        }
    }
}
