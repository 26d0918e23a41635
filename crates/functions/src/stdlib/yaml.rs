//! Formats values as YAML as Psych does, except that long lines are not folded.

use std::fmt::Write as _;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_pcore::{Hash, Regexp, Value, float_text};

use super::super::ruby;

/// Formats a value as a YAML document, indented two columns a level. Ends early when the budget is exhausted: callers
/// poll.
pub(crate) fn yaml(value: &Value) -> String {
    yaml_indented(value, 2)
}

/// Formats a value as a YAML document, indented `step` columns a level (2 to 9, the bounds of libyaml; else 2).
pub(super) fn yaml_indented(value: &Value, step: i64) -> String {
    let step = usize::try_from(step).ok().filter(|step| (2..10).contains(step)).unwrap_or(2);
    let mut writer = Writer { step, out: String::from("---") };
    writer.node(value, 0, Place::Top);
    writer.out
}

/// The context of a value.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Entry,
    Element,
}

/// The output so far, and the columns of a level.
struct Writer {
    step: usize,
    out: String,
}

impl Writer {
    /// Writes a value after `---`, `key:` or `-`, and the line end after it.
    fn node(&mut self, value: &Value, depth: usize, place: Place) {
        match value {
            Value::Array(list) if list.items.is_empty() => self.out.push_str(" []\n"),
            Value::Hash(hash) if hash.is_empty() => self.out.push_str(" {}\n"),
            Value::Array(list) => self.sequence(&list.items, depth, place),
            Value::Hash(hash) => self.mapping(hash, depth, place),
            Value::Undef | Value::Unset => self.out.push('\n'),
            single => {
                self.out.push(' ');
                self.out.push_str(&scalar(single, depth.max(1) * self.step));
                self.out.push('\n');
            }
        }
    }

    /// Writes the indentation before an item. The first item of a nested list is on the line of the outer list.
    fn margin(&mut self, first: bool, depth: usize, place: Place) {
        let columns = match (first, place) {
            (true, Place::Element) => self.step - 1,
            _ => depth * self.step,
        };
        self.out.extend(std::iter::repeat_n(' ', columns));
    }

    fn sequence(&mut self, items: &[Value], depth: usize, place: Place) {
        if place != Place::Element {
            self.out.push('\n');
        }
        // A list in a hash entry is not indented.
        let depth = if place == Place::Entry { depth.saturating_sub(1) } else { depth };
        for (at, item) in items.iter().enumerate() {
            if budget::is_exhausted() {
                return;
            }
            self.margin(at == 0, depth, place);
            self.out.push('-');
            self.node(item, depth + 1, Place::Element);
        }
    }

    fn mapping(&mut self, hash: &Hash, depth: usize, place: Place) {
        if place != Place::Element {
            self.out.push('\n');
        }
        for (at, (key, value)) in hash.iter().enumerate() {
            if budget::is_exhausted() {
                return;
            }
            self.margin(at == 0, depth, place);
            match simple_key(key, depth.max(1) * self.step) {
                Some(key) => {
                    let _ = write!(self.out, "{key}:");
                    self.node(value, depth + 1, Place::Entry);
                }
                None => self.complex_entry(key, value, depth),
            }
        }
    }

    /// Writes a key of several lines: `? key`, and `: value` below it.
    fn complex_entry(&mut self, key: &Value, value: &Value, depth: usize) {
        self.out.push('?');
        self.node(key, depth + 1, Place::Element);
        self.out.extend(std::iter::repeat_n(' ', depth * self.step));
        self.out.push(':');
        self.node(value, depth + 1, Place::Element);
    }
}

/// Formats a key before `:`; `None` when it takes several lines.
fn simple_key(key: &Value, margin: usize) -> Option<String> {
    match key {
        Value::Array(list) if list.items.is_empty() => Some("[]".to_owned()),
        Value::Hash(hash) if hash.is_empty() => Some("{}".to_owned()),
        Value::Array(_) | Value::Hash(_) => None,
        single => Some(scalar(single, margin)).filter(|key| !key.contains('\n')),
    }
}

/// Formats a single value; its further lines are indented by `margin` columns.
fn scalar(value: &Value, margin: usize) -> String {
    match value {
        Value::Undef | Value::Unset => "! ''".to_owned(),
        Value::Float(float) => float_text(float.get()),
        Value::Str(text) => text_of(&text.text, margin),
        Value::Default => ":default".to_owned(),
        Value::Regexp(pattern) => format!("!ruby/regexp {}", puppet_pcore::print::inspected_regexp(&pattern.source)),
        other => ruby::to_s(other),
    }
}

fn text_of(text: &str, margin: usize) -> String {
    let body = text.strip_suffix("\n\n").or(text.strip_suffix('\n')).unwrap_or(text);
    if body.contains('\n') {
        return literal(text, margin);
    }
    if text.ends_with("\n\n") || text.ends_with(" \n") {
        // Other quotes would lose the space at the end of a line.
        return double(text);
    }
    if text == "<<" {
        // Without the tag it is a merge key, even in quotes.
        return "!!str '<<'".to_owned();
    }
    if matches!(text, "y" | "Y" | "n" | "N") || starts_odd(text) || needs_escapes(text) {
        return double(text);
    }
    if let Some(line) = text.strip_suffix('\n').filter(|line| !line.is_empty()) {
        // A line end inside quotes is written as an empty line.
        return format!("'{}\n\n{}'", line.replace('\'', "''"), " ".repeat(margin));
    }
    if text.is_empty() || is_other(text) || !plain_allowed(text) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    text.to_owned()
}

/// Returns whether Psych uses double quotes: special characters at the start (including a line end), and no double
/// quote after them.
fn starts_odd(text: &str) -> bool {
    if text == "\n" {
        return true;
    }
    let line = text.strip_suffix('\n').unwrap_or(text);
    let mut letters = line.chars();
    letters.next().is_some_and(|first| !(first.is_alphanumeric() || first == '_')) && !letters.as_str().contains('"')
}

/// Returns whether a letter is not printable to Psych, whose library knows the letters of 16 bits.
fn needs_escapes(text: &str) -> bool {
    let escaped = |letter: char| letter.is_control() || matches!(letter, '\u{feff}' | '\u{10000}'..);
    text.strip_suffix('\n').unwrap_or(text).chars().any(escaped)
}

/// Returns whether a reader would parse the string as another value: a number, a Boolean, a date or null.
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
    thread_local! {
        static PATTERNS: [Rc<Regexp>; FORMS.len()] = FORMS.map(Regexp::new);
    }
    PATTERNS.with(|patterns| patterns.iter().any(|pattern| pattern.is_match(text).unwrap_or(false)))
}

/// Returns whether the string may be written without quotes.
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
            '\u{85}' => out.push_str("\\N"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            '\u{feff}' => out.push_str("\\uFEFF"),
            '\u{10000}'.. => {
                let _ = write!(out, "\\U{:08X}", u32::from(letter));
            }
            letter if letter.is_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(letter));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Formats lines unchanged, indented one level further.
fn literal(text: &str, margin: usize) -> String {
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
            out.extend(std::iter::repeat_n(' ', margin));
            out.push_str(line);
        }
    }
    out
}
