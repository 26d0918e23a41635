//! `String(value, formats)`: values as text by formats per type, the reference's string converter.
//!
//! A format is `%`, flags, width, precision and a letter; containers also have delimiters among the flags,
//! separators, and formats for their elements. Types print on one line even where objects are indented, as in
//! the reference.

use pprepl_text::Topic;
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::format_spec::{Format, FormatMap};
use super::format_value as value_text;
use super::operators::kind;
use super::print::LONGEST_TEXT;
use super::{Hash, Result, Ty, Type, Value, ValueError};
use pprepl_budget::{self as budget, Exhausted};

impl Format {
    /// Returns this format, with unset parts taken from the lower one.
    fn over(&self, lower: &Format) -> Format {
        let mut merged = self.clone();
        merged.separator = self.separator.clone().or_else(|| lower.separator.clone());
        merged.separator2 = self.separator2.clone().or_else(|| lower.separator2.clone());
        merged.elements = match (&lower.elements, &self.elements) {
            (Some(lower), Some(higher)) => Some(merge(lower, higher)),
            (lower, higher) => higher.clone().or_else(|| lower.clone()),
        };
        merged
    }
}

fn any() -> Ty {
    Ty::new(Type::Any)
}

fn any_array() -> Ty {
    Ty::new(Type::Array(any(), None))
}

fn any_hash() -> Ty {
    Ty::new(Type::Hash(any(), any(), None))
}

/// Returns the default formats of elements of containers.
fn element_formats() -> FormatMap {
    vec![(any(), Format::plain('p'))]
}

fn container(letter: char, separator: &str, separator2: &str) -> Format {
    Format {
        separator: Some(separator.to_owned()),
        separator2: Some(separator2.to_owned()),
        elements: Some(element_formats()),
        ..Format::plain(letter)
    }
}

fn default_formats() -> FormatMap {
    vec![
        (Ty::new(Type::AnyObject), Format::plain('p')),
        (Ty::new(Type::Float(Default::default())), Format::plain('f')),
        (Ty::new(Type::Numeric), Format::plain('d')),
        (any_array(), container('a', ", ", ", ")),
        (any_hash(), container('h', ", ", " => ")),
        (Ty::new(Type::Binary), Format::plain('B')),
        (any(), Format::plain('s')),
    ]
}

/// Converts a value to text, by the default formats or by the second argument of `String(..)`.
pub fn format_value(value: &Value, formats: Option<&Value>) -> Result<String> {
    let map = match formats {
        None | Some(Value::Default) => return complete(default_text(value)?),
        Some(Value::Str(format)) => merge(&default_formats(), &single(value, Format::parse(&format.text)?)),
        Some(Value::Hash(formats)) => merge(&default_formats(), &read_map(formats, true)?),
        Some(other) => {
            return Err(ValueError::new(
                Topic::StringFormat,
                format!("expected a format of a String, found {}", kind(other)),
            ));
        }
    };
    complete(Converter::default().convert(value, &map, Indent::TOP)?)
}

/// Returns the string, or the error of the budget that cut it short.
fn complete(text: String) -> Result<String> {
    budget::poll()?;
    Ok(text)
}

/// Converts a value by the default formats; the plain cases need no map.
fn default_text(value: &Value) -> Result<String> {
    match value {
        Value::Int(_) | Value::Big(_) | Value::Str(_) | Value::Bool(_) => Ok(super::interpolate(value)),
        _ => {
            let map = default_formats();
            Converter::default().convert(value, &map, Indent::TOP)
        }
    }
}

/// Returns a format for exactly this value. In the reference, an object whose type has parameters is not an
/// instance of that type. A format for it is never used.
fn single(value: &Value, format: Format) -> FormatMap {
    let ty = match value {
        Value::Array(_) => any_array(),
        Value::Hash(_) => any_hash(),
        _ => super::infer_detailed(value),
    };
    if matches!(*ty, Type::ObjectExtension(..)) {
        return FormatMap::new();
    }
    vec![(ty, format)]
}

