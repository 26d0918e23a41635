//! Definitions of the source: hoisted before anything is checked, and checked before the statements.

use std::rc::Rc;

use pprepl_text::{Fix, RuleCode, Span};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, resolved};
use puppet_syntax::ast::{Expr, ExprKind, Param};

use super::checker::{Body, Checker, DefinitionSource, ScopeKind};
use super::declaration::{ClassLike, FunctionInfo, ParamInfo};
use super::display::display;
use super::finding::Finding;
use super::requirement::{Annotation, Requirement};
use super::type_env::ClassBody;
use super::typed_expr::{Origin, TypeOrigin, TypedExpr};

/// Returns a name qualified by the enclosing class, in lower case.
fn qualified(outer: &str, name: &str) -> Rc<str> {
    let name = name.strip_prefix("::").unwrap_or(name).to_lowercase();
    if outer.is_empty() { name.into() } else { format!("{outer}::{name}").into() }
}

/// Returns the statements of a body.
pub(super) fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Block(statements) => statements,
        ExprKind::Nop => &[],
        _ => std::slice::from_ref(body),
    }
}

impl<'a> Checker<'a> {
    /// Hoists the definitions: aliases first, so that parameters can name them.
    pub(super) fn hoist(&mut self, body: &'a Expr, outer: &str) {
        for statement in statements(body) {
            match &statement.kind {
                ExprKind::TypeAlias(alias) => self.add_alias(&alias.name, &alias.type_expr),
                ExprKind::Define(define) => {
                    self.definitions.defines.insert(
                        qualified(outer, &define.name),
                        Some(Rc::new(ClassLike::new(define.name.clone(), Vec::new()))),
                    );
                }
                _ => {}
            }
        }
        for statement in statements(body) {
            match &statement.kind {
                ExprKind::Function(function) => self.add_function(function),
                ExprKind::Class(class) => {
                    let name = qualified(outer, &class.name);
                    self.hoist(&class.body, &name);
                    let body = ClassBody { parent: class.parent.as_deref(), statements: &class.body };
                    let body = Some(body).filter(|_| self.reports.holes.is_empty());
                    let made = self.class_like(name.clone(), &class.params, body);
                    self.definitions.classes.insert(name, Some(made));
                }
                ExprKind::Define(define) => {
                    let name = qualified(outer, &define.name);
                    let made = self.class_like(name.clone(), &define.params, None);
                    self.definitions.defines.insert(name, Some(made));
                }
                _ => {}
            }
        }
    }

