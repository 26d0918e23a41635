//! Values as YAML in the form of Psych, but for long lines, which are not folded here.

use std::fmt::Write as _;

use crate::pcore::{Hash, Regexp, Value, float_text};

use super::super::ruby;

/// The value as a YAML document.
pub(crate) fn yaml(value: &Value) -> String {
    let mut out = String::from("---");
    node(value, 0, Place::Top, &mut out);
    out
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Entry,
    Element,
}

/// Writes a value after `---`, `key:` or `-`, with the line end after it.
fn node(value: &Value, depth: usize, place: Place, out: &mut String) {
    match value {
        Value::Array(list) if list.items.is_empty() => out.push_str(" []\n"),
        Value::Hash(hash) if hash.is_empty() => out.push_str(" {}\n"),
        Value::Array(list) => sequence(&list.items, depth, place, out),
        Value::Hash(hash) => mapping(hash, depth, place, out),
        Value::Undef | Value::Unset => out.push('\n'),
        single => {
            out.push(' ');
            out.push_str(&scalar(single, depth));
            out.push('\n');
        }
    }
}

fn sequence(items: &[Value], depth: usize, place: Place, out: &mut String) {
    // A list within an entry is not indented; one within a list starts on its line.
    let mut inline = place == Place::Element;
    if !inline {
        out.push('\n');
    }
    let depth = if place == Place::Entry { depth.saturating_sub(1) } else { depth };
    for item in items {
        if inline {
            out.push(' ');
            inline = false;
        } else {
            (0..depth).for_each(|_| out.push_str("  "));
        }
        out.push('-');
        node(item, depth + 1, Place::Element, out);
    }
}

fn mapping(hash: &Hash, depth: usize, place: Place, out: &mut String) {
    let mut inline = place == Place::Element;
    if !inline {
        out.push('\n');
    }
    for (key, value) in hash.iter() {
        if inline {
            out.push(' ');
            inline = false;
        } else {
            (0..depth).for_each(|_| out.push_str("  "));
        }
        let _ = write!(out, "{}:", scalar(key, depth));
        node(value, depth + 1, Place::Entry, out);
    }
}

fn scalar(value: &Value, depth: usize) -> String {
    match value {
        Value::Undef | Value::Unset => "''".to_owned(),
        Value::Float(float) => float_text(float.get()),
        Value::Str(text) => text_of(&text.text, depth),
        Value::Default => ":default".to_owned(),
        Value::Regexp(pattern) => format!("!ruby/regexp {}", crate::pcore::print::regexp_text(&pattern.source)),
        other => ruby::to_s(other),
    }
}

fn text_of(text: &str, depth: usize) -> String {
    let inner_lines = text.strip_suffix('\n').unwrap_or(text).contains('\n');
    if inner_lines {
        return literal(text, depth);
    }
    if matches!(text, "y" | "Y" | "n" | "N") || starts_odd(text) || needs_escapes(text) {
        return double(text);
    }
    if let Some(line) = text.strip_suffix('\n').filter(|line| !line.is_empty()) {
        // A line end within quotes takes an empty line.
        return format!("'{}\n\n{}'", line.replace('\'', "''"), "  ".repeat(depth.max(1)));
    }
    if text.is_empty() || is_other(text) || !plain_allowed(text) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    text.to_owned()
}

/// Psych's rule for double quotes: a sign at the start, and no double quote after it.
fn starts_odd(text: &str) -> bool {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let mut letters = line.chars();
    letters.next().is_some_and(|first| !(first.is_alphanumeric() || first == '_')) && !letters.as_str().contains('"')
}

fn needs_escapes(text: &str) -> bool {
    text.strip_suffix('\n').unwrap_or(text).chars().any(|letter| letter.is_control() || letter == '\u{feff}')
}

/// Would a reader take the text for something else: a number, a truth, a date, nothing?
fn is_other(text: &str) -> bool {
    const FORMS: [&str; 7] = [
        r"(?i)\A(null|~|yes|no|true|false|on|off)\z",
        r"\A[-+]?(0|[1-9][0-9_,]*)\z",
        r"\A[-+]?0[0-7_,]+\z|\A[-+]?0x[0-9a-fA-F_,]+\z|\A[-+]?0b[01_,]+\z",
        r"\A[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?\z|\A0[0-7]*\.[0-9]",
        r"(?i)\A[-+]?\.inf\z|\A\.nan\z",
        r"\A\d{4}-\d{1,2}-\d{1,2}(([Tt]|\s+)\d{1,2}:\d\d:\d\d(\.\d*)?\s*(Z|[-+]\d{1,2}:?(\d\d)?)?)?\z",
        r"\A:.|\A[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?\z",
    ];
    FORMS.iter().any(|form| Regexp::new(*form).is_match(text).unwrap_or(false))
}

/// May the text stand without quotes?
fn plain_allowed(text: &str) -> bool {
    let first = text.chars().next().unwrap_or(' ');
    let indicator = "-?:,[]{}#&*!|>'\"%@`".contains(first);
    let lone = matches!(first, '-' | '?' | ':') && text.chars().nth(1).is_some_and(|next| next != ' ');
    (!indicator || lone)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.starts_with(' ')
        && !text.ends_with([' ', '\n'])
        && !text.starts_with("---")
        && !text.starts_with("...")
}

fn double(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            letter if letter.is_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(letter));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Lines as they are, one level further in.
fn literal(text: &str, depth: usize) -> String {
    let keep = if !text.ends_with('\n') {
        "-"
    } else if text.ends_with("\n\n") {
        "+"
    } else {
        ""
    };
    let indent = if text.starts_with([' ', '\n']) { "2" } else { "" };
    let mut out = format!("|{indent}{keep}");
    let body = text.strip_suffix('\n').unwrap_or(text);
    for line in body.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            (0..depth.max(1)).for_each(|_| out.push_str("  "));
            out.push_str(line);
        }
    }
    out
}
