//! The normal form of a union: ranges and lists merged, contained parts dropped, known unions under their names.

use std::rc::Rc;

use super::super::super::{Int, Regexp, Size, StringType, Ty, Type, TypeRules, Value};
use super::super::{constant, instance, resolved, same};
use super::numbers::{
    Bounds, float, float_after, integer, integer_after, integer_bounds, merged, size, size_after, size_bounds, time,
    time_after, time_bounds,
};
use super::parts::{Family, Sets, is_never};
use super::texts::{Text, of_length};

/// Returns the type in normal form: another way to write the same set of values. A bare `Variant` has none.
pub fn normal_form(rules: &TypeRules, ty: &Ty) -> Ty {
    let mut sets = Sets::new(rules);
    sets.normal(std::slice::from_ref(ty))
}

impl Sets<'_> {
    /// Returns the union of the types in normal form.
    pub(super) fn normal(&mut self, types: &[Ty]) -> Ty {
        let union = || match types {
            [only] => only.clone(),
            several => Rc::new(Type::Variant(several.to_vec())),
        };
        self.inside(|sets| sets.normal_of(types)).unwrap_or_else(union)
    }

    fn normal_of(&mut self, types: &[Ty]) -> Ty {
        if let [only] = types
            && is_recursive_name(only)
        {
            return only.clone();
        }
        let parts: Vec<Ty> = types.iter().flat_map(|ty| self.parts(ty)).collect();
        let mut parts: Vec<Ty> = parts.iter().map(|part| self.inner(part)).filter(|part| !is_never(part)).collect();
        if parts.iter().any(|part| is_not_undef(part)) {
            let has_undef = parts.iter().any(|part| matches!(**part, Type::Undef));
            return if has_undef { constant::any() } else { constant::not_undef() };
        }
        merge(&mut parts);
        self.drop_contained(&mut parts);
        self.name_unions(&mut parts);
        union(parts)
    }

    /// Returns a part with the types inside it in normal form.
    fn inner(&mut self, part: &Ty) -> Ty {
        match &**part {
            Type::Array(_, Some(Size { to: Some(0), .. })) => constant::empty_array(),
            Type::Array(element, size) => {
                let element = self.nested(element);
                match is_never(&element) {
                    true => only_empty(*size, constant::empty_array()),
                    false => Rc::new(Type::Array(element, *size)),
                }
            }
            Type::Tuple(types, size) => Rc::new(Type::Tuple(types.iter().map(|ty| self.nested(ty)).collect(), *size)),
            Type::Hash(_, _, Some(Size { to: Some(0), .. })) => constant::empty_hash(),
            Type::Hash(key, value, size) => {
                let (key, value) = (self.nested(key), self.nested(value));
                match is_never(&key) || is_never(&value) {
                    true => only_empty(*size, constant::empty_hash()),
                    false => Rc::new(Type::Hash(key, value, *size)),
                }
            }
            Type::Struct(elements) => {
                let mut elements = elements.clone();
                elements.iter_mut().for_each(|element| element.value = self.nested(&element.value));
                Rc::new(Type::Struct(elements))
            }
            Type::Sensitive(inner) => Rc::new(Type::Sensitive(self.nested(inner))),
            _ => part.clone(),
        }
    }

    /// Returns a type inside another in normal form. A name stays.
    fn nested(&mut self, ty: &Ty) -> Ty {
        match **ty {
            Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey | Type::Unit => ty.clone(),
            _ => self.normal(std::slice::from_ref(ty)),
        }
    }

    /// Drops the parts that are contained in another.
    fn drop_contained(&self, parts: &mut Vec<Ty>) {
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            let is_contained = parts.iter().enumerate().any(|(other, wide)| {
                other != at && self.contains(wide, part) && (other < at || !self.contains(part, wide))
            });
            if is_contained {
                parts.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Replaces parts by the name of their union: Integer and Float are Numeric.
    fn name_unions(&self, parts: &mut Vec<Ty>) {
        let has_undef = parts.iter().any(|part| matches!(**part, Type::Undef));
        let data = [constant::rich_data(), constant::data()];
        let names = [constant::scalar(), constant::scalar_data(), constant::numeric(), constant::collection()];
        for name in data.into_iter().filter(|_| has_undef).chain(names) {
            let covers = |part: &Ty| self.contains(&name, part);
            let is_covered = |part: &Ty| parts.iter().any(|known| self.contains(known, part));
            let several = parts.iter().filter(|part| covers(part)).count() > 1;
            if several && self.parts(&name).iter().all(is_covered) {
                let at = parts.iter().position(covers).unwrap_or(0);
                let kept = |part: &Ty| !self.contains(&name, part);
                let before = parts.iter().take(at).cloned();
                let after = parts.iter().skip(at).filter(|part| kept(part)).cloned();
                *parts = before.chain([name.clone()]).chain(after).collect();
            }
        }
    }
}

/// Returns the type of collections without elements: the empty one, if the size allows it.
fn only_empty(size: Option<Size>, empty: Ty) -> Ty {
    if size.is_some_and(|size| size.from > 0) { constant::variant() } else { empty }
}

fn is_not_undef(ty: &Type) -> bool {
    matches!(ty, Type::NotUndef(inner) if matches!(**inner, Type::Any | Type::Unit))
}

/// Returns whether the type is a name that its own definition mentions.
fn is_recursive_name(ty: &Ty) -> bool {
    match &**ty {
        Type::Data | Type::RichData => true,
        Type::Alias(alias) => super::super::alias::is_recursive(alias) || matches!(*resolved(ty), Type::Alias(_)),
        _ => false,
    }
}

/// Returns the union of parts: Optional where undef is among them.
fn union(parts: Vec<Ty>) -> Ty {
    let is_undef = |part: &Ty| matches!(**part, Type::Undef);
    let has_undef = parts.iter().any(is_undef);
    let mut rest: Vec<Ty> = parts.into_iter().filter(|part| !is_undef(part)).collect();
    let with_undef = rest.iter().any(|part| matches!(**part, Type::Data | Type::RichData));
    let ty = match rest.len() {
        0 if has_undef => return constant::undef(),
        1 => rest.remove(0),
        _ => Rc::new(Type::Variant(rest)),
    };
    if has_undef && !with_undef { constant::optional_of(ty) } else { ty }
}

/// Merges the parts of each family.
fn merge(parts: &mut Vec<Ty>) {
    add_empty_string(parts);
    merge_ranges(parts, integers_of, |range: &Bounds<Int>| integer(range.clone()), integer_after);
    merge_ranges(parts, floats_of, |range: &Bounds<f64>| float(*range), float_after);
    merge_ranges(parts, timespans_of, |range: &Bounds<i128>| Rc::new(Type::Timespan(time(*range))), time_after);
    merge_ranges(parts, timestamps_of, |range: &Bounds<i128>| Rc::new(Type::Timestamp(time(*range))), time_after);
    merge_ranges(parts, lengths_of, |range: &Bounds<i64>| of_length(size(*range)), size_after);
    merge_texts(parts);
    merge_booleans(parts);
    merge_collections(parts);
}

/// Adds the empty string as a length, where a list has it and other strings start at one character.
fn add_empty_string(parts: &mut Vec<Ty>) {
    let has_empty = |part: &Ty| matches!(Text::of(part), Text::List(values, _) if values.iter().any(|v| v.is_empty()));
    let lists_empty = parts.iter().any(|part| Family::of(part) == Family::Text && has_empty(part));
    if lists_empty && parts.iter().any(|part| lengths_of(part).is_some_and(|(from, _)| from == Some(1))) {
        parts.push(of_length(Size { from: 0, to: Some(0) }));
    }
}

/// Merges the ranges of a family, at the position of the first.
fn merge_ranges<N: PartialOrd + Clone>(
    parts: &mut Vec<Ty>,
    range_of: impl Fn(&Type) -> Option<Bounds<N>>,
    make: impl Fn(&Bounds<N>) -> Ty,
    after: impl Fn(&N) -> Option<N>,
) {
    let ranges: Vec<Bounds<N>> = parts.iter().filter_map(|part| range_of(part)).collect();
    if ranges.is_empty() {
        return;
    }
    let made: Vec<Ty> = merged(ranges, after).iter().map(make).collect();
    replace(parts, |part| range_of(part).is_some(), made);
}

/// Replaces all parts that `is_met` selects by others, at the position of the first.
fn replace(parts: &mut Vec<Ty>, is_met: impl Fn(&Ty) -> bool, by: Vec<Ty>) {
    let Some(at) = parts.iter().position(&is_met) else { return };
    parts.retain(|part| !is_met(part));
    parts.splice(at..at, by);
}

fn integers_of(ty: &Type) -> Option<Bounds<Int>> {
    match ty {
        Type::Integer(range) => Some(integer_bounds(range)),
        _ => None,
    }
}

fn floats_of(ty: &Type) -> Option<Bounds<f64>> {
    match ty {
        Type::Float(range) => Some(range.ascending()),
        _ => None,
    }
}

fn timespans_of(ty: &Type) -> Option<Bounds<i128>> {
    match ty {
        Type::Timespan(range) => Some(time_bounds(range)),
        _ => None,
    }
}

fn timestamps_of(ty: &Type) -> Option<Bounds<i128>> {
    match ty {
        Type::Timestamp(range) => Some(time_bounds(range)),
        _ => None,
    }
}

fn lengths_of(ty: &Type) -> Option<Bounds<i64>> {
    match ty {
        Type::String(StringType::Any) => Some(size_bounds(Size::ANY)),
        Type::String(StringType::Size(size)) => Some(size_bounds(*size)),
        _ => None,
    }
}

/// Merges the lists of strings, without those that another part holds, and the patterns.
fn merge_texts(parts: &mut Vec<Ty>) {
    let is_list = |part: &Ty| Family::of(part) == Family::Text && matches!(Text::of(part), Text::List(..));
    let (mut exact, mut caseless): (Vec<Rc<str>>, Vec<Rc<str>>) = (Vec::new(), Vec::new());
    for part in parts.iter().filter(|part| is_list(part)) {
        match Text::of(part) {
            Text::List(values, true) => caseless.extend(values),
            Text::List(values, false) => exact.extend(values),
            Text::Length(_) | Text::Other => {}
        }
    }
    let others: Vec<Ty> = parts.iter().filter(|part| !is_list(part)).cloned().collect();
    exact.retain(|value| !others.iter().any(|ty| instance(ty, &Value::str(&**value))));
    exact.retain(|value| !caseless.iter().any(|other| other.eq_ignore_ascii_case(value)));
    let mut made = Vec::new();
    for (mut values, ignore_case) in [(exact, false), (caseless, true)] {
        values.sort();
        values.dedup_by(|a, b| a == b || ignore_case && a.eq_ignore_ascii_case(b));
        if !values.is_empty() {
            made.push(Rc::new(Type::Enum { values, ignore_case }));
        }
    }
    replace(parts, is_list, made);
    merge_patterns(parts);
}

fn merge_patterns(parts: &mut Vec<Ty>) {
    let mut patterns: Vec<Rc<Regexp>> = Vec::new();
    for part in parts.iter() {
        if let Type::Pattern(more) = &**part {
            patterns.extend(more.iter().filter(|one| !patterns.contains(one)).cloned().collect::<Vec<_>>());
        }
    }
    if !patterns.is_empty() {
        replace(parts, |part| matches!(**part, Type::Pattern(_)), vec![Rc::new(Type::Pattern(patterns))]);
    }
}

fn merge_booleans(parts: &mut Vec<Ty>) {
    let has = |value: bool| parts.iter().any(|part| matches!(**part, Type::Boolean(Some(told)) if told == value));
    if has(true) && has(false) {
        replace(parts, |part| matches!(**part, Type::Boolean(_)), vec![constant::boolean()]);
    }
}

/// Merges arrays with the same elements, and hashes with the same keys and values, by their sizes.
fn merge_collections(parts: &mut Vec<Ty>) {
    let mut at = 0;
    while let Some(part) = parts.get(at).cloned() {
        let alike = |other: &Ty| collection_size(&part, other).is_some();
        let ranges: Vec<Bounds<i64>> =
            parts.iter().filter_map(|other| collection_size(&part, other)).map(size_bounds).collect();
        if ranges.len() > 1 {
            let made = merged(ranges, size_after).into_iter().map(|range| resized(&part, size(range))).collect();
            replace(parts, alike, made);
        }
        at += 1;
    }
    join_empty(parts);
}

/// Joins the empty array, or hash, with the type that starts at one element.
fn join_empty(parts: &mut Vec<Ty>) {
    for empty in [constant::empty_array(), constant::empty_hash()] {
        let starts_at_one = |part: &Ty| match (&**part, &*empty) {
            (Type::Array(_, Some(size)), Type::Array(..)) | (Type::Hash(_, _, Some(size)), Type::Hash(..)) => {
                size.from == 1
            }
            _ => false,
        };
        let (Some(at), Some(next)) =
            (parts.iter().position(|part| same(part, &empty)), parts.iter().position(starts_at_one))
        else {
            continue;
        };
        if let Some(part) = parts.get_mut(next) {
            let to = collection_size(part, part).and_then(|size| size.to);
            *part = resized(part, Size { from: 0, to });
        }
        parts.remove(at);
    }
}

/// Returns the size of a collection whose elements are those of the model. The empty one is a part of every model.
fn collection_size(model: &Ty, ty: &Ty) -> Option<Size> {
    let (held, found) = match (&**model, &**ty) {
        (Type::Array(a, size), Type::Array(b, other)) => (is_empty(*size) == is_empty(*other) && same(a, b), other),
        (Type::Hash(k, v, size), Type::Hash(l, w, other)) => {
            (is_empty(*size) == is_empty(*other) && same(k, l) && same(v, w), other)
        }
        _ => return None,
    };
    held.then(|| found.unwrap_or(Size::ANY))
}

fn is_empty(size: Option<Size>) -> bool {
    matches!(size, Some(Size { to: Some(0), .. }))
}

fn resized(model: &Ty, size: Size) -> Ty {
    let size = (size != Size::ANY).then_some(size);
    match &**model {
        Type::Array(element, _) => Rc::new(Type::Array(element.clone(), size)),
        Type::Hash(key, value, _) => Rc::new(Type::Hash(key.clone(), value.clone(), size)),
        _ => model.clone(),
    }
}
