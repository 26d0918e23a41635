//! Addition of resources to the catalog: defaults, names and aliases, duplicate checks.

use pprepl_text::Topic;
use std::rc::Rc;
use std::sync::Arc;

use puppet_catalog::{Edit as CatalogEdit, Reference, Resource, builtin, short_path};
use puppet_pcore::{Value, leaves_of};

use super::super::trace::EventKind;
use super::super::trace::observe::{is_recording, note};
use super::super::{EvalResult, Flow, Vm};
use super::change::edit_catalog;
use super::compilation::Compilation;
use super::edit::Edit;
use super::report::{declared_at, fail_with};

/// Sets parameters that the resource omits to the active defaults.
pub(super) fn add_defaults(vm: &mut Vm, resource: &mut Resource) {
    let own = resource.parameters.len();
    let defaults = vm.catalog.catalog.defaults(resource.scope, &resource.reference.type_name);
    for default in defaults {
        if resource.parameter(&default.name).is_none() {
            resource.parameters.push(default.clone());
        }
    }
    if is_recording(vm) {
        note_defaults(vm, resource, own);
    }
}

/// Records the parameters after the first `own`, which are defaults.
fn note_defaults(vm: &mut Vm, resource: &Resource, own: usize) {
    for default in resource.parameters.iter().skip(own) {
        let Some(place) = default.place.clone() else { continue };
        let (resource, name) = (resource.reference.to_string().into(), default.name.clone());
        let kind = EventKind::InheritedAttribute { resource, name };
        note(vm, |_| (place.source.clone(), place.span, kind), &default.value, None);
    }
}

/// Adds a resource to the catalog; returns its number.
pub(super) fn add_resource(vm: &mut Vm, mut resource: Resource) -> EvalResult<u32> {
    let catalog = &vm.catalog.catalog;
    if let Some(known) = catalog.find(&resource.reference.type_name, &resource.reference.title) {
        return Err(duplicate(&resource, &resource.reference, catalog.get(known)));
    }
    let id = catalog.next_id();
    let is_class = resource.reference.is_class();
    if !is_class && &*resource.reference.type_name != "stage" {
        resource.container = Some(vm.catalog.container());
    }
    let aliases = match key_of_several(&vm.catalog, &resource) {
        Some(key) => vec![Reference::new(resource.reference.type_name.clone(), key)],
        None => aliases(&resource, vm.catalog.namevar(&resource.reference.type_name)),
    };
    let staged = !is_class && resource.parameter("stage").is_some_and(|stage| !stage.value.is_undef());
    edit_catalog(vm, CatalogEdit::Resource(id, Some(Rc::new(resource))));
    aliases.into_iter().try_for_each(|alias| add_alias(vm, alias, id))?;
    if staged {
        return fail_with(
            Topic::Metaparameter,
            "only classes can set `stage`",
            "move the resource into a class, and set the stage of the class",
        );
    }
    Ok(id)
}

fn add_alias(vm: &mut Vm, alias: Reference, id: u32) -> EvalResult<()> {
    match vm.catalog.catalog.find(&alias.type_name, &alias.title) {
        Some(known) if known == id => Ok(()),
        Some(known) => {
            let catalog = &vm.catalog.catalog;
            let Some(own) = catalog.get(id) else { return Ok(()) };
            let shown = if alias.title.contains('\0') { &own.reference } else { &alias };
            Err(duplicate(own, shown, catalog.get(known)))
        }
        None => {
            vm.edit(Edit::Catalog(CatalogEdit::Alias(alias, Some(id))));
            Ok(())
        }
    }
}

