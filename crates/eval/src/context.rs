//! `Puppet::LookupContext`: the last argument of a function that is a data source. It has functions of its own
//! (`$context.not_found`, `$context.interpolate(..)`, ..), which no other value has.

use pprepl_text::Topic;
use std::path::Path;
use std::rc::Rc;

use puppet_pcore::{Hash, Object, Value};

use super::builtin::Block;
use super::lookup::{ContextEntry, NAME, NOT_FOUND};
use super::services::CallValue;
use super::signature::arity_of;
use super::stack::new_stack;
use super::{EvalResult, Flow, Vm};

impl Vm {
    /// Creates a context for a function of this module.
    pub fn new_context(&mut self, module: Option<&str>) -> EvalResult {
        let environment = self.globals.get("environment").cloned().unwrap_or_else(|| Value::str("production"));
        let attributes = vec![environment, module.map_or(Value::Undef, Value::str)];
        let object = Rc::new(Object { class: self.lookup.context_class()?, attributes });
        self.lookup.contexts.push(ContextEntry { object: object.clone(), cache: Hash::new() });
        Ok(Value::Object(object))
    }
}

/// Calls a function of a context; `None` when the first value is not a context or has no such function.
pub(crate) fn context_call(vm: &mut Vm, name: &str, values: &[Value], block: &Block<'_>) -> EvalResult<Option<Value>> {
    let Some((Value::Object(object), rest)) = values.split_first() else { return Ok(None) };
    if object.class.name.as_deref() != Some(NAME) {
        return Ok(None);
    }
    let Some(at) = vm.lookup.contexts.iter().position(|kept| Rc::ptr_eq(&kept.object, object)) else {
        return Err(Flow::fail_with(Topic::HieraData, "this context is of an earlier search"));
    };
    let cache = &mut vm.lookup.contexts[at].cache;
    let answer = match (name, rest) {
        ("not_found", []) => return Err(Flow::nowhere(NOT_FOUND, "the function did not find the key")),
        ("explain", []) => Value::Undef,
        ("interpolate", [value]) => match vm.lookup.data.clone() {
            Some(data) => data.interpolate(vm, value)?,
            None => value.clone(),
        },
        ("cache", [key, value]) => {
            cache.insert(key.clone(), value.clone());
            value.clone()
        }
        ("cache_all", [Value::Hash(all)]) => {
            cache.merge(all);
            Value::Undef
        }
        ("cache_has_key", [key]) => Value::bool(cache.contains_key(key)),
        ("cached_value", [key]) => cache.get(key).cloned().unwrap_or(Value::Undef),
        ("cached_entries", []) => {
            let pair = |(key, value): (&Value, &Value)| Value::array(vec![key.clone(), value.clone()]);
            let pairs = cache.iter().map(pair).collect();
            each_entry(vm, pairs, block)?
        }
        ("cached_file_data", [Value::Str(path)]) => file_data(vm, &path.text, block)?,
        _ => return Ok(None),
    };
    Ok(Some(answer))
}

/// Calls the lambda with each pair, or with its key and value; returns the pairs without a lambda.
fn each_entry(vm: &mut Vm, pairs: Vec<Value>, block: &Block<'_>) -> EvalResult {
    let (Block::Lambda(callable) | Block::Value(callable)) = block else { return Ok(Value::array(pairs)) };
    let takes_two = arity_of(vm, callable).required == 2;
    let mut stack = new_stack(2);
    for pair in pairs {
        let arguments = match &pair {
            Value::Array(both) if takes_two => both.items.to_vec(),
            _ => vec![pair],
        };
        vm.call_value(callable, arguments, &mut stack, Block::None)?;
    }
    Ok(Value::Undef)
}

/// Returns the content of a file, or the lambda's result for it.
fn file_data(vm: &mut Vm, path: &str, block: &Block<'_>) -> EvalResult {
    let text = vm
        .host
        .read_data(Path::new(path))
        .map_err(|error| Flow::unreadable(format!("{path} cannot be read: {}", pprepl_files::reason(&error))))?;
    match block {
        Block::Lambda(callable) | Block::Value(callable) => {
            let mut stack = new_stack(1);
            vm.call_value(callable, vec![Value::from(text)], &mut stack, Block::None)
        }
        _ => Ok(Value::from(text)),
    }
}
