//! Errors of operators.

use num_bigint::BigInt;
use num_integer::Integer as _;
use pprepl_text::IssueCode;

use super::operator::Operator;
use super::{ErrorOperand, Value, ValueError};

/// Returns the reference's error for a division by 0.
pub(crate) fn division_by_zero() -> Box<ValueError> {
    ValueError::new(IssueCode::DivByZero, "division by 0").with_operand(ErrorOperand::Right)
}

pub(crate) fn not_applicable(operator: Operator, left: &Value) -> Box<ValueError> {
    let message = format!("cannot apply `{}` to {}", operator.as_str(), kind(left));
    ValueError::new(IssueCode::OperatorNotApplicable, message).with_operand(ErrorOperand::Left)
}

pub(crate) fn not_applicable_when(operator: Operator, left: &Value, right: &Value) -> Box<ValueError> {
    let message = format!("cannot apply `{}` to {} and {}", operator.as_str(), kind(left), kind(right));
    ValueError::new(IssueCode::OperatorNotApplicableWhen, message).with_operand(ErrorOperand::Left)
}

/// Returns the kind of a value, with its article.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Unset | Value::Undef => "undef",
        Value::Default => "default",
        Value::Bool(_) => "a Boolean",
        Value::Int(_) | Value::Big(_) => "an Integer",
        Value::Float(_) => "a Float",
        Value::Str(_) => "a String",
        Value::Regexp(_) => "a Regexp",
        Value::Array(_) => "an Array",
        Value::Hash(_) => "a Hash",
        Value::Type(_) => "a Type",
        Value::Callable(_) => "a Callable",
        Value::Sensitive(_) => "a Sensitive",
        Value::Binary(_) => "a Binary",
        Value::SemVer(_) => "a SemVer",
        Value::SemVerRange(_) => "a SemVerRange",
        Value::Timespan(_) => "a Timespan",
        Value::Timestamp(_) => "a Timestamp",
        Value::Uri(_) => "a URI",
        Value::Object(_) => "an Object",
        Value::Iterator(_) => "an Iterator",
    }
}

/// Divides and rounds down; the divisor is not 0.
pub(crate) fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    a.div_floor(b)
}
