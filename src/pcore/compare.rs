//! Equality, order and membership of values: Ruby's `eql?` (hash keys), Ruby's `==` (array difference), Puppet's `==`,
//! `<` and its kin, and `in`. Types on the left of an order are compared by the type algebra.

use std::cmp::Ordering;
use std::hash::{Hash as StdHash, Hasher};
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::regexp::Captures;
use super::{Answer, Hash, Issue, Object, Value};

/// Nanoseconds in a second.
pub(crate) const NANOS: i128 = 1_000_000_000;

/// Ruby's `eql?`: the equality of hash keys (`1` is not `1.0`, `'a'` is not `'A'`).
pub fn eql(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Rc::ptr_eq(a, b) || a.text == b.text,
        (Value::Int(a), Value::Int(b)) => a == b,
        // The two zeroes are one key.
        (Value::Float(a), Value::Float(b)) => a == b || a.get() == b.get(),
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Int(_) | Value::Float(_) | Value::Big(_), _) => false,
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b) || all_pairs(&a.items, &b.items, eql),
        (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b) || same_entries(a, b, eql),
        (Value::Sensitive(a), Value::Sensitive(b)) => eql(a, b),
        // As in the reference, where times have no `eql?` of their own: only the very same one is found as a key.
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => Rc::ptr_eq(a, b),
        _ => same(a, b, eql),
    }
}

/// Ruby's `==`: numbers of different kinds may be equal, strings differ in case.
pub fn ruby_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => a.text == b.text,
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b) || all_pairs(&a.items, &b.items, ruby_equal),
        (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b) || same_entries(a, b, ruby_equal),
        _ if is_numeric(a) && is_numeric(b) => numeric_order(a, b) == Some(Ordering::Equal),
        (Value::Sensitive(a), Value::Sensitive(b)) => eql(a, b),
        _ => same(a, b, ruby_equal),
    }
}

/// Puppet's `==`: strings ignore the case of ASCII letters, numbers of different kinds may be equal, types are equal
/// when each accepts the other (inside arrays and hashes: when they are the same).
pub fn equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Type(a), Value::Type(b)) => super::equal(a, b),
        _ => equal_items(a, b),
    }
}

fn equal_items(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => Rc::ptr_eq(a, b) || a.text.eq_ignore_ascii_case(&b.text),
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b) || all_pairs(&a.items, &b.items, equal_items),
        (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b) || equal_hashes(a, b),
        _ => ruby_equal(a, b),
    }
}

/// A hash that agrees with [`eql`].
pub fn hash_value<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::Str(s) => hash_str(&s.text, state),
        Value::Int(i) => state.write_i64(*i),
        Value::Float(f) => state.write_u64(if f.get() == 0.0 { 1 } else { f.get().to_bits() }),
        Value::Bool(b) => state.write_u8(u8::from(b.get())),
        Value::Big(b) => b.hash(state),
        Value::Regexp(r) => r.source.hash(state),
        Value::Array(a) => a.items.iter().for_each(|item| hash_value(item, state)),
        Value::Hash(h) => hash_entries(h, state),
        Value::Sensitive(v) => hash_value(v, state),
        Value::Binary(b) => b.hash(state),
        Value::SemVer(v) => v.hash(state),
        Value::Timespan(n) | Value::Timestamp(n) => state.write_i128(**n),
        Value::Uri(_) => state.write_u8(5),
        Value::Object(o) => o.attributes.iter().for_each(|item| hash_value(item, state)),
        Value::Type(t) => super::hash_type(t, state),
        Value::Unset | Value::Undef => state.write_u8(2),
        Value::Default => state.write_u8(3),
        Value::SemVerRange(_) | Value::Callable(_) | Value::Iterator(_) => state.write_u8(4),
    }
}

/// The hash of a string key, the same as that of the string value.
pub(crate) fn hash_str<H: Hasher>(text: &str, state: &mut H) {
    state.write(text.as_bytes());
}

/// Entries in any order hash alike.
fn hash_entries<H: Hasher>(hash: &Hash, state: &mut H) {
    let sum = hash.iter().fold(0u64, |sum, (key, value)| {
        let mut entry = rustc_hash::FxHasher::default();
        hash_value(key, &mut entry);
        hash_value(value, &mut entry);
        sum.wrapping_add(entry.finish())
    });
    state.write_u64(sum);
}

