//! Instances of Object types, from positional arguments or from one hash of attributes.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::algebra::constant;
use super::super::print::all_attributes;
use super::super::{Hash, Object, ObjectAttribute, ObjectType, Result, StructElement, Ty, Type, Value, ValueError};

/// Creates an instance from a hash that matches the attributes, otherwise from positional arguments:
/// attributes without a default come first.
pub(super) fn object(class: &Rc<ObjectType>, args: &[Value]) -> Result<Value> {
    let attributes = all_attributes(class);
    if let [Value::Hash(hash)] = args
        && fits(&attributes, hash)
    {
        return Ok(instance(class, &attributes, |name| hash.get_str(name).cloned()));
    }
    let named = by_position(class, &attributes, args)
        .map_err(|issue| by_name_issue(class, &attributes, args).unwrap_or(issue))?;
    Ok(instance(class, &attributes, |name| named.iter().find(|(other, _)| *other == name).map(|(_, v)| v.clone())))
}

/// Returns whether a hash has the attributes of an instance.
pub(crate) fn takes_hash(class: &ObjectType, hash: &Hash) -> bool {
    fits(&all_attributes(class), hash)
}

fn is_parameter(attribute: &ObjectAttribute) -> bool {
    !attribute.constant && !attribute.derived
}

/// Returns whether a hash has all required attributes, no others, and values of the right types.
fn fits(attributes: &[(&str, &ObjectAttribute)], hash: &Hash) -> bool {
    let parameter = |name: &str| attributes.iter().find(|(other, a)| *other == name && is_parameter(a));
    let known = |(key, value): (&Value, &Value)| {
        key.as_str().and_then(parameter).is_some_and(|(_, attribute)| super::super::instance(&attribute.ty, value))
    };
    let given = |(name, attribute): &(&str, &ObjectAttribute)| {
        !is_parameter(attribute) || attribute.value.is_some() || hash.get_str(name).is_some()
    };
    hash.iter().all(known) && attributes.iter().all(given)
}

/// Returns the error for a single hash with wrong attributes: the mismatch with the Struct of the attributes.
fn by_name_issue(
    class: &ObjectType,
    attributes: &[(&str, &ObjectAttribute)],
    args: &[Value],
) -> Option<Box<ValueError>> {
    let [Value::Hash(hash)] = args else { return None };
    let is_name = |key: &Value| key.as_str().is_some_and(|key| attributes.iter().any(|(name, _)| *name == key));
    if !hash.is_empty() && !hash.keys().any(is_name) {
        return None;
    }
    let element = |(name, attribute): &(&str, &ObjectAttribute)| {
        let key = constant::string_value(name);
        let key = if attribute.value.is_some() { constant::optional_of(key) } else { key };
        StructElement { name: (*name).into(), key, value: attribute.ty.clone() }
    };
    let parameters = attributes.iter().filter(|(_, attribute)| is_parameter(attribute));
    let expected: Ty = Rc::new(Type::Struct(parameters.map(element).collect()));
    let label = class.name.as_deref().unwrap_or("Object");
    Some(super::super::mismatch(&expected, &args[0])?.into_error(&format!("the attributes of {label}")))
}

fn by_position<'a>(
    class: &ObjectType,
    attributes: &[(&'a str, &ObjectAttribute)],
    args: &[Value],
) -> Result<Vec<(&'a str, Value)>> {
    let label = class.name.as_deref().unwrap_or("Object");
    let parameters = attributes.iter().filter(|(_, attribute)| is_parameter(attribute));
    let (optional, required): (Vec<_>, Vec<_>) = parameters.partition(|(_, attribute)| attribute.value.is_some());
    if args.len() < required.len() || args.len() > required.len() + optional.len() {
        let message = format!(
            "{label} takes {} to {} arguments, not {}",
            required.len(),
            required.len() + optional.len(),
            args.len()
        );
        return Err(ValueError::new(Topic::ObjectType, message));
    }
    let mut named = Vec::with_capacity(args.len());
    for (&(name, attribute), value) in required.into_iter().chain(optional).zip(args) {
        if !super::super::instance(&attribute.ty, value) {
            return Err(ValueError::mismatch(&format!("the attribute '{name}' of {label}"), &attribute.ty, value));
        }
        named.push((name, value.clone()));
    }
    Ok(named)
}

fn instance(
    class: &Rc<ObjectType>,
    attributes: &[(&str, &ObjectAttribute)],
    given: impl Fn(&str) -> Option<Value>,
) -> Value {
    let value = |(name, attribute): &(&str, &ObjectAttribute)| {
        given(name).or_else(|| attribute.value.clone()).unwrap_or(Value::Unset)
    };
    let attributes = attributes.iter().map(value).collect();
    Value::Object(Rc::new(Object { class: class.clone(), attributes }))
}
