//! Functions written in Puppet: their declarations, their results, and calls of them.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{Expr, Function, Lambda};

use super::arguments::{Argument, Arguments};
use super::checker::{Checker, DefinitionSource, ScopeKind};
use super::declaration::{FunctionInfo, ParamInfo};
use super::display::{arguments, display};
use super::finding::Finding;
use super::requirement::Requirement;
use super::subtyping::shape::Range;
use super::subtyping::{is_any, is_never, never};
use super::type_env::KnownFunction;
use super::typed_expr::{FileSpan, TypedExpr};

/// The maximum depth of calls through which results are inferred.
const MAX_DEPTH: usize = 6;

/// The callee that a name denotes.
pub(super) enum Callee {
    Puppet(usize),
    Builtin(Rc<super::signature::Signature>),
    /// A function about which nothing is known.
    Opaque,
    Unknown,
}

impl<'a> Checker<'a> {
    /// Resolves the callee of a name.
    pub(super) fn callee(&mut self, name: &str) -> Callee {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(Some(at)) = self.definitions.function_names.get(name) {
            return Callee::Puppet(*at);
        }
        if let Some(known) = self.signatures.get(name) {
            return Callee::Builtin(known);
        }
        match self.world.function(name) {
            Some(KnownFunction::Puppet { definition, source }) => self.keep_function(name, definition, &source),
            Some(KnownFunction::Builtin(name, overloads)) => {
                Callee::Builtin(self.signatures.read(name, &overloads, self.sets.rules))
            }
            Some(KnownFunction::Opaque) => Callee::Opaque,
            None => Callee::Unknown,
        }
    }

    fn keep_function(
        &mut self,
        name: &str,
        definition: Rc<Function>,
        source: &std::sync::Arc<pprepl_text::Source>,
    ) -> Callee {
        let file = self.file_of(source);
        let DefinitionSource::Function(kept) = self.keep(DefinitionSource::Function(definition)) else {
            return Callee::Opaque;
        };
        self.definitions.functions.push(FunctionInfo::new(kept, file));
        self.definitions.function_names.insert(name.into(), Some(self.definitions.functions.len() - 1));
        Callee::Puppet(self.definitions.functions.len() - 1)
    }

