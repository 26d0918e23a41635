//! Lookup of data: `lookup` and the old `hiera` functions. There is no Hiera data yet (an issue of its own): overrides,
//! defaults and lambdas answer, as they do in the reference for a key without data.

use crate::eval::{Builtin, Call, Flow, R, Signature};
use crate::pcore::{Hash, Ty, Value, instance};

use super::signature;

/// What the old functions take.
const HIERA: &str = "Any $key, Any $default = undef, Any $override = undef, Optional[Callable[1, 1]] &$block";

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "lookup",
        signatures: &[
            signature(
                "Variant[String, Array[String]] $name, Optional[Type] $type = undef, Optional[Variant[String[1], Hash[String, Scalar]]] $merge = undef, Any $default = undef, Optional[Callable[1, 1]] &$block",
                "Any",
                lookup,
            ),
            signature("Hash $options, Optional[Callable[1, 1]] &$block", "Any", lookup_by_options),
            signature(
                "Variant[String, Array[String]] $name, Hash $options, Optional[Callable[1, 1]] &$block",
                "Any",
                lookup_with_options,
            ),
        ],
        statement: false,
        summary: "Looks a key up in the data of Hiera; a default or a lambda answers when there is none.",
        example: "lookup('no_such_key', { 'default_value' => 42 })",
        gives: "42",
    },
    hiera("hiera", &[signature(HIERA, "Any", hiera_lookup)]),
    hiera("hiera_array", &[signature(HIERA, "Array", hiera_lookup)]),
    hiera("hiera_hash", &[signature(HIERA, "Hash", hiera_lookup)]),
    hiera("hiera_include", &[signature(HIERA, "Any", hiera_lookup)]),
];

const fn hiera(name: &'static str, signatures: &'static [Signature]) -> Builtin {
    Builtin {
        name,
        signatures,
        statement: false,
        summary: "Looks a key up in the data of Hiera, the old way; use lookup.",
        example: "",
        gives: "",
    }
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
    let query = Query { default: (call.len() > 1).then(|| call.take(1)), name: call.take(0), ..Query::default() };
    query.answer(call)
}
