//! The common type of a long list of types, under construction.
//!
//! [`common_type`] of two types copies what it joins. Over a list that is quadratic, since a growing type is
//! copied at every step. Here the parts that grow (the strings of an Enum, also inside an Array or a Hash)
//! stay open until the end. A step then costs no more than the type that it adds. The answers are those of
//! `common_type`, step by step.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::{Size, StringType, Ty, Type};
use super::assign::{contains, exactly};
use super::{assignable, common_type};

/// A common type under construction.
pub(super) enum Gathered {
    /// A type that does not grow.
    Plain(Ty),
    /// An Enum of at least two strings.
    Strings(FxHashSet<Rc<str>>),
    /// An Array.
    Array(Box<Gathered>, Option<Size>),
    /// A Hash.
    Hash(Box<(Gathered, Gathered)>, Option<Size>),
    /// A Type.
    Type(Box<Gathered>),
}

impl Gathered {
    pub(super) fn of(ty: &Ty) -> Gathered {
        Gathered::Plain(ty.clone())
    }

    /// Returns the type itself when it does not grow.
    pub(super) fn plain(&self) -> Option<&Type> {
        match self {
            Gathered::Plain(ty) => Some(ty),
            _ => None,
        }
    }

    pub(super) fn finish(self) -> Ty {
        match self {
            Gathered::Plain(ty) => ty,
            Gathered::Strings(set) => super::variant::enum_of(set),
            Gathered::Array(element, size) => Rc::new(Type::Array(element.finish(), size)),
            Gathered::Hash(parts, size) => Rc::new(Type::Hash(parts.0.finish(), parts.1.finish(), size)),
            Gathered::Type(inner) => Rc::new(Type::Type(Some(inner.finish()))),
        }
    }

    /// Builds the type while it continues to grow: for queries without a short cut.
    fn ty(&self) -> Ty {
        match self {
            Gathered::Plain(ty) => ty.clone(),
            Gathered::Strings(set) => super::variant::enum_of(set.iter().cloned()),
            Gathered::Array(element, size) => Rc::new(Type::Array(element.ty(), *size)),
            Gathered::Hash(parts, size) => Rc::new(Type::Hash(parts.0.ty(), parts.1.ty(), *size)),
            Gathered::Type(inner) => Rc::new(Type::Type(Some(inner.ty()))),
        }
    }

    /// Returns the common type of this and another type.
    pub(super) fn join(self, b: &Ty) -> Gathered {
        if matches!(**b, Type::Undef | Type::Unit) {
            return match self {
                // Of two such types the second counts.
                Gathered::Plain(a) => Gathered::Plain(common_type(&a, b)),
                open => open,
            };
        }
        match (self, &**b) {
            (Gathered::Plain(a), _) => match Gathered::opened(&a, b) {
                Some(open) => open.join(b),
                None => Gathered::Plain(common_type(&a, b)),
            },
            (Gathered::Strings(mut set), Type::String(StringType::Value(text))) => {
                set.insert(text.text.as_str().into());
                Gathered::Strings(set)
            }
            (Gathered::Strings(mut set), Type::Enum { values, ignore_case: false }) if !values.is_empty() => {
                set.extend(values.iter().cloned());
                Gathered::Strings(set)
            }
            (Gathered::Array(element, size), Type::Array(other, other_size)) => {
                join_arrays((element, size), (other, *other_size), b)
            }
            (Gathered::Hash(parts, size), Type::Hash(key, value, other_size)) => {
                join_hashes((parts, size), (key, value, *other_size), b)
            }
            (Gathered::Type(inner), Type::Type(Some(other))) => join_types(inner, other, b),
            (open, _) => Gathered::Plain(common_type(&open.finish(), b)),
        }
    }

    /// Opens the first of two types for the second; `None` where nothing grows.
    fn opened(a: &Ty, b: &Ty) -> Option<Gathered> {
        match (&**a, &**b) {
            (Type::Array(element, size), Type::Array(..)) => {
                Some(Gathered::Array(Box::new(Gathered::of(element)), *size))
            }
            (Type::Hash(key, value, size), Type::Hash(..)) => {
                Some(Gathered::Hash(Box::new((Gathered::of(key), Gathered::of(value))), *size))
            }
            (Type::Type(Some(inner)), Type::Type(Some(_))) => Some(Gathered::Type(Box::new(Gathered::of(inner)))),
            (a, b) => {
                let (strings, others) = (strings_of(a)?, strings_of(b)?);
                let set: FxHashSet<Rc<str>> = strings.into_iter().chain(others).collect();
                (set.len() > 1).then_some(Gathered::Strings(set))
            }
        }
    }

