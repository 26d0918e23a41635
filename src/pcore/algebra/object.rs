//! Object types: made from their definition, members looked up, the built-in ones.
//!
//! Making instances is the business of conversion; annotations and `checks` are accepted and have no effect.

use std::rc::Rc;

use indexmap::IndexMap;

use super::super::print::all_attributes;
use super::super::{
    Answer, CallableType, Hash, Issue, Object, ObjectAttribute, ObjectType, Regexp, Ty, Type, TypeSetType, Value,
};
use super::instance::parent_of;
use super::{constant, generalize, infer_reduced, instance, type_text, uri};

const KEYS: &[&str] = &[
    "name",
    "parent",
    "type_parameters",
    "attributes",
    "constants",
    "functions",
    "equality",
    "equality_include_type",
    "checks",
    "annotations",
];
const ATTRIBUTE_KEYS: &[&str] = &["type", "final", "override", "kind", "value", "annotations"];

/// An Object type from the hash of its definition; the empty hash gives the bare `Object`. The name that a `type`
/// statement gives wins over the one in the hash.
pub fn object_type(name: Option<&str>, definition: &Hash) -> Answer<Ty> {
    if definition.is_empty() && name.is_none() {
        return Ok(constant::any_object());
    }
    let mut maker = Maker { object: ObjectType::default(), printed: Hash::new() };
    maker.name(name, definition)?;
    maker.parent(definition)?;
    maker.type_parameters(definition)?;
    maker.attributes(definition)?;
    maker.functions(definition)?;
    maker.equality(definition)?;
    maker.object.definition = Some(Value::hash(maker.printed));
    Ok(Rc::new(Type::Object(Rc::new(maker.object))))
}

struct Maker {
    object: ObjectType,
    printed: Hash,
}

impl Maker {
    fn label(&self) -> &str {
        self.object.name.as_deref().unwrap_or("Object")
    }

    fn name(&mut self, name: Option<&str>, definition: &Hash) -> Answer<()> {
        if let Some(key) = definition.keys().find(|key| !key.as_str().is_some_and(|key| KEYS.contains(&key))) {
            return Err(Issue::runtime(format!("An Object definition has no key {}", super::super::display(key))));
        }
        let own = definition.get_str("name").and_then(Value::as_str);
        self.object.name = name.or(own).map(Rc::from);
        if let Some(name) = self.object.name.clone() {
            self.printed.insert(Value::str("name"), Value::str(&*name));
        }
        Ok(())
    }

    fn parent(&mut self, definition: &Hash) -> Answer<()> {
        let Some(parent) = definition.get_str("parent") else { return Ok(()) };
        let Value::Type(parent) = parent else {
            return Err(Issue::runtime(format!("The parent of {} must be a type", self.label())));
        };
        if let Type::TypeReference(text) = &*super::resolved(parent) {
            return Err(Issue::runtime(format!("The parent of {} is the unknown type '{text}'", self.label())));
        }
        self.object.parent = Some(parent.clone());
        self.printed.insert(Value::str("parent"), Value::Type(parent.clone()));
        Ok(())
    }

    fn type_parameters(&mut self, definition: &Hash) -> Answer<()> {
        let Some(parameters) = self.members_of(definition, "type_parameters")? else { return Ok(()) };
        let mut printed = Hash::new();
        for (key, spec) in parameters.iter() {
            let spec = match spec {
                Value::Hash(spec) => spec.get_str("type").unwrap_or(&Value::Undef),
                spec => spec,
            };
            let (Value::Type(ty), Some(name)) = (spec, key.as_str()) else {
                return Err(self.wants_type("type parameter", key));
            };
            let optional = match &**ty {
                Type::Optional(_) => ty.clone(),
                _ => constant::optional_of(ty.clone()),
            };
            let inner = match &*optional {
                Type::Optional(Some(inner)) => inner.clone(),
                _ => ty.clone(),
            };
            self.object.type_parameters.insert(name.into(), optional);
            printed.insert(key.clone(), Value::Type(inner));
        }
        self.printed.insert(Value::str("type_parameters"), Value::hash(printed));
        Ok(())
    }

