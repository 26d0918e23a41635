//! Checks that the types do not decide: they are left to the run, with the reason why.

use pprepl_text::{RuleCode, Severity};
use puppet_pcore::Ty;
use puppet_syntax::ast::Expr;

use super::checker::Checker;
use super::declaration::ParamInfo;
use super::display::display;
use super::finding::Finding;
use super::function::Callee;
use super::requirement::Requirement;
use super::subtyping::is_any;
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

    /// Reports a call whose arguments only the run can check: the type of the function does not say what it takes.
    pub(super) fn deferred_call(&mut self, functor: &Expr, ty: &Ty) {
        if self.reports.suppress_depth > 0 || !self.reports.rules.has(RuleCode::Deferred) {
            return;
        }
        let spot = self.span(functor);
        let message = format!("checked when it runs: {} has no parameters to check the arguments against", display(ty));
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
