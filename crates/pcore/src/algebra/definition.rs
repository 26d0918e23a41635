//! Object types from the hash that defines them, with every check of the reference.
//!
//! A definition that fails keeps what was understood before the error: a `type` statement defines that much
//! of the type, as in the reference. `checks` and annotations are kept, checked and printed, but have no
//! effect.

use pprepl_text::Topic;
use std::rc::Rc;

use indexmap::IndexMap;

use super::super::{
    Bit, Hash, ObjectAttribute, ObjectFunction, ObjectType, Result, Ty, Type, Value, ValueError, display,
};
use super::instance::parent_of;
use super::object::{Member, ends_in, find_member, members, object_chain, type_parameters};
use super::{constant, generalize, infer_reduced, instance, same, type_text};

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
const FUNCTION_KEYS: &[&str] = &["type", "final", "override", "annotations"];
const KINDS: &[&str] = &["constant", "derived", "given_or_derived", "reference"];
/// Names that the serialized form of values reserves.
const RESERVED: &[&str] = &["__ptype", "__pvalue"];

/// Returns an Object type from the hash of its definition; the empty hash gives the bare `Object`. The name
/// in a `type` statement takes precedence over the one in the hash.
pub fn object_type(name: Option<&str>, definition: &Hash) -> Result<Ty> {
    if definition.is_empty() && name.is_none() {
        return Ok(constant::any_object());
    }
    let (ty, made) = define_object(name, definition);
    made.map(|()| ty)
}

/// Returns an Object type and whether its definition is valid. An invalid definition gives the type up to the
/// error.
pub fn define_object(name: Option<&str>, definition: &Hash) -> (Ty, Result<()>) {
    let object = ObjectType { name: name.map(Rc::from), ..ObjectType::default() };
    let mut maker = Maker { object, printed: Printed::default() };
    let made = maker.define(definition);
    (maker.finish(), made)
}

/// Returns an Object type that has only a name.
pub fn named_object(name: &str) -> Ty {
    define_object(Some(name), &Hash::new()).0
}

/// Returns whether the string is a type name, with any namespaces.
pub(super) fn is_type_name(name: &str) -> bool {
    name.split("::").all(is_simple_type_name)
}

/// Returns whether the string is a type name without a namespace.
pub(super) fn is_simple_type_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase()) && name.chars().all(is_word)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_member_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_') && name.chars().all(is_word)
}

/// The parts of a definition as they print.
#[derive(Default)]
struct Printed {
    annotations: Option<Value>,
    type_parameters: Hash,
    attributes: Hash,
    constants: Hash,
    functions: Hash,
    equality: Option<Value>,
    checks: Option<Value>,
}

struct Maker {
    object: ObjectType,
    printed: Printed,
}

impl Maker {
    fn label(&self) -> &str {
        self.object.name.as_deref().unwrap_or("Object")
    }

    fn define(&mut self, definition: &Hash) -> Result<()> {
        self.check(definition)?;
        if self.object.name.is_none() {
            self.object.name = definition.get_str("name").and_then(Value::as_str).map(Rc::from);
        }
        self.parent(definition)?;
        self.type_parameters(definition)?;
        self.attributes(definition)?;
        self.functions(definition)?;
        self.equality(definition)?;
        self.printed.checks = definition.get_str("checks").filter(|checks| !checks.is_undef()).cloned();
        self.printed.annotations = definition.get_str("annotations").filter(|notes| !notes.is_undef()).cloned();
        Ok(())
    }

