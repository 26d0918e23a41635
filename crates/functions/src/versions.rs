//! `versioncmp`: orders version strings as Puppet's package type does.

use std::cmp::Ordering;

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "versioncmp",
    &[Signature::new("String $a, String $b, Boolean $ignore_trailing_zeroes = false", "Integer[-1, 1]", versioncmp)],
    "-1, 0 or 1: is the first version older than, the same as or newer than the second?",
)
.shows("versioncmp('2.10', '2.9')", "1")];

fn versioncmp(call: &mut Call<'_>) -> EvalResult {
    let (a, b) = (call.arg(0).as_str().unwrap_or_default(), call.arg(1).as_str().unwrap_or_default());
    let order = match call.arg(2) {
        Value::Bool(puppet_pcore::Bit::True) => match (without_zeroes(a), without_zeroes(b)) {
            (Some(a), Some(b)) => version_order(&a, &b),
            _ => return call.fail("a version without anything before its dashes has no trailing zeroes to ignore"),
        },
        _ => version_order(a, b),
    };
    Ok(Value::Int(order as i64))
}

/// Compares part by part. A dash precedes everything, then a dot, then numbers by value (as strings with a leading 0),
/// then words.
fn version_order(a: &str, b: &str) -> Ordering {
    for (a, b) in parts(a).zip(parts(b)) {
        if a == b {
            continue;
        }
        return match (a, b) {
            ("-", _) => Ordering::Less,
            (_, "-") => Ordering::Greater,
            (".", _) => Ordering::Less,
            (_, ".") => Ordering::Greater,
            _ if is_number(a) && is_number(b) && !a.starts_with('0') && !b.starts_with('0') => {
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
            _ => a.to_uppercase().cmp(&b.to_uppercase()),
        };
    }
    a.cmp(b)
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits into single dashes and dots, runs of digits, and runs of other characters.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            '-' | '.' => 1,
            c => rest.find(|other| kind(other) != kind(c)).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

fn kind(c: char) -> u8 {
    match c {
        '-' | '.' => 0,
        '0'..='9' => 1,
        _ => 2,
    }
}

/// Removes dots and zeros at the end of the part before the first dash, and trailing dashes. Returns `None` for dashes
/// only.
fn without_zeroes(version: &str) -> Option<String> {
    let version = version.trim_end_matches('-');
    let cut = |number: &str| number.trim_end_matches(['.', '0']).to_owned();
    match version.split_once('-') {
        _ if version.is_empty() => None,
        Some((number, rest)) => Some(format!("{}-{rest}", cut(number))),
        None => Some(cut(version)),
    }
}
