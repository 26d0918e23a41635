//! The arithmetic operators, on numbers and collections. `compare` implements order and equality.
//!
//! Operators that own their left operand update an unshared array, hash or string in place. Folds therefore
//! take linear time.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive};
use pprepl_text::{IssueCode, Topic};

use super::numeric_text::to_number;
pub use super::operator::Operator;
pub use super::operator_error::kind;
pub(crate) use super::operator_error::{division_by_zero, floor_div, not_applicable, not_applicable_when};
use super::{Array, ErrorOperand, Hash, Int, Result, RubySet, Value, ValueError, big, time_arithmetic};
use pprepl_budget as budget;

/// The severity of questionable code (the setting `strict`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Continue silently.
    Off,
    /// Warn and continue.
    #[default]
    Warning,
    /// Fail.
    Error,
}

/// The settings of the operators, and the warnings that they produce.
#[derive(Debug, Default)]
pub struct Rules {
    /// The severity of strings used as numbers.
    pub strict: Strictness,
    /// Whether integers may exceed 64 bits.
    pub unlimited_integers: bool,
    /// The maximum number of elements an array may grow to; `None`: limited by memory only.
    pub elements: Option<usize>,
    /// The warnings, which the evaluator collects.
    pub warnings: RefCell<Vec<Box<ValueError>>>,
}

/// Returns `left + right`.
#[inline]
pub fn add(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(sum) = a.checked_add(*b)
    {
        return Ok(Value::Int(sum));
    }
    add_owned(left.clone(), right, rules)
}

/// Returns `left + right`, computed in place where possible.
pub fn add_owned(left: Value, right: &Value, rules: &Rules) -> Result<Value> {
    match left {
        Value::Array(array) => {
            inside_limit(&array, right, rules)?;
            Ok(Value::Array(append_all(array, right)))
        }
        Value::Hash(hash) => merge(hash, right),
        Value::Uri(uri) => match right {
            Value::Str(text) => super::uri::merge(&uri, &text.text),
            Value::Uri(other) => super::uri::merge(&uri, &other.text),
            _ => Err(ValueError::new(Topic::OperatorOperand, "only a URI or a String can be merged into a URI")),
        },
        Value::Binary(bytes) => append_bytes(bytes, right),
        left => calculate(Operator::Add, &left, right, rules).map_err(|issue| not_joined(issue, &left, right)),
    }
}

/// Returns `left - right`.
#[inline]
pub fn sub(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(difference) = a.checked_sub(*b)
    {
        return Ok(Value::Int(difference));
    }
    match left {
        Value::Array(array) => difference(&array.items, right),
        Value::Hash(hash) => without_keys(hash, right),
        _ => calculate(Operator::Subtract, left, right, rules),
    }
}

/// Returns `left * right`.
#[inline]
pub fn mul(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(product) = a.checked_mul(*b)
    {
        return Ok(Value::Int(product));
    }
    calculate(Operator::Multiply, left, right, rules)
}

/// Returns `left / right`.
#[inline]
pub fn div(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && *b > 0
    {
        return Ok(Value::Int(a.div_euclid(*b)));
    }
    calculate(Operator::Divide, left, right, rules)
}

/// Returns `left % right`.
#[inline]
pub fn modulo(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && *b > 0
    {
        return Ok(Value::Int(a.rem_euclid(*b)));
    }
    if let (Value::Big(a), Value::Int(b)) = (left, right)
        && let Ok(divisor @ 1..) = u32::try_from(*b)
    {
        return Ok(Value::Int(big_modulo(a, divisor)));
    }
    calculate(Operator::Modulo, left, right, rules)
}

/// Returns the remainder by a small divisor without big integers.
fn big_modulo(big: &BigInt, divisor: u32) -> i64 {
    let divisor = u64::from(divisor);
    let rest = big.magnitude().iter_u32_digits().rev().fold(0, |rest, digit| (rest << 32 | u64::from(digit)) % divisor);
    let rest = if big.is_negative() && rest != 0 { divisor - rest } else { rest };
    rest as i64
}

/// Returns `left << right`.
pub fn shift_left(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    shift_left_owned(left.clone(), right.clone(), rules)
}

