//! Calls, method calls, lambdas and parameter lists.

use std::rc::Rc;

use super::cursor::{Parse, Parser, is_name, is_pipe};
use super::expected::Expected;
use crate::ast::{Call, Expr, ExprKind, Lambda, Method, Name, Param};
use crate::{Token, TokenKind as T};

impl Parser<'_> {
    /// Parses a call: `left(a, ..) |..| {..}`.
    pub fn call(&mut self, functor: Expr) -> Parse<Expr> {
        let args = self.arguments(true)?;
        let lambda = self.optional_lambda()?;
        let (span, at) = (self.span_from(functor.span.start), functor.at);
        Ok(Expr { kind: ExprKind::Call(Box::new(Call { functor, args, lambda, rval: true })), span, at })
    }

    /// Parses a method call: `left.name(a, ..) |..| {..}`.
    pub fn method(&mut self, receiver: Expr) -> Parse<Expr> {
        let dot = self.bump().span.start;
        if !is_name(self.kind()) && self.kind() != T::Type {
            return self.unexpected(Expected::MethodName);
        }
        let token = self.bump();
        let text = self.text(token);
        let name = Expr { kind: ExprKind::Name(text), span: token.span, at: dot };
        let mut at = dot;
        let mut args = Vec::new();
        if self.kind() == T::LParen {
            at = self.token.span.start;
            args = self.arguments(false)?;
        }
        let lambda = self.optional_lambda()?;
        let span = self.span_from(receiver.span.start);
        Ok(Expr { kind: ExprKind::Method(Box::new(Method { receiver, name, args, lambda })), span, at })
    }

    /// Parses `(a, b, k => v)`; a trailing comma is not allowed in a method call.
    pub fn arguments(&mut self, end_comma: bool) -> Parse<Vec<Expr>> {
        self.enter()?;
        self.open();
        let mut args = Vec::new();
        if self.kind() != T::RParen {
            args.reserve_exact(1);
            let mut pairs = false;
            loop {
                let argument = self.argument()?;
                self.push_argument(&mut args, argument, &mut pairs);
                if !self.comma(Expected::MoreArguments) || (end_comma && self.kind() == T::RParen) {
                    break;
                }
            }
        }
        self.close(T::RParen, Expected::MoreArguments)?;
        self.leave();
        Ok(args)
    }

    fn optional_lambda(&mut self) -> Parse<Option<Rc<Lambda>>> {
        if is_pipe(self.kind()) { self.lambda().map(|lambda| Some(Rc::new(lambda))) } else { Ok(None) }
    }

    /// Parses a lambda: `|params| >> T { body }`.
    fn lambda(&mut self) -> Parse<Lambda> {
        let at = self.token.span.start;
        let params = self.bar_parameters()?;
        let returns = self.return_type()?;
        let body = self.body(Expected::LambdaBody)?;
        Ok(Lambda { params, returns, body, span: self.span_from(at), at })
    }

    /// Parses the parameters of a lambda or a template: `|a, b|`.
    pub fn bar_parameters(&mut self) -> Parse<Vec<Param>> {
        self.open();
        let params = if is_pipe(self.kind()) { Vec::new() } else { self.parameters(Expected::BarEnd, is_pipe)? };
        if !is_pipe(self.kind()) {
            return self.unexpected(Expected::BarEnd);
        }
        self.open.pop();
        self.bump();
        Ok(params)
    }

    /// Parses the parameters of a definition, `(a, b)`, or nothing.
    pub fn parameter_list(&mut self) -> Parse<Vec<Param>> {
        if !matches!(self.kind(), T::LParen | T::WsLParen) {
            return Ok(Vec::new());
        }
        self.open();
        let closes = |kind| kind == T::RParen;
        let params =
            if self.kind() == T::RParen { Vec::new() } else { self.parameters(Expected::MoreParameters, closes)? };
        self.close(T::RParen, Expected::MoreParameters)?;
        Ok(params)
    }

    /// Parses one or more parameters; a trailing comma is allowed.
    fn parameters(&mut self, want: Expected, closes: fn(T) -> bool) -> Parse<Vec<Param>> {
        let mut params = Vec::with_capacity(1);
        loop {
            params.push(self.parameter()?);
            if !self.comma(want) || closes(self.kind()) {
                return Ok(params);
            }
        }
    }

    /// Parses a parameter: `Type *$name = default`.
    fn parameter(&mut self) -> Parse<Param> {
        let start = self.token.span.start;
        let type_expr = if self.kind() == T::Ref { Some(self.parameter_type()?) } else { None };
        let captures_rest = self.eat(T::Times);
        let token = self.expect(T::Variable, Expected::Parameter)?;
        let name = self.text(token);
        let default = if self.eat(T::Equals) { Some(self.expression()?) } else { None };
        let (span, at) = (self.span_from(start), token.span.start);
        Ok(Param { name, type_expr, default, captures_rest, span, at })
    }

    /// Parses `Type` or `Type[a, ..]`.
    pub fn parameter_type(&mut self) -> Parse<Expr> {
        let name = self.reference()?;
        if self.kind() != T::LBrack {
            return Ok(name);
        }
        let keys = self.access_keys(false)?;
        let (span, at) = (self.span_from(name.span.start), name.at);
        Ok(Expr { kind: ExprKind::Access(Box::new(name), keys), span, at })
    }

    /// Parses `>> Type`, or nothing.
    pub fn return_type(&mut self) -> Parse<Option<Expr>> {
        if self.eat(T::RShift) { self.parameter_type().map(Some) } else { Ok(None) }
    }

    /// Builds a call of a statement function without parentheses: `name` with its arguments.
    pub fn statement_call(&mut self, functor: Expr, args: Vec<Expr>) -> Expr {
        let (at, end) = (functor.at, args.last().map_or(functor.span.end, |last| last.span.end));
        let span = functor.span.to(pprepl_text::Span::at(end));
        Expr { kind: ExprKind::Call(Box::new(Call { functor, args, lambda: None, rval: false })), span, at }
    }

    /// Returns the text of a token and its span.
    pub fn named(&mut self, token: Token) -> (Name, pprepl_text::Span) {
        (self.text(token), token.span)
    }
}
