//! `Puppet::LookupContext`: the last argument of a function that is a data source. It has functions of its own
//! (`$context.not_found`, `$context.interpolate(..)`, ..), which no other value has.

use std::path::Path;
use std::rc::Rc;

use pprepl_text::Topic;
use puppet_pcore::{Hash, Iter, IterSource, LOOKUP_CONTEXT, Object, Type, Value, element_type};

use super::builtin::{Builtin, Signature};
use super::lookup::{ContextEntry, NOT_FOUND};
use super::{Call, EvalResult, Flow, Vm};

/// The functions of contexts, as the type of contexts declares them; the context is the first argument.
static FUNCTIONS: [Builtin; 9] = [
    Builtin::new(
        "not_found",
        &[Signature::new("Object $context", "Undef", not_found)],
        "Ends the function: the data do not have the key.",
    ),
    Builtin::new(
        "explain",
        &[Signature::new("Object $context, Optional[Callable[0, 0]] &$block", "Undef", explain)],
        "Adds the result of the lambda to the explanation of a lookup.",
    ),
    Builtin::new(
        "interpolate",
        &[Signature::new("Object $context, Any $value", "Any", interpolate)],
        "Returns the value with its `%{..}` replaced.",
    ),
    Builtin::new(
        "cache",
        &[Signature::new("Object $context, Optional[Scalar] $key, Any $value", "Any", cache)],
        "Keeps a value for later calls of the function, and returns it.",
    ),
    Builtin::new(
        "cache_all",
        &[Signature::new("Object $context, Hash[Optional[Scalar], Any] $values", "Undef", cache_all)],
        "Keeps the values of a hash for later calls of the function.",
    ),
    Builtin::new(
        "cache_has_key",
        &[Signature::new("Object $context, Optional[Scalar] $key", "Boolean", cache_has_key)],
        "Returns whether a value is kept under the key.",
    ),
    Builtin::new(
        "cached_value",
        &[Signature::new("Object $context, Optional[Scalar] $key", "Any", cached_value)],
        "Returns the value that is kept under the key, or undef.",
    ),
    Builtin::new(
        "cached_entries",
        &[
            Signature::new("Object $context, Callable[1, 1] &$block", "Undef", each_entry),
            Signature::new("Object $context, Callable[2, 2] &$block", "Undef", each_key_and_value),
            Signature::new("Object $context", "Iterable[Tuple[Optional[Scalar], Any]]", cached_entries),
        ],
        "Calls the lambda with each entry, or with its key and value; returns the entries without a lambda.",
    ),
    Builtin::new(
        "cached_file_data",
        &[Signature::new("Object $context, String $path, Optional[Callable[1, 1]] &$block", "Any", cached_file_data)],
        "Returns the content of a file, or the lambda's result for it.",
    ),
];

/// The type of contexts.
const TYPE: &str = "Object[{
    name => 'Puppet::LookupContext',
    parent => Any,
    attributes => {
        'environment_name' => {type => String[1], kind => derived},
        'module_name' => Variant[String[1], Undef],
    },
    functions => {
        'not_found' => Callable[[0, 0], Undef],
        'explain' => Callable[[0, 0, Callable[0, 0]], Undef],
        'interpolate' => Callable[1, 1],
        'cache' => Callable[Optional[Scalar], Any],
        'cache_all' => Callable[[Hash[Optional[Scalar], Any]], Undef],
        'cache_has_key' => Callable[[Optional[Scalar]], Boolean],
        'cached_value' => Callable[Optional[Scalar]],
        'cached_entries' => Variant[
            Callable[[0, 0, Callable[1, 1]], Undef],
            Callable[[0, 0, Callable[2, 2]], Undef],
            Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]],
        ],
        'cached_file_data' => Callable[String, Optional[Callable[Array[Integer]]]],
    },
}]";

impl Vm {
    /// Creates a context for a function of this module.
    pub fn new_context(&mut self, module: Option<&str>) -> EvalResult {
        let environment = self.globals.get("environment").cloned().unwrap_or_else(|| Value::str("production"));
        let attributes = vec![environment, module.map_or(Value::Undef, Value::str)];
        let ty = context_type(self)?;
        let Type::Object(class) = &*ty else {
            return Err(Flow::fail_with(Topic::HieraData, "contexts are not available"));
        };
        let object = Rc::new(Object { class: class.clone(), attributes });
        self.lookup.contexts.push(ContextEntry { object: object.clone(), cache: Hash::new() });
        Ok(Value::Object(object))
    }
}

