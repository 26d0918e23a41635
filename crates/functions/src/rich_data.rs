//! Values as the rich data of Puppet's catalogs: `__ptype` names the type of a value that JSON lacks.

use std::rc::Rc;

use pprepl_budget as budget;
use puppet_pcore::print::{REDACTED, all_attributes};
use puppet_pcore::{Hash, Object, ObjectAttribute, Value, eql, interpolate};
use serde_json::{Map, Value as Json, json};

use super::rich_type::type_data;

/// Whether a catalog contains sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// A placeholder replaces each.
    Redacted,
    /// They are included, as in the catalog that Puppet sends to an agent.
    Shown,
}

/// Converts a value to Puppet's rich data.
pub fn data(value: &Value, secrets: Secrets) -> Json {
    match value {
        Value::Array(_) | Value::Hash(_) | Value::Object(_) if budget::is_exhausted() => Json::Null,
        Value::Unset | Value::Undef => Json::Null,
        Value::Default => json!({ "__ptype": "Default" }),
        Value::Bool(bit) => json!(bit.get()),
        Value::Int(number) => json!(number),
        Value::Float(number) => json!(number.get()),
        Value::Str(text) if text.is_bytes => {
            let bytes = Value::Binary(Rc::new(text.text.clone().into_bytes()));
            typed("Binary", json!(interpolate(&bytes)))
        }
        Value::Str(text) => json!(text.text),
        Value::Array(array) => array.items.iter().map(|item| data(item, secrets)).collect(),
        Value::Hash(hash) => hash_data(hash, secrets),
        Value::Type(ty) => type_data(ty, &|value| data(value, secrets)),
        Value::Regexp(regexp) => typed("Regexp", json!(&*regexp.source)),
        Value::Sensitive(inner) => match secrets {
            Secrets::Redacted => typed("Sensitive", json!(REDACTED)),
            Secrets::Shown => typed("Sensitive", data(inner, secrets)),
        },
        Value::Binary(_) => typed("Binary", json!(interpolate(value))),
        Value::SemVer(_) => typed("SemVer", json!(interpolate(value))),
        Value::SemVerRange(_) => typed("SemVerRange", json!(interpolate(value))),
        Value::Timespan(_) => typed("Timespan", json!(interpolate(value))),
        Value::Timestamp(_) => typed("Timestamp", json!(interpolate(value))),
        Value::Uri(_) => typed("URI", json!(interpolate(value))),
        Value::Object(object) if object.as_host().is_some() => json!(interpolate(value)),
        Value::Object(object) => {
            let name = object.class.name.as_deref().unwrap_or("Object");
            with_attributes(name, object, secrets)
        }
        Value::Big(_) | Value::Callable(_) | Value::Iterator(_) => json!(interpolate(value)),
    }
}

/// Converts a hash; one with a key that JSON cannot have becomes a list of keys and values.
fn hash_data(hash: &Hash, secrets: Secrets) -> Json {
    if is_plain(hash) {
        return hash.iter().map(|(key, value)| (interpolate(key), data(value, secrets))).collect::<Map<_, _>>().into();
    }
    let pairs: Json = hash.iter().flat_map(|(key, value)| [data(key, secrets), data(value, secrets)]).collect();
    typed("Hash", pairs)
}

/// Names the type of a value that JSON does not have. (`json!` would copy the value: once for each level around it.)
fn typed(name: &str, value: Json) -> Json {
    let mut shown = Map::new();
    shown.insert("__ptype".to_owned(), json!(name));
    shown.insert("__pvalue".to_owned(), value);
    Json::Object(shown)
}

/// Returns whether JSON can have all keys of a hash.
pub fn is_plain(hash: &Hash) -> bool {
    hash.iter().all(|(key, _)| key.as_str().is_some_and(|key| key != "__ptype"))
}

/// Converts an instance of an Object type: its type, and the attributes up to the last that differs from its default.
fn with_attributes(name: &str, object: &Object, secrets: Secrets) -> Json {
    let is_stored = |attribute: &ObjectAttribute| !attribute.constant && !attribute.derived;
    let own = all_attributes(&object.class).into_iter().zip(&object.attributes);
    let own: Vec<_> = own.filter(|((_, attribute), _)| is_stored(attribute)).collect();
    let is_default = |attribute: &ObjectAttribute, value: &Value| {
        attribute.value.as_ref().is_some_and(|default| eql(default, value))
    };
    let used = own.iter().rposition(|((_, attribute), value)| !is_default(attribute, value)).map_or(0, |last| last + 1);
    let mut shown = Map::new();
    shown.insert("__ptype".to_owned(), json!(name));
    shown.extend(own.into_iter().take(used).map(|((name, _), value)| (name.to_owned(), data(value, secrets))));
    Json::Object(shown)
}
