//! One resource in full: the origin and earlier values of each attribute, its containers, tags and edges, and the
//! verdict of every collector of its type.

use std::rc::Rc;

use puppet_catalog::{
    Collector, CollectorQuery, EdgeKind, Parameter, ParameterOrigin, Query, Resource, SourceLocation, attribute,
    capitalized,
};
use puppet_eval::catalog::Compilation;
use puppet_pcore::{display, display_complete};

use super::edges::{EdgeView, links};
use super::{EntryView, UnknownReference, name_of};
use crate::catalog_view::CatalogView;

/// A resource in full.
#[derive(Debug, Clone)]
pub struct DetailView {
    /// Its entry in a list.
    pub entry: EntryView,
    pub attributes: Vec<AttributeView>,
    /// The containers, outermost first.
    pub path: Vec<String>,
    /// Its tags, including those of its containers.
    pub tags: Vec<String>,
    /// The edges from resources that come before it.
    pub before: Vec<EdgeView>,
    /// The edges to resources that come after it.
    pub after: Vec<EdgeView>,
    /// References of the contained resources.
    pub contents: Vec<String>,
    /// The verdicts of collectors.
    pub collectors: Vec<CollectorView>,
    /// The location of its class or define.
    pub definition: Option<String>,
}

/// An attribute with its value.
#[derive(Debug, Clone)]
pub struct AttributeView {
    pub name: String,
    /// The value in source form.
    pub value: String,
    /// The kind of origin: given, a default of a scope, an override, ...
    pub means: &'static str,
    /// The origin with its location, in words.
    pub origin: String,
    /// The earlier values with their origins, latest first.
    pub earlier: Vec<(String, String)>,
}

/// A collector's verdict on a resource.
#[derive(Debug, Clone)]
pub struct CollectorView {
    /// `Notify <| title == 'a' |>`
    pub text: String,
    /// The location of the collector.
    pub place: Option<String>,
    /// True if it has found the resource.
    pub matches: bool,
    /// The reasons, one line for each condition.
    pub reasons: Vec<String>,
}

impl CatalogView<'_> {
    /// Returns the resource that `text` refers to.
    pub fn resource(&self, text: &str) -> Result<DetailView, UnknownReference> {
        let (id, resource) = self.resource_named(text)?;
        let compilation = &self.core.vm.catalog;
        let catalog = compilation.catalog();
        let (before, after) = self.edges_of(id);
        let contained = |one: &Resource| {
            let mut edges = catalog.edges().iter().filter(|edge| edge.kind == EdgeKind::Contains);
            edges.any(|edge| edge.from == resource.reference && edge.to == one.reference)
        };
        let is_inner = |one: &Resource| one.container == Some(id) || (one.reference.is_class() && contained(one));
        let inner = compilation.entries().filter(|(_, one)| is_inner(one));
        Ok(DetailView {
            entry: EntryView::of(compilation, id, &resource),
            attributes: self.attributes(id, &resource),
            path: path(compilation, &resource),
            tags: tags(compilation, id),
            before,
            after,
            contents: inner.map(|(_, one)| one.reference.to_string()).collect(),
            collectors: catalog
                .collectors()
                .iter()
                .filter_map(|one| verdict(compilation, one, id, &resource))
                .collect(),
            definition: definition(compilation, &resource),
        })
    }

    fn edges_of(&self, id: u32) -> (Vec<EdgeView>, Vec<EdgeView>) {
        let compilation = &self.core.vm.catalog;
        let all = links(compilation, compilation.catalog());
        let to = all.iter().filter(|link| link.to == Some(id)).map(|link| link.view.clone()).collect();
        let from = all.iter().filter(|link| link.from == Some(id)).map(|link| link.view.clone()).collect();
        (to, from)
    }

    fn attributes(&self, id: u32, resource: &Resource) -> Vec<AttributeView> {
        let compilation = &self.core.vm.catalog;
        let states: Vec<Rc<Resource>> =
            self.core.vm.journal.former_states(id).into_iter().filter_map(|(_, state)| state).collect();
        let view = |parameter: &Parameter| {
            let mut earlier: Vec<(String, String)> = Vec::new();
            let mut last = (display_complete(&parameter.value), origin(compilation, parameter, resource));
            let own = states.iter().rev().filter_map(|state| state.parameter(&parameter.name));
            for former in own.filter(|former| !former.value.is_undef()) {
                let this = (display_complete(&former.value), origin(compilation, former, resource));
                if this != last {
                    earlier.push(this.clone());
                    last = this;
                }
            }
            AttributeView {
                name: parameter.name.to_string(),
                value: display_complete(&parameter.value),
                means: parameter.means.as_str(),
                origin: origin(compilation, parameter, resource),
                earlier,
            }
        };
        compilation.final_of(id).iter().map(view).collect()
    }
}