    fn attributes(&mut self, definition: &Hash) -> Answer<()> {
        let constants = self.members_of(definition, "constants")?;
        let attributes = self.members_of(definition, "attributes")?;
        let mut printed = Hash::new();
        for (key, spec) in attributes.iter().flat_map(|hash| hash.iter()) {
            if constants.as_ref().is_some_and(|constants| constants.contains_key(key)) {
                let name = super::super::display(key);
                return Err(Issue::runtime(format!("{name} of {} is a constant and an attribute", self.label())));
            }
            let (attribute, shown) = self.attribute(key, spec)?;
            printed.insert(key.clone(), shown);
            self.object.attributes.insert(key.as_str().unwrap_or_default().into(), attribute);
        }
        if !printed.is_empty() {
            self.printed.insert(Value::str("attributes"), Value::hash(printed));
        }
        let Some(constants) = constants else { return Ok(()) };
        for (key, value) in constants.iter() {
            let attribute = ObjectAttribute {
                ty: generalize(&infer_reduced(value)),
                value: Some(value.clone()),
                constant: true,
                derived: false,
            };
            self.object.attributes.insert(key.as_str().unwrap_or_default().into(), attribute);
        }
        if !constants.is_empty() {
            self.printed.insert(Value::str("constants"), Value::Hash(constants));
        }
        Ok(())
    }

    /// An attribute and the form that is printed: its type, or a hash where there is more to say.
    fn attribute(&self, key: &Value, spec: &Value) -> Answer<(ObjectAttribute, Value)> {
        let mut shown = Hash::new();
        let (ty, options) = match spec {
            Value::Type(ty) => (ty.clone(), None),
            Value::Hash(options) => match options.get_str("type") {
                Some(Value::Type(ty)) => (ty.clone(), Some(options)),
                _ => return Err(self.wants_type("attribute", key)),
            },
            _ => return Err(self.wants_type("attribute", key)),
        };
        shown.insert(Value::str("type"), Value::Type(ty.clone()));
        let option = |name: &str| options.and_then(|options| options.get_str(name));
        if let Some(options) = options {
            let known = |key: &Value| key.as_str().is_some_and(|key| ATTRIBUTE_KEYS.contains(&key));
            if let Some(odd) = options.keys().find(|key| !known(key)) {
                let message = format!("{} has no {}", self.place("attribute", key), super::super::display(odd));
                return Err(Issue::runtime(message));
            }
        }
        for flag in ["final", "override"] {
            if matches!(option(flag), Some(Value::Bool(crate::pcore::Bit::True))) {
                shown.insert(Value::str(flag), Value::bool(true));
            }
        }
        let kind = option("kind").and_then(Value::as_str).unwrap_or_default();
        if !kind.is_empty() {
            shown.insert(Value::str("kind"), Value::str(kind));
        }
        let implied = || (options.is_none() && matches!(*ty, Type::Optional(_))).then_some(Value::Undef);
        let value = option("value").cloned().or_else(implied);
        self.check_value(key, kind, &ty, value.as_ref())?;
        self.check_override(key, matches!(option("override"), Some(Value::Bool(crate::pcore::Bit::True))), &ty)?;
        if let Some(value) = &value {
            shown.insert(Value::str("value"), value.clone());
        }
        let attribute = ObjectAttribute {
            ty: ty.clone(),
            value: value.or((kind == "given_or_derived").then_some(Value::Undef)),
            constant: kind == "constant",
            derived: kind == "derived",
        };
        let shown = if shown.len() == 1 { Value::Type(ty) } else { Value::hash(shown) };
        Ok((attribute, shown))
    }