/// Returns the type of contexts.
pub(crate) fn context_type(vm: &mut Vm) -> EvalResult<Rc<Type>> {
    if let Some(ty) = &vm.lookup.class {
        return Ok(ty.clone());
    }
    let ty = vm.parse_type(TYPE)?;
    vm.lookup.class = Some(ty.clone());
    Ok(ty)
}

/// Returns a function of contexts, if the first argument is a context.
pub(crate) fn context_function(name: &str, args: &[Value]) -> Option<&'static Builtin> {
    let is_context =
        matches!(args.first(), Some(Value::Object(object)) if object.class.name.as_deref() == Some(LOOKUP_CONTEXT));
    FUNCTIONS.iter().find(|function| is_context && function.name == name)
}

/// Returns the values that the context of a call keeps.
fn cache_of<'c>(call: &'c mut Call<'_>) -> EvalResult<&'c mut Hash> {
    let context = call.arg(0).clone();
    let is_it =
        |known: &&mut ContextEntry| matches!(&context, Value::Object(object) if Rc::ptr_eq(&known.object, object));
    match call.vm().lookup.contexts.iter_mut().find(is_it) {
        Some(known) => Ok(&mut known.cache),
        None => Err(Flow::fail_with(Topic::HieraData, "this context is of an earlier search")),
    }
}

fn not_found(_: &mut Call<'_>) -> EvalResult {
    Err(Flow::nowhere(NOT_FOUND, "the function did not find the key"))
}

/// Runs the lambda only while a search is explained.
fn explain(call: &mut Call<'_>) -> EvalResult {
    if call.has_block() && call.vm().lookup.collects_remarks() {
        let text = puppet_pcore::interpolate(&call.block(Vec::new())?);
        call.vm().lookup.add_remark(text);
    }
    Ok(Value::Undef)
}

fn interpolate(call: &mut Call<'_>) -> EvalResult {
    let value = call.take(1);
    match call.vm().lookup.data() {
        Some(data) => data.interpolate(call.vm(), &value),
        None => Ok(value),
    }
}

fn cache(call: &mut Call<'_>) -> EvalResult {
    let (key, value) = (call.take(1), call.take(2));
    cache_of(call)?.insert(key, value.clone());
    Ok(value)
}

fn cache_all(call: &mut Call<'_>) -> EvalResult {
    if let Value::Hash(all) = call.take(1) {
        cache_of(call)?.merge(&all);
    }
    Ok(Value::Undef)
}

fn cache_has_key(call: &mut Call<'_>) -> EvalResult {
    let key = call.take(1);
    Ok(Value::bool(cache_of(call)?.contains_key(&key)))
}

fn cached_value(call: &mut Call<'_>) -> EvalResult {
    let key = call.take(1);
    Ok(cache_of(call)?.get(&key).cloned().unwrap_or_default())
}

fn pair((key, value): (&Value, &Value)) -> Value {
    Value::array(vec![key.clone(), value.clone()])
}

fn each_entry(call: &mut Call<'_>) -> EvalResult {
    let pairs: Vec<Value> = cache_of(call)?.iter().map(pair).collect();
    for pair in pairs {
        call.block1(pair)?;
    }
    Ok(Value::Undef)
}

fn each_key_and_value(call: &mut Call<'_>) -> EvalResult {
    let entries = cache_of(call)?.clone();
    for (key, value) in entries.iter() {
        call.block2(key.clone(), value.clone())?;
    }
    Ok(Value::Undef)
}

fn cached_entries(call: &mut Call<'_>) -> EvalResult {
    let entries = Value::hash(cache_of(call)?.clone());
    let element = element_type(&entries).unwrap_or_else(|| Rc::new(Type::Any));
    let Value::Hash(entries) = entries else { return Ok(Value::Undef) };
    Ok(Value::Iterator(Rc::new(Iter { element, source: IterSource::Pairs(entries) })))
}

fn cached_file_data(call: &mut Call<'_>) -> EvalResult {
    let path = call.arg(1).as_str().unwrap_or_default().to_owned();
    let text = call.host().read_data(Path::new(&path)).map_err(|error| Flow::unreadable(&path, &error))?;
    if call.has_block() { call.block1(Value::from(text)) } else { Ok(Value::from(text)) }
}
