//! The preview of a value in a trace: the beginning of its source form.

use puppet_pcore::print::REDACTED;
use puppet_pcore::{Value, display_start};

/// The maximum number of bytes of a value's source form in a trace.
const MAX_BYTES: usize = 200;

/// The beginning of a value's source form. It holds no reference to the value, which may grow in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePreview {
    /// The source form, cut after 200 bytes. A Sensitive value is not shown.
    pub text: String,
    /// True if the text is the whole source form.
    pub complete: bool,
    /// True for a Sensitive value.
    pub(crate) is_sensitive: bool,
}

impl ValuePreview {
    /// Creates the preview of a value.
    pub(crate) fn new(value: &Value) -> ValuePreview {
        let text = match value {
            Value::Unset => "(not set)".to_owned(),
            value => display_start(value, MAX_BYTES),
        };
        let complete = text.len() <= MAX_BYTES || !text.ends_with('…');
        ValuePreview { text, complete, is_sensitive: matches!(value, Value::Sensitive(_)) }
    }

    /// Hides the value, from which a Sensitive one was made.
    pub(crate) fn hide(&mut self) {
        self.text = format!("({REDACTED})");
    }
}
