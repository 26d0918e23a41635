//! The catalog as plain data: resources, their containers and edges, collectors, defaults and overrides that wait.
//!
//! Every change is an [`Edit`], and applying one gives its opposite: so an input is atomic, and undo and redo cost what
//! they change. What a change means, and when it is due, is the evaluator's business.

mod builtin;
mod collector;
mod cycle;
mod edge;
mod final_catalog;
mod reference;
mod resource;
pub mod schema;
mod scope;
mod tag;

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use puppet_pcore::Value;

pub use builtin::{ResourceType, builtin, builtins, is_metaparameter, metaparameters};
pub use collector::{Collector, CollectorQuery, Query, attribute};
pub use cycle::Step;
pub use edge::{Arrow, Edge, EdgeKind, End, Graph, references};
pub use final_catalog::{Dependency, FinalCatalog, FinalResource, Kind};
pub use reference::{Reference, capitalized};
pub use resource::{Override, Parameter, ParameterOrigin, Resource, SourceLocation};
pub use scope::{Scope, ScopeId, TOP};
pub use tag::{Tags, is_tag, tags_in};

/// A change of the catalog; the opposite of a change is one too.
#[derive(Clone, Debug)]
pub enum Edit {
    /// The resource of this number becomes this one, `None`: the last one goes.
    Resource(u32, Option<Rc<Resource>>),
    /// More tags at the end of those of a resource.
    AddTags(u32, Vec<Rc<str>>),
    /// So many of its last tags less.
    DropTags(u32, usize),
    /// The parameter of a resource at this place becomes this one, `None`: the last one goes.
    Parameter(u32, usize, Option<Box<Parameter>>),
    /// A further name of a resource.
    Alias(Reference, Option<u32>),
    /// One edge more, `None`: the last one goes.
    Edge(Option<Edge>),
    /// One arrow more whose ends are known only in the end, `None`: the last one goes.
    Arrow(Option<Box<Arrow>>),
    /// The collector of this number becomes this one, `None`: the last one goes.
    Collector(u32, Option<Box<Collector>>),
    /// The collector of this number has found these, too.
    Collect(u32, Vec<u32>),
    /// It has not found these.
    Release(u32, Vec<u32>),
    /// One override more that waits for its resource, `None`: the last one goes.
    Override(Option<Box<Override>>),
    /// The defaults of a resource type in a scope.
    Defaults(ScopeId, Rc<str>, Option<Rc<[Parameter]>>),
}

impl Edit {
    /// The number of the resource that it changes.
    pub fn resource(&self) -> Option<u32> {
        match self {
            Edit::Resource(id, _) | Edit::AddTags(id, _) | Edit::DropTags(id, _) | Edit::Parameter(id, ..) => Some(*id),
            _ => None,
        }
    }
}

/// The resources declared so far and what belongs to them.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    resources: Vec<Rc<Resource>>,
    /// Resources by reference, further names among them.
    index: IndexMap<Reference, u32, FxBuildHasher>,
    /// The numbers of the resources of each type.
    by_type: FxHashMap<Rc<str>, Vec<u32>>,
    edges: Vec<Edge>,
    /// What `contain` joined: the container and the class.
    contained: FxHashSet<(Reference, Reference)>,
    arrows: Vec<Arrow>,
    collectors: Vec<Collector>,
    overrides: Vec<Override>,
    scopes: Vec<Scope>,
    defaults: FxHashMap<(ScopeId, Rc<str>), Rc<[Parameter]>>,
}

impl Catalog {
    /// The number of the resource with this reference or alias; the type in lower case.
    pub fn find(&self, type_name: &str, title: &str) -> Option<u32> {
        let find = |title: &str| self.index.get(&reference::Key::new(type_name, title)).copied();
        match short_path(type_name, title) {
            Some(short) => find(title).or_else(|| find(short)),
            None => find(title),
        }
    }

    /// The resource of this number.
    pub fn get(&self, id: u32) -> Option<&Rc<Resource>> {
        self.resources.get(id as usize)
    }

    /// All resources in order of declaration.
    pub fn resources(&self) -> &[Rc<Resource>] {
        &self.resources
    }

