//! Types as the rich data of Puppet's catalogs: `__ptype` names the type, and the rest are its parameters.

use std::rc::Rc;

use pprepl_budget as budget;
use puppet_catalog::capitalized;
use puppet_pcore::{
    CallableType, FloatRange, IntegerRange, Regexp, Size, StringType, StructElement, TimeRange, Ty, Type, Value,
};
use serde_json::{Map, Value as Json, json};

/// The value of a parameter in rich data.
type DataOf<'d> = dyn Fn(&Value) -> Json + 'd;

/// Converts a type: a resource reference to its text, and any other to its name with its parameters. A type whose
/// parameters have no such form becomes its source. Ends early when the budget is exhausted.
pub(super) fn type_data(ty: &Type, data: &DataOf<'_>) -> Json {
    if budget::is_exhausted() {
        return Json::Null;
    }
    let inner = |ty: &Ty| type_data(ty, data);
    let list = |types: &[Ty]| types.iter().map(inner).collect::<Json>();
    match ty {
        Type::Resource { type_name: Some(name), title } => json!(resource_text(name, title.as_deref())),
        Type::Class(name) => json!(format!("Class[{}]", capitalized(name.as_deref().unwrap_or_default()))),
        Type::Alias(alias) => {
            let meaning = alias.resolved.get().map_or(Json::Null, inner);
            let parts = [("name", json!(&*alias.name)), ("type_expr", Json::Null), ("resolved_type", meaning)];
            named("TypeAlias", parts)
        }
        Type::Unit => named("Unit", []),
        Type::Integer(range) => integer(range),
        Type::Float(range) => float(range),
        Type::Boolean(_) => named("Boolean", []),
        Type::String(StringType::Any) => named("String", []),
        Type::String(StringType::Size(range)) => named("String", [("size_type_or_value", size(range))]),
        Type::String(StringType::Value(text)) => named("String", [("size_type_or_value", json!(text.text))]),
        Type::Enum { values, ignore_case } => {
            let values = values.iter().map(|value| json!(&**value)).collect();
            shortened("Enum", [("values", values, None), ("case_insensitive", json!(ignore_case), Some(json!(false)))])
        }
        Type::Pattern(patterns) => named("Pattern", [("patterns", patterns.iter().map(|one| regexp(one)).collect())]),
        Type::Regexp(Some(pattern)) => regexp(pattern),
        Type::Optional(Some(ty)) => named("Optional", [("type", inner(ty))]),
        Type::NotUndef(ty) if !matches!(**ty, Type::Any) => named("NotUndef", [("type", inner(ty))]),
        Type::NotUndef(_) => named("NotUndef", []),
        Type::Type(Some(ty)) => named("Type", [("type", inner(ty))]),
        Type::Sensitive(_) => named("Sensitive", []),
        Type::Iterable(Some(ty)) => named("Iterable", [("type", inner(ty))]),
        Type::Iterator(Some(ty)) => named("Iterator", [("type", inner(ty))]),
        Type::Collection(Some(range)) => named("Collection", [("size_type", size(range))]),
        Type::Array(element, range) => {
            let any = matches!(**element, Type::Any);
            let any = any.then(|| inner(element));
            shortened("Array", [("element_type", inner(element), any), ("size_type", sized(range), Some(Json::Null))])
        }
        Type::Tuple(types, range) => {
            shortened("Tuple", [("types", list(types), None), ("size_type", sized(range), Some(Json::Null))])
        }
        Type::Hash(key, value, range) => hash([key, value], range.as_ref(), &inner),
        Type::Struct(elements) => {
            named("Struct", [("elements", elements.iter().map(|one| element(one, &inner)).collect())])
        }
        Type::AnyStruct => named("Struct", [("elements", json!([]))]),
        Type::Variant(types) => named("Variant", [("types", list(types))]),
        Type::Callable(callable) => of_callable(callable, &inner),
        Type::Init(Some(ty), args) if args.is_empty() => named("Init", [("type", inner(ty))]),
        Type::SemVer(ranges) if !ranges.is_empty() => {
            let ranges = ranges.iter().map(|range| data(&Value::SemVerRange(range.clone()))).collect();
            named("SemVer", [("ranges", ranges)])
        }
        Type::Timespan(range) => times("Timespan", range, &|time| data(&Value::Timespan(Rc::new(time)))),
        Type::Timestamp(range) => times("Timestamp", range, &|time| data(&Value::Timestamp(Rc::new(time)))),
        Type::Uri(Some(value @ Value::Hash(_))) => named("URI", [("parameters", data(value))]),
        Type::Runtime { runtime: Some(runtime), name } => {
            let name = name.as_ref().map_or(Json::Null, data);
            shortened("Runtime", [("runtime", json!(&**runtime), None), ("name_or_pattern", name, Some(Json::Null))])
        }
        Type::AnyObject => named("Object", [("_pcore_init_hash", json!({}))]),
        other => by_name(&other.to_string()),
    }
}

