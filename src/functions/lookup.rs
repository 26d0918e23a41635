//! Lookup of data: `lookup` and the old `hiera` functions. There is no Hiera data yet (an issue of its own): overrides,
//! defaults and lambdas answer, as they do in the reference for a key without data.

use crate::eval::{Builtin, Call, Effect, Flow, R, Signature};
use crate::pcore::{Hash, Ty, Value, instance};

use super::signature;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("lookup", &[signature("Variant[String, Array[String]] $name, Type $type = Any, Variant[String[1], Hash[String, Scalar]] $merge = 'first'", "Any", lookup), signature("Variant[String, Array[String]] $name, Optional[Type] $type, Optional[Variant[String[1], Hash[String, Scalar]]] $merge, Any $default", "Any", lookup), signature("Variant[String, Array[String]] $name, Type $type = Any, Variant[String[1], Hash[String, Scalar]] $merge = 'first', Callable[Variant[String, Array[String]]] &$block", "Any", lookup), signature("Struct[{name => Variant[String, Array[String]], value_type => Optional[Type], default_value => Optional[Any], override => Optional[Hash[String, Any]], default_values_hash => Optional[Hash[String, Any]], merge => Optional[Variant[String[1], Hash[String, Scalar]]]}] $options, Optional[Callable[Variant[String, Array[String]]]] &$block", "Any", lookup_by_options), signature("Variant[String, Array[String]] $name, Struct[{name => Optional[Variant[String, Array[String]]], value_type => Optional[Type], default_value => Optional[Any], override => Optional[Hash[String, Any]], default_values_hash => Optional[Hash[String, Any]], merge => Optional[Variant[String[1], Hash[String, Scalar]]]}] $options, Optional[Callable[Variant[String, Array[String]]]] &$block", "Any", lookup_with_options)], "Looks a key up in the data of Hiera; a default or a lambda answers when there is none.").effect(Effect::World).shows("lookup('no_such_key', { 'default_value' => 42 })", "42"),
    hiera("hiera"),
    hiera("hiera_array"),
    hiera("hiera_hash"),
    hiera("hiera_include").effect(Effect::Declares),
];

/// What the old functions take; the first form is how the functions of Puppet 3 handed all arguments on.
const HIERA: &[Signature] = &[
    signature("Tuple[String, Any, Any, 1, 3] $args", "Any", hiera_by_array),
    signature("String $key", "Any", hiera_lookup),
    signature("String $key, Any $default, Any $override = undef", "Any", hiera_lookup),
    signature("String $key, Callable[1, 1] &$block", "Any", hiera_lookup),
    signature("String $key, Any $override, Callable[1, 1] &$block", "Any", hiera_lookup),
];

const fn hiera(name: &'static str) -> Builtin {
    Builtin::new(name, HIERA, "Looks a key up in the data of Hiera, the old way; use lookup.").effect(Effect::World)
}

/// What is asked for.
#[derive(Default)]
struct Query {
    name: Value,
    ty: Option<Ty>,
    default: Option<Value>,
    overrides: Hash,
    fallbacks: Hash,
}

impl Query {
    fn with_options(name: Value, options: &Hash) -> Query {
        let hash = |key| options.get_str(key).and_then(Value::as_hash).cloned().unwrap_or_default();
        Query {
            name,
            ty: options.get_str("value_type").and_then(type_of_option),
            default: options.get_str("default_value").cloned(),
            overrides: hash("override"),
            fallbacks: hash("default_values_hash"),
        }
    }

    /// The keys to try, in order.
    fn keys(&self) -> &[Value] {
        match &self.name {
            Value::Array(keys) => &keys.items,
            key => std::slice::from_ref(key),
        }
    }

    /// The value in the overrides, else in the last resort.
    fn given(&self) -> Option<Value> {
        let first = |hash: &Hash| self.keys().iter().find_map(|key| hash.get(key).cloned());
        first(&self.overrides).or_else(|| first(&self.fallbacks))
    }

    fn answer(self, call: &mut Call<'_>) -> R {
        let value = match (self.given(), &self.default) {
            (Some(value), _) => value,
            (None, _) if call.has_block() => call.block1(self.name.clone())?,
            (None, Some(default)) => default.clone(),
            (None, None) => return self.not_found(),
        };
        match &self.ty {
            Some(ty) if !instance(ty, &value) => Err(Flow::mismatch("the value found", ty, &value)),
            _ => Ok(value),
        }
    }

    fn not_found(&self) -> R {
        let keys: Vec<String> = self.keys().iter().map(super::ruby::inspected).collect();
        Err(Flow::runtime(format!("there is no value for {} and no default", keys.join(" or "))))
    }
}

fn type_of_option(value: &Value) -> Option<Ty> {
    match value {
        Value::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

fn lookup(call: &mut Call<'_>) -> R {
    let query = Query {
        ty: type_of_option(call.arg(1)),
        default: (call.len() > 3).then(|| call.take(3)),
        name: call.take(0),
        ..Query::default()
    };
    query.answer(call)
}

fn lookup_by_options(call: &mut Call<'_>) -> R {
    let Value::Hash(options) = call.take(0) else { return call.fail("lookup wants a hash of options") };
    match options.get_str("name") {
        Some(name @ (Value::Str(_) | Value::Array(_))) => Query::with_options(name.clone(), &options).answer(call),
        _ => call.fail("lookup wants a name among its options"),
    }
}

fn lookup_with_options(call: &mut Call<'_>) -> R {
    let Value::Hash(options) = call.take(1) else { return call.fail("lookup wants a hash of options") };
    Query::with_options(call.take(0), &options).answer(call)
}

fn hiera_lookup(call: &mut Call<'_>) -> R {
    // With a lambda the second argument is where to look first, which says nothing without data.
    let default = (call.len() > 1 && !call.has_block()).then(|| call.take(1));
    let query = Query { default, name: call.take(0), ..Query::default() };
    query.answer(call)
}

/// The reference accepts the array and then finds no function for it.
fn hiera_by_array(call: &mut Call<'_>) -> R {
    call.fail(format!("{} takes its arguments one by one, not in an array", call.name()))
}
