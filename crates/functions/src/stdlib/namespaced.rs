//! Functions of stdlib 9 by their full names, `stdlib::merge` and others. Their signatures check the arguments; most
//! return the same as the function of the bare name.

use std::rc::Rc;

use crate::digests::hexadecimal;
use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::iterable::Elements;
use super::super::order::sort_by_ruby_order;
use super::super::{polled, ruby};
use super::arguments::{check_argument, wants};
use super::coercion::spread;
use super::{ensure, escapes, hashes, secrets, sets};

/// The type of values that have a digest.
const DIGESTED: &str = "Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] $data";

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "stdlib::batch_escape",
        &[Signature::new("Any $text", "String", escapes::batch_escape)],
        "Quotes the string as one word for cmd on Windows.",
    )
    .shows("stdlib::batch_escape('a b')", "'\"a b\"'"),
    Builtin::new(
        "stdlib::crc32",
        &[Signature::new(DIGESTED, "String", crc32)],
        "Returns the CRC-32 of a string in hexadecimal.",
    )
    .shows("stdlib::crc32('the string')", "'8359ea61'"),
    Builtin::new(
        "stdlib::sha256",
        &[Signature::new(DIGESTED, "String", sha256)],
        "Returns the SHA-256 digest in hexadecimal.",
    )
    .shows("stdlib::sha256(Sensitive('abc')) == sha256('abc')", "true"),
    Builtin::new(
        "stdlib::ensure_packages",
        &[
            Signature::new(
                "Variant[String[1], Array[String[1]]] $packages, Hash $defaults = {}",
                "Undef",
                ensure_packages,
            ),
            Signature::new("Hash[String[1], Any] $packages, Hash $defaults = {}", "Undef", ensure_each_package),
        ],
        "Declares packages, by default as installed, unless they are already declared that way.",
    )
    .effect(Effect::Declares)
    .shows("stdlib::ensure_packages(['curl']) Package['curl']['ensure']", "'installed'"),
    Builtin::new(
        "stdlib::fqdn_rand_string",
        &[Signature::new(
            "Integer[1] $length, Optional[String] $letters = undef, Any *$seed",
            "String",
            secrets::fqdn_rand_string,
        )],
        "Returns a string of random letters determined only by the node's full name and a seed.",
    )
    .effect(Effect::World),
    Builtin::new(
        "stdlib::fqdn_rotate",
        &[
            Signature::new("String $text, Variant[Integer, String] *$seed", "String", fqdn_rotate),
            Signature::new("Array $list, Variant[Integer, String] *$seed", "Array", fqdn_rotate),
        ],
        "Rotates an array or string by an offset determined only by the node's full name and a seed.",
    )
    .effect(Effect::World),
    Builtin::new(
        "stdlib::has_function",
        &[Signature::new("String[1] $name", "Boolean", has_function)],
        "Returns whether the function exists.",
    )
    .effect(Effect::World)
    .shows("[stdlib::has_function('split'), stdlib::has_function('nobodys')]", "[true, false]"),
    Builtin::new(
        "stdlib::has_interface_with",
        &[
            Signature::new("String[1] $interface", "Boolean", has_interface),
            Signature::new(
                "Enum['macaddress', 'netmask', 'ipaddress', 'network', 'ip', 'mac'] $kind, String[1] $value",
                "Boolean",
                has_interface_with,
            ),
        ],
        "Returns whether an interface of the node has this name, or this value in the fact networking.interfaces.",
    )
    .effect(Effect::World),
    Builtin::new(
        "stdlib::merge",
        hashes::MERGE,
        "Merges hashes, later values winning; a lambda returns a hash to merge for each element.",
    )
    .shows("stdlib::merge({'a' => 1, 'b' => 2}, {'b' => 3})", "{'a' => 1, 'b' => 3}"),
    Builtin::new(
        "stdlib::nested_values",
        &[Signature::new("Hash $hash", "Array", nested_values)],
        "Returns the values of a hash and of its nested hashes, in one array.",
    )
    .shows("stdlib::nested_values({'a' => 1, 'b' => {'c' => [2], 'd' => {}}})", "[1, [2]]"),
    Builtin::new(
        "stdlib::os_version_gte",
        &[Signature::new("String[1] $os, String[1] $version", "Boolean", os_version_gte)],
        "Returns whether the node has this operating system, in this version or later.",
    )
    .effect(Effect::World),
    Builtin::new(
        "stdlib::powershell_escape",
        &[Signature::new("Any $text", "String", escapes::powershell_escape)],
        "Quotes the string as one word for PowerShell.",
    )
    .shows("stdlib::powershell_escape('foo b')", "'foo` b'"),
    Builtin::new(
        "stdlib::seeded_rand",
        &[Signature::new("Integer[1] $max, String $seed", "Integer[0]", secrets::seeded_rand)],
        "Returns a number below max determined only by a seed.",
    )
    .shows("stdlib::seeded_rand(1000, 'x') == seeded_rand(1000, 'x')", "true"),
    Builtin::new(
        "stdlib::seeded_rand_string",
        &[Signature::new(
            "Integer[1] $length, String $seed, String[2] $letters = ''",
            "String",
            secrets::seeded_rand_string,
        )],
        "Returns a string of random letters determined only by a seed.",
    )
    .shows("stdlib::seeded_rand_string(8, 'x').size", "8"),
    Builtin::new(
        "stdlib::shell_escape",
        &[Signature::new("Any $text", "String", escapes::shell_escape)],
        "Quotes the string as one shell word.",
    )
    .shows("stdlib::shell_escape('foo b')", "'foo\\ b'"),
    Builtin::new(
        "stdlib::sort_by",
        &[
            Signature::new("Array $list, Callable[1, 1] &$block", "Array", sort_by),
            Signature::new("String $text, Callable[1, 1] &$block", "String", sort_by),
            Signature::new("Hash $hash, Variant[Callable[1, 1], Callable[2, 2]] &$block", "Hash", sort_by),
        ],
        "Sorts the elements, letters or entries by what the lambda returns for each.",
    )
    .shows("stdlib::sort_by(['ccc', 'a', 'bb']) |$text| { $text.size }", "['a', 'bb', 'ccc']"),
    Builtin::new(
        "stdlib::type_of",
        &[Signature::new("Any $value", "Type", type_of)],
        "Returns the type of a value, with the common type of its elements.",
    )
    .shows("stdlib::type_of('abc') == type('abc')", "true"),
    Builtin::new(
        "stdlib::validate_domain_name",
        &[Signature::new("Variant[Stdlib::Fqdn, Stdlib::Dns::Zone] *$values", "Undef", validate_domain_name)],
        "Fails unless all are strings with valid domain names.",
    )
    .shows("stdlib::validate_domain_name('example.com')", "undef"),
    Builtin::new(
        "stdlib::validate_email_address",
        &[Signature::new("Stdlib::Email *$values", "Undef", validate_email_address)],
        "Fails unless all are strings with valid email addresses.",
    )
    .shows("stdlib::validate_email_address('ada@example.com')", "undef"),
];

