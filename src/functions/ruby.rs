//! Values as Ruby sees them: its `==`, its text, and what an old-style function receives.
//!
//! Functions that Puppet implements in bare Ruby (`join`, `fail`, `max` of mixed values) show these forms; everything else
//! uses Puppet's own, in `pcore`.

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
        other => legacy_inner(other),
    }
}

/// Inside of arrays and hashes undef stays.
fn legacy_inner(value: &Value) -> Value {
    match value {
        Value::Regexp(_)
        | Value::Binary(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => Value::from(interpolate(value)),
        Value::Array(items) => Value::array(items.items.iter().map(legacy_inner).collect()),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (legacy_inner(key), legacy_inner(value)));
            Value::hash(entries.collect::<Hash>())
        }
        other => other.clone(),
    }
}

/// The text of an argument of the old interface: `File[/a]` for a reference.
pub(super) fn argument_text(value: &Value) -> String {
    argument_to_s(&legacy(value))
}

/// The fault of a value that no old-style function receives, also within others: an iterator, or an integer beyond 64 bits.
pub(super) fn check_legacy(values: &[Value]) -> R<()> {
    values.iter().try_for_each(|value| match value {
        Value::Iterator(_) => Err(Flow::runtime("an iterator cannot be handed to this function: make an Array of it")),
        Value::Big(big) => Err(Flow::runtime(format!("{big} has more than the 64 bits that this function knows"))),
        Value::Type(ty)
            if matches!(**ty, Type::Class(None) | Type::CatalogEntry | Type::Resource { type_name: None, .. }) =>
        {
            Err(Flow::runtime(format!("{ty} is no resource, so that it cannot be handed to this function")))
        }
        Value::Array(items) => check_legacy(&items.items),
        Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| check_legacy(&[key.clone(), value.clone()])),
        _ => Ok(()),
    })
}

/// The text that an old-style function receives where it wants a string; `None` for what is no string to it.
pub(super) fn legacy_text(value: &Value) -> Option<String> {
    legacy(value).as_str().map(str::to_owned)
}
