//! Proofs: the reason why a type accepts another, or why not, as a tree that follows both types.
//!
//! `assignable` always decides. This module only finds the words and the parts that decide, so that it cannot
//! contradict it. A negative proof lists the parts that fail, a positive one all parts.

use std::fmt::Display;

use super::super::{CallableType, FloatRange, IntegerRange, Size, StringType, StructElement, TimeRange, Ty, Type};
use super::alias::named;
use super::assign::tuple_size;
use super::instance::parent_of;
use super::{TypeRules, assignable_by, constant, pattern_matches, same, type_text};

/// A step of the proof: why one type is, or is not, assignable to another.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The part of the types: `key 'a'`, `element`; `None` for the whole.
    pub part: Option<String>,
    /// The type whose values are assigned.
    pub given: String,
    /// The type that should accept them.
    pub to: String,
    /// Whether it is assignable.
    pub holds: bool,
    /// The reason in words; empty where the parts give it.
    pub why: String,
    /// The parts that decide.
    pub inside: Vec<Proof>,
}

/// Returns the reason why `to` accepts `given`, or why not.
pub fn prove(rules: &TypeRules, to: &Ty, given: &Ty) -> Proof {
    Prover { rules, depth: 0, fuel: FUEL, asked: Vec::new() }.prove(to, given)
}

impl Proof {
    /// Returns one line: `String is not assignable to Integer: ...`.
    pub fn text(&self) -> String {
        let verb = if self.holds { "is" } else { "is not" };
        let part = self.part.as_ref().map(|part| format!("{part}: ")).unwrap_or_default();
        let why = if self.why.is_empty() { String::new() } else { format!(": {}", self.why) };
        format!("{part}{} {verb} assignable to {}{why}", self.given, self.to)
    }

    /// Returns the tree as lines, indented by two spaces for each level.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.add_lines(0, &mut lines);
        lines
    }

    fn add_lines(&self, level: usize, lines: &mut Vec<String>) {
        lines.push(format!("{}{}", "  ".repeat(level), self.text()));
        for part in self.inside.iter().take(MAX) {
            part.add_lines(level + 1, lines);
        }
        if self.inside.len() > MAX {
            lines.push(format!("{}and {} more", "  ".repeat(level + 1), self.inside.len() - MAX));
        }
    }

    fn at(mut self, part: impl Into<String>) -> Proof {
        self.part = Some(part.into());
        self
    }
}

/// The maximum number of parts shown for one type.
const MAX: usize = 8;
/// The maximum depth of the tree, which recursive names would make infinite.
const DEEP: usize = 6;
/// The maximum number of parts in all.
const FUEL: usize = 2_000;

/// The reason in words, and the parts that decide.
type Found = (String, Vec<Proof>);

struct Prover<'a> {
    rules: &'a TypeRules,
    depth: usize,
    fuel: usize,
    /// The queries in progress: recursive names lead back to them.
    asked: Vec<(String, String)>,
}

