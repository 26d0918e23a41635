//! The parsing of resources, defaults, overrides, collectors and attributes.

use super::cursor::{Parse, Parser, is_keyword, is_name};
use super::error;
use super::expected::Expected;
use super::expression::RESOURCE;
use super::statement::with_statement_calls;
use crate::TokenKind as T;
use crate::ast::{
    AttributeKind, AttributeOperation, Collect, Expr, ExprKind, HashEntry, Resource, ResourceBody, ResourceDefaults,
    ResourceForm, ResourceOverride,
};

impl Parser<'_> {
    /// Parses `@resource`, `@@resource`.
    pub fn virtual_resource(&mut self) -> Parse<Expr> {
        self.enter()?;
        let sign = self.bump();
        let form = if sign.kind == T::At { ResourceForm::Virtual } else { ResourceForm::Exported };
        let mut expr = self.expr(RESOURCE)?;
        self.leave();
        if !set_form(&mut expr, form) {
            let span = sign.span.to(expr.span);
            return self.fail_with(error::not_a_resource_for_sign(form, span));
        }
        expr.span = self.span_from(sign.span.start);
        relocate(&mut expr, sign.span.start);
        Ok(expr)
    }

    /// Parses `class { 'title': a => v }`.
    pub fn class_resource(&mut self) -> Parse<Expr> {
        let token = self.bump();
        let name = self.name("class");
        let type_name = self.leaf(ExprKind::Name(name), token);
        let at = type_name.at;
        self.open();
        if self.kind() == T::RBrace {
            return self.unexpected(Expected::Title);
        }
        let first = self.resource_body(at)?;
        let bodies = self.more_bodies(first, at)?;
        self.resource_end(type_name, bodies)
    }

    /// Parses `left { .. }`, in one of its three forms.
    pub fn resource(&mut self, left: Expr) -> Parse<Expr> {
        self.suspect_brace(&left);
        let brace = self.open().span.start;
        if self.begins_operations() {
            return self.untitled(left, brace);
        }
        let at = left.at;
        let title = self.expression()?;
        self.expect(T::Colon, Expected::TitleColon)?;
        let first = self.resource_operations(title, at)?;
        let bodies = self.more_bodies(first, at)?;
        self.resource_end(left, bodies)
    }

    /// Records a brace at the start of a line after an expression that is not a type: it most likely is a separate
    /// hash.
    #[inline]
    fn suspect_brace(&mut self, left: &Expr) {
        let is_type = matches!(left.kind, ExprKind::Name(_) | ExprKind::Ref(_) | ExprKind::Access(..));
        if !is_type && self.begins_line_inside(self.at, usize::MAX) {
            self.line_brace = Some(self.at);
        }
    }

    fn resource_end(&mut self, type_name: Expr, bodies: Vec<ResourceBody>) -> Parse<Expr> {
        self.close(T::RBrace, Expected::MoreAttributes)?;
        let (span, at) = (self.span_from(type_name.span.start), type_name.at);
        let resource = Resource { form: ResourceForm::Regular, type_name, bodies };
        Ok(Expr { kind: ExprKind::Resource(Box::new(resource)), span, at })
    }

    /// Returns whether attributes follow, and not a title.
    fn begins_operations(&self) -> bool {
        match self.kind() {
            T::RBrace | T::Comma => true,
            T::Times => self.peek(1) == T::FatArrow,
            T::And | T::Or | T::In | T::Else | T::Elsif | T::Inherits => true,
            kind => (is_name(kind) || is_keyword(kind)) && matches!(self.peek(1), T::FatArrow | T::PlusArrow),
        }
    }

    /// Parses `title: a => v, ..`.
    fn resource_body(&mut self, at: u32) -> Parse<ResourceBody> {
        let title = self.expression()?;
        self.expect(T::Colon, Expected::TitleColon)?;
        self.resource_operations(title, at)
    }

    fn resource_operations(&mut self, title: Expr, at: u32) -> Parse<ResourceBody> {
        let operations = self.operations_list()?;
        let span = self.span_from(title.span.start);
        Ok(ResourceBody { title, operations, span, at })
    }

    /// Parses the further bodies, each after a semicolon; a trailing semicolon is allowed.
    fn more_bodies(&mut self, first: ResourceBody, at: u32) -> Parse<Vec<ResourceBody>> {
        let mut bodies = vec![first];
        while self.eat(T::Semicolon) && self.kind() != T::RBrace {
            bodies.push(self.resource_body(at)?);
        }
        Ok(bodies)
    }

    /// Parses attributes up to the end of a body. The grammar allows a comma before the first and after the last one.
    fn operations_list(&mut self) -> Parse<Vec<AttributeOperation>> {
        let mut operations = Vec::new();
        if !matches!(self.kind(), T::Comma | T::RBrace | T::Semicolon) {
            operations.push(self.operation()?);
        }
        while self.comma(Expected::MoreAttributes) && !matches!(self.kind(), T::RBrace | T::Semicolon) {
            operations.push(self.operation()?);
        }
        Ok(operations)
    }

    /// Parses `name => v`, `name +> v`, `* => v`.
    fn operation(&mut self) -> Parse<AttributeOperation> {
        let token = self.token;
        let splat = token.kind == T::Times;
        if !splat && !is_name(token.kind) && !is_keyword(token.kind) {
            return self.unexpected(Expected::Attribute);
        }
        self.bump();
        let kind = match self.kind() {
            T::FatArrow if splat => AttributeKind::Splat,
            T::FatArrow => AttributeKind::Set(self.attribute_name(token)),
            T::PlusArrow if !splat => AttributeKind::Append(self.attribute_name(token)),
            T::Equals | T::Colon if !splat => {
                self.pass_over(Expected::AttributeArrow);
                AttributeKind::Set(self.attribute_name(token))
            }
            _ => return self.unexpected(Expected::AttributeArrow),
        };
        self.bump();
        let value = self.expression()?;
        Ok(AttributeOperation { kind, value, span: self.span_from(token.span.start), at: token.span.start })
    }

    fn attribute_name(&mut self, token: crate::Token) -> crate::ast::Name {
        self.name(self.slice(token))
    }

    /// Parses `left { a => v }`: defaults of a type, an override of a reference, a resource without its title.
    fn untitled(&mut self, left: Expr, brace: u32) -> Parse<Expr> {
        let operations = self.operations_list()?;
        self.close(T::RBrace, Expected::MoreAttributes)?;
        let (span, at) = (self.span_from(left.span.start), left.at);
        let form = ResourceForm::Regular;
        let kind = match left.kind {
            ExprKind::Ref(_) => {
                ExprKind::ResourceDefaults(Box::new(ResourceDefaults { form, type_ref: left, operations }))
            }
            ExprKind::Access(..) => {
                ExprKind::ResourceOverride(Box::new(ResourceOverride { form, resources: left, operations }))
            }
            ExprKind::Name(_) if !operations.iter().any(appends) => {
                return Ok(self.name_and_hash(left, operations, brace));
            }
            ExprKind::Name(_) => return self.fail_after(error::append_without_title(brace)),
            _ => return self.fail_after(error::not_a_resource(&left, self.word_before(left.span.start))),
        };
        Ok(Expr { kind, span, at })
    }

    /// Returns the word before this offset, on any line.
    fn word_before(&self, offset: u32) -> &str {
        let before = self.source.get(..offset as usize).unwrap_or("").trim_end();
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        before.get(start..).unwrap_or("")
    }

    /// Parses `name { a => v }` without a title: a name and a hash, or a call of a statement function with a hash.
    fn name_and_hash(&mut self, name: Expr, operations: Vec<AttributeOperation>, brace: u32) -> Expr {
        let (span, at) = (self.span_from(name.span.start), name.at);
        let entries = operations.into_iter().map(|operation| self.as_entry(operation, brace)).collect();
        let hash = Expr { kind: ExprKind::Hash(entries), span: self.span_from(brace), at: brace };
        let mut list = Vec::new();
        with_statement_calls(self, &mut list, name);
        with_statement_calls(self, &mut list, hash);
        match list.pop() {
            Some(only) if list.is_empty() => Expr { span, at, ..only },
            last => {
                list.extend(last);
                Expr { kind: ExprKind::Block(list), span, at }
            }
        }
    }

    /// Converts an attribute to an entry of a hash; Puppet loses the value after a `*`.
    fn as_entry(&mut self, operation: AttributeOperation, brace: u32) -> HashEntry {
        let (span, at) = (operation.span, brace);
        match operation.kind {
            AttributeKind::Set(name) | AttributeKind::Append(name) => {
                HashEntry { key: Expr { kind: ExprKind::String(name), span, at }, value: operation.value, at }
            }
            AttributeKind::Splat => {
                let nop = || Expr { kind: ExprKind::Nop, span, at };
                HashEntry { key: nop(), value: nop(), at }
            }
        }
    }

    /// Parses `left <| query |> { a => v }`.
    pub fn collect(&mut self, type_expr: Expr) -> Parse<Expr> {
        let exported = self.open().kind == T::LLCollect;
        let end = if exported { T::RRCollect } else { T::RCollect };
        let query = if self.kind() == end { None } else { Some(self.expression()?) };
        self.close(end, Expected::QueryEnd)?;
        let mut operations = Vec::new();
        if self.kind() == T::LBrace {
            self.open();
            operations = self.operations_list()?;
            self.close(T::RBrace, Expected::MoreAttributes)?;
        }
        let (span, at) = (self.span_from(type_expr.span.start), type_expr.at);
        Ok(Expr { kind: ExprKind::Collect(Box::new(Collect { type_expr, exported, query, operations })), span, at })
    }
}

fn appends(operation: &AttributeOperation) -> bool {
    matches!(operation.kind, AttributeKind::Append(_))
}

/// Moves a resource's position to its `@`, with the parts that have no position of their own.
fn relocate(expr: &mut Expr, at: u32) {
    expr.at = at;
    let ExprKind::Resource(resource) = &mut expr.kind else { return };
    resource.bodies.iter_mut().for_each(|body| body.at = at);
    if matches!(&resource.type_name.kind, ExprKind::Name(name) if &**name == "class") {
        resource.type_name.at = at;
    }
}

/// Marks a resource as virtual or exported; returns false when it is not a resource.
fn set_form(expr: &mut Expr, form: ResourceForm) -> bool {
    match &mut expr.kind {
        ExprKind::Resource(resource) => resource.form = form,
        ExprKind::ResourceDefaults(defaults) => defaults.form = form,
        ExprKind::ResourceOverride(override_) => override_.form = form,
        _ => return false,
    }
    true
}
