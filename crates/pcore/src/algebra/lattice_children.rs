//! The subtypes of a type with parameters: its forms with one parameter tightened.
//!
//! A parameter of a Callable works the other way round (contravariance): a Callable that accepts more is a subtype.

use std::rc::Rc;

use super::super::{CallableType, Int, IntegerRange, Size, StringType, Ty, Type};
use super::lattice::Lattice;
use super::{constant, resolved, same, variant_of};

/// The maximum number of subtypes that are made of one parameter.
const MAX_FORMS: usize = 3;
/// The maximum number of subtypes in all.
const MAX_CHILDREN: usize = 8;
/// The maximum depth at which parameters are tightened.
const DEEP: usize = 3;

impl Lattice {
    /// Adds the tightened forms of a type to its named subtypes.
    pub(super) fn with_tighter(&self, ty: &Ty, mut children: Vec<Ty>) -> Vec<Ty> {
        for child in self.tighter(ty, DEEP) {
            let is_below = self.accepts(ty, &child) && !self.accepts(&child, ty);
            let is_known = children.iter().any(|known| same(known, &child));
            if is_below && !is_known && children.len() < MAX_CHILDREN {
                children.push(child);
            }
        }
        children
    }

    /// Returns the type with one parameter tightened, in every possible way.
    fn tighter(&self, ty: &Ty, depth: usize) -> Vec<Ty> {
        let made: Vec<Type> = match &**ty {
            _ if depth == 0 => Vec::new(),
            Type::Alias(alias) if !alias.built_in => {
                let meaning = resolved(ty);
                return if matches!(*meaning, Type::Alias(_)) { Vec::new() } else { self.tighter(&meaning, depth - 1) };
            }
            Type::Integer(range) => integers(range),
            Type::Boolean(None) => return vec![constant::yes(), constant::no()],
            Type::String(StringType::Any) => return vec![constant::non_empty_string()],
            Type::String(StringType::Size(size)) => {
                sizes(*size).into_iter().map(|size| Type::String(StringType::Size(size))).collect()
            }
            Type::Enum { values, ignore_case } if values.len() > 1 => {
                let without = |at: usize| Type::Enum { values: without(values, at), ignore_case: *ignore_case };
                (0..values.len()).map(without).collect()
            }
            Type::Pattern(patterns) if patterns.len() > 1 => {
                (0..patterns.len()).map(|at| Type::Pattern(without(patterns, at))).collect()
            }
            Type::Variant(types) => return self.alternatives(types, depth),
            Type::Optional(Some(inner)) => {
                let mut forms = vec![inner.clone()];
                forms.extend(self.each(inner, depth, |inner| Type::Optional(Some(inner))).into_iter().map(Rc::new));
                return forms;
            }
            Type::Collection(size) => {
                sizes(size.unwrap_or(Size::ANY)).into_iter().map(|size| Type::Collection(Some(size))).collect()
            }
            Type::Array(element, size) => {
                let mut made = self.each(element, depth, |element| Type::Array(element, *size));
                let sizes = sizes(size.unwrap_or(Size::ANY)).into_iter();
                made.extend(sizes.map(|size| Type::Array(element.clone(), Some(size))));
                made
            }
            Type::Hash(key, value, size) => {
                let mut made = self.each(key, depth, |key| Type::Hash(key, value.clone(), *size));
                made.extend(self.each(value, depth, |value| Type::Hash(key.clone(), value, *size)));
                let sizes = sizes(size.unwrap_or(Size::ANY)).into_iter();
                made.extend(sizes.map(|size| Type::Hash(key.clone(), value.clone(), Some(size))));
                made
            }
            Type::Tuple(types, size) => (0..types.len())
                .flat_map(|at| self.each_at(types, at, depth).into_iter().map(|types| Type::Tuple(types, *size)))
                .collect(),
            Type::Struct(elements) => (0..elements.len())
                .flat_map(|at| {
                    let values: Vec<Ty> = elements.iter().map(|element| element.value.clone()).collect();
                    self.each_at(&values, at, depth).into_iter().map(|values| {
                        let mut elements = elements.clone();
                        elements.iter_mut().zip(values).for_each(|(element, value)| element.value = value);
                        Type::Struct(elements)
                    })
                })
                .collect(),
            Type::NotUndef(inner) => self.each(inner, depth, Type::NotUndef),
            Type::Sensitive(inner) => self.each(inner, depth, Type::Sensitive),
            Type::Type(Some(inner)) => self.each(inner, depth, |inner| Type::Type(Some(inner))),
            Type::Iterable(Some(inner)) => self.each(inner, depth, |inner| Type::Iterable(Some(inner))),
            Type::Iterator(Some(inner)) => self.each(inner, depth, |inner| Type::Iterator(Some(inner))),
            Type::Callable(callable) => self.tighter_callables(callable, depth),
            _ => Vec::new(),
        };
        made.into_iter().map(Rc::new).collect()
    }