    /// The number that the next resource gets.
    pub fn next_id(&self) -> u32 {
        self.resources.len() as u32
    }

    /// The edges that were written as `->` and `~>`, and the containments by `contain`.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Did `contain` put a class into this container?
    pub fn contains(&self, container: &Reference, class: &Reference) -> bool {
        self.contained.contains(&(container.clone(), class.clone()))
    }

    /// The arrows whose ends are known only when the compilation ends.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    pub fn collectors(&self) -> &[Collector] {
        &self.collectors
    }

    /// The overrides whose resources are not declared yet.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// A new scope. Scopes are never undone: one that nobody names any more does no harm.
    pub fn add_scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub fn scope(&self, id: ScopeId) -> Option<&Scope> {
        self.scopes.get(id.0 as usize)
    }

    /// All scopes in order of their making.
    pub fn scopes(&self) -> impl Iterator<Item = (ScopeId, &Scope)> {
        self.scopes.iter().enumerate().map(|(number, scope)| (ScopeId(number as u32), scope))
    }

    /// All defaults that were set: scope, type, parameters.
    pub fn all_defaults(&self) -> impl Iterator<Item = (ScopeId, &Rc<str>, &Rc<[Parameter]>)> {
        self.defaults.iter().map(|((scope, type_name), parameters)| (*scope, type_name, parameters))
    }

    /// The defaults set in this very scope.
    pub fn own_defaults(&self, scope: ScopeId, type_name: &str) -> Option<&Rc<[Parameter]>> {
        if self.defaults.is_empty() { None } else { self.defaults.get(&(scope, Rc::from(type_name))) }
    }

    /// The defaults active for a resource type: an inner scope's win over an outer one's.
    pub fn defaults(&self, scope: ScopeId, type_name: &str) -> Vec<&Parameter> {
        if self.defaults.is_empty() {
            return Vec::new();
        }
        let type_name: Rc<str> = type_name.into();
        let mut scopes = vec![scope];
        while let Some(parent) = scopes.last().and_then(|&scope| self.scope(scope)).and_then(|scope| scope.parent) {
            scopes.push(parent);
        }
        // The outermost come first; what an inner scope sets takes the place of an outer one's.
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

    /// The value of a parameter: the resource's own, else the default active where it was declared.
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

    /// Does the resource, or what contains it, have one of these tags (in lower case)?
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

    /// The resource in whose body a resource was declared; none for what is there from the start.
    pub fn outer(&self, id: u32) -> Option<u32> {
        let resource = self.get(id)?;
        self.scope(resource.scope).map(|scope| scope.container).filter(|&outer| outer < id)
    }

    /// The tags that a resource has from what it was declared in.
    pub fn outer_tags(&self, id: u32) -> Vec<Rc<str>> {
        let mut tags = Tags::default();
        let mut at = self.outer(id);
        // What one has taken over from those around it need not be taken from each of them again.
        let mut has_outer = false;
        while let Some(resource) = at.and_then(|at| self.get(at)) {
            resource.add_tags(!has_outer, &mut tags);
            has_outer |= !resource.outer_tags.is_empty();
            at = at.and_then(|at| self.outer(at));
        }
        tags.list()
    }

    /// Makes a change and gives its opposite.
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

    /// Removes the resources from number `first` on, and the names that lead to them: a rollback in one pass.
    pub fn truncate(&mut self, first: u32) {
        self.resources.truncate(first as usize);
        self.index.retain(|_, id| *id < first);
        for ids in self.by_type.values_mut() {
            ids.truncate(ids.partition_point(|id| *id < first));
        }
    }

    /// Changes a resource in its place.
    fn with_resource<T>(&mut self, id: u32, change: impl FnOnce(&mut Resource) -> T) -> Option<T> {
        self.resources.get_mut(id as usize).map(|resource| change(Rc::make_mut(resource)))
    }

    /// The numbers of the resources of a type, in order of declaration.
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

/// A file's title without the slashes at its end, which make no other file of it.
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

/// Adds an element, or takes the last one off.
fn push_or_pop<T>(list: &mut Vec<T>, element: Option<T>) -> Option<T> {
    match element {
        Some(element) => {
            list.push(element);
            None
        }
        None => list.pop(),
    }
}
