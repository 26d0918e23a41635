//! Values as text in their two plain forms: Puppet source (the format `%p`) and what `"${x}"` gives.
//!
//! Formats with flags, widths and maps of types are the business of `format`.

use std::fmt::Write as _;

use super::float_text::write_float;
use super::{Hash, Iter, Object, ObjectAttribute, ObjectType, Result, Str, Type, Value, ValueError};
use pprepl_budget::{self as budget, Exhausted};

/// What means a sensitive value, everywhere.
pub const REDACTED: &str = "Sensitive [value redacted]";

/// Puppet source form (`%p`); `None` where the reference has none (times).
pub fn program_form(value: &Value) -> Option<String> {
    let mut text = String::new();
    write_program(value, &mut text, MAX_TEXT).then_some(text)
}

/// Puppet source that gives the value again; `None` where there is not one. It differs from [`program_form`] where the
/// reference's form cannot be read back: backslashes before a backslash, a quote or the end of a string, some regular
/// expressions, versions, times. Floats keep the reference's `e+20`, which the language does not read: `e20` is meant.
pub fn source_form(value: &Value) -> Option<String> {
    let mut text = String::new();
    write_form(value, &mut text, MAX_TEXT, Form::Source).then_some(text)
}

/// Which of the two forms is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The reference's (`%p`).
    Program,
    /// One that gives the value again.
    Source,
}

/// The source form, or where there is not one the text, cut after about `most` bytes.
pub fn display_start(value: &Value, most: usize) -> String {
    let mut text = String::new();
    let whole = write_form(value, &mut text, most, Form::Source);
    if !whole && text.len() <= most {
        text.clear();
        write_limited(value, &mut text, most);
    }
    cut(text, most)
}

/// How a value without a source form is shown: as text, or by what is in the way.
pub fn display_override(value: &Value) -> String {
    let mut text = String::new();
    if write_program(value, &mut text, MAX_TEXT) {
        return text;
    }
    if text.len() <= MAX_TEXT {
        text = interpolate(value);
    }
    match budget::reason() {
        Some(Exhausted::Canceled | Exhausted::Time(_) | Exhausted::Steps(_)) => {
            "(a value whose text was not waited for)"
        }
        Some(Exhausted::Memory(_) | Exhausted::Text(_)) => "(a value too long to be shown)",
        None if text.len() > MAX_TEXT => "(a value too long to be shown)",
        None => return text,
    }
    .to_owned()
}

/// Source form for messages, cut where it is long: where there is not one, the interpolated text.
pub fn display(value: &Value) -> String {
    let mut text = String::new();
    if !write_form(value, &mut text, MAX_IN_MESSAGE, Form::Program) && text.len() <= MAX_IN_MESSAGE {
        text.clear();
        write_limited(value, &mut text, MAX_IN_MESSAGE);
    }
    cut(text, MAX_IN_MESSAGE)
}

/// The whole source form: where there is not one, the interpolated text.
pub fn display_complete(value: &Value) -> String {
    program_form(value).unwrap_or_else(|| interpolate(value))
}

/// How many bytes of a value are in a message.
const MAX_IN_MESSAGE: usize = 500;

/// The beginning of a text that is longer than `most` bytes.
fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

/// Appends the source form; `false` where there is not one, or when `out` got longer than `most`.
fn write_program(value: &Value, out: &mut String, most: usize) -> bool {
    write_form(value, out, most, Form::Program)
}

fn write_form(value: &Value, out: &mut String, most: usize, form: Form) -> bool {
    if form == Form::Source
        && let Some(text) = own_form(value, most)
    {
        out.push_str(&text);
        return true;
    }
    match value {
        Value::Unset | Value::Undef => out.push_str("undef"),
        // Of a long string only what is shown is written.
        Value::Str(s) if most < MAX_TEXT => quote(&s.text[..s.text.floor_char_boundary(most + 1)], out),
        Value::Str(s) => quote(&s.text, out),
        Value::Array(array) => return write_items(array.items.iter(), out, most, form),
        Value::Hash(hash) => return write_entries(hash, out, most, form),
        Value::Iterator(iterator) if iterator_len(iterator) <= MAX_DISPLAYED => {
            return iterator_items(iterator).is_ok_and(|items| write_items(items.iter(), out, most, form));
        }
        Value::Sensitive(_) => {
            out.push_str("#<");
            out.push_str(REDACTED);
            out.push('>');
        }
        Value::Binary(bytes) => write_parts(out, ["Binary(\"", &base64_text(bytes), "\")"]),
        Value::SemVerRange(range) => out.push_str(&range.canonical()),
        Value::Uri(uri) => {
            out.push_str("URI(");
            quote(&uri.text, out);
            out.push(')');
        }
        Value::Object(object) => return write_object(object, out, most, form),
        Value::Callable(callable) => match &callable.name {
            Some(name) if is_collector(name) => quote(name, out),
            _ => return false,
        },
        Value::Timespan(_) | Value::Timestamp(_) => return false,
        _ => write_limited(value, out, most),
    }
    true
}