    /// Returns the unions of all alternatives but one.
    fn alternatives(&self, types: &[Ty], depth: usize) -> Vec<Ty> {
        match types {
            [] => Vec::new(),
            [only] => self.tighter(only, depth - 1),
            _ => (0..types.len()).map(|at| variant_of(without(types, at))).collect(),
        }
    }

    /// Returns a wrapper type around the direct subtypes of its inner type.
    fn each(&self, inner: &Ty, depth: usize, around: impl Fn(Ty) -> Type) -> Vec<Type> {
        if matches!(**inner, Type::Any) {
            return Vec::new();
        }
        let mut below = self.tighter(inner, depth - 1);
        below.extend(self.named_below(inner));
        below.into_iter().take(MAX_FORMS).map(around).collect()
    }

    /// Returns the types with one position replaced by its direct subtypes.
    fn each_at(&self, types: &[Ty], at: usize, depth: usize) -> Vec<Vec<Ty>> {
        let Some(ty) = types.get(at) else { return Vec::new() };
        let made = self.each(ty, depth, |ty| Type::Optional(Some(ty)));
        made.into_iter().filter_map(|wrapped| replaced(types, at, wrapped)).collect()
    }

    /// Returns the Callables that accept these: with a tighter parameter, or a looser result.
    pub(super) fn looser_callables(&self, callable: &CallableType, depth: usize) -> Vec<Type> {
        let returns = callable.returns.as_ref();
        let mut made = returns
            .map_or_else(Vec::new, |returns| self.inner(returns, depth, |returns| with_returns(callable, returns)));
        let (types, size) = parameters(callable);
        for at in 0..types.len() {
            let tightened = self.each_at(types, at, depth).into_iter();
            made.extend(tightened.map(|types| with_parameters(callable, types, size)));
        }
        made
    }

    /// Returns the Callables that these accept: with a looser parameter, or a tighter result.
    fn tighter_callables(&self, callable: &CallableType, depth: usize) -> Vec<Type> {
        let mut made = Vec::new();
        let (types, size) = parameters(callable);
        for (at, ty) in types.iter().enumerate() {
            let loosened = self.inner(ty, depth, |ty| Type::Optional(Some(ty))).into_iter();
            let loosened = loosened.filter_map(|wrapped| replaced(types, at, wrapped));
            made.extend(loosened.map(|types| with_parameters(callable, types, size)));
        }
        if let Some(returns) = &callable.returns {
            made.extend(self.each(returns, depth, |returns| with_returns(callable, returns)));
        }
        made
    }
}

/// Returns the types with one position replaced by the type inside a wrapper.
fn replaced(types: &[Ty], at: usize, wrapped: Type) -> Option<Vec<Ty>> {
    let Type::Optional(Some(inner)) = wrapped else { return None };
    let mut types = types.to_vec();
    *types.get_mut(at)? = inner;
    Some(types)
}

fn parameters(callable: &CallableType) -> (&[Ty], Option<Size>) {
    match callable.params.as_deref() {
        Some(Type::Tuple(types, size)) => (types, *size),
        _ => (&[], None),
    }
}

fn with_parameters(callable: &CallableType, types: Vec<Ty>, size: Option<Size>) -> Type {
    Type::Callable(CallableType { params: Some(Rc::new(Type::Tuple(types, size))), ..callable.clone() })
}

fn with_returns(callable: &CallableType, returns: Ty) -> Type {
    Type::Callable(CallableType { returns: Some(returns), ..callable.clone() })
}

fn without<T: Clone>(items: &[T], at: usize) -> Vec<T> {
    items.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, item)| item.clone()).collect()
}

/// Returns the range without its first number, and without its last.
fn integers(range: &IntegerRange) -> Vec<Type> {
    let (from, to) = range.ascending();
    if from.is_some() && from == to {
        return Vec::new();
    }
    let moved = |bound: &Int, by: i64| Some(Int::from(bound.to_big() + by));
    let last = to.map(|to| IntegerRange { from: from.cloned(), to: moved(to, -1) });
    let first = from.map(|from| IntegerRange { from: moved(from, 1), to: to.cloned() });
    last.into_iter().chain(first).map(Type::Integer).collect()
}

/// Returns the size without its largest number, and without its smallest.
fn sizes(size: Size) -> Vec<Size> {
    if size.to == Some(size.from) {
        return Vec::new();
    }
    let less = size.to.map(|to| Size { to: Some(to - 1), ..size });
    let more = size.from.checked_add(1).map(|from| Size { from, ..size });
    less.into_iter().chain(more).collect()
}
