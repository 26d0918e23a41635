//! Names as written in source: their spans without quotes, and their qualified forms.

use pprepl_text::Span;

/// Returns the span of a name in the text of `span`, ignoring case; the whole span if it is not written there.
pub(super) fn name_span(text: &str, span: Span, name: &str) -> Span {
    let plain = name.strip_prefix("::").unwrap_or(name).as_bytes();
    let mut parts = span.of(text).as_bytes().windows(plain.len().max(1));
    match parts.position(|part| part.eq_ignore_ascii_case(plain)) {
        Some(at) => {
            let start = span.start + at as u32;
            Span::new(start, start + plain.len() as u32)
        }
        None => span,
    }
}

/// Returns the name of a definition inside the class `outer`.
pub(super) fn qualified(outer: &str, name: &str) -> String {
    let plain = name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase();
    if outer.is_empty() { plain } else { format!("{outer}::{plain}") }
}

/// Returns whether this is a type of the language itself, whose references are not indexed.
pub(super) fn is_language_type(name: &str) -> bool {
    matches!(
        name,
        "Any"
            | "Array"
            | "Binary"
            | "Boolean"
            | "Callable"
            | "CatalogEntry"
            | "Collection"
            | "Data"
            | "Default"
            | "Deferred"
            | "Enum"
            | "Float"
            | "Hash"
            | "Integer"
            | "Iterable"
            | "NotUndef"
            | "Numeric"
            | "Optional"
            | "Pattern"
            | "Regexp"
            | "RichData"
            | "Scalar"
            | "ScalarData"
            | "SemVer"
            | "SemVerRange"
            | "Sensitive"
            | "String"
            | "Struct"
            | "Timespan"
            | "Timestamp"
            | "Tuple"
            | "Type"
            | "Undef"
            | "URI"
            | "Variant"
    )
}