impl Prover<'_> {
    fn accepts(&self, to: &Type, given: &Type) -> bool {
        assignable_by(self.rules, to, given)
    }

    fn prove(&mut self, to: &Ty, given: &Ty) -> Proof {
        let holds = self.accepts(to, given);
        let question = (short(to), short(given));
        let (why, mut inside) = if same(to, given) {
            (
                if holds { "the same type" } else { "the reference rejects even the same type here" }.to_owned(),
                Vec::new(),
            )
        } else if self.asked.contains(&question) {
            ("as above".to_owned(), Vec::new())
        } else if self.depth >= DEEP || self.fuel == 0 {
            ("(deeper levels omitted)".to_owned(), Vec::new())
        } else {
            self.asked.push(question);
            self.depth += 1;
            self.fuel -= 1;
            let found = self.given(to, given, holds);
            self.depth -= 1;
            self.asked.pop();
            found
        };
        // Only the parts that decide are shown.
        inside.retain(|part| part.holds == holds);
        Proof { part: None, given: short(given), to: short(to), holds, why, inside }
    }

    /// Expands the assigned type.
    fn given(&mut self, to: &Ty, given: &Ty, holds: bool) -> Found {
        match &**given {
            _ if matches!(**to, Type::Any) => words("Any accepts every value"),
            Type::Unit => words("it is the empty type"),
            Type::Variant(types) if types.is_empty() => words("a bare Variant has no alternative"),
            Type::Variant(types) => (
                if holds { "each alternative is" } else { "not every alternative is" }.to_owned(),
                types.iter().map(|ty| self.prove(to, ty)).collect(),
            ),
            Type::Optional(inner) if !matches!(**to, Type::Optional(_)) || inner.is_none() => {
                self.optional(to, inner.as_ref())
            }
            Type::NotUndef(inner) if !matches!(**inner, Type::Any) && !matches!(**to, Type::NotUndef(_)) => {
                (format!("it is {} without undef", type_text(inner)), vec![self.prove(to, inner)])
            }
            _ => self.query(to, given, holds),
        }
    }

    fn optional(&mut self, to: &Ty, inner: Option<&Ty>) -> Found {
        let mut parts = vec![self.prove(to, &constant::undef())];
        parts.extend(inner.map(|inner| self.prove(to, inner)));
        ("it includes undef".to_owned(), parts)
    }

    /// Expands the target type, or answers by family.
    fn query(&mut self, to: &Ty, given: &Ty, holds: bool) -> Found {
        match &**to {
            Type::Variant(types) => self.variant(types, given, holds),
            Type::Optional(Some(inner)) => self.optional_query(inner, given),
            Type::NotUndef(inner) if matches!(**inner, Type::Any) => {
                words(if holds { "it excludes undef" } else { "it includes undef" })
            }
            Type::NotUndef(inner) => {
                let refused = self.accepts(given, &Type::Undef).then(|| "it includes undef".to_owned());
                (refused.unwrap_or_default(), vec![self.prove(inner, given)])
            }
            _ => match (named(to).and_then(|name| name.meaning), named(given).and_then(|name| name.meaning)) {
                (_, Some(meaning)) => self.name_given(to, given, &meaning, holds),
                (Some(meaning), None) => self.named(to, &meaning, given, holds),
                (None, None) => self.family(to, given, holds),
            },
        }
    }

    fn name_given(&mut self, to: &Ty, given: &Ty, meaning: &Ty, holds: bool) -> Found {
        match &**meaning {
            Type::Variant(types) if !matches!(**given, Type::Alias(_)) => (
                if holds { "each alternative is" } else { "not every alternative is" }.to_owned(),
                types.iter().map(|ty| self.prove(to, ty)).collect(),
            ),
            _ => (means_for(given, meaning), vec![self.prove(to, meaning)]),
        }
    }

    fn named(&mut self, to: &Ty, meaning: &Ty, given: &Ty, holds: bool) -> Found {
        match &**meaning {
            Type::Variant(types) if holds && !matches!(**to, Type::Alias(_)) => {
                let taken = types.iter().find(|ty| self.accepts(ty, given)).cloned();
                let parts = taken.map(|ty| self.prove(&ty, given)).into_iter().collect();
                (format!("an alternative of {}", type_text(to)), parts)
            }
            _ if !holds && !matches!(**to, Type::Alias(_)) => {
                words(format!("it matches no alternative of {}", type_text(to)))
            }
            _ => (means_for(to, meaning), vec![self.prove(meaning, given)]),
        }
    }

    fn variant(&mut self, types: &[Ty], given: &Ty, holds: bool) -> Found {
        if types.is_empty() {
            return words("a bare Variant has no alternative");
        }
        match types.iter().find(|ty| self.accepts(ty, given)).cloned() {
            Some(taken) => ("one alternative accepts it".to_owned(), vec![self.prove(&taken, given)]),
            None if holds => words("the alternatives accept it together"),
            None => {
                let why = match named(given).and_then(|name| name.meaning).is_some() || is_abstract(given) {
                    true => "no single alternative accepts all of it",
                    false => "no alternative accepts it",
                };
                (why.to_owned(), types.iter().map(|ty| self.prove(ty, given)).collect())
            }
        }
    }

    fn optional_query(&mut self, inner: &Ty, given: &Ty) -> Found {
        match &**given {
            Type::Undef => words("Optional accepts undef"),
            Type::Optional(Some(other)) => ("both accept undef".to_owned(), vec![self.prove(inner, other)]),
            Type::Optional(None) => words("both accept undef"),
            _ => (String::new(), vec![self.prove(inner, given)]),
        }
    }

    fn family(&mut self, to: &Ty, given: &Ty, holds: bool) -> Found {
        match (&**to, &**given) {
            (Type::Integer(outer), Type::Integer(inner)) => words(integers(outer, inner, holds)),
            (Type::Float(outer), Type::Float(inner)) => words(floats(*outer, *inner, holds)),
            (Type::Timespan(outer), Type::Timespan(inner)) | (Type::Timestamp(outer), Type::Timestamp(inner)) => {
                words(times(outer, inner, holds))
            }
            (Type::String(_) | Type::Enum { .. } | Type::Pattern(_), _) => words(strings(to, given, holds)),
            (Type::Boolean(Some(only)), Type::Boolean(_)) => words(format!("it accepts only {only}")),
            (Type::Collection(size), _) if size_of(given).is_some() => words(sizes(*size, size_of(given), holds)),
            (Type::Array(element, size), _) if is_list(given) => self.array(element, *size, given),
            (Type::Tuple(types, size), _) if is_list(given) => self.tuple(types, *size, given),
            (Type::Hash(key, value, size), Type::Hash(other_key, other_value, other)) => {
                let parts = vec![self.prove(key, other_key).at("keys"), self.prove(value, other_value).at("values")];
                (size_error(*size, other.unwrap_or(Size::ANY), "entries"), parts)
            }
            (Type::Hash(key, value, size), Type::Struct(elements)) => self.hash_of_struct(key, value, *size, elements),
            (Type::Struct(elements), Type::Struct(others)) => self.structure(elements, others),
            (Type::Struct(elements), Type::Hash(key, value, size)) => self.struct_of_hash(elements, key, value, *size),
            (Type::Iterable(Some(element)), _) | (Type::Iterator(Some(element)), Type::Iterator(Some(_))) => {
                self.iterable(element, given, holds)
            }
            (Type::Type(Some(inner)), Type::Type(Some(other))) => {
                (String::new(), vec![self.prove(inner, other).at("the type described")])
            }
            (Type::Type(Some(_)), Type::Type(None)) => words("a bare Type describes every type"),
            (Type::Sensitive(inner), Type::Sensitive(other)) => {
                (String::new(), vec![self.prove(inner, other).at("the hidden value")])
            }
            (Type::Callable(a), Type::Callable(b)) => self.callable(a, b),
            (Type::Init(Some(inner), _), _) if holds => words(format!("new can convert it to {}", type_text(inner))),
            (Type::Init(Some(inner), _), _) => words(format!("new cannot convert it to {}", type_text(inner))),
            _ => words(plain(to, given, holds)),
        }
    }

    fn array(&mut self, element: &Ty, size: Option<Size>, given: &Ty) -> Found {
        match &**given {
            Type::Tuple(types, other) => {
                let parts = places(types).map(|(at, ty)| self.prove(element, ty).at(at)).collect();
                (size_error(size, tuple_size(types, *other), "elements"), parts)
            }
            Type::Array(inner, other) => {
                let part = self.prove(element, inner).at("elements");
                (size_error(size, other.unwrap_or(Size::ANY), "elements"), vec![part])
            }
            _ => words(""),
        }
    }

    fn tuple(&mut self, types: &[Ty], size: Option<Size>, given: &Ty) -> Found {
        let own = Some(tuple_size(types, size));
        let wanted = |index: usize| types.get(index).or(types.last()).cloned();
        match &**given {
            Type::Tuple(others, other) => {
                let parts = places(others).enumerate();
                let parts =
                    parts.filter_map(|(index, (at, ty))| Some(self.prove(&wanted(index)?, ty).at(at))).collect();
                (size_error(own, tuple_size(others, *other), "elements"), parts)
            }
            Type::Array(element, other) => {
                let parts = places(types).map(|(at, ty)| self.prove(ty, element).at(at)).collect();
                (size_error(own, other.unwrap_or(Size::ANY), "elements"), parts)
            }
            _ => words(""),
        }
    }

    fn hash_of_struct(&mut self, key: &Ty, value: &Ty, size: Option<Size>, elements: &[StructElement]) -> Found {
        let mut parts = Vec::new();
        for element in elements {
            let name = constant::string_value(&element.name);
            if !self.accepts(key, &name) {
                parts.push(self.prove(key, &name).at(format!("the key '{}' itself", element.name)));
            }
            parts.push(self.prove(value, &element.value).at(format!("key '{}'", element.name)));
        }
        (size_error(size, super::assign::exactly(elements.len()), "entries"), parts)
    }

    fn structure(&mut self, elements: &[StructElement], others: &[StructElement]) -> Found {
        let mut faults = Vec::new();
        let mut parts = Vec::new();
        for element in elements {
            match others.iter().rfind(|other| other.name == element.name) {
                None if element.is_optional() => {}
                None => faults.push(format!("the key '{}' is missing", element.name)),
                Some(other) => {
                    if other.is_optional() && !element.is_optional() {
                        faults.push(format!("the key '{}' may be missing", element.name));
                    }
                    parts.push(self.prove(&element.value, &other.value).at(format!("key '{}'", element.name)));
                }
            }
        }
        let unknown = others.iter().filter(|other| !elements.iter().any(|element| element.name == other.name));
        faults.extend(unknown.map(|other| format!("the key '{}' is unknown", other.name)));
        (faults.join("; "), parts)
    }

    fn struct_of_hash(&mut self, elements: &[StructElement], key: &Ty, value: &Ty, size: Option<Size>) -> Found {
        let required: Vec<&StructElement> = elements.iter().filter(|element| !element.is_optional()).collect();
        let own = Size { from: required.len() as i64, to: i64::try_from(elements.len()).ok() };
        let mut why = size_error(Some(own), size.unwrap_or(Size::ANY), "entries");
        if !required.is_empty() && !self.accepts(&constant::string(), key) {
            why = format!("a Struct has String keys, this Hash has {}", type_text(key));
        }
        let parts = required.iter().map(|element| {
            let at = format!("key '{}'", element.name);
            self.prove(&element.value, value).at(at)
        });
        (why, parts.collect())
    }

    fn iterable(&mut self, element: &Ty, given: &Ty, holds: bool) -> Found {
        match super::iterable::iterable_element(given) {
            Some(Some(other)) => (String::new(), vec![self.prove(element, &other).at("its elements")]),
            _ if holds => words("it is iterable"),
            _ => words("its element type is unknown"),
        }
    }

    /// Compares Callables. Parameters and block are contravariant: the assigned one must accept all arguments
    /// that the target accepts.
    fn callable(&mut self, to: &CallableType, given: &CallableType) -> Found {
        let mut parts = Vec::new();
        let mut faults = Vec::new();
        if let Some(returns) = &to.returns {
            let other = given.returns.clone().unwrap_or_else(constant::any);
            parts.push(self.prove(returns, &other).at("return type"));
        }
        match (&to.params, &given.params) {
            (Some(_), None) => faults.push("the parameters of a bare Callable are unknown".to_owned()),
            (Some(params), Some(other)) => self.parameters(params, other, &mut parts, &mut faults),
            (None, _) => {}
        }
        match (&to.block, &given.block) {
            _ if to.params.is_none() => {}
            (None, Some(block)) if !self.accepts(block, &Type::Undef) => {
                faults.push(format!("it requires a block ({})", type_text(block)));
            }
            (Some(block), Some(other)) => parts.push(self.prove(other, block).at("the block (contravariant)")),
            (Some(_), None) => faults.push("it does not accept a block".to_owned()),
            _ => {}
        }
        if to.params.is_none() && to.returns.is_none() {
            faults.push("a bare Callable accepts every lambda and function".to_owned());
        }
        (faults.join("; "), parts)
    }

    fn parameters(&mut self, params: &Ty, other: &Ty, parts: &mut Vec<Proof>, faults: &mut Vec<String>) {
        let (Type::Tuple(types, size), Type::Tuple(others, other_size)) = (&**params, &**other) else { return };
        let (called, taken) = (tuple_size(types, *size), tuple_size(others, *other_size));
        if !super::assign::contains(Some(taken), called) {
            faults.push(format!(
                "it accepts {}, but is called with {}",
                format_range(taken, "arguments"),
                format_range(called, "arguments")
            ));
        }
        for (index, ty) in types.iter().enumerate() {
            if let Some(other) = others.get(index).or(others.last()) {
                parts.push(self.prove(other, ty).at(format!("parameter {} (contravariant)", index + 1)));
            }
        }
    }
}