    pub(super) fn parameters_of(&mut self, function: usize) -> Rc<[ParamInfo<'a>]> {
        let info = &self.definitions.functions[function];
        if let Some(params) = &info.params {
            return params.clone();
        }
        let (definition, file) = (info.definition, info.file);
        let params: Rc<[ParamInfo<'a>]> = self
            .without_reporting(|checker| checker.in_file(file, |checker| checker.parameters(&definition.params)))
            .into();
        self.definitions.functions[function].params = Some(params.clone());
        params
    }

    pub(super) fn declared_result(&mut self, function: usize) -> Option<Ty> {
        let info = &self.definitions.functions[function];
        let (definition, file) = (info.definition, info.file);
        let returns = definition.returns.as_ref()?;
        self.in_file(file, |checker| checker.resolve_annotation(returns))
    }

    /// Returns the result type of a call: the declared type and the types of all `return`s, else the type of
    /// the body.
    pub(super) fn result_of(&mut self, function: usize) -> Ty {
        if let Some(known) = &self.definitions.functions[function].result {
            return known.clone();
        }
        if self.definitions.inferring.contains(&function) || self.definitions.inferring.len() > MAX_DEPTH {
            return c::any();
        }
        let info = &self.definitions.functions[function];
        if info.file == 0 && self.is_broken(info.definition) {
            return c::any();
        }
        self.definitions.inferring.push(function);
        let params = self.parameters_of(function);
        let declared = self.declared_result(function);
        let (definition, file) =
            (self.definitions.functions[function].definition, self.definitions.functions[function].file);
        let own = self.body_of(ScopeKind::Function, None);
        let (found, own) = self.without_reporting(|checker| {
            checker.in_file(file, |checker| {
                checker.in_body(own, |checker| {
                    checker.bind_parameters(&params, false);
                    checker.body(&definition.body, None, definition.body.span)
                })
            })
        });
        self.definitions.inferring.pop();
        let mut results = vec![self.as_declared(&found.ty, declared.as_ref())];
        results.extend(own.returns);
        for next in &own.nexts {
            results.push(match &declared {
                Some(declared) => self.sets.meet(next, declared),
                None => next.clone(),
            });
        }
        let result = self.sets.join(&results);
        self.definitions.functions[function].result = Some(result.clone());
        result
    }

    fn as_declared(&self, found: &Ty, declared: Option<&Ty>) -> Ty {
        match declared {
            None => found.clone(),
            Some(_) if is_never(found) => never(),
            Some(declared) => declared.clone(),
        }
    }

    /// Checks a call of a function written in Puppet.
    pub(super) fn call_puppet(
        &mut self,
        function: usize,
        mut args: Arguments<'a>,
        lambda: Option<&'a Rc<Lambda>>,
        call: &'a Expr,
        name_spot: FileSpan,
    ) -> TypedExpr {
        let params = self.parameters_of(function);
        let block = self.block_parameter(&params);
        let positional: &[ParamInfo<'a>] =
            if block.is_some() { params.get(..params.len() - 1).unwrap_or_default() } else { &params };
        let name = self.definitions.functions[function].definition.name.clone();
        let mut given = None;
        if block.is_some() && lambda.is_none() && !args.open && self.is_callable_last(&args, positional.len()) {
            given = args.given.pop();
        }
        if lambda.is_none() || block.is_some() || !self.would_take_block(&params) {
            self.check_count(function, positional, &args, call);
        }
        for (index, argument) in args.given.iter_mut().enumerate() {
            let Some(info) = positional.get(index).or(positional.last().filter(|last| last.param.captures_rest)) else {
                self.argument(argument, None);
                continue;
            };
            let wanted = argument_requirement(&name, info);
            self.argument(argument, wanted.as_ref());
        }
        match (block, given) {
            (Some(info), Some(mut argument)) => {
                let wanted = argument_requirement(&name, info);
                self.argument(&mut argument, wanted.as_ref());
            }
            (Some(info), None) => self.give_block(&name, info, lambda, name_spot),
            (None, _) => self.reject_block(function, lambda),
        }
        let result = self.result_of(function);
        self.computed(result, call)
    }

    fn check_count(&mut self, function: usize, params: &[ParamInfo<'a>], args: &Arguments<'a>, call: &'a Expr) {
        let range = params.iter().fold(Range::exactly(0), |all, info| {
            all.plus(match (info.param.captures_rest, &*info.ty) {
                (true, Type::Array(_, size)) => Range::of(*size),
                (true, _) => Range::ANY,
                (false, _) => Range { min: i64::from(info.param.default.is_none()), max: Some(1) },
            })
        });
        let (count, min, max) = (args.given.len(), range.min.max(0) as usize, range.max.map(|max| max.max(0) as usize));
        if args.open || (count >= min && max.is_none_or(|max| count <= max)) {
            return;
        }
        let info = &self.definitions.functions[function];
        let (name, defined) = (info.definition.name.clone(), info.span());
        let wanted = arguments(min, max);
        if let Some(extra) = max.and_then(|max| args.given.get(max)) {
            let spot = self.span(extra.expr);
            let message = format!("{name} takes {wanted}, this is argument {}", max.unwrap_or(0) + 1);
            return self.report(Finding::error(RuleCode::Arity, spot, message).note(defined, "defined here"));
        }
        let missing = params.get(count);
        let which = missing.map_or(String::new(), |info| format!(": no value for ${}", info.param.name));
        let message = format!("{name} takes {wanted}, found {count}{which}");
        let spot = self.span(call);
        let note = missing.map_or(defined, |info| info.spot);
        let why = missing.map_or("defined here".to_owned(), |info| format!("${} has no default", info.param.name));
        self.report(Finding::error(RuleCode::Arity, spot, message).note(note, why));
    }

    /// Checks an argument against its declared type.
    pub(super) fn argument(&mut self, argument: &mut Argument<'a>, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        let found = match argument.found.take() {
            Some(found) => self.enforce(found, wanted, argument.expr.span),
            None => self.check(argument.expr, wanted),
        };
        argument.found = Some(found.clone());
        found
    }
}

pub(super) fn argument_requirement<'a>(name: &str, info: &ParamInfo<'a>) -> Option<Requirement<'a>> {
    let mut wanted = info.requirement(|| format!("{name} declares ${} as {}", info.param.name, display(&info.ty)))?;
    if let (true, Type::Array(element, _)) = (info.param.captures_rest, &*info.ty) {
        wanted.ty = element.clone();
    }
    (!is_any(&wanted.ty)).then_some(wanted)
}