fn all_pairs(a: &[Value], b: &[Value], same: fn(&Value, &Value) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_entries(a: &Hash, b: &Hash, same: fn(&Value, &Value) -> bool) -> bool {
    a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
}

/// As the reference does it: a missing key counts as `undef`.
fn equal_hashes(a: &Hash, b: &Hash) -> bool {
    a.len() == b.len() && a.iter().all(|(key, value)| equal_items(b.get(key).unwrap_or(&Value::Undef), value))
}

/// The values whose equality is the same in all three senses.
fn same(a: &Value, b: &Value, items: fn(&Value, &Value) -> bool) -> bool {
    match (a, b) {
        (Value::Undef | Value::Unset, Value::Undef | Value::Unset) | (Value::Default, Value::Default) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Regexp(a), Value::Regexp(b)) => a.source == b.source,
        (Value::Type(a), Value::Type(b)) => Rc::ptr_eq(a, b) || super::same(a, b),
        (Value::Binary(a), Value::Binary(b)) => a == b,
        (Value::SemVer(a), Value::SemVer(b)) => a == b,
        (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
        (Value::Timespan(a), Value::Timespan(b)) | (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Uri(a), Value::Uri(b)) => super::uri::equal(a, b),
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b) || same_objects(a, b, items),
        (Value::Iterator(a), Value::Iterator(b)) => Rc::ptr_eq(a, b),
        (Value::Callable(a), Value::Callable(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

fn same_objects(a: &Object, b: &Object, items: fn(&Value, &Value) -> bool) -> bool {
    let same_class = Rc::ptr_eq(&a.class, &b.class) || a.class.name.is_some() && a.class.name == b.class.name;
    same_class
        && match super::equality_places(&a.class) {
            None => all_pairs(&a.attributes, &b.attributes, items),
            Some(places) => places.into_iter().all(|place| match (a.attributes.get(place), b.attributes.get(place)) {
                (Some(a), Some(b)) => items(a, b),
                _ => true,
            }),
        }
}

/// Is it a number for the reference? Times and versions are, too.
fn is_numeric(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_) | Value::Timespan(_) | Value::Timestamp(_))
}

/// The order of two numbers; `None` where there is none (NaN, a Timespan and a Timestamp).
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

/// A time against a number: whole seconds against an integer, exact ones against a float.
fn time_order(nanos: i128, number: &Value) -> Option<Ordering> {
    match number {
        Value::Float(f) => (nanos as f64 / NANOS as f64).partial_cmp(&f.get()),
        Value::Int(i) => Some(nanos.div_euclid(NANOS).cmp(&i128::from(*i))),
        Value::Big(b) => Some(BigInt::from(nanos.div_euclid(NANOS)).cmp(b)),
        _ => None,
    }
}

/// An integer against a float, exactly.
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

/// Puppet's order of plain values, the base of `<` and its kin. A type on the left is the business of [`ordered`].
pub fn compare(a: &Value, b: &Value) -> Answer<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
        (Value::Str(a), Value::Str(b)) => Ok(compare_ignoring_case(&a.text, &b.text)),
        (Value::Str(_), _) => Err(not_possible("a String can only be compared with a String")),
        (Value::Int(_) | Value::Float(_) | Value::Big(_), Value::SemVer(_)) => {
            Err(Issue::runtime("a number and a SemVer have no order"))
        }
        (Value::Int(_) | Value::Float(_) | Value::Big(_), Value::Timespan(t) | Value::Timestamp(t)) => {
            let seconds = **t as f64 / NANOS as f64;
            as_float(a).partial_cmp(&seconds).ok_or_else(no_order)
        }
        (Value::Int(_) | Value::Float(_) | Value::Big(_), Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            numeric_order(a, b).ok_or_else(no_order)
        }
        (Value::Int(_) | Value::Float(_) | Value::Big(_), _) => {
            Err(not_possible("a number can only be compared with a number or a time"))
        }
        (Value::Timespan(_), Value::Timespan(_) | Value::Int(_) | Value::Float(_) | Value::Big(_))
        | (Value::Timestamp(_), Value::Timestamp(_) | Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            numeric_order(a, b).ok_or_else(no_order)
        }
        (Value::Timespan(_), _) => Err(not_possible("a Timespan can only be compared with a Timespan or a number")),
        (Value::Timestamp(_), _) => Err(not_possible("a Timestamp can only be compared with a Timestamp or a number")),
        (Value::SemVer(a), Value::SemVer(b)) => Ok(a.cmp_precedence(b)),
        (Value::SemVer(_), _) => Err(not_possible("a SemVer can only be compared with a SemVer")),
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        _ => Err(not_possible("only strings, numbers, times and versions have an order")),
    }
}

fn as_float(value: &Value) -> f64 {
    match value {
        Value::Float(f) => f.get(),
        _ => value.as_int().map_or(f64::NAN, |int| int.to_f64()),
    }
}

fn not_possible(why: &str) -> Box<Issue> {
    Issue::new("COMPARISON_NOT_POSSIBLE", format!("these values have no order: {why}"))
}

fn no_order() -> Box<Issue> {
    Issue::runtime("NaN has no order")
}

/// Byte order with ASCII letters folded to lower case, as Ruby's `casecmp`.
pub fn compare_ignoring_case(a: &str, b: &str) -> Ordering {
    a.bytes().map(|c| c.to_ascii_lowercase()).cmp(b.bytes().map(|c| c.to_ascii_lowercase()))
}

