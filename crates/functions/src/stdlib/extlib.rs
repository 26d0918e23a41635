//! Functions of the module extlib. Those that return random and cached values depend on the node here, so that two
//! compilations of a node are equal.

use std::cmp::Ordering;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::order::sort_by_ruby_order;
use super::super::ruby;
use super::address::{Address, parse_address, text};
use super::arguments::{check_argument, matches, wants};
use super::secrets::random_letters;

const RANGE: &str = "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR]";
const ADDRESS: &str = "Stdlib::IP::Address";
const SINGLE: &str = "Stdlib::IP::Address::Nosubnet";

const OF_RANGE: &str = "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $range";

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "extlib::random_password",
        &[Signature::new("Integer[1] $length", "String", random_password)],
        "Returns a password of letters and digits; here only the node's name and the length determine it.",
    )
    .effect(Effect::World),
    Builtin::new(
        "extlib::cache_data",
        &[Signature::new("String[1] $namespace, String[1] $name, Any $initial", "Any", cache_data)],
        "Returns data from a cache of the server; here the cache is empty, and the result is the initial data.",
    )
    .effect(Effect::World),
    Builtin::new(
        "extlib::cidr_to_netmask",
        &[Signature::new(OF_RANGE, "String", |call| of_range(call, |range| range.mask()))],
        "Returns the mask of a range of IP addresses.",
    ),
    Builtin::new(
        "extlib::cidr_to_network",
        &[Signature::new(OF_RANGE, "String", |call| of_range(call, |range| text(range.first())))],
        "Returns the first address of a range of IP addresses.",
    ),
    Builtin::new(
        "extlib::last_in_cidr",
        &[Signature::new(OF_RANGE, "String", |call| of_range(call, |range| text(range.last())))],
        "Returns the last address of a range of IP addresses.",
    ),
    Builtin::new(
        "extlib::get_ip_in_cidr",
        &[Signature::new(
            "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $range, \
             Variant[Enum['first', 'second', 'last'], Integer] $index = 1",
            "String",
            get_ip_in_cidr,
        )],
        "Returns an address of a range by its number, from the end if that is negative.",
    ),
    Builtin::new(
        "extlib::is_in_cidr",
        &[Signature::new(
            "Stdlib::IP::Address::Nosubnet $address, \
             Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $range",
            "Boolean",
            is_in_cidr,
        )],
        "Returns whether an address is in a range.",
    ),
    Builtin::new(
        "extlib::netmask_to_cidr",
        &[Signature::new("Stdlib::IP::Address::Nosubnet $mask", "Integer[0, 128]", netmask_to_cidr)],
        "Returns the number of bits in a mask.",
    ),
    Builtin::new(
        "extlib::compare_ip",
        &[Signature::new("Stdlib::IP::Address $left, Stdlib::IP::Address $right", "Integer[-1, 1]", compare_ip)],
        "Returns -1, 0 or 1: the order of two addresses.",
    ),
    Builtin::new(
        "extlib::ip_to_reverse",
        &[Signature::new("Stdlib::IP::Address $address", "String", ip_to_reverse)],
        "Returns the name under which DNS finds an address.",
    ),
    Builtin::new(
        "extlib::sort_by_version",
        &[Signature::new("Array[String] $versions", "Array[String]", sort_by_version)],
        "Sorts strings as versions of Ruby's gems.",
    )
    .shows("extlib::sort_by_version(['1.10', '1.9', '1.10.rc1'])", "['1.9', '1.10.rc1', '1.10']"),
    Builtin::new(
        "extlib::sort_hash_deep",
        &[Signature::new("Hash $hash", "Hash", sort_hash_deep)],
        "Sorts a hash by its keys, and the hashes inside.",
    )
    .shows(
        "extlib::sort_hash_deep({'b' => 1, 'a' => {'d' => 2, 'c' => 3}})",
        "{'a' => {'c' => 3, 'd' => 2}, 'b' => 1}",
    ),
    Builtin::new(
        "extlib::resources_deep_merge",
        &[Signature::new("Hash $resources, Hash $defaults", "Hash", resources_deep_merge)],
        "Merges defaults into the attributes of each resource.",
    ),
    Builtin::new(
        "extlib::default_content",
        &[Signature::new("Optional[String] $content, Optional[String] $template", "Optional[String]", default_content)],
        "Returns the content, or a rendered template if the content is empty.",
    )
    .effect(Effect::World),
    Builtin::new(
        "extlib::to_ini",
        &[Signature::new("Hash $data, Hash $settings = {}", "String", to_ini)],
        "Formats a hash of sections as an INI file.",
    )
    .shows("extlib::to_ini({'a' => {'b' => 1}}, {'header' => '# x'})", "\"# x\\n\\n[a]\\nb=\\\"1\\\"\\n\""),
    Builtin::new(
        "extlib::echo",
        &[Signature::new("Any $value, String $comment = ''", "Undef", |_| Ok(Value::Undef))],
        "Logs the value at the level debug.",
    ),
    Builtin::new(
        "extlib::has_module",
        &[Signature::new("Pattern[/\\A\\w+[-\\/]\\w+\\z/] $name", "Boolean", has_module)],
        "Returns whether the module path has a module, by its full name.",
    )
    .effect(Effect::World),
];

