//! Answers to the questions of code in Ruby: functions, variables, types, files and resources of the evaluator.

use pprepl_text::{Topic, visible};
use puppet_eval::{EvalResult, Flow, Level, Strictness, VariableView, Vm, call_callable, call_with_block};
use puppet_pcore::{Hash, Value, assignable, attribute, generalize, infer_detailed, infer_reduced, instance};
use serde_json::Value as Json;

use super::decode::{block, decode, decode_all};
use super::ruby::Ruby;
use super::scope;

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
    if let Some(found) = scope::answer(vm, message)? {
        return Ok(found);
    }
    let name = text(message, "name");
    Ok(match text(message, "ask") {
        "call" => return call(ruby, vm, message),
        "callable" => return callable(ruby, vm, message),
        "variable" => match variable(vm, message) {
            Some(value) => value,
            None if message["strict"] == true && vm.rejects_unknown(name) => {
                return Err(Flow::fail_with(Topic::RubyCode, format!("unknown variable `${name}`")));
            }
            None => Value::Undef,
        },
        "has_variable" => Value::bool(variable(vm, message).is_some()),
        "set" => {
            let value = decode(ruby, vm, &message["value"])?;
            let set = vm.set_visible_variable(name, value, message["top"] == true);
            set.map_err(|error| Flow::fail_with(Topic::RubyCode, error))?;
            Value::Undef
        }
        "variables" => Value::hash(variables(vm, message)),
        "has_function" => Value::bool(vm.function(name).builtin.is_some() || vm.has_source_function(name)?),
        "module" => path(vm.host_mut().module_file("", name)),
        "file" => path(vm.host_mut().module_file(text(message, "folder"), name)),
        "strict" => Value::str(strictness(vm)),
        "classes" => Value::array(vm.catalog.begun_classes().iter().map(|name| Value::str(&**name)).collect()),
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

/// Returns a variable as the caller sees it, or that of the top scope.
fn variable(vm: &Vm, message: &Json) -> Option<Value> {
    let name = text(message, "name");
    if message["top"] == true {
        return vm.globals.get(name.strip_prefix("::").unwrap_or(name)).cloned();
    }
    vm.visible_variable(name)
}

/// Returns the variables with a value that the caller sees by their short names, or those of the top scope or of its own
/// scope only.
fn variables(vm: &Vm, message: &Json) -> Hash {
    let is_top = message["top"] == true;
    let view = vm.templates.view.last().filter(|_| !is_top);
    let mut all = Hash::new();
    if message["local"] != true || view.is_none_or(VariableView::is_top) {
        let globals = vm.globals.iter().filter(|(name, _)| !name.contains("::"));
        globals.for_each(|(name, value)| all.insert(Value::str(name), value.clone()));
    }
    for (name, value) in view.into_iter().flat_map(|view| view.list(&vm.globals)) {
        all.insert(Value::str(&*name), value);
    }
    if !is_top {
        vm.variables_set_by_name().for_each(|(name, value)| all.insert(Value::str(name), value.clone()));
    }
    all.into_entries().into_iter().filter(|(_, value)| !value.is_undef()).collect()
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