/// The operators that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// `a < b` and its kin; for a type on the left it means "narrower".
#[inline]
pub fn ordered(order: Order, a: &Value, b: &Value) -> Answer<bool> {
    if let Value::Type(ty) = a {
        return Ok(ordered_types(order, ty, b));
    }
    let ordering = compare(a, b)?;
    Ok(match order {
        Order::Less => ordering.is_lt(),
        Order::LessEqual => ordering.is_le(),
        Order::Greater => ordering.is_gt(),
        Order::GreaterEqual => ordering.is_ge(),
    })
}

fn ordered_types(order: Order, a: &super::Ty, b: &Value) -> bool {
    let Value::Type(b) = b else { return false };
    match order {
        Order::Less => super::assignable(b, a) && !super::equal(a, b),
        Order::LessEqual => super::assignable(b, a),
        Order::Greater => super::assignable(a, b) && !super::equal(a, b),
        Order::GreaterEqual => super::assignable(a, b),
    }
}

/// `needle in collection`. When a regular expression decided, `captures` is set to what it captured.
pub fn contains(collection: &Value, needle: &Value, captures: &mut Option<Captures>) -> Answer<bool> {
    match collection {
        Value::Str(text) => string_contains(text, needle, captures),
        Value::Array(array) => any_contains(array.items.iter(), needle, captures),
        Value::Hash(hash) => any_contains(hash.keys(), needle, captures),
        Value::Binary(bytes) => Ok(binary_contains(bytes, needle)),
        Value::SemVerRange(range) => Ok(range.includes_value(needle)),
        _ => Ok(false),
    }
}

fn string_contains(text: &Rc<super::Str>, needle: &Value, captures: &mut Option<Captures>) -> Answer<bool> {
    match needle {
        Value::Str(part) => Ok(contains_ignoring_case(&text.text, &part.text)),
        Value::Regexp(pattern) => matched(pattern, text, captures),
        _ => Ok(false),
    }
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    if text.is_ascii() && part.is_ascii() {
        let part = part.as_bytes();
        return part.is_empty() || text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
    }
    text.to_lowercase().contains(&part.to_lowercase())
}

fn any_contains<'a>(
    mut items: impl Iterator<Item = &'a Value>,
    needle: &Value,
    captures: &mut Option<Captures>,
) -> Answer<bool> {
    match needle {
        Value::Regexp(pattern) => {
            for item in items {
                if let Value::Str(text) = item
                    && matched(pattern, text, captures)?
                {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Str(_) | Value::SemVer(_) => {
            for item in items {
                if matches_option(needle, item, captures)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Type(ty) => Ok(items.any(|item| super::instance(ty, item))),
        _ => Ok(items.any(|item| equals(item, needle))),
    }
}

fn binary_contains(bytes: &[u8], needle: &Value) -> bool {
    let part: &[u8] = match needle {
        Value::Binary(part) => part,
        Value::Str(part) => part.text.as_bytes(),
        Value::Int(i) => return u8::try_from(*i).is_ok_and(|byte| bytes.contains(&byte)),
        Value::Float(f) => return bytes.iter().any(|byte| f64::from(*byte) == f.get()),
        _ => return false,
    };
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

fn matched(pattern: &Rc<super::Regexp>, text: &Rc<super::Str>, captures: &mut Option<Captures>) -> Answer<bool> {
    let found = pattern.captures(text)?;
    let is_match = found.is_some();
    if is_match {
        *captures = found;
    }
    Ok(is_match)
}

/// Does the value match the option of a `case` or a selector? `default` matches all. When a regular expression
/// matched, `captures` is set.
pub fn matches_option(value: &Value, option: &Value, captures: &mut Option<Captures>) -> Answer<bool> {
    match option {
        Value::Regexp(pattern) => match value {
            Value::Str(text) => matched(pattern, text, captures),
            _ => Ok(false),
        },
        Value::SemVer(version) => Ok(match value {
            Value::SemVer(other) => version == other,
            Value::Str(text) => super::semver_range::parse_version(&text.text).is_ok_and(|other| **version == other),
            _ => false,
        }),
        Value::SemVerRange(range) => Ok(range.includes_value(value)),
        Value::Type(ty) => Ok(super::instance(ty, value)),
        Value::Array(options) => match value {
            Value::Array(values) => match_items(&values.items, &options.items, captures),
            _ => Ok(false),
        },
        Value::Hash(options) => match value {
            Value::Hash(values) => match_entries(values, options, captures),
            _ => Ok(false),
        },
        Value::Default => Ok(true),
        _ => Ok(equals(value, option)),
    }
}

fn match_items(values: &[Value], options: &[Value], captures: &mut Option<Captures>) -> Answer<bool> {
    if values.len() != options.len() {
        return Ok(false);
    }
    for (value, option) in values.iter().zip(options) {
        if !matches_option(value, option, captures)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn match_entries(values: &Hash, options: &Hash, captures: &mut Option<Captures>) -> Answer<bool> {
    for (key, option) in options.iter() {
        if !matches_option(values.get(key).unwrap_or(&Value::Undef), option, captures)? {
            return Ok(false);
        }
    }
    Ok(true)
}