/// Returns the input of a digest: a value as a string, also from inside a Sensitive.
fn digested(value: &Value) -> EvalResult<String> {
    match value {
        Value::Sensitive(inner) => ruby::text(inner),
        plain => ruby::text(plain),
    }
}

fn crc32(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::from(format!("{:x}", crc32fast::hash(digested(call.arg(0))?.as_bytes()))))
}

fn sha256(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::from(hexadecimal(&polled::digest::<sha2::Sha256>(digested(call.arg(0))?.as_bytes())?)))
}

fn ensure_packages(call: &mut Call<'_>) -> EvalResult {
    let defaults = call.args().get(1).and_then(Value::as_hash).cloned().unwrap_or_default();
    spread(call.arg(0)).iter().try_for_each(|name| ensure_package(call, name, &defaults))?;
    Ok(Value::Undef)
}

/// Ensures packages with individual attributes, which have precedence over the common ones.
fn ensure_each_package(call: &mut Call<'_>) -> EvalResult {
    let defaults = call.args().get(1).and_then(Value::as_hash).cloned().unwrap_or_default();
    let packages = call.arg(0).as_hash().cloned().unwrap_or_default();
    packages.iter().try_for_each(|(name, own)| {
        let mut attributes = defaults.clone();
        match own {
            Value::Hash(own) => attributes.merge(own),
            other => return wants(call, "a hash of attributes for each package", other),
        }
        ensure_package(call, name, &attributes)
    })?;
    Ok(Value::Undef)
}

/// Ensures a package. 'present' and 'installed' are equivalent: it uses the one that the package already has, else
/// 'installed'.
fn ensure_package(call: &mut Call<'_>, name: &Value, attributes: &Hash) -> EvalResult<()> {
    let ensured = |how: &str| [(Value::str("ensure"), Value::str(how))].into_iter().collect::<Hash>();
    let mut all = ensured("installed");
    all.merge(attributes);
    if matches!(all.get_str("ensure").and_then(Value::as_str), Some("present" | "installed")) {
        let present = ensure::is_declared(call, "package", &ruby::to_s(name), &ensured("present"));
        all.merge(&ensured(if present { "present" } else { "installed" }));
    }
    ensure::ensure(call, "package", name, &all)
}

