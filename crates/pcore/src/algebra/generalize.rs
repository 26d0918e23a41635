//! Generalization: a type without sizes, ranges and values.
//!
//! As in the reference, an Enum becomes the String of its shortest to its longest value. A Tuple keeps its
//! size, and Pattern and Regexp are unchanged.

use std::rc::Rc;

use pprepl_budget as budget;

use super::super::{CallableType, StringType, StructElement, Ty, Type};
use super::memo::{Memo, address, is_composite};
use super::variant::lengths;
use super::{constant, variant_of};

/// Returns the type without sizes, ranges and values.
pub fn generalize(ty: &Ty) -> Ty {
    General::default().of(ty)
}

/// A generalization in progress, with a memo: types share their parts.
#[derive(Default)]
struct General {
    known: Memo<usize, Ty>,
}

impl General {
    fn of(&mut self, ty: &Ty) -> Ty {
        if !is_composite(ty) || !self.known.meet() {
            return self.visit(ty);
        }
        // The caller checks the budget before it uses the answer.
        if budget::is_exhausted() {
            return ty.clone();
        }
        self.known.get(&address(ty)).unwrap_or_else(|| {
            let general = self.visit(ty);
            self.known.put(address(ty), general.clone());
            general
        })
    }

    fn visit(&mut self, ty: &Ty) -> Ty {
        match &**ty {
            Type::Integer(range) if range.from.is_some() || range.to.is_some() => constant::integer(),
            Type::Float(range) if range.from.is_some() || range.to.is_some() => constant::float(),
            Type::Boolean(Some(_)) => constant::boolean(),
            Type::String(StringType::Size(_) | StringType::Value(_) | StringType::Values(_)) => constant::string(),
            Type::Enum { values, .. } => match lengths(values) {
                Some(size) => Rc::new(Type::String(StringType::Size(size))),
                None => constant::string(),
            },
            Type::Timespan(..) => constant::timespan(),
            Type::Timestamp(..) => constant::timestamp(),
            Type::Uri(_) => constant::uri(),
            Type::NotUndef(t) => self.rewrap(ty, t, Type::NotUndef),
            Type::Sensitive(t) => self.rewrap(ty, t, Type::Sensitive),
            Type::Optional(Some(t)) => self.rewrap(ty, t, |t| Type::Optional(Some(t))),
            Type::Type(Some(t)) => self.rewrap(ty, t, |t| Type::Type(Some(t))),
            Type::Iterable(Some(t)) => self.rewrap(ty, t, |t| Type::Iterable(Some(t))),
            Type::Iterator(Some(t)) => self.rewrap(ty, t, |t| Type::Iterator(Some(t))),
            Type::Init(Some(t), arguments) => {
                let general = self.of(t);
                if Rc::ptr_eq(&general, t) { ty.clone() } else { Rc::new(Type::Init(Some(general), arguments.clone())) }
            }
            Type::Collection(Some(_)) => constant::collection(),
            Type::Array(t, _) if matches!(**t, Type::Any) => constant::array(),
            Type::Array(t, size) => {
                let general = self.of(t);
                if size.is_none() && Rc::ptr_eq(&general, t) { ty.clone() } else { Rc::new(Type::Array(general, None)) }
            }
            Type::Hash(key, value, size) => self.hash(ty, key, value, size.is_none()),
            Type::Tuple(types, size) => self.each(ty, types, |types| Rc::new(Type::Tuple(types, *size))),
            Type::Variant(types) => self.each(ty, types, variant_of),
            Type::Struct(elements) => self.structure(ty, elements),
            Type::Callable(callable) => self.of_callable(ty, callable),
            Type::ObjectExtension(object, _) => Rc::new(Type::Object(object.clone())),
            Type::Any
            | Type::Unit
            | Type::Undef
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
            | Type::Data
            | Type::RichData
            | Type::RichDataKey
            | Type::Numeric
            | Type::CatalogEntry
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Boolean(_)
            | Type::String(_)
            | Type::Pattern(_)
            | Type::Regexp(_)
            | Type::Binary
            | Type::Optional(_)
            | Type::Type(_)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::Collection(_)
            | Type::AnyStruct
            | Type::Init(..)
            | Type::SemVer(_)
            | Type::SemVerRange
            | Type::Runtime { .. }
            | Type::Resource { .. }
            | Type::Class(_)
            | Type::Object(_)
            | Type::AnyObject
            | Type::TypeSet(_)
            | Type::AnyTypeSet
            | Type::Alias(_)
            | Type::TypeReference(_) => ty.clone(),
        }
    }

    fn rewrap(&mut self, ty: &Ty, inner: &Ty, wrap: impl Fn(Ty) -> Type) -> Ty {
        let general = self.of(inner);
        if Rc::ptr_eq(&general, inner) { ty.clone() } else { Rc::new(wrap(general)) }
    }

    fn hash(&mut self, ty: &Ty, key: &Ty, value: &Ty, sizeless: bool) -> Ty {
        if matches!((&**key, &**value), (Type::Unit, Type::Unit)) {
            return ty.clone();
        }
        let (general_key, general_value) = (self.of(key), self.of(value));
        if sizeless && Rc::ptr_eq(&general_key, key) && Rc::ptr_eq(&general_value, value) {
            return ty.clone();
        }
        constant::hash_of(general_key, general_value)
    }

    fn each(&mut self, ty: &Ty, types: &[Ty], make: impl FnOnce(Vec<Ty>) -> Ty) -> Ty {
        let general: Vec<Ty> = types.iter().map(|ty| self.of(ty)).collect();
        if general.iter().zip(types).all(|(a, b)| Rc::ptr_eq(a, b)) { ty.clone() } else { make(general) }
    }

    fn structure(&mut self, ty: &Ty, elements: &[StructElement]) -> Ty {
        let general: Vec<StructElement> =
            elements.iter().map(|e| StructElement { value: self.of(&e.value), ..e.clone() }).collect();
        if general.iter().zip(elements).all(|(a, b)| Rc::ptr_eq(&a.value, &b.value)) {
            ty.clone()
        } else {
            Rc::new(Type::Struct(general))
        }
    }

    fn of_callable(&mut self, ty: &Ty, callable: &CallableType) -> Ty {
        let mut general = |part: &Option<Ty>| part.as_ref().map(|ty| self.of(ty));
        let made = CallableType {
            params: general(&callable.params),
            block: general(&callable.block),
            returns: general(&callable.returns),
        };
        let unchanged = |a: &Option<Ty>, b: &Option<Ty>| match (a, b) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => true,
        };
        if unchanged(&made.params, &callable.params)
            && unchanged(&made.block, &callable.block)
            && unchanged(&made.returns, &callable.returns)
        {
            ty.clone()
        } else {
            Rc::new(Type::Callable(made))
        }
    }
}
