//! Values as text in their two plain forms: Puppet source (the format `%p`) and the result of `"${x}"`.
//!
//! `format` handles formats with flags, widths and maps of types.

use pprepl_text::Topic;
use std::fmt::Write as _;

pub use super::decimal::write_integer;
use super::float_text::write_float;
use super::regexp::regexp_text;
use super::timespan;
use super::{Hash, Iter, Object, ObjectAttribute, ObjectType, Result, Str, Type, Value, ValueError};
use pprepl_budget::{self as budget, Exhausted};

/// The text shown for every Sensitive value.
pub const REDACTED: &str = "Sensitive [value redacted]";

/// Returns the Puppet source form (`%p`); `None` where the reference has none (times).
pub fn program_form(value: &Value) -> Option<String> {
    let mut text = String::new();
    write_program(value, &mut text, MAX_TEXT).then_some(text)
}

/// Returns Puppet source that evaluates to the value; `None` where no such source exists. It differs from
/// [`program_form`] where the reference's form does not parse back: backslashes before a backslash, a quote
/// or the end of a string, some regular expressions, versions, times. Floats keep the reference's `e+20`,
/// which the language does not parse: it should be `e20`.
pub fn source_form(value: &Value) -> Option<String> {
    let mut text = String::new();
    write_form(value, &mut text, MAX_TEXT, Form::Source).then_some(text)
}

/// The source form to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The reference's form (`%p`).
    Program,
    /// A form that evaluates to the value.
    Source,
}

/// Returns the source form, or the text of a value without one, cut after about `most` bytes.
pub fn display_start(value: &Value, most: usize) -> String {
    let mut text = String::new();
    let whole = write_form(value, &mut text, most, Form::Source);
    if !whole && text.len() <= most {
        text.clear();
        write_limited(value, &mut text, most);
    }
    cut(text, most)
}

/// Formats a value without a source form: as text, or by the part that has no source form.
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

/// Returns the source form for messages, cut where it is long; for a value without one, the interpolated
/// text.
pub fn display(value: &Value) -> String {
    let mut text = String::new();
    if !write_form(value, &mut text, MAX_IN_MESSAGE, Form::Program) && text.len() <= MAX_IN_MESSAGE {
        text.clear();
        write_limited(value, &mut text, MAX_IN_MESSAGE);
    }
    cut(text, MAX_IN_MESSAGE)
}

/// Returns the whole source form; for a value without one, the interpolated text.
pub fn display_complete(value: &Value) -> String {
    program_form(value).unwrap_or_else(|| interpolate(value))
}

/// The maximum number of bytes of a value in a message.
const MAX_IN_MESSAGE: usize = 500;

/// Returns the beginning of a string that is longer than `most` bytes.
fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

/// Appends the source form; returns `false` for a value without one, or when `out` exceeds `most`.
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
        // Only the shown part of a long string is written.
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

/// Returns the form of a value whose reference form does not evaluate to the value.
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
        Value::Timespan(nanos) => timespan_source(**nanos),
        Value::Timestamp(nanos) => super::timestamp::source(**nanos),
        _ => None,
    }
}

/// Returns whether the pattern between slashes parses back unchanged. A literal's `\/` is a slash, and it
/// ends on its line.
fn is_literal(source: &str) -> bool {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c.is_ascii_control() || (c == '\\' && matches!(chars.next(), None | Some('/' | '\n'))) {
            return false;
        }
    }
    true
}

/// Appends a string in single quotes; doubles each backslash that could start an escape.
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

/// Returns whether the name is a collector's. A collector of the catalog is a callable that shows only its
/// name.
fn is_collector(name: &str) -> bool {
    name.ends_with(']')
}

fn write_parts(out: &mut String, parts: [&str; 3]) {
    parts.into_iter().for_each(|part| out.push_str(part));
}

/// The maximum length of a source form in bytes: a value that contains itself twice, sixty levels deep,
/// expands to 2^60 parts.
const MAX_TEXT: usize = 64 << 20;

/// Works like [`write_form`], within the budget.
fn write_part(value: &Value, out: &mut String, most: usize, form: Form) -> bool {
    let before = out.len();
    write_form(value, out, most, form) && !budget::is_exhausted_after(1 + (out.len() - before) / BYTES_PER_POLL)
}

/// The number of bytes of text that count as one step of the budget.
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

/// Writes `Name({'attribute' => value})`, without the attributes that have their default value.
fn write_object(object: &Object, out: &mut String, most: usize, form: Form) -> bool {
    if let Some((_, text)) = object.as_host() {
        out.push_str(&text[..text.floor_char_boundary(most)]);
        return text.len() <= most;
    }
    out.push_str(object.class.name.as_deref().unwrap_or("Object"));
    out.push('(');
    let complete = write_entries(&init_hash(object), out, most, form);
    out.push(')');
    complete
}