    fn class_like(&mut self, name: Rc<str>, params: &'a [Param], body: Option<ClassBody<'a>>) -> Rc<ClassLike<'a>> {
        let params = self.without_reporting(|checker| checker.class_parameters(params));
        Rc::new(ClassLike::new(name, params).with_body(body, self.file))
    }

    /// Returns the class or defined type with this name.
    pub(super) fn class_or_define(&mut self, name: &str, is_class: bool) -> Option<Rc<ClassLike<'a>>> {
        let table = if is_class { &self.definitions.classes } else { &self.definitions.defines };
        if let Some(known) = table.get(name) {
            return known.clone();
        }
        let found = if is_class { self.world.class(name) } else { self.world.define(name) };
        let made = found.and_then(|found| {
            let file = self.file_of(found.source());
            let DefinitionSource::Params(kept) = self.keep(DefinitionSource::Params(found)) else { return None };
            Some(self.in_file(file, |checker| checker.class_like(name.into(), kept.params(), kept.body())))
        });
        let table = if is_class { &mut self.definitions.classes } else { &mut self.definitions.defines };
        table.insert(name.into(), made.clone());
        made
    }

    /// Checks the bodies of the definitions.
    pub(super) fn check_definitions(&mut self, body: &'a Expr, outer: &str) {
        for statement in statements(body) {
            match &statement.kind {
                ExprKind::Function(function) => {
                    let params = self.parameters(&function.params);
                    if let Some(returns) = &function.returns {
                        self.check_type(returns);
                    }
                    self.reused_in_body(&function.params, &[], &function.body);
                    self.check_function(&function.name, params, function.returns.as_ref(), &function.body);
                }
                ExprKind::Plan(plan) => {
                    let params = self.parameters(&plan.params);
                    self.check_function(&plan.name, params, None, &plan.body);
                }
                ExprKind::Class(class) => {
                    let name = qualified(outer, &class.name);
                    self.check_definitions(&class.body, &name);
                    self.cycles(Some(&name), &class.body);
                    self.demand_parent(class);
                    let within = if class.parent.is_some() { ScopeKind::Heir } else { ScopeKind::Class };
                    self.check_class_like(within, &class.params, &class.body);
                }
                ExprKind::Define(define) => self.check_class_like(ScopeKind::Class, &define.params, &define.body),
                ExprKind::Node(node) => {
                    self.reused_in_body(&[], &[], &node.body);
                    self.cycles(None, &node.body);
                    let body = self.body_of(ScopeKind::Node, None);
                    self.in_body(body, |checker| checker.check(&node.body, None));
                }
                ExprKind::TypeAlias(alias) => {
                    self.demand_name(alias);
                    self.lint_type(&alias.type_expr);
                }
                _ => {}
            }
        }
    }

    pub(super) fn body_of(&self, within: ScopeKind, wanted: Option<Requirement<'a>>) -> Body<'a> {
        Body { within, returns: Vec::new(), nexts: Vec::new(), wanted }
    }

    fn check_function(&mut self, name: &str, params: Vec<ParamInfo<'a>>, returns: Option<&'a Expr>, body: &'a Expr) {
        let wanted = returns.and_then(|returns| {
            let ty = self.resolve_annotation(returns)?;
            let written = Annotation { expr: returns, file: self.file };
            Some(Requirement::new(ty, written, format!("{name} declares its result as {}", self.text_of(returns))))
        });
        let own = self.body_of(ScopeKind::Function, wanted.clone());
        self.in_body(own, |checker| {
            checker.bind_parameters(&params, false);
            checker.body(body, wanted.as_ref(), body.span)
        });
    }

    fn check_class_like(&mut self, within: ScopeKind, params: &'a [Param], body: &'a Expr) {
        self.reused_in_body(params, &["title", "name"], body);
        let params = self.class_parameters(params);
        let own = self.body_of(within, None);
        self.in_body(own, |checker| {
            checker.bind_parameters(&params, true);
            checker.check(body, None)
        });
    }

    /// Resolves the declared types of parameters.
    pub(super) fn parameters(&mut self, params: &'a [Param]) -> Vec<ParamInfo<'a>> {
        params.iter().map(|param| self.parameter(param)).collect()
    }

    /// Resolves the declared types of the parameters of a class or defined type. A bare `Optional` accepts every value
    /// there, and only undef elsewhere.
    fn class_parameters(&mut self, params: &'a [Param]) -> Vec<ParamInfo<'a>> {
        let mut all = self.parameters(params);
        for info in all.iter_mut().filter(|info| matches!(*info.ty, Type::Optional(None))) {
            info.ty = c::any();
        }
        all
    }

    fn parameter(&mut self, param: &'a Param) -> ParamInfo<'a> {
        let ty = param.type_expr.as_ref().and_then(|written| {
            self.check_type(written);
            self.resolve_annotation(written)
        });
        let spot = self.span_of(Span::new(param.at, param.at + 1 + param.name.len() as u32));
        ParamInfo { param, declared: ty.is_some(), ty: ty.unwrap_or_else(c::any), spot, file: self.file }
    }

    /// Binds parameters in the order of their declaration; a default expression sees the parameters to its
    /// left.
    pub(super) fn bind_parameters(&mut self, params: &[ParamInfo<'a>], of_class: bool) {
        for info in params {
            if let Some(default) = &info.param.default {
                self.check_default(info, default, of_class);
            }
            let ty = if info.param.captures_rest { rest_type(&info.ty) } else { info.ty.clone() };
            let source = Origin { spot: info.type_span().unwrap_or(info.spot), why: TypeOrigin::Declared };
            self.probe_note(info.spot.span, &ty, None);
            let is_callable = matches!(*resolved(&ty), Type::Callable(_));
            let var = self.add_variable(TypedExpr { ty, source: Some(source), parts: None });
            if let Some(expr) = info.param.type_expr.as_ref().filter(|_| is_callable) {
                self.definitions.annotations.insert(var, Annotation { expr, file: info.file });
            }
            self.env.bind(info.param.name.clone(), var);
        }
    }

    fn check_default(&mut self, info: &ParamInfo<'a>, default: &'a Expr, of_class: bool) {
        let wanted = info.requirement(|| format!("${} is declared {}", info.param.name, display(&info.ty)));
        let undef = of_class && matches!(default.kind, ExprKind::Undef);
        if !undef {
            self.check(default, wanted.as_ref());
            return;
        }
        if wanted.is_some() && self.sets.is_disjoint(&c::undef(), &info.ty) {
            let spot = self.span(default);
            let message = format!(
                "${} is declared {}: its default undef fails when no value is given",
                info.param.name,
                display(&info.ty)
            );
            let finding =
                Finding::warning(RuleCode::DefaultUndef, spot, message).note_if(info.type_span(), "declared here");
            let hint = format!("declare Optional[{}], or remove the default", display(&info.ty));
            // With Optional[..] the class would accept a missing value that it rejects now.
            let default = Span::new(info.spot.span.end, spot.span.end);
            let fix = Fix::replace(default, "").titled("remove the default").surely(true);
            self.report(finding.hint(Some(hint)).fix(Some(fix)));
        }
    }

    /// Checks a body; returns the type of its value. An empty body yields undef.
    pub(super) fn body(&mut self, body: &'a Expr, wanted: Option<&Requirement<'a>>, at: Span) -> TypedExpr {
        if statements(body).is_empty() {
            return self.enforce(TypedExpr::of(c::undef()), wanted, at);
        }
        self.check(body, wanted)
    }

    fn add_function(&mut self, function: &'a Rc<puppet_syntax::ast::Function>) {
        let info = FunctionInfo::new(function, self.file);
        self.definitions.functions.push(info);
        let name = function.name.strip_prefix("::").unwrap_or(&function.name);
        if self.world.hides_builtins() || self.world.function(name).is_none() {
            self.definitions.function_names.insert(name.into(), Some(self.definitions.functions.len() - 1));
        }
    }
}

/// Returns the type that a captures-rest parameter holds.
pub(super) fn rest_type(ty: &Ty) -> Ty {
    match &**ty {
        Type::Array(..) => ty.clone(),
        _ => c::array_of(ty.clone()),
    }
}
