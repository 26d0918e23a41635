//! Exported resources of other nodes: collectors `Type <<| |>>` take them from the user's file of PuppetDB's answers.

use std::rc::Rc;

use pprepl_text::Topic;
use puppet_catalog::{CollectorQuery, InvalidQuery, Parameter, ParameterOrigin, Query, Reference, Resource, ScopeId};

use super::super::stored::{StoredResource, stored_answers};
use super::super::{EvalResult, Vm};
use super::addition::add_resource;
use super::change::in_scope;
use super::compilation::empty_resource;
use super::report::fail_with;

/// Adds the resources that other nodes export and a collector finds; returns the numbers of the new ones.
pub(super) fn import(vm: &mut Vm, at: u32) -> EvalResult<Vec<u32>> {
    let Some(collector) = vm.catalog.catalog.collectors().get(at as usize) else { return Ok(Vec::new()) };
    let CollectorQuery::Stored(query) = collector.wanted.clone() else { return Ok(Vec::new()) };
    let (type_name, scope) = (collector.type_name.clone(), collector.scope);
    let Some(answers) = stored_answers(vm)? else { return Ok(Vec::new()) };
    let own = vm.catalog.node().unwrap_or_default().to_owned();
    let mut new = Vec::new();
    for stored in answers.resources.iter().filter(|stored| stored.type_name == type_name && stored.certname != own) {
        vm.calls.tick()?;
        let resource = resource_of(stored, scope);
        if !is_found(query.as_ref(), &resource)? {
            continue;
        }
        let reference = resource.reference.clone();
        match vm.catalog.catalog.find(&type_name, &stored.title) {
            None => {
                let id = in_scope(vm, scope, |vm| add_resource(vm, resource))?;
                vm.catalog.stored.insert(reference, stored.certname.clone());
                new.push(id);
            }
            Some(_) if vm.catalog.stored.get(&reference) == Some(&stored.certname) => {}
            Some(_) => return duplicate(stored),
        }
    }
    Ok(new)
}

fn is_found(query: Option<&Query>, resource: &Resource) -> EvalResult<bool> {
    let Some(query) = query else { return Ok(true) };
    let tagged = |tags: &[String]| tags.iter().any(|tag| resource.has_tag(tag));
    match query.matches_with(resource, &tagged) {
        Ok(found) => Ok(found),
        Err(InvalidQuery(value)) => {
            fail_with(Topic::Collector, format!("a collector cannot ask for {value}"), "ask for `name == value`")
        }
    }
}

fn resource_of(stored: &StoredResource, scope: ScopeId) -> Resource {
    let parameter = |(name, value): &(Rc<str>, puppet_pcore::Value)| Parameter {
        name: name.clone(),
        value: value.clone(),
        setter: "".into(),
        adds: false,
        means: ParameterOrigin::Given,
        place: None,
    };
    let reference = Reference::new(stored.type_name.clone(), stored.title.clone());
    Resource {
        parameters: stored.parameters.iter().map(parameter).collect(),
        given_tags: stored.tags.len(),
        tags: stored.tags.clone(),
        ..empty_resource(reference, scope, "".into(), None)
    }
}

fn duplicate<T>(stored: &StoredResource) -> EvalResult<T> {
    let reference = Reference::new(stored.type_name.clone(), stored.title.clone());
    fail_with(
        Topic::DeclaredTwice,
        format!("{reference}, which {} exports, is in the catalog already", stored.certname),
        "give exported resources titles that differ on each node, such as the node's name",
    )
}