const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn random_password(call: &mut Call<'_>) -> EvalResult {
    let length = match call.arg(0) {
        Value::Int(length) => length.unsigned_abs(),
        _ => return call.fail("extlib::random_password expects a length"),
    };
    let name = ["trusted", "facts"].iter().find_map(|source| {
        let hash = call.variable(source)?;
        let name = match *source {
            "trusted" => hash.as_hash()?.get_str("certname").cloned(),
            _ => hash.as_hash()?.get_str("networking")?.as_hash()?.get_str("fqdn").cloned(),
        };
        name.filter(|name| !name.is_undef())
    });
    let seed = format!("{}:{length}", name.as_ref().map(ruby::to_s).unwrap_or_default());
    random_letters(&seed, length, LETTERS).map(Value::from)
}

fn cache_data(call: &mut Call<'_>) -> EvalResult {
    Ok(call.take(2))
}

/// Returns the address in the n-th argument, which must have the type.
fn address(call: &mut Call<'_>, at: usize, ty: &str) -> EvalResult<Address> {
    check_argument(call, at, ty)?;
    match call.arg(at).as_str().and_then(parse_address) {
        Some(address) => Ok(address),
        None => call.fail(format!("{} is not an IP address", ruby::inspected(call.arg(at)))),
    }
}

fn of_range(call: &mut Call<'_>, part: fn(&Address) -> String) -> EvalResult {
    Ok(Value::from(part(&address(call, 0, RANGE)?)))
}

fn get_ip_in_cidr(call: &mut Call<'_>) -> EvalResult {
    let range = address(call, 0, RANGE)?;
    let index = match call.arg(1) {
        Value::Int(index) => i128::from(*index),
        Value::Str(text) if text.text == "second" => 2,
        Value::Str(text) if text.text == "last" => -1,
        _ => 1,
    };
    let bits = range.width() - range.prefix;
    let count = 1u128.checked_shl(u32::from(bits));
    let distance = index.unsigned_abs();
    let number = match index {
        0.. if count.is_some_and(|count| distance >= count) => None,
        0.. => range.first_bits().checked_add(distance),
        // A negative number counts from the address after the last one.
        _ => match count {
            Some(count) => range.first_bits().wrapping_add(count).checked_sub(distance),
            None => Some(distance.wrapping_neg()),
        },
    };
    match number.and_then(|number| range.numbered(number)) {
        Some(ip) => Ok(Value::from(text(ip))),
        None => call.fail("the number is outside of the range"),
    }
}

