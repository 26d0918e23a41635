//! Why a value is not of a type: a tree of mismatches, and one sentence about them.
//!
//! The tree follows the value: an entry, an element, an alternative of a Variant a node. The sentence names the path to
//! each fault. Alternatives of a Variant are told apart by kind: one of the value's own kind is gone into, the others
//! are only listed.

use std::fmt::Write as _;

use super::super::{Size, StringType, StructElement, Ty, Type, Value, display};
use super::alias::named;
use super::assign::tuple_size;
use super::instance::{in_chars, in_size};
use super::{accepts_undef, generalize, infer_detailed, infer_reduced, instance, type_text};

/// A place where a value does not fit.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// Where, seen from the value above; `None` at the value itself.
    pub step: Option<Step>,
    /// What is wrong here; `None` where only something inside is.
    pub reason: Option<Reason>,
    /// What is wrong inside.
    pub inside: Vec<Mismatch>,
}

/// A step into a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The value of a hash's entry, by its key.
    Entry(String),
    /// A key of a hash.
    Key(String),
    /// An element, from 0.
    Element(usize),
    /// What is hidden in a Sensitive.
    Hidden,
}

/// What is wrong at a place.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Another type is expected.
    Type {
        /// What is expected: several for a Variant.
        expected: Vec<Ty>,
        /// The value, or its kind.
        actual: String,
    },
    /// Another size is expected.
    Size {
        /// The size.
        expected: Size,
        /// How many there are.
        actual: usize,
        /// What is counted: characters, elements or entries.
        unit: &'static str,
    },
    /// A string must match.
    Pattern {
        /// The Pattern type.
        expected: Ty,
        /// The string.
        actual: String,
    },
    /// A string must be one of some.
    Enum {
        /// The Enum type.
        expected: Ty,
        /// The string.
        actual: String,
    },
    /// A key is missing.
    Missing(String),
    /// A key is not known.
    Unknown(String),
}

/// Why the value is not of the type; `None` when it is.
pub fn mismatch(expected: &Ty, value: &Value) -> Option<Mismatch> {
    if instance(expected, value) {
        return None;
    }
    let mut found = Mismatch { step: None, reason: None, inside: Vec::new() };
    explain(expected, value, &mut found, 0);
    if found.reason.is_none() && found.inside.is_empty() {
        found.reason = Some(wrong_type(expected, value));
    }
    Some(found)
}

/// One sentence: `name` is what the value is for (`parameter 'port'`). Empty when the value fits.
pub fn describe_mismatch(name: &str, expected: &Ty, value: &Value) -> String {
    let Some(found) = mismatch(expected, value) else { return String::new() };
    let mut parts = Vec::new();
    flatten(&found, name, &mut parts);
    let more = parts.len().saturating_sub(5);
    parts.truncate(5);
    let mut text = parts.join("; ");
    if more > 0 {
        let _ = write!(text, "; and {more} more");
    }
    text
}

impl Mismatch {
    /// The tree as lines, two blanks a level.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.add_lines(0, &mut lines);
        lines
    }

    fn add_lines(&self, level: usize, lines: &mut Vec<String>) {
        let step = self.step.as_ref().map(Step::text);
        let reason = self.reason.as_ref().map(Reason::text);
        let line = match (step, reason) {
            (Some(step), Some(reason)) => format!("{step} {reason}"),
            (Some(line), None) | (None, Some(line)) => line,
            (None, None) => "the value".to_owned(),
        };
        lines.push(format!("{}{line}", "  ".repeat(level)));
        self.inside.iter().for_each(|inner| inner.add_lines(level + 1, lines));
    }
}