/// Returns `left << right`, computed in place where possible.
pub fn shift_left_owned(left: Value, right: Value, rules: &Rules) -> Result<Value> {
    match left {
        Value::Array(array) => {
            if Rc::strong_count(&array) > 1 {
                budget::charge(array.items.len() * size_of::<Value>())?;
            }
            Ok(Value::Array(append_one(array, right)))
        }
        Value::Hash(_) => Err(not_applicable(Operator::ShiftLeft, &left)),
        _ => calculate(Operator::ShiftLeft, &left, &right, rules),
    }
}

/// Returns `left >> right`.
pub fn shift_right(left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    calculate(Operator::ShiftRight, left, right, rules)
}

/// Applies any binary operator.
pub fn binary(operator: Operator, left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    match operator {
        Operator::Add => add(left, right, rules),
        Operator::Subtract => sub(left, right, rules),
        Operator::Multiply => mul(left, right, rules),
        Operator::Divide => div(left, right, rules),
        Operator::Modulo => modulo(left, right, rules),
        Operator::ShiftLeft => shift_left(left, right, rules),
        Operator::ShiftRight => shift_right(left, right, rules),
    }
}

/// Returns `- value`. Ignores the limit of 64 bits, like the reference.
pub fn negate(value: &Value, rules: &Rules) -> Result<Value> {
    match &numeric(value, ErrorOperand::Whole, rules)? {
        Value::Int(i) => Ok(i.checked_neg().map_or_else(|| Value::from(-BigInt::from(*i)), Value::Int)),
        Value::Float(f) => Ok(Value::float(-f.get())),
        Value::Big(b) => Ok(Value::from(-(**b).clone())),
        Value::Timespan(nanos) => Ok(Value::Timespan(Rc::new(nanos.saturating_neg()))),
        other => Err(ValueError::new(Topic::OperatorOperand, format!("{} has no negative", kind(other)))),
    }
}

/// Returns the items of an array for modification; copies them when the array is shared.
fn take_items(array: Rc<Array>) -> Vec<Value> {
    Rc::try_unwrap(array).map_or_else(|array| array.items.clone(), |mut array| std::mem::take(&mut array.items))
}

fn append_one(mut array: Rc<Array>, item: Value) -> Rc<Array> {
    if let Some(own) = Rc::get_mut(&mut array) {
        own.detailed = Default::default();
        own.items.push(item);
        return array;
    }
    let mut items = Vec::with_capacity(array.items.len() + 1);
    items.extend_from_slice(&array.items);
    items.push(item);
    new_array(items)
}

/// Rejects an array that would exceed the limit or the memory: doubling one in a loop exhausts any memory.
fn inside_limit(array: &Rc<Array>, right: &Value, rules: &Rules) -> Result<()> {
    let length = array.items.len();
    let more = match right {
        Value::Array(more) => more.items.len(),
        Value::Hash(more) => more.len(),
        _ => 1,
    };
    if let Some(limit) = rules.elements
        && length + more > limit
    {
        let message = format!("the result has {} elements, and {limit} are the limit of this session", length + more);
        return Err(ValueError::new(Topic::OperatorOperand, message));
    }
    // An unshared array grows in place.
    let new = if Rc::strong_count(array) == 1 { more } else { length + more };
    Ok(budget::charge(new * size_of::<Value>())?)
}

fn append_all(array: Rc<Array>, right: &Value) -> Rc<Array> {
    match right {
        Value::Array(more) if array.items.is_empty() => more.clone(),
        Value::Array(more) => {
            let mut items = take_items(array);
            items.extend_from_slice(&more.items);
            new_array(items)
        }
        Value::Hash(more) => {
            let mut items = take_items(array);
            items.extend(pairs(more));
            new_array(items)
        }
        _ => append_one(array, right.clone()),
    }
}

fn new_array(items: Vec<Value>) -> Rc<Array> {
    Rc::new(Array { items, detailed: Default::default() })
}

/// Returns the entries of a hash as arrays of key and value.
pub(crate) fn pairs(hash: &Hash) -> impl Iterator<Item = Value> {
    hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()]))
}

