//! Array, Hash, Tuple, Variant and Struct.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::super::{Int, IntegerRange, Result, Size, StringType, StructElement, Ty, Type, Value, ValueError};
use super::super::{TypeRules, constant, test_assignable, type_text, variant_of};
use super::ranges::{is_bound, size, size_of};
use super::{any, arity, as_type, check_all, kind, type_of, unqualified_name, wants_type, wrong_kind};

pub(super) fn array_type(element: Ty, size: Option<Size>) -> Ty {
    Rc::new(Type::Array(element, size))
}

/// Returns whether the size is zero in numbers. Only then the type is that of the empty collection, without its
/// element: the reference keeps the element of `Array[String, default, 0]`.
fn is_zero(args: &[Value]) -> bool {
    match args {
        [Value::Int(0), Value::Int(0)] => true,
        [Value::Type(ty)] => {
            let zero = Some(Int::Small(0));
            matches!(&**ty, Type::Integer(range) if range.from == zero && range.to == zero)
        }
        _ => false,
    }
}

/// Returns `Array[T, min, max]` or `Array[min, max]`.
pub(super) fn array(args: &[Value]) -> Result<Ty> {
    let first = args.first().and_then(as_type);
    match (args, first) {
        ([_], Some(element)) => Ok(array_type(element, None)),
        ([_, rest @ ..], Some(_)) if is_zero(rest) => Ok(constant::empty_array()),
        ([_, rest @ ..], Some(element)) if args.len() <= 3 => Ok(array_type(element, Some(size(1, rest)?))),
        ([_, _], None) if is_zero(args) => Ok(constant::empty_array()),
        ([_, _], None) => Ok(array_type(any(), Some(size(0, args)?))),
        ([other] | [other, _, _], None) => Err(wants_type("Array", 0, other)),
        _ => Err(arity("Array", 1, Some(3), args.len())),
    }
}

/// Returns `Hash[K, V, min, max]` or `Hash[min, max]`.
pub(super) fn hash(args: &[Value]) -> Result<Ty> {
    if let [Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_)] = args {
        let size = size(0, args)?;
        return Ok(if is_zero(args) { constant::empty_hash() } else { hash_type(any(), any(), Some(size)) });
    }
    if let Some(index) = args.iter().take(2).position(|arg| !matches!(arg, Value::Type(_))) {
        return Err(wants_type("Hash", index, &args[index]));
    }
    let (Some(key), Some(value)) = (args.first().and_then(as_type), args.get(1).and_then(as_type)) else {
        return Err(arity("Hash", 2, Some(4), args.len()));
    };
    let size = match args {
        [_, _, rest @ ..] if is_zero(rest) => return Ok(constant::empty_hash()),
        [_, _] => None,
        [_, _, single] => Some(single_size(single)?),
        [_, _, rest @ ..] if args.len() == 4 => Some(size(2, rest)?),
        _ => return Err(arity("Hash", 2, Some(4), args.len())),
    };
    Ok(hash_type(key, value, size))
}

pub(super) fn hash_type(key: Ty, value: Ty, size: Option<Size>) -> Ty {
    Rc::new(Type::Hash(key, value, size))
}

/// Returns the size from the third argument of a Hash, which the reference uses without a check.
fn single_size(arg: &Value) -> Result<Size> {
    match arg {
        Value::Type(ty) if matches!(**ty, Type::Integer(_)) => size(2, std::slice::from_ref(arg)),
        // Undef and default are unbounded.
        Value::Undef | Value::Default => size_of(&IntegerRange::default()),
        _ if is_bound(arg) => size(2, std::slice::from_ref(arg)),
        Value::Float(f) => size_of(&IntegerRange { from: Some((f.get() as i64).into()), to: None }),
        _ => {
            Err(ValueError::new(Topic::TypeParameters, format!("The size of a Hash is an integer, not {}", kind(arg))))
        }
    }
}

