//! The parameters of a class or defined type: arguments by name, defaults in order, types, unknown names.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use pprepl_text::{Source, Topic, suggest};
use puppet_catalog::{Parameter, Resource, is_metaparameter};
use puppet_pcore::{Ty, Type, Value, instance};
use puppet_syntax::ast::{Name, Param};

use super::deferred::is_deferred;
use super::param_table::is_everywhere;

use super::super::contract::{Declared, binds, bound};
use super::super::{EvalResult, Flow};

/// Returns the arguments in the order of the parameters. For a parameter with a default, undef counts as omitted.
/// `places` are the [`positions`] of the parameters.
pub(super) fn given(params: &[Param], resource: &Resource, places: &[Option<usize>]) -> Vec<Option<Value>> {
    let value = |(param, place): (&Param, &Option<usize>)| match resource.parameters.get((*place)?) {
        Some(given) if given.value.is_undef() && param.default.is_some() => None,
        Some(given) => Some(given.value.clone()),
        None => None,
    };
    params.iter().zip(places).map(value).collect()
}

/// Returns whether all parameters have a value of their type.
pub(super) fn fit(types: &[Option<Ty>], values: &[Option<Value>]) -> bool {
    values.iter().zip(types).all(|(value, ty)| match (value, ty) {
        (Some(value), Some(ty)) => instance(ty, value),
        (value, None) => value.is_some(),
        (None, Some(_)) => false,
    })
}

/// Returns the metaparameters that are set: the body sees them as variables.
pub(super) fn given_extra<'a>(params: &'a [Param], resource: &'a Resource) -> impl Iterator<Item = &'a Parameter> {
    let declared = |name: &Name| params.iter().any(|param| param.name == *name);
    resource.parameters.iter().filter(move |given| is_metaparameter(&given.name) && !declared(&given.name))
}

/// Binds the callables in the arguments to the declared types, as a function does: they keep to them in the body.
pub(super) fn bind_callables(
    params: &[Param],
    types: &[Option<Ty>],
    source: &Arc<Source>,
    values: &mut [Option<Value>],
) {
    for ((param, ty), value) in params.iter().zip(types).zip(values) {
        if let (Some(ty), Some(given)) = (ty, value) {
            *given = bound_value(param, ty, source, std::mem::take(given));
        }
    }
}

/// Returns the value of a parameter with its callables bound to the declared type, where the value is of that type.
pub(super) fn bound_value(param: &Param, ty: &Ty, source: &Arc<Source>, value: Value) -> Value {
    if is_plain(&value) || !binds(ty) || !instance(ty, &value) {
        return value;
    }
    bound(ty, &value, &Declared::of_definition(param, source)).unwrap_or(value)
}

/// Returns whether a value cannot contain a callable.
fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Undef
            | Value::Default
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Regexp(_)
    )
}

/// Creates the error for a default that reads a parameter without a value.
pub(super) fn early_read(owner: &str, name: &str, params: &[Param], at: usize) -> Box<Flow> {
    let before = params.iter().position(|param| *param.name == *name).is_some_and(|index| index < at);
    if before {
        return missing(owner, name);
    }
    let mut flow = Flow::fail_with(
        Topic::ParameterOrder,
        format!("{owner}: a default reads `${name}`, a parameter to its right that was not given"),
    );
    flow.with_help(|| Some("a default may use the parameters to its left: change their order".to_owned()));
    flow
}

fn missing(owner: &str, name: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(
        Topic::MissingParameter,
        format!("{owner}: the parameter `{name}` has no value and no default"),
    );
    // 'include' passes no parameters: a class gets them from a resource-like declaration, or from the data.
    let class = owner.strip_prefix("Class[").and_then(|rest| rest.strip_suffix(']'));
    flow.with_help(|| {
        Some(match class.map(str::to_lowercase) {
            Some(class) => format!("give it: class {{ '{class}': {name} => .. }}; or {class}::{name} in Hiera's data"),
            None => format!("give it: {name} => .."),
        })
    });
    flow
}

/// Checks that all required parameters are set, that the types are right, and that all names are known. One error
/// reports all that is wrong.
pub(super) fn check(
    owner: &dyn Fn() -> String,
    params: &[Param],
    types: &[Option<Ty>],
    values: &[Option<Value>],
    resource: &Resource,
) -> EvalResult<()> {
    let mut wrong = Vec::new();
    for ((param, ty), value) in params.iter().zip(types).zip(values) {
        match (value, ty) {
            (None, _) => wrong.push(missing(&owner(), &param.name)),
            (Some(value), Some(ty)) if !takes_anything(ty) && !is_deferred(value) && !instance(ty, value) => {
                let label = format!("{}: parameter '{}'", owner(), param.name);
                wrong.push(Flow::mismatch(&label, ty, value));
            }
            _ => {}
        }
    }
    let declared: FxHashSet<&str> = params.iter().map(|param| &*param.name).collect();
    let known = |given: &&Parameter| is_everywhere(&given.name) || declared.contains(&*given.name);
    let strays = resource.parameters.iter().filter(|given| !known(given));
    wrong.extend(strays.map(|stray| unknown(&owner(), &stray.name, params)));
    if wrong.is_empty() { Ok(()) } else { combined(&owner(), wrong) }
}

/// Returns whether the type is an `Optional` or `Variant` without parameters, which takes anything here.
fn takes_anything(ty: &Type) -> bool {
    match ty {
        Type::Optional(inner) => inner.is_none(),
        Type::Variant(types) => types.is_empty(),
        _ => false,
    }
}

/// Combines the errors of one declaration: the first one, whose message continues with those of the others.
fn combined(owner: &str, wrong: impl IntoIterator<Item = Box<Flow>>) -> EvalResult<()> {
    let mut wrong = wrong.into_iter();
    let Some(mut first) = wrong.next() else { return Ok(()) };
    for other in wrong {
        match (&mut *first, *other) {
            (Flow::Fault(first), Flow::Fault(other)) => {
                let message = other.issue.message.strip_prefix(owner).unwrap_or(&other.issue.message);
                let message = message.trim_start_matches(':').trim_start();
                first.issue.message.push_str(&format!("; {message}"));
            }
            // An exhausted budget is not an error of the declaration.
            (Flow::Fault(_), other) => return Err(Box::new(other)),
            _ => return Err(first),
        }
    }
    Err(first)
}

fn unknown(owner: &str, name: &str, params: &[Param]) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::UnknownParameter, format!("{owner} has no parameter `{name}`"));
    let near = suggest::nearest(name, params.iter().map(|param| &*param.name));
    flow.mean(name, near);
    flow.with_help(|| match near {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if params.is_empty() => Some("it takes no parameters".to_owned()),
        None => {
            let names: Vec<&str> = params.iter().map(|param| &*param.name).collect();
            Some(format!("its parameters are: {}", names.join(", ")))
        }
    });
    flow
}
