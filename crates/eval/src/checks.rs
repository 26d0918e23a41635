//! The declared types of a body: evaluated at its first call, and checked at every call.

use pprepl_text::{IssueCode, Topic};
use std::rc::Rc;

use puppet_pcore::{Matcher, Ty, Type, Value};

use super::builtin::Block;
use super::code::{Body, Checks, Code, ParamCode};
use super::contract::{Declared, binds, bound};
use super::stack::new_stack;
use super::{EvalResult, Flow, Vm, annotation};

/// Returns the types of a body's parameters and of its result; the first call evaluates them.
pub(crate) fn checks(vm: &mut Vm, body: &Body) -> EvalResult<Rc<Checks>> {
    if let Some(checks) = body.checks.get() {
        return Ok(checks.clone());
    }
    let params = body.params.iter().map(|param| param_check(vm, param)).collect::<EvalResult<Vec<_>>>();
    let returns = body.returns.as_ref().map(|returns| type_of_code(vm, &returns.code)).transpose();
    let block = body.block.as_ref().map_or(Ok(None), |param| block_type(vm, param));
    let made = params.and_then(|params| {
        let (returns, block) = (returns?, block?);
        let mut types = params.iter().flatten().chain(&returns).map(|(ty, _)| ty);
        let binds = types.any(binds);
        Ok(Checks { params, returns, block, binds })
    });
    let made = match made {
        Ok(made) => Rc::new(made),
        Err(mut flow) => {
            flow.enter_source_if_placed(&body.source);
            return Err(flow);
        }
    };
    Ok(body.checks.get_or_init(|| made).clone())
}

/// Evaluates the types of a body before its arguments are counted, as Puppet does, and rejects a required parameter
/// after an optional one.
pub(crate) fn prepare(vm: &mut Vm, body: &Body) -> EvalResult<()> {
    let Some((name, site)) = &body.misplaced else {
        return if body.checks.get().is_some() { Ok(()) } else { checks(vm, body).map(|_| ()) };
    };
    let until = body.params.iter().position(|param| param.site.span == site.span).map_or(0, |at| at + 1);
    let mut result = body.params.iter().take(until).try_for_each(|param| param_check(vm, param).map(|_| ()));
    if result.is_ok() {
        let message = format!("required parameter `${name}` follows an optional one");
        result = Err(Flow::at(IssueCode::RequiredParameterAfterOptional, *site, message));
    }
    result.map_err(|mut flow| {
        flow.enter_source_if_placed(&body.source);
        flow
    })
}

/// Evaluates the types of a lambda written at a call. That precedes the choice of a signature.
#[inline]
pub(crate) fn prepare_block(vm: &mut Vm, block: &Block<'_>) -> EvalResult<()> {
    match block {
        Block::Inline(body) if !body.simple => prepare(vm, body),
        _ => Ok(()),
    }
}

fn param_check(vm: &mut Vm, param: &ParamCode) -> EvalResult<Option<(Ty, Matcher)>> {
    let Some(code) = &param.type_code else { return Ok(None) };
    let (ty, matcher) = type_of_code(vm, code)?;
    if !param.rest {
        return Ok((!matches!(&*ty, Type::Any)).then_some((ty, matcher)));
    }
    // `*$rest` types the elements; an Array type may bound their number too.
    let whole: Ty = match &*ty {
        Type::Array(..) => ty,
        _ => Rc::new(Type::Array(ty, None)),
    };
    let matcher = Matcher::new(&whole);
    Ok(Some((whole, matcher)))
}

fn type_of_code(vm: &mut Vm, code: &Code) -> EvalResult<(Ty, Matcher)> {
    match code(vm, &mut new_stack(0))? {
        Value::Type(ty) => {
            let matcher = Matcher::new(&ty);
            Ok((ty, matcher))
        }
        other => {
            Err(Flow::fail_with(Topic::WrongType, format!("expected a type, found {}", puppet_pcore::display(&other))))
        }
    }
}

/// Checks the parameters in a frame against their declared types, and binds callables to them.
#[inline]
pub(crate) fn check_types(vm: &mut Vm, body: &Body, frame: &mut [Value]) -> EvalResult<()> {
    if body.params.iter().all(|param| param.type_code.is_none()) {
        return Ok(());
    }
    if let Some(checks) = body.checks.get()
        && checks.accept(&frame[body.slots.first..body.slots.first + body.params.len()])
    {
        return Ok(());
    }
    let checks = checks(vm, body)?;
    for (index, check) in checks.params.iter().enumerate() {
        let value = &frame[body.slots.first + index];
        if let Some((ty, matcher)) = check
            && !matcher.test(value)
        {
            let param = &body.params[index];
            let label = format!("`{}`: parameter '{}'", body.name, param.name);
            let flow = Flow::mismatch(&label, ty, value).with_topic(Topic::ArgumentType);
            let written = param.type_span.unwrap_or(param.site.span);
            let span = annotation::part(body.source.text(), written, ty, value);
            return Err(flow.with_label(&body.source, span, format!("`${}` is declared here", param.name)));
        }
    }
    if checks.binds {
        bind_callables(body, &checks, frame);
    }
    Ok(())
}

#[cold]
fn bind_callables(body: &Body, checks: &Checks, frame: &mut [Value]) {
    for (index, check) in checks.params.iter().enumerate() {
        let slot = &mut frame[body.slots.first + index];
        if let Some((ty, _)) = check
            && let Some(value) = bound(ty, slot, &Declared::param(body, &body.params[index]))
        {
            *slot = value;
        }
    }
}

/// Returns the declared type of the lambda parameter.
fn block_type(vm: &mut Vm, param: &ParamCode) -> EvalResult<Option<Ty>> {
    let Some(code) = &param.type_code else { return Ok(None) };
    match code(vm, &mut new_stack(0))? {
        Value::Type(ty) => Ok(Some(ty)),
        _ => Ok(None),
    }
}
