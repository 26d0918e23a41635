//! The lambda of a call of a function written in Puppet: its last parameter, a Callable, gives the lambda its types.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::{CallableType, Ty, Type, assignable, resolved};
use puppet_syntax::ast::Lambda;
use puppet_syntax::walk::callable_result;

use super::callable::nth;
use super::checker::Checker;
use super::declaration::ParamInfo;
use super::display::{arguments, display};
use super::finding::Finding;
use super::lambda::arity;
use super::passed_callable::bounds;
use super::requirement::{Annotation, Requirement};
use super::subtyping::{Verdict, is_any};
use super::typed_expr::{FileSpan, Origin, TypeOrigin};

/// The maximum nesting of Optional and Variant around a Callable.
const MAX_DEPTH: usize = 16;

/// The Callables that a block parameter accepts.
struct BlockTypes {
    optional: bool,
    callables: Vec<Ty>,
}

fn block_types(ty: &Ty) -> Option<BlockTypes> {
    let mut made = BlockTypes { optional: false, callables: Vec::new() };
    (collect(ty, &mut made, 0) && !made.callables.is_empty()).then_some(made)
}

fn collect(ty: &Ty, made: &mut BlockTypes, depth: usize) -> bool {
    let ty = resolved(ty);
    match &*ty {
        Type::Callable(_) => {
            made.callables.push(ty.clone());
            true
        }
        Type::Optional(Some(inner)) => {
            made.optional = true;
            depth < MAX_DEPTH && collect(inner, made, depth + 1)
        }
        Type::Variant(types) => depth < MAX_DEPTH && types.iter().all(|ty| collect(ty, made, depth + 1)),
        _ => false,
    }
}

/// Returns the type of the n-th argument of a Callable. Its own lambda comes after the others.
fn argument_type(callable: &CallableType, types: &[Ty], at: usize) -> Ty {
    match &callable.block {
        Some(block) if at == types.len() => block.clone(),
        _ => nth(types, at),
    }
}

impl<'a> Checker<'a> {
    /// Returns the last parameter when its declared type is a Callable: it takes the lambda.
    pub(super) fn block_parameter<'p>(&self, params: &'p [ParamInfo<'a>]) -> Option<&'p ParamInfo<'a>> {
        let last = params.last().filter(|last| self.mode.additions && !last.param.captures_rest)?;
        block_types(&last.ty).is_some().then_some(last)
    }

