//! Declaration of resources and classes.

use pprepl_text::Topic;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_catalog::{InvalidTag, Parameter, Reference, Resource, SourceLocation, tags_in};
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::Name;

use super::super::services::Autoload;
use super::super::unknown::missing_module;
use super::super::{EvalResult, Flow, Vm};
use super::access::class_key;
use super::class::{declare_parents, evaluate, unknown_class};
use super::compilation::empty_resource;
use super::report::fail_with;
use super::title::read_title;
use crate::catalog::addition::add_defaults;
use crate::catalog::addition::add_resource;

/// A declaration of resources of one type with the same parameters.
pub struct Declaration {
    /// The type's name in lower case, `class` for classes.
    pub type_name: Name,
    pub titles: Vec<Rc<str>>,
    /// The only title as a value, where it is not a string.
    pub title_value: Option<Value>,
    pub parameters: Vec<Parameter>,
    /// True for virtual resources.
    pub is_virtual: bool,
    /// True for exported resources.
    pub exported: bool,
    /// The location of the declaration.
    pub place: Option<SourceLocation>,
}

/// Declares resources; returns references to them.
pub fn declare(vm: &mut Vm, mut declaration: Declaration) -> EvalResult<Vec<Value>> {
    let titles = std::mem::take(&mut declaration.titles);
    if &*declaration.type_name == "class" {
        return titles.iter().map(|title| declare_class(vm, &mut declaration, title, titles.last())).collect();
    }
    if !vm.knows_resource_type(&declaration.type_name)? {
        return Err(unknown_type(vm, &declaration.type_name));
    }
    let mut references = Vec::with_capacity(titles.len());
    for title in &titles {
        let reference = Reference::new(declaration.type_name.clone(), title.clone());
        let shown = Value::ty(Type::Resource {
            type_name: Some(reference.type_name.clone()),
            title: Some(reference.title.clone()),
        });
        read_title(vm, &declaration.type_name, title)?;
        let resource = resource_of(vm, &mut declaration, reference, is_last(title, titles.last()))?;
        add_resource(vm, resource)?;
        references.push(shown);
    }
    Ok(references)
}

/// Creates the error for an unknown resource type.
pub(super) fn unknown_type(vm: &Vm, name: &str) -> Box<Flow> {
    if vm.catalog.is_class(name) {
        let message = format!("`{name}` is a class, not a resource type");
        let mut flow = Flow::fail_with(Topic::UndefinedType, message);
        flow.with_help(|| Some(format!("write `include {name}`, or class {{ '{name}': .. }} with parameters")));
        return flow;
    }
    let mut flow = Flow::fail_with(Topic::UndefinedType, format!("unknown resource type `{name}`"));
    if let Some(advice) = missing_module(vm, name) {
        flow.with_help(|| Some(advice));
        return flow;
    }
    let near = vm.catalog.near(name, "define");
    flow.mean(name, near.as_deref());
    flow.with_help(|| {
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "check the spelling; a type of a module needs --modulepath DIR or ':set modulepath DIR'".to_owned(),
        })
    });
    flow
}

/// Returns whether a title is the last one of its declaration, whose parameters no other one needs.
fn is_last(title: &Rc<str>, last: Option<&Rc<str>>) -> bool {
    last.is_some_and(|last| Rc::ptr_eq(title, last))
}

fn declare_class(vm: &mut Vm, declaration: &mut Declaration, title: &Rc<str>, last: Option<&Rc<str>>) -> EvalResult {
    let name = class_key(title);
    if !vm.knows_class(&name)? {
        return Err(unknown_class(vm, &name));
    }
    let reference = Reference::new("class", name.clone());
    let shown = Value::ty(Type::Resource { type_name: Some("class".into()), title: Some(reference.display_title()) });
    let resource = resource_of(vm, declaration, reference, is_last(title, last))?;
    declare_parents(vm, &name, 0)?;
    let id = add_resource(vm, resource)?;
    if !vm.catalog.has_class(&name) {
        evaluate(vm, id)?;
    }
    Ok(shown)
}

/// Returns the resource that a declaration creates in the running scope. The last one takes the parameters.
fn resource_of(
    vm: &mut Vm,
    declaration: &mut Declaration,
    reference: Reference,
    is_last: bool,
) -> EvalResult<Resource> {
    let mut resource = empty_resource(reference, vm.catalog.current, vm.catalog.owner(), declaration.place.clone());
    resource.title_value.clone_from(&declaration.title_value);
    resource.parameters = match is_last {
        true => std::mem::take(&mut declaration.parameters),
        false => declaration.parameters.clone(),
    };
    resource.is_virtual = declaration.is_virtual || declaration.exported;
    resource.exported = declaration.exported;
    add_defaults(vm, &mut resource);
    if let Some(tag) = resource.parameter("tag") {
        resource.tags = tags(&tag.value)?;
        resource.given_tags = resource.tags.len();
    }
    Ok(resource)
}

/// Returns the tags in a value.
pub(super) fn tags(value: &Value) -> EvalResult<Vec<Rc<str>>> {
    let tags = tags_in(value);
    budget::poll()?;
    match tags {
        Ok(tags) => Ok(tags.into_iter().map(Rc::from).collect()),
        Err(InvalidTag(text)) => fail_with(
            Topic::AttributeValue,
            format!("'{text}' is not a valid tag"),
            "a tag consists of letters, digits, `_`, `:`, `.` and `-`",
        ),
    }
}
