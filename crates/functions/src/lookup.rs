//! Data lookup: `lookup` and the old `hiera` functions. This file holds their overloads, the types of values,
//! overrides, defaults and lambdas. The loader does the search itself (see `eval::Data`).

use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Flow, Level, Query, Signature, Strictness};
use puppet_pcore::{Hash, Ty, Value, instance};

use super::loader::hiera::check_strategy;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "lookup",
        &[
            Signature::new(
                "Variant[String, Array[String]] $name, Type $type = Any, Variant[String[1], Hash[String, \
                 Scalar]] $merge = 'first'",
                "Any",
                lookup,
            ),
            Signature::new(
                "Variant[String, Array[String]] $name, Optional[Type] $type, Optional[Variant[String[1], \
                 Hash[String, Scalar]]] $merge, Any $default",
                "Any",
                lookup,
            ),
            Signature::new(
                "Variant[String, Array[String]] $name, Type $type = Any, Variant[String[1], Hash[String, \
                 Scalar]] $merge = 'first', Callable[Variant[String, Array[String]]] &$block",
                "Any",
                lookup,
            ),
            Signature::new(
                "Struct[{name => Variant[String, Array[String]], value_type => Optional[Type], default_value \
                 => Optional[Any], override => Optional[Hash[String, Any]], default_values_hash => \
                 Optional[Hash[String, Any]], merge => Optional[Variant[String[1], Hash[String, Scalar]]]}] \
                 $options, Optional[Callable[Variant[String, Array[String]]]] &$block",
                "Any",
                lookup_by_options,
            ),
            Signature::new(
                "Variant[String, Array[String]] $name, Struct[{value_type => Optional[Type], default_value \
                 => Optional[Any], override => Optional[Hash[String, Any]], default_values_hash => \
                 Optional[Hash[String, Any]], merge => Optional[Variant[String[1], Hash[String, Scalar]]]}] \
                 $options, Optional[Callable[Variant[String, Array[String]]]] &$block",
                "Any",
                lookup_with_options,
            ),
        ],
        "Looks up a key in the Hiera data; else returns the default or the result of the lambda.",
    )
    .effect(Effect::World)
    .sees_scope()
    .shows("lookup('no_such_key', { 'default_value' => 42 })", "42"),
    hiera("hiera", HIERA),
    hiera("hiera_array", HIERA_ARRAY),
    hiera("hiera_hash", HIERA_HASH),
    hiera("hiera_include", HIERA_INCLUDE).effect(Effect::Declares),
];

const HIERA: &[Signature] = &forms(hiera_first);
const HIERA_ARRAY: &[Signature] = &forms(hiera_array);
const HIERA_HASH: &[Signature] = &forms(hiera_hash);
const HIERA_INCLUDE: &[Signature] = &forms(hiera_include);