/// Returns `Tuple[T, U, min, max]`: the last type repeats up to the size.
pub(super) fn tuple(ty: &Type, args: &[Value]) -> Result<Ty> {
    let (types, size) = split_size(args)?;
    check_all(ty, types, None, "a type", |arg| matches!(arg, Value::Type(_)))?;
    Ok(Rc::new(Type::Tuple(types.iter().filter_map(as_type).collect(), size)))
}

/// Splits up to two bounds off the end.
pub(super) fn split_size(args: &[Value]) -> Result<(&[Value], Option<Size>)> {
    match args {
        [types @ .., from, to] if is_range_bound(from) && is_range_bound(to) => {
            Ok((types, Some(range_size(from, Some(to))?)))
        }
        [types @ .., from] if is_range_bound(from) => Ok((types, Some(range_size(from, None)?))),
        _ => Ok((args, None)),
    }
}

/// Returns whether the argument is an integer, default, or the string 'default'.
pub(super) fn is_range_bound(arg: &Value) -> bool {
    is_bound(arg) || arg.as_str() == Some("default")
}

fn range_size(from: &Value, to: Option<&Value>) -> Result<Size> {
    size_of(&IntegerRange { from: from.as_int(), to: to.and_then(Value::as_int) })
}

/// Returns `Variant[T, U]`.
pub(super) fn variant(ty: &Type, args: &[Value]) -> Result<Ty> {
    check_all(ty, args, None, "a type", |arg| matches!(arg, Value::Type(_)))?;
    Ok(variant_of(args.iter().filter_map(as_type)))
}

/// Returns `Struct[{'key' => T}]`.
pub(super) fn structure(rules: &TypeRules, ty: &Type, args: &[Value]) -> Result<Ty> {
    match args {
        [Value::Hash(hash)] => {
            let elements = hash.iter().map(|(key, value)| element(rules, key, value));
            Ok(Rc::new(Type::Struct(elements.collect::<Result<_>>()?)))
        }
        [other] => Err(wrong_kind(ty, 0, other, "a hash")),
        _ => Err(arity(&unqualified_name(ty), 1, Some(1), args.len())),
    }
}

fn element(rules: &TypeRules, key: &Value, value: &Value) -> Result<StructElement> {
    let value = match value {
        Value::Type(ty) => ty.clone(),
        other if rules.documents => {
            let message = format!("The values of a Struct are types, not {}", kind(other));
            return Err(ValueError::new(Topic::TypeParameters, message));
        }
        other => type_of(other)?,
    };
    let (name, key) = match key {
        Value::Str(text) if text.text.is_empty() => {
            return Err(ValueError::new(Topic::TypeParameters, "A key of a Struct cannot be the empty string"));
        }
        Value::Str(text) => {
            let key = constant::string_value(&text.text);
            let key = if test_assignable(rules, &value, &Type::Undef)? { constant::optional_of(key) } else { key };
            (Rc::from(text.text.as_str()), key)
        }
        Value::Type(ty) => key_type(ty)?,
        other => return Err(bad_key(&kind(other))),
    };
    Ok(StructElement { name, key, value })
}

fn key_type(key: &Ty) -> Result<(Rc<str>, Ty)> {
    let exact = |ty: &Ty| match &**ty {
        Type::String(StringType::Value(text)) => Some(Rc::from(text.text.as_str())),
        _ => None,
    };
    let found = match &**key {
        Type::NotUndef(inner) => exact(inner).map(|name| (name, inner.clone())),
        Type::Optional(Some(inner)) => exact(inner).map(|name| (name, key.clone())),
        Type::String(_) => exact(key).map(|name| (name, key.clone())),
        _ => None,
    };
    found.ok_or_else(|| bad_key(&type_text(key)))
}

fn bad_key(actual: &str) -> Box<ValueError> {
    ValueError::new(
        Topic::TypeParameters,
        format!("A key of a Struct is a string, or Optional or NotUndef of one, not {actual}"),
    )
}