    fn finish(mut self) -> Ty {
        let mut printed = Hash::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                printed.insert(Value::str(key), value);
            }
        };
        let filled = |hash: Hash| (!hash.is_empty()).then(|| Value::hash(hash));
        put("annotations", self.printed.annotations);
        put("name", self.object.name.as_deref().map(Value::str));
        put("parent", self.object.parent.clone().map(Value::Type));
        put("type_parameters", filled(self.printed.type_parameters));
        put("attributes", filled(self.printed.attributes));
        put("constants", filled(self.printed.constants));
        put("functions", filled(self.printed.functions));
        put("equality", self.printed.equality);
        put("checks", self.printed.checks);
        self.object.definition = Some(Value::hash(printed));
        Rc::new(Type::Object(Rc::new(self.object)))
    }

    /// Checks the hash without its members.
    fn check(&self, definition: &Hash) -> Result<()> {
        for (key, value) in definition.iter() {
            let name = key.as_str().filter(|name| KEYS.contains(name)).unwrap_or_default();
            let fits = match name {
                "" => {
                    return Err(ValueError::new(
                        Topic::ObjectType,
                        format!("An Object definition has no key {}", display(key)),
                    ));
                }
                "name" => value.as_str().is_some_and(is_type_name),
                "parent" => matches!(value, Value::Type(_)),
                "type_parameters" | "attributes" => members_fit(value, false, false),
                "constants" => members_fit(value, true, false),
                "functions" => members_fit(value, false, true),
                "equality" => match value {
                    Value::Array(names) => names.items.iter().all(|name| name.as_str().is_some_and(is_member_name)),
                    name => name.as_str().is_some_and(is_member_name),
                },
                "equality_include_type" => matches!(value, Value::Bool(_)),
                "annotations" => annotations_fit(value),
                _ => true,
            };
            if !fits {
                let message = format!("The {name} of {} cannot be {}", self.label(), display(value));
                return Err(ValueError::new(Topic::ObjectType, message));
            }
        }
        Ok(())
    }

    fn parent(&mut self, definition: &Hash) -> Result<()> {
        let Some(Value::Type(parent)) = definition.get_str("parent") else { return Ok(()) };
        if self.object.name.as_deref().is_some_and(|own| ends_in(parent, own)) {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("The Object type {} inherits from itself", self.label()),
            ));
        }
        self.object.parent = Some(parent.clone());
        if let Type::TypeReference(text) = &*super::resolved(parent) {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("The parent of {} is the unknown type '{text}'", self.label()),
            ));
        }
        Ok(())
    }

    fn type_parameters(&mut self, definition: &Hash) -> Result<()> {
        let Some(Value::Hash(parameters)) = definition.get_str("type_parameters") else { return Ok(()) };
        let inherited = parent_of(&self.object).map(|parent| type_parameters(&parent)).unwrap_or_default();
        for (key, spec) in parameters.iter() {
            let name = key.as_str().unwrap_or_default();
            let (ty, value) = match spec {
                Value::Hash(spec) => (spec.get_str("type"), spec.get_str("value")),
                spec => (Some(spec), None),
            };
            let optional = match ty {
                Some(Value::Type(ty)) if matches!(**ty, Type::Optional(_)) => ty.clone(),
                Some(Value::Type(ty)) => constant::optional_of(ty.clone()),
                None if matches!(spec, Value::Hash(_)) => constant::optional(),
                _ => return Err(self.wants_type("type parameter", key)),
            };
            if let Some(value) = value {
                self.check_value("type parameter", key, &optional, value)?;
            }
            if inherited.contains_key(name) {
                return Err(self.hides("type parameter", key));
            }
            let inner = match &*optional {
                Type::Optional(Some(inner)) => Value::Type(inner.clone()),
                _ => Value::Undef,
            };
            let shown = match value.filter(|value| !value.is_undef()) {
                Some(value) => {
                    let parts = [(Value::str("type"), inner), (Value::str("value"), value.clone())];
                    Value::hash(parts.into_iter().collect())
                }
                None => inner,
            };
            self.object.type_parameters.insert(name.into(), optional);
            self.printed.type_parameters.insert(key.clone(), shown);
        }
        Ok(())
    }

    fn attributes(&mut self, definition: &Hash) -> Result<()> {
        let hash = |part: &str| match definition.get_str(part) {
            Some(Value::Hash(hash)) => Some(hash.clone()),
            _ => None,
        };
        let (attributes, constants) = (hash("attributes"), hash("constants"));
        let inherited = parent_of(&self.object).map(|parent| members(&parent)).unwrap_or_default();
        let given = |key: &Value| attributes.as_ref().is_some_and(|attributes| attributes.contains_key(key));
        if let Some(key) = constants.iter().flat_map(|constants| constants.keys()).find(|key| given(key)) {
            let message = format!("{} of {} is a constant and an attribute", display(key), self.label());
            return Err(ValueError::new(Topic::ObjectType, message));
        }
        let mut made = Vec::new();
        for (key, spec) in attributes.iter().flat_map(|hash| hash.iter()) {
            made.push((key.clone(), self.attribute(key, spec, &inherited)?));
        }
        for (key, value) in constants.iter().flat_map(|hash| hash.iter()) {
            let overrides = key.as_str().is_some_and(|name| inherited.contains_key(name));
            let constant = ObjectAttribute {
                ty: generalize(&infer_reduced(value)),
                value: Some(value.clone()),
                constant: true,
                derived: false,
                fixed: true,
                overrides,
            };
            self.check_override("attribute", key, &Member::Attribute(constant.clone()), &inherited)?;
            made.push((key.clone(), (constant, Value::Undef)));
        }
        for (key, (attribute, shown)) in made {
            match &attribute.value {
                Some(value) if attribute.constant && same(&attribute.ty, &generalize(&infer_reduced(value))) => {
                    self.printed.constants.insert(key.clone(), value.clone());
                }
                _ => {
                    self.printed.attributes.insert(key.clone(), shown);
                }
            }
            self.object.attributes.insert(key.as_str().unwrap_or_default().into(), attribute);
        }
        Ok(())
    }

    /// Returns an attribute and its printed form: its type, or a hash where the attribute has other options.
    fn attribute(
        &self,
        key: &Value,
        spec: &Value,
        inherited: &IndexMap<Rc<str>, Member>,
    ) -> Result<(ObjectAttribute, Value)> {
        let none = Hash::new();
        let (ty, options, implied) = match spec {
            Value::Type(ty) => (ty.clone(), &none, matches!(**ty, Type::Optional(_)).then_some(Value::Undef)),
            Value::Hash(options) => (self.member_type("attribute", key, options, ATTRIBUTE_KEYS)?, &**options, None),
            _ => return Err(self.wants_type("attribute", key)),
        };
        if key.as_str().is_some_and(|name| RESERVED.contains(&name)) {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("{} is a reserved name", self.place("attribute", key)),
            ));
        }
        let kind = options.get_str("kind").and_then(Value::as_str).unwrap_or_default();
        if !kind.is_empty() && !KINDS.contains(&kind) || kind.is_empty() && options.get_str("kind").is_some() {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("{} has the unknown kind '{kind}'", self.place("attribute", key)),
            ));
        }
        let value = options.get_str("value").cloned().or(implied);
        self.check_kind(key, kind, options, value.is_some())?;
        if let Some(value) = value.as_ref().filter(|value| !matches!(value, Value::Default)) {
            self.check_value("attribute", key, &ty, value)?;
        }
        let attribute = ObjectAttribute {
            ty,
            value,
            constant: kind == "constant",
            derived: kind == "derived",
            fixed: kind == "constant" || is_on(options, "final"),
            overrides: is_on(options, "override"),
        };
        self.check_override("attribute", key, &Member::Attribute(attribute.clone()), inherited)?;
        let mut shown = displayed_member(&attribute.ty, options);
        if !kind.is_empty() {
            shown.insert(Value::str("kind"), Value::str(kind));
            if attribute.constant {
                shown.remove(&Value::str("final"));
            }
        }
        if let Some(value) = &attribute.value {
            shown.insert(Value::str("value"), value.clone());
        }
        Ok((attribute, compressed(shown)))
    }

    fn check_kind(&self, key: &Value, kind: &str, options: &Hash, has_value: bool) -> Result<()> {
        let place = || self.place("attribute", key);
        match kind {
            "constant" if options.get_str("final").is_some() && !is_on(options, "final") => Err(ValueError::new(
                Topic::ObjectType,
                format!("{} is constant, so final => false makes no sense", place()),
            )),
            "constant" if !has_value => {
                Err(ValueError::new(Topic::ObjectType, format!("{} is constant and has no value", place())))
            }
            "derived" | "given_or_derived" if has_value => {
                Err(ValueError::new(Topic::ObjectType, format!("{} is {kind} and cannot have a value", place())))
            }
            _ => Ok(()),
        }
    }

    fn check_value(&self, what: &str, key: &Value, ty: &Ty, value: &Value) -> Result<()> {
        if instance(ty, value) {
            return Ok(());
        }
        let actual = type_text(&generalize(&infer_reduced(value)));
        Err(ValueError::new(
            Topic::ObjectType,
            format!("The value of {} must be {}, not {actual}", self.place(what, key), type_text(ty)),
        ))
    }

    /// Returns the type of a member that a hash describes; checks the hash first.
    fn member_type(&self, what: &str, key: &Value, options: &Hash, keys: &[&str]) -> Result<Ty> {
        for (option, value) in options.iter() {
            let fits = match option.as_str().filter(|name| keys.contains(name)) {
                None => {
                    let message = format!("{} has no {}", self.place(what, key), display(option));
                    return Err(ValueError::new(Topic::ObjectType, message));
                }
                Some("final" | "override") => matches!(value, Value::Bool(_)),
                Some("annotations") => annotations_fit(value),
                Some(_) => true,
            };
            if !fits {
                let place = self.place(what, key);
                return Err(ValueError::new(
                    Topic::ObjectType,
                    format!("{place}: {} cannot be {}", display(option), display(value)),
                ));
            }
        }
        match options.get_str("type") {
            Some(Value::Type(ty)) => Ok(ty.clone()),
            _ => Err(self.wants_type(what, key)),
        }
    }

    /// Checks that a member which replaces an inherited one is of its kind, declares `override`, and has a
    /// compatible type.
    fn check_override(
        &self,
        what: &str,
        key: &Value,
        member: &Member,
        inherited: &IndexMap<Rc<str>, Member>,
    ) -> Result<()> {
        let name = key.as_str().unwrap_or_default();
        let place = || self.place(what, key);
        let (ty, overrides, constant) = match member {
            Member::Attribute(attribute) => (&attribute.ty, attribute.overrides, attribute.constant),
            Member::Function(function) => (&function.ty, function.overrides, false),
        };
        let (other, fixed) = match (inherited.get(name), member) {
            (None, _) if overrides => {
                let message = format!("{} overrides nothing: its parent has no such member", place());
                return Err(ValueError::new(Topic::ObjectType, message));
            }
            (None, _) => return Ok(()),
            (Some(Member::Attribute(other)), Member::Attribute(_)) => {
                (&other.ty, other.fixed && !(other.constant && constant))
            }
            (Some(Member::Function(other)), Member::Function(_)) => (&other.ty, other.fixed),
            _ => {
                return Err(ValueError::new(
                    Topic::ObjectType,
                    format!("{} overrides an inherited member of another kind", place()),
                ));
            }
        };
        if fixed {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("{} overrides an inherited one that is final", place()),
            ));
        }
        if !overrides {
            return Err(self.hides(what, key));
        }
        if !super::assignable(other, ty) {
            return Err(ValueError::new(
                Topic::ObjectType,
                format!("{} overrides an inherited one of another type", place()),
            ));
        }
        Ok(())
    }

    fn functions(&mut self, definition: &Hash) -> Result<()> {
        let Some(Value::Hash(functions)) = definition.get_str("functions") else { return Ok(()) };
        let inherited = parent_of(&self.object).map(|parent| members(&parent)).unwrap_or_default();
        let none = Hash::new();
        let mut made = Vec::new();
        for (key, spec) in functions.iter() {
            let (ty, options) = match spec {
                Value::Type(ty) => (ty.clone(), &none),
                Value::Hash(options) => (self.member_type("function", key, options, FUNCTION_KEYS)?, &**options),
                _ => return Err(self.wants_type("function", key)),
            };
            if !super::assignable(&constant::callable(), &ty) {
                return Err(ValueError::new(
                    Topic::ObjectType,
                    format!("{} needs a Callable", self.place("function", key)),
                ));
            }
            let name: Rc<str> = key.as_str().unwrap_or_default().into();
            if self.object.attributes.contains_key(&name) {
                let message = format!("{} has the name of an attribute", self.place("function", key));
                return Err(ValueError::new(Topic::ObjectType, message));
            }
            let shown = compressed(displayed_member(&ty, options));
            let function = ObjectFunction { ty, fixed: is_on(options, "final"), overrides: is_on(options, "override") };
            self.check_override("function", key, &Member::Function(function.clone()), &inherited)?;
            made.push((key.clone(), name, function, shown));
        }
        for (key, name, function, shown) in made {
            self.printed.functions.insert(key, shown);
            self.object.functions.insert(name, function);
        }
        Ok(())
    }

    fn equality(&mut self, definition: &Hash) -> Result<()> {
        self.object.other_types_equal = definition.get_str("equality_include_type").is_some_and(is_false);
        let names: Vec<Value> = match definition.get_str("equality") {
            None => return Ok(()),
            Some(Value::Array(names)) => names.items.clone(),
            Some(name) => vec![name.clone()],
        };
        if self.object.other_types_equal && !names.is_empty() {
            let message = format!("{} cannot name equality and leave its type out of it", self.label());
            return Err(ValueError::new(Topic::ObjectType, message));
        }
        let mut equality: Vec<Rc<str>> = Vec::new();
        for value in &names {
            let name = value.as_str().unwrap_or_default();
            self.check_equality(name)?;
            equality.push(name.into());
        }
        self.object.equality = Some(equality);
        self.printed.equality = Some(Value::array(names));
        Ok(())
    }

    fn check_equality(&self, name: &str) -> Result<()> {
        let fault = |why: &str| {
            Err(ValueError::new(Topic::ObjectType, format!("The equality of {} names '{name}', {why}", self.label())))
        };
        if let Some(parent) = parent_of(&self.object)
            && let Some(member) = find_member(&parent, name)
        {
            return match member {
                Member::Function(_) => fault("which is a function"),
                Member::Attribute(_) if compares(&parent, name) => fault("which its parent compares already"),
                Member::Attribute(attribute) if attribute.constant => fault("which is constant"),
                Member::Attribute(_) => Ok(()),
            };
        }
        match find_member(&self.object, name) {
            None => fault("which is not an attribute"),
            Some(Member::Function(_)) => fault("which is a function"),
            Some(Member::Attribute(attribute)) if attribute.constant => fault("which is constant"),
            Some(Member::Attribute(_)) => Ok(()),
        }
    }

    fn hides(&self, what: &str, key: &Value) -> Box<ValueError> {
        ValueError::new(
            Topic::ObjectType,
            format!("{} replaces an inherited one without override => true", self.place(what, key)),
        )
    }

    fn place(&self, what: &str, key: &Value) -> String {
        format!("The {what} {} of {}", display(key), self.label())
    }

    fn wants_type(&self, what: &str, key: &Value) -> Box<ValueError> {
        ValueError::new(Topic::ObjectType, format!("{} needs a type", self.place(what, key)))
    }
}