/// Reads the formats of a program: a hash from types to formats, or to hashes for containers.
fn read_map(formats: &Hash, containers: bool) -> Result<FormatMap> {
    let mut map = FormatMap::new();
    for (key, format) in formats.iter() {
        let Value::Type(ty) = key else {
            return Err(ValueError::new(Topic::StringFormat, "the keys of a map of formats are types"));
        };
        let format = match format {
            Value::Str(text) => Format::parse(&text.text)?,
            Value::Hash(parts) if containers => read_container(parts)?,
            other => {
                return Err(ValueError::new(
                    Topic::StringFormat,
                    format!("expected a format of a String, found {}", kind(other)),
                ));
            }
        };
        map.push((ty.clone(), format));
    }
    Ok(map)
}

fn read_container(parts: &Hash) -> Result<Format> {
    let mut format: Option<Format> = None;
    let (mut separator, mut separator2, mut elements) = (None, None, None);
    for (key, part) in parts.iter() {
        match (key.as_str(), part) {
            (Some("format"), Value::Str(text)) => format = Some(Format::parse(&text.text)?),
            (Some("separator"), Value::Str(text)) => separator = Some(text.text.clone()),
            (Some("separator2"), Value::Str(text)) => separator2 = Some(text.text.clone()),
            (Some("string_formats"), Value::Hash(map)) => elements = Some(read_map(map, false)?),
            _ => {
                let message = "a container's format has the keys format, separator, separator2 and string_formats";
                return Err(ValueError::new(Topic::StringFormat, message));
            }
        }
    }
    let Some(format) = format else {
        return Err(ValueError::new(Topic::StringFormat, "a container's format has no 'format'"));
    };
    Ok(Format { separator, separator2, elements, ..format })
}

/// Merges the higher formats over the lower ones, the most specific types first.
fn merge(lower: &FormatMap, higher: &FormatMap) -> FormatMap {
    let overruled = |ty: &Ty| higher.iter().any(|(other, _)| !super::same(other, ty) && super::assignable(other, ty));
    let mut merged: FormatMap = Vec::new();
    for (ty, format) in lower.iter().filter(|(ty, _)| !overruled(ty)) {
        let above = higher.iter().find(|(other, _)| super::same(other, ty));
        merged.push((ty.clone(), above.map_or_else(|| format.clone(), |(_, above)| above.over(format))));
    }
    for (ty, format) in higher {
        if !merged.iter().any(|(other, _)| super::same(other, ty)) {
            merged.push((ty.clone(), format.clone()));
        }
    }
    sort(&mut merged);
    merged
}

/// Sorts by merging halves. The order of unrelated types is not consistent, so that the algorithm affects the
/// result; this is the one of the reference's C library.
fn sort(map: &mut FormatMap) {
    if map.len() < 2 {
        return;
    }
    let mut right = map.split_off(map.len() / 2);
    let mut left = std::mem::take(map);
    sort(&mut left);
    sort(&mut right);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if order(&a.0, &b.0).is_le() { left.next() } else { right.next() };
        map.extend(next);
    }
    map.extend(left);
    map.extend(right);
}

/// Orders the narrower type first; unrelated types by rank, or by name.
fn order(a: &Ty, b: &Ty) -> Ordering {
    if super::same(a, b) {
        return Ordering::Equal;
    }
    match (super::assignable(b, a), super::assignable(a, b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (0, _) | (_, 0) => a.to_string().cmp(&b.to_string()),
            (a, b) => a.cmp(&b),
        },
    }
}

fn rank(ty: &Type) -> u8 {
    match ty {
        Type::Struct(_) | Type::AnyStruct => 1,
        Type::Hash(..) => 2,
        Type::Tuple(..) => 3,
        Type::Array(..) => 4,
        Type::Pattern(_) => 10,
        Type::Enum { .. } => 11,
        Type::String(_) => 12,
        _ => 0,
    }
}

/// The indentation level of a value, and whether lines break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Indent {
    level: usize,
    first: bool,
    indenting: bool,
}

