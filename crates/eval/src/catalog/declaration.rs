//! Addition of resources to the catalog: defaults, names and aliases, duplicate checks.

use std::rc::Rc;

use puppet_catalog::{
    Edit as CatalogEdit, Parameter, Reference, Resource, SourceLocation, builtin, short_path, tags_in,
};
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::Name;

use super::super::autoload::{knows_class, knows_resource_type};
use super::super::{EvalResult, Flow, Vm};
use super::access::class_key;
use super::class::{declare_parents, evaluate, unknown_class};
use super::edit_catalog;
use super::{Edit, declared_at, empty_resource, fail_with};

/// A declaration of resources of one type with the same parameters.
pub struct Declaration {
    /// The type's name in lower case, `class` for classes.
    pub type_name: Name,
    pub titles: Vec<Rc<str>>,
    pub parameters: Vec<Parameter>,
    /// True for virtual resources.
    pub is_virtual: bool,
    /// True for exported resources.
    pub exported: bool,
    /// The location of the declaration.
    pub place: Option<SourceLocation>,
}

/// Declares resources; returns references to them.
pub fn declare(vm: &mut Vm, declaration: &Declaration) -> EvalResult<Vec<Value>> {
    if &*declaration.type_name == "class" {
        return declaration.titles.iter().map(|title| declare_class(vm, declaration, title)).collect();
    }
    if !knows_resource_type(vm, &declaration.type_name)? {
        return Err(unknown_type(vm, &declaration.type_name));
    }
    let mut references = Vec::with_capacity(declaration.titles.len());
    for title in &declaration.titles {
        let reference = Reference::new(declaration.type_name.clone(), title.clone());
        let shown = Value::ty(Type::Resource {
            type_name: Some(reference.type_name.clone()),
            title: Some(reference.title.clone()),
        });
        let resource = resource_of(vm, declaration, reference)?;
        add_resource(vm, resource)?;
        references.push(shown);
    }
    Ok(references)
}

/// Creates the error for an unknown resource type.
pub(super) fn unknown_type(vm: &Vm, name: &str) -> Box<Flow> {
    let mut flow = Flow::runtime(format!("there is no resource type `{name}`"));
    let near = vm.catalog.near(name, "define");
    flow.mean(name, near.as_deref());
    flow.with_help(|| {
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("define it: define {name} () {{ .. }}"),
        })
    });
    flow
}

fn declare_class(vm: &mut Vm, declaration: &Declaration, title: &str) -> EvalResult {
    let name = class_key(title);
    if !knows_class(vm, &name)? {
        return Err(unknown_class(vm, &name));
    }
    let reference = Reference::new("class", name.clone());
    let shown = Value::ty(Type::Resource { type_name: Some("class".into()), title: Some(reference.display_title()) });
    let resource = resource_of(vm, declaration, reference)?;
    declare_parents(vm, &name, 0)?;
    let id = add_resource(vm, resource)?;
    if !vm.catalog.has_class(&name) {
        evaluate(vm, id)?;
    }
    Ok(shown)
}

/// Returns the resource that a declaration creates in the running scope.
fn resource_of(vm: &Vm, declaration: &Declaration, reference: Reference) -> EvalResult<Resource> {
    let mut resource = empty_resource(reference, vm.catalog.current, vm.catalog.owner(), declaration.place.clone());
    resource.parameters.clone_from(&declaration.parameters);
    resource.is_virtual = declaration.is_virtual || declaration.exported;
    resource.exported = declaration.exported;
    add_defaults(vm, &mut resource);
    if let Some(tag) = resource.parameter("tag") {
        resource.tags = tags(&tag.value)?;
    }
    Ok(resource)
}

/// Sets parameters that the resource omits to the active defaults.
pub(super) fn add_defaults(vm: &Vm, resource: &mut Resource) {
    let defaults = vm.catalog.catalog.defaults(resource.scope, &resource.reference.type_name);
    for default in defaults {
        if resource.parameter(&default.name).is_none() {
            resource.parameters.push(default.clone());
        }
    }
}

