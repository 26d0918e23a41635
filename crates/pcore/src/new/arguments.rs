//! Errors about the arguments of `new`.

use super::super::operators::kind;
use super::super::{Value, ValueError};
use pprepl_text::Topic;

/// Returns the error for arguments that no signature accepts.
pub(super) fn arguments(name: &str, args: &[Value]) -> Box<ValueError> {
    let kinds: Vec<&str> = args.iter().map(kind).collect();
    let given = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") };
    ValueError::new(Topic::ConversionFailed, format!("{name} cannot be made from {given}"))
}

/// Returns the error for a value that cannot be converted.
pub(super) fn no_conversion(value: &Value, name: &str) -> Box<ValueError> {
    ValueError::new(Topic::ConversionFailed, format!("{} cannot become {name}", super::super::display(value)))
}