    fn check_value(&self, key: &Value, kind: &str, ty: &Ty, value: Option<&Value>) -> Answer<()> {
        let place = || self.place("attribute", key);
        match (kind, value) {
            ("" | "reference" | "given_or_derived" | "derived", None) => Ok(()),
            ("constant", None) => Err(Issue::runtime(format!("{} is constant and has no value", place()))),
            ("derived" | "given_or_derived", Some(_)) => {
                Err(Issue::runtime(format!("{} is {kind} and cannot have a value", place())))
            }
            ("" | "reference" | "constant", Some(value)) => {
                if matches!(value, Value::Default) || instance(ty, value) {
                    return Ok(());
                }
                let actual = type_text(&generalize(&infer_reduced(value)));
                let message = format!("The value of {} must be {}, not {actual}", place(), type_text(ty));
                Err(Issue::runtime(message))
            }
            _ => Err(Issue::runtime(format!("{} has the unknown kind '{kind}'", place()))),
        }
    }

    fn check_override(&self, key: &Value, overrides: bool, ty: &Ty) -> Answer<()> {
        let name = key.as_str().unwrap_or_default();
        let inherited = parent_of(&self.object).and_then(|parent| find_member(&parent, name));
        match (inherited, overrides) {
            (Some(_), false) => {
                let message =
                    format!("{} replaces an inherited one without override => true", self.place("attribute", key));
                Err(Issue::runtime(message))
            }
            (None, true) => {
                let message =
                    format!("{} overrides nothing: its parent has no such member", self.place("attribute", key));
                Err(Issue::runtime(message))
            }
            (Some(Member::Attribute(other)), true) if !super::assignable(&other.ty, ty) => {
                let message = format!("{} overrides an inherited one of another type", self.place("attribute", key));
                Err(Issue::runtime(message))
            }
            _ => Ok(()),
        }
    }

    fn functions(&mut self, definition: &Hash) -> Answer<()> {
        let Some(functions) = self.members_of(definition, "functions")? else { return Ok(()) };
        for (key, spec) in functions.iter() {
            let spec = match spec {
                Value::Hash(spec) => spec.get_str("type").unwrap_or(&Value::Undef),
                spec => spec,
            };
            match (spec, key.as_str()) {
                (Value::Type(ty), Some(name)) if super::assignable(&constant::callable(), ty) => {
                    self.object.functions.insert(name.into(), ty.clone());
                }
                _ => return Err(self.wants_type("function", key)),
            }
        }
        if !functions.is_empty() {
            self.printed.insert(Value::str("functions"), Value::Hash(functions));
        }
        Ok(())
    }

    fn equality(&mut self, definition: &Hash) -> Answer<()> {
        let names: Vec<Value> = match definition.get_str("equality") {
            None => return Ok(()),
            Some(Value::Array(names)) => names.items.clone(),
            Some(name) => vec![name.clone()],
        };
        let mut equality: Vec<Rc<str>> = Vec::new();
        for value in &names {
            let name = value.as_str().unwrap_or_default();
            match find_member(&self.object, name) {
                Some(Member::Attribute(attribute)) if !attribute.constant => equality.push(name.into()),
                _ => {
                    let message = format!("The equality of {} names '{name}', which is no attribute", self.label());
                    return Err(Issue::runtime(message));
                }
            }
        }
        self.object.equality = Some(equality);
        self.printed.insert(Value::str("equality"), Value::array(names));
        Ok(())
    }

    /// A part of the definition that maps member names to something.
    fn members_of(&self, definition: &Hash, part: &str) -> Answer<Option<Rc<Hash>>> {
        let Some(value) = definition.get_str(part) else { return Ok(None) };
        let Value::Hash(members) = value else {
            return Err(Issue::runtime(format!("The {part} of {} must be a hash", self.label())));
        };
        match members.keys().find(|key| !key.as_str().is_some_and(is_member_name)) {
            Some(odd) => {
                let odd = super::super::display(odd);
                Err(Issue::runtime(format!("{odd} in the {part} of {} is no name of a member", self.label())))
            }
            None => Ok(Some(members.clone())),
        }
    }

    fn place(&self, kind: &str, key: &Value) -> String {
        format!("The {kind} {} of {}", super::super::display(key), self.label())
    }

    fn wants_type(&self, kind: &str, key: &Value) -> Box<Issue> {
        Issue::runtime(format!("{} needs a type", self.place(kind, key)))
    }
}

fn is_member_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    name == "[]"
        || bytes.next().is_some_and(|first| first.is_ascii_lowercase() || first == b'_')
            && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A member of an Object type.