/// Returns whether the equality of the type's instances compares the attribute.
fn compares(object: &Rc<ObjectType>, name: &str) -> bool {
    object_chain(object).iter().any(|object| match &object.equality {
        Some(equality) => equality.iter().any(|other| **other == *name),
        None => object.attributes.get(name).is_some_and(|attribute| !attribute.constant),
    })
}

/// Returns whether the value is a hash from names of members to values.
fn members_fit(value: &Value, undef: bool, brackets: bool) -> bool {
    let Value::Hash(members) = value else { return false };
    let named = |key: &Value| key.as_str().is_some_and(|name| is_member_name(name) || brackets && name == "[]");
    members.iter().all(|(key, value)| named(key) && (undef || !value.is_undef()))
}

/// Returns whether the value is a hash from types of annotations to their attributes.
pub(super) fn annotations_fit(value: &Value) -> bool {
    match value {
        Value::Hash(notes) => notes.iter().all(|(key, value)| {
            matches!(key, Value::Type(ty) if super::assignable(&super::object::annotation(), ty))
                && members_fit(value, true, false)
        }),
        value => value.is_undef(),
    }
}

fn is_on(options: &Hash, flag: &str) -> bool {
    matches!(options.get_str(flag), Some(Value::Bool(Bit::True)))
}

fn is_false(value: &Value) -> bool {
    matches!(value, Value::Bool(Bit::False))
}

/// Returns a member as it prints: its type, and its other options.
fn displayed_member(ty: &Ty, options: &Hash) -> Hash {
    let mut shown = Hash::new();
    shown.insert(Value::str("type"), Value::Type(ty.clone()));
    for flag in ["final", "override"] {
        if is_on(options, flag) {
            shown.insert(Value::str(flag), Value::bool(true));
        }
    }
    if let Some(notes) = options.get_str("annotations").filter(|notes| !notes.is_undef()) {
        shown.insert(Value::str("annotations"), notes.clone());
    }
    shown
}

/// Returns only the type of a member without other options.
fn compressed(shown: Hash) -> Value {
    match shown.get_str("type") {
        Some(ty) if shown.len() == 1 => ty.clone(),
        _ => Value::hash(shown),
    }
}