fn resource_text(name: &str, title: Option<&str>) -> String {
    let title = match (name, title) {
        ("class", Some(title)) => capitalized(title),
        (_, title) => title.unwrap_or_default().to_owned(),
    };
    format!("{}[{title}]", capitalized(name))
}

/// Returns a type without parameters by its name, and any other as its source.
fn by_name(source: &str) -> Json {
    match source.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => named(source, []),
        false => json!({ "__ptype": "Type", "__pvalue": source }),
    }
}

/// Returns a type with its parameters.
fn named<const N: usize>(name: &str, parts: [(&str, Json); N]) -> Json {
    let mut object = Map::new();
    object.insert("__ptype".to_owned(), json!(format!("Pcore::{name}Type")));
    object.extend(parts.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Json::Object(object)
}

/// Returns a type with its parameters up to the last one that differs from its default.
fn shortened<const N: usize>(name: &str, parts: [(&str, Json, Option<Json>); N]) -> Json {
    let used = parts.iter().rposition(|(_, value, default)| Some(value) != default.as_ref()).map_or(0, |last| last + 1);
    let mut whole = named(name, []);
    if let Json::Object(object) = &mut whole {
        object.extend(parts.into_iter().take(used).map(|(name, value, _)| (name.to_owned(), value)));
    }
    whole
}

fn range(name: &str, from: Json, to: Json) -> Json {
    shortened(name, [("from", from, Some(Json::Null)), ("to", to, Some(Json::Null))])
}

/// Converts a range of integers; a bound beyond 64 bits stays text.
fn integer(bounds: &IntegerRange) -> Json {
    let number = |text: String| text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number));
    let bound =
        |bound: &Option<puppet_pcore::Int>| bound.as_ref().map_or(Json::Null, |bound| number(bound.to_string()));
    range("Integer", bound(&bounds.from), bound(&bounds.to))
}

fn float(bounds: &FloatRange) -> Json {
    let bound = |bound: Option<f64>| bound.map_or(Json::Null, |bound| json!(bound));
    range("Float", bound(bounds.from), bound(bounds.to))
}

fn times(name: &str, bounds: &TimeRange, time: &dyn Fn(i128) -> Json) -> Json {
    range(name, bounds.from.map_or(Json::Null, time), bounds.to.map_or(Json::Null, time))
}

fn size(bounds: &Size) -> Json {
    range("Integer", json!(bounds.from), bounds.to.map_or(Json::Null, |to| json!(to)))
}

fn sized(bounds: &Option<Size>) -> Json {
    bounds.as_ref().map_or(Json::Null, size)
}

fn regexp(pattern: &Regexp) -> Json {
    named("Regexp", [("pattern", json!(&*pattern.source))])
}

fn hash([key, value]: [&Ty; 2], range: Option<&Size>, inner: &dyn Fn(&Ty) -> Json) -> Json {
    let any = |ty: &Ty| matches!(**ty, Type::Any).then(|| inner(ty));
    let range = range.map_or(Json::Null, size);
    shortened(
        "Hash",
        [
            ("key_type", inner(key), any(key)),
            ("value_type", inner(value), any(value)),
            ("size_type", range, Some(Json::Null)),
        ],
    )
}

/// Converts an entry of a Struct. A key that must be there is its plain name.
fn element(element: &StructElement, inner: &dyn Fn(&Ty) -> Json) -> Json {
    let key = match &*element.key {
        Type::NotUndef(name) => inner(name),
        _ => inner(&element.key),
    };
    json!({ "__ptype": "Pcore::StructElement", "key_type": key, "value_type": inner(&element.value) })
}

fn of_callable(callable: &CallableType, inner: &dyn Fn(&Ty) -> Json) -> Json {
    let part = |ty: &Option<Ty>| ty.as_ref().map_or(Json::Null, inner);
    let parts = [
        ("param_types", part(&callable.params)),
        ("block_type", part(&callable.block)),
        ("return_type", part(&callable.returns)),
    ];
    named("Callable", parts)
}
