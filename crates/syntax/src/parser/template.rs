//! The parsing of templates (EPP), interpolated strings and heredocs.

use super::cursor::{Parse, Parser, is_keyword, is_name, is_pipe};
use super::expected::Expected;
use super::expression::ASSIGNMENT;
use crate::TokenKind as T;
use crate::ast::{Epp, Expr, ExprKind, HashEntry, Heredoc, Segment};

impl Parser<'_> {
    /// Parses a whole template: its parameters and its statements.
    pub fn template(&mut self) -> Expr {
        let at = self.bump().span.start;
        let params_specified = is_pipe(self.kind());
        let params = if params_specified { self.template_parameters() } else { Vec::new() };
        let statements = self.program_statements();
        let span = self.span_from(at);
        let kind = if statements.is_empty() { ExprKind::Nop } else { ExprKind::Block(statements) };
        let body = Expr { kind, span, at };
        Expr { kind: ExprKind::Epp(Box::new(Epp { params, params_specified, body })), span, at }
    }

    /// Parses the parameters of a template; an invalid list is reported and skipped.
    fn template_parameters(&mut self) -> Vec<crate::ast::Param> {
        let start = self.at;
        match self.bar_parameters() {
            Ok(params) => params,
            Err(_) => {
                self.recover(start, false);
                Vec::new()
            }
        }
    }

    pub fn render_string(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let text = self.text(token);
        Ok(self.leaf(ExprKind::RenderString(text), token))
    }

    /// Parses `<%= x %>` or `<%= { statements } %>`.
    pub fn render(&mut self) -> Parse<Expr> {
        self.enter()?;
        let at = self.bump().span.start;
        let inner = if self.kind() == T::LBrace { self.render_brace()? } else { self.expression()? };
        if !matches!(self.kind(), T::EppEnd | T::EppEndTrim) {
            return self.unexpected(Expected::TagEnd);
        }
        self.bump();
        self.leave();
        Ok(Expr { kind: ExprKind::Render(Box::new(inner)), span: self.span_from(at), at })
    }

    /// Parses the content of `<%= {`: a hash if it starts with a key, otherwise statements.
    fn render_brace(&mut self) -> Parse<Expr> {
        let brace = self.at;
        let start = self.token.span.start;
        if self.peek(1) == T::RBrace {
            return self.rendered_hash();
        }
        if matches!(self.peek(1), T::Type | T::Function) && self.peek(2) == T::FatArrow {
            return self.rendered_hash();
        }
        self.open();
        let first = self.assignment()?;
        if self.kind() == T::FatArrow {
            let entries: Vec<HashEntry> = vec![self.hash_value(first, Expected::HashArrow)?];
            let hash = self.hash_rest(start, entries)?;
            let value = self.postfix(hash)?;
            return self.operators(value, super::expression::EXPRESSION, u8::MAX);
        }
        let statements = self.statements_from(Some(first), brace)?;
        self.close(T::RBrace, Expected::Statement)?;
        Ok(self.block_or_expression(statements, start))
    }

    fn rendered_hash(&mut self) -> Parse<Expr> {
        self.expression()
    }

    /// Parses `"text ${x} text"`.
    pub fn interpolated(&mut self) -> Parse<Expr> {
        self.enter()?;
        let pre = self.bump();
        let mut segments = Vec::with_capacity(3);
        self.push_text(&mut segments, pre);
        loop {
            segments.push(self.interpolation()?);
            match self.kind() {
                T::DqMid => {
                    let mid = self.bump();
                    self.push_text(&mut segments, mid);
                }
                T::DqPost => break,
                _ => return self.unexpected(Expected::InterpolationEnd),
            }
        }
        let post = self.bump();
        self.push_text(&mut segments, post);
        self.leave();
        let span = pre.span.to(post.span);
        Ok(Expr { kind: ExprKind::Interpolated(segments), span, at: pre.span.start })
    }

    /// Adds text; an empty one makes no segment.
    fn push_text(&mut self, segments: &mut Vec<Segment>, token: crate::Token) {
        if !self.lexed.value(&token, self.source).is_empty() {
            let text = self.text(token);
            segments.push(Segment::Text(text, token.span));
        }
    }

    /// Parses one value: a lone name, or one before `.` and `[`, is a variable.
    fn interpolation(&mut self) -> Parse<Segment> {
        let kind = self.kind();
        let word = is_name(kind) || is_keyword(kind) || matches!(kind, T::Number | T::Word | T::Boolean);
        if !word || !matches!(self.peek(1), T::DqMid | T::DqPost | T::Dot | T::LBrack) {
            return Ok(Segment::Value { expr: self.assignment()?, name_as_variable: false });
        }
        let height = std::mem::take(&mut self.height);
        let variable = self.name_as_variable();
        let value = self.postfix(variable)?;
        let expr = self.operators(value, ASSIGNMENT, u8::MAX)?;
        self.height = height.max(self.height + 1);
        Ok(Segment::Value { expr, name_as_variable: true })
    }

    /// Parses `@(END)` with its body.
    pub fn heredoc(&mut self) -> Parse<Expr> {
        let opener = self.bump();
        let syntax = self.text(opener);
        let syntax = if syntax.is_empty() { None } else { Some(syntax) };
        let body = self.expect(T::SubLocate, Expected::HeredocText)?.span;
        let text = match self.kind() {
            T::DqPre => self.interpolated()?,
            T::String | T::Word => self.string()?,
            _ => return self.unexpected(Expected::HeredocText),
        };
        let kind = ExprKind::Heredoc(Box::new(Heredoc { syntax, text, body }));
        Ok(Expr { kind, span: opener.span, at: opener.span.start })
    }
}