/// Adds a resource to the catalog; returns its number.
pub(super) fn add_resource(vm: &mut Vm, mut resource: Resource) -> EvalResult<u32> {
    let catalog = &vm.catalog.catalog;
    if let Some(known) = catalog.find(&resource.reference.type_name, &resource.reference.title) {
        return Err(duplicate(&resource.reference, catalog.get(known), &vm.outputs.or_undo("the first")));
    }
    let id = catalog.next_id();
    let is_class = resource.reference.is_class();
    if !is_class && &*resource.reference.type_name != "stage" {
        resource.container = Some(vm.catalog.container());
    }
    let aliases = aliases(&resource, vm.catalog.namevar(&resource.reference.type_name));
    let staged = !is_class && resource.parameter("stage").is_some_and(|stage| !stage.value.is_undef());
    edit_catalog(vm, CatalogEdit::Resource(id, Some(Rc::new(resource))));
    aliases.into_iter().try_for_each(|alias| add_alias(vm, alias, id))?;
    if staged {
        return fail_with("only classes can set `stage`", "put the resource into a class and give that a stage");
    }
    Ok(id)
}

fn add_alias(vm: &mut Vm, alias: Reference, id: u32) -> EvalResult<()> {
    match vm.catalog.catalog.find(&alias.type_name, &alias.title) {
        Some(known) if known == id => Ok(()),
        Some(known) => Err(duplicate(&alias, vm.catalog.catalog.get(known), &vm.outputs.or_undo("the first"))),
        None => {
            vm.edit(Edit::Catalog(CatalogEdit::Alias(alias, Some(id))));
            Ok(())
        }
    }
}

/// Returns the tags in a value.
pub(super) fn tags(value: &Value) -> EvalResult<Vec<Rc<str>>> {
    match tags_in(value) {
        Ok(tags) => Ok(tags.into_iter().map(Rc::from).collect()),
        Err(text) => {
            fail_with(format!("'{text}' is no tag"), "a tag is made of letters, digits, `_`, `:`, `.` and `-`")
        }
    }
}

fn duplicate(reference: &Reference, known: Option<&Rc<Resource>>, undo: &str) -> Box<Flow> {
    let mut flow = Flow::runtime(format!("{reference} is declared already"));
    flow.with_help(|| {
        let place = declared_at(known.and_then(|known| known.place.as_ref()));
        let known = if place.is_empty() { String::new() } else { format!("it was declared{place}; ") };
        Some(format!("{known}a title can be declared once: choose another{undo}"))
    });
    flow
}

/// Returns further names: the aliases of `alias`, and the namevar where it differs from the title.
fn aliases(resource: &Resource, namevar: &str) -> Vec<Reference> {
    let type_name = &resource.reference.type_name;
    let mut titles: Vec<Rc<str>> = Vec::new();
    if let Some(alias) = resource.parameter("alias") {
        strings(&alias.value, &mut titles);
    }
    let row = builtin(type_name);
    if row.is_none_or(|row| row.isomorphic)
        && let Some(name) = resource.parameter(namevar).or(resource.parameter("name"))
    {
        match resource.parameter("provider").and_then(|provider| provider.value.as_str()) {
            // Packages of several providers may share a name.
            Some(provider) if &**type_name == "package" => {
                let name = puppet_pcore::interpolate(&name.value);
                titles.push(format!("{name}\0{provider}").into());
            }
            _ => strings(&name.value, &mut titles),
        }
    }
    titles.extend(short_path(type_name, &resource.reference.title).map(Rc::from));
    titles.into_iter().map(|title| Reference::new(type_name.clone(), title)).collect()
}

fn strings(value: &Value, out: &mut Vec<Rc<str>>) {
    match value {
        Value::Array(array) => array.items.iter().for_each(|item| strings(item, out)),
        Value::Str(text) => out.push(text.text.as_str().into()),
        _ => {}
    }
}