    /// Returns whether this type accepts everything of type `b`.
    fn accepts(&self, b: &Ty) -> bool {
        match (self, &**b) {
            (Gathered::Plain(a), _) => assignable(a, b),
            (_, Type::Unit) => true,
            (Gathered::Strings(set), Type::String(StringType::Value(text))) => set.contains(&*text.text),
            (Gathered::Strings(set), Type::Enum { values, ignore_case: false }) => {
                !values.is_empty() && values.iter().all(|value| set.contains(value))
            }
            (Gathered::Array(element, size), Type::Array(other, other_size)) => {
                contains(*size, other_size.unwrap_or(Size::ANY)) && element.accepts(other)
            }
            (Gathered::Hash(parts, size), Type::Hash(key, value, other_size)) => {
                let is_empty = *other_size == Some(exactly(0)) && is_unit(key) && is_unit(value);
                is_empty && size.is_none_or(|size| size.from == 0)
                    || contains(*size, other_size.unwrap_or(Size::ANY))
                        && parts.0.accepts(key)
                        && parts.1.accepts(value)
            }
            (Gathered::Type(inner), Type::Type(Some(other))) => inner.accepts(other),
            (_, b) => is_transparent(b) && assignable(&self.ty(), b),
        }
    }

    /// Returns whether `b` accepts everything of this type.
    fn is_inside(&self, b: &Ty) -> bool {
        match (self, &**b) {
            (Gathered::Plain(a), _) => assignable(b, a),
            // An Enum of fewer strings, or one string.
            (Gathered::Strings(set), Type::Enum { values, ignore_case: false }) if values.len() < set.len() => {
                values.is_empty()
            }
            (Gathered::Strings(_), Type::String(StringType::Value(_))) => false,
            (Gathered::Array(element, size), Type::Array(other, other_size)) => {
                contains(*other_size, size.unwrap_or(Size::ANY)) && element.is_inside(other)
            }
            (Gathered::Hash(parts, size), Type::Hash(key, value, other_size)) => {
                let is_unit = |part: &Gathered| matches!(part.plain(), Some(Type::Unit));
                let is_empty = *size == Some(exactly(0)) && is_unit(&parts.0) && is_unit(&parts.1);
                is_empty && other_size.is_none_or(|size| size.from == 0)
                    || contains(*other_size, size.unwrap_or(Size::ANY))
                        && parts.0.is_inside(key)
                        && parts.1.is_inside(value)
            }
            (Gathered::Type(inner), Type::Type(Some(other))) => inner.is_inside(other),
            _ => assignable(b, &self.ty()),
        }
    }
}

fn join_arrays(
    (element, size): (Box<Gathered>, Option<Size>),
    (other, other_size): (&Ty, Option<Size>),
    b: &Ty,
) -> Gathered {
    if contains(size, other_size.unwrap_or(Size::ANY)) && element.accepts(other) {
        return Gathered::Array(element, size);
    }
    if contains(other_size, size.unwrap_or(Size::ANY)) && element.is_inside(other) {
        return Gathered::of(b);
    }
    Gathered::Array(Box::new(element.join(other)), None)
}

fn join_hashes(
    (parts, size): (Box<(Gathered, Gathered)>, Option<Size>),
    (key, value, _): (&Ty, &Ty, Option<Size>),
    b: &Ty,
) -> Gathered {
    let open = Gathered::Hash(parts, size);
    if open.accepts(b) {
        return open;
    }
    if open.is_inside(b) {
        return Gathered::of(b);
    }
    let Gathered::Hash(parts, _) = open else { return open };
    let (keys, values) = *parts;
    Gathered::Hash(Box::new((keys.join(key), values.join(value))), None)
}

fn join_types(inner: Box<Gathered>, other: &Ty, b: &Ty) -> Gathered {
    if inner.accepts(other) {
        return Gathered::Type(inner);
    }
    if inner.is_inside(other) {
        return Gathered::of(b);
    }
    Gathered::Type(Box::new(inner.join(other)))
}

/// Returns the strings of an Enum or of the type of one string. (An Enum of one string is excluded: it counts
/// as any string.)
fn strings_of(ty: &Type) -> Option<Vec<Rc<str>>> {
    match ty {
        Type::String(StringType::Value(text)) => Some(vec![text.text.as_str().into()]),
        Type::Enum { values, ignore_case: false } if values.len() > 1 => Some(values.clone()),
        _ => None,
    }
}

/// Returns whether assignability expands the type into its parts.
fn is_transparent(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Variant(_)
            | Type::Optional(_)
            | Type::NotUndef(_)
            | Type::Alias(_)
            | Type::Data
            | Type::RichData
            | Type::RichDataKey
            | Type::Tuple(..)
            | Type::Struct(_)
            | Type::AnyStruct
            | Type::String(_)
            | Type::Enum { .. }
            | Type::Array(..)
            | Type::Hash(..)
            | Type::Type(_)
            | Type::Iterable(_)
    )
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Unit)
}