/// Returns the overloads of the old functions. The first is the way in which Puppet 3 functions pass all arguments on.
const fn forms(run: fn(&mut Call<'_>) -> EvalResult) -> [Signature; 5] {
    [
        Signature::new("Tuple[String, Any, Any, 1, 3] $args", "Any", hiera_by_array),
        Signature::new("String $key", "Any", run),
        Signature::new("String $key, Any $default, Any $override = undef", "Any", run),
        Signature::new("String $key, Callable[1, 1] &$block", "Any", run),
        Signature::new("String $key, Any $override, Callable[1, 1] &$block", "Any", run),
    ]
}

const fn hiera(name: &'static str, forms: &'static [Signature]) -> Builtin {
    Builtin::new(name, forms, "Looks up a key in the Hiera data; legacy, use lookup.")
        .effect(Effect::World)
        .sees_scope()
}

/// The arguments of a lookup.
#[derive(Default)]
struct Request {
    name: Value,
    ty: Option<Ty>,
    merge: Value,
    default: Option<Value>,
    overrides: Hash,
    fallbacks: Hash,
    old: bool,
}

impl Request {
    fn with_options(name: Value, options: &Hash) -> Request {
        let hash = |key| options.get_str(key).and_then(Value::as_hash).cloned().unwrap_or_default();
        Request {
            name,
            ty: options.get_str("value_type").and_then(type_of_option),
            merge: options.get_str("merge").cloned().unwrap_or(Value::Undef),
            default: options.get_str("default_value").cloned(),
            overrides: hash("override"),
            fallbacks: hash("default_values_hash"),
            old: false,
        }
    }

    /// Returns the keys to try, in order.
    fn keys(&self) -> &[Value] {
        match &self.name {
            Value::Array(keys) => &keys.items,
            key => std::slice::from_ref(key),
        }
    }

    /// Returns the value of the first key in the overrides or the data, else one from the defaults.
    fn found(&self, call: &mut Call<'_>) -> EvalResult<Option<(Value, &'static str)>> {
        for key in self.keys() {
            if let Some(value) = self.overrides.get(key) {
                return Ok(Some((value.clone(), "the value in the overrides")));
            }
            let query = Query {
                key: puppet_pcore::interpolate(key),
                merge: self.merge.clone(),
                overrides: self.overrides.clone(),
                defaults: self.fallbacks.clone(),
                old: self.old,
            };
            if let Some(value) = call.search_data(&query)? {
                return Ok(Some((value, "the value found")));
            }
        }
        let last = self.keys().iter().find_map(|key| self.fallbacks.get(key));
        Ok(last.map(|value| (value.clone(), "the value in the default values")))
    }

    fn answer(&self, call: &mut Call<'_>) -> EvalResult {
        // A session without data has no search that checks it.
        check_strategy(&self.merge)?;
        let (value, what) = match (self.found(call)?, &self.default) {
            (Some(found), _) => found,
            (None, _) if call.has_block() => (call.block1(self.name.clone())?, "the value of the block"),
            (None, Some(default)) => (default.clone(), "the default value"),
            (None, None) => return self.not_found(),
        };
        match &self.ty {
            Some(ty) if !instance(ty, &value) => Err(Flow::mismatch(what, ty, &value)),
            _ => Ok(value),
        }
    }

    fn not_found(&self) -> EvalResult {
        let keys: Vec<String> = self.keys().iter().map(super::ruby::inspected).collect();
        Err(Flow::fail_with(
            Topic::HieraData,
            format!("no value found for {}, and no default given", keys.join(" or ")),
        ))
    }
}

fn type_of_option(value: &Value) -> Option<Ty> {
    match value {
        Value::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

fn lookup(call: &mut Call<'_>) -> EvalResult {
    let request = Request {
        ty: type_of_option(call.arg(1)),
        merge: call.take(2),
        default: (call.len() > 3).then(|| call.take(3)),
        name: call.take(0),
        ..Request::default()
    };
    request.answer(call)
}

fn lookup_by_options(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(options) = call.take(0) else { return call.fail("lookup expects a hash of options") };
    match options.get_str("name") {
        Some(name @ (Value::Str(_) | Value::Array(_))) => Request::with_options(name.clone(), &options).answer(call),
        _ => call.fail("lookup expects `name` among its options"),
    }
}

fn lookup_with_options(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(options) = call.take(1) else { return call.fail("lookup expects a hash of options") };
    Request::with_options(call.take(0), &options).answer(call)
}

/// Runs an old function: a fixed strategy, without the rules of the data (`lookup_options`).
fn hiera_with(call: &mut Call<'_>, merge: &str) -> EvalResult {
    let name = call.name();
    if call.vm().settings.strict != Strictness::Off && call.host().first_time(&format!("deprecated {name}")) {
        call.log(Level::Warning, &format!("{name} is deprecated: use lookup instead"));
    }
    // With a lambda the second argument is a level to search first, which version 5 does not have.
    let default = (call.len() > 1 && !call.has_block()).then(|| call.take(1));
    let request = Request { default, name: call.take(0), merge: Value::str(merge), old: true, ..Request::default() };
    request.answer(call)
}

fn hiera_first(call: &mut Call<'_>) -> EvalResult {
    hiera_with(call, "first")
}

fn hiera_array(call: &mut Call<'_>) -> EvalResult {
    hiera_with(call, "unique")
}

fn hiera_hash(call: &mut Call<'_>) -> EvalResult {
    hiera_with(call, "hash")
}

fn hiera_include(call: &mut Call<'_>) -> EvalResult {
    let name = call.arg(0).clone();
    let classes = hiera_with(call, "unique")?;
    match &classes {
        Value::Undef => call.fail(format!("no value found for {}", super::ruby::inspected(&name))),
        Value::Array(items) if items.items.is_empty() => Ok(Value::Undef),
        Value::Hash(entries) if entries.is_empty() => Ok(Value::Undef),
        Value::Str(text) if text.text.is_empty() => Ok(Value::Undef),
        _ => call.call_function("include", vec![classes]),
    }
}

/// Fails: the reference accepts the array and then finds no function for it.
fn hiera_by_array(call: &mut Call<'_>) -> EvalResult {
    call.fail(format!("{} takes its arguments one by one, not in an array", call.name()))
}
