//! Declares resources that may already exist, and queries the catalog: `ensure_packages`, `ensure_resource`,
//! `getparam`, `assert_private`.

use puppet_catalog::Reference;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Type, Value};

use super::super::ruby;
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "ensure_packages",
        &[Signature::new(
            "Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages, Hash $defaults = {}",
            "Undef",
            ensure_packages,
        )],
        "Declares packages, by default as installed, unless they are already declared that way.",
    )
    .effect(Effect::Declares)
    .shows("ensure_packages(['curl']) Package['curl']['ensure']", "'installed'"),
    Builtin::new(
        "ensure_resource",
        &[Signature::new(
            "Any $type, Any $titles, Any $parameters = {}, Any *$ignored, Optional[Callable] &$block",
            "Undef",
            ensure_resource,
        )],
        "Declares resources unless they are already declared with these parameters.",
    )
    .effect(Effect::Declares)
    .shows("ensure_resource('user', 'ada', {'ensure' => 'present'}) User['ada']['ensure']", "'present'"),
    Builtin::new(
        "ensure_resources",
        &[Signature::new(
            "Any $type, Any $resources, Any $defaults = {}, Any *$ignored, Optional[Callable] &$block",
            "Undef",
            ensure_resources,
        )],
        "Declares a resource for each title and hash of parameters, unless it is already declared that way.",
    )
    .effect(Effect::Declares)
    .shows("ensure_resources('user', {'ada' => {'uid' => 3}}) User['ada']['uid']", "3"),
    Builtin::new(
        "defined_with_params",
        &[Signature::new(
            "Any $reference, Any $parameters = {}, Any *$ignored, Optional[Callable] &$block",
            "Boolean",
            defined_with_params,
        )],
        "Returns whether the resource is declared with these parameter values.",
    )
    .effect(Effect::Declares)
    .shows("defined_with_params('User[nobody]')", "false"),
    Builtin::new(
        "getparam",
        &[Signature::new("Any $reference, Any $parameter, Any *$ignored, Optional[Callable] &$block", "Any", getparam)],
        "Returns the value of a declared resource's parameter, or an empty string.",
    )
    .effect(Effect::Declares)
    .shows("user { 'ada': uid => 3 } getparam(User['ada'], 'uid')", "3"),
    Builtin::new(
        "stdlib::str2resource",
        &[Signature::new("String $reference", "Any", str2resource)],
        "Returns the declared resource that a string such as 'File[/etc/motd]' names.",
    )
    .effect(Effect::Declares),
    Builtin::new(
        "assert_private",
        &[Signature::new("Any $message = undef, Optional[Callable] &$block", "Undef", assert_private)],
        "Fails unless the class or define is used by its own module.",
    )
    .effect(Effect::Declares),
    Builtin::new(
        "private",
        &[Signature::new("Any $message = undef, Any *$ignored, Optional[Callable] &$block", "Undef", assert_private)],
        "Fails unless the class or define is used by its own module; use assert_private.",
    )
    .effect(Effect::Declares),
];

/// Splits a string such as `File[/etc/motd]` into type and title; the type becomes lowercase.
fn reference_in(text: &str) -> Option<(String, String)> {
    let (kind, title) = text.split_once('[')?;
    let title = title.strip_suffix(']')?;
    let kind = kind.strip_prefix("::").unwrap_or(kind).to_lowercase();
    let title =
        if kind == "class" { title.strip_prefix("::").unwrap_or(title).to_lowercase() } else { title.to_owned() };
    Some((kind, title))
}

