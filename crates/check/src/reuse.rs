//! Names in use: variables that are set, resources that are declared. Only the statements of one body count, since
//! those certainly run one after the other.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use puppet_catalog::capitalized;
use puppet_syntax::ast::{Expr, ExprKind, Param, Resource};
use puppet_syntax::walk::any;

use super::arguments::unqualified;
use super::checker::Checker;
use super::definition::statements;
use super::finding::Finding;
use super::typed_expr::FileSpan;

/// The names that the statements before have taken.
#[derive(Default)]
struct UsedNames<'a> {
    /// Whether these are names of the body of a definition, not of the program.
    in_body: bool,
    /// The variables, with their assignments where the source has them.
    variables: FxHashMap<&'a str, Option<FileSpan>>,
    /// The variables in the order in which they were set.
    order: Vec<&'a str>,
    resources: FxHashMap<(Rc<str>, Rc<str>), FileSpan>,
}

impl<'a> Checker<'a> {
    /// Reports assignments and declarations of the program that must fail, because an earlier one took the name.
    pub(super) fn reused_names(&mut self, body: &'a Expr) {
        if !self.reports.holes.is_empty() || self.mode.closed && self.world.is_shared() {
            return;
        }
        let mut taken = UsedNames::default();
        for statement in statements(body) {
            self.names_in(statement, &mut taken);
        }
    }