fn words(text: impl Into<String>) -> Found {
    (text.into(), Vec::new())
}

fn means_for(name: &Ty, meaning: &Ty) -> String {
    format!("{} means {}", short(name), short(meaning))
}

/// Returns each type with its position from 1, `position 1`.
fn places(types: &[Ty]) -> impl Iterator<Item = (String, &Ty)> {
    types.iter().enumerate().map(|(index, ty)| (format!("position {}", index + 1), ty))
}

fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::Array(..) | Type::Tuple(..))
}

/// Returns whether the type is only a name for several others.
fn is_abstract(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Numeric | Type::Scalar | Type::ScalarData | Type::CatalogEntry | Type::Boolean(None))
}

fn span(from: Option<impl Display>, to: Option<impl Display>) -> String {
    match (from, to) {
        (None, None) => "any range".to_owned(),
        (Some(from), None) => format!("{from} and up"),
        (None, Some(to)) => format!("up to {to}"),
        (Some(from), Some(to)) => format!("{from} to {to}"),
    }
}

fn ranges(outer: &str, inner: &str, holds: bool) -> String {
    let verb = if holds { "is within" } else { "is not within" };
    format!("the range {inner} {verb} {outer}").replace("the range any range", "the whole range")
}

fn integers(outer: &IntegerRange, inner: &IntegerRange, holds: bool) -> String {
    let text = |range: &IntegerRange| {
        let (from, to) = range.ascending();
        span(from.map(|int| int.to_string()), to.map(|int| int.to_string()))
    };
    ranges(&text(outer), &text(inner), holds)
}

