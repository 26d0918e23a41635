//! Arithmetic with times and versions, like the reference's `Timespan`, `Timestamp` and `Version`: a plain
//! number means seconds.

use pprepl_text::Topic;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::number_order::NANOS;
use super::operator::Operator;
use super::operator_error::{division_by_zero, kind, not_applicable, not_applicable_when};
use super::{Result, Value, ValueError};

/// Applies an operator where at least one operand is a time or a version.
pub(super) fn calculate(operator: Operator, left: Value, right: Value) -> Result<Value> {
    if is_time(&right) && !is_time(&left) {
        return turned_around(operator, left, right);
    }
    match left {
        Value::Timespan(nanos) => timespan(operator, *nanos, &right),
        Value::Timestamp(nanos) => timestamp(operator, *nanos, &right),
        Value::SemVer(_) => Err(not_applicable(operator, &left)),
        // Ruby's numbers add and multiply with what converts to a number, but shift by integers only.
        _ if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) => Err(not_applicable(operator, &left)),
        _ => Err(ValueError::new(
            Topic::DateAndTime,
            format!("{} cannot be used with {}", operator.as_str(), kind(&right)),
        )),
    }
}

fn is_time(value: &Value) -> bool {
    matches!(value, Value::Timespan(_) | Value::Timestamp(_))
}

/// Applies an operator to a time on the right.
fn turned_around(operator: Operator, left: Value, right: Value) -> Result<Value> {
    let is_span = matches!(right, Value::Timespan(_));
    match operator {
        Operator::Add => calculate(operator, right, left),
        Operator::Multiply if is_span => calculate(operator, right, left),
        Operator::Subtract if is_span => match &left {
            Value::SemVer(_) => Err(not_applicable(operator, &left)),
            _ => timespan(operator, seconds(&left)?, &right),
        },
        _ => Err(not_applicable_when(operator, &left, &right)),
    }
}

fn span(nanos: Option<i128>) -> Result<Value> {
    nanos.map(|nanos| Value::Timespan(Rc::new(nanos))).ok_or_else(too_long)
}

fn stamp(nanos: Option<i128>) -> Result<Value> {
    nanos.map(|nanos| Value::Timestamp(Rc::new(nanos))).ok_or_else(too_long)
}

fn too_long() -> Box<ValueError> {
    ValueError::new(Topic::DateAndTime, "the result is beyond all times")
}

/// Converts a number of seconds to nanoseconds.
pub(crate) fn seconds(number: &Value) -> Result<i128> {
    match number {
        Value::Int(i) => Ok(i128::from(*i) * NANOS),
        Value::Float(f) => float_nanos(f.get() * NANOS as f64),
        Value::Big(b) => b.to_i128().and_then(|b| b.checked_mul(NANOS)).ok_or_else(too_long),
        _ => Err(ValueError::new(Topic::DateAndTime, format!("expected a number of seconds, found {}", kind(number)))),
    }
}

fn float_nanos(nanos: f64) -> Result<i128> {
    if nanos.is_finite() && nanos.abs() < 1e38 { Ok(nanos as i128) } else { Err(too_long()) }
}

fn timespan(operator: Operator, nanos: i128, right: &Value) -> Result<Value> {
    match (operator, right) {
        (Operator::Add, Value::Timestamp(other)) => stamp(nanos.checked_add(**other)),
        (Operator::Add, Value::Timespan(other)) => span(nanos.checked_add(**other)),
        (Operator::Subtract, Value::Timespan(other)) => span(nanos.checked_sub(**other)),
        (Operator::Add, Value::Int(_) | Value::Float(_) | Value::Big(_)) => span(nanos.checked_add(seconds(right)?)),
        (Operator::Subtract, Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            span(nanos.checked_sub(seconds(right)?))
        }
        (Operator::Multiply, Value::Int(i)) => span(nanos.checked_mul(i128::from(*i))),
        (Operator::Multiply, Value::Big(b)) => span((BigInt::from(nanos) * &**b).to_i128()),
        (Operator::Multiply, Value::Float(f)) => span(Some(float_nanos(nanos as f64 * f.get())?)),
        (Operator::Divide, Value::Timespan(other)) => Ok(Value::float(nanos as f64 / **other as f64)),
        (Operator::Divide, Value::Int(0)) | (Operator::Modulo, Value::Int(0)) => Err(division_by_zero()),
        (Operator::Divide, Value::Int(i)) => span(Some(floor_div(nanos, i128::from(*i)))),
        (Operator::Divide, Value::Big(b)) => span(super::operator_error::floor_div(&BigInt::from(nanos), b).to_i128()),
        (Operator::Modulo, Value::Big(b)) => {
            let whole = BigInt::from(nanos.div_euclid(NANOS));
            Ok(Value::from(&whole - super::operator_error::floor_div(&whole, b) * &**b))
        }
        (Operator::Divide, Value::Float(f)) if f.get() == 0.0 => Err(division_by_zero()),
        (Operator::Divide, Value::Float(f)) => span(Some(float_nanos((nanos as f64 / f.get()).floor())?)),
        (Operator::Modulo, Value::Int(i)) => {
            let (whole, divisor) = (nanos.div_euclid(NANOS), i128::from(*i));
            let rest = whole - floor_div(whole, divisor) * divisor;
            i64::try_from(rest).map(Value::Int).map_err(|_| too_long())
        }
        (Operator::ShiftLeft | Operator::ShiftRight, _) => {
            Err(not_applicable(operator, &Value::Timespan(Rc::new(nanos))))
        }
        _ => Err(rejected(operator, "a Timespan", right)),
    }
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn timestamp(operator: Operator, nanos: i128, right: &Value) -> Result<Value> {
    match (operator, right) {
        (Operator::Add, Value::Timespan(other)) => stamp(nanos.checked_add(**other)),
        (Operator::Add, Value::Int(_) | Value::Float(_) | Value::Big(_)) => stamp(nanos.checked_add(seconds(right)?)),
        (Operator::Subtract, Value::Timestamp(other)) => span(nanos.checked_sub(**other)),
        (Operator::Subtract, Value::Timespan(other)) => stamp(nanos.checked_sub(**other)),
        (Operator::Subtract, Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            stamp(nanos.checked_sub(seconds(right)?))
        }
        (Operator::Add | Operator::Subtract, _) => Err(rejected(operator, "a Timestamp", right)),
        _ => Err(not_applicable(operator, &Value::Timestamp(Rc::new(nanos)))),
    }
}

fn rejected(operator: Operator, left: &str, right: &Value) -> Box<ValueError> {
    ValueError::new(Topic::DateAndTime, format!("cannot apply `{}` to {left} and {}", operator.as_str(), kind(right)))
}
