//! The patterns of names: variables, parameters, definitions, host names.

/// Returns whether the byte is an ASCII letter, digit or underscore.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns whether the text is one segment: a first letter of the given kind, then word characters.
fn is_segment(text: &str, first: fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|&byte| first(byte)) && bytes.iter().all(|&byte| is_word(byte))
}

fn lower(byte: u8) -> bool {
    byte.is_ascii_lowercase()
}

fn upper(byte: u8) -> bool {
    byte.is_ascii_uppercase()
}

fn lower_or_underscore(byte: u8) -> bool {
    lower(byte) || byte == b'_'
}

/// Returns whether this is a variable name without `$`: lowercase segments; the last one may start with an underscore.
pub(super) fn is_variable(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    match name.rsplit_once("::") {
        Some((scope, last)) => is_segment(last, lower_or_underscore) && scope.split("::").all(|s| is_segment(s, lower)),
        None => is_segment(name, lower_or_underscore),
    }
}

/// Returns whether this is a match variable: `0`, or digits without a leading 0.
pub(super) fn is_match_variable(name: &str) -> bool {
    name == "0" || (!name.starts_with('0') && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether this is a parameter's name.
pub(super) fn is_parameter(name: &str) -> bool {
    is_segment(name, lower_or_underscore)
}

/// Returns whether a parameter's name conflicts with a match variable: decimal or (without hex digits) after `0x`.
pub(super) fn is_numeric_parameter(name: &str) -> bool {
    let digits = name.strip_prefix("0x").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether this names a class, defined type or function: lowercase segments without a leading `::`.
pub(super) fn is_definition(name: &str) -> bool {
    name.split("::").all(|segment| is_segment(segment, lower))
}

/// Returns whether this names a type alias: uppercase segments without a leading `::`.
pub(super) fn is_type(name: &str) -> bool {
    name.split("::").all(|segment| is_segment(segment, upper))
}

/// Returns whether the name contains only letters, digits, `_`, `-` and `.`.
pub(super) fn is_hostname(name: &str) -> bool {
    name.bytes().all(|byte| is_word(byte) || byte == b'-' || byte == b'.')
}

/// Returns whether Puppet reserves this name for its own types.
pub(super) fn is_reserved_type(name: &str) -> bool {
    matches!(
        name,
        "type"
            | "any"
            | "unit"
            | "scalar"
            | "boolean"
            | "numeric"
            | "integer"
            | "float"
            | "collection"
            | "array"
            | "hash"
            | "tuple"
            | "struct"
            | "variant"
            | "optional"
            | "enum"
            | "regexp"
            | "pattern"
            | "runtime"
            | "init"
            | "object"
            | "sensitive"
            | "semver"
            | "semverrange"
            | "string"
            | "timestamp"
            | "timespan"
            | "typeset"
    )
}
