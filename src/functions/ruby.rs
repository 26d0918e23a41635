//! Values as Ruby sees them: its `==`, its text, and what an old-style function receives.
//!
//! Functions that Puppet implements in bare Ruby (`join`, `fail`, `max` of mixed values) show these forms; everything else
//! uses Puppet's own, in `pcore`.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget;
use crate::eval::{Flow, R};
use crate::pcore::compare::ruby_equal;
use crate::pcore::print::{display, interpolate, write_interpolated};
use crate::pcore::ruby_text::{argument_to_s, ruby_to_s};
use crate::pcore::{Hash, Type, Value};

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
        other => Legacy::default().inner(other),
    }
}

/// Makes values as old-style functions receive them. What is shared stays so.
#[derive(Default)]
struct Legacy {
    /// Shared arrays and hashes, by address, and what became of them.
    made: FxHashMap<usize, Value>,
}

impl Legacy {
    /// Inside of arrays and hashes undef stays.
    fn inner(&mut self, value: &Value) -> Value {
        match value {
            Value::Regexp(_)
            | Value::Binary(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Timespan(_)
            | Value::Timestamp(_) => Value::from(interpolate(value)),
            Value::Array(array) if Rc::strong_count(array) > 1 => self.shared(Rc::as_ptr(array).addr(), value),
            Value::Hash(hash) if Rc::strong_count(hash) > 1 => self.shared(Rc::as_ptr(hash).addr(), value),
            _ => self.copy(value),
        }
    }

    fn shared(&mut self, address: usize, value: &Value) -> Value {
        if let Some(known) = self.made.get(&address) {
            return known.clone();
        }
        let made = self.copy(value);
        self.made.insert(address, made.clone());
        made
    }

    fn copy(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(items) => {
                let within = items.items.iter().take_while(|_| !budget::is_exhausted());
                Value::array(within.map(|item| self.inner(item)).collect())
            }
            Value::Hash(hash) => {
                let within = hash.iter().take_while(|_| !budget::is_exhausted());
                let entries = within.map(|(key, value)| (self.inner(key), self.inner(value)));
                Value::hash(entries.collect::<Hash>())
            }
            other => other.clone(),
        }
    }
}

/// The text of an argument of the old interface: `File[/a]` for a reference.
pub(super) fn argument_text(value: &Value) -> String {
    argument_to_s(&legacy(value))
}

/// The fault of a value that no old-style function receives, also within others: an iterator, or an integer beyond 64 bits.
pub(super) fn check_legacy(values: &[Value]) -> R<()> {
    let mut seen = FxHashSet::default();
    values.iter().try_for_each(|value| check_inner(value, &mut seen))
}

/// `seen`: the shared arrays and hashes that were looked at, by address.
fn check_inner(value: &Value, seen: &mut FxHashSet<usize>) -> R<()> {
    budget::poll()?;
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
        Value::Array(array) if Rc::strong_count(array) > 1 && !seen.insert(Rc::as_ptr(array).addr()) => Ok(()),
        Value::Hash(hash) if Rc::strong_count(hash) > 1 && !seen.insert(Rc::as_ptr(hash).addr()) => Ok(()),
        Value::Array(array) => array.items.iter().try_for_each(|item| check_inner(item, seen)),
        Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
            check_inner(key, seen)?;
            check_inner(value, seen)
        }),
        _ => Ok(()),
    }
}

/// The text that an old-style function receives where it wants a string; `None` for what is no string to it.
pub(super) fn legacy_text(value: &Value) -> Option<String> {
    legacy(value).as_str().map(str::to_owned)
}
