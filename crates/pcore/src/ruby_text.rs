//! Values as Ruby itself prints them (`to_s` and `inspect`): the results of `%s` and `%p` of `sprintf`. The
//! text of a value that is shared many times ends early when the budget is exhausted: callers poll before
//! they use it.

use std::fmt::Write as _;

use super::print::{REDACTED, must_end, write_interpolated};
use super::regexp::{inspected_regexp, pattern_with_options};
use super::{Hash, Type, Value, capitalized};

/// Returns Ruby's `to_s`.
pub fn ruby_to_s(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Array(_) | Value::Hash(_) => write_inspect(value, &mut out),
        Value::Regexp(pattern) => out.push_str(&pattern_with_options(&pattern.source)),
        _ => write_interpolated(value, &mut out),
    }
    out
}

/// Returns the `to_s` of an argument of a legacy function, which receives resources in place of references.
pub fn argument_to_s(value: &Value) -> String {
    match value {
        Value::Type(ty) if is_resource(ty) => {
            let mut out = String::new();
            write_resource(ty, false, &mut out);
            out
        }
        _ => ruby_to_s(value),
    }
}

/// Returns whether the type is a reference to a resource or a class, which the function receives as the
/// resource itself.
fn is_resource(ty: &Type) -> bool {
    matches!(ty, Type::Resource { type_name: Some(_), .. } | Type::Class(Some(_)))
}

/// Returns the name of a Ruby symbol, which is a value of ERB templates.
pub fn symbol(ty: &Type) -> Option<&str> {
    match ty {
        Type::Runtime { runtime: Some(runtime), name: Some(name) } if &**runtime == "symbol" => name.as_str(),
        _ => None,
    }
}

/// Returns whether Ruby writes the symbol without quotes.
fn is_plain_symbol(name: &str) -> bool {
    let word = name.trim_end_matches(['?', '!']);
    matches!(name, "+" | "-" | "*" | "/")
        || !word.is_empty()
            && !word.starts_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Writes a resource like Ruby, with its parameters (only the name) when it is inspected.
fn write_resource(ty: &Type, inspected: bool, out: &mut String) {
    let (kind, title) = match ty {
        Type::Resource { type_name: Some(name), title } => {
            (capitalized(name), title.as_deref().unwrap_or_default().to_owned())
        }
        Type::Class(Some(name)) => ("Class".to_owned(), capitalized(name)),
        _ => return,
    };
    let _ = write!(out, "{kind}[{title}]");
    if inspected {
        let name = match &*kind {
            "File" => "path",
            "Exec" => "command",
            _ => "name",
        };
        let _ = write!(out, "{{:{name}=>");
        write_string(&title, out);
        out.push('}');
    }
}

/// Returns the class of the URI objects of a scheme.
fn uri_class(text: &str) -> &'static str {
    match text.split(':').next().unwrap_or_default() {
        "http" => "HTTP",
        "https" => "HTTPS",
        "ftp" => "FTP",
        "file" => "File",
        "ldap" => "LDAP",
        "ldaps" => "LDAPS",
        "mailto" => "MailTo",
        "ws" => "WS",
        "wss" => "WSS",
        _ => "Generic",
    }
}

/// Returns Ruby's `inspect`.
pub fn ruby_inspect(value: &Value) -> String {
    let mut out = String::new();
    write_inspect(value, &mut out);
    out
}

fn write_inspect(value: &Value, out: &mut String) {
    match value {
        Value::Undef | Value::Unset => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::Str(text) => write_string(&text.text, out),
        Value::Array(array) => write_list(&array.items, out),
        Value::Hash(hash) => write_hash(hash, out),
        Value::SemVerRange(range) => out.push_str(&range.canonical()),
        Value::Regexp(pattern) => out.push_str(&inspected_regexp(&pattern.source)),
        Value::Sensitive(_) => {
            let _ = write!(out, "#<{REDACTED}>");
        }
        Value::Type(ty) if is_resource(ty) => write_resource(ty, true, out),
        Value::Type(ty) if symbol(ty).is_some() => {
            let name = symbol(ty).unwrap_or_default();
            out.push(':');
            match is_plain_symbol(name) {
                true => out.push_str(name),
                false => write_string(name, out),
            }
        }
        Value::Uri(uri) => {
            let _ = write!(out, "#<URI::{} {}>", uri_class(&uri.text), uri.text);
        }
        _ => write_interpolated(value, out),
    }
}

fn write_list(items: &[Value], out: &mut String) {
    if must_end(out, out.len()) {
        return;
    }
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        let from = out.len();
        write_inspect(item, out);
        if must_end(out, from) {
            return;
        }
    }
    out.push(']');
}

fn write_hash(hash: &Hash, out: &mut String) {
    // Both the key and the value of an entry may reach this point after the limit.
    if must_end(out, out.len()) {
        return;
    }
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        let from = out.len();
        write_inspect(key, out);
        out.push_str("=>");
        write_inspect(value, out);
        if must_end(out, from) {
            return;
        }
    }
    out.push('}');
}

/// Returns whether Ruby escapes the character: controls without U+0085, the separators of lines and paragraphs, and
/// Unicode's noncharacters.
fn is_unprintable(c: char) -> bool {
    match c {
        '\u{85}' => false,
        '\u{2028}' | '\u{2029}' | '\u{FDD0}'..='\u{FDEF}' => true,
        c => c.is_control() || u32::from(c) & 0xFFFE == 0xFFFE,
    }
}

/// Writes a string in Ruby's double quotes.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            '\x7f' => out.push_str("\\x7F"),
            c if is_unprintable(c) => {
                let _ = match u32::from(c) {
                    code @ ..=0xFFFF => write!(out, "\\u{code:04X}"),
                    code => write!(out, "\\u{{{code:X}}}"),
                };
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
