//! Near misses: values that are almost instances of a type. One past a bound, one too long, a missing key,
//! another case.

use std::rc::Rc;

use super::super::{Hash, Size, StringType, StructElement, TimeRange, Ty, Type, Value, accepts_undef, is_iterable};
use super::collections::in_size;
use super::{MAX_DEPTH, MAX_ELEMENTS, Sampler, in_turns, kinds, numbers, strings};
use crate::algebra::constant;

/// The maximum number of elements of a value that are changed, one at a time.
const BROKEN: usize = 6;

/// The maximum number of values in a near miss of another kind.
const MAX_LINEAR: usize = 6;

/// Returns values of entirely different kinds, for when nothing nearer is found.
pub(super) fn far() -> Vec<Value> {
    let mut found = vec![Value::Undef];
    found.extend(kinds::plain());
    found.extend(kinds::rich().into_iter().filter(|value| super::weight(value, MAX_LINEAR) < MAX_LINEAR));
    found
}

impl Sampler {
    /// Returns candidates that are almost instances of the type.
    pub(super) fn counterexamples(&mut self, ty: &Ty) -> Vec<Value> {
        if self.fuel == 0 || self.depth >= MAX_DEPTH {
            return Vec::new();
        }
        self.fuel -= 1;
        self.depth += 1;
        let found = self.misses_of(ty);
        self.depth -= 1;
        found
    }

    fn misses_of(&mut self, ty: &Ty) -> Vec<Value> {
        match &**ty {
            Type::Any | Type::Unit | Type::Undef | Type::Default => Vec::new(),
            Type::Integer(range) => numbers::past_integers(range),
            Type::Float(range) => numbers::past_floats(range),
            Type::Numeric => vec![Value::str("1"), Value::str("1.5")],
            Type::Boolean(wanted) => {
                let other = wanted.map(|wanted| Value::bool(!wanted));
                other.into_iter().chain([Value::str("true"), Value::Int(1)]).collect()
            }
            Type::String(string) => string_misses(string),
            Type::Enum { values, ignore_case } => enum_misses(values, *ignore_case),
            Type::Pattern(patterns) => {
                let found = self.matching(patterns);
                found.iter().take(3).filter_map(Value::as_str).flat_map(strings::mistakes).collect()
            }
            Type::Regexp(pattern) => {
                let source = pattern.as_ref().map_or("a.c", |pattern| &*pattern.source);
                vec![Value::str(source), Value::Regexp(super::super::Regexp::new(format!("{source}x")))]
            }
            Type::Scalar | Type::ScalarData | Type::Data | Type::RichData | Type::RichDataKey => {
                self.values_of_other_kinds(ty)
            }
            Type::NotUndef(inner) => once_and(Value::Undef, self.counterexamples(inner)),
            Type::Optional(inner) => inner.as_ref().map_or_else(Vec::new, |inner| self.counterexamples(inner)),
            Type::Sensitive(inner) => {
                let hidden = self.counterexamples(inner).into_iter().map(|value| Value::Sensitive(Rc::new(value)));
                let mut found: Vec<Value> = hidden.collect();
                found.extend(self.pool(inner, 1));
                found
            }
            Type::Variant(types) => {
                let all: Vec<Vec<Value>> = types.iter().take(50).map(|ty| self.counterexamples(ty)).collect();
                in_turns(all)
            }
            Type::Array(..) | Type::Tuple(..) => self.array_misses(ty),
            Type::Hash(key, value, size) => self.hash_misses(ty, key, value, *size),
            Type::Struct(elements) => self.struct_misses(ty, elements),
            Type::AnyStruct => vec![Value::array(Vec::new())],
            Type::Collection(size) => {
                let size = size.unwrap_or(Size::ANY);
                let lengths = out_of_range_lengths(size).into_iter();
                let ones = |length: usize| Value::array(vec![Value::Int(1); length]);
                lengths.map(ones).chain([Value::str("text")]).collect()
            }
            Type::Alias(alias) => {
                let id = Rc::as_ptr(alias);
                let meaning = super::resolved(ty);
                if matches!(*meaning, Type::Alias(_)) || self.names.contains(&id) {
                    return Vec::new();
                }
                self.names.push(id);
                let found = self.counterexamples(&meaning);
                self.names.pop();
                found
            }
            _ => self.rich_misses(ty),
        }
    }

