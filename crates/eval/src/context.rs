//! `Puppet::LookupContext`: the last argument of a function that is a data source. It has functions of its own
//! (`$context.not_found`, `$context.interpolate(..)`, ..), which no other value has.

use std::path::Path;
use std::rc::Rc;

use pprepl_text::IssueCode;
use puppet_pcore::{Hash, Object, ObjectType, Ty, Type, Value};

use super::invoke::{Block, call_value};
use super::{Data, EvalResult, Flow, Vm};

/// The name of the context's type.
pub(crate) const NAME: &str = "Puppet::LookupContext";

/// The code of the error that `$context.not_found` raises; the caller of the function reads it as "no such key".
pub const NOT_FOUND: IssueCode = IssueCode::NoSuchKey;

/// A context and the values that its function caches in it.
pub(crate) struct ContextEntry {
    object: Rc<Object>,
    cache: Hash,
}

/// The Hiera data of a session, and the contexts of its data sources; their caches live as long as an input.
#[derive(Default)]
pub struct Lookup {
    pub(crate) data: Option<Rc<dyn Data>>,
    /// The type of contexts, once used.
    class: Option<Rc<ObjectType>>,
    contexts: Vec<ContextEntry>,
}

impl Lookup {
    /// Sets the data of the session.
    pub fn set_data(&mut self, data: Option<Rc<dyn Data>>) {
        self.data = data;
    }

    /// Returns whether the session has data.
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// Returns the type of contexts.
    pub(crate) fn context_type(&mut self) -> EvalResult<Ty> {
        Ok(Rc::new(Type::Object(self.context_class()?)))
    }

    pub(crate) fn context_class(&mut self) -> EvalResult<Rc<ObjectType>> {
        if let Some(class) = &self.class {
            return Ok(class.clone());
        }
        let optional = Value::ty(Type::Optional(Some(Rc::new(Type::String(puppet_pcore::StringType::Any)))));
        let attributes = ["environment_name", "module_name"].map(|name| (Value::str(name), optional.clone()));
        let definition = (Value::str("attributes"), Value::hash(attributes.into_iter().collect()));
        let ty = puppet_pcore::object_type(Some(NAME), &std::iter::once(definition).collect())?;
        match &*ty {
            Type::Object(class) => {
                self.class = Some(class.clone());
                Ok(class.clone())
            }
            _ => Err(Flow::runtime("there are no contexts")),
        }
    }

    /// Clears the caches of the contexts.
    pub fn forget_contexts(&mut self) {
        self.contexts.clear();
    }
}

impl Vm {
    /// Creates a context for a function of this module.
    pub fn new_context(&mut self, module: Option<&str>) -> EvalResult {
        let environment = self.globals.get("environment").cloned().unwrap_or(Value::Undef);
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
        return Err(Flow::runtime("this context is of an earlier search"));
    };
    let cache = &mut vm.lookup.contexts[at].cache;
    let answer = match (name, rest) {
        ("not_found", []) => return Err(Flow::nowhere(NOT_FOUND, "the function says that there is no such key")),
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
            Value::array(cache.iter().map(pair).collect())
        }
        ("cached_file_data", [Value::Str(path)]) => file_data(vm, &path.text, block)?,
        _ => return Ok(None),
    };
    Ok(Some(answer))
}

/// Returns the content of a file, or the lambda's result for it.
fn file_data(vm: &mut Vm, path: &str, block: &Block<'_>) -> EvalResult {
    let text = vm
        .host
        .read_data(Path::new(path))
        .map_err(|error| Flow::unreadable(format!("{path} cannot be read: {}", pprepl_files::reason(&error))))?;
    match block {
        Block::Value(callable) => {
            let mut stack = super::compile::new_stack(1);
            call_value(vm, callable, vec![Value::from(text)], &mut stack, Block::None)
        }
        _ => Ok(Value::from(text)),
    }
}
