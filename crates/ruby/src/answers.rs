//! Answers to the questions of code in Ruby: functions, variables, types, files and resources of the evaluator.

use pprepl_text::{Topic, visible};
use puppet_eval::{EvalResult, Flow, Level, Strictness, Vm, call_callable, call_with_block};
use puppet_pcore::{Hash, Value, assignable, attribute, generalize, infer_detailed, infer_reduced, instance};
use serde_json::Value as Json;

use super::decode::{block, decode, decode_all};
use super::ruby::Ruby;

/// Answers a message; `None` for one that needs no answer (a log line).
pub(crate) fn answer(ruby: &Ruby, vm: &mut Vm, message: &Json) -> EvalResult<Option<String>> {
    if let Some(level) = message["log"].as_str() {
        let level = Level::from_name(level).unwrap_or(Level::Notice);
        vm.log(level, &visible(text(message, "text")));
        return Ok(None);
    }
    let value = question(ruby, vm, message)?;
    ruby.encoded(&value).map(Some)
}

fn text<'j>(message: &'j Json, key: &str) -> &'j str {
    message[key].as_str().unwrap_or_default()
}

fn question(ruby: &Ruby, vm: &mut Vm, message: &Json) -> EvalResult {
    let name = text(message, "name");
    Ok(match text(message, "ask") {
        "call" => return call(ruby, vm, message),
        "callable" => return callable(ruby, vm, message),
        "variable" => vm.visible_variable(name).unwrap_or(Value::Undef),
        "has_variable" => Value::bool(vm.visible_variable(name).is_some()),
        "variables" => Value::hash(variables(vm)),
        "has_function" => Value::bool(vm.function(name).builtin.is_some() || vm.has_source_function(name)?),
        "module" => path(vm.host_mut().module_file("", name)),
        "file" => path(vm.host_mut().module_file(text(message, "folder"), name)),
        "strict" => Value::str(strictness(vm)),
        "classes" => Value::array(vm.catalog.begun_classes().iter().map(|name| Value::str(&**name)).collect()),
        "resource" => resource(vm, message),
        "attribute" => attribute_of(ruby, message),
        _ => return about_types(ruby, vm, message),
    })
}

/// Calls a function; a block of Ruby code is its lambda.
fn call(ruby: &Ruby, vm: &mut Vm, message: &Json) -> EvalResult {
    let args = decode_all(ruby, vm, &message["args"])?;
    let block = message.get("block").filter(|found| found.is_array()).map(|found| block(ruby, found));
    call_with_block(vm, text(message, "name"), args, block)
}

/// Calls a lambda of Puppet code.
fn callable(ruby: &Ruby, vm: &mut Vm, message: &Json) -> EvalResult {
    let args = decode_all(ruby, vm, &message["args"])?;
    match message["id"].as_u64().and_then(|number| ruby.handle(number)) {
        Some(Value::Callable(callable)) => call_callable(vm, &callable, args),
        _ => Err(Flow::fail_with(Topic::RubyCode, "a function in Ruby called a lambda after the call that passed it")),
    }
}

/// Returns the variables that the caller sees by their short names.
fn variables(vm: &Vm) -> Hash {
    let mut all: Hash = vm
        .globals
        .iter()
        .filter(|(name, value)| !name.contains("::") && !matches!(value, Value::Unset))
        .map(|(name, value)| (Value::str(name), value.clone()))
        .collect();
    for (name, value) in vm.templates.view.last().into_iter().flat_map(|view| view.list(&vm.globals)) {
        all.insert(Value::str(&*name), value);
    }
    all
}

/// Returns Puppet's name of the strictness.
fn strictness(vm: &Vm) -> &'static str {
    match vm.settings.strict {
        Strictness::Off => "off",
        Strictness::Warning => "warning",
        Strictness::Error => "error",
    }
}

fn path(found: Option<std::path::PathBuf>) -> Value {
    found.map_or(Value::Undef, |path| Value::from(pprepl_files::absolute(&path)))
}

/// Returns the parameters of a declared resource.
fn resource(vm: &Vm, message: &Json) -> Value {
    let catalog = vm.catalog.catalog();
    let kind = text(message, "type").to_lowercase();
    let Some(id) = catalog.find(&kind, text(message, "title")) else { return Value::Undef };
    let Some(resource) = catalog.get(id) else { return Value::Undef };
    let params = resource.parameters.iter().map(|one| (Value::str(&*one.name), one.value.clone()));
    Value::hash(params.collect())
}

fn attribute_of(ruby: &Ruby, message: &Json) -> Value {
    let object = message["id"].as_u64().and_then(|number| ruby.handle(number));
    object.and_then(|object| attribute(&object, text(message, "name"))).unwrap_or(Value::Undef)
}

/// Answers a question about types.
fn about_types(ruby: &Ruby, vm: &mut Vm, message: &Json) -> EvalResult {
    let ask = text(message, "ask");
    if ask == "infer" {
        let value = decode(ruby, vm, &message["value"])?;
        let is_detailed = message["detailed"] == true;
        return Ok(Value::ty(if is_detailed { infer_detailed(&value) } else { infer_reduced(&value) }));
    }
    if ask == "text" {
        let value = decode(ruby, vm, &message["value"])?;
        return Ok(Value::from(puppet_pcore::interpolate(&value)));
    }
    let ty = vm.parse_type(text(message, "type"))?;
    match ask {
        "type" => Ok(Value::Type(ty)),
        "generalize" => Ok(Value::Type(generalize(&ty))),
        "instance" => {
            let value = decode(ruby, vm, &message["values"][0])?;
            Ok(Value::bool(instance(&ty, &value)))
        }
        "assignable" => {
            let other = vm.parse_type(text(message, "other"))?;
            Ok(Value::bool(assignable(&ty, &other)))
        }
        "new" => {
            let value = decode(ruby, vm, &message["value"])?;
            vm.call_named("new", vec![Value::Type(ty), value])
        }
        ask => Err(Flow::fail_with(Topic::RubyCode, format!("Ruby asked an unknown question: {ask}"))),
    }
}
