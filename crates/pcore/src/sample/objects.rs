//! Instances of Object types, and callables: the latter have only a signature, since they exist outside any
//! evaluation.

use std::rc::Rc;

use super::super::print::all_attributes;
use super::super::{CallableValue, Object, ObjectAttribute, ObjectType, Ty, Type, Value};
use super::{Sampler, pattern};
use crate::algebra::constant;

impl Sampler {
    /// Returns objects with examples for their attributes: first with all attributes, then only with the
    /// required ones.
    pub(super) fn objects(&mut self, class: &Rc<ObjectType>, parameters: &[Value], n: usize) -> Vec<Value> {
        let attributes = all_attributes(class);
        let names: Vec<&Rc<str>> = class.type_parameters.keys().collect();
        let wanted = self.part_count(n);
        let mut pools = Vec::with_capacity(attributes.len());
        for (name, attribute) in &attributes {
            let place = names.iter().position(|parameter| ***parameter == **name);
            let parameter = place.and_then(|place| parameters.get(place));
            pools.push(self.attribute(attribute, parameter, wanted));
        }
        let most = pools.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut found = vec![made(class, &attributes, &pools, 0, false), made(class, &attributes, &pools, 0, true)];
        found.extend((1..most).map(|turn| made(class, &attributes, &pools, turn, false)));
        found.into_iter().flatten().collect()
    }

    fn attribute(&mut self, attribute: &ObjectAttribute, parameter: Option<&Value>, n: usize) -> Vec<Value> {
        match parameter {
            Some(Value::Regexp(re)) => pattern::matching(re, &mut self.random),
            Some(Value::Type(ty)) => self.pool(ty, n),
            Some(Value::Default) | None => self.pool(&attribute.ty, n),
            Some(value) => vec![value.clone()],
        }
    }
}

fn made(
    class: &Rc<ObjectType>,
    attributes: &[(&str, &ObjectAttribute)],
    pools: &[Vec<Value>],
    turn: usize,
    short: bool,
) -> Option<Value> {
    let value = |((_, attribute), pool): (&(&str, &ObjectAttribute), &Vec<Value>)| {
        let given = pool.get(turn % pool.len().max(1)).cloned();
        match &attribute.value {
            Some(value) if attribute.constant || short => Some(value.clone()),
            _ if attribute.derived => Some(Value::Unset),
            Some(value) => Some(given.unwrap_or_else(|| value.clone())),
            None => given,
        }
    };
    let values: Option<Vec<Value>> = attributes.iter().zip(pools).map(value).collect();
    Some(Value::Object(Rc::new(Object { class: class.clone(), attributes: values? })))
}

/// Returns values with the signature of the type.
pub(super) fn callables(ty: &Ty) -> Vec<Value> {
    let exact = match &**ty {
        Type::Callable(callable) if callable.params.is_none() => constant::callable(),
        _ => ty.clone(),
    };
    vec![Value::Callable(Rc::new(CallableValue { name: None, signature: exact, code: Rc::new(()), contract: None }))]
}
