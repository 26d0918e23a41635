//! Object types: their members and type parameters, and the built-in ones.
//!
//! `definition` creates them from a definition; conversion creates their instances.

use pprepl_text::Topic;
use std::rc::Rc;

use indexmap::IndexMap;

use super::super::print::all_attributes;
use super::super::{
    CallableType, Hash, Object, ObjectAttribute, ObjectFunction, ObjectType, Regexp, Result, Ty, Type, Value,
    ValueError,
};
use super::instance::parent_of;
use super::{constant, generalize, infer_reduced, instance, resolved, type_text, uri};

/// A member of an Object type.
#[derive(Clone, Debug)]
pub enum Member {
    Attribute(ObjectAttribute),
    Function(ObjectFunction),
}

/// Returns the type and its ancestors, itself first.
pub(super) fn object_chain(object: &Rc<ObjectType>) -> Vec<Rc<ObjectType>> {
    let mut chain = vec![object.clone()];
    while let Some(parent) = chain.last().and_then(|last| parent_of(last)) {
        chain.push(parent);
    }
    chain
}

/// Returns whether a type is the one with this name, which is being defined, or inherits from it.
pub(super) fn ends_in(ty: &Ty, own: &str) -> bool {
    let mut ty = resolved(ty);
    loop {
        ty = match &*ty {
            Type::Alias(alias) => return *alias.name == *own,
            Type::Object(object) | Type::ObjectExtension(object, _) => match &object.parent {
                Some(parent) => resolved(parent),
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Returns the member with this name, own or inherited.
pub(super) fn find_member(object: &ObjectType, name: &str) -> Option<Member> {
    if let Some(attribute) = object.attributes.get(name) {
        return Some(Member::Attribute(attribute.clone()));
    }
    if let Some(function) = object.functions.get(name) {
        return Some(Member::Function(function.clone()));
    }
    find_member(&*parent_of(object)?, name)
}

/// Returns the members of an Object type by name, inherited ones first.
pub fn members(object: &ObjectType) -> IndexMap<Rc<str>, Member> {
    let mut all = parent_of(object).map_or_else(IndexMap::new, |parent| members(&parent));
    let attributes = object.attributes.iter().map(|(name, a)| (name.clone(), Member::Attribute(a.clone())));
    all.extend(attributes);
    all.extend(object.functions.iter().map(|(name, f)| (name.clone(), Member::Function(f.clone()))));
    all
}

/// Returns whether the value has a member with this name: an attribute without a value, or a function.
pub fn has_member(value: &Value, name: &str) -> bool {
    matches!(value, Value::Object(object) if find_member(&object.class, name).is_some())
}

/// Returns the value of an attribute, or of a function without parameters that the type defines, as in
/// `$error.message`; `None` when the value has no such member.
pub fn attribute(value: &Value, name: &str) -> Option<Value> {
    match value {
        Value::Object(object) => object_attribute(object, name),
        Value::Uri(uri) => uri::part(&uri.text, name),
        _ => None,
    }
}

fn object_attribute(object: &Object, name: &str) -> Option<Value> {
    let name = if name == "message" && object.class.name.as_deref() == Some("Error") { "msg" } else { name };
    let place = all_attributes(&object.class).iter().position(|(other, _)| *other == name)?;
    match object.attributes.get(place) {
        Some(Value::Unset) | None => find_member(&object.class, name).and_then(|member| match member {
            Member::Attribute(attribute) => attribute.value,
            Member::Function(_) => None,
        }),
        Some(value) => Some(value.clone()),
    }
}

/// The name of the type of the contexts that functions of Hiera data get.
pub const LOOKUP_CONTEXT: &str = "Puppet::LookupContext";

/// The attributes of a host object: what the host knows it by, and its text.
const HOST_ATTRIBUTES: [&str; 2] = ["id", "text"];

/// Returns an object of the host platform, such as one of Ruby, which code can only pass on and print. Its type prints
/// as `type_name`, `Runtime[ruby, 'Class']`.
pub fn host_object(type_name: &str, id: Value, text: &str) -> Value {
    let attributes = HOST_ATTRIBUTES.map(|name| made((name, constant::any(), false)));
    let class = ObjectType {
        name: Some(type_name.into()),
        attributes: attributes.into_iter().collect(),
        ..ObjectType::default()
    };
    Value::Object(Rc::new(Object { class: Rc::new(class), attributes: vec![id, Value::str(text)] }))
}

impl Object {
    /// Returns what the host knows a host object by, and its text; `None` for another object.
    pub fn as_host(&self) -> Option<(&Value, &str)> {
        match &self.attributes[..] {
            [id, Value::Str(text)] if self.class.is_host() => Some((id, &text.text)),
            _ => None,
        }
    }
}

impl ObjectType {
    /// Returns whether this is the type of host objects: no code can define one of such a name.
    pub(crate) fn is_host(&self) -> bool {
        self.name.as_deref().is_some_and(|name| name.contains("Runtime["))
    }

    /// Returns whether two instances are never equal: contexts keep values that are not attributes.
    pub(crate) fn has_identity(&self) -> bool {
        self.name.as_deref() == Some(LOOKUP_CONTEXT)
    }

    /// Returns whether an instance can equal one of another type: neither the type nor an ancestor compares types.
    pub(crate) fn ignores_type(&self) -> bool {
        self.other_types_equal && parent_of(self).is_none_or(|parent| parent.ignores_type())
    }

    /// Returns the indices of the attributes that equality of instances compares; `None` for all.
    pub(crate) fn equality_places(&self) -> Option<Vec<usize>> {
        let mut names: Vec<Rc<str>> = self.equality.clone()?;
        let mut ancestor = parent_of(self);
        while let Some(parent) = ancestor {
            match &parent.equality {
                Some(equality) => names.extend(equality.iter().cloned()),
                None => names.extend(parent.attributes.keys().cloned()),
            }
            ancestor = parent_of(&parent);
        }
        let all = all_attributes(self);
        Some(names.iter().filter_map(|name| all.iter().position(|(other, _)| **other == **name)).collect())
    }
}

impl ObjectType {
    /// Returns the names of the type parameters, inherited ones first.
    pub(super) fn type_parameter_names(&self) -> Vec<Rc<str>> {
        type_parameters(self).into_keys().collect()
    }
}

/// Returns the type parameters with their types, inherited ones first.
pub(super) fn type_parameters(object: &ObjectType) -> IndexMap<Rc<str>, Ty> {
    let mut all = parent_of(object).map_or_else(IndexMap::new, |parent| type_parameters(&parent));
    all.extend(object.type_parameters.iter().map(|(name, ty)| (name.clone(), ty.clone())));
    all
}

impl Object {
    /// Returns the type of an instance; for a type with type parameters, with the values of its attributes as
    /// parameters.
    pub(super) fn instance_type(&self) -> Ty {
        let names = self.class.type_parameter_names();
        if names.is_empty() {
            return Rc::new(Type::Object(self.class.clone()));
        }
        let values = names.iter().map(|name| object_attribute(self, name).unwrap_or(Value::Undef)).collect();
        Rc::new(Type::ObjectExtension(self.class.clone(), values))
    }
}

/// Returns `Error`.
pub(super) fn error() -> Ty {
    thread_local! { static ERROR: Ty = Rc::new(Type::Object(Rc::new(error_type()))); }
    ERROR.with(Rc::clone)
}

fn error_type() -> ObjectType {
    let text = || constant::optional_of(constant::non_empty_string());
    let types = [constant::enumeration(), constant::pattern(), constant::not_undef(), constant::undef()];
    let types = types.into_iter().map(|ty| Rc::new(Type::Type(Some(ty))));
    let parameter =
        constant::optional_of(super::variant_of([constant::string(), constant::regexp()].into_iter().chain(types)));
    let details = constant::hash_of(constant::non_empty_string(), constant::data());
    let message = Rc::new(Type::Callable(CallableType {
        params: Some(constant::tuple()),
        block: None,
        returns: Some(constant::non_empty_string()),
    }));
    let mut definition = Hash::new();
    let put = |hash: &mut Hash, key: &str, value: Value| hash.insert(Value::str(key), value);
    put(&mut definition, "name", Value::str("Error"));
    let plain = |ty: &Ty| match &**ty {
        Type::Optional(Some(inner)) => Value::Type(inner.clone()),
        _ => Value::Type(ty.clone()),
    };
    let parameters: Hash = ["kind", "issue_code"].iter().map(|name| (Value::str(*name), plain(&parameter))).collect();
    put(&mut definition, "type_parameters", Value::hash(parameters));
    let attributes = [
        ("msg", constant::non_empty_string(), false),
        ("kind", text(), true),
        ("details", constant::optional_of(details), true),
        ("issue_code", text(), true),
    ];
    put(&mut definition, "attributes", Value::hash(attributes.iter().map(display).collect()));
    let functions: Hash = [(Value::str("message"), Value::Type(message.clone()))].into_iter().collect();
    put(&mut definition, "functions", Value::hash(functions));
    ObjectType {
        name: Some("Error".into()),
        attributes: attributes.into_iter().map(made).collect(),
        functions: [("message".into(), ObjectFunction { ty: message, fixed: false, overrides: false })]
            .into_iter()
            .collect(),
        type_parameters: ["kind", "issue_code"].map(|name| (name.into(), parameter.clone())).into_iter().collect(),
        definition: Some(Value::hash(definition)),
        ..ObjectType::default()
    }
}

fn display((name, ty, optional): &(&str, Ty, bool)) -> (Value, Value) {
    let value = if *optional {
        let parts = [(Value::str("type"), Value::Type(ty.clone())), (Value::str("value"), Value::Undef)];
        Value::hash(parts.into_iter().collect())
    } else {
        Value::Type(ty.clone())
    };
    (Value::str(*name), value)
}

fn made((name, ty, optional): (&str, Ty, bool)) -> (Rc<str>, ObjectAttribute) {
    let value = optional.then_some(Value::Undef);
    let attribute = ObjectAttribute { ty, value, constant: false, derived: false, fixed: false, overrides: false };
    (name.into(), attribute)
}

/// Returns a type that only has a name: `Pcore` or `Annotation`.
fn only_named(name: &str) -> ObjectType {
    let definition: Hash = [(Value::str("name"), Value::str(name))].into_iter().collect();
    ObjectType { name: Some(name.into()), definition: Some(Value::hash(definition)), ..ObjectType::default() }
}

/// Returns `Pcore`.
pub(super) fn pcore() -> Ty {
    thread_local! { static PCORE: Ty = Rc::new(Type::Object(Rc::new(only_named("Pcore")))); }
    PCORE.with(Rc::clone)
}

/// Returns `Annotation`.
pub(super) fn annotation() -> Ty {
    thread_local! { static ANNOTATION: Ty = Rc::new(Type::Object(Rc::new(only_named("Annotation")))); }
    ANNOTATION.with(Rc::clone)
}

/// Returns `Deferred`.
pub(super) fn deferred() -> Ty {
    thread_local! { static DEFERRED: Ty = Rc::new(Type::Object(Rc::new(deferred_type()))); }
    DEFERRED.with(Rc::clone)
}

fn deferred_type() -> ObjectType {
    let name = Regexp::new(r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z");
    let attributes = [
        ("name", Rc::new(Type::Pattern(vec![name])), false),
        ("arguments", constant::optional_of(constant::array()), true),
    ];
    let mut definition = Hash::new();
    definition.insert(Value::str("name"), Value::str("Deferred"));
    definition.insert(Value::str("attributes"), Value::hash(attributes.iter().map(display).collect()));
    ObjectType {
        name: Some("Deferred".into()),
        attributes: attributes.into_iter().map(made).collect(),
        definition: Some(Value::hash(definition)),
        ..ObjectType::default()
    }
}

/// Returns an Object type with values for its type parameters: `Error['kind']`.
pub(super) fn extension(object: &Rc<ObjectType>, arguments: &[Value]) -> Result<Value> {
    let parameters = type_parameters(object);
    let label = object.name.as_deref().unwrap_or("Object");
    if parameters.is_empty() {
        return Err(ValueError::new(Topic::ObjectType, format!("{label} has no type parameters")));
    }
    let by_name = match arguments {
        [Value::Hash(hash)] if !parameters.values().next().is_some_and(|ty| instance(ty, &arguments[0])) => Some(hash),
        _ => None,
    };
    if let Some(odd) =
        by_name.and_then(|hash| hash.keys().find(|key| !key.as_str().is_some_and(|name| parameters.contains_key(name))))
    {
        return Err(ValueError::new(
            Topic::ObjectType,
            format!("{label} has no type parameter {}", super::super::display(odd)),
        ));
    }
    let mut values = Vec::with_capacity(parameters.len());
    for (index, (name, ty)) in parameters.iter().enumerate() {
        let given = match by_name {
            Some(hash) => hash.get_str(name),
            None => arguments.get(index),
        };
        let value = given.cloned().unwrap_or(Value::Default);
        if !matches!(value, Value::Default) && !instance(ty, &value) {
            let actual = type_text(&generalize(&infer_reduced(&value)));
            let message = format!("The type parameter '{name}' of {label} must be {}, not {actual}", type_text(ty));
            return Err(ValueError::new(Topic::ObjectType, message));
        }
        values.push(value);
    }
    if values.iter().all(|value| matches!(value, Value::Default)) {
        return Err(ValueError::new(
            Topic::ObjectType,
            format!("{label} needs a value for at least one of its type parameters"),
        ));
    }
    Ok(Value::ty(Type::ObjectExtension(object.clone(), values)))
}