fn floats(outer: FloatRange, inner: FloatRange, holds: bool) -> String {
    let text = |range: FloatRange| {
        let (from, to) = range.ascending();
        span(from.map(super::super::float_text), to.map(super::super::float_text))
    };
    ranges(&text(outer), &text(inner), holds)
}

fn times(outer: &TimeRange, inner: &TimeRange, holds: bool) -> String {
    let bounded = |range: &TimeRange| range.from.is_some() || range.to.is_some();
    match (holds, bounded(outer), bounded(inner)) {
        (true, false, _) => "any time is accepted".to_owned(),
        (true, ..) => "its bounds are within the other's".to_owned(),
        (false, _, false) => "it is unbounded".to_owned(),
        (false, ..) => "its bounds exceed the other's".to_owned(),
    }
}

/// Formats a size: `2 to 5 elements`.
fn format_range(size: Size, unit: &str) -> String {
    let one = if unit == "entries" { "entry" } else { unit.trim_end_matches('s') };
    match size {
        Size { from: 0, to: None } => format!("any number of {unit}"),
        Size { from, to: None } => format!("{from} or more {unit}"),
        Size { from: 1, to: Some(1) } => format!("1 {one}"),
        Size { from, to: Some(to) } if from == to => format!("{from} {unit}"),
        Size { from, to: Some(to) } => format!("{from} to {to} {unit}"),
    }
}