fn is_in_cidr(call: &mut Call<'_>) -> EvalResult {
    let (one, range) = (address(call, 0, SINGLE)?, address(call, 1, RANGE)?);
    Ok(Value::bool(range.contains(&one)))
}

fn netmask_to_cidr(call: &mut Call<'_>) -> EvalResult {
    let one = address(call, 0, SINGLE)?;
    let any = if one.ip.is_ipv4() { "0.0.0.0" } else { "::" };
    match parse_address(&format!("{any}/{}", ruby::to_s(call.arg(0)))) {
        Some(range) => Ok(Value::Int(i64::from(range.prefix))),
        None => call.fail(format!("{} is not a mask", ruby::inspected(call.arg(0)))),
    }
}

fn compare_ip(call: &mut Call<'_>) -> EvalResult {
    let (left, right) = (address(call, 0, ADDRESS)?, address(call, 1, ADDRESS)?);
    Ok(Value::Int(left.first_bits().cmp(&right.first_bits()) as i64))
}

fn ip_to_reverse(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::from(address(call, 0, ADDRESS)?.reverse()))
}

/// A part of a gem's version. Words come before numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Word(String),
    Number(num_bigint::BigUint),
}

/// Returns the parts of a version without zeros at the end of the release and of the whole.
fn parts(version: &str) -> Vec<Part> {
    let text = version.trim().replace('-', ".pre.");
    let mut all: Vec<Part> = Vec::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        rest = &rest[start..];
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
        let in_part = |c: char| if is_number { c.is_ascii_digit() } else { c.is_ascii_alphabetic() };
        let end = rest.find(|c: char| !in_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        all.push(match word.parse() {
            Ok(number) if is_number => Part::Number(number),
            _ => Part::Word(word.to_owned()),
        });
        rest = &rest[end..];
    }
    let zero = Part::Number(num_bigint::BigUint::default());
    let release = all.iter().position(|part| matches!(part, Part::Word(_))).unwrap_or(all.len());
    let mut suffix = all.split_off(release);
    for part in [&mut all, &mut suffix] {
        while part.last() == Some(&zero) {
            part.pop();
        }
    }
    all.extend(suffix);
    all
}