/// Returns the attributes of an object that differ from their defaults; none of one with an identity, which no arguments
/// make again.
pub fn init_hash(object: &Object) -> Hash {
    if object.class.has_identity() {
        return Hash::new();
    }
    all_attributes(&object.class)
        .into_iter()
        .zip(&object.attributes)
        .filter(|((_, attribute), value)| !attribute.constant && !attribute.derived && !is_default(attribute, value))
        .map(|((name, _), value)| (Value::str(name), value.clone()))
        .collect()
}

fn is_default(attribute: &ObjectAttribute, value: &Value) -> bool {
    attribute.value.as_ref().is_some_and(|default| default.eql(value))
}

/// Returns all attributes of an Object type, inherited ones first.
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

/// The maximum number of elements that an iterator is expanded to.
const MAX_ELEMENTS: u64 = 20_000_000;

/// The maximum number of elements of an iterator that are shown.
const MAX_DISPLAYED: u64 = 1_000_000;

/// Returns the number of elements of an iterator.
pub fn iterator_len(iterator: &Iter) -> u64 {
    let (gap, step) = match &iterator.source {
        super::IterSource::Range { from, to, step } if *step > 0 => (i128::from(*to) - i128::from(*from), *step),
        super::IterSource::Range { from, to, step } => (i128::from(*from) - i128::from(*to), *step),
        super::IterSource::Items { items, from, step } => {
            let (from, len) = (*from as i128, items.items.len() as i128);
            let gap = if *step > 0 { len - 1 - from } else { from };
            (if from < len { gap } else { -1 }, *step)
        }
        super::IterSource::Pairs(hash) => (hash.len() as i128 - 1, 1),
    };
    let count = if gap < 0 { 0 } else { gap / i128::from(step.unsigned_abs().max(1)) + 1 };
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Returns the elements of an iterator as a list; fails when they exceed the limit or the memory.
pub fn iterator_items(iterator: &Iter) -> Result<Vec<Value>> {
    let count = iterator_len(iterator);
    if count > MAX_ELEMENTS {
        return Err(ValueError::new(Topic::MemoryLimit, format!("{count} elements are too many to make an array of")));
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
        super::IterSource::Pairs(hash) => {
            hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()
        }
    })
}

/// Returns the text of `"${x}"`.
pub fn interpolate(value: &Value) -> String {
    let mut text = String::new();
    write_interpolated(value, &mut text);
    text
}

/// Appends the text of `"${x}"`. Exhausts the budget when it exceeds the length limit of strings.
#[inline]
pub fn write_interpolated(value: &Value, out: &mut String) {
    match value {
        Value::Str(s) => out.push_str(&s.text),
        Value::Int(i) => write_integer(*i, out),
        _ => write_limited(value, out, usize::MAX),
    }
}

/// The maximum length of a string in bytes.
pub const LONGEST_TEXT: usize = 256 << 20;

/// Returns whether `out` exceeds its limit or the budget, after a part that began at `from` was added.
pub fn must_end(out: &str, from: usize) -> bool {
    if out.len() > LONGEST_TEXT {
        budget::exceed_text_limit(LONGEST_TEXT as u64);
        return true;
    }
    budget::is_exhausted_after(1 + (out.len() - from) / BYTES_PER_POLL)
}

/// Appends the text of `"${x}"`; stops soon after `most` bytes.
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
        // Converting a long integer to digits would take too much time for a message.
        Value::Big(b) if b.bits() / 4 > most as u64 => write!(out, "(an Integer of {} bits)", b.bits()),
        Value::Big(b) => {
            out.push_str(&super::decimal::decimal(b));
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
    // Both the key and the value of an entry may reach this point after the limit.
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

/// Encodes in base 64 without line ends.
pub(crate) fn base64_text(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// Appends a string in quotes: single quotes where that is possible.
pub fn quote(text: &str, out: &mut String) {
    if text.bytes().any(|byte| byte < 0x20) {
        quote_double(text, out);
    } else {
        quote_single(text, out);
    }
}

/// Appends a string in single quotes. A backslash is unchanged, unless a following quote or the end would
/// make it an escape.
fn quote_single(text: &str, out: &mut String) {
    out.push('\'');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'\'' | b'\\')) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        // A backslash and the next character are written unchanged.
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
    /// Returns the number of characters.
    pub fn char_count(&self) -> usize {
        if self.text.is_ascii() { self.text.len() } else { self.text.chars().count() }
    }
}

/// Returns Puppet source that creates the span: from its text where that parses back, otherwise from its
/// fields.
fn timespan_source(nanos: i128) -> Option<String> {
    let text = timespan::text(nanos);
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if timespan::parse(text).is_ok_and(|again| again == nanos) {
        return Some(format!("Timespan('{text}')"));
    }
    let fields = program_form(&Value::hash(timespan::to_hash(nanos, false)))?;
    Some(format!("Timespan({fields})"))
}
