//! Deferred values as parameters of classes and defined types: the result of the function must fit the parameter. Only
//! a value that is itself a Deferred is checked, not one inside an array or hash, and both types are generalized.

use pprepl_text::{IssueCode, Topic};
use puppet_pcore::{Object, Ty, Value, assignable, generalize, type_text};
use puppet_syntax::ast::{Name, Param};

use super::super::services::Compile;
use super::super::{EvalResult, Flow, Level, Vm};
use crate::checks::checks;

/// The results of Puppet's functions that declare one, and of those of its standard library. All others declare none.
const RESULTS: &[(&str, &str)] = &[
    ("alert", "Undef"),
    ("crit", "Undef"),
    ("debug", "Undef"),
    ("emerg", "Undef"),
    ("err", "Undef"),
    ("info", "Undef"),
    ("notice", "Undef"),
    ("warning", "Undef"),
    ("epp", "Variant[String, Sensitive[String]]"),
    ("inline_epp", "Variant[String, Sensitive[String]]"),
    ("ensure_packages", "Undef"),
    ("merge", "Hash"),
    ("os_version_gte", "Boolean"),
    ("stdlib::end_with", "Boolean"),
    ("stdlib::extname", "String"),
    ("stdlib::ip_in_range", "Boolean"),
    ("stdlib::start_with", "Boolean"),
    ("stdlib::str2resource", "Any"),
    ("stdlib::xml_encode", "String"),
    ("to_toml", "String"),
];

/// The result that the function of a Deferred declares.
enum Declared {
    /// A function of a module in Ruby, whose declaration is not read.
    Unread,
    Nothing,
    Type(Ty),
}

/// Returns whether it is a Deferred.
pub(super) fn is_deferred(value: &Value) -> bool {
    deferred(value).is_some()
}

fn deferred(value: &Value) -> Option<&Object> {
    match value {
        Value::Object(object) if object.class.name.as_deref() == Some("Deferred") => Some(object),
        _ => None,
    }
}

/// Checks the Deferred values among the parameters.
pub(super) fn check_deferred(
    vm: &mut Vm,
    owner: &dyn Fn() -> String,
    params: &[Param],
    types: &[Option<Ty>],
    values: &[Option<Value>],
) -> EvalResult<()> {
    for ((param, ty), value) in params.iter().zip(types).zip(values) {
        let Some(deferred) = value.as_ref().and_then(deferred) else { continue };
        let attributes = puppet_pcore::print::init_hash(deferred);
        let name: Name = attributes.get_str("name").and_then(Value::as_str).unwrap_or_default().into();
        match declared(vm, &name, attributes.get_str("arguments"))? {
            Declared::Unread => {}
            Declared::Nothing => warn_once(vm, name),
            Declared::Type(result) => {
                if let Some(ty) = ty.as_ref().filter(|ty| !assignable(&generalize(ty), &generalize(&result))) {
                    return Err(mismatch(&owner(), &param.name, ty, &name, &result));
                }
            }
        }
    }
    Ok(())
}

/// Returns the declared result of a function that takes these arguments.
fn declared(vm: &mut Vm, name: &Name, arguments: Option<&Value>) -> EvalResult<Declared> {
    let arguments = match arguments {
        Some(Value::Array(array)) => Some(array.items.clone()),
        _ => None,
    };
    let overloads = match vm.overloads(name, arguments.as_deref().unwrap_or_default(), None) {
        Ok(overloads) => overloads,
        Err(flow) => {
            return match &*flow {
                Flow::Fault(fault) if fault.issue.code == IssueCode::RubyFunction => Ok(Declared::Unread),
                Flow::Fault(fault) if fault.issue.code == IssueCode::UnknownFunction => {
                    Err(Flow::fail_with(Topic::UndefinedFunction, format!("unknown function `{name}` in a Deferred")))
                }
                _ => Err(flow),
            };
        }
    };
    if arguments.is_none() || !overloads.iter().any(|overload| overload.accepted) {
        let mut flow =
            Flow::fail_with(Topic::ArgumentType, format!("`{name}` does not accept the arguments of the Deferred"));
        flow.with_help(|| {
            arguments.is_none().then(|| format!("write the arguments, even if it has none: Deferred('{name}', [])"))
        });
        return Err(flow);
    }
    let entry = vm.function(name);
    if let Some(body) = vm.function_body(&entry) {
        let checks = checks(vm, &body)?;
        return Ok(checks.returns.as_ref().map_or(Declared::Nothing, |(ty, _)| Declared::Type(ty.clone())));
    }
    match RESULTS.iter().find(|(known, _)| *known == &**name) {
        Some((_, result)) => vm.parse_type(result).map(Declared::Type),
        None => Ok(Declared::Nothing),
    }
}

fn mismatch(owner: &str, param: &str, ty: &Ty, function: &str, result: &Ty) -> Box<Flow> {
    let (expected, found) = (type_text(ty), type_text(result));
    let message = format!("{owner}: parameter '{param}' expects {expected}, found the result of `{function}`, {found}");
    let mut flow = Flow::fail_with(Topic::ParameterType, message);
    flow.with_help(|| Some(format!("change the type of `${param}`, or the type after `>>` of `{function}`")));
    flow
}

/// Warns of a function without a declared result, once for each function.
fn warn_once(vm: &mut Vm, name: Name) {
    let message = format!("the deferred function `{name}` has no return type: its value cannot be checked");
    if vm.messages.unchecked.insert(name) {
        vm.log(Level::Warning, &message);
    }
}