    fn rich_misses(&mut self, ty: &Ty) -> Vec<Value> {
        match &**ty {
            Type::Type(inner) => {
                let mut found = Vec::new();
                if let Some(inner) = inner {
                    let wider = super::super::generalize(inner);
                    found.extend([wider, constant::scalar(), constant::any()].map(Value::Type));
                    found.extend(self.pool(inner, 1));
                    found.extend(super::types::usual().into_iter().map(Value::Type));
                } else {
                    found.push(Value::str("Integer"));
                }
                found
            }
            Type::Iterable(element) => {
                let inner = element.as_ref().map_or_else(Vec::new, |element| self.counterexamples(element));
                let mut found: Vec<Value> = inner.into_iter().map(|value| Value::array(vec![value])).collect();
                found.extend(far().into_iter().filter(|value| !is_iterable(value)));
                found
            }
            Type::Iterator(element) => {
                let arrays = self.arrays(element.as_ref().unwrap_or(&constant::integer()), None, 2);
                arrays.into_iter().chain([Value::Type(super::types::small_range())]).collect()
            }
            Type::SemVer(ranges) => {
                let named = ranges.iter().flat_map(|range| super::semver::versions_in(&range.canonical()));
                let named: Vec<semver::Version> = named.collect();
                let mut found: Vec<semver::Version> = named.iter().flat_map(super::semver::neighbours).collect();
                found.extend(named.iter().filter_map(prerelease));
                let mut found: Vec<Value> = found.into_iter().map(|version| Value::SemVer(Rc::new(version))).collect();
                found.extend(self.versions(&[]));
                found.push(Value::str("1.2.3"));
                found
            }
            Type::SemVerRange => vec![Value::str(">=1.0.0")],
            Type::Timespan(range) => past_times(range).into_iter().map(|t| Value::Timespan(Rc::new(t))).collect(),
            Type::Timestamp(range) => past_times(range).into_iter().map(|t| Value::Timestamp(Rc::new(t))).collect(),
            Type::Binary => vec![Value::str("cHByZXBs")],
            Type::Uri(_) => once_and(Value::str("http://example.com/"), self.uris(None)),
            Type::Object(_) | Type::ObjectExtension(..) => self.object_misses(ty),
            _ => Vec::new(),
        }
    }

    /// Returns values of kinds that the type does not include, alone and inside collections that it does
    /// include.
    fn values_of_other_kinds(&mut self, ty: &Ty) -> Vec<Value> {
        let odd: Vec<Value> = far().into_iter().filter(|value| !super::instance(ty, value)).collect();
        let mut found: Vec<Value> = odd.iter().take(2).cloned().collect();
        found.extend(odd.iter().take(4).map(|value| Value::array(vec![value.clone()])));
        found.extend(odd.iter().take(4).map(|value| super::collections::keyed(vec![value.clone()])));
        found.extend(odd);
        let symbol = Value::Default;
        found.push(Value::hash([(symbol, Value::Int(1))].into_iter().collect()));
        found
    }

    fn array_misses(&mut self, ty: &Ty) -> Vec<Value> {
        let Some(Value::Array(model)) =
            self.pool(ty, 2).into_iter().max_by_key(|value| value.as_array().map_or(0, <[_]>::len))
        else {
            return Vec::new();
        };
        let items = &model.items;
        let mut broken = Vec::new();
        for place in 0..items.len().min(BROKEN) {
            let element = element_type(ty, place);
            let misses = element.map_or_else(Vec::new, |element| self.counterexamples(&element));
            let with = |value: Value| {
                let mut items = items.clone();
                if let Some(item) = items.get_mut(place) {
                    *item = value;
                }
                Value::array(items)
            };
            broken.push(misses.into_iter().map(with).collect());
        }
        if items.is_empty()
            && let Some(element) = element_type(ty, 0)
        {
            broken.push(self.counterexamples(&element).into_iter().map(|value| Value::array(vec![value])).collect());
        }
        let sizes = out_of_range_lengths(size_of(ty)).into_iter();
        let filler = items.last().cloned().unwrap_or(Value::Int(1));
        let sized: Vec<Value> = sizes
            .map(|length| {
                Value::array(items.iter().cloned().chain(std::iter::repeat(filler.clone())).take(length).collect())
            })
            .collect();
        let mut lists = vec![sized];
        lists.extend(broken);
        let mut found = in_turns(lists);
        found.extend(items.first().cloned());
        found
    }

    fn hash_misses(&mut self, ty: &Ty, key: &Ty, value: &Ty, size: Option<Size>) -> Vec<Value> {
        let pool = self.pool(ty, 3);
        let largest = pool.iter().filter_map(Value::as_hash).max_by_key(|hash| hash.len()).cloned().unwrap_or_default();
        let keys: Vec<Value> = self.pool(key, 1).into_iter().chain([Value::str("key")]).collect();
        let values: Vec<Value> = self.pool(value, 1).into_iter().chain([Value::Int(1)]).collect();
        let (Some(some_key), Some(some_value)) = (keys.first(), values.first()) else { return Vec::new() };
        let mut wrong_values = Vec::new();
        for wrong in self.counterexamples(value) {
            let at = largest.keys().next().unwrap_or(some_key).clone();
            let mut hash = largest.clone();
            hash.insert(at, wrong);
            wrong_values.push(Value::hash(hash));
        }
        let mut wrong_keys = Vec::new();
        for wrong in self.counterexamples(key).into_iter().chain(far()) {
            if super::instance(key, &wrong) {
                continue;
            }
            let mut hash: Hash = largest.iter().skip(1).map(|(k, v)| (k.clone(), v.clone())).collect();
            hash.insert(wrong, some_value.clone());
            wrong_keys.push(Value::hash(hash));
        }
        let sizes = out_of_range_lengths(size.unwrap_or(Size::ANY));
        let longest = sizes.iter().copied().max().unwrap_or(0);
        let names = self.keys(key, longest);
        let sizes: Vec<usize> = sizes.into_iter().filter(|length| *length <= names.len()).collect();
        let sized = sizes.into_iter().map(|length| {
            let entries = names.iter().take(length).map(|name| (name.clone(), some_value.clone()));
            Value::hash(entries.collect())
        });
        let mut lists: Vec<Vec<Value>> = vec![sized.collect(), wrong_values];
        lists.push(wrong_keys);
        in_turns(lists)
    }

