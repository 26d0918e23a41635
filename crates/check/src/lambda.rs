//! Lambdas: typed by the call that takes them. Their assignments are local; the variables around them are
//! visible.

use std::rc::Rc;

use pprepl_text::{RuleCode, Span};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::Lambda;

use super::checker::{Checker, ScopeKind};
use super::declaration::ParamInfo;
use super::display::display;
use super::finding::Finding;
use super::requirement::{Annotation, Requirement};
use super::subtyping::{Verdict, is_any, is_never};
use super::typed_expr::{FileSpan, Origin, TypeOrigin, TypedExpr};

/// Returns the minimum and maximum number of arguments of a lambda.
pub(super) fn arity(lambda: &Lambda) -> (usize, Option<usize>) {
    let required = lambda.params.iter().filter(|param| !param.captures_rest && param.default.is_none()).count();
    let rest = lambda.params.iter().any(|param| param.captures_rest);
    (required, (!rest).then_some(lambda.params.len()))
}

impl<'a> Checker<'a> {
    /// Returns the span of the parameters, or of the lambda when it has none.
    pub(super) fn parameter_list(&self, lambda: &Lambda) -> FileSpan {
        match (lambda.params.first(), lambda.params.last()) {
            (Some(first), Some(last)) => self.span_of(Span::new(first.span.start, last.span.end)),
            _ => self.span_of(lambda.span),
        }
    }

    /// Returns the result type of a lambda. `given`: the types of its arguments; `None` when they are
    /// unknown.
    pub(super) fn lambda(
        &mut self,
        lambda: &'a Lambda,
        given: Option<&[Ty]>,
        wanted: Option<&Requirement<'a>>,
        from: Option<Origin>,
    ) -> Ty {
        self.reused_in_body(&lambda.params, &[], &lambda.body);
        let mark = self.env.mark();
        let matched = self.env.matched.clone();
        let params = self.parameters(&lambda.params);
        for (index, info) in params.iter().enumerate() {
            self.bind_lambda_parameter(index, info, given, from.as_ref());
        }
        let declared = lambda.returns.as_ref().and_then(|returns| {
            self.check_type(returns);
            let ty = self.resolve_annotation(returns)?;
            let why = format!("the lambda declares its result as {}", self.text_of(returns));
            Some(Requirement::new(ty, Annotation { expr: returns, file: self.file }, why))
        });
        let wanted = declared.as_ref().or(wanted);
        let own = self.body_of(ScopeKind::Lambda, wanted.cloned());
        self.bodies.push(own);
        let found = self.body(&lambda.body, wanted, lambda.span);
        let nexts = self.bodies.pop().map(|body| body.nexts).unwrap_or_default();
        self.env.roll_back(mark);
        self.env.matched = matched;
        let mut results = vec![match &declared {
            Some(declared) => self.declared_as(&found.ty, &declared.ty),
            None => found.ty,
        }];
        results.extend(nexts);
        self.sets.join(&results)
    }

    fn declared_as(&self, found: &Ty, declared: &Ty) -> Ty {
        let met = self.sets.meet(found, declared);
        if is_never(&met) && !is_never(found) { declared.clone() } else { met }
    }

    fn bind_lambda_parameter(
        &mut self,
        index: usize,
        info: &ParamInfo<'a>,
        given: Option<&[Ty]>,
        from: Option<&Origin>,
    ) {
        if let Some(default) = &info.param.default {
            let wanted = info.requirement(|| format!("${} is declared {}", info.param.name, display(&info.ty)));
            self.check(default, wanted.as_ref());
        }
        let gets = self.parameter_gets(index, info, given);
        let declared = match (&*info.ty, info.param.captures_rest) {
            (Type::Array(element, _), true) => element.clone(),
            _ => info.ty.clone(),
        };
        // Each of the other arguments is checked, not what they have in common.
        let others = given.and_then(|given| given.get(index..)).filter(|_| info.param.captures_rest);
        let wrong = others.into_iter().flatten().find(|ty| self.sets.is_disjoint(ty, &declared) && !is_never(ty));
        let gets = wrong.cloned().unwrap_or(gets);
        let ty = self.as_parameter(gets, &declared, info, from);
        let ty = match (info.param.captures_rest, is_never(&ty)) {
            (true, true) => c::array(),
            (true, false) => c::array_of(ty),
            (false, _) => ty,
        };
        let source = match (info.type_span(), from) {
            (Some(spot), _) => Origin { spot, why: TypeOrigin::Declared },
            (None, Some(from)) => *from,
            (None, None) => Origin { spot: info.spot, why: TypeOrigin::Computed },
        };
        self.probe_note(info.spot.span, &ty, None);
        let var = self.add_variable(TypedExpr { ty, source: Some(source), parts: None });
        self.env.bind(info.param.name.clone(), var);
    }

    /// Returns the type of the argument that a parameter receives.
    fn parameter_gets(&self, index: usize, info: &ParamInfo<'a>, given: Option<&[Ty]>) -> Ty {
        let Some(given) = given else { return c::any() };
        if info.param.captures_rest {
            return given.get(index..).map_or_else(c::any, |rest| self.sets.join(rest));
        }
        match given.get(index) {
            Some(ty) => ty.clone(),
            None if info.param.default.is_some() => info.ty.clone(),
            None => c::any(),
        }
    }

    fn as_parameter(&mut self, gets: Ty, declared: &Ty, info: &ParamInfo<'a>, from: Option<&Origin>) -> Ty {
        if is_any(declared) {
            return gets;
        }
        if is_never(&gets) {
            return declared.clone();
        }
        let code = match self.sets.fits(&gets, declared) {
            Verdict::Always => return gets,
            Verdict::Maybe => {
                self.deferred_parameter(&gets, declared, info, from);
                return self.sets.meet(&gets, declared);
            }
            Verdict::EmptyOnly => RuleCode::ElementMismatch,
            Verdict::Never => RuleCode::LambdaParam,
        };
        let spot = info.type_span().unwrap_or(info.spot);
        let found = self.sets.found(&gets, declared);
        let message = format!("this parameter gets {found}, it is declared {}", display(declared));
        self.report(
            Finding::error(code, spot, message).note_if(from.map(|from| from.spot), "what it gets comes from here"),
        );
        declared.clone()
    }

    /// Checks a lambda whose arguments are unknown.
    pub(super) fn free_lambda(&mut self, lambda: Option<&'a Rc<Lambda>>) {
        if let Some(lambda) = lambda {
            self.lambda(lambda, None, None, None);
        }
    }
}