/// Creates the error for a second declaration under the name `reference`; a label shows the first one.
fn duplicate(own: &Resource, reference: &Reference, known: Option<&Rc<Resource>>) -> Box<Flow> {
    let place = known.and_then(|known| known.place.as_ref());
    let is_same_place = place
        .zip(own.place.as_ref())
        .is_some_and(|(first, second)| first.span == second.span && Arc::ptr_eq(&first.source, &second.source));
    let mut flow = Flow::fail_with(Topic::DeclaredTwice, format!("{reference} is declared twice"));
    let is_included = known.is_some_and(|known| known.included);
    flow.with_help(|| {
        let first = declared_at(place);
        let first = if first.is_empty() { String::new() } else { format!("the first declaration is{first}; ") };
        Some(match (is_same_place, own.reference.is_class()) {
            (true, _) => "each round declares it again: use the parameter of the lambda in the title".to_owned(),
            (_, true) if is_included => {
                format!("{first}a class is declared once, and `include` did: set its parameters in Hiera, or declare it before")
            }
            (_, true) => format!("{first}a class can be declared once: use `include` for further declarations"),
            (_, false) => format!("{first}give each resource of a type its own title"),
        })
    });
    match place {
        Some(place) if !is_same_place => flow.with_label(&place.source, place.span, "the first declaration"),
        _ => flow,
    }
}

/// Returns the key of a resource whose type in Ruby has several key attributes, as a name that no title has.
fn key_of_several(known: &Compilation, resource: &Resource) -> Option<Rc<str>> {
    let type_name = &resource.reference.type_name;
    let mut names: Vec<&str> = known.ruby_types.get(type_name)?.keys.iter().map(|name| &**name).collect();
    if names.len() < 2 {
        return None;
    }
    names.sort_unstable();
    let title = &resource.reference.title;
    let given = known.titles.get(&(type_name.clone(), title.clone()));
    let of_title = |name: &str| Some(given?.iter().find(|(given, _)| **given == *name)?.1.clone());
    let own = |name: &str| resource.parameter(name).map(|parameter| parameter.value.clone());
    let value = |name: &&str| own(name).filter(|value| !value.is_undef()).or_else(|| of_title(name));
    let text = |name: &&str| match value(name) {
        Some(value) => puppet_pcore::interpolate(&value),
        None if *name == "name" => title.to_string(),
        None => String::new(),
    };
    Some(names.iter().map(text).collect::<Vec<_>>().join("\0").into())
}

/// Returns further names: the aliases of `alias`, and the namevar where it differs from the title.
fn aliases(resource: &Resource, namevar: &str) -> Vec<Reference> {
    let type_name = &resource.reference.type_name;
    let mut titles: Vec<Rc<str>> = Vec::new();
    if let Some(alias) = resource.parameter("alias") {
        titles.extend(leaves_of(&alias.value).filter(|item| !item.is_undef()).map(name_of_item));
    }
    if &**type_name == "package" {
        titles.push(key_of_package(resource));
    } else if builtin(type_name).is_none_or(|row| row.isomorphic) {
        let own = |name: &str| resource.parameter(name).map(|own| &own.value).filter(|value| is_name(value));
        titles.extend(own(namevar).or_else(|| own("name")).map(joint_name));
    }
    titles.extend(short_path(type_name, &resource.reference.title).map(Rc::from));
    titles.into_iter().map(|title| Reference::new(type_name.clone(), title)).collect()
}

/// Returns the key of a package, as a name that no title has: packages of several providers may share a name.
fn key_of_package(resource: &Resource) -> Rc<str> {
    let own = |name: &str| resource.parameter(name).map(|own| &own.value).filter(|value| is_name(value));
    let name = own("name").map_or_else(|| resource.reference.title.clone(), joint_name);
    let [command, provider] = ["command", "provider"].map(|name| own(name).map(joint_name).unwrap_or_default());
    format!("{command}\0{name}\0{provider}").into()
}

/// Returns whether a value of the namevar is a name; the title counts otherwise.
fn is_name(value: &Value) -> bool {
    !matches!(value, Value::Undef) && value.as_bool() != Some(false)
}

/// Returns the name that the value of a namevar is. Several values are one name, which no title has.
fn joint_name(value: &Value) -> Rc<str> {
    let names: Vec<Rc<str>> = leaves_of(value).map(name_of_item).collect();
    match <[Rc<str>; 1]>::try_from(names) {
        Ok([name]) => name,
        Err(names) => format!("\0{}", names.join("\0")).into(),
    }
}

/// Returns the name that a value is; one that is not a string equals no title.
fn name_of_item(item: &Value) -> Rc<str> {
    match item {
        Value::Str(text) => text.text.as_str().into(),
        Value::Sensitive(inner) => format!("\0Sensitive {}", puppet_pcore::display(inner)).into(),
        other => format!("\0{}", puppet_pcore::display(other)).into(),
    }
}
