//! Values as Ruby sees them: its `==`, its text, and what an old-style function receives.
//!
//! Functions that Puppet implements in bare Ruby (`join`, `fail`, `max` of mixed values) show these forms; everything else
//! uses Puppet's own, in `pcore`.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use puppet_eval::{EvalResult, Flow};
use puppet_pcore::compare::ruby_equal;
use puppet_pcore::print::{display, interpolate, write_interpolated};
use puppet_pcore::ruby_text::{argument_to_s, ruby_to_s};
use puppet_pcore::{Hash, Type, Value};

/// Ruby's `==`: `1 == 1.0`, strings with their case.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    ruby_equal(a, b)
}

/// Puppet source form, for messages.
pub(super) fn inspected(value: &Value) -> String {
    display(value)
}

/// Ruby's `to_s`.
pub(super) fn to_s(value: &Value) -> String {
    ruby_to_s(value)
}

/// Ruby's `to_s` of a value that may be large.
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

/// The value that an old-style function receives: it knows neither undef nor the newer kinds, but their text.
pub(super) fn legacy(value: &Value) -> Value {
    match value {
        Value::Undef | Value::Unset => Value::str(""),
        other => Converted::default().legacy(other).unwrap_or_else(|| other.clone()),
    }
}

/// The conversion of shared collections, remembered by their address: a value may hold one many times over.
#[derive(Default)]
struct Converted(FxHashMap<*const (), Option<Value>>);

impl Converted {
    /// What a value becomes; `None` for one that stays as it is. Inside of arrays and hashes undef stays.
    fn legacy(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Regexp(_)
            | Value::Binary(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Timespan(_)
            | Value::Timestamp(_) => Some(Value::from(interpolate(value))),
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

    /// An array is only built where an element changes.
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

/// The text of an argument of the old interface: `File[/a]` for a reference.
pub(super) fn argument_text(value: &Value) -> String {
    argument_to_s(&legacy(value))
}

/// The error of a value that no old-style function receives, also within others: an iterator, or an integer beyond 64 bits.
pub(super) fn check_legacy(values: &[Value]) -> EvalResult<()> {
    let mut known = FxHashSet::default();
    values.iter().try_for_each(|value| check_known(value, &mut known))
}

/// Shared collections are looked at once; `known` has their addresses.
fn check_known(value: &Value, known: &mut FxHashSet<*const ()>) -> EvalResult<()> {
    match value {
        Value::Iterator(_) => Err(Flow::runtime("an iterator cannot be handed to this function: make an Array of it")),
        Value::Big(_) => {
            let message = format!("{} has more than the 64 bits that this function knows", inspected(value));
            Err(Flow::runtime(message))
        }
        Value::Type(ty)
            if matches!(**ty, Type::Class(None) | Type::CatalogEntry | Type::Resource { type_name: None, .. }) =>
        {
            Err(Flow::runtime(format!("{ty} is no resource, so that it cannot be handed to this function")))
        }
        Value::Array(items) => match Rc::strong_count(items) == 1 || known.insert(Rc::as_ptr(items).cast()) {
            true => items.items.iter().try_for_each(|item| check_known(item, known)),
            false => Ok(()),
        },
        Value::Hash(hash) => match Rc::strong_count(hash) == 1 || known.insert(Rc::as_ptr(hash).cast()) {
            true => hash.iter().try_for_each(|(key, value)| {
                check_known(key, known)?;
                check_known(value, known)
            }),
            false => Ok(()),
        },
        _ => Ok(budget::poll()?),
    }
}

/// The text that an old-style function receives where it wants a string; `None` for what is no string to it.
pub(super) fn legacy_text(value: &Value) -> Option<String> {
    legacy(value).as_str().map(str::to_owned)
}