/// Describes the origin of a parameter's value.
pub(super) fn origin(compilation: &Compilation, parameter: &Parameter, resource: &Resource) -> String {
    let place = parameter.place.as_deref().or(resource.place.as_ref()).map(SourceLocation::line);
    let at = place.map_or_else(String::new, |place| format!(" at {place}"));
    let setter = if parameter.setter.is_empty() { "top scope" } else { &*parameter.setter };
    match parameter.means {
        ParameterOrigin::Given if parameter.adds => format!("given with +>{at}"),
        ParameterOrigin::Given => format!("given{at}"),
        ParameterOrigin::Default => format!("default of {setter}{at}"),
        ParameterOrigin::Override if parameter.adds => format!("added (+>) by an override{at}"),
        ParameterOrigin::Override => format!("override{at}"),
        ParameterOrigin::Collector if parameter.adds => format!("added (+>) by a collector{at}"),
        ParameterOrigin::Collector => format!("collector{at}"),
        ParameterOrigin::Data => format!("data for {}::{}", resource.reference.title, parameter.name),
        ParameterOrigin::Definition => {
            let own = definition(compilation, resource).map_or_else(String::new, |place| format!(" at {place}"));
            format!("default of the definition{own}")
        }
    }
}

/// Returns the location of a resource's class or define.
fn definition(compilation: &Compilation, resource: &Resource) -> Option<String> {
    let (source, offset) = if resource.reference.is_class() {
        let class = compilation.class_of(&resource.reference.title)?;
        (&class.source, class.definition.name_span.start)
    } else {
        let define = compilation.define_of(&resource.reference.type_name)?;
        (&define.source, define.definition.name_span.start)
    };
    Some(format!("{}:{}", source.name(), source.line_column(offset).line))
}

/// Returns the containers of a resource, outermost first.
fn path(compilation: &Compilation, resource: &Resource) -> Vec<String> {
    let mut path = Vec::new();
    let mut at = resource.container;
    while let Some(id) = at {
        path.push(name_of(compilation, id));
        at = compilation.catalog().get(id).and_then(|outer| outer.container);
    }
    path.reverse();
    path
}

/// Returns the tags of a resource and of its containers, each once.
fn tags(compilation: &Compilation, id: u32) -> Vec<String> {
    let catalog = compilation.catalog();
    let mut all: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let segments = name.split("::").filter(|_| name.contains("::")).map(str::to_owned);
        for tag in std::iter::once(name.to_owned()).chain(segments) {
            if puppet_catalog::is_tag(&tag) && !all.contains(&tag) {
                all.push(tag);
            }
        }
    };
    let mut at = catalog.get(id);
    while let Some(resource) = at {
        if !resource.reference.is_main_class() {
            add(&resource.reference.type_name);
            add(&resource.reference.title.to_lowercase());
        }
        resource.tags.iter().for_each(|tag| add(tag));
        let outer = catalog.scope(resource.scope).and_then(|scope| catalog.get(scope.container));
        at = outer.filter(|outer| !Rc::ptr_eq(outer, resource));
    }
    all
}

/// Returns a collector's verdict on a resource; `None` when it collects another type.
fn verdict(
    compilation: &Compilation,
    collector: &Collector,
    id: u32,
    resource: &Rc<Resource>,
) -> Option<CollectorView> {
    let (text, reasons) = match &collector.wanted {
        CollectorQuery::Fixed(references) => {
            let named = references.iter().any(|one| compilation.catalog().find(&one.type_name, &one.title) == Some(id));
            if !named {
                return None;
            }
            (format!("realize({})", resource.reference), vec!["it names the resource".to_owned()])
        }
        _ if *collector.type_name != *resource.reference.type_name => return None,
        CollectorQuery::Exported => (
            format!("{} <<| |>>", capitalized(&collector.type_name)),
            vec!["without a store it finds no resources".to_owned()],
        ),
        CollectorQuery::Stored(query) => {
            let condition = query.as_ref().map_or_else(String::new, |query| format!(" {query}"));
            let text = format!("{} <<|{condition} |>>", capitalized(&collector.type_name));
            let mut reasons = Vec::new();
            match query {
                Some(query) => reason(compilation, query, id, resource, &mut reasons),
                None => reasons.push("it matches all exported resources of the type".to_owned()),
            }
            (text, reasons)
        }
        CollectorQuery::Catalog(None) => {
            (format!("{} <| |>", capitalized(&collector.type_name)), vec!["it matches all of the type".to_owned()])
        }
        CollectorQuery::Catalog(Some(query)) => {
            let mut reasons = Vec::new();
            reason(compilation, query, id, resource, &mut reasons);
            (format!("{} <| {query} |>", capitalized(&collector.type_name)), reasons)
        }
    };
    let place = collector.place.as_deref().map(SourceLocation::line);
    Some(CollectorView { text, place, matches: collector.collected.contains(&id), reasons })
}

/// Adds a line for each condition of a query: the expected and the actual value.
fn reason(compilation: &Compilation, query: &Query, id: u32, resource: &Resource, lines: &mut Vec<String>) {
    if let Query::And(a, b) | Query::Or(a, b) = query {
        reason(compilation, a, id, resource, lines);
        reason(compilation, b, id, resource, lines);
        return;
    }
    let holds = query.matches(compilation.catalog(), id, resource).unwrap_or(false);
    let word = if holds { "holds" } else { "does not hold" };
    let there = match query {
        Query::Equal(name, _) | Query::NotEqual(name, _) => {
            let value = attribute(resource, name);
            let unset = if value.is_undef() { ", which is not set" } else { "" };
            format!(": {name} is {}{unset}", display(&value))
        }
        Query::Tagged(_) => format!(": its tags are {}", tags(compilation, id).join(", ")),
        _ => String::new(),
    };
    lines.push(format!("{query} {word}{there}"));
}