impl Indent {
    const TOP: Indent = Indent { level: 0, first: true, indenting: false };

    fn deeper(self, indenting: bool) -> Indent {
        Indent { level: self.level + 1, first: true, indenting }
    }

    fn breaks(self) -> bool {
        self.indenting && self.level > 0 && !self.first
    }

    fn padding(self) -> String {
        "  ".repeat(self.level)
    }
}

/// The maximum nesting depth; deeper values are an error.
const MAX_DEPTH: usize = 200;

/// Returns whether a format for the type applies to the value. For types as values, their own type decides:
/// they are instances of `Object`, but their type is not below it. The same goes for integers: the type of a
/// negative integer is below `Iterable`.
fn is_for(ty: &Ty, value: &Value) -> bool {
    match value {
        Value::Type(_) | Value::Int(_) => super::assignable(ty, &super::infer_detailed(value)),
        _ => super::instance(ty, value),
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_))
}

fn is_array_or_hash(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// The converter of values; nested containers inherit the formats of the outer one.
#[derive(Default)]
struct Converter {
    /// The formats of elements without formats of their own, created when first needed.
    elements: OnceCell<FormatMap>,
    /// The memo of formatted shared containers.
    known: RefCell<FxHashMap<Place, Rc<str>>>,
}

/// The memo key for the text of a container: the container, the formats (both by address) and the
/// indentation.
type Place = (usize, usize, Indent);

/// The length below which a result is not memoized.
const SHORT: usize = 64;

impl Converter {
    /// Converts a value to text; the text of a shared container is created once.
    fn convert(&self, value: &Value, map: &FormatMap, indent: Indent) -> Result<String> {
        let shared = match value {
            Value::Array(array) if Rc::strong_count(array) > 1 => Rc::as_ptr(array).addr(),
            Value::Hash(hash) if Rc::strong_count(hash) > 1 => Rc::as_ptr(hash).addr(),
            _ => return self.text(value, map, indent),
        };
        let place = (shared, std::ptr::from_ref(map).addr(), indent);
        if let Some(known) = self.known.borrow().get(&place) {
            budget::charge(known.len())?;
            return Ok(known.to_string());
        }
        let text = self.text(value, map, indent)?;
        if text.len() >= SHORT {
            self.known.borrow_mut().insert(place, text.as_str().into());
        }
        Ok(text)
    }

    fn text(&self, value: &Value, map: &FormatMap, indent: Indent) -> Result<String> {
        budget::poll()?;
        match value {
            Value::Iterator(iterator) => {
                let items = Value::array(super::print::iterator_items(iterator)?);
                return self.convert(&items, map, indent);
            }
            _ if indent.level > MAX_DEPTH => {
                return Err(ValueError::new(Topic::StringFormat, "the value is nested too deeply"));
            }
            _ => {}
        }
        let plain;
        let format = match map.iter().find(|(ty, _)| is_for(ty, value)) {
            Some((_, format)) => format,
            None => {
                plain = Format::plain('s');
                &plain
            }
        };
        match value {
            Value::Array(array) => inside_limit(self.array(&array.items, format, map, indent)?),
            Value::Hash(hash) => inside_limit(self.hash(hash, format, map, indent)?),
            Value::Object(object) if format.letter == 'p' && (format.alternate || indent.indenting) => {
                Ok(super::indented::object_text(object, indent.level))
            }
            _ => value_text::text(value, format),
        }
    }

    /// Returns the formats for the elements of a container with this format.
    fn elements<'f>(&'f self, format: &'f Format) -> &'f FormatMap {
        format.elements.as_ref().unwrap_or_else(|| self.elements.get_or_init(element_formats))
    }

    /// Converts an element to text.
    fn element(&self, value: &Value, map: &FormatMap, elements: &FormatMap, indent: Indent) -> Result<String> {
        self.convert(value, if is_container(value) { map } else { elements }, indent)
    }

    fn array(&self, items: &[Value], format: &Format, map: &FormatMap, indent: Indent) -> Result<String> {
        if !matches!(format.letter, 'a' | 's' | 'p') {
            return Err(value_text::no_format(format, "an Array"));
        }
        let elements = self.elements(format);
        let indent = Indent { indenting: format.alternate || indent.indenting, ..indent };
        let inner = Indent { first: false, ..indent.deeper(format.alternate) };
        let texts =
            items.iter().map(|item| self.element(item, map, elements, inner)).collect::<Result<Vec<String>>>()?;
        let breaks = format.alternate && format.width.is_some_and(|width| widest_run(items, &texts) > width);
        let (open, close) = format.delimiters(("[", "]"));
        let mut out = String::new();
        if indent.breaks() {
            out.push('\n');
            out.push_str(&indent.padding());
        }
        out.push_str(open);
        let separator = format.separator.as_deref().unwrap_or(", ");
        for (index, (item, text)) in items.iter().zip(&texts).enumerate() {
            let plain = !is_array_or_hash(item);
            if index == 0 {
                if breaks && plain {
                    out.push(' ');
                }
            } else {
                out.push_str(separator);
                let after_container = format.alternate && is_array_or_hash(&items[index - 1]);
                if plain && (breaks || after_container) {
                    if !out.ends_with('\n') {
                        out.truncate(out.trim_end().len());
                    }
                    out.push('\n');
                    out.push_str(&inner.padding());
                }
            }
            if out.ends_with(' ') && text.starts_with('\n') {
                out.truncate(out.trim_end().len());
            }
            budget::charge(text.len())?;
            out.push_str(text);
        }
        out.push_str(close);
        Ok(out)
    }

    fn hash(&self, hash: &Hash, format: &Format, map: &FormatMap, indent: Indent) -> Result<String> {
        if format.letter == 'a' {
            let pairs: Vec<Value> = super::operators::pairs(hash).collect();
            return self.convert(&Value::array(pairs), map, indent);
        }
        if !matches!(format.letter, 'h' | 's' | 'p') {
            return Err(value_text::no_format(format, "a Hash"));
        }
        let elements = self.elements(format);
        let indent = Indent { indenting: format.alternate || indent.indenting, ..indent };
        let inner = indent.deeper(false);
        let association = format.separator2.as_deref().unwrap_or(" => ");
        let padding = if format.alternate { inner.padding() } else { String::new() };
        let mut entries = Vec::with_capacity(hash.len());
        for (key, value) in hash.iter() {
            let key = self.element(key, map, elements, inner)?;
            let value = self.element(value, map, elements, inner)?;
            entries.push(format!("{padding}{key}{association}{value}"));
        }
        let mut separator = format.separator.as_deref().unwrap_or(", ").to_owned();
        if format.alternate {
            if !separator.ends_with('\n') {
                separator.truncate(separator.trim_end().len());
            }
            separator.push('\n');
        }
        let (open, close) = format.delimiters(("{", "}"));
        let mut out = String::new();
        if indent.breaks() {
            out.push('\n');
            out.push_str(&indent.padding());
        }
        let line_break = if format.alternate { "\n" } else { "" };
        let closing = if format.alternate { indent.padding() } else { String::new() };
        out.push_str(&[open, line_break, &entries.join(&separator), line_break, &closing, close].concat());
        Ok(out)
    }
}

/// Rejects a result above the length limit of strings.
fn inside_limit(text: String) -> Result<String> {
    budget::charge(text.len())?;
    if text.len() > LONGEST_TEXT { Err(Exhausted::Text(LONGEST_TEXT as u64).into()) } else { Ok(text) }
}

/// Returns the longest total width of adjacent elements that are not containers.
fn widest_run(items: &[Value], texts: &[String]) -> usize {
    let (mut widest, mut run) = (0, 0);
    for (item, text) in items.iter().zip(texts) {
        run = if is_array_or_hash(item) { 0 } else { run + text.chars().count() };
        widest = widest.max(run);
    }
    widest
}
