//! The attributes of a type as a value: `Array[Integer]` has the `element_type` Integer.

use std::rc::Rc;

use super::super::{CallableType, IntegerRange, Regexp, Size, StringType, StructElement, Ty, Type, Value, regexp};
use super::text::capitalized;

/// Returns the attributes that the reference declares for a type, in its order; none for a type without such.
pub fn attributes(ty: &Type) -> Vec<(&'static str, Value)> {
    match ty {
        Type::String(string) => vec![("size_type_or_value", size_or_value(string))],
        Type::Enum { values, ignore_case } => vec![
            ("values", Value::array(values.iter().map(|value| Value::str(&**value)).collect())),
            ("case_insensitive", Value::bool(*ignore_case)),
        ],
        Type::Pattern(patterns) => {
            let pattern = |pattern: &Rc<Regexp>| Value::ty(Type::Regexp(Some(pattern.clone())));
            vec![("patterns", Value::array(patterns.iter().map(pattern).collect()))]
        }
        Type::Regexp(pattern) => {
            let text = pattern.as_ref().map(|pattern| Value::str(&*regexp::plain_pattern(&pattern.source)));
            vec![("pattern", text.unwrap_or(Value::Undef))]
        }
        Type::NotUndef(inner) if matches!(**inner, Type::Any) => vec![("type", Value::Undef)],
        Type::NotUndef(inner) => vec![("type", Value::Type(inner.clone()))],
        Type::Optional(inner) | Type::Type(inner) | Type::Iterable(inner) | Type::Iterator(inner) => {
            vec![("type", known(inner))]
        }
        Type::Collection(size) => vec![("size_type", size_type(*size))],
        Type::Array(element, _) => vec![("element_type", Value::Type(element.clone()))],
        Type::Hash(key, value, _) => {
            vec![("key_type", Value::Type(key.clone())), ("value_type", Value::Type(value.clone()))]
        }
        Type::Tuple(types, size) => vec![("types", list(types)), ("size_type", size_type(*size))],
        Type::Struct(elements) => vec![("elements", Value::array(elements.iter().map(element).collect()))],
        Type::Variant(types) => vec![("types", list(types))],
        Type::Callable(CallableType { params, block, returns }) => {
            vec![("param_types", known(params)), ("block_type", known(block)), ("return_type", known(returns))]
        }
        Type::Runtime { runtime, name } => {
            let runtime = runtime.as_ref().map(|runtime| Value::str(&**runtime)).unwrap_or(Value::Undef);
            vec![("runtime", runtime), ("name_or_pattern", name.clone().unwrap_or(Value::Undef))]
        }
        Type::Resource { type_name, title } => {
            let name = type_name.as_ref().map(|name| Value::from(capitalized(name)));
            let title = title.as_ref().map(|title| Value::str(&**title));
            vec![("type_name", name.unwrap_or(Value::Undef)), ("title", title.unwrap_or(Value::Undef))]
        }
        Type::Init(inner, arguments) => vec![("type", known(inner)), ("init_args", Value::array(arguments.clone()))],
        Type::Numeric => vec![("from", Value::Undef), ("to", Value::Undef)],
        Type::Alias(alias) => vec![
            ("name", Value::str(&*alias.name)),
            ("type_expr", Value::Undef),
            ("resolved_type", known(&alias.resolved.get().cloned())),
        ],
        Type::Class(name) => {
            vec![("class_name", name.as_ref().map(|name| Value::str(&**name)).unwrap_or(Value::Undef))]
        }
        _ => Vec::new(),
    }
}

fn known(ty: &Option<Ty>) -> Value {
    ty.clone().map_or(Value::Undef, Value::Type)
}

fn list(types: &[Ty]) -> Value {
    Value::array(types.iter().cloned().map(Value::Type).collect())
}

fn size_or_value(string: &StringType) -> Value {
    match string {
        StringType::Any | StringType::Values(_) => Value::Undef,
        StringType::Size(size) => size_type(Some(*size)),
        StringType::Value(text) => Value::Str(text.clone()),
    }
}

fn size_type(size: Option<Size>) -> Value {
    let range = |size: Size| IntegerRange { from: Some(size.from.into()), to: size.to.map(Into::into) };
    size.map_or(Value::Undef, |size| Value::ty(Type::Integer(range(size))))
}

/// Returns an element of a Struct as its attributes.
fn element(element: &StructElement) -> Value {
    let attributes = [("key_type", &element.key), ("value_type", &element.value)];
    Value::hash(attributes.into_iter().map(|(name, ty)| (Value::str(name), Value::Type(ty.clone()))).collect())
}
