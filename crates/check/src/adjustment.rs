//! Attributes that code gives apart from declarations: defaults, overrides and collectors of defined types. Only an
//! override certainly applies to a resource.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity, Span, suggest};
use puppet_catalog::{builtin, is_metaparameter};
use puppet_syntax::ast::{
    AttributeKind, AttributeOperation, BinaryOp, Collect, Expr, ExprKind, ResourceDefaults, ResourceOverride,
};

use super::arguments::unqualified;
use super::checker::Checker;
use super::declaration::{ClassLike, ParamInfo};
use super::display::display;
use super::finding::Finding;
use super::resource::is_deferred;
use super::subtyping::is_never;

impl<'a> Checker<'a> {
    /// Checks `T { a => v }`.
    pub(super) fn resource_defaults(&mut self, defaults: &'a ResourceDefaults) {
        self.adjust(&defaults.type_ref, &defaults.operations, Severity::Warning);
    }

    /// Checks `T['x'] { a => v }`.
    pub(super) fn resource_override(&mut self, overriding: &'a ResourceOverride) {
        self.check(&overriding.resources, None);
        match &overriding.resources.kind {
            ExprKind::Access(type_ref, _) => self.adjust(type_ref, &overriding.operations, Severity::Error),
            _ => self.operations(&overriding.operations),
        }
    }

    /// Checks `T <| a == v |> { b => w }`.
    pub(super) fn collect(&mut self, collect: &'a Collect) {
        self.check_type(&collect.type_expr);
        if let (Some(query), Some(name)) = (&collect.query, type_name(&collect.type_expr)) {
            self.query(query, &name);
        }
        self.adjust(&collect.type_expr, &collect.operations, Severity::Warning);
    }

    fn adjust(&mut self, type_ref: &'a Expr, operations: &'a [AttributeOperation], severity: Severity) {
        let declared = type_name(type_ref).and_then(|name| self.class_or_define(&name, false));
        match declared {
            Some(declared) => operations.iter().for_each(|one| self.adjustment(one, &declared, severity)),
            None => self.operations(operations),
        }
    }

    fn adjustment(&mut self, operation: &'a AttributeOperation, declared: &ClassLike<'a>, severity: Severity) {
        match &operation.kind {
            AttributeKind::Set(name) if severity == Severity::Error => {
                self.attribute(name, operation, declared, false);
            }
            AttributeKind::Set(name) | AttributeKind::Append(name) => {
                let found = self.check(&operation.value, None);
                let Some(info) = declared.param(name) else {
                    return self.unknown_adjustment(name, operation, declared, severity);
                };
                let is_whole = matches!(operation.kind, AttributeKind::Set(_)) && !is_deferred(&operation.value);
                if is_whole && self.rejects(&found.ty, info) {
                    let text = self.sets.found(&found.ty, &info.ty);
                    let message = format!("expected {}, found {text}", display(&info.ty));
                    let why = format!("{} declares ${name} as {}", declared.name, display(&info.ty));
                    let spot = self.span(&operation.value);
                    let finding = Finding::of(severity, RuleCode::TypeMismatch, spot, message);
                    self.report(finding.note_if(info.type_span(), why));
                }
            }
            AttributeKind::Splat => drop(self.check(&operation.value, None)),
        }
    }

    /// Returns whether a parameter rejects every value of a type. undef selects the default.
    pub(super) fn rejects(&self, ty: &puppet_pcore::Ty, info: &ParamInfo<'a>) -> bool {
        let is_undef = matches!(**ty, puppet_pcore::Type::Undef);
        info.declared && !is_undef && !is_never(ty) && self.sets.is_disjoint(ty, &info.ty)
    }

    fn unknown_adjustment(
        &mut self,
        name: &str,
        operation: &AttributeOperation,
        declared: &ClassLike<'a>,
        severity: Severity,
    ) {
        if !is_metaparameter(name) && name != "name" {
            let start = operation.span.start;
            self.no_parameter(name, Span::new(start, start + name.len() as u32), declared, severity);
        }
    }

    /// Reports an unknown parameter of a defined type.
    pub(super) fn no_parameter(&mut self, name: &str, span: Span, declared: &ClassLike<'a>, severity: Severity) {
        let tells = self.reports(RuleCode::UnknownAttribute);
        let near = suggest::nearest(name, declared.params.iter().map(|info| &*info.param.name).filter(|_| tells));
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        let message = format!("{} has no parameter '{name}'", declared.name);
        let finding = Finding::of(severity, RuleCode::UnknownAttribute, self.span_of(span), message);
        self.report(finding.hint(hint).swap(name, near));
    }

    /// Checks the names in a query. A name that no resource of the type has matches nothing, or with `!=` everything.
    fn query(&mut self, query: &'a Expr, type_name: &str) {
        match &query.kind {
            ExprKind::Paren(inner) => self.query(inner, type_name),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.query(left, type_name);
                self.query(right, type_name);
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, _) => {
                if let ExprKind::Name(name) = &unqualified(left).kind {
                    self.queried(name, left, type_name);
                }
            }
            _ => {}
        }
    }

    fn queried(&mut self, name: &str, at: &'a Expr, type_name: &str) {
        let own: Vec<Rc<str>> = match (builtin(type_name), self.class_or_define(type_name, false)) {
            (Some(row), _) => row.parameters().map(Into::into).collect(),
            (None, Some(declared)) => declared.params.iter().map(|info| (&*info.param.name).into()).collect(),
            (None, None) => return,
        };
        let known = || own.iter().map(|known| &**known).chain(["title", "name", "tag"]);
        if is_metaparameter(name) || known().any(|known| known == name) {
            return;
        }
        let near = self.nearest(name, known());
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        let message = format!("{type_name} has no parameter '{name}' to search for");
        let finding = Finding::warning(RuleCode::UnknownAttribute, self.span(at), message);
        self.report(finding.hint(hint).swap(name, near));
    }
}

/// Returns the name of a type in lower case.
fn type_name(expr: &Expr) -> Option<String> {
    match &unqualified(expr).kind {
        ExprKind::Ref(name) => Some(name.strip_prefix("::").unwrap_or(name).to_lowercase()),
        _ => None,
    }
}
