//! Values as the rich data of Puppet's catalogs: `__ptype` names the type of a value that JSON lacks.

use std::rc::Rc;

use puppet_catalog::capitalized;
use puppet_pcore::print::init_hash;
use puppet_pcore::{Hash, Type, Value, interpolate};
use serde_json::{Map, Value as Json, json};

pub(super) const REDACTED: &str = "Sensitive [value redacted]";

/// Whether a catalog contains sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// A placeholder replaces each.
    Redacted,
    /// They are included, as in the catalog that Puppet sends to an agent.
    Shown,
}

/// Converts a value to Puppet's rich data.
pub(super) fn data(value: &Value, secrets: Secrets) -> Json {
    let typed = |name: &str, value: Json| json!({ "__ptype": name, "__pvalue": value });
    match value {
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
        Value::Type(ty) => type_data(ty),
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
        Value::Object(object) => {
            let name = object.class.name.as_deref().unwrap_or("Object");
            with_attributes(name, &init_hash(object), secrets)
        }
        Value::Big(_) | Value::Callable(_) | Value::Iterator(_) => json!(interpolate(value)),
    }
}

/// Converts a hash; one with a key that JSON cannot have becomes a list of keys and values.
fn hash_data(hash: &Hash, secrets: Secrets) -> Json {
    let plain = |key: &Value| key.as_str().is_some_and(|key| key != "__ptype");
    if hash.iter().all(|(key, _)| plain(key)) {
        return hash.iter().map(|(key, value)| (interpolate(key), data(value, secrets))).collect::<Map<_, _>>().into();
    }
    let pairs: Json = hash.iter().flat_map(|(key, value)| [data(key, secrets), data(value, secrets)]).collect();
    json!({ "__ptype": "Hash", "__pvalue": pairs })
}

/// Converts an instance of an Object type: its type, and the attributes that differ from their defaults.
fn with_attributes(name: &str, attributes: &Hash, secrets: Secrets) -> Json {
    let mut object = Map::new();
    object.insert("__ptype".to_owned(), json!(name));
    object.extend(attributes.iter().map(|(key, value)| (interpolate(key), data(value, secrets))));
    Json::Object(object)
}

/// Converts an integer; one beyond 64 bits stays text.
fn number(text: &str) -> Json {
    text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number))
}

/// Converts a type: a resource reference to its text, a type without parameters to Puppet's type of that type, and any
/// other to its source form.
fn type_data(ty: &Type) -> Json {
    match ty {
        Type::Resource { type_name: Some(name), title } => {
            let title = match (&**name, title) {
                ("class", Some(title)) => capitalized(title),
                (_, title) => title.as_deref().unwrap_or_default().to_owned(),
            };
            json!(format!("{}[{title}]", capitalized(name)))
        }
        Type::Class(name) => json!(format!("Class[{}]", capitalized(name.as_deref().unwrap_or_default()))),
        Type::Alias(alias) => {
            let meaning = alias.resolved.get().map_or(Json::Null, |meaning| type_data(meaning));
            json!({
                "__ptype": "Pcore::TypeAliasType",
                "name": &*alias.name,
                "type_expr": null,
                "resolved_type": meaning,
            })
        }
        Type::Integer(range) => {
            let mut object = Map::new();
            object.insert("__ptype".to_owned(), json!("Pcore::IntegerType"));
            let bounds = [("from", &range.from), ("to", &range.to)];
            let set = bounds.into_iter().filter_map(|(name, bound)| Some((name.to_owned(), bound.as_ref()?)));
            object.extend(set.map(|(name, bound)| (name, number(&bound.to_string()))));
            Json::Object(object)
        }
        other => match other.to_string() {
            name if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                json!({ "__ptype": format!("Pcore::{name}Type") })
            }
            source => json!({ "__ptype": "Type", "__pvalue": source }),
        },
    }
}