/// The form of a value that the reference's form does not return.
fn own_form(value: &Value, most: usize) -> Option<String> {
    match value {
        Value::Str(text) if most < MAX_TEXT && text.text.len() > most => None,
        Value::Str(text) if text.text.contains('\\') && !text.text.bytes().any(|byte| byte < 0x20) => {
            let mut quoted = String::with_capacity(text.text.len() + 4);
            quote_escaped(&text.text, &mut quoted);
            Some(quoted)
        }
        Value::Regexp(regexp) if !is_literal(&regexp.source) => {
            let mut text = "Regexp(".to_owned();
            write_form(&Value::str(&*regexp.source), &mut text, MAX_TEXT, Form::Source);
            Some(text + ")")
        }
        Value::SemVer(version) => Some(format!("SemVer('{version}')")),
        Value::SemVerRange(range) => Some(format!("SemVerRange('{}')", range.canonical())),
        Value::Timespan(nanos) => super::timespan::source(**nanos),
        Value::Timestamp(nanos) => super::timestamp::source(**nanos),
        _ => None,
    }
}

/// Does the pattern between slashes read back as it is? A literal's `\/` is a slash, and it ends on its line.
fn is_literal(source: &str) -> bool {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c.is_ascii_control() || (c == '\\' && matches!(chars.next(), None | Some('/' | '\n'))) {
            return false;
        }
    }
    true
}

/// Appends a string in single quotes, each backslash that could be taken for an escape doubled.
fn quote_escaped(text: &str, out: &mut String) {
    out.push('\'');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => out.push_str("\\'"),
            '\\' if matches!(chars.peek(), None | Some('\'' | '\\')) => out.push_str("\\\\"),
            c => out.push(c),
        }
    }
    out.push('\'');
}

/// A collector of the catalog is carried as a callable; its name is all that it shows.
fn is_collector(name: &str) -> bool {
    name.ends_with(']')
}

fn write_parts(out: &mut String, parts: [&str; 3]) {
    parts.into_iter().for_each(|part| out.push_str(part));
}

/// How many bytes a source form may have: a value that holds itself twice over, sixty levels deep, has no end of them.
const MAX_TEXT: usize = 64 << 20;

/// As [`write_form`], within the budget.
fn write_part(value: &Value, out: &mut String, most: usize, form: Form) -> bool {
    let before = out.len();
    write_form(value, out, most, form) && !budget::is_exhausted_after(1 + (out.len() - before) / BYTES_PER_POLL)
}

/// How many bytes of text are as long a step as a poll means.
const BYTES_PER_POLL: usize = 256;

fn write_items<'a>(items: impl Iterator<Item = &'a Value>, out: &mut String, most: usize, form: Form) -> bool {
    out.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if out.len() > most || !write_part(item, out, most, form) {
            return false;
        }
    }
    out.push(']');
    true
}

fn write_entries(hash: &Hash, out: &mut String, most: usize, form: Form) -> bool {
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if out.len() > most || !write_part(key, out, most, form) {
            return false;
        }
        out.push_str(" => ");
        if !write_part(value, out, most, form) {
            return false;
        }
    }
    out.push('}');
    true
}

/// `Name({'attribute' => value})`, without the attributes that have their default value.
fn write_object(object: &Object, out: &mut String, most: usize, form: Form) -> bool {
    out.push_str(object.class.name.as_deref().unwrap_or("Object"));
    out.push('(');
    let complete = write_entries(&init_hash(object), out, most, form);
    out.push(')');
    complete
}

/// The attributes of an object that differ from their defaults.
pub fn init_hash(object: &Object) -> Hash {
    all_attributes(&object.class)
        .into_iter()
        .zip(&object.attributes)
        .filter(|((_, attribute), value)| !attribute.constant && !attribute.derived && !is_default(attribute, value))
        .map(|((name, _), value)| (Value::str(name), value.clone()))
        .collect()
}

fn is_default(attribute: &ObjectAttribute, value: &Value) -> bool {
    attribute.value.as_ref().is_some_and(|default| super::compare::eql(default, value))
}

