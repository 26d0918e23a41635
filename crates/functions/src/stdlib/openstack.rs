//! Functions of the OpenStack modules: values that mean the service's default, URLs of databases and message queues,
//! checks of ranges.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value, json};

use super::super::{polled, ruby};
use super::address::parse_address;
use super::arguments::{integer_argument, matches, to_integer, wants};
use super::coercion::truth_of;
use super::escapes::percent;
use super::serialization::Layout;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "is_service_default",
        &[Signature::new("Any $value", "Boolean", is_service_default)],
        "Returns whether the string means the service's default.",
    )
    .shows("is_service_default('<SERVICE DEFAULT>')", "true"),
    Builtin::new(
        "normalize_ip_for_uri",
        &[Signature::new("Any *$addresses", "Any", normalize_ip_for_uri)],
        "Puts IPv6 addresses in brackets; returns other values unchanged.",
    )
    .shows("normalize_ip_for_uri('::1')", "'[::1]'"),
    Builtin::new(
        "inet6_prefix",
        &[Signature::new("Any *$addresses", "Any", inet6_prefix)],
        "Formats IPv6 addresses for memcached.",
    )
    .shows("inet6_prefix('::1')", "'inet6:[::1]'"),
    Builtin::new(
        "os_database_connection",
        &[Signature::new("Any $parts", "String", os_database_connection)],
        "Returns the URL of a database, built from its parts.",
    )
    .shows("os_database_connection({'dialect' => 'mysql', 'host' => 'db', 'database' => 'x'})", "'mysql://db/x'"),
    Builtin::new(
        "os_transport_url",
        &[Signature::new("Any $parts", "String", os_transport_url)],
        "Returns the URL of a message queue, built from its parts.",
    )
    .shows("os_transport_url({'transport' => 'rabbit', 'host' => 'mq', 'port' => '5672'})", "'rabbit://mq:5672/'"),
];

pub(super) const NEUTRON: &[Builtin] = &[
    Builtin::new(
        "convert_to_json_string",
        &[Signature::new("Any *$values", "String", convert_to_json_string)],
        "Formats as JSON; strings such as 'key:value' become one object.",
    )
    .shows("convert_to_json_string(['a:b'])", "'{\"a\":\"b\"}'"),
    Builtin::new(
        "validate_network_vlan_ranges",
        &[Signature::new("Any *$ranges", "Any", validate_network_vlan_ranges)],
        "Fails unless all are VLAN ranges.",
    )
    .shows("validate_network_vlan_ranges('physnet1:10:20')", "['physnet1:10:20']"),
    Builtin::new(
        "validate_tunnel_id_ranges",
        &[Signature::new("Any *$ranges", "Any", validate_tunnel_id_ranges)],
        "Fails unless all are tunnel ranges.",
    )
    .shows("validate_tunnel_id_ranges('10:20')", "['10:20']"),
    Builtin::new(
        "validate_vni_ranges",
        &[Signature::new("Any *$ranges", "Any", validate_vni_ranges)],
        "Fails unless all are ranges of VXLAN identifiers.",
    )
    .shows("validate_vni_ranges('10:20')", "['10:20']"),
    Builtin::new(
        "validate_vxlan_udp_port",
        &[Signature::new("Any *$port", "Any", validate_vxlan_udp_port)],
        "Fails unless the value is a VXLAN port.",
    )
    .shows("validate_vxlan_udp_port('4789')", "undef"),
];

pub(super) const NOVA: &[Builtin] = &[Builtin::new(
    "to_array_of_json_strings",
    &[Signature::new("Any $list", "Array[String]", to_array_of_json_strings)],
    "Formats each hash of a list, or of a JSON string, as a JSON string.",
)
.shows("to_array_of_json_strings([{'a' => 'b'}])", "['{\"a\":\"b\"}']")];

fn is_service_default(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::bool(call.arg(0).as_str() == Some("<SERVICE DEFAULT>")))
}

/// Returns the addresses: an array as the first argument, or all arguments.
fn addresses(call: &Call<'_>) -> Vec<Value> {
    match call.arg(0) {
        Value::Array(list) => list.items.clone(),
        _ => call.args().to_vec(),
    }
}

/// Returns a single value as such, several as an array.
fn one_or_all(mut values: Vec<Value>) -> Value {
    match (values.len(), values.pop()) {
        (1, Some(single)) => single,
        (_, last) => {
            values.extend(last);
            Value::array(values)
        }
    }
}

fn in_brackets(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if parse_address(text).is_some_and(|address| address.ip.is_ipv6()) && !text.contains('[') => {
            Value::from(format!("[{text}]"))
        }
        _ => value.clone(),
    }
}