fn merge(hash: Rc<Hash>, right: &Value) -> Result<Value> {
    let more = match right {
        Value::Hash(more) if hash.is_empty() => return Ok(Value::Hash(more.clone())),
        Value::Hash(more) if more.is_empty() => return Ok(Value::Hash(hash)),
        Value::Hash(more) => more.clone(),
        Value::Array(items) => Rc::new(hash_of_items(&items.items)?),
        _ => return Err(ValueError::new(Topic::OperatorOperand, "only an Array or a Hash can be added to a Hash")),
    };
    let new = if Rc::strong_count(&hash) == 1 { more.len() } else { hash.len() + more.len() };
    budget::charge(new * Hash::ENTRY_BYTES)?;
    Ok(Value::hash(match Rc::try_unwrap(hash) {
        Ok(mut own) => {
            own.merge(&more);
            own
        }
        Err(shared) => shared.merged(&more),
    }))
}

/// Converts an array of pairs, of one hash, or a flat list of keys and values, to a hash.
fn hash_of_items(items: &[Value]) -> Result<Hash> {
    if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Array(_))) {
        return items.iter().map(pair_of).collect();
    }
    if let [Value::Hash(hash)] = items {
        return Ok(Hash::clone(hash));
    }
    if !items.len().is_multiple_of(2) {
        return Err(ValueError::new(
            Topic::OperatorOperand,
            "a list of keys and values needs an even number of elements",
        ));
    }
    Ok(items.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}

fn pair_of(item: &Value) -> Result<(Value, Value)> {
    match item.as_array() {
        Some([key, value]) => Ok((key.clone(), value.clone())),
        _ => Err(ValueError::new(
            Topic::OperatorOperand,
            "only arrays of two elements, key and value, can become a Hash",
        )),
    }
}

fn append_bytes(bytes: Rc<Vec<u8>>, right: &Value) -> Result<Value> {
    let Value::Binary(more) = right else {
        return Err(ValueError::new(Topic::OperatorOperand, "only a Binary can be added to a Binary"));
    };
    let mut own = Rc::try_unwrap(bytes).unwrap_or_else(|bytes| (*bytes).clone());
    own.extend_from_slice(more);
    Ok(Value::Binary(Rc::new(own)))
}

/// Returns the elements that do not equal (Ruby's `==`) any of those on the right.
fn difference(items: &[Value], right: &Value) -> Result<Value> {
    let other;
    let unwanted = match right {
        Value::Array(array) => &array.items[..],
        Value::Hash(hash) => {
            other = pairs(hash).collect::<Vec<_>>();
            &other
        }
        _ => std::slice::from_ref(right),
    };
    let unwanted = RubySet::of(unwanted)?;
    let mut kept = Vec::new();
    for item in items {
        if !unwanted.contains(item)? {
            kept.push(item.clone());
        }
    }
    Ok(Value::array(kept))
}

fn without_keys(hash: &Rc<Hash>, right: &Value) -> Result<Value> {
    budget::charge(hash.len() * Hash::ENTRY_BYTES)?;
    let mut own = (**hash).clone();
    match right {
        Value::Array(keys) => {
            let keys: Hash = keys.items.iter().map(|key| (key.clone(), Value::Undef)).collect();
            own.retain(|key, _| !keys.contains_key(key));
        }
        Value::Hash(other) => own.retain(|key, _| !other.contains_key(key)),
        key => {
            own.remove(key);
        }
    }
    budget::poll()?;
    Ok(Value::hash(own))
}

/// Returns an operand as a number; a string is a number only when `strict` allows.
pub fn numeric(value: &Value, blame: ErrorOperand, rules: &Rules) -> Result<Value> {
    if let Value::Int(_) | Value::Float(_) | Value::Big(_) = value {
        return Ok(value.clone());
    }
    let Some(number) = to_number(value) else {
        let message = format!("{} is not a number", super::display(value));
        return Err(ValueError::new(IssueCode::NotNumeric, message).with_operand(blame));
    };
    if value.as_str().is_some() {
        note_conversion(value, &number, blame, rules)?;
    }
    Ok(number)
}

