//! Contracts of callables: a callable that passes through a declared Callable type keeps to it in all its calls, and a
//! lambda takes the parameter and return types that it does not declare from that type.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Span, Topic};
use puppet_pcore::{
    CallableType, CallableValue, Contract, Hash, Mismatch, Size, Ty, Type, Value, instance, resolved, same,
};
use puppet_syntax::ast::Param;
use puppet_syntax::walk::callable_result;

use super::code::{Body, LambdaValue, ParamCode};
use super::{EvalResult, Flow};

/// The maximum nesting of types in which Callables are found.
const MAX_DEPTH: usize = 16;

/// The place that declares a type.
pub(crate) struct Declared<'d> {
    /// The name of the parameter with `$`, or the function.
    pub(crate) name: String,
    pub(crate) source: &'d Arc<Source>,
    /// The span of the type.
    pub(crate) span: Span,
    /// The span of the return type of a Callable.
    pub(crate) returns: Option<Span>,
}

impl<'d> Declared<'d> {
    /// Returns the place that declares a parameter of a body.
    pub(crate) fn param(body: &'d Body, param: &ParamCode) -> Declared<'d> {
        let span = param.type_span.unwrap_or(param.site.span);
        Declared { name: format!("${}", param.name), source: &body.source, span, returns: param.result_span }
    }

    /// Returns the place that declares a parameter of a class or defined type.
    pub(crate) fn of_definition(param: &Param, source: &'d Arc<Source>) -> Declared<'d> {
        let span = param.type_expr.as_ref().map_or(param.span, |ty| ty.span);
        let returns = param.type_expr.as_ref().and_then(callable_result).map(|ty| ty.span);
        Declared { name: format!("${}", param.name), source, span, returns }
    }

    /// Returns the place that declares the result of a body.
    pub(crate) fn result(body: &'d Body) -> Declared<'d> {
        let span = body.returns.as_ref().map_or_else(Span::default, |returns| returns.span);
        Declared { name: format!("the result of `{}`", body.name), source: &body.source, span, returns: None }
    }

    fn contract(&self, callable: &CallableType) -> Rc<Contract> {
        Rc::new(Contract {
            callable: callable.clone(),
            name: self.name.as_str().into(),
            source: self.source.clone(),
            declared: self.span,
            returns: self.returns.unwrap_or(self.span),
        })
    }
}

/// Returns whether the type is a Callable, or an Optional or Variant of Callables, through names.
pub(crate) fn takes_lambda(ty: &Ty) -> bool {
    !alternatives(ty).is_empty()
}

/// Returns the Callables that a type consists of; none if a lambda is not all that it accepts.
fn alternatives(ty: &Ty) -> Vec<Ty> {
    let mut found = Vec::new();
    if collect(ty, &mut found, 0) { found } else { Vec::new() }
}

fn collect(ty: &Ty, found: &mut Vec<Ty>, depth: usize) -> bool {
    let ty = resolved(ty);
    match &*ty {
        Type::Callable(_) => {
            found.push(ty.clone());
            true
        }
        Type::Optional(Some(inner)) => depth < MAX_DEPTH && collect(inner, found, depth + 1),
        Type::Variant(types) => depth < MAX_DEPTH && types.iter().all(|ty| collect(ty, found, depth + 1)),
        _ => false,
    }
}

/// Returns whether values of this type may hold callables that must keep to it.
pub(crate) fn binds(ty: &Ty) -> bool {
    binds_at(ty, 0)
}

fn binds_at(ty: &Ty, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let binds = |ty: &Ty| binds_at(ty, depth + 1);
    match &*resolved(ty) {
        Type::Callable(callable) => callable.params.is_some(),
        Type::Optional(Some(inner)) | Type::NotUndef(inner) | Type::Array(inner, _) => binds(inner),
        Type::Hash(_, value, _) => binds(value),
        Type::Tuple(types, _) | Type::Variant(types) => types.iter().any(binds),
        Type::Struct(entries) => entries.iter().any(|entry| binds(&entry.value)),
        _ => false,
    }
}

/// Returns an instance of the type with contracts for the callables in it; `None` if nothing changes.
pub(crate) fn bound(ty: &Ty, value: &Value, place: &Declared<'_>) -> Option<Value> {
    bound_at(ty, value, place, 0)
}

fn bound_at(ty: &Ty, value: &Value, place: &Declared<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    match (&*resolved(ty), value) {
        (Type::Callable(callable), Value::Callable(value)) => bound_callable(callable, value, place),
        (Type::Optional(Some(inner)) | Type::NotUndef(inner), _) => bound_at(inner, value, place, depth + 1),
        (Type::Variant(types), Value::Array(_) | Value::Hash(_) | Value::Callable(_)) => {
            let fitting = types.iter().find(|ty| instance(ty, value))?;
            bound_at(fitting, value, place, depth + 1)
        }
        (Type::Array(element, _), Value::Array(array)) => {
            bound_items(&array.items, |_, item| bound_at(element, item, place, depth + 1))
        }
        (Type::Tuple(types, _), Value::Array(array)) => {
            bound_items(&array.items, |at, item| bound_at(types.get(at).or(types.last())?, item, place, depth + 1))
        }
        (Type::Hash(_, element, _), Value::Hash(hash)) => {
            bound_entries(hash, |_, item| bound_at(element, item, place, depth + 1))
        }
        (Type::Struct(entries), Value::Hash(hash)) => bound_entries(hash, |key, item| {
            let Value::Str(key) = key else { return None };
            let entry = entries.iter().find(|entry| *entry.name == *key.text)?;
            bound_at(&entry.value, item, place, depth + 1)
        }),
        _ => None,
    }
}

fn bound_items(items: &[Value], bind: impl Fn(usize, &Value) -> Option<Value>) -> Option<Value> {
    let changed: Vec<Option<Value>> = items.iter().enumerate().map(|(at, item)| bind(at, item)).collect();
    if changed.iter().all(Option::is_none) {
        return None;
    }
    let all = changed.into_iter().zip(items).map(|(new, old)| new.unwrap_or_else(|| old.clone()));
    Some(Value::array(all.collect()))
}

fn bound_entries(hash: &Hash, bind: impl Fn(&Value, &Value) -> Option<Value>) -> Option<Value> {
    let changed: Vec<Option<Value>> = hash.iter().map(|(key, item)| bind(key, item)).collect();
    if changed.iter().all(Option::is_none) {
        return None;
    }
    let all = changed.into_iter().zip(hash.iter());
    let entries = all.map(|(new, (key, old))| (key.clone(), new.unwrap_or_else(|| old.clone())));
    Some(Value::hash(entries.collect()))
}

fn bound_callable(callable: &CallableType, value: &Rc<CallableValue>, place: &Declared<'_>) -> Option<Value> {
    let params = callable.params.as_ref()?;
    let Type::Callable(own) = &*value.signature else { return None };
    // A function checks its own parameters; a lambda drops surplus arguments.
    let checks_itself = value.name.is_some() && value.contract.is_none();
    if checks_itself && own.params.as_ref().is_some_and(|own| same(own, params)) {
        return None;
    }
    Some(Value::Callable(Rc::new(value.with_contract(place.contract(callable)))))
}

/// Returns a lambda that is written as the block of a call, as a value of the declared type: it takes the types that
/// it does not declare from there. Returns it unchanged if it cannot have the type.
pub(crate) fn adopted(ty: &Ty, lambda: &Rc<CallableValue>, place: &Declared<'_>) -> Rc<CallableValue> {
    let Some(own) = lambda.code.downcast_ref::<LambdaValue>() else { return lambda.clone() };
    for alternative in alternatives(ty) {
        let Type::Callable(callable) = &*alternative else { continue };
        if callable.params.is_none() && callable.returns.is_none() {
            return lambda.clone();
        }
        let made = Value::Callable(Rc::new(adopt(callable, lambda, own, place)));
        if instance(&alternative, &made)
            && let Value::Callable(made) = made
        {
            return made;
        }
    }
    lambda.clone()
}

fn adopt(callable: &CallableType, lambda: &CallableValue, own: &LambdaValue, place: &Declared<'_>) -> CallableValue {
    let code =
        LambdaValue { body: own.body.clone(), captured: own.captured.clone(), adopted: Some(place.contract(callable)) };
    CallableValue {
        name: None,
        signature: adopted_signature(callable, &lambda.signature, &own.body),
        code: Rc::new(code),
        contract: None,
    }
}

fn adopted_signature(callable: &CallableType, signature: &Ty, body: &Body) -> Ty {
    let Type::Callable(own) = &**signature else { return signature.clone() };
    let params = match (own.params.as_deref(), callable.params.as_deref()) {
        (Some(Type::Tuple(types, size)), Some(wanted)) => {
            let given = |(at, ty): (usize, &Ty)| match body.params.get(at) {
                Some(param) if param.type_code.is_none() => param_type(wanted, at).unwrap_or_else(|| ty.clone()),
                _ => ty.clone(),
            };
            Some(Rc::new(Type::Tuple(types.iter().enumerate().map(given).collect(), *size)))
        }
        _ => own.params.clone(),
    };
    let returns = own.returns.clone().or_else(|| callable.returns.clone().filter(|_| body.returns.is_none()));
    Rc::new(Type::Callable(CallableType { params, block: own.block.clone(), returns }))
}

/// Returns the type of the n-th argument; `None` where any value is accepted.
fn param_type(params: &Type, at: usize) -> Option<Ty> {
    let Type::Tuple(types, _) = params else { return None };
    let ty = types.get(at).or(types.last())?;
    (!matches!(**ty, Type::Unit | Type::Any)).then(|| ty.clone())
}

/// Checks the arguments of a call against a contract, and binds the callables among them.
pub(crate) fn check_arguments(contract: &Contract, values: &mut [Value]) -> EvalResult<()> {
    let Some(params) = contract.callable.params.as_deref() else { return Ok(()) };
    let Type::Tuple(types, size) = params else { return Ok(()) };
    let size = size.unwrap_or(Size { from: types.len() as i64, to: Some(types.len() as i64) });
    let given = values.len() as i64;
    // One argument more than there are other parameters is the lambda, as a value.
    let own_block = contract.callable.block.as_ref().filter(|_| size.to.is_some_and(|to| given == to + 1));
    let count = given - i64::from(own_block.is_some());
    if count < size.from || size.to.is_some_and(|to| count > to) {
        let expected = Mismatch::format_count(size, "arguments");
        let message = format!("`{}` expects {expected}, found {count}", contract.name);
        return Err(labeled(Flow::fail_with(Topic::ArgumentCount, message), contract));
    }
    for (at, value) in values.iter_mut().enumerate() {
        let own_block = own_block.filter(|_| at as i64 == count);
        let Some(ty) = own_block.cloned().or_else(|| param_type(params, at)) else { continue };
        if !instance(&ty, value) {
            let flow = Flow::mismatch(&format!("`{}`: argument {}", contract.name, at + 1), &ty, value);
            return Err(labeled(flow.with_topic(Topic::ArgumentType), contract));
        }
        if let Some(bound) = bound(&ty, value, &place_of(contract)) {
            *value = bound;
        }
    }
    Ok(())
}

fn labeled(flow: Box<Flow>, contract: &Contract) -> Box<Flow> {
    flow.with_label(&contract.source, contract.declared, format!("`{}` is declared here", contract.name))
}

fn place_of(contract: &Contract) -> Declared<'_> {
    Declared { name: contract.name.to_string(), source: &contract.source, span: contract.declared, returns: None }
}

/// Checks the result of a lambda against the contract that it adopted.
pub(crate) fn check_result(contract: &Contract, body: &Body, value: Value) -> EvalResult {
    let Some(returns) = contract.callable.returns.as_ref().filter(|_| body.returns.is_none()) else { return Ok(value) };
    if instance(returns, &value) {
        return Ok(bound(returns, &value, &place_of(contract)).unwrap_or(value));
    }
    let mut flow = Flow::mismatch("value returned from the lambda", returns, &value).with_topic(Topic::ReturnType);
    if let Flow::Fault(fault) = &mut *flow
        && !fault.issue.misfits.is_empty()
    {
        fault.issue.help = Some(format!("return a value of this type, or change the type of `{}`", contract.name));
    }
    flow.locate(|_| body.result);
    flow.enter_source(&body.source);
    let why = format!("`{}` is declared with this result", contract.name);
    Err(flow.with_label(&contract.source, contract.returns, why))
}