/// All attributes of an Object type, inherited ones first.
pub fn all_attributes(class: &ObjectType) -> Vec<(&str, &ObjectAttribute)> {
    let mut attributes = class.parent.as_deref().map_or_else(Vec::new, |parent| match parent {
        Type::Object(parent) => all_attributes(parent),
        Type::Alias(alias) => match alias.resolved.get().map(|ty| &**ty) {
            Some(Type::Object(parent)) => all_attributes(parent),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    });
    for (name, attribute) in &class.attributes {
        match attributes.iter_mut().find(|(other, _)| **other == **name) {
            Some(inherited) => inherited.1 = attribute,
            None => attributes.push((name, attribute)),
        }
    }
    attributes
}

/// The most elements that an iterator is spelled out to.
const MAX_ELEMENTS: u64 = 20_000_000;

/// The most elements of an iterator that are shown.
const MAX_DISPLAYED: u64 = 1_000_000;

/// How many elements an iterator gives.
pub fn iterator_len(iterator: &Iter) -> u64 {
    let (gap, step) = match &iterator.source {
        super::IterSource::Range { from, to, step } if *step > 0 => (i128::from(*to) - i128::from(*from), *step),
        super::IterSource::Range { from, to, step } => (i128::from(*from) - i128::from(*to), *step),
        super::IterSource::Items { items, from, step } => {
            let (from, len) = (*from as i128, items.items.len() as i128);
            let gap = if *step > 0 { len - 1 - from } else { from };
            (if from < len { gap } else { -1 }, *step)
        }
    };
    let count = if gap < 0 { 0 } else { gap / i128::from(step.unsigned_abs().max(1)) + 1 };
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The elements that an iterator gives, spelled out; an issue when there are too many for that, or for the memory.
pub fn iterator_items(iterator: &Iter) -> Result<Vec<Value>> {
    let count = iterator_len(iterator);
    if count > MAX_ELEMENTS {
        return Err(ValueError::runtime(format!("{count} elements are too many to make an array of")));
    }
    budget::charge(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(size_of::<Value>()))?;
    Ok(match &iterator.source {
        super::IterSource::Range { from, step, .. } => {
            (0..count as i64).map(|nth| Value::Int(from.wrapping_add(nth.wrapping_mul(*step)))).collect()
        }
        super::IterSource::Items { items, from, step } => {
            let place = |nth| usize::try_from(*from as i64 + nth * step).ok();
            (0..count as i64).filter_map(|nth| items.items.get(place(nth)?).cloned()).collect()
        }
    })
}

/// What `"${x}"` gives.
pub fn interpolate(value: &Value) -> String {
    let mut text = String::new();
    write_interpolated(value, &mut text);
    text
}

/// Appends what `"${x}"` gives. The budget is exhausted when it gets longer than any string may be.
#[inline]
pub fn write_interpolated(value: &Value, out: &mut String) {
    match value {
        Value::Str(s) => out.push_str(&s.text),
        Value::Int(i) => write_integer(*i, out),
        _ => write_limited(value, out, usize::MAX),
    }
}

/// The most bytes that a string may have.
pub const LONGEST_TEXT: usize = 256 << 20;

/// Returns whether a text must end here, that has got longer by a part which began at `from`.
pub fn must_end(out: &str, from: usize) -> bool {
    if out.len() > LONGEST_TEXT {
        budget::exceed_text_limit(LONGEST_TEXT as u64);
        return true;
    }
    budget::is_exhausted_after(1 + (out.len() - from) / BYTES_PER_POLL)
}

/// `000001002..999`: integers are written three digits at a time.
const DIGITS: &str = match std::str::from_utf8(&ALL_DIGITS) {
    Ok(digits) => digits,
    Err(_) => "",
};

const ALL_DIGITS: [u8; 3000] = {
    let mut digits = [b'0'; 3000];
    let mut number = 0;
    while number < 1000 {
        digits[number * 3] += (number / 100) as u8;
        digits[number * 3 + 1] += (number / 10 % 10) as u8;
        digits[number * 3 + 2] += (number % 10) as u8;
        number += 1;
    }
    digits
};

/// Writes an integer in decimal digits.
pub fn write_integer(integer: i64, out: &mut String) {
    if integer < 0 {
        out.push('-');
    }
    write_digits(integer.unsigned_abs(), out);
}

fn write_digits(number: u64, out: &mut String) {
    if number >= 1000 {
        write_digits(number / 1000, out);
    }
    let at = (number % 1000) as usize * 3;
    match number {
        100.. => out.push_str(&DIGITS[at..at + 3]),
        10.. => out.push_str(&DIGITS[at + 1..at + 3]),
        _ => out.push_str(&DIGITS[at + 2..at + 3]),
    }
}

/// Appends what `"${x}"` gives; ends soon after `most` bytes.
fn write_limited(value: &Value, out: &mut String, most: usize) {
    // Writing to a String cannot fail.
    let _ = match value {
        Value::Unset | Value::Undef => Ok(()),
        Value::Default => write!(out, "default"),
        Value::Bool(b) => write!(out, "{}", b.get()),
        Value::Float(f) => {
            write_float(f.get(), out);
            Ok(())
        }
        // The digits of a long integer take longer than a message is worth.
        Value::Big(b) if b.bits() / 4 > most as u64 => write!(out, "(an Integer of {} bits)", b.bits()),
        Value::Big(b) => {
            out.push_str(&super::big::decimal(b));
            Ok(())
        }
        Value::Regexp(r) => write!(out, "{}", regexp_text(&r.source)),
        Value::Array(array) => {
            write_joined(out, most, ['[', ']'], array.items.iter(), |item, out| write_limited(item, out, most));
            Ok(())
        }
        Value::Hash(hash) => {
            write_joined(out, most, ['{', '}'], hash.iter(), |(key, value), out| {
                write_limited(key, out, most);
                out.push_str(" => ");
                write_limited(value, out, most);
            });
            Ok(())
        }
        Value::Type(ty) => write!(out, "{ty}"),
        Value::Sensitive(_) => write!(out, "{REDACTED}"),
        Value::Binary(bytes) => write!(out, "{}", base64_text(bytes)),
        Value::SemVer(version) => write!(out, "{version}"),
        Value::SemVerRange(range) => write!(out, "{}", range.text),
        Value::Timespan(nanos) => write!(out, "{}", super::timespan::text(**nanos)),
        Value::Timestamp(nanos) => write!(out, "{}", super::timestamp::text(**nanos)),
        Value::Uri(uri) => write!(out, "{}", uri.text),
        Value::Object(object) => {
            write_object(object, out, most.min(MAX_TEXT), Form::Program);
            Ok(())
        }
        Value::Iterator(iterator) => write!(out, "Iterator[{}]-Value", super::generalize(&iterator.element)),
        Value::Callable(callable) => match &callable.name {
            Some(name) if is_collector(name) => write!(out, "{name}"),
            Some(name) => write!(out, "&{name}"),
            None => write!(out, "{}", callable.signature),
        },
        Value::Str(s) => {
            out.push_str(&s.text[..s.text.floor_char_boundary(most.saturating_add(1))]);
            Ok(())
        }
        Value::Int(i) => {
            write_integer(*i, out);
            Ok(())
        }
    };
}

fn write_joined<T>(
    out: &mut String,
    most: usize,
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    // Both the key and the value of an entry may come here once the text must end.
    if out.len() > most || must_end(out, out.len()) {
        return;
    }
    out.push(open);
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        let from = out.len();
        write(item, out);
        if out.len() > most || must_end(out, from) {
            return;
        }
    }
    out.push(close);
}

/// Base 64 without line ends.
pub(crate) fn base64_text(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// A pattern between slashes, as Ruby shows it: slashes escaped, unprintable characters in hexadecimal.
pub fn regexp_text(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            '\t' | '\n' | '\x0b' | '\x0c' | '\r' => out.push(c),
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('/');
    out
}

/// Appends a string in quotes: single ones where that is possible.
pub fn quote(text: &str, out: &mut String) {
    if text.bytes().any(|byte| byte < 0x20) {
        quote_double(text, out);
    } else {
        quote_single(text, out);
    }
}

/// A backslash stays as it is unless the quote that follows, or the end, would make it an escape.
fn quote_single(text: &str, out: &mut String) {
    out.push('\'');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'\'' | b'\\')) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        // A backslash takes the character after it along as it is.
        let length = match special.strip_prefix('\\') {
            Some(behind) => 1 + behind.chars().next().map_or(0, char::len_utf8),
            None => {
                out.push('\\');
                1
            }
        };
        out.push_str(&special[..length]);
        rest = &special[length..];
    }
    out.push_str(rest);
    out.push('\'');
}

/// Appends a string in double quotes.
pub fn quote_double(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

impl Str {
    /// How many characters.
    pub fn char_count(&self) -> usize {
        if self.text.is_ascii() { self.text.len() } else { self.text.chars().count() }
    }
}