/// Reports that a string is used as a number: an error or a warning, as the setting `strict` decides.
#[cold]
fn note_conversion(value: &Value, number: &Value, blame: ErrorOperand, rules: &Rules) -> Result<()> {
    let (before, after) = (super::display(value), super::display(number));
    let issue = |message: String| ValueError::new(IssueCode::NumericCoercion, message).with_operand(blame);
    match rules.strict {
        Strictness::Error => Err(issue(format!("the string {before} is not a number: write {after}"))),
        Strictness::Warning => {
            let message = format!("the string {before} was converted to {after}; Puppet 8 refuses it");
            let help = format!("write {after}; ':set strict error' makes pprepl refuse it, too");
            rules.warnings.borrow_mut().push(issue(message).with_help(help));
            Ok(())
        }
        Strictness::Off => Ok(()),
    }
}

/// Adds help to the error of `+` on two strings: other languages join them with it.
#[cold]
fn not_joined(issue: Box<ValueError>, left: &Value, right: &Value) -> Box<ValueError> {
    let texts = left.as_str().is_some() && right.as_str().is_some();
    if issue.code == IssueCode::NotNumeric && texts {
        return issue.with_help("`+` adds numbers; join strings by interpolation: \"${a}${b}\"");
    }
    issue
}

fn calculate(operator: Operator, left: &Value, right: &Value, rules: &Rules) -> Result<Value> {
    let left = numeric(left, ErrorOperand::Left, rules)?;
    let right = numeric(right, ErrorOperand::Right, rules)?;
    let result = match (&left, &right) {
        (Value::Float(_), _) if operator == Operator::Modulo => return Err(not_applicable(operator, &left)),
        (_, Value::Float(_)) if operator == Operator::Modulo => {
            return Err(not_applicable_when(operator, &left, &right));
        }
        (Value::Float(a), Value::Float(b)) => float_result(operator, a.get(), b.get())?,
        (Value::Float(a), Value::Int(_) | Value::Big(_)) => float_result(operator, a.get(), to_f64(&right))?,
        (Value::Int(_) | Value::Big(_), Value::Float(b)) if !is_shift(operator) => {
            float_result(operator, to_f64(&left), b.get())?
        }
        (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_) | Value::Float(_)) => {
            integer_result(operator, &left, &right)?
        }
        _ => time_arithmetic::calculate(operator, left, right)?,
    };
    checked(operator, result, rules)
}

fn is_shift(operator: Operator) -> bool {
    matches!(operator, Operator::ShiftLeft | Operator::ShiftRight)
}

fn to_f64(value: &Value) -> f64 {
    value.as_int().map_or(f64::NAN, |int| int.to_f64())
}

/// Checks that a result is finite and, unless integers are unlimited, within 64 bits.
fn checked(operator: Operator, result: Value, rules: &Rules) -> Result<Value> {
    match &result {
        Value::Float(f) if f.get().is_infinite() => {
            let message = format!("the result of {} is infinite", operator.as_str());
            Err(ValueError::new(IssueCode::ResultIsInfinity, message).with_operand(ErrorOperand::Left))
        }
        // This language has no NaN; the reference returns one by mistake.
        Value::Float(f) if f.get().is_nan() && rules.unlimited_integers => {
            let message = format!("the result of {} is not a number", operator.as_str());
            Err(ValueError::new(IssueCode::ResultIsNan, message)
                .with_operand(ErrorOperand::Left)
                .with_help("both sides are zero or infinite"))
        }
        Value::Big(big) if !rules.unlimited_integers => Err(overflow(operator, big)),
        _ => Ok(result),
    }
}

/// The maximum number of bits of an integer in a message.
const MAX_DISPLAYED_BITS: u64 = 1024;

fn overflow(operator: Operator, value: &BigInt) -> Box<ValueError> {
    let sign = if value.is_negative() { '-' } else { '+' };
    // The first digits are enough to identify a long one.
    let cut = value.bits().saturating_sub(MAX_DISPLAYED_BITS) / 4 * 4;
    let digits = (value.magnitude() >> cut).to_str_radix(16);
    let more = if cut > 0 { "…" } else { "" };
    let message = format!("the result of {}, '{sign}0x{digits}{more}', does not fit into 64 bits", operator.as_str());
    ValueError::new(IssueCode::NumericOverflow, message)
}

