//! Overrides: `Notify['a'] { message => 'x' }`, and the attributes that collectors set.

use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::{IssueCode, Topic};
use puppet_catalog::{Edit as CatalogEdit, Override, Parameter, ParameterOrigin, Reference, Resource};
use puppet_pcore::{Type, Value, flatten};
use puppet_syntax::ast::{Name, ResourceOverride};
use rustc_hash::FxHashSet;

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::flow::Locate;
use super::super::trace::EventKind;
use super::super::trace::observe::{is_recording, note};
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::access::reference_of;
use super::attribute::compile_operations;
use super::attribute::parameters;
use super::change::edit_catalog;
use super::compilation::Compilation;
use super::declaration::tags;
use super::report::{declared_at, fail_with};

/// Compiles an override: `Type['title'] { name => value }`.
pub(super) fn compile_override(compiler: &mut Compiler<'_>, overriding: &ResourceOverride, site: SourcePos) -> Code {
    let resources = compiler.expr(&overriding.resources);
    let operations = compile_operations(compiler, &overriding.operations, ParameterOrigin::Override);
    Box::new(move |vm, frame| {
        let value = resources(vm, frame)?;
        let parameters = parameters(vm, frame, &operations, None)?;
        override_all(vm, &value, &parameters, site).at(site)?;
        Ok(value)
    })
}

fn override_all(vm: &mut Vm, value: &Value, parameters: &[Parameter], site: SourcePos) -> EvalResult<()> {
    match value {
        Value::Array(array) => array.items.iter().try_for_each(|item| {
            budget::poll()?;
            override_all(vm, item, parameters, site)
        }),
        Value::Type(ty) => match &**ty {
            Type::Resource { type_name: Some(name), title: None } if &**name != "class" => {
                let name = puppet_catalog::capitalized(name);
                fail_with(
                    Topic::Override,
                    format!("{name} without a title refers to no resource"),
                    format!("add a title: {name}['title']"),
                )
            }
            Type::Resource { type_name: Some(name), .. } if &**name != "class" => {
                let Some(reference) = reference_of(ty) else { return Ok(()) };
                let over = override_of(vm, reference, parameters.to_vec());
                override_resource(vm, over)
            }
            _ => Err(not_overridable(value, site)),
        },
        _ => Err(not_overridable(value, site)),
    }
}

fn not_overridable(value: &Value, site: SourcePos) -> Box<Flow> {
    let message = format!("only resources can be overridden, not {}", puppet_pcore::display(value));
    Flow::at(IssueCode::IllegalOverriddenType, site, message)
}

fn override_of(vm: &Vm, reference: Reference, parameters: Vec<Parameter>) -> Override {
    Override { reference, parameters, overrider: vm.catalog.owner() }
}

/// Overrides a declared resource; otherwise the override waits for the declaration.
pub(super) fn override_resource(vm: &mut Vm, over: Override) -> EvalResult<()> {
    let catalog = &vm.catalog.catalog;
    let Some(id) = catalog.find(&over.reference.type_name, &over.reference.title) else {
        // The tags are read now, whatever is declared later.
        over.parameters.iter().filter(|one| &*one.name == "tag").try_for_each(|one| tags(&one.value).map(drop))?;
        edit_catalog(vm, CatalogEdit::Override(Some(Box::new(over))));
        return Ok(());
    };
    let Some(resource) = catalog.get(id) else { return Ok(()) };
    let rules = Overriding { compilation: &vm.catalog, free: &vm.catalog.overriding };
    let (resource, merged) = (resource.clone(), rules.merged(resource, &over)?);
    if is_recording(vm) {
        note_overrides(vm, &resource, &merged, &over);
    }
    edit_catalog(vm, CatalogEdit::Resource(id, Some(Rc::new(merged))));
    Ok(())
}

