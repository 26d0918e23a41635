//! Tags: which texts are one, and what a value of tags holds.

use crate::pcore::{Value, interpolate};

/// May a text be a tag? Letters, digits, `_`, and not at the start `:`, `.` and `-`.
pub fn is_tag(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

/// The segments of a qualified name.
pub(super) fn split(name: &str) -> impl Iterator<Item = &str> {
    name.contains("::").then(|| name.split("::")).into_iter().flatten()
}

/// The tags in a value, arrays spread out, in lower case. An error is the text that is no tag.
pub fn tags_in(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Undef | Value::Unset => Ok(Vec::new()),
        Value::Array(array) => {
            let tags: Result<Vec<Vec<String>>, String> = array.items.iter().map(tags_in).collect();
            Ok(tags?.concat())
        }
        value => {
            let text = interpolate(value).to_lowercase();
            if is_tag(&text) { Ok(vec![text]) } else { Err(text) }
        }
    }
}
