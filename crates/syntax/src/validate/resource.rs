//! Checks of resources, their attributes, collectors with their queries, and relationships.

use crate::ast::{
    AttributeKind, AttributeOperation, BinaryOp, Collect, Expr, ExprKind, Resource, ResourceBody, ResourceDefaults,
    ResourceForm, ResourceOverride,
};
use pprepl_text::IssueCode;

use super::{Checker, Context, Helped, phrase};

impl Checker<'_> {
    pub(super) fn resource(&mut self, expr: &Expr, resource: &Resource, cx: Context) {
        if self.catalog_allowed(expr, cx) {
            let class = matches!(&resource.type_name.kind, ExprKind::Name(name) if &**name == "class");
            if class && resource.form != ResourceForm::Regular {
                self.error_at(IssueCode::ClassNotVirtualizable, expr, "a class cannot be virtual or exported")
                    .help("remove the `@`");
            }
        }
        self.walk(&resource.type_name, cx.inside());
        for body in &resource.bodies {
            self.resource_body(body, cx);
        }
    }

    fn resource_body(&mut self, body: &ResourceBody, cx: Context) {
        let mut splats = body.operations.iter().filter(|operation| matches!(operation.kind, AttributeKind::Splat));
        if let Some(first) = splats.next() {
            for splat in splats {
                self.error(
                    IssueCode::MultipleAttributesUnfold,
                    splat.span,
                    splat.at,
                    "duplicate `* =>` in one resource",
                )
                .help("add the hashes: `* => $a + $b`")
                .label(first.span, "first `* =>`");
            }
        }
        self.walk(&body.title, cx.inside());
        self.attributes(&body.operations, false, "a resource", cx);
    }

    /// Checks attributes; `appends` is true if `+>` is allowed here.
    fn attributes(&mut self, operations: &[AttributeOperation], appends: bool, container: &str, cx: Context) {
        for operation in operations {
            if let (AttributeKind::Append(name), false) = (&operation.kind, appends) {
                let message = format!("`{name} +>` is not allowed in {container}: it adds to an existing value");
                self.error(IssueCode::IllegalAttributeAppend, operation.span, operation.at, message)
                    .help(format!("write `{name} =>`; `+>` is for overrides and collectors"));
            }
            self.rvalue(&operation.value);
            self.walk(&operation.value, cx.inside());
        }
    }

    pub(super) fn resource_defaults(&mut self, expr: &Expr, defaults: &ResourceDefaults, cx: Context) {
        if self.catalog_allowed(expr, cx) {
            self.not_virtual(expr, defaults.form, "resource defaults");
        }
        self.walk(&defaults.type_ref, cx.inside());
        self.attributes(&defaults.operations, false, "a set of defaults", cx);
    }

    pub(super) fn resource_override(&mut self, expr: &Expr, over: &ResourceOverride, cx: Context) {
        if self.catalog_allowed(expr, cx) {
            self.not_virtual(expr, over.form, "an override");
        }
        self.walk(&over.resources, cx.inside());
        self.attributes(&over.operations, true, "an override", cx);
    }

    fn not_virtual(&mut self, expr: &Expr, form: ResourceForm, what: &str) {
        if form != ResourceForm::Regular {
            self.error_at(IssueCode::NotVirtualizeable, expr, format!("{what} cannot be virtual or exported"))
                .help("remove the `@`; it is only for a resource with a title");
        }
    }

    pub(super) fn collect(&mut self, expr: &Expr, collect: &Collect, cx: Context) {
        if self.collector_allowed(expr, collect, cx) && !matches!(collect.type_expr.kind, ExprKind::Ref(_)) {
            let message = format!("cannot collect {}: expected a resource type", phrase(&collect.type_expr));
            self.error_at(IssueCode::IllegalExpression, &collect.type_expr, message)
                .help("start a collector with a resource type: `Notify <| title == 'a' |>`");
        }
        self.walk(&collect.type_expr, cx.inside());
        if let Some(query) = &collect.query {
            self.query(query);
            self.walk(query, cx.inside());
        }
        self.attributes(&collect.operations, true, "a collector", cx);
    }

    /// Checks a query: it supports `==`, `!=`, `and`, `or`, names, variables and simple literals.
    fn query(&mut self, query: &Expr) {
        match &query.kind {
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, ..) => {}
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.query(left);
                self.query(right);
            }
            ExprKind::Paren(inner) => self.query(inner),
            ExprKind::Variable(_) | ExprKind::Name(_) | ExprKind::String(_) | ExprKind::Bool(_) => {}
            ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_) => {}
            _ => {
                self.error_at(
                    IssueCode::IllegalQueryExpression,
                    query,
                    format!("{} is not allowed in a query", phrase(query)),
                )
                .help("use `name == value`, `name != value`, `and`, `or` and parentheses");
            }
        }
    }

    pub(super) fn relation(&mut self, expr: &Expr, left: &Expr, right: &Expr, cx: Context) {
        if self.catalog_allowed(expr, cx) {
            for side in [left, right] {
                if !matches!(side.kind, ExprKind::Collect(_) | ExprKind::Relation(..)) {
                    self.rvalue(side);
                }
            }
        }
        self.walk(left, cx.inside());
        self.walk(right, cx.inside());
    }
}