/// Records the parameters that an override changed.
fn note_overrides(vm: &mut Vm, before: &Resource, merged: &Resource, over: &Override) {
    for parameter in &over.parameters {
        let (old, new) = (before.parameter(&parameter.name), merged.parameter(&parameter.name));
        let (Some(new), Some(place)) = (new, parameter.place.clone()) else { continue };
        let (resource, name) = (before.reference.to_string().into(), parameter.name.clone());
        let kind = EventKind::Overridden { resource, name };
        note(vm, |_| (place.source.clone(), place.span, kind), &new.value, old.map(|old| &old.value));
    }
}

/// The rules that decide who may override: the classes, and the owners of collectors that set attributes.
pub(super) struct Overriding<'a> {
    pub(super) compilation: &'a Compilation,
    /// The owners whose overrides are allowed everywhere.
    pub(super) free: &'a FxHashSet<Name>,
}

impl Overriding<'_> {
    /// Returns the resource with the override's parameters.
    pub(super) fn merged(&self, resource: &Resource, over: &Override) -> EvalResult<Resource> {
        let overrider = &over.overrider;
        if resource.declarer != *overrider && !self.may_override(overrider, &resource.declarer) {
            return Err(foreign(resource));
        }
        if resource.evaluated {
            let place = declared_at(resource.place.as_ref());
            return fail_with(
                Topic::Override,
                format!("{} was declared{place} and evaluated, and can no longer be overridden", resource.reference),
                "override it in the input that declares it",
            );
        }
        let mut merged = resource.clone();
        over.parameters.iter().try_for_each(|parameter| self.override_parameter(&mut merged, parameter))?;
        Ok(merged)
    }

    fn override_parameter(&self, resource: &mut Resource, parameter: &Parameter) -> EvalResult<()> {
        let Some(current) = resource.parameter(&parameter.name) else { return set(resource, parameter.clone()) };
        if self.is_default(resource, &parameter.name, &parameter.value) {
            return Ok(());
        }
        let same = current.setter == parameter.setter;
        let may = self.may_override(&parameter.setter, &current.setter)
            || (same && self.is_default(resource, &parameter.name, &current.value));
        if !may {
            return Err(used(resource, &parameter.name));
        }
        let mut parameter = parameter.clone();
        if parameter.adds {
            parameter.value = Value::array(flatten(&[current.value.clone(), parameter.value]));
            budget::poll()?;
        }
        set(resource, parameter)
    }

    /// Returns whether `class` may override what `other` set: a descendant may, and a descendant of a free owner.
    fn may_override(&self, class: &Name, other: &str) -> bool {
        if self.free.contains(class) {
            return true;
        }
        let Some(class) = self.compilation.class(class) else { return false };
        let ancestors = self.compilation.ancestry(class);
        ancestors.iter().skip(1).any(|ancestor| **ancestor == *other || self.free.contains(ancestor))
    }

    /// Returns whether this value is a default where the resource was declared. The scope of the override is
    /// irrelevant, as in Puppet.
    fn is_default(&self, resource: &Resource, name: &str, value: &Value) -> bool {
        self.compilation.catalog.is_default(resource.scope, &resource.reference.type_name, name, value)
    }
}

fn set(resource: &mut Resource, parameter: Parameter) -> EvalResult<()> {
    if &*parameter.name == "tag" {
        resource.tags.extend(tags(&parameter.value)?);
    }
    resource.set(parameter);
    Ok(())
}

fn foreign(resource: &Resource) -> Box<Flow> {
    let message = format!("{} belongs to another class and cannot be overridden from here", resource.reference);
    let mut flow = Flow::fail_with(Topic::Override, message);
    flow.with_help(|| {
        Some("only a class that inherits the declaring one may override it; or use a collector".to_owned())
    });
    flow
}

fn used(resource: &Resource, name: &str) -> Box<Flow> {
    let mut flow =
        Flow::fail_with(Topic::Override, format!("the parameter `{name}` of {} is already set", resource.reference));
    flow.with_help(|| {
        let reference = resource.reference.to_string();
        let (kind, title) = reference.split_once('[').unwrap_or((&reference, "'..'"));
        let title = title.trim_end_matches(']');
        Some(format!("a collector may change it: {kind} <| title == {title} |> {{ {name} => .. }}"))
    });
    flow
}
