//! Order and membership of values: `<` and similar operators, `in`, and the options of `case`. The type
//! algebra compares types on the left of an order.

use std::cmp::Ordering;
use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use rustc_hash::FxHashMap;

use super::algebra::is_recursive;
pub use super::equality::{eql, equals, ruby_equal};
use super::number_order::{NANOS, numeric_order};
use super::regexp::Captures;
use super::{Hash, Result, Type, TypeRules, Value, ValueError, test_assignable, test_instance};
use pprepl_budget as budget;

/// The length from which strings are compared in parts, with checks of the budget in between.
const LONG: usize = 4096;

/// Returns Puppet's order of plain values, the base of `<` and similar operators. [`ordered`] handles a type
/// on the left.
pub fn compare(a: &Value, b: &Value) -> Result<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
        (Value::Str(a), Value::Str(b)) => {
            let order = compare_ignoring_case(&a.text, &b.text);
            if a.text.len() >= LONG {
                budget::poll()?;
            }
            Ok(order)
        }
        (Value::Str(_), _) => Err(not_possible("a String can only be compared with a String")),
        (Value::Int(_) | Value::Float(_) | Value::Big(_), Value::SemVer(_)) => {
            Err(ValueError::new(Topic::Comparison, "a number and a SemVer have no order"))
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

fn not_possible(why: &str) -> Box<ValueError> {
    ValueError::new(IssueCode::ComparisonNotPossible, format!("these values have no order: {why}"))
}

fn no_order() -> Box<ValueError> {
    ValueError::new(Topic::Comparison, "NaN has no order")
}

/// Compares bytes, with ASCII letters folded to lower case, like Ruby's `casecmp`.
pub fn compare_ignoring_case(a: &str, b: &str) -> Ordering {
    let lower = |text: &[u8]| text.iter().map(u8::to_ascii_lowercase).collect::<Vec<u8>>();
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() < LONG {
        return a.iter().map(u8::to_ascii_lowercase).cmp(b.iter().map(u8::to_ascii_lowercase));
    }
    for (a, b) in a.chunks(LONG).zip(b.chunks(LONG)) {
        if budget::is_exhausted_after(LONG / 64) || !a.eq_ignore_ascii_case(b) {
            return lower(a).cmp(&lower(b));
        }
    }
    a.len().cmp(&b.len())
}

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

/// Returns the result of `a < b` and similar operators; for a type on the left, `<` means "is a proper
/// subtype of".
#[inline]
pub fn ordered(order: Order, a: &Value, b: &Value) -> Result<bool> {
    if let Value::Type(ty) = a {
        return ordered_types(&TypeRules::PUPPET8, order, ty, b);
    }
    let ordering = compare(a, b)?;
    Ok(match order {
        Order::Less => ordering.is_lt(),
        Order::LessEqual => ordering.is_le(),
        Order::Greater => ordering.is_gt(),
        Order::GreaterEqual => ordering.is_ge(),
    })
}

/// Returns the result of `a < b` and similar operators for a type, by these rules: `<` means "is a proper subtype of".
pub fn ordered_types(rules: &TypeRules, order: Order, a: &super::Ty, b: &Value) -> Result<bool> {
    let Value::Type(b) = b else {
        return match order {
            Order::Less | Order::LessEqual => Ok(false),
            Order::Greater | Order::GreaterEqual => is_above_values(a).map_err(no_type_order),
        };
    };
    let is_strict = matches!(order, Order::Less | Order::Greater);
    let (wider, narrower) = match order {
        Order::Less | Order::LessEqual => (b, a),
        Order::Greater | Order::GreaterEqual => (a, b),
    };
    Ok(test_assignable(rules, wider, narrower).map_err(no_type_order)? && !(is_strict && super::equal(a, b)))
}

/// Returns whether a type is above a value that is not a type: to the reference the bare `Optional` accepts everything, and
/// nothing else does.
fn is_above_values(ty: &super::Ty) -> Result<bool> {
    match &**ty {
        Type::Optional(None) => Ok(true),
        Type::Variant(members) => members.iter().try_fold(false, |found, one| Ok(found || is_above_values(one)?)),
        Type::Alias(alias) if !is_recursive(alias) => alias.resolved.get().map_or(Ok(false), is_above_values),
        Type::Init(..) => test_assignable(&TypeRules::PUPPET8, ty, &Type::Undef).map(|_| false),
        _ => Ok(false),
    }
}

fn no_type_order(mut error: Box<ValueError>) -> Box<ValueError> {
    error.code = IssueCode::ComparisonNotPossible;
    error
}

/// Returns the result of `needle in collection`. When a regular expression decided, `captures` is set to its
/// captures.
pub fn contains(collection: &Value, needle: &Value, captures: &mut Option<Captures>) -> Result<bool> {
    match collection {
        Value::Str(text) => string_contains(text, needle, captures),
        Value::Array(array) => any_contains(array.items.iter(), needle, captures),
        Value::Hash(hash) => any_contains(hash.keys(), needle, captures),
        Value::Binary(bytes) => Ok(binary_contains(bytes, needle)),
        Value::SemVerRange(range) => Ok(range.includes_value(needle)),
        _ => Ok(false),
    }
}

fn string_contains(text: &Rc<super::Str>, needle: &Value, captures: &mut Option<Captures>) -> Result<bool> {
    match needle {
        Value::Str(part) => contains_ignoring_case(&text.text, &part.text),
        Value::Regexp(pattern) => matched(pattern, text, captures),
        _ => Ok(false),
    }
}

/// Searches a short part at each position, without a copy of the string.
fn contains_ignoring_case(text: &str, part: &str) -> Result<bool> {
    const SHORT: usize = 16;
    if part.len() <= SHORT && text.len() < LONG && text.is_ascii() && part.is_ascii() {
        let part = part.as_bytes();
        let found =
            part.is_empty() || text.as_bytes().windows(part.len()).any(|place| place.eq_ignore_ascii_case(part));
        return Ok(found);
    }
    if text.len() >= LONG {
        budget::check()?;
        budget::charge(text.len())?;
    }
    Ok(match text.is_ascii() && part.is_ascii() {
        true => text.to_ascii_lowercase().contains(&part.to_ascii_lowercase()),
        false => text.to_lowercase().contains(&part.to_lowercase()),
    })
}

fn any_contains<'a>(
    items: impl Iterator<Item = &'a Value>,
    needle: &Value,
    captures: &mut Option<Captures>,
) -> Result<bool> {
    let mut options = Options::default();
    for item in items {
        budget::poll()?;
        let found = match (needle, item) {
            (Value::Regexp(pattern), Value::Str(text)) => matched(pattern, text, captures)?,
            (Value::Regexp(_), _) => false,
            (Value::Str(_) | Value::SemVer(_), _) => options.matches(needle, item, captures)?,
            (Value::Type(ty), _) => test_instance(ty, item)?,
            _ => equals(item, needle),
        };
        if found {
            budget::poll()?;
            return Ok(true);
        }
    }
    budget::poll()?;
    Ok(false)
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

fn matched(pattern: &Rc<super::Regexp>, text: &Rc<super::Str>, captures: &mut Option<Captures>) -> Result<bool> {
    let found = pattern.captures(text)?;
    let is_match = found.is_some();
    if is_match {
        *captures = found;
    }
    Ok(is_match)
}

/// Returns whether the value matches the option of a `case` or a selector. `default` matches everything. When
/// a regular expression matched, `captures` is set.
pub fn matches_option(value: &Value, option: &Value, captures: &mut Option<Captures>) -> Result<bool> {
    Options::default().matches(value, option, captures)
}

/// The pairs of shared collections that matched, by their addresses, and the captures of their last regular
/// expression. The first mismatch ends the whole test.
#[derive(Default)]
struct Options {
    known: FxHashMap<(usize, usize), Option<Captures>>,
}

impl Options {
    fn matches(&mut self, value: &Value, option: &Value, captures: &mut Option<Captures>) -> Result<bool> {
        match option {
            Value::Regexp(pattern) => match value {
                Value::Str(text) => matched(pattern, text, captures),
                _ => Ok(false),
            },
            Value::SemVer(version) => Ok(match value {
                Value::SemVer(other) => version == other,
                Value::Str(text) => {
                    super::semver_range::parse_version(&text.text).is_ok_and(|other| **version == other)
                }
                _ => false,
            }),
            Value::SemVerRange(range) => Ok(range.includes_value(value)),
            Value::Type(ty) => answer(test_instance(ty, value)?),
            Value::Array(options) => match value {
                Value::Array(values) => self.pair(values, options, captures, |this, captures| {
                    this.items(&values.items, &options.items, captures)
                }),
                _ => Ok(false),
            },
            Value::Hash(options) => match value {
                Value::Hash(values) => {
                    self.pair(values, options, captures, |this, captures| this.entries(values, options, captures))
                }
                _ => Ok(false),
            },
            Value::Default => Ok(true),
            _ => answer(equals(value, option)),
        }
    }

    /// Compares two collections: returns the memoized answer, or the answer of `ask`.
    fn pair<T>(
        &mut self,
        values: &Rc<T>,
        options: &Rc<T>,
        captures: &mut Option<Captures>,
        ask: impl FnOnce(&mut Options, &mut Option<Captures>) -> Result<bool>,
    ) -> Result<bool> {
        if Rc::strong_count(values) == 1 && Rc::strong_count(options) == 1 {
            return ask(self, captures);
        }
        let pair = (Rc::as_ptr(values).addr(), Rc::as_ptr(options).addr());
        if let Some(known) = self.known.get(&pair) {
            if known.is_some() {
                captures.clone_from(known);
            }
            return Ok(true);
        }
        let mut own = None;
        let matched = ask(self, &mut own)?;
        if own.is_some() {
            captures.clone_from(&own);
        }
        if matched {
            self.known.insert(pair, own);
        }
        Ok(matched)
    }

    fn items(&mut self, values: &[Value], options: &[Value], captures: &mut Option<Captures>) -> Result<bool> {
        if values.len() != options.len() {
            return Ok(false);
        }
        for (value, option) in values.iter().zip(options) {
            budget::poll()?;
            if !self.matches(value, option, captures)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn entries(&mut self, values: &Hash, options: &Hash, captures: &mut Option<Captures>) -> Result<bool> {
        for (key, option) in options.iter() {
            budget::poll()?;
            if !self.matches(values.get(key).unwrap_or(&Value::Undef), option, captures)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the answer of a walk that cannot fail, unless the budget cut it short.
fn answer(found: bool) -> Result<bool> {
    budget::poll()?;
    Ok(found)
}