#[derive(Clone, Debug)]
pub enum Member {
    /// An attribute.
    Attribute(ObjectAttribute),
    /// A function, by its Callable type.
    Function(Ty),
}

fn find_member(object: &ObjectType, name: &str) -> Option<Member> {
    if let Some(attribute) = object.attributes.get(name) {
        return Some(Member::Attribute(attribute.clone()));
    }
    if let Some(function) = object.functions.get(name) {
        return Some(Member::Function(function.clone()));
    }
    find_member(&*parent_of(object)?, name)
}

/// The members of an Object type by name, inherited ones first.
pub fn members(object: &ObjectType) -> IndexMap<Rc<str>, Member> {
    let mut all = parent_of(object).map_or_else(IndexMap::new, |parent| members(&parent));
    let attributes = object.attributes.iter().map(|(name, a)| (name.clone(), Member::Attribute(a.clone())));
    all.extend(attributes);
    all.extend(object.functions.iter().map(|(name, ty)| (name.clone(), Member::Function(ty.clone()))));
    all
}

/// The value of an attribute, or of a function without parameters that the type defines, as in `$error.message`;
/// `None` when the value has no such member.
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

/// The places of the attributes that equality of instances looks at; `None`: all.
pub(crate) fn equality_places(object: &ObjectType) -> Option<Vec<usize>> {
    let mut names: Vec<Rc<str>> = object.equality.clone()?;
    let mut ancestor = parent_of(object);
    while let Some(parent) = ancestor {
        match &parent.equality {
            Some(equality) => names.extend(equality.iter().cloned()),
            None => names.extend(parent.attributes.keys().cloned()),
        }
        ancestor = parent_of(&parent);
    }
    let all = all_attributes(object);
    Some(names.iter().filter_map(|name| all.iter().position(|(other, _)| **other == **name)).collect())
}

/// The names of the type parameters, inherited ones first.
pub(super) fn type_parameter_names(object: &ObjectType) -> Vec<Rc<str>> {
    type_parameters(object).into_keys().collect()
}

/// The type parameters with their types, inherited ones first.
pub(super) fn type_parameters(object: &ObjectType) -> IndexMap<Rc<str>, Ty> {
    let mut all = parent_of(object).map_or_else(IndexMap::new, |parent| type_parameters(&parent));
    all.extend(object.type_parameters.iter().map(|(name, ty)| (name.clone(), ty.clone())));
    all
}

/// The type of an instance: with the values of its attributes for type parameters, where it has some.
pub(super) fn type_of_instance(object: &Object) -> Ty {
    let names = type_parameter_names(&object.class);
    if names.is_empty() {
        return Rc::new(Type::Object(object.class.clone()));
    }
    let values = names.iter().map(|name| object_attribute(object, name).unwrap_or(Value::Undef)).collect();
    Rc::new(Type::ObjectExtension(object.class.clone(), values))
}

/// `Error`
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
    put(&mut definition, "attributes", Value::hash(attributes.iter().map(shown).collect()));
    let functions: Hash = [(Value::str("message"), Value::Type(message.clone()))].into_iter().collect();
    put(&mut definition, "functions", Value::hash(functions));
    ObjectType {
        name: Some("Error".into()),
        attributes: attributes.into_iter().map(made).collect(),
        functions: [("message".into(), message)].into_iter().collect(),
        type_parameters: ["kind", "issue_code"].map(|name| (name.into(), parameter.clone())).into_iter().collect(),
        definition: Some(Value::hash(definition)),
        ..ObjectType::default()
    }
}

fn shown((name, ty, optional): &(&str, Ty, bool)) -> (Value, Value) {
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
    (name.into(), ObjectAttribute { ty, value, constant: false, derived: false })
}

/// `Pcore` and `Annotation`: types that only have a name.
fn only_named(name: &str) -> ObjectType {
    let definition: Hash = [(Value::str("name"), Value::str(name))].into_iter().collect();
    ObjectType { name: Some(name.into()), definition: Some(Value::hash(definition)), ..ObjectType::default() }
}