/// Returns a fact by the path of keys to it.
fn fact(call: &Call<'_>, path: &[&str]) -> Value {
    path.iter().fold(call.variable("facts").unwrap_or_default(), |within, name| {
        within.as_hash().and_then(|hash| hash.get_str(name)).cloned().unwrap_or_default()
    })
}

fn fqdn_rotate(call: &mut Call<'_>) -> EvalResult {
    let fqdn = fact(call, &["networking", "fqdn"]);
    let (value, seeds) = (call.arg(0).clone(), call.args()[1..].to_vec());
    sets::rotated(call, &value, &fqdn, &seeds)
}

fn has_function(call: &mut Call<'_>) -> EvalResult {
    let name = ruby::to_s(call.arg(0)).to_lowercase();
    Ok(Value::bool(call.function_exists(&name)))
}

/// Returns the fact `networking.interfaces`; fails without it.
fn interfaces(call: &Call<'_>) -> EvalResult<Hash> {
    match fact(call, &["networking", "interfaces"]) {
        Value::Hash(interfaces) => Ok(Rc::unwrap_or_clone(interfaces)),
        other => wants(call, "a hash in the fact networking.interfaces", &other),
    }
}

fn has_interface(call: &mut Call<'_>) -> EvalResult {
    let known = interfaces(call)?;
    Ok(Value::bool(call.arg(0).as_str().is_some_and(|name| known.get_str(name).is_some())))
}

fn has_interface_with(call: &mut Call<'_>) -> EvalResult {
    let kind = match call.arg(0).as_str().unwrap_or_default() {
        "ipaddress" => "ip",
        "macaddress" => "mac",
        kind => kind,
    };
    let holds = |interface: &Value| {
        interface.as_hash().and_then(|known| known.get_str(kind)).is_some_and(|known| ruby::same(known, call.arg(1)))
    };
    Ok(Value::bool(interfaces(call)?.iter().any(|(_, interface)| holds(interface))))
}

fn nested_values(call: &mut Call<'_>) -> EvalResult {
    let mut values = Vec::new();
    // Depth first with an explicit stack, since hashes may nest deeper than the machine stack allows.
    let mut left = vec![call.arg(0).clone()];
    while let Some(value) = left.pop() {
        budget::poll()?;
        match &value {
            Value::Hash(hash) => left.extend(hash.iter().rev().map(|(_, value)| value.clone())),
            _ => values.push(value),
        }
    }
    Ok(Value::array(values))
}

fn os_version_gte(call: &mut Call<'_>) -> EvalResult {
    if !ruby::same(&fact(call, &["os", "name"]), call.arg(0)) {
        return Ok(Value::bool(false));
    }
    let (major, version) = (fact(call, &["os", "release", "major"]), call.arg(1).clone());
    let order = call.call_function("versioncmp", vec![Value::from(ruby::to_s(&major)), version])?;
    Ok(Value::bool(matches!(order, Value::Int(0..))))
}

fn sort_by(call: &mut Call<'_>) -> EvalResult {
    let subject = call.take(0);
    let Some(elements) = Elements::of(&subject) else { return wants(call, "something to iterate over", &subject) };
    let mut known = Vec::new();
    for item in elements.to_values(call)? {
        budget::poll()?;
        known.push((call.block1(item.clone())?, item));
    }
    if !sort_by_ruby_order(&mut known, |(key, _)| key) {
        return call.fail("the lambda returns values that have no order");
    }
    let sorted = known.into_iter().map(|(_, item)| item);
    Ok(match subject {
        Value::Str(_) => Value::from(sorted.map(|letter| ruby::to_s(&letter)).collect::<String>()),
        Value::Hash(_) => Value::hash(sorted.filter_map(|pair| entry(&pair)).collect::<Hash>()),
        _ => Value::array(sorted.collect()),
    })
}

/// Returns the key and value in a pair.
fn entry(pair: &Value) -> Option<(Value, Value)> {
    match pair {
        Value::Array(pair) => Some((pair.items.first()?.clone(), pair.items.get(1)?.clone())),
        _ => None,
    }
}

fn type_of(call: &mut Call<'_>) -> EvalResult {
    let value = call.arg(0).clone();
    call.call_function("type", vec![value])
}

fn validate_domain_name(call: &mut Call<'_>) -> EvalResult {
    all_are(call, "Variant[Stdlib::Fqdn, Stdlib::Dns::Zone]")
}

fn validate_email_address(call: &mut Call<'_>) -> EvalResult {
    all_are(call, "Stdlib::Email")
}

fn all_are(call: &mut Call<'_>, ty: &str) -> EvalResult {
    if call.is_empty() {
        return call.fail(format!("`{}` expects at least 1 argument", call.name()));
    }
    (0..call.len()).try_for_each(|at| check_argument(call, at, ty))?;
    Ok(Value::Undef)
}
