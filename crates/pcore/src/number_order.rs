//! The order of numbers, and of times among numbers.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::Value;

/// Nanoseconds in a second.
pub(crate) const NANOS: i128 = 1_000_000_000;

/// Returns the order of two numbers; `None` where they have no order (NaN, a Timespan and a Timestamp).
pub(crate) fn numeric_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.get().partial_cmp(&b.get()),
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        (Value::Timespan(a) | Value::Timestamp(a), _) => time_order(**a, b),
        (_, Value::Timespan(b) | Value::Timestamp(b)) => time_order(**b, a).map(Ordering::reverse),
        (Value::Float(a), _) => float_order(a.get(), b).map(Ordering::reverse),
        (_, Value::Float(b)) => float_order(b.get(), a),
        _ => Some(a.as_int()?.cmp(&b.as_int()?)),
    }
}

/// Compares a time with a number: whole seconds with an integer, exact ones with a float.
fn time_order(nanos: i128, number: &Value) -> Option<Ordering> {
    match number {
        Value::Float(f) => (nanos as f64 / NANOS as f64).partial_cmp(&f.get()),
        Value::Int(i) => Some(nanos.div_euclid(NANOS).cmp(&i128::from(*i))),
        Value::Big(b) => Some(BigInt::from(nanos.div_euclid(NANOS)).cmp(b)),
        _ => None,
    }
}

/// Compares an integer with a float, exactly.
fn float_order(float: f64, integer: &Value) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let fraction = 0.0.partial_cmp(&float.fract())?;
    let whole = match integer {
        Value::Int(i) if float.abs() < 9.2e18 => i.cmp(&(float as i64)),
        _ => integer.as_int()?.to_big().cmp(&BigInt::from_f64(float.trunc())?),
    };
    Some(whole.then(fraction))
}