fn flatten(mismatch: &Mismatch, path: &str, parts: &mut Vec<String>) {
    let path = match &mismatch.step {
        Some(step) if path.is_empty() => step.text(),
        Some(step) => format!("{path} -> {}", step.text()),
        None => path.to_owned(),
    };
    if let Some(reason) = &mismatch.reason {
        parts.push(format!("{path} {}", reason.text()).trim_start().to_owned());
    }
    mismatch.inside.iter().for_each(|inner| flatten(inner, &path, parts));
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Entry(key) => format!("entry {key}"),
            Step::Key(key) => format!("key {key}"),
            Step::Element(index) => format!("element {index}"),
            Step::Hidden => "the hidden value".to_owned(),
        }
    }
}

impl Reason {
    fn text(&self) -> String {
        match self {
            Reason::Type { expected, actual } => {
                let texts: Vec<String> = expected.iter().map(|ty| expected_text(ty)).collect();
                match &texts[..] {
                    [single] => format!("expects {} {single} value, got {actual}", article(single)),
                    several => format!("expects a value of type {}, got {actual}", or_list(several)),
                }
            }
            Reason::Size { expected, actual, unit } => {
                format!("expects {}, got {actual}", size_text(*expected, unit))
            }
            Reason::Pattern { expected, actual } => {
                format!("expects a match for {}, got {actual}", type_text(expected))
            }
            Reason::Enum { expected, actual } => match &**expected {
                Type::Enum { values, .. } if values.len() > 1 => {
                    let values: Vec<String> = values.iter().map(|value| display(&Value::str(&**value))).collect();
                    format!("expects {}, got {actual}", or_list(&values))
                }
                _ => format!("expects an {} value, got {actual}", type_text(expected)),
            },
            Reason::Missing(key) => format!("lacks the key {key}"),
            Reason::Unknown(key) => format!("has the unknown key {key}"),
        }
    }
}

fn expected_text(ty: &Type) -> String {
    match ty {
        Type::Alias(alias) => match alias.resolved.get() {
            Some(meaning) => format!("{} ({})", alias.name, type_text(meaning)),
            None => alias.name.to_string(),
        },
        _ => type_text(ty),
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O']) || word.starts_with("Undef") || word.starts_with("Un") {
        "an"
    } else {
        "a"
    }
}

fn or_list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [single] => single.clone(),
        [first, second] => format!("{first} or {second}"),
        [rest @ .., last] => format!("{}, or {last}", rest.join(", ")),
    }
}

fn size_text(size: Size, unit: &str) -> String {
    let (range, last) = match size {
        Size { from, to: Some(to) } if from == to => (from.to_string(), to),
        Size { from: 0, to: Some(to) } => (format!("at most {to}"), to),
        Size { from, to: Some(to) } => (format!("{from} to {to}"), to),
        Size { from, to: None } => (format!("at least {from}"), from),
    };
    let unit = match (unit, last) {
        ("entries", 1) => "entry",
        (unit, 1) => unit.trim_end_matches('s'),
        (unit, _) => unit,
    };
    format!("{range} {unit}")
}