/// Returns type and title of a reference, or of a string that is one.
fn reference(value: &Value) -> Option<(String, String)> {
    match value {
        Value::Str(text) => reference_in(&text.text),
        Value::Type(ty) => match &**ty {
            Type::Class(Some(name)) => Some(("class".to_owned(), name.trim_start_matches(':').to_lowercase())),
            Type::Resource { type_name: Some(kind), title } => {
                Some((kind.to_lowercase(), title.as_deref().unwrap_or_default().to_owned()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether the catalog has a resource of this type and title (or of any title) with these parameters. The
/// running definition itself does not count.
pub(super) fn is_declared(call: &mut Call<'_>, kind: &str, title: &str, parameters: &Hash) -> bool {
    let compilation = call.catalog();
    let here = compilation.container();
    let catalog = compilation.catalog();
    let found: Vec<u32> = match title {
        "" => (0..catalog.next_id())
            .filter(|id| catalog.get(*id).is_some_and(|resource| &*resource.reference.type_name == kind))
            .collect(),
        _ => catalog.find(kind, title).into_iter().collect(),
    };
    let matches = |id: &u32| {
        parameters.iter().all(|(name, value)| {
            let set = name.as_str().map_or(Value::Undef, |name| catalog.parameter(*id, name));
            set.is_undef() && value.is_undef() || ruby::same(&set, value)
        })
    };
    found.iter().filter(|id| **id != here).any(matches)
}

fn defined_with_params(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some((kind, title)) = args.first().and_then(reference) else {
        return wants(call, "a reference to a resource", call.arg(0));
    };
    let none = Hash::new();
    let parameters = args.get(1).and_then(Value::as_hash).unwrap_or(&none);
    Ok(Value::bool(is_declared(call, &kind, &title, parameters)))
}

/// Declares a resource unless it exists with these parameters.
pub(super) fn ensure(call: &mut Call<'_>, kind: &str, title: &Value, parameters: &Hash) -> EvalResult<()> {
    let name = ruby::to_s(title);
    // For `is_declared` an empty title means any title.
    let key = if kind.eq_ignore_ascii_case("class") { name.to_lowercase() } else { name };
    let known = kind.strip_prefix("::").unwrap_or(kind).to_lowercase();
    if !key.is_empty() && is_declared(call, &known, &key, parameters) {
        return Ok(());
    }
    let resources = [(title.clone(), Value::hash(parameters.clone()))].into_iter().collect::<Hash>();
    call.call_function("create_resources", vec![Value::str(kind), Value::hash(resources)])?;
    Ok(())
}

fn parameters(call: &Call<'_>, value: Option<&Value>) -> EvalResult<Hash> {
    match value {
        Some(Value::Hash(hash)) => Ok((**hash).clone()),
        None => Ok(Hash::new()),
        Some(Value::Str(text)) if text.text.is_empty() => Ok(Hash::new()),
        Some(Value::Bool(_)) => Ok(Hash::new()),
        Some(other) => wants(call, "a hash of parameters", other),
    }
}

fn ensure_resource(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let kind = ruby::to_s(&args[0]);
    let parameters = parameters(call, args.get(2))?;
    let mut titles = Vec::new();
    super::coercion::flatten(&args[1..2], &mut titles)?;
    titles.iter().try_for_each(|title| ensure(call, &kind, title, &parameters))?;
    Ok(Value::Undef)
}

/// Ensures each resource of a hash, its parameters merged over the defaults.
fn ensure_each(call: &mut Call<'_>, kind: &str, resources: &Hash, defaults: &Hash) -> EvalResult<()> {
    resources.iter().try_for_each(|(title, own)| {
        let mut all = defaults.clone();
        if let Value::Hash(own) = own {
            all.merge(own);
        }
        ensure(call, kind, title, &all)
    })
}

fn ensure_resources(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let kind = ruby::to_s(&args[0]);
    let defaults = parameters(call, args.get(2))?;
    let Some(Value::Hash(resources)) = args.get(1) else { return wants(call, "a hash of resources", call.arg(1)) };
    ensure_each(call, &kind, resources, &defaults)?;
    Ok(Value::Undef)
}

fn ensure_packages(call: &mut Call<'_>) -> EvalResult {
    let mut defaults: Hash = [(Value::str("ensure"), Value::str("installed"))].into_iter().collect();
    if let Value::Hash(given) = call.arg(1) {
        defaults.merge(given);
        if defaults.get_str("ensure").and_then(Value::as_str) == Some("present") {
            defaults.insert(Value::str("ensure"), Value::str("installed"));
        }
    }
    match call.arg(0).clone() {
        Value::Hash(packages) => ensure_each(call, "package", &packages, &defaults)?,
        packages => super::coercion::spread(&packages)
            .iter()
            .try_for_each(|package| ensure(call, "package", package, &defaults))?,
    }
    Ok(Value::Undef)
}

fn getparam(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(Value::Str(parameter)) = args.get(1) else { return wants(call, "a parameter's name second", call.arg(1)) };
    let Some((kind, title)) = args.first().and_then(reference) else { return Ok(Value::str("")) };
    let catalog = call.catalog().catalog();
    let found = catalog.find(&kind, &title).map(|id| catalog.parameter(id, &parameter.text));
    Ok(found.filter(|value| !value.is_undef()).unwrap_or_else(|| Value::str("")))
}

fn str2resource(call: &mut Call<'_>) -> EvalResult {
    let text = ruby::to_s(call.arg(0));
    let found = reference_in(&text).filter(|(kind, title)| call.catalog().catalog().find(kind, title).is_some());
    let Some((kind, title)) = found else { return call.fail(format!("{text} is not in the catalog (yet)")) };
    let reference = Reference::new(kind, title);
    Ok(Value::ty(Type::Resource { type_name: Some(reference.type_name), title: Some(reference.title) }))
}

fn assert_private(call: &mut Call<'_>) -> EvalResult {
    let catalog = call.catalog();
    let (own, user) = (catalog.module_name(), catalog.caller_module_name());
    if own == user {
        return Ok(Value::Undef);
    }
    if let Some(message) = call.arg(0).as_str() {
        return call.fail(message.to_owned());
    }
    let here = catalog_container(call);
    let user = user.map_or("no module".to_owned(), |module| format!("the module `{module}`"));
    call.fail(format!("{here} is private to its module, and {user} uses it"))
}

/// Returns the running class or resource.
fn catalog_container(call: &mut Call<'_>) -> String {
    let catalog = call.catalog();
    let resource = catalog.catalog().get(catalog.container());
    resource.map_or_else(|| "this".to_owned(), |resource| resource.reference.to_string())
}
