//! Answers about the scope of a call: the resource whose body calls, its definition, and other resources.

use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::{MAIN_CLASS, Resource, builtin, capitalized, is_tag};
use puppet_eval::catalog::Definition;
use puppet_eval::{EvalResult, Vm};
use puppet_pcore::{Hash, Value};
use serde_json::Value as Json;

/// Answers a question; `None` for one about something else.
pub(super) fn answer(vm: &mut Vm, message: &Json) -> EvalResult<Option<Value>> {
    let text = |key: &str| message[key].as_str().unwrap_or_default();
    let is_top = message["top"] == true;
    let found = match text("ask") {
        "here" if is_top => described(vm, vm.catalog.catalog().find("class", MAIN_CLASS)),
        "here" => described(vm, Some(vm.catalog.container())),
        "source" => source(vm, is_top),
        "resource" => described(vm, find(vm, text("type"), text("title"))),
        "references" => {
            let all = vm.catalog.catalog().resources().iter();
            Value::array(
                all.map(|one| Value::from(format!("{}[{}]", type_of(one), one.reference.display_title()))).collect(),
            )
        }
        "definition" => definition(vm, &text("name").to_lowercase(), text("kind"))?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn find(vm: &Vm, kind: &str, title: &str) -> Option<u32> {
    let kind = kind.to_lowercase();
    let title = match title.to_lowercase() {
        lower if kind == "class" && lower == "main" => MAIN_CLASS.to_owned(),
        lower if kind == "class" => lower,
        _ => title.to_owned(),
    };
    vm.catalog.catalog().find(&kind, title.strip_prefix("::").unwrap_or(&title))
}

/// Describes a resource of the catalog; undef if it is not there.
fn described(vm: &Vm, id: Option<u32>) -> Value {
    let Some(resource) = id.and_then(|id| vm.catalog.catalog().get(id)) else { return Value::Undef };
    let given = resource.parameters.iter().filter(|one| !one.value.is_undef());
    let parameters: Hash = given.map(|one| (Value::str(&*one.name), one.value.clone())).collect();
    let place = resource.place.as_ref();
    let key = builtin(&resource.reference.type_name).map_or("name", |row| row.namevar);
    record([
        ("type", Value::from(type_of(resource))),
        ("title", Value::str(&*resource.reference.display_title())),
        ("key", Value::str(key)),
        ("parameters", Value::hash(parameters)),
        ("tags", tags(resource)),
        ("virtual", Value::bool(resource.is_virtual)),
        ("exported", Value::bool(resource.exported)),
        ("file", place.map_or(Value::Undef, |place| Value::str(place.source.name()))),
        ("line", place.map_or(Value::Undef, |place| line(&place.source, place.at))),
    ])
}

fn type_of(resource: &Resource) -> String {
    capitalized(&resource.reference.type_name)
}

/// Returns its tags with their segments.
fn tags(resource: &Resource) -> Value {
    let title = resource.reference.title.to_lowercase();
    let own = resource.tags.iter().map(|tag| tag.to_string());
    let all = own.chain([resource.reference.type_name.to_string()]).chain(is_tag(&title).then_some(title));
    let mut tags: Vec<String> = Vec::new();
    for tag in all {
        let segments = tag.split("::").map(str::to_owned);
        for tag in [tag.clone()].into_iter().chain(segments) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    Value::array(tags.into_iter().map(Value::from).collect())
}

/// Describes the class, defined type or node whose code calls.
fn source(vm: &Vm, is_top: bool) -> Value {
    let owner = vm.catalog.owner();
    if is_top || owner.is_empty() {
        return named("", "hostclass", "");
    }
    if let Some(node) = owner.strip_prefix("node ") {
        return named(node, "node", "");
    }
    match vm.catalog.definition(&owner) {
        Some(found) => of_definition(vm, &owner, found),
        None => named(&owner, "hostclass", ""),
    }
}

fn definition(vm: &mut Vm, name: &str, kind: &str) -> EvalResult<Value> {
    vm.load_definition(name)?;
    let found = vm.catalog.definition(name).filter(|found| found.kind() == kind);
    Ok(found.map_or(Value::Undef, |found| of_definition(vm, name, found)))
}

fn of_definition(vm: &Vm, name: &str, found: &Definition) -> Value {
    let kind = if found.kind() == "class" { "hostclass" } else { "definition" };
    let (source, at) = found.place();
    let module = vm.catalog.module_of(name).unwrap_or_default();
    let place = [("file", Value::str(source.name())), ("line", line(source, at))];
    record(
        [("name", Value::str(name)), ("type", Value::str(kind)), ("module", Value::from(module))]
            .into_iter()
            .chain(place),
    )
}

fn named(name: &str, kind: &str, module: &str) -> Value {
    record([("name", Value::str(name)), ("type", Value::str(kind)), ("module", Value::str(module))])
}

fn line(source: &Arc<Source>, at: u32) -> Value {
    Value::Int(i64::from(source.line_column(at).line))
}

fn record<'r>(fields: impl IntoIterator<Item = (&'r str, Value)>) -> Value {
    Value::hash(fields.into_iter().map(|(key, value)| (Value::str(key), value)).collect())
}
