//! Types as values: the type itself, its components, and the exact types of its instances.

use std::rc::Rc;

use super::super::{
    Int, IntegerRange, Regexp, Size, StringType, Ty, Type, Value, generalize, infer_detailed, infer_reduced, resolved,
};
use super::Sampler;
use crate::algebra::constant;

impl Sampler {
    pub(super) fn types(&mut self, inner: Option<&Ty>, n: usize) -> Vec<Value> {
        let mut found = match inner {
            Some(inner) => self.types_inside(inner, n),
            None => Vec::new(),
        };
        found.extend(usual());
        found.into_iter().map(Value::Type).collect()
    }

    fn types_inside(&mut self, ty: &Ty, n: usize) -> Vec<Ty> {
        let meaning = resolved(ty);
        let mut found = vec![ty.clone()];
        if let Type::Variant(types) = &*meaning {
            found.extend(types.iter().cloned());
        }
        if let Type::Optional(Some(inner)) | Type::NotUndef(inner) = &*meaning {
            found.push(inner.clone());
        }
        let wanted = self.part_count(n);
        for value in self.pool(ty, wanted) {
            found.push(infer_detailed(&value));
            found.push(infer_reduced(&value));
            found.push(generalize(&infer_reduced(&value)));
        }
        found
    }
}

/// Returns `Integer[1, 3]`.
pub(super) fn small_range() -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(1)), to: Some(Int::Small(3)) }))
}

/// Returns `Enum['a', 'b']`.
pub(super) fn small_enum() -> Ty {
    Rc::new(Type::Enum { values: vec!["a".into(), "b".into()], ignore_case: false })
}

/// Returns types of all kinds.
pub(super) fn usual() -> Vec<Ty> {
    let resource = |type_name: Option<&str>, title: Option<&str>| -> Ty {
        Rc::new(Type::Resource { type_name: type_name.map(Rc::from), title: title.map(Rc::from) })
    };
    vec![
        constant::integer(),
        constant::string(),
        small_range(),
        constant::array_of(constant::string()),
        small_enum(),
        constant::hash_of(constant::string(), constant::integer()),
        resource(Some("file"), Some("/tmp/a")),
        Rc::new(Type::Class(Some("apache".into()))),
        resource(Some("file"), None),
        constant::resource(),
        constant::class(),
        constant::catalog_entry(),
        constant::optional_of(constant::integer()),
        Rc::new(Type::Variant(vec![constant::integer(), constant::string()])),
        Rc::new(Type::Tuple(vec![constant::integer(), constant::string()], None)),
        Rc::new(Type::String(StringType::Size(Size { from: 1, to: Some(5) }))),
        Rc::new(Type::Pattern(vec![Regexp::new("^a+$")])),
        Rc::new(Type::Type(Some(constant::integer()))),
        constant::boolean(),
        constant::float(),
        constant::undef(),
        constant::any(),
        constant::callable(),
        constant::runtime(),
        constant::type_reference(),
    ]
}