/// Returns the reason why a size is not contained; empty when it is.
fn size_error(outer: Option<Size>, inner: Size, unit: &str) -> String {
    match outer {
        Some(outer) if !super::assign::contains(Some(outer), inner) => {
            format!("it has {}, not {}", format_range(inner, unit), format_range(outer, unit))
        }
        _ => String::new(),
    }
}

fn size_of(ty: &Type) -> Option<Size> {
    match ty {
        Type::Collection(size) | Type::Array(_, size) | Type::Hash(_, _, size) => Some(size.unwrap_or(Size::ANY)),
        Type::Tuple(types, size) => Some(tuple_size(types, *size)),
        Type::Struct(elements) => Some(super::assign::exactly(elements.len())),
        Type::AnyStruct => Some(Size::ANY),
        _ => None,
    }
}

fn sizes(outer: Option<Size>, inner: Option<Size>, holds: bool) -> String {
    match (outer, inner) {
        (None, _) => "arrays and hashes of any size are collections".to_owned(),
        (Some(outer), Some(inner)) if holds => {
            let verb = if inner == super::assign::exactly(1) { "is" } else { "are" };
            format!("{} {verb} {}", format_range(inner, "elements"), format_range(outer, "elements"))
        }
        (Some(outer), Some(inner)) => size_error(Some(outer), inner, "elements"),
        _ => String::new(),
    }
}

fn strings(to: &Type, given: &Type, holds: bool) -> String {
    match (to, given) {
        (_, Type::String(_) | Type::Enum { .. } | Type::Pattern(_)) => string_words(to, given, holds),
        _ => plain(to, given, holds),
    }
}

fn string_words(to: &Type, given: &Type, holds: bool) -> String {
    match (to, given) {
        (Type::String(StringType::Any), _) => "each of its values is a string".to_owned(),
        (Type::Pattern(patterns), _) if patterns.is_empty() => "a bare Pattern accepts every string".to_owned(),
        (Type::Enum { values, .. }, _) if values.is_empty() => "a bare Enum accepts every string".to_owned(),
        (Type::String(StringType::Size(size)), _) => lengths(*size, given, holds),
        (Type::Enum { values, ignore_case }, _) => among(values, *ignore_case, given, holds),
        (Type::Pattern(patterns), _) => matching(patterns, given, holds),
        _ => plain(to, given, holds),
    }
}