    /// Returns whether the function would take a lambda with pprepl's additions.
    pub(super) fn would_take_block(&self, params: &[ParamInfo<'a>]) -> bool {
        !self.mode.additions && params.last().is_some_and(|last| block_types(&last.ty).is_some())
    }

    pub(super) fn reject_block(&mut self, function: usize, lambda: Option<&'a Rc<Lambda>>) {
        let Some(lambda) = lambda else { return };
        let info = &self.definitions.functions[function];
        let (name, defined) = (info.definition.name.clone(), info.span());
        let spot = self.span_of(lambda.span);
        let finding = Finding::error(RuleCode::UnexpectedBlock, spot, format!("{name} does not take a lambda"));
        let hint = (!self.mode.additions)
            .then(|| "a function of Puppet 8 takes no lambda; ':set additions on' allows it".to_owned());
        self.report(finding.note(defined, "defined here").hint(hint));
        self.lambda(lambda, None, None, None);
    }

    /// Checks the lambda for a parameter of type Callable: its parameters and its result are those of the
    /// Callable.
    pub(super) fn give_block(
        &mut self,
        name: &str,
        info: &ParamInfo<'a>,
        lambda: Option<&'a Rc<Lambda>>,
        name_spot: FileSpan,
    ) {
        let Some(types) = block_types(&info.ty) else { return };
        let Some(lambda) = lambda else {
            if !types.optional && info.param.default.is_none() {
                let finding = Finding::error(RuleCode::MissingBlock, name_spot, format!("{name} expects a lambda"));
                self.report(finding.note_if(info.type_span(), "for this parameter"));
            }
            return;
        };
        let [callable] = &types.callables[..] else { return self.free_lambda(Some(lambda)) };
        let Type::Callable(callable) = &**callable else { return };
        let given = match callable.params.as_deref() {
            Some(Type::Tuple(types, size)) => {
                let (least, most) = bounds(types.len(), *size);
                let (required, max) = arity(lambda);
                let own_block = usize::from(callable.block.is_some());
                if required > least + own_block || max.is_some_and(|max| most.is_none_or(|most| max < most)) {
                    return self.wrong_block_count(name, lambda, (least, most), info.type_span());
                }
                Some((0..lambda.params.len()).map(|at| argument_type(callable, types, at)).collect::<Vec<Ty>>())
            }
            _ => None,
        };
        self.check_declared_types(lambda, callable, info);
        let wanted = self.result_requirement(name, info, callable);
        let from = info.type_span().map(|spot| Origin { spot, why: TypeOrigin::Declared });
        self.lambda(lambda, given.as_deref(), wanted.as_ref(), from);
    }

    fn result_requirement(
        &mut self,
        name: &str,
        info: &ParamInfo<'a>,
        callable: &CallableType,
    ) -> Option<Requirement<'a>> {
        let ty = callable.returns.clone().filter(|ty| !is_any(ty))?;
        let expr = info.param.type_expr.as_ref()?;
        let why = format!("{name} declares that ${} returns {}", info.param.name, display(&ty));
        let whole = self.opened(Requirement::new(ty.clone(), Annotation { expr, file: info.file }, ""));
        let (expr, file) = whole.written.map_or((expr, info.file), |written| (written.expr, written.file));
        let written = Annotation { expr: callable_result(expr).unwrap_or(expr), file };
        Some(Requirement::new(ty, written, why))
    }

    /// Checks the types that a lambda declares: a parameter accepts what it is called with, and the result is what the
    /// Callable returns.
    fn check_declared_types(&mut self, lambda: &'a Lambda, callable: &CallableType, info: &ParamInfo<'a>) {
        let types: &[Ty] = match callable.params.as_deref() {
            Some(Type::Tuple(types, _)) => types,
            _ => &[],
        };
        for (at, param) in lambda.params.iter().enumerate() {
            let own_block = callable.block.as_ref().filter(|_| at == types.len());
            let gets = types.get(at).or(own_block).or(types.last());
            let Some(gets) = gets.filter(|ty| !matches!(***ty, Type::Unit)) else { break };
            let Some(written) = param.type_expr.as_ref().filter(|_| !param.captures_rest) else { continue };
            let Some(ty) = self.resolve_annotation(written) else { continue };
            if !assignable(&ty, gets) && self.sets.fits(gets, &ty) == Verdict::Maybe {
                let spot = self.span(written);
                let message = format!("this parameter gets {}, it is declared {}", display(gets), display(&ty));
                let finding = Finding::error(RuleCode::LambdaParam, spot, message);
                self.report(finding.note_if(info.type_span(), "what it gets is declared here"));
            }
        }
        let (Some(wanted), Some(written)) = (&callable.returns, &lambda.returns) else { return };
        let Some(ty) = self.resolve_annotation(written).filter(|ty| !assignable(wanted, ty)) else { return };
        let spot = self.span(written);
        let message = format!("expected {}, found {}", display(wanted), display(&ty));
        let declared = self.result_requirement("the function", info, callable).and_then(|wanted| wanted.spot);
        let finding = Finding::error(RuleCode::TypeMismatch, spot, message);
        self.report(finding.note_if(declared, "the result is declared here"));
    }

    fn wrong_block_count(
        &mut self,
        name: &str,
        lambda: &'a Lambda,
        (least, most): (usize, Option<usize>),
        note: Option<FileSpan>,
    ) {
        let spot = self.parameter_list(lambda);
        let takes = lambda.params.len();
        let message = format!("the lambda of {name} gets {}, this one takes {takes}", arguments(least, most));
        self.report(Finding::error(RuleCode::BlockArity, spot, message).note_if(note, "required here"));
        self.lambda(lambda, None, None, None);
    }
}