fn normalize_ip_for_uri(call: &mut Call<'_>) -> EvalResult {
    Ok(one_or_all(addresses(call).iter().map(in_brackets).collect()))
}

fn inet6_prefix(call: &mut Call<'_>) -> EvalResult {
    if let Some(other) = addresses(call).iter().find(|value| matches!(value, Value::Regexp(_))) {
        return wants(call, "texts", other);
    }
    let prefixed = |value: &Value| {
        let Some(text) = value.as_str().filter(|text| !text.starts_with("inet6:")) else { return value.clone() };
        let parts: Vec<&str> = text.split([' ', '\t', '\n', '[', ']']).filter(|part| !part.is_empty()).collect();
        match parts.split_first() {
            Some((first, rest)) if parse_address(first).is_some_and(|address| address.ip.is_ipv6()) => {
                Value::from(format!("inet6:[{first}]{}", rest.concat()))
            }
            _ => value.clone(),
        }
    };
    Ok(one_or_all(addresses(call).iter().map(prefixed).collect()))
}

/// A check of a part's value.
type Fits = fn(&Value) -> bool;

/// Returns the hash of parts. All parts except `others` must be strings.
fn parts(call: &Call<'_>, others: &[(&str, Fits)]) -> EvalResult<Hash> {
    let Value::Hash(hash) = call.arg(0) else { return wants(call, "a hash", call.arg(0)) };
    for (name, value) in hash.iter() {
        let other = others.iter().find(|(other, _)| name.as_str() == Some(other));
        let fits = other.map_or(matches!(value, Value::Str(_)), |(_, fits)| fits(value));
        if !fits {
            return call.fail(format!("the part {} cannot be {}", ruby::inspected(name), ruby::inspected(value)));
        }
    }
    Ok((**hash).clone())
}

/// Returns a part's string, unless it is empty.
fn part(parts: &Hash, name: &str) -> Option<String> {
    parts.get_str(name).map(ruby::to_s).filter(|text| !text.is_empty())
}

/// Formats `user:password@`.
fn user(parts: &Hash) -> String {
    let escaped = |text: String| percent(&text, "-_.~");
    match (part(parts, "username").map(escaped), part(parts, "password").map(escaped)) {
        (Some(user), Some(password)) => format!("{user}:{password}@"),
        (Some(user), None) => format!("{user}@"),
        (None, _) => String::new(),
    }
}

/// Formats `?key=value&..`.
fn query(entries: &Hash) -> String {
    let entry = |(key, value): (&Value, &Value)| format!("{}={}", ruby::to_s(key), ruby::to_s(value));
    let entries: Vec<String> = entries.iter().map(entry).collect();
    if entries.is_empty() { String::new() } else { format!("?{}", entries.join("&")) }
}

fn extra(parts: &Hash, name: &str) -> Hash {
    parts.get_str(name).and_then(Value::as_hash).cloned().unwrap_or_default()
}

fn os_database_connection(call: &mut Call<'_>) -> EvalResult {
    let parts = parts(call, &[("extra", |value| matches!(value, Value::Hash(_)))])?;
    let needed = |name: &str| parts.get_str(name).map(ruby::to_s);
    let (Some(dialect), Some(database)) = (needed("dialect"), needed("database")) else {
        return call.fail("`os_database_connection` expects the parts 'dialect' and 'database'");
    };
    let mut more = extra(&parts, "extra");
    if let Some(charset) = parts.get_str("charset") {
        more.insert(Value::str("charset"), charset.clone());
    }
    let Some(host) = needed("host") else {
        if parts.get_str("port").is_some() {
            return call.fail("`os_database_connection` expects the part 'host' with a port");
        }
        return Ok(Value::from(format!("{dialect}:///{database}{}", query(&more))));
    };
    let port = parts.get_str("port").map(|port| format!(":{}", to_integer(port))).unwrap_or_default();
    Ok(Value::from(format!("{dialect}://{}{host}{port}/{database}{}", user(&parts), query(&more))))
}