fn lengths(size: Size, given: &Type, holds: bool) -> String {
    let verb = if holds { "is within" } else { "is not within" };
    let outer = format_range(size, "characters");
    match given {
        Type::String(StringType::Size(other)) => {
            format!("a length of {} {verb} {outer}", format_range(*other, "characters"))
        }
        Type::String(StringType::Any) => format!("any length {verb} {outer}"),
        Type::Pattern(_) => "a Pattern does not limit the length".to_owned(),
        _ => match exact(given).into_iter().find(|text| {
            let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
            length < size.from || size.to.is_some_and(|to| length > to)
        }) {
            Some(text) => format!("'{text}' does not have {outer}"),
            None => format!("each of its strings has {outer}"),
        },
    }
}

/// Returns the strings that a type lists.
fn exact(ty: &Type) -> Vec<String> {
    match ty {
        Type::String(StringType::Value(text)) => vec![text.text.to_string()],
        Type::String(StringType::Values(values)) | Type::Enum { values, .. } => {
            values.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    }
}

fn among(values: &[std::rc::Rc<str>], ignore_case: bool, given: &Type, holds: bool) -> String {
    if holds {
        return "each of its strings is listed".to_owned();
    }
    match exact(given).into_iter().find(|text| !super::assign::is_among(values, ignore_case, text)) {
        Some(text) => format!("'{text}' is not listed"),
        None => "only listed strings are accepted".to_owned(),
    }
}

fn matching(patterns: &[std::rc::Rc<super::super::Regexp>], given: &Type, holds: bool) -> String {
    if holds {
        return "each of its strings matches".to_owned();
    }
    let matches = |text: &String| patterns.iter().any(|pattern| pattern_matches(pattern, text));
    match exact(given).into_iter().find(|text| !matches(text)) {
        Some(text) => format!("'{text}' does not match"),
        None => "it is unknown whether each of its strings matches".to_owned(),
    }
}

/// Returns the reason where no part can be compared.
fn plain(to: &Type, given: &Type, holds: bool) -> String {
    match (to, given) {
        (Type::Object(wanted), Type::Object(object)) if holds => {
            let mut line = vec![object.name.as_deref().unwrap_or("Object").to_owned()];
            let mut parent = parent_of(object);
            while let Some(current) = parent {
                line.push(current.name.as_deref().unwrap_or("Object").to_owned());
                if current.name == wanted.name {
                    break;
                }
                parent = parent_of(&current);
            }
            format!("it inherits: {}", line.join(" < "))
        }
        (Type::Object(_), Type::Object(_)) => "it does not inherit from it".to_owned(),
        (Type::AnyStruct, _) if holds => "a bare Struct accepts every Struct and Hash".to_owned(),
        (Type::Iterable(None), _) if holds => "it is iterable".to_owned(),
        (Type::Iterable(None), _) => "it is not iterable".to_owned(),
        (Type::Optional(None), _) => "a bare Optional accepts only undef".to_owned(),
        (Type::Resource { .. }, Type::Resource { .. }) if !holds => {
            "another type of resource or another title".to_owned()
        }
        (Type::Class(Some(_)), Type::Class(_)) if !holds => "it is not only this class".to_owned(),
        _ if holds => format!("every {} is {} {}", head(given), article(&head(to)), head(to)),
        _ if assignable_by(&TypeRules::PUPPET8, given, to) => match (head(given), head(to)) {
            (given, to) if given == to => "it accepts more values".to_owned(),
            (given, to) => format!("{given} includes more than {to}"),
        },
        _ if head(given) == head(to) || short(given) == head(given) && short(to) == head(to) => String::new(),
        _ => format!("{} {} is not {} {}", article(&head(given)), head(given), article(&head(to)), head(to)),
    }
}

/// Formats a type; omits a definition in braces.
fn short(ty: &Type) -> String {
    match ty {
        Type::AnyTypeSet => "TypeSet".to_owned(),
        Type::Object(object) => match &object.name {
            Some(name) => name.to_string(),
            None => "Object[{..}]".to_owned(),
        },
        _ => type_text(ty),
    }
}

/// Returns a type's name without its parameters.
fn head(ty: &Type) -> String {
    let text = short(ty);
    text.split('[').next().unwrap_or_default().to_owned()
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O']) || name.starts_with("Und") { "an" } else { "a" }
}
