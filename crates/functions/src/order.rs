//! Ruby's `<=>`: the order of `sort`, `max` and `min`. Unlike Puppet's operators it is case-sensitive.

use std::cmp::Ordering;

use puppet_pcore::{Int, Value};

/// Compares two values; `None` when they have no order.
pub(super) fn ruby_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Str(a), Value::Str(b)) => Some(a.text.as_bytes().cmp(b.text.as_bytes())),
        (Value::Float(a), Value::Float(b)) => a.get().partial_cmp(&b.get()),
        (Value::Float(a), b) => Some(against(a.get(), &b.as_int()?)?),
        (a, Value::Float(b)) => Some(against(b.get(), &a.as_int()?)?.reverse()),
        (Value::Array(a), Value::Array(b)) => lists(&a.items, &b.items),
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        (Value::SemVer(a), Value::SemVer(b)) => Some(a.cmp_precedence(b)),
        _ => match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ if super::ruby::same(a, b) => Some(Ordering::Equal),
            _ => None,
        },
    }
}

/// Sorts items by a key of each. Returns whether all keys that were compared have an order.
pub(super) fn sort_by_ruby_order<T>(items: &mut [T], key: impl Fn(&T) -> &Value) -> bool {
    let mut is_ordered = true;
    items.sort_by(|a, b| {
        let order = ruby_order(key(a), key(b));
        is_ordered &= order.is_some();
        order.unwrap_or(Ordering::Equal)
    });
    is_ordered
}

/// Compares exactly: no integer is rounded.
fn against(float: f64, int: &Int) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    let whole = <num_bigint::BigInt as num_traits::FromPrimitive>::from_f64(float.trunc())?;
    let order = whole.cmp(&int.to_big());
    Some(order.then_with(|| float.fract().partial_cmp(&0.0).unwrap_or(Ordering::Equal)))
}

fn lists(a: &[Value], b: &[Value]) -> Option<Ordering> {
    for (a, b) in a.iter().zip(b) {
        match ruby_order(a, b)? {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    Some(a.len().cmp(&b.len()))
}
