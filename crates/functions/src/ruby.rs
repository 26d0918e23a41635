//! Values as Ruby sees them: its `==`, its string form, and the arguments of legacy functions.
//!
//! Functions that Puppet implements in bare Ruby (`join`, `fail`, `max` of mixed values) show these forms. All others
//! use Puppet's forms, from `pcore`.

use pprepl_text::Topic;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use puppet_eval::{Call, EvalResult, Flow};
use puppet_pcore::compare::ruby_equal;
use puppet_pcore::print::{display, interpolate, write_interpolated};
use puppet_pcore::ruby_text::{argument_to_s, ruby_to_s};
use puppet_pcore::{Hash, Type, Value};

/// Compares as Ruby's `==`: `1 == 1.0`, strings are case-sensitive.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    ruby_equal(a, b)
}

/// Formats a value as Puppet source, for messages.
pub(super) fn inspected(value: &Value) -> String {
    display(value)
}

/// Formats as Ruby's `to_s`.
pub(super) fn to_s(value: &Value) -> String {
    ruby_to_s(value)
}

/// Formats as Ruby's `to_s`, under the budget, for values that may be large.
pub(super) fn text(value: &Value) -> EvalResult<String> {
    let text = ruby_to_s(value);
    budget::poll()?;
    Ok(text)
}

/// Appends Ruby's `to_s`.
pub(super) fn write_to_s(value: &Value, out: &mut String) {
    match value {
        Value::Str(text) => out.push_str(&text.text),
        Value::Int(_) => write_interpolated(value, out),
        other => out.push_str(&ruby_to_s(other)),
    }
}

/// Converts a value as the reference does for old-style functions: undef and the newer kinds become strings.
pub(super) fn legacy(value: &Value) -> Value {
    match value {
        Value::Undef | Value::Unset => Value::str(""),
        other => Converted::default().legacy(other).unwrap_or_else(|| other.clone()),
    }
}

/// Conversions of shared collections, by address: a value may contain one many times.
#[derive(Default)]
struct Converted(FxHashMap<*const (), Option<Value>>);

impl Converted {
    /// Converts a value; `None` for an unchanged one. Inside arrays and hashes undef stays.
    fn legacy(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Regexp(pattern) => Some(Value::from(puppet_pcore::regexp::inspected_regexp(&pattern.source))),
            Value::Binary(_) | Value::SemVer(_) | Value::SemVerRange(_) | Value::Timespan(_) | Value::Timestamp(_) => {
                Some(Value::from(interpolate(value)))
            }
            Value::Array(items) => self.once(items, |known| known.array(&items.items)),
            Value::Hash(hash) => self.once(hash, |known| known.hash(hash)),
            _ => None,
        }
    }

    fn once<T>(&mut self, shared: &Rc<T>, convert: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Value> {
        if Rc::strong_count(shared) == 1 {
            return convert(self);
        }
        let address = Rc::as_ptr(shared).cast();
        if let Some(known) = self.0.get(&address) {
            return known.clone();
        }
        let made = convert(self);
        self.0.insert(address, made.clone());
        made
    }

    /// Converts an array; builds a new one only if an element changes.
    fn array(&mut self, items: &[Value]) -> Option<Value> {
        let mut made: Option<Vec<Value>> = None;
        for (at, item) in items.iter().enumerate() {
            if budget::is_exhausted() {
                return None;
            }
            match (self.legacy(item), &mut made) {
                (None, None) => {}
                (None, Some(made)) => made.push(item.clone()),
                (Some(item), Some(made)) => made.push(item),
                (Some(item), None) => {
                    let mut start = items[..at].to_vec();
                    start.push(item);
                    made = Some(start);
                }
            }
        }
        made.map(Value::array)
    }

    fn hash(&mut self, hash: &Hash) -> Option<Value> {
        let mut changed = false;
        let mut made = Vec::with_capacity(hash.len());
        for (key, value) in hash.iter() {
            if budget::is_exhausted() {
                return None;
            }
            let entry = (self.legacy(key), self.legacy(value));
            changed |= entry.0.is_some() || entry.1.is_some();
            made.push(entry);
        }
        let kept = |(own, made): (&Value, Option<Value>)| made.unwrap_or_else(|| own.clone());
        let entries = hash.iter().zip(made).map(|((key, value), made)| (kept((key, made.0)), kept((value, made.1))));
        changed.then(|| Value::hash(entries.collect::<Hash>()))
    }
}

/// Formats an argument of the old interface: `File[/a]` for a reference.
pub(super) fn argument_text(value: &Value) -> String {
    argument_to_s(&legacy(value))
}

/// Fails for values that no old-style function receives, also when nested: iterators, and integers beyond 64 bits where
/// integers have a limit.
pub(super) fn check_legacy(call: &mut Call<'_>) -> EvalResult<()> {
    let limited = !call.vm().settings.additions;
    let mut known = FxHashSet::default();
    call.args().iter().try_for_each(|value| check_known(value, limited, &mut known))
}

/// Checks a value. Shared collections are checked once; `known` has their addresses.
fn check_known(value: &Value, limited: bool, known: &mut FxHashSet<*const ()>) -> EvalResult<()> {
    match value {
        Value::Iterator(_) => {
            Err(Flow::fail_with(Topic::RubyCode, "an iterator cannot be handed to this function: make an Array of it"))
        }
        Value::Big(_) if limited => {
            let message = format!("{} has more than the 64 bits that this function knows", inspected(value));
            Err(Flow::fail_with(Topic::RubyCode, message))
        }
        Value::Type(ty)
            if matches!(**ty, Type::Class(None) | Type::CatalogEntry | Type::Resource { type_name: None, .. }) =>
        {
            Err(Flow::fail_with(Topic::RubyCode, format!("expected a resource, found {ty}")))
        }
        Value::Array(items) => match Rc::strong_count(items) == 1 || known.insert(Rc::as_ptr(items).cast()) {
            true => items.items.iter().try_for_each(|item| check_known(item, limited, known)),
            false => Ok(()),
        },
        Value::Hash(hash) => match Rc::strong_count(hash) == 1 || known.insert(Rc::as_ptr(hash).cast()) {
            true => hash.iter().try_for_each(|(key, value)| {
                check_known(key, limited, known)?;
                check_known(value, limited, known)
            }),
            false => Ok(()),
        },
        _ => Ok(budget::poll()?),
    }
}

/// Returns the string that an old-style function receives; `None` when the value does not convert to one.
pub(super) fn legacy_text(value: &Value) -> Option<String> {
    legacy(value).as_str().map(str::to_owned)
}

/// Flattens nested arrays down to a depth.
pub(super) fn flatten(items: &[Value], depth: usize, out: &mut Vec<Value>) -> EvalResult<()> {
    for item in items {
        budget::poll()?;
        match item {
            Value::Array(inner) if depth > 0 => flatten(&inner.items, depth - 1, out)?,
            other => out.push(other.clone()),
        }
    }
    Ok(())
}

/// Returns what a string gets at its end: a string, or the character with a number.
///
/// # Errors
/// The message for another value, as Ruby refuses it.
pub(crate) fn appendix(item: &Value) -> Result<String, String> {
    match item {
        Value::Str(text) => Ok(text.text.clone()),
        Value::Int(number) => match u32::try_from(*number).ok().and_then(char::from_u32) {
            Some(character) => Ok(character.to_string()),
            None => Err(format!("no character has the number {number}")),
        },
        other => Err(format!("{} cannot be appended to a string", inspected(other))),
    }
}
