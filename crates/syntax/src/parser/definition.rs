//! Classes, defines, nodes, functions, plans, type aliases and `apply`.

use std::rc::Rc;

use super::cursor::{Parse, Parser, is_name};
use super::error;
use super::expected::Expected;
use crate::TokenKind as T;
use crate::ast::{Apply, Class, Define, Expr, ExprKind, Function, HashEntry, Name, Node, TypeAlias, TypeDefinition};
use pprepl_text::Span;

impl Parser<'_> {
    pub fn class_definition(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let (name, name_span) = self.definition_name(Expected::ClassName)?;
        let params = self.parameter_list()?;
        let parent = if self.eat(T::Inherits) { Some(self.parent_name()?) } else { None };
        let body = self.body(Expected::ClassBody)?;
        let class = Class { name, name_span, params, parent, body };
        Ok(Expr { kind: ExprKind::Class(Rc::new(class)), span: self.span_from(at), at })
    }

    fn parent_name(&mut self) -> Parse<Name> {
        if self.kind() == T::Default {
            self.bump();
            return Ok(self.name("default"));
        }
        Ok(self.definition_name(Expected::ParentName)?.0)
    }

    pub fn define_definition(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let (name, name_span) = self.definition_name(Expected::DefineName)?;
        let params = self.parameter_list()?;
        let body = self.body(Expected::DefineBody)?;
        let define = Define { name, name_span, params, body };
        Ok(Expr { kind: ExprKind::Define(Rc::new(define)), span: self.span_from(at), at })
    }

    pub fn function_definition(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let (name, name_span) = self.definition_name(Expected::FunctionName)?;
        let params = self.parameter_list()?;
        let returns = self.return_type()?;
        let body = self.body(Expected::FunctionBody)?;
        let function = Function { name, name_span, params, returns, body };
        Ok(Expr { kind: ExprKind::Function(Rc::new(function)), span: self.span_from(at), at })
    }

    pub fn plan_definition(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let (name, name_span) = self.definition_name(Expected::PlanName)?;
        let params = self.parameter_list()?;
        let body = self.body(Expected::PlanBody)?;
        let plan = Function { name, name_span, params, returns: None, body };
        Ok(Expr { kind: ExprKind::Plan(Rc::new(plan)), span: self.span_from(at), at })
    }

    /// Parses the name of a definition; Puppet has specific errors for two invalid ones.
    fn definition_name(&mut self, want: Expected) -> Parse<(Name, Span)> {
        match self.kind() {
            T::Word | T::Ref => {}
            kind if is_name(kind) => {}
            T::Class => {
                let diagnostic = error::class_as_name(self.token.span);
                return self.fail_with(diagnostic);
            }
            T::String => {
                let diagnostic = error::quoted_name(self.token.span);
                return self.fail_with(diagnostic);
            }
            _ => return self.unexpected(want),
        }
        let token = self.bump();
        Ok(self.named(token))
    }

    /// Parses `apply(args) { body }`.
    pub fn apply(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        if self.kind() != T::LParen {
            return self.unexpected(Expected::ApplyArguments);
        }
        if self.peek(1) == T::RParen {
            self.bump();
            return self.unexpected(Expected::Value);
        }
        let args = self.arguments(true)?;
        let body = self.body(Expected::ApplyBody)?;
        Ok(Expr { kind: ExprKind::Apply(Box::new(Apply { args, body })), span: self.span_from(at), at })
    }

    /// Parses `node a, /b/ inherits c { .. }`.
    pub fn node_definition(&mut self) -> Parse<Expr> {
        let at = self.bump().span.start;
        let mut matches = vec![self.host()?];
        while self.eat(T::Comma) && !matches!(self.kind(), T::Inherits | T::LBrace) {
            matches.push(self.host()?);
        }
        let parent = if self.eat(T::Inherits) { Some(Box::new(self.host()?)) } else { None };
        let body = self.body(Expected::NodeBody)?;
        Ok(Expr { kind: ExprKind::Node(Rc::new(Node { matches, parent, body })), span: self.span_from(at), at })
    }

    /// Parses a host name: a name, a string, a regular expression or `default`.
    fn host(&mut self) -> Parse<Expr> {
        match self.kind() {
            T::String | T::Word => self.string(),
            T::DqPre => self.interpolated(),
            T::Heredoc => self.heredoc(),
            T::Regexp => self.regexp(),
            T::Default => self.word(ExprKind::Default),
            kind if is_name(kind) || kind == T::Number => self.dotted_host(),
            _ => self.unexpected(Expected::Host),
        }
    }

    /// Parses `www.example.com`.
    fn dotted_host(&mut self) -> Parse<Expr> {
        let first = self.bump();
        let mut text = String::from(self.slice(first));
        while self.eat(T::Dot) {
            if !is_name(self.kind()) && self.kind() != T::Number {
                return self.unexpected(Expected::HostPart);
            }
            let part = self.bump();
            text.push('.');
            text.push_str(self.slice(part));
        }
        let kind = ExprKind::String(self.name(&text));
        Ok(Expr { kind, span: self.span_from(first.span.start), at: first.span.start })
    }

    /// Parses a type alias, a mapping or a type definition; `type(x)` is a call.
    pub fn type_definition(&mut self) -> Parse<Expr> {
        if self.peek(1) == T::LParen {
            let token = self.bump();
            let name = self.name("type");
            return Ok(self.leaf(ExprKind::Name(name), token));
        }
        let start = self.bump().span.start;
        if self.kind() == T::Ref && matches!(self.peek(1), T::LBrace | T::Inherits) {
            return self.object_type(start);
        }
        let left = self.parameter_type()?;
        self.expect(T::Equals, Expected::AliasEquals)?;
        self.alias(left, start)
    }

    /// Parses `type A inherits B { .. }`.
    fn object_type(&mut self, start: u32) -> Parse<Expr> {
        let token = self.bump();
        let (name, name_span) = self.named(token);
        let parent = if self.eat(T::Inherits) {
            let token = self.expect(T::Ref, Expected::Type)?;
            Some(self.text(token))
        } else {
            None
        };
        let body = self.body(Expected::TypeBody)?;
        let definition = TypeDefinition { name, name_span, parent, body };
        Ok(Expr { kind: ExprKind::TypeDefinition(Rc::new(definition)), span: self.span_from(start), at: start })
    }

    /// Parses the right side of `type A =`.
    fn alias(&mut self, left: Expr, start: u32) -> Parse<Expr> {
        let at = left.at;
        let object = |parser: &mut Self, parent: Option<Expr>, hash: Expr| parser.object(parent, hash, at);
        let right = match self.kind() {
            T::LBrace => {
                let hash = self.hash()?;
                object(self, None, hash)
            }
            T::LBrack | T::ListStart => self.array()?,
            T::Ref => {
                let name = self.reference()?;
                match self.kind() {
                    T::LBrace => {
                        let hash = self.hash()?;
                        object(self, Some(name), hash)
                    }
                    T::LBrack => self.alias_access(name, at)?,
                    _ => name,
                }
            }
            _ => return self.unexpected(Expected::Type),
        };
        let span = self.span_from(start);
        let kind = match left.kind {
            ExprKind::Ref(name) => {
                ExprKind::TypeAlias(Rc::new(TypeAlias { name, name_span: left.span, type_expr: right }))
            }
            _ => ExprKind::TypeMapping(Box::new(left), Box::new(right)),
        };
        Ok(Expr { kind, span, at })
    }

    fn alias_access(&mut self, name: Expr, at: u32) -> Parse<Expr> {
        let keys = self.access_keys(true)?;
        let span = self.span_from(name.span.start);
        Ok(Expr { kind: ExprKind::Access(Box::new(name), keys), span, at })
    }

    /// Builds the type of a hash: `{..}` is `Object[{..}]`, `Parent {..}` is `Object[{.., parent => Parent}]`.
    fn object(&mut self, parent: Option<Expr>, mut hash: Expr, at: u32) -> Expr {
        let span = parent.as_ref().map_or(hash.span, |parent| parent.span.to(hash.span));
        let is_root = |parent: &Expr| matches!(&parent.kind, ExprKind::Ref(n) if &**n == "Object" || &**n == "TypeSet");
        let root = match parent {
            Some(parent) if is_root(&parent) => parent,
            parent => {
                if let (Some(parent), ExprKind::Hash(entries)) = (parent, &mut hash.kind) {
                    let key = Expr { kind: ExprKind::Name(self.name("parent")), span: parent.span, at: hash.at };
                    entries.push(HashEntry { key, value: parent, at: hash.at });
                }
                Expr { kind: ExprKind::Ref(self.name("Object")), span, at }
            }
        };
        Expr { kind: ExprKind::Access(Box::new(root), vec![hash]), span, at }
    }
}