    /// Reports assignments in the body of a definition to what its parameters or earlier statements set.
    pub(super) fn reused_in_body(&mut self, params: &'a [Param], given: &[&'static str], body: &'a Expr) {
        if !self.reports.holes.is_empty() {
            return;
        }
        let mut taken = UsedNames { in_body: true, ..UsedNames::default() };
        taken.variables.extend(given.iter().map(|name| (*name, None)));
        for param in params {
            let spot = self.span_of(Span::new(param.at, param.at + 1 + param.name.len() as u32));
            taken.variables.insert(&param.name, Some(spot));
        }
        statements(body).iter().for_each(|statement| self.names_in(statement, &mut taken));
    }

    /// Reports the names that a statement of a body takes again.
    fn names_in(&mut self, statement: &'a Expr, taken: &mut UsedNames<'a>) {
        match &statement.kind {
            ExprKind::Resource(resource) => self.declared_again(resource, taken),
            ExprKind::Relation(_, left, right) => {
                self.names_in(left, taken);
                self.names_in(right, taken);
            }
            _ => self.assigned_in(statement, taken),
        }
    }

    /// Reports the assignments of a statement that must fail. What only a branch sets is not set after it.
    fn assigned_in(&mut self, statement: &'a Expr, taken: &mut UsedNames<'a>) {
        match &statement.kind {
            ExprKind::Paren(inner) => self.assigned_in(inner, taken),
            ExprKind::Assign(_, target, _) => self.assigned_again(target, taken),
            ExprKind::If(branch) | ExprKind::Unless(branch) => {
                self.assigned_in_branch(&branch.then, taken);
                self.assigned_in_branch(&branch.otherwise, taken);
            }
            ExprKind::Case(case) => case.options.iter().for_each(|option| self.assigned_in_branch(&option.then, taken)),
            _ => {}
        }
    }

    fn assigned_in_branch(&mut self, body: &'a Expr, taken: &mut UsedNames<'a>) {
        let before = taken.order.len();
        statements(body).iter().for_each(|statement| self.assigned_in(statement, taken));
        for name in taken.order.split_off(before) {
            taken.variables.remove(name);
        }
    }

    fn assigned_again(&mut self, target: &'a Expr, taken: &mut UsedNames<'a>) {
        match &target.kind {
            ExprKind::Array(targets) => targets.iter().for_each(|one| self.assigned_again(one, taken)),
            ExprKind::Variable(name) if !name.contains("::") => {
                let spot = self.span(target);
                let before = taken.variables.get(&**name).copied();
                if before.is_some() || !taken.in_body && self.mode.closed && self.world.is_assigned(name) {
                    let message = format!("${name} is already set, and a variable keeps its value");
                    let help = "choose another name".to_owned();
                    let finding = Finding::error(RuleCode::Reassignment, spot, message);
                    self.report(finding.note_if(before.flatten(), "first set here").hint(Some(help)));
                }
                if before.is_none() {
                    taken.variables.insert(name, Some(spot));
                    taken.order.push(name);
                }
            }
            _ => {}
        }
    }

    fn declared_again(&mut self, resource: &'a Resource, taken: &mut UsedNames<'a>) {
        let ExprKind::Name(name) = &resource.type_name.kind else { return };
        let type_name: Rc<str> = name.trim_start_matches("::").to_lowercase().into();
        let mut titles = Vec::new();
        resource.bodies.iter().for_each(|body| literal_titles(&body.title, &mut titles));
        for (title, at) in titles {
            let is_class = &*type_name == "class";
            let title: Rc<str> =
                if is_class { title.trim_start_matches("::").to_lowercase().into() } else { title.into() };
            let spot = self.span(at);
            let key = (type_name.clone(), title);
            let before = taken.resources.get(&key).copied();
            if before.is_some() || !taken.in_body && self.mode.closed && self.world.is_declared(&key.0, &key.1) {
                let message = format!("{}['{}'] is already declared", capitalized(&key.0), key.1);
                let finding = Finding::error(RuleCode::DuplicateDeclaration, spot, message);
                let help = "choose another title; a resource is declared once".to_owned();
                self.report(finding.note_if(before, "first declared here").hint(Some(help)));
            }
            taken.resources.entry(key).or_insert(spot);
        }
    }

    /// Reports a resource of an unknown type, or of an unknown class.
    pub(super) fn demand_resource_type(&mut self, resource: &'a Resource, name: &str) {
        let spot = self.span(&resource.type_name);
        self.demand_type_named(name, spot, true);
    }

    /// Reports an unknown resource type; `is_used` is false where the code may make no resource of it.
    pub(super) fn demand_type_named(&mut self, name: &str, spot: FileSpan, is_used: bool) {
        if self.world.is_resource_type(name) || self.class_or_define(name, false).is_some() {
            return;
        }
        // The table also has names that were looked up in vain.
        let known = self.definitions.defines.iter().filter(|(_, define)| define.is_some());
        let defines = known.map(|(name, _)| &**name);
        let known = puppet_catalog::builtins().iter().map(|row| row.name).chain(defines);
        let near = self.nearest(name, known).map(str::to_owned);
        let hint = near.as_ref().map(|near| format!("did you mean '{near}'?"));
        let (severity, code) = self.unknown_name_as(RuleCode::UnknownResourceType, name, near.as_deref());
        let severity = if is_used { severity } else { severity.min(Severity::Warning) };
        let finding = Finding::of(severity, code, spot, format!("unknown resource type '{name}'"));
        self.report(finding.hint(hint).swap(name, near.as_deref()));
    }

    /// Returns whether the program certainly declares no classes: it has no calls and resources that could.
    pub(super) fn declares_nothing(&mut self, body: &'a Expr) -> bool {
        let known: FxHashSet<&str> = ["notice", "info", "debug", "warning", "err"].into_iter().collect();
        !any(body, &|one| match &one.kind {
            ExprKind::Call(call) => {
                !matches!(&call.functor.kind, ExprKind::Name(name) if known.contains(&**name) || super::notes::is_pure(name))
            }
            ExprKind::Method(method) => {
                !matches!(&method.name.kind, ExprKind::Name(name) if super::notes::is_pure(name))
            }
            ExprKind::Resource(_) | ExprKind::Collect(_) | ExprKind::ResourceOverride(_) | ExprKind::Node(_) => true,
            _ => false,
        })
    }
}

/// Collects the literal titles of a resource body.
fn literal_titles<'e>(title: &'e Expr, into: &mut Vec<(&'e str, &'e Expr)>) {
    match &unqualified(title).kind {
        ExprKind::String(text) | ExprKind::Name(text) => into.push((text, title)),
        ExprKind::Array(items) => items.iter().for_each(|item| literal_titles(item, into)),
        _ => {}
    }
}