fn float_result(operator: Operator, a: f64, b: f64) -> Result<Value> {
    Ok(Value::float(match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide => a / b,
        Operator::Modulo | Operator::ShiftLeft | Operator::ShiftRight => {
            return Err(not_applicable(operator, &Value::float(a)));
        }
    }))
}

fn integer_result(operator: Operator, left: &Value, right: &Value) -> Result<Value> {
    match operator {
        Operator::ShiftLeft => return shift(left, shift_width(right)?),
        Operator::ShiftRight => return shift(left, shift_width(right)?.saturating_neg()),
        Operator::Divide | Operator::Modulo if matches!(right, Value::Int(0)) => return Err(division_by_zero()),
        _ => {}
    }
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(result) = small_result(operator, *a, *b)
    {
        return Ok(Value::Int(result));
    }
    let (Some(a), Some(b)) = (left.as_int(), right.as_int()) else { return Err(not_applicable(operator, left)) };
    if let (Some(a), Some(b)) = (a.as_i128(), b.as_i128())
        && let Some(result) = wide_result(operator, a, b)
    {
        return Ok(Value::int(result));
    }
    big::inside_limit(operator, &a, &b)?;
    Ok(Value::from(big_result(operator, a.to_big(), b.to_big())))
}

fn small_result(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => floor_div_i64(a, b),
        Operator::Modulo => floor_mod_i64(a, b),
        Operator::ShiftLeft | Operator::ShiftRight => None,
    }
}

/// Divides and rounds down like Ruby, not toward 0; `None` for a zero divisor and for overflow.
#[inline(always)]
pub fn floor_div_i64(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns the remainder of [`floor_div_i64`]: it has the sign of the divisor.
#[inline(always)]
pub fn floor_mod_i64(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// Works like [`small_result`], for results that fit into 128 bits.
fn wide_result(operator: Operator, a: i128, b: i128) -> Option<i128> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Operator::Modulo => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Operator::ShiftLeft | Operator::ShiftRight => None,
    }
}

fn big_result(operator: Operator, a: BigInt, b: BigInt) -> BigInt {
    match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide => floor_div(&a, &b),
        Operator::Modulo => a.mod_floor(&b),
        Operator::ShiftLeft | Operator::ShiftRight => a,
    }
}

/// Returns the number of bits to shift by; a float is truncated. A width beyond 64 bits becomes the maximum.
fn shift_width(right: &Value) -> Result<i64> {
    match right {
        Value::Int(width) => Ok(*width),
        Value::Float(f) if f.get().is_finite() => Ok(f.get() as i64),
        Value::Big(width) => Ok(if width.is_negative() { i64::MIN } else { i64::MAX }),
        _ => Err(ValueError::new(Topic::OperatorOperand, "a shift expects a number of bits")),
    }
}

/// Shifts to the left by `width` bits, to the right when it is negative.
fn shift(left: &Value, width: i64) -> Result<Value> {
    let Some(int) = left.as_int() else { return Err(not_applicable(Operator::ShiftLeft, left)) };
    if width <= 0 {
        return Ok(shift_down(&int, width.unsigned_abs()));
    }
    if let Int::Small(0) = int {
        return Ok(Value::Int(0));
    }
    big::shift_inside_limit(&int, width.unsigned_abs())?;
    if let Int::Small(i) = int
        && width < 63
        && i.unsigned_abs().leading_zeros() as i64 > width + 1
    {
        return Ok(Value::Int(i << width));
    }
    Ok(Value::from(int.to_big() << width as usize))
}

fn shift_down(int: &Int, width: u64) -> Value {
    match int {
        Int::Small(i) => Value::Int(if width > 63 { i >> 63 } else { i >> width }),
        Int::Big(b) => match width.to_usize() {
            Some(width) if width <= b.bits() as usize => Value::from(&**b >> width),
            _ => Value::Int(if b.is_negative() { -1 } else { 0 }),
        },
    }
}