fn compare_versions(a: &[Part], b: &[Part]) -> Ordering {
    let zero = Part::Number(num_bigint::BigUint::default());
    let pairs = (0..a.len().max(b.len())).map(|at| (a.get(at).unwrap_or(&zero), b.get(at).unwrap_or(&zero)));
    pairs.map(|(a, b)| a.cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn sort_by_version(call: &mut Call<'_>) -> EvalResult {
    const VERSION: &str = r"\A\s*([0-9]+(?>\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?)?\s*\z";
    let Value::Array(list) = call.arg(0) else { return wants(call, "an array", call.arg(0)) };
    let mut known = Vec::with_capacity(list.items.len());
    for item in &list.items {
        budget::poll()?;
        let version = item.as_str().unwrap_or_default();
        if !matches(VERSION, version)? {
            return call.fail(format!("{} is not a version", ruby::inspected(item)));
        }
        known.push((parts(version), item.clone()));
    }
    known.sort_by(|(a, _), (b, _)| compare_versions(a, b));
    Ok(Value::array(known.into_iter().map(|(_, item)| item).collect()))
}

fn sort_hash_deep(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(hash) = call.arg(0) else { return wants(call, "a hash", call.arg(0)) };
    sorted_hash(call, hash).map(Value::hash)
}

fn sorted_hash(call: &Call<'_>, hash: &Hash) -> EvalResult<Hash> {
    let mut entries: Vec<(&Value, &Value)> = hash.iter().collect();
    if !sort_by_ruby_order(&mut entries, |(key, _)| key) {
        return call.fail("keys of different kinds have no order");
    }
    let mut made = Hash::new();
    for (key, value) in entries {
        budget::poll()?;
        let value = match value {
            Value::Hash(inner) => Value::hash(sorted_hash(call, inner)?),
            Value::Array(list) => {
                let items = list.items.iter().map(|item| match item {
                    Value::Hash(inner) => sorted_hash(call, inner).map(Value::hash),
                    other => Ok(other.clone()),
                });
                Value::array(items.collect::<EvalResult<_>>()?)
            }
            other => other.clone(),
        };
        made.insert(key.clone(), value);
    }
    Ok(made)
}

fn resources_deep_merge(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(resources) = call.take(0) else { return call.fail("`resources_deep_merge` expects a hash") };
    let mut made = Hash::new();
    for (title, attributes) in resources.iter() {
        let merged = call.call_function("deep_merge", vec![call.arg(1).clone(), attributes.clone()])?;
        made.insert(title.clone(), merged);
    }
    Ok(Value::hash(made))
}

fn default_content(call: &mut Call<'_>) -> EvalResult {
    let given = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    if given(call.arg(0)) {
        return Ok(call.take(0));
    }
    let template = call.arg(1).clone();
    match template.as_str() {
        Some(name) if given(&template) => {
            let renders = if name.ends_with(".epp") { "epp" } else { "template" };
            call.call_function(renders, vec![template.clone()])
        }
        _ => Ok(Value::Undef),
    }
}

fn to_ini(call: &mut Call<'_>) -> EvalResult {
    let mut settings: Hash = [
        ("header", "# THIS FILE IS CONTROLLED BY PUPPET"),
        ("section_prefix", "["),
        ("section_suffix", "]"),
        ("key_val_separator", "="),
        ("quote_char", "\""),
    ]
    .into_iter()
    .map(|(name, text)| (Value::str(name), Value::str(text)))
    .collect();
    for name in ["quote_booleans", "quote_numerics"] {
        settings.insert(Value::str(name), Value::bool(true));
    }
    if let Value::Hash(own) = call.arg(1) {
        settings.merge(own);
    }
    let plain = |value: &Value| if value.is_undef() { String::new() } else { ruby::to_s(value) };
    let setting = |name: &str| settings.get_str(name).map(plain).unwrap_or_default();
    let is_quoted = |name: &str| settings.get_str(name).is_some_and(Value::is_true);
    let Value::Hash(data) = call.arg(0) else { return wants(call, "a hash", call.arg(0)) };
    let mut lines = vec![setting("header"), String::new()];
    for (section, entries) in data.iter() {
        lines.push(format!("{}{}{}", setting("section_prefix"), plain(section), setting("section_suffix")));
        let Value::Hash(entries) = entries else { return wants(call, "a hash for each section", entries) };
        for (key, value) in entries.iter() {
            budget::poll()?;
            let needs_quotes = match value {
                Value::Bool(_) => is_quoted("quote_booleans"),
                Value::Int(_) | Value::Big(_) | Value::Float(_) => is_quoted("quote_numerics"),
                _ => true,
            };
            let quote = if needs_quotes { setting("quote_char") } else { String::new() };
            lines.push(format!("{}{}{quote}{}{quote}", plain(key), setting("key_val_separator"), plain(value)));
        }
        lines.push(String::new());
    }
    Ok(Value::from(lines.join("\n")))
}

fn has_module(call: &mut Call<'_>) -> EvalResult {
    let full = ruby::to_s(call.arg(0)).replace('/', "-");
    let own = full.split_once('-').map_or("", |(_, own)| own).to_owned();
    if super::paths::module_folder(call, &own).is_none() {
        return Ok(Value::bool(false));
    }
    let may_miss = vec![Value::from(own), Value::bool(true)];
    let metadata = call.call_function("load_module_metadata", may_miss)?;
    let name = metadata.as_hash().and_then(|metadata| metadata.get_str("name")).and_then(Value::as_str);
    Ok(Value::bool(name == Some(full.as_str())))
}
