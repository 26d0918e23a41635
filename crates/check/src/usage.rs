//! Unused variables and parameters.
//!
//! Only names that no other code can see are reported: the names of functions, lambdas and defined types.
//! Variables of a class are read from other classes. Templates and lookups read the variables around them; a
//! scope that contains one reports nothing. A name that begins with `_` is unused on purpose.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_text::{RuleCode, Severity, Span};
use puppet_syntax::ast::{Call, Expr, ExprKind, Method, Name, Param, Segment};
use puppet_syntax::walk::{for_each, for_each_child, lambda_of};

use super::arguments::unqualified;
use super::checker::Checker;
use super::definition::statements;
use super::finding::Finding;

/// Functions that read the variables of their caller.
const READERS: &[&str] =
    &["template", "inline_template", "inline_epp", "epp", "lookup", "hiera", "hiera_array", "hiera_hash"];

/// The names of a scope: where each is assigned, and which are read.
#[derive(Default)]
struct ScopeUsage<'a> {
    assigned: Vec<(&'a Name, Span)>,
    read: FxHashSet<Rc<str>>,
    /// Whether the scope contains code that may read any of them.
    open: bool,
}

impl<'a> ScopeUsage<'a> {
    fn of(params: &'a [Param], body: &'a Expr) -> ScopeUsage<'a> {
        let mut names = ScopeUsage::default();
        for param in params {
            param.default.iter().chain(&param.type_expr).for_each(|one| names.add_all(one));
        }
        names.add_all(body);
        names.add_value(body);
        names
    }

    /// Counts the variables that the last statement of a body assigns: it is the value of the body.
    fn add_value(&mut self, body: &'a Expr) {
        let Some(last) = statements(body).last().map(unqualified) else { return };
        match &last.kind {
            ExprKind::Assign(_, target, _) => for_each(target, &mut |one| {
                if let ExprKind::Variable(name) = &one.kind {
                    self.read.insert(name.clone());
                }
            }),
            ExprKind::If(branch) | ExprKind::Unless(branch) => {
                self.add_value(&branch.then);
                self.add_value(&branch.otherwise);
            }
            _ => {}
        }
    }

    fn add_all(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Assign(_, target, value) => {
                self.add_all(value);
                self.add_target(target);
                return;
            }
            ExprKind::Variable(name) | ExprKind::String(name) => self.add_read(name),
            ExprKind::Interpolated(segments) => segments.iter().for_each(|segment| self.add_segment(segment)),
            ExprKind::Call(call) => self.open |= reads(&call_name(call)),
            ExprKind::Method(method) => self.open |= reads(&method_name(method)),
            _ => {}
        }
        for_each_child(expr, &mut |child| self.add_all(child));
        if let Some(lambda) = lambda_of(expr) {
            for param in &lambda.params {
                param.default.iter().chain(&param.type_expr).for_each(|one| self.add_all(one));
            }
            self.add_all(&lambda.body);
            self.add_value(&lambda.body);
        }
    }

    fn add_target(&mut self, target: &'a Expr) {
        match &target.kind {
            ExprKind::Variable(name) => self.assigned.push((name, target.span)),
            ExprKind::Array(targets) => targets.iter().for_each(|one| self.add_target(one)),
            _ => self.add_all(target),
        }
    }

    /// Counts a string as a variable name, as in `getvar('x')` and `defined('$x')`.
    fn add_read(&mut self, name: &str) {
        let name = name.trim_start_matches(['$', ':']);
        let name = name.split(['.', '[']).next().unwrap_or(name);
        self.read.insert(name.into());
    }

    fn add_segment(&mut self, segment: &'a Segment) {
        let Segment::Value { expr, name_as_variable: true } = segment else { return };
        for_each(expr, &mut |one| {
            if let ExprKind::Name(name) = &one.kind {
                self.add_read(name);
            }
        });
    }

    fn is_unused(&self, name: &str) -> bool {
        !self.open && !name.starts_with('_') && !self.read.contains(name)
    }
}

fn call_name(call: &Call) -> Option<&str> {
    match &call.functor.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

fn method_name(method: &Method) -> Option<&str> {
    match &method.name.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

fn reads(name: &Option<&str>) -> bool {
    name.is_some_and(|name| READERS.contains(&name.trim_start_matches("::")))
}

impl<'a> Checker<'a> {
    /// Reports the unused names of a body and its definitions.
    pub(super) fn unused(&mut self, body: &'a Expr) {
        if self.reports.rules.has(RuleCode::UnusedVariable) || self.reports.rules.has(RuleCode::UnusedParameter) {
            self.unused_below(body);
        }
    }

    fn unused_below(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Function(function) => {
                let names = ScopeUsage::of(&function.params, &function.body);
                self.unused_parameters(&function.params, &names);
                return self.unused_variables(&names);
            }
            ExprKind::Plan(plan) => {
                let names = ScopeUsage::of(&plan.params, &plan.body);
                return self.unused_variables(&names);
            }
            ExprKind::Define(define) => return self.unused_variables(&ScopeUsage::of(&define.params, &define.body)),
            ExprKind::Class(class) => return self.unused_below(&class.body),
            ExprKind::Node(node) => return self.unused_below(&node.body),
            _ => {}
        }
        if let Some(lambda) = lambda_of(expr) {
            self.unused_variables(&ScopeUsage::of(&lambda.params, &lambda.body));
        }
        let mut children = Vec::new();
        for_each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.unused_below(child));
    }

    fn unused_variables(&mut self, names: &ScopeUsage<'a>) {
        for (name, span) in names.assigned.iter().filter(|(name, _)| names.is_unused(name)) {
            let message = format!("${name} is assigned, and nothing reads it");
            let hint = format!("if that is meant, call it $_{name}");
            let spot = self.span_of(*span);
            self.report(Finding::of(Severity::Note, RuleCode::UnusedVariable, spot, message).hint(Some(hint)));
        }
    }

    fn unused_parameters(&mut self, params: &'a [Param], names: &ScopeUsage<'a>) {
        for param in params.iter().filter(|param| names.is_unused(&param.name)) {
            let spot = self.span_of(Span::new(param.at, param.at + 1 + param.name.len() as u32));
            let message = format!("nothing reads the parameter ${}", param.name);
            let hint = format!("if that is meant, call it $_{}", param.name);
            self.report(Finding::of(Severity::Note, RuleCode::UnusedParameter, spot, message).hint(Some(hint)));
        }
    }
}