    fn struct_misses(&mut self, ty: &Ty, elements: &[StructElement]) -> Vec<Value> {
        let Some(Value::Hash(model)) =
            self.pool(ty, 2).into_iter().max_by_key(|value| value.as_hash().map_or(0, Hash::len))
        else {
            return Vec::new();
        };
        let without = |name: &str| {
            let mut hash = (*model).clone();
            hash.remove(&Value::str(name));
            Value::hash(hash)
        };
        let with = |name: &str, value: Value| {
            let mut hash = (*model).clone();
            hash.insert(Value::str(name), value);
            Value::hash(hash)
        };
        let needed = elements.iter().filter(|element| !accepts_undef(&element.key)).take(BROKEN);
        let missing: Vec<Value> = needed.map(|element| without(&element.name)).collect();
        let mut wrong = Vec::new();
        for element in elements.iter().take(BROKEN) {
            let mut misses = self.counterexamples(&element.value);
            misses.push(Value::Undef);
            wrong.push(misses.into_iter().map(|value| with(&element.name, value)).collect::<Vec<_>>());
        }
        let first = elements.first().map_or("key", |element| &*element.name);
        let slip = format!("{first}s");
        let mut lists = vec![missing, vec![with(&slip, Value::Int(1))]];
        lists.extend(wrong);
        in_turns(lists)
    }

    fn object_misses(&mut self, ty: &Ty) -> Vec<Value> {
        let mut found = Vec::new();
        if let Some(Value::Object(object)) = self.pool(ty, 1).first() {
            found.push(Value::hash(super::super::print::init_hash(object)));
            if let Type::ObjectExtension(class, _) = &**ty {
                found.extend(self.objects(class, &[], 4));
            }
            let parent = object.class.parent.clone();
            found.extend(parent.into_iter().flat_map(|parent| self.pool(&parent, 1)));
        }
        found.extend(["Error", "Deferred"].iter().flat_map(|name| self.pool(&super::constant_named(name), 1)));
        found
    }
}

fn once_and(first: Value, rest: Vec<Value>) -> Vec<Value> {
    std::iter::once(first).chain(rest).collect()
}

fn string_misses(string: &StringType) -> Vec<Value> {
    let mut found = match string {
        StringType::Any => Vec::new(),
        StringType::Size(size) => strings::past_sizes(*size),
        StringType::Value(value) => strings::mistakes(&value.text),
        StringType::Values(values) => values.iter().take(BROKEN).flat_map(|value| strings::mistakes(value)).collect(),
    };
    found.push(Value::Int(1));
    found.push(Value::Undef);
    found
}

fn enum_misses(values: &[Rc<str>], ignore_case: bool) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    if !ignore_case {
        found.extend(values.iter().take(BROKEN).flat_map(|value| strings::cases(value)).map(Value::from));
    }
    found.extend(values.iter().take(BROKEN).flat_map(|value| strings::mistakes(value)));
    found.push(Value::str("text"));
    found
}

/// Returns the element type at an index of an array.
fn element_type(ty: &Type, place: usize) -> Option<Ty> {
    match ty {
        Type::Array(element, _) => Some(element.clone()),
        Type::Tuple(types, _) => types.get(place).or(types.last()).cloned(),
        _ => None,
    }
}

fn size_of(ty: &Type) -> Size {
    match ty {
        Type::Array(_, size) => size.unwrap_or(Size::ANY),
        Type::Tuple(types, size) => {
            let count = i64::try_from(types.len()).unwrap_or(i64::MAX);
            size.unwrap_or(if count == 0 { Size::ANY } else { Size { from: count, to: Some(count) } })
        }
        _ => Size::ANY,
    }
}

/// Returns the lengths next to a size, outside of it.
fn out_of_range_lengths(size: Size) -> Vec<usize> {
    let lengths = [size.to.map(|to| to.saturating_add(1)), Some(size.from - 1)];
    let near = |length: &i64| (0..=MAX_ELEMENTS).contains(length) && !in_size(size, *length);
    lengths.into_iter().flatten().filter(near).filter_map(|length| usize::try_from(length).ok()).collect()
}

fn past_times(range: &TimeRange) -> Vec<i128> {
    let above = range.to.map(|to| to.saturating_add(1));
    let below = range.from.map(|from| from.saturating_sub(1));
    above.into_iter().chain(below).collect()
}

fn prerelease(version: &semver::Version) -> Option<semver::Version> {
    let pre = semver::Prerelease::new("rc.1").ok()?;
    Some(semver::Version { pre, ..semver::Version::new(version.major, version.minor, version.patch) })
}
