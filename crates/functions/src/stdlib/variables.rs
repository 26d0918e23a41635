//! Facts and time: `fact`, `os_version_gte`, `time`.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Level, Signature};
use puppet_pcore::{Regexp, Value};

use super::super::ruby;
use super::arguments::integer_argument;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "fact",
        &[Signature::new("String $path", "Any", fact)],
        "Returns the value of a fact at a dotted path; undef if not found.",
    )
    .effect(Effect::World),
    Builtin::new(
        "os_version_gte",
        &[Signature::new("String[1] $os, String[1] $version", "Boolean", os_version_gte)],
        "Returns whether the node has this operating system, in this version or later.",
    )
    .effect(Effect::World),
    Builtin::new(
        "time",
        &[Signature::new("Any $zone = undef, Optional[Callable] &$block", "Integer", time)],
        "Returns the seconds since 1970.",
    )
    .effect(Effect::World),
];

/// Splits a path at dots; double quotes protect dots.
fn parts(path: &str) -> EvalResult<Vec<String>> {
    let pattern = Regexp::new(r#"([^."]+)|(?:")([^"]+)(?:")"#);
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(spans) = pattern.find_at(path, at)? {
        let Some(whole) = spans.first().copied().flatten() else { break };
        let part = spans.iter().skip(1).copied().flatten().next().unwrap_or(whole);
        all.push(path[part.0..part.1].to_owned());
        at = whole.1.max(at + 1);
        if at >= path.len() {
            break;
        }
    }
    Ok(all)
}

fn fact(call: &mut Call<'_>) -> EvalResult {
    let path = ruby::to_s(call.arg(0));
    let mut at = call.variable("facts").unwrap_or(Value::Undef);
    for part in parts(&path)? {
        let next = match &at {
            Value::Undef | Value::Unset => return Ok(Value::Undef),
            Value::Hash(hash) => hash.get_str(&part).cloned(),
            Value::Array(list) => match integer_argument(&part) {
                Some(index) => {
                    let index = if index < 0 { index + list.items.len() as i64 } else { index };
                    usize::try_from(index).ok().and_then(|index| list.items.get(index)).cloned()
                }
                None => {
                    call.log(Level::Warning, &format!("fact {path}: an array has no '{part}'"));
                    None
                }
            },
            _ => {
                call.log(Level::Warning, &format!("fact {path}: there is nothing within '{part}'"));
                None
            }
        };
        at = next.unwrap_or(Value::Undef);
    }
    Ok(at)
}

fn os_version_gte(call: &mut Call<'_>) -> EvalResult {
    let facts = call.variable("facts").unwrap_or(Value::Undef);
    let known = |name: &str| facts.as_hash().and_then(|facts| facts.get_str(name)).map(ruby::to_s).unwrap_or_default();
    if known("operatingsystem") != ruby::to_s(call.arg(0)) {
        return Ok(Value::bool(false));
    }
    let version = call.arg(1).clone();
    let order = call.call_function("versioncmp", vec![Value::from(known("operatingsystemmajrelease")), version])?;
    Ok(Value::bool(matches!(order, Value::Int(0..))))
}

fn time(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::Int((call.host().now() / 1_000_000_000) as i64))
}