/// `Pcore`
pub(super) fn pcore() -> Ty {
    thread_local! { static PCORE: Ty = Rc::new(Type::Object(Rc::new(only_named("Pcore")))); }
    PCORE.with(Rc::clone)
}

/// `Annotation`
pub(super) fn annotation() -> Ty {
    thread_local! { static ANNOTATION: Ty = Rc::new(Type::Object(Rc::new(only_named("Annotation")))); }
    ANNOTATION.with(Rc::clone)
}

/// `Deferred`
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
    definition.insert(Value::str("attributes"), Value::hash(attributes.iter().map(shown).collect()));
    ObjectType {
        name: Some("Deferred".into()),
        attributes: attributes.into_iter().map(made).collect(),
        definition: Some(Value::hash(definition)),
        ..ObjectType::default()
    }
}

/// An Object type with values for its type parameters: `Error['kind']`.
pub(super) fn extension(object: &Rc<ObjectType>, arguments: &[Value]) -> Answer<Value> {
    let parameters = type_parameters(object);
    let label = object.name.as_deref().unwrap_or("Object");
    if parameters.is_empty() {
        return Err(Issue::runtime(format!("{label} has no type parameters")));
    }
    let by_name = match arguments {
        [Value::Hash(hash)] if !parameters.values().next().is_some_and(|ty| instance(ty, &arguments[0])) => Some(hash),
        _ => None,
    };
    if let Some(odd) =
        by_name.and_then(|hash| hash.keys().find(|key| !key.as_str().is_some_and(|name| parameters.contains_key(name))))
    {
        return Err(Issue::runtime(format!("{label} has no type parameter {}", super::super::display(odd))));
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
            return Err(Issue::runtime(message));
        }
        values.push(value);
    }
    if values.iter().all(|value| matches!(value, Value::Default)) {
        return Err(Issue::runtime(format!("{label} needs a value for at least one of its type parameters")));
    }
    Ok(Value::ty(Type::ObjectExtension(object.clone(), values)))
}

/// A TypeSet from its definition; the empty hash gives the bare one.
pub fn type_set(name: Option<&str>, definition: &Hash) -> Answer<Ty> {
    if definition.is_empty() {
        return Ok(constant::any_type_set());
    }
    let text = |key: &str| definition.get_str(key).and_then(Value::as_str);
    let name = name.or(text("name")).ok_or_else(|| Issue::runtime("A TypeSet needs a name"))?;
    for key in ["pcore_version", "version"] {
        if text(key).is_none() {
            return Err(Issue::runtime(format!("The TypeSet {name} needs a {key}")));
        }
    }
    let mut types = IndexMap::new();
    if let Some(Value::Hash(given)) = definition.get_str("types") {
        for (key, ty) in given.iter() {
            if let (Some(key), Value::Type(ty)) = (name_of(key), ty) {
                types.insert(key, ty.clone());
            }
        }
    }
    let shown: Hash = types.iter().map(|(key, ty)| (Value::str(&**key), Value::Type(ty.clone()))).collect();
    let mut printed = Hash::new();
    for key in ["pcore_uri", "pcore_version", "name_authority", "name", "version", "types", "references"] {
        let value = match key {
            "name_authority" => Some(Value::str(text(key).unwrap_or("http://puppet.com/2016.1/runtime"))),
            "name" => Some(Value::str(name)),
            "types" => Some(Value::hash(shown.clone())).filter(|_| !shown.is_empty()),
            _ => definition.get_str(key).cloned(),
        };
        if let Some(value) = value {
            printed.insert(Value::str(key), value);
        }
    }
    Ok(Rc::new(Type::TypeSet(Rc::new(TypeSetType { name: name.into(), types, definition: Value::hash(printed) }))))
}

/// The name that a key of a TypeSet's types stands for: an upper-case word is not known yet.
fn name_of(key: &Value) -> Option<Rc<str>> {
    match key {
        Value::Str(text) => Some(text.text.as_str().into()),
        Value::Type(ty) => match &**ty {
            Type::TypeReference(name) => Some(name.clone()),
            other => Some(type_text(other).into()),
        },
        _ => None,
    }
}