fn os_transport_url(call: &mut Call<'_>) -> EvalResult {
    let parts = parts(
        call,
        &[
            ("hosts", |value| matches!(value, Value::Array(_))),
            ("query", |value| matches!(value, Value::Hash(_))),
            ("port", |_| true),
        ],
    )?;
    let Some(transport) = parts.get_str("transport") else {
        return call.fail("`os_transport_url` expects the part 'transport'");
    };
    let hosts = match (parts.get_str("host"), parts.get_str("hosts")) {
        (Some(host), None) => vec![host.clone()],
        (None, Some(Value::Array(hosts))) => hosts.items.clone(),
        (None, _) => return call.fail("`os_transport_url` expects the part 'host' or 'hosts'"),
        (Some(_), Some(_)) => return call.fail("`os_transport_url` expects either the part 'host' or 'hosts'"),
    };
    let port = parts.get_str("port").map(|port| format!(":{}", ruby::to_s(port))).unwrap_or_default();
    let user = user(&parts);
    let host = |host: &Value| format!("{user}{}{port}", ruby::to_s(&in_brackets(host)));
    let hosts: Vec<String> = hosts.iter().map(host).collect();
    let path = parts.get_str("virtual_host").map(ruby::to_s).unwrap_or_default();
    let mut more = extra(&parts, "query");
    if let Some(ssl) = parts.get_str("ssl") {
        match truth_of(&ruby::to_s(ssl))? {
            Some(truth) => more.insert(Value::str("ssl"), Value::Int(i64::from(truth))),
            None => return call.fail(format!("cannot convert the part 'ssl' to Boolean: {}", ruby::inspected(ssl))),
        }
    }
    Ok(Value::from(format!("{}://{}/{path}{}", ruby::to_s(transport), hosts.join(","), query(&more))))
}

fn convert_to_json_string(call: &mut Call<'_>) -> EvalResult {
    let value = call.arg(0);
    let data = match value {
        Value::Array(list) if list.items.iter().all(|item| item.as_str().is_some_and(|text| text.contains(':'))) => {
            let entry = |item: &Value| {
                let text = ruby::to_s(item);
                let mut parts = text.split(':');
                (Value::str(parts.next().unwrap_or_default()), parts.next().map_or(Value::Undef, Value::str))
            };
            Value::hash(list.items.iter().map(entry).collect())
        }
        other => other.clone(),
    };
    super::serialization::entire_document(Layout::compact().json(&data))
}

fn to_array_of_json_strings(call: &mut Call<'_>) -> EvalResult {
    let list = match call.arg(0) {
        Value::Str(text) => {
            let read = |text: &str| json::read(text, json::Beyond::Big).ok();
            let list = read(&text.text).or_else(|| read(&text.text.replace('\'', "\"")));
            budget::poll()?;
            match list {
                Some(list @ Value::Array(_)) => list,
                Some(single) => Value::array(vec![single]),
                None => return call.fail(format!("{} is not valid JSON", ruby::inspected(call.arg(0)))),
            }
        }
        other => other.clone(),
    };
    match list.as_array() {
        Some(items) if items.iter().all(|item| matches!(item, Value::Hash(_))) => {
            polled::map(items.iter(), |item| super::serialization::entire_document(Layout::compact().json(item)))
                .map(Value::array)
        }
        _ => call.fail("`to_array_of_json_strings` expects a list of hashes"),
    }
}

/// Parses a whole string of two numbers separated by a colon.
fn pair(text: &str) -> Option<(i64, i64)> {
    let (first, last) = text.split_once(':')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some((decimal_integer(first)?, decimal_integer(last)?)).filter(|_| digits(first) && digits(last))
}

fn decimal_integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// Checks each range; returns the list of ranges.
fn ranges(call: &mut Call<'_>, fits: fn(&str) -> EvalResult<bool>) -> EvalResult {
    let list = match call.arg(0) {
        Value::Array(list) => list.items.clone(),
        single => vec![single.clone()],
    };
    for range in list.iter().filter(|range| range.is_true()) {
        if !fits(&ruby::to_s(range))? {
            return call.fail(format!("{} is not a valid range", ruby::inspected(range)));
        }
    }
    Ok(Value::array(list))
}

fn validate_network_vlan_ranges(call: &mut Call<'_>) -> EvalResult {
    ranges(call, |text| {
        let numbers = text.rsplitn(3, ':').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(":");
        match pair(&numbers) {
            Some((first, last)) => Ok(first <= last && last <= 4094),
            None => matches(r"^([^:]+)?(:\d+)?$", text),
        }
    })
}

fn validate_tunnel_id_ranges(call: &mut Call<'_>) -> EvalResult {
    ranges(call, |text| Ok(pair(text).is_some_and(|(first, last)| (0..=1_000_000).contains(&(last - first)))))
}

fn validate_vni_ranges(call: &mut Call<'_>) -> EvalResult {
    ranges(call, |text| Ok(pair(text).is_some_and(|(first, last)| first <= last && last <= 16_777_215)))
}

fn validate_vxlan_udp_port(call: &mut Call<'_>) -> EvalResult {
    let port = match call.arg(0) {
        Value::Str(text) => integer_argument(&text.text),
        Value::Int(port) => Some(*port),
        _ => None,
    };
    match port {
        Some(4789 | 49152..=65535) => Ok(Value::Undef),
        _ => call.fail(format!("{} is not a valid port for VXLAN", ruby::inspected(call.arg(0)))),
    }
}
