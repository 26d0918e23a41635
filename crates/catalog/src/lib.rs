//! The catalog as plain data: resources, their containers and edges, collectors, defaults and pending overrides.
//!
//! Every change is an [`Edit`], and applying one returns its inverse. So an input is atomic, and undo and redo cost
//! only the size of the change. The evaluator decides the meaning of a change, and its time.

mod agent_type;
mod builtin;
mod collector;
mod cycle;
mod edge;
mod final_catalog;
mod matching;
mod reference;
mod resource;
pub mod schema;
mod scope;
mod tag;
mod tag_table;

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use puppet_pcore::Value;

pub use agent_type::{AgentType, agent_type};
pub use builtin::{ResourceType, builtin, builtins, described, is_metaparameter, metaparameters};
pub use collector::{Collector, CollectorQuery, Query};
pub use cycle::Step;
pub use edge::{Arrow, Edge, EdgeKind, End};
pub use final_catalog::{Dependency, FinalCatalog, FinalResource, Kind};
pub use matching::{InvalidQuery, attribute};
pub use reference::{MAIN_CLASS, Reference, capitalized, references};
pub use resource::{Override, Parameter, ParameterOrigin, Resource, SourceLocation};
pub use scope::{Scope, ScopeId, TOP};
pub use tag::{InvalidTag, Tags, is_tag, tags_in};
pub use tag_table::{TagSet, TagTable};

/// A change of the catalog; the inverse of a change is also a change.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Sets the resource of this number; `None` removes the last one.
    Resource(u32, Option<Rc<Resource>>),
    /// Appends tags to a resource.
    AddTags(u32, Vec<Rc<str>>),
    /// Removes this number of tags from the end of a resource's tags.
    DropTags(u32, usize),
    /// Sets the parameter of a resource at this index; `None` removes the last one.
    Parameter(u32, usize, Option<Box<Parameter>>),
    /// Sets or removes an alias of a resource.
    Alias(Reference, Option<u32>),
    /// Adds an edge; `None` removes the last one.
    Edge(Option<Edge>),
    /// Adds an arrow whose ends are known only in the end; `None` removes the last one.
    Arrow(Option<Box<Arrow>>),
    /// Sets the collector of this number; `None` removes the last one.
    Collector(u32, Option<Box<Collector>>),
    /// Adds to the resources that the collector of this number has found.
    Collect(u32, Vec<u32>),
    /// Removes from the resources that the collector of this number has found.
    Release(u32, Vec<u32>),
    /// Adds an override that waits for its resource; `None` removes the last one.
    Override(Option<Box<Override>>),
    /// Sets or removes the defaults of a resource type in a scope.
    Defaults(ScopeId, Rc<str>, Option<Rc<[Parameter]>>),
}

impl Edit {
    /// Returns the number of the resource that it changes.
    pub fn resource(&self) -> Option<u32> {
        match self {
            Edit::Resource(id, _) | Edit::AddTags(id, _) | Edit::DropTags(id, _) | Edit::Parameter(id, ..) => Some(*id),
            _ => None,
        }
    }
}

/// The resources declared so far, with their edges, collectors, defaults and overrides.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    resources: Vec<Rc<Resource>>,
    /// Resources by reference, including aliases.
    index: IndexMap<Reference, u32, FxBuildHasher>,
    /// The numbers of the resources of each type.
    by_type: FxHashMap<Rc<str>, Vec<u32>>,
    edges: Vec<Edge>,
    /// Containments by `contain`: the container and the class.
    contained: FxHashSet<(Reference, Reference)>,
    arrows: Vec<Arrow>,
    collectors: Vec<Collector>,
    overrides: Vec<Override>,
    scopes: Vec<Scope>,
    defaults: FxHashMap<(ScopeId, Rc<str>), Rc<[Parameter]>>,
}

impl Catalog {
    /// Returns the number of the resource with this reference or alias; the type is in lower case.
    pub fn find(&self, type_name: &str, title: &str) -> Option<u32> {
        let find = |title: &str| self.index.get(&reference::Key::new(type_name, title)).copied();
        match short_path(type_name, title) {
            Some(short) => find(title).or_else(|| find(short)),
            None => find(title),
        }
    }

    pub fn get(&self, id: u32) -> Option<&Rc<Resource>> {
        self.resources.get(id as usize)
    }

    /// Returns all resources in order of declaration.
    pub fn resources(&self) -> &[Rc<Resource>] {
        &self.resources
    }

    /// Returns the number that the next resource gets.
    pub fn next_id(&self) -> u32 {
        self.resources.len() as u32
    }

    /// Returns the edges written as `->` and `~>`, and the containments by `contain`.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns whether `contain` put a class into this container.
    pub fn contains(&self, container: &Reference, class: &Reference) -> bool {
        self.contained.contains(&(container.clone(), class.clone()))
    }

