//! TypeSets: types under one name and version, from the hash that defines them.
//!
//! A definition that fails keeps what was understood before the error, like an Object type's. The evaluator
//! resolves the names inside. Two references to one TypeSet by overlapping ranges are accepted.

use pprepl_text::Topic;
use std::rc::Rc;

use indexmap::IndexMap;

use super::super::semver_range::{SemVerRange, parse_version};
use super::super::{Hash, Result, Ty, Type, TypeSetType, Value, ValueError, display};
use super::constant;
use super::definition::{is_simple_type_name, is_type_name};

const KEYS: &[&str] =
    &["pcore_uri", "pcore_version", "name_authority", "name", "version", "types", "references", "annotations"];
const REFERENCE_KEYS: &[&str] = &["name", "version_range", "name_authority", "annotations"];
/// The authority that names the types of a program.
const RUNTIME_AUTHORITY: &str = "http://puppet.com/2016.1/runtime";
/// The supported versions of this format.
const FORMATS: &str = "1.x";

/// Returns a TypeSet from its definition; the empty hash gives the bare one.
pub fn type_set(definition: &Hash) -> Result<Ty> {
    if definition.is_empty() {
        return Ok(constant::any_type_set());
    }
    let types = match definition.get_str("types") {
        Some(Value::Hash(types)) => types.iter().map(|(key, ty)| (key.clone(), ty.clone())).collect(),
        _ => Vec::new(),
    };
    let (ty, made) = define_type_set(None, definition, &types);
    made.map(|()| ty)
}

/// Returns a TypeSet that has only a name.
pub fn named_type_set(name: &str) -> Ty {
    Maker { name: Some(Value::str(name)), ..Maker::default() }.finish(&Vec::new())
}

/// The types of a TypeSet by the keys of the definition.
pub type Members = Vec<(Value, Value)>;

/// Returns a TypeSet with these types, and whether its definition is valid. An invalid definition gives the
/// TypeSet up to the error. A `type` statement sets its name.
pub fn define_type_set(name: Option<&str>, definition: &Hash, types: &Members) -> (Ty, Result<()>) {
    let mut maker = Maker { name: name.map(Value::str), ..Maker::default() };
    if name.is_some() {
        maker.authority = Some(Value::str(RUNTIME_AUTHORITY));
    }
    let made = maker.define(definition, types);
    let known = if made.is_ok() { types.clone() } else { Vec::new() };
    (maker.finish(&known), made)
}

/// Returns the references of a TypeSet: the local name, and the name and versions of the other TypeSet.
pub fn type_set_references(definition: &Hash) -> Vec<(Rc<str>, Rc<str>, SemVerRange)> {
    let Some(Value::Hash(references)) = definition.get_str("references") else { return Vec::new() };
    let reference = |(key, value): (&Value, &Value)| {
        let Value::Hash(parts) = value else { return None };
        let range = match parts.get_str("version_range")? {
            Value::SemVerRange(range) => (**range).clone(),
            text => SemVerRange::parse(text.as_str()?).ok()?,
        };
        Some((Rc::from(key_name(key)?), Rc::from(parts.get_str("name")?.as_str()?), range))
    };
    references.iter().filter_map(reference).collect()
}

#[derive(Default)]
struct Maker {
    uri: Option<Value>,
    format: Option<Value>,
    authority: Option<Value>,
    name: Option<Value>,
    version: Option<Value>,
    references: Option<Value>,
    annotations: Option<Value>,
}

impl Maker {
    fn label(&self) -> String {
        self.name.as_ref().and_then(Value::as_str).unwrap_or("TypeSet").to_owned()
    }

    fn define(&mut self, definition: &Hash, types: &Members) -> Result<()> {
        self.check(definition, types)?;
        let part = |key: &str| definition.get_str(key).cloned();
        self.name = self.name.take().or_else(|| part("name"));
        self.authority = self.authority.take().or_else(|| part("name_authority"));
        let format = version_text(definition.get_str("pcore_version"))?;
        let understood = SemVerRange::parse(FORMATS)?.includes(&parse_version(&format)?);
        self.format = Some(Value::from(format.clone()));
        if !understood {
            let message = format!("The TypeSet {} has the format {format}, only {FORMATS} is known", self.label());
            return Err(ValueError::new(Topic::ObjectType, message));
        }
        self.uri = part("pcore_uri");
        self.version = match definition.get_str("version") {
            Some(version) => Some(Value::from(version_text(Some(version))?)),
            None => None,
        };
        if let Some(Value::Hash(references)) = definition.get_str("references") {
            self.references(references, types)?;
        }
        self.annotations = part("annotations").filter(|notes| !notes.is_undef());
        Ok(())
    }

    fn check(&self, definition: &Hash, types: &Members) -> Result<()> {
        for (key, value) in definition.iter() {
            let name = key.as_str().filter(|name| KEYS.contains(name)).unwrap_or_default();
            let fits = match name {
                "" => {
                    return Err(ValueError::new(
                        Topic::ObjectType,
                        format!("A TypeSet definition has no key {}", display(key)),
                    ));
                }
                "pcore_uri" | "name_authority" => value.as_str().is_some_and(is_uri),
                "pcore_version" | "version" => is_text_or(value, |value| matches!(value, Value::SemVer(_))),
                "name" => value.as_str().is_some_and(is_type_name),
                "types" => matches!(value, Value::Hash(_)) && !types.is_empty() && types.iter().all(is_member),
                "references" => matches!(value, Value::Hash(refs) if !refs.is_empty() && refs.iter().all(is_reference)),
                _ => super::definition::annotations_fit(value),
            };
            if !fits {
                return Err(ValueError::new(
                    Topic::ObjectType,
                    format!("The {name} of a TypeSet cannot be {}", display(value)),
                ));
            }
        }
        match definition.get_str("pcore_version") {
            Some(_) => Ok(()),
            None => {
                Err(ValueError::new(Topic::ObjectType, format!("The TypeSet {} needs a pcore_version", self.label())))
            }
        }
    }

