//! Checks that the types do not decide: they are left to the run, with the reason why.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity};
use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, Lambda};

use super::builtin::Calling;
use super::checker::Checker;
use super::declaration::ParamInfo;
use super::display::display;
use super::finding::Finding;
use super::function::Callee;
use super::requirement::Requirement;
use super::subtyping::{Kind, is_any};
use super::typed_expr::{FileSpan, Origin, TypedExpr};

impl<'a> Checker<'a> {
    /// Reports a check that is deferred to run time.
    pub(super) fn deferred(&mut self, found: &TypedExpr, wanted: &Requirement<'a>, spot: FileSpan) {
        if self.reports.suppress_depth > 0 || !self.reports.rules.has(RuleCode::Deferred) {
            return;
        }
        let text = self.sets.found(&found.ty, &wanted.ty);
        let message = format!("checked when it runs: expected {}, found {text}", display(&wanted.ty));
        let why = found.source.as_ref().and_then(|origin| self.deferral(&found.ty, origin));
        let finding = Finding::of(Severity::Note, RuleCode::Deferred, spot, message);
        self.report(finding.note_if(wanted.spot, wanted.why.clone()).hint(why));
    }

    /// Reports that only the run can check what a parameter of a lambda gets.
    pub(super) fn deferred_parameter(&mut self, gets: &Ty, declared: &Ty, info: &ParamInfo<'a>, from: Option<&Origin>) {
        let wanted = Requirement {
            ty: declared.clone(),
            spot: info.type_span(),
            written: None,
            why: format!("${} is declared {}", info.param.name, display(declared)).into(),
            shown: None,
        };
        let found = TypedExpr { ty: gets.clone(), source: from.cloned(), parts: None };
        self.deferred(&found, &wanted, info.spot);
    }

    /// Reports an operation whose operands only the run can check.
    pub(super) fn deferred_operation(&mut self, operator: &str, left: &Ty, right: &Ty, expr: &Expr) {
        if !self.reports(RuleCode::Deferred) {
            return;
        }
        let (left, right) = (self.sets.general(left), self.sets.general(right));
        let message = format!("checked when it runs: operator '{operator}' with {left} and {right}");
        let spot = self.span(expr);
        self.report(Finding::of(Severity::Note, RuleCode::Deferred, spot, message));
    }

    /// Reports the arguments of a built-in function that only the run can check: no overload accepts all their values.
    pub(super) fn deferred_arguments(&mut self, calling: &Calling<'a>, given: &[TypedExpr]) {
        if !self.reports(RuleCode::Deferred) {
            return;
        }
        let types: Vec<Ty> = given.iter().map(|one| one.ty.clone()).collect();
        let (open, block) = (calling.args.open, calling.block());
        let suited =
            calling.signature.overloads.iter().filter(|one| one.mismatch(&self.sets, &types, open, block).is_none());
        let undecided: Option<Vec<(usize, Ty)>> = suited.map(|one| one.undecided(&self.sets, &types)).collect();
        match undecided.as_deref() {
            _ if open => {
                let message =
                    format!("checked when it runs: the number and the types of the arguments of {}", calling.name);
                self.report(Finding::of(Severity::Note, RuleCode::Deferred, calling.name_spot, message));
            }
            Some([(at, wanted), ..]) => {
                let (Some(found), Some(argument)) = (given.get(*at), calling.args.given.get(*at)) else { return };
                let why = format!("argument {} of {}", at + 1, calling.name).into();
                let wanted =
                    Requirement { ty: wanted.clone(), spot: Some(calling.name_spot), written: None, why, shown: None };
                let spot = self.span(argument.expr);
                self.deferred(found, &wanted, spot);
            }
            _ => {}
        }
    }

    /// Reports a lambda for a value that is called: only the run compares it with the type of the value.
    pub(super) fn deferred_lambda(&mut self, lambda: Option<&Rc<Lambda>>, called: &Ty) {
        let Some(lambda) = lambda.filter(|_| self.reports(RuleCode::Deferred)) else { return };
        let spot = self.span_of(lambda.span);
        let message = format!("checked when it runs: this lambda, for a value of {}", display(called));
        self.report(Finding::of(Severity::Note, RuleCode::Deferred, spot, message));
    }

    /// Reports a call whose arguments only the run can check: the type of the function does not say what it takes.
    pub(super) fn deferred_call(&mut self, functor: &Expr, ty: &Ty) {
        if self.reports.suppress_depth > 0 || !self.reports.rules.has(RuleCode::Deferred) {
            return;
        }
        let spot = self.span(functor);
        let message = match Kind::of(ty) == Kind::Callable {
            true => format!("checked when it runs: {} has no parameters to check the arguments against", display(ty)),
            false => format!("checked when it runs: a call of {}", display(ty)),
        };
        self.report(Finding::of(Severity::Note, RuleCode::Deferred, spot, message));
    }

    /// Returns why a type is not known better.
    fn deferral(&mut self, ty: &Ty, origin: &Origin) -> Option<String> {
        let text = origin.spot.span.of(self.sources.get(origin.spot.file as usize)?.text());
        let name: String = text.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect();
        let is_call = !name.is_empty() && text[name.len()..].starts_with('(');
        if !is_call {
            let short = puppet_pcore::short_text(text, 40);
            return Some(match is_any(ty) {
                true => format!("{short} has no declared type"),
                false => format!("its type is {}", display(ty)),
            });
        }
        let returned = format!("{name}() returns {}", display(ty));
        let Callee::Puppet(function) = self.callee(&name) else { return Some(returned) };
        let untyped = self.parameters_of(function).iter().find(|info| info.param.type_expr.is_none()).cloned();
        let untyped = untyped.filter(|_| self.definitions.functions[function].definition.returns.is_none());
        Some(match untyped {
            Some(info) => format!("{returned}: its parameter ${} has no type", info.param.name),
            None => returned,
        })
    }
}