    /// Returns the arrows whose ends are known only when the compilation ends.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    pub fn collectors(&self) -> &[Collector] {
        &self.collectors
    }

    /// Returns the overrides whose resources are not declared yet.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// Adds a scope. Undo does not remove scopes: an unreferenced one does no harm.
    pub fn add_scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub fn scope(&self, id: ScopeId) -> Option<&Scope> {
        self.scopes.get(id.0 as usize)
    }

    /// Returns all scopes in order of creation.
    pub fn scopes(&self) -> impl Iterator<Item = (ScopeId, &Scope)> {
        self.scopes.iter().enumerate().map(|(number, scope)| (ScopeId(number as u32), scope))
    }

    /// Returns all defaults that were set: scope, type, parameters.
    pub fn all_defaults(&self) -> impl Iterator<Item = (ScopeId, &Rc<str>, &Rc<[Parameter]>)> {
        self.defaults.iter().map(|((scope, type_name), parameters)| (*scope, type_name, parameters))
    }

    /// Returns the defaults set directly in this scope.
    pub fn own_defaults(&self, scope: ScopeId, type_name: &str) -> Option<&Rc<[Parameter]>> {
        if self.defaults.is_empty() { None } else { self.defaults.get(&(scope, Rc::from(type_name))) }
    }

    /// Returns the active defaults for a resource type: an inner scope overrides an outer one.
    pub fn defaults(&self, scope: ScopeId, type_name: &str) -> Vec<&Parameter> {
        if !self.defaults.keys().any(|(_, known)| **known == *type_name) {
            return Vec::new();
        }
        let type_name: Rc<str> = type_name.into();
        let mut scopes = vec![scope];
        while let Some(parent) = scopes.last().and_then(|&scope| self.scope(scope)).and_then(|scope| scope.parent) {
            scopes.push(parent);
        }
        // Outermost first; the settings of an inner scope replace those of an outer one.
        let mut found: Vec<&Parameter> = Vec::new();
        for scope in scopes.into_iter().rev() {
            for parameter in self.defaults.get(&(scope, type_name.clone())).into_iter().flat_map(|own| own.iter()) {
                match found.iter_mut().find(|outer| outer.name == parameter.name) {
                    Some(outer) => *outer = parameter,
                    None => found.push(parameter),
                }
            }
        }
        found
    }

    /// Returns whether this value is a default of the parameter in the scope or one of its outer scopes.
    pub fn is_default(&self, scope: ScopeId, type_name: &str, name: &str, value: &Value) -> bool {
        let is_it = |one: &Parameter| &*one.name == name && puppet_pcore::ruby_equal(&one.value, value);
        let mut at = Some(scope);
        while let Some(scope) = at {
            if self.own_defaults(scope, type_name).is_some_and(|own| own.iter().any(is_it)) {
                return true;
            }
            at = self.scope(scope).and_then(|scope| scope.parent);
        }
        false
    }

    /// Returns the value of a parameter: the resource's own, else the active default at its declaration.
    pub fn parameter(&self, id: u32, name: &str) -> Value {
        let Some(resource) = self.get(id) else { return Value::Undef };
        match resource.parameter(name) {
            Some(parameter) if !parameter.value.is_undef() => parameter.value.clone(),
            _ => {
                let defaults = self.defaults(resource.scope, &resource.reference.type_name);
                let default = defaults.into_iter().find(|default| &*default.name == name);
                default.map_or(Value::Undef, |default| default.value.clone())
            }
        }
    }

    /// Returns whether the resource or one of its containers has one of these tags (in lower case).
    pub fn tagged(&self, id: u32, tags: &[String]) -> bool {
        let mut at = self.get(id);
        while let Some(resource) = at {
            if tags.iter().any(|tag| resource.has_tag(tag)) {
                return true;
            }
            let outer = self.scope(resource.scope).and_then(|scope| self.get(scope.container));
            at = outer.filter(|outer| !Rc::ptr_eq(outer, resource));
        }
        false
    }

    /// Returns the resource whose body declared a resource; `None` for predefined resources.
    pub fn outer(&self, id: u32) -> Option<u32> {
        let resource = self.get(id)?;
        self.scope(resource.scope).map(|scope| scope.container).filter(|&outer| outer < id)
    }

    /// Returns the tags that a resource inherits from its containers.
    pub fn outer_tags(&self, id: u32) -> Vec<Rc<str>> {
        let mut tags = Tags::default();
        let mut at = self.outer(id);
        while let Some(resource) = at.and_then(|at| self.get(at)) {
            resource.add_tags(&mut tags);
            // A class took those of its own containers when its body began, and later ones do not count.
            if resource.reference.is_class() {
                break;
            }
            at = at.and_then(|at| self.outer(at));
        }
        tags.list()
    }

    /// Applies a change and returns its inverse.
    pub fn apply(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Resource(id, resource) => self.apply_resource(id, resource),
            Edit::AddTags(id, tags) => {
                let count = tags.len();
                self.with_resource(id, |resource| resource.tags.extend(tags));
                Edit::DropTags(id, count)
            }
            Edit::DropTags(id, count) => {
                let drop = |resource: &mut Resource| resource.tags.split_off(resource.tags.len().saturating_sub(count));
                Edit::AddTags(id, self.with_resource(id, drop).unwrap_or_default())
            }
            Edit::Parameter(id, at, parameter) => {
                let put = |resource: &mut Resource| match (parameter, resource.parameters.get_mut(at)) {
                    (Some(new), Some(old)) => Some(std::mem::replace(old, *new)),
                    (new, _) => push_or_pop(&mut resource.parameters, new.map(|new| *new)),
                };
                Edit::Parameter(id, at, self.with_resource(id, put).flatten().map(Box::new))
            }
            Edit::Collect(at, found) => {
                if let Some(collector) = self.collectors.get_mut(at as usize) {
                    collector.collected.extend(&found);
                }
                Edit::Release(at, found)
            }
            Edit::Release(at, found) => {
                if let Some(collector) = self.collectors.get_mut(at as usize) {
                    for id in &found {
                        collector.collected.remove(id);
                    }
                }
                Edit::Collect(at, found)
            }
            Edit::Alias(reference, id) => {
                let previous = match id {
                    Some(id) => self.index.insert(reference.clone(), id),
                    None => self.index.swap_remove(&reference),
                };
                Edit::Alias(reference, previous)
            }
            Edit::Edge(edge) => {
                let contains = |edge: &Edge| edge.kind == EdgeKind::Contains;
                if let Some(edge) = edge.as_ref().filter(|edge| contains(edge)) {
                    self.contained.insert((edge.from.clone(), edge.to.clone()));
                }
                let gone = push_or_pop(&mut self.edges, edge);
                if let Some(edge) = gone.as_ref().filter(|edge| contains(edge)) {
                    self.contained.remove(&(edge.from.clone(), edge.to.clone()));
                }
                Edit::Edge(gone)
            }
            Edit::Arrow(arrow) => Edit::Arrow(push_or_pop(&mut self.arrows, arrow.map(|arrow| *arrow)).map(Box::new)),
            Edit::Override(one) => Edit::Override(push_or_pop(&mut self.overrides, one.map(|one| *one)).map(Box::new)),
            Edit::Collector(at, collector) => {
                let previous = match (collector, self.collectors.get_mut(at as usize)) {
                    (Some(new), Some(old)) => Some(std::mem::replace(old, *new)),
                    (new, _) => push_or_pop(&mut self.collectors, new.map(|new| *new)),
                };
                Edit::Collector(at, previous.map(Box::new))
            }
            Edit::Defaults(scope, type_name, parameters) => {
                let key = (scope, type_name.clone());
                let previous = match parameters {
                    Some(parameters) => self.defaults.insert(key, parameters),
                    None => self.defaults.remove(&key),
                };
                Edit::Defaults(scope, type_name, previous)
            }
        }
    }

    /// Removes the resources from number `first` on, and their names: a rollback in one pass.
    pub fn truncate(&mut self, first: u32) {
        self.resources.truncate(first as usize);
        self.index.retain(|_, id| *id < first);
        for ids in self.by_type.values_mut() {
            ids.truncate(ids.partition_point(|id| *id < first));
        }
    }

    /// Changes a resource in place.
    fn with_resource<T>(&mut self, id: u32, change: impl FnOnce(&mut Resource) -> T) -> Option<T> {
        self.resources.get_mut(id as usize).map(|resource| change(Rc::make_mut(resource)))
    }

    /// Returns the numbers of the resources of a type, in order of declaration.
    pub fn of_type(&self, type_name: &str) -> &[u32] {
        self.by_type.get(type_name).map_or(&[], |ids| ids)
    }

    fn apply_resource(&mut self, id: u32, resource: Option<Rc<Resource>>) -> Edit {
        let previous = match (resource, self.resources.get_mut(id as usize)) {
            (Some(new), Some(old)) => Some(std::mem::replace(old, new)),
            (Some(new), None) => {
                self.index.insert(new.reference.clone(), id);
                self.by_type.entry(new.reference.type_name.clone()).or_default().push(id);
                self.resources.push(new);
                None
            }
            (None, _) => {
                let last = self.resources.pop();
                if let Some(last) = &last {
                    self.index.swap_remove(&last.reference);
                    self.by_type.get_mut(&last.reference.type_name).map(Vec::pop);
                }
                last
            }
        };
        Edit::Resource(id, previous)
    }
}

/// Returns a file's title without trailing slashes, which do not change the file.
pub fn short_path<'a>(type_name: &str, title: &'a str) -> Option<&'a str> {
    if type_name != "file" {
        return None;
    }
    let short = match title.trim_end_matches('/') {
        "" => title.get(..1)?,
        short => short,
    };
    (short.len() < title.len()).then_some(short)
}

/// Pushes an element, or pops the last one.
fn push_or_pop<T>(list: &mut Vec<T>, element: Option<T>) -> Option<T> {
    match element {
        Some(element) => {
            list.push(element);
            None
        }
        None => list.pop(),
    }
}