    fn references(&mut self, references: &Hash, types: &Members) -> Result<()> {
        let mut printed = Hash::new();
        for (key, value) in references.iter() {
            let Value::Hash(parts) = value else { continue };
            let text = match parts.get_str("version_range") {
                Some(Value::SemVerRange(range)) => range.text.to_string(),
                other => SemVerRange::parse(other.and_then(Value::as_str).unwrap_or_default())?.text.to_string(),
            };
            let name = parts.get_str("name").and_then(Value::as_str).unwrap_or_default();
            if types.iter().any(|(other, _)| key_name(other) == key_name(key)) {
                let message = format!("The TypeSet {} has a type and a reference {}", self.label(), display(key));
                return Err(ValueError::new(Topic::ObjectType, message));
            }
            let mut shown = Hash::new();
            shown.insert(Value::str("name"), Value::str(name));
            shown.insert(Value::str("version_range"), Value::from(text));
            if let Some(authority) = parts.get_str("name_authority") {
                shown.insert(Value::str("name_authority"), authority.clone());
            }
            printed.insert(Value::str(key_name(key).unwrap_or_default()), Value::hash(shown));
        }
        self.references = Some(Value::hash(printed));
        Ok(())
    }

    fn finish(self, members: &Members) -> Ty {
        let mut types: IndexMap<Rc<str>, Ty> = IndexMap::new();
        let mut shown = Hash::new();
        for (key, value) in members {
            let Some(name) = key_name(key) else { continue };
            if let Value::Type(ty) = value {
                types.insert(name.into(), ty.clone());
            }
            shown.insert(Value::str(name), value.clone());
        }
        let name: Rc<str> = self.name.as_ref().and_then(Value::as_str).unwrap_or_default().into();
        let mut printed = Hash::new();
        let parts = [
            ("annotations", self.annotations),
            ("pcore_uri", self.uri),
            ("pcore_version", Some(self.format.unwrap_or_else(|| Value::str("")))),
            ("name_authority", self.authority),
            ("name", Some(self.name.unwrap_or(Value::Undef))),
            ("version", self.version),
            ("types", (!shown.is_empty()).then(|| Value::hash(shown))),
            ("references", self.references),
        ];
        for (key, value) in parts {
            if let Some(value) = value {
                printed.insert(Value::str(key), value);
            }
        }
        Rc::new(Type::TypeSet(Rc::new(TypeSetType { name, types, definition: Value::hash(printed) })))
    }
}

/// Returns the text of a value that must be a version.
fn version_text(value: Option<&Value>) -> Result<String> {
    match value {
        Some(Value::SemVer(version)) => Ok(version.to_string()),
        other => Ok(parse_version(other.and_then(Value::as_str).unwrap_or_default())?.to_string()),
    }
}

/// Returns the name for a key of a TypeSet's types: a capitalized word parses as an unresolved type.
pub(super) fn key_name(key: &Value) -> Option<&str> {
    match key {
        Value::Str(text) => Some(text.text.as_str()),
        Value::Type(ty) => match &**ty {
            Type::TypeReference(name) => Some(name),
            Type::Alias(alias) => Some(&alias.name),
            _ => None,
        },
        _ => None,
    }
}

fn is_member((key, value): &(Value, Value)) -> bool {
    let made = |hash: &Hash| super::definition::object_type(Some("Member"), hash).is_ok();
    key_name(key).is_some_and(is_simple_type_name)
        && match value {
            Value::Type(_) => true,
            Value::Hash(hash) => made(hash),
            _ => false,
        }
}

fn is_reference((key, value): (&Value, &Value)) -> bool {
    let Value::Hash(parts) = value else { return false };
    let fits = |(key, value): (&Value, &Value)| match key.as_str().filter(|name| REFERENCE_KEYS.contains(name)) {
        Some("name") => value.as_str().is_some_and(is_type_name),
        Some("version_range") => is_text_or(value, |value| matches!(value, Value::SemVerRange(_))),
        Some("name_authority") => value.as_str().is_some_and(is_uri),
        Some(_) => super::definition::annotations_fit(value),
        None => false,
    };
    key_name(key).is_some_and(is_simple_type_name)
        && parts.iter().all(fits)
        && parts.get_str("name").is_some()
        && parts.get_str("version_range").is_some()
}

fn is_text_or(value: &Value, other: impl Fn(&Value) -> bool) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty()) || other(value)
}

/// Returns whether the string contains a scheme and its colon: Puppet requires no more of a URI.
fn is_uri(text: &str) -> bool {
    let is_of_scheme = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let ends_with_scheme =
        |before: &str| before.chars().rev().take_while(is_of_scheme).any(|c| c.is_ascii_alphabetic());
    text.match_indices(':').any(|(at, _)| ends_with_scheme(&text[..at]))
}