/// What a value is called: itself where the expected type is of its kind and it is short, else its kind.
fn actual_text(expected: &Type, value: &Value) -> String {
    if matches!(value, Value::Undef | Value::Unset) {
        return "Undef".to_owned();
    }
    let simple = matches!(
        value,
        Value::Str(_)
            | Value::Int(_)
            | Value::Big(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Type(_)
            | Value::Regexp(_)
    );
    let of_kind = instance(&generalize_kind(expected), value);
    if simple && of_kind {
        let text = display(value);
        if text.chars().count() <= 60 {
            return text;
        }
    }
    match value {
        Value::Array(_) | Value::Hash(_) if of_kind => type_text(&infer_detailed(value)),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Str(_) => "String".to_owned(),
        other => type_text(&generalize(&infer_reduced(other))),
    }
}

fn generalize_kind(expected: &Type) -> Ty {
    kind_within(expected, DEEP)
}

fn kind_within(expected: &Type, depth: usize) -> Ty {
    use super::constant;
    if depth == 0 {
        return constant::variant();
    }
    match expected {
        Type::Enum { .. } | Type::Pattern(_) | Type::String(_) => constant::string(),
        Type::Integer(_) => constant::integer(),
        Type::Float(_) => constant::float(),
        Type::Boolean(_) => constant::boolean(),
        Type::Regexp(_) => constant::regexp(),
        Type::Type(_) => constant::type_type(),
        Type::Alias(_) => named(expected)
            .and_then(|name| name.meaning)
            .map_or_else(constant::variant, |ty| kind_within(&ty, depth - 1)),
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => kind_within(inner, depth - 1),
        _ => constant::variant(),
    }
}

fn wrong_type(expected: &Ty, value: &Value) -> Reason {
    Reason::Type { expected: vec![expected.clone()], actual: actual_text(expected, value) }
}

/// Names that stand for themselves end here.
const DEEP: usize = 200;

fn explain(expected: &Ty, value: &Value, found: &mut Mismatch, depth: usize) {
    if depth > DEEP {
        return;
    }
    match (&**expected, value) {
        (Type::Optional(Some(inner)), _) if !value.is_undef() => {
            if matches!(
                (&**inner, value),
                (
                    Type::Array(..) | Type::Hash(..) | Type::Struct(_) | Type::Tuple(..),
                    Value::Array(_) | Value::Hash(_)
                )
            ) {
                explain(inner, value, found, depth + 1);
            } else {
                explain_optional(inner, value, found, depth);
            }
        }
        (Type::NotUndef(inner), _) if !value.is_undef() && !matches!(**inner, Type::Any) => {
            explain(inner, value, found, depth + 1);
        }
        (Type::Variant(types), _) => explain_variant(types, value, found, depth),
        (Type::Alias(_), _) => explain_alias(expected, value, found, depth),
        (Type::String(StringType::Size(size)), Value::Str(text)) if !in_chars(*size, &text.text) => {
            found.reason = Some(Reason::Size { expected: *size, actual: text.char_count(), unit: "characters" });
        }
        (Type::Pattern(_), Value::Str(_)) => {
            found.reason = Some(Reason::Pattern { expected: expected.clone(), actual: display(value) });
        }
        (Type::Enum { .. }, Value::Str(_)) => {
            found.reason = Some(Reason::Enum { expected: expected.clone(), actual: display(value) });
        }
        (Type::Array(element, size), Value::Array(array)) => {
            check_size(*size, array.items.len(), "elements", found);
            for (index, item) in array.items.iter().enumerate() {
                descend(element, item, || Step::Element(index), found, depth);
            }
        }
        (Type::Tuple(types, size), Value::Array(array)) => {
            check_size(Some(tuple_size(types, *size)), array.items.len(), "elements", found);
            for (index, item) in array.items.iter().enumerate() {
                if let Some(ty) = types.get(index).or(types.last()) {
                    descend(ty, item, || Step::Element(index), found, depth);
                }
            }
        }
        (Type::Hash(key_type, value_type, size), Value::Hash(hash)) => {
            check_size(*size, hash.len(), "entries", found);
            for (key, value) in hash.iter() {
                descend(key_type, key, || Step::Key(display(key)), found, depth);
                descend(value_type, value, || Step::Entry(display(key)), found, depth);
            }
        }
        (Type::Struct(elements), Value::Hash(_)) => explain_struct(elements, value, found, depth),
        (Type::Collection(size), Value::Array(array)) => check_size(*size, array.items.len(), "elements", found),
        (Type::Collection(size), Value::Hash(hash)) => check_size(*size, hash.len(), "entries", found),
        (Type::Sensitive(inner), Value::Sensitive(hidden)) => {
            // The value itself stays hidden.
            if !instance(inner, hidden) {
                let actual = type_text(&generalize(&infer_reduced(hidden)));
                let reason = Some(Reason::Type { expected: vec![inner.clone()], actual });
                found.inside.push(Mismatch { step: Some(Step::Hidden), reason, inside: Vec::new() });
            }
        }
        _ => found.reason = Some(wrong_type(expected, value)),
    }
}

fn explain_optional(inner: &Ty, value: &Value, found: &mut Mismatch, depth: usize) {
    explain(inner, value, found, depth + 1);
    if let Some(Reason::Type { expected, .. }) = &mut found.reason {
        expected.insert(0, super::constant::undef());
    }
}

fn explain_alias(expected: &Ty, value: &Value, found: &mut Mismatch, depth: usize) {
    let Some(meaning) = named(expected).and_then(|name| name.meaning) else { return };
    explain(&meaning, value, found, depth + 1);
    // Nothing inside is to blame: the name says more than what it stands for.
    if matches!(found.reason, Some(Reason::Type { .. })) {
        found.reason = Some(wrong_type(expected, value));
    }
}

fn check_size(size: Option<Size>, actual: usize, unit: &'static str, found: &mut Mismatch) {
    if let Some(expected) = size.filter(|size| !in_size(Some(*size), actual)) {
        found.reason = Some(Reason::Size { expected, actual, unit });
    }
}

fn descend(ty: &Ty, value: &Value, step: impl FnOnce() -> Step, found: &mut Mismatch, depth: usize) {
    if instance(ty, value) {
        return;
    }
    let mut inner = Mismatch { step: Some(step()), reason: None, inside: Vec::new() };
    explain(ty, value, &mut inner, depth + 1);
    if inner.reason.is_none() && inner.inside.is_empty() {
        inner.reason = Some(wrong_type(ty, value));
    }
    found.inside.push(inner);
}

fn explain_struct(elements: &[StructElement], value: &Value, found: &mut Mismatch, depth: usize) {
    let Value::Hash(hash) = value else { return };
    let mut add = |reason: Reason| {
        found.inside.push(Mismatch { step: None, reason: Some(reason), inside: Vec::new() });
    };
    for element in elements {
        if hash.get_str(&element.name).is_none() && !accepts_undef(&element.key) {
            add(Reason::Missing(display(&Value::str(&*element.name))));
        }
    }
    for key in hash.keys() {
        if !elements.iter().any(|element| key.as_str() == Some(&element.name)) {
            add(Reason::Unknown(display(key)));
        }
    }
    for element in elements {
        if let Some(item) = hash.get_str(&element.name) {
            descend(&element.value, item, || Step::Entry(display(&Value::str(&*element.name))), found, depth);
        }
    }
}

/// The alternative of the value's own kind, when there is just one; else all are listed.
fn explain_variant(types: &[Ty], value: &Value, found: &mut Mismatch, depth: usize) {
    let mut of_kind = types.iter().filter(|ty| is_of_kind(ty, value));
    if let (Some(single), None) = (of_kind.next(), of_kind.next()) {
        explain(single, value, found, depth + 1);
        if !matches!(found.reason, Some(Reason::Type { .. })) {
            return;
        }
    }
    found.inside.clear();
    found.reason = Some(Reason::Type { expected: types.to_vec(), actual: variant_actual(types, value) });
}

fn variant_actual(types: &[Ty], value: &Value) -> String {
    let texts = types.iter().map(|ty| actual_text(ty, value));
    let kind = actual_text(&Type::Variant(Vec::new()), value);
    texts.into_iter().find(|text| *text != kind).unwrap_or(kind)
}

/// Would looking into the value say more than its kind?
fn is_of_kind(ty: &Ty, value: &Value) -> bool {
    matches!(
        (&*super::resolved(ty), value),
        (Type::Array(..) | Type::Tuple(..), Value::Array(_))
            | (Type::Hash(..) | Type::Struct(_), Value::Hash(_))
            | (Type::String(_) | Type::Enum { .. } | Type::Pattern(_), Value::Str(_))
    )
}
