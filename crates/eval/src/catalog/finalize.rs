//! The end of the compilation, in Puppet's order. Arrows become metaparameters, waiting overrides are set or dropped,
//! and parameters are checked. Tags and metaparameters are inherited from containers, and every reference in a
//! relationship must resolve. The session is unchanged. When the budget is exhausted, the result is partial: callers
//! poll the budget before they use it.

use std::collections::VecDeque;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Issue, IssueCode, Label, Severity, Topic};
use puppet_catalog::{
    Arrow, Collector, CollectorQuery, Dependency, EdgeKind, End, FinalCatalog, FinalResource, Kind, Override,
    Parameter, ParameterOrigin, Reference, Resource, ScopeId, SourceLocation, Step, TagSet, TagTable, Tags, builtin,
    capitalized, is_metaparameter, tags_in,
};
use puppet_pcore::{Type, Value, display, distinct_leaves, flatten};
use puppet_syntax::ast::Name;

use super::super::Flow;
use super::access::{class_key, reference_of};
use super::collector::source;
use super::compilation::{Compilation, MAIN};
use super::definition::Definition;
use super::overriding::Overriding;
use super::param_table::positions;
use super::parameter::{check, given};

/// The metaparameters that contained resources inherit, in Puppet's order.
const INHERITED: &[&str] = &["noop", "schedule", "audit", "loglevel", "alias", "tag", "stage"];

/// The relationship metaparameters: name, and whether the resource itself is the source of the edge.
pub(super) const RELATIONS: &[(&str, bool, EdgeKind)] = &[
    ("before", true, EdgeKind::Before),
    ("notify", true, EdgeKind::Notify),
    ("require", false, EdgeKind::Before),
    ("subscribe", false, EdgeKind::Notify),
];

/// The references that arrows add to a resource's `before` (false) or `notify` (true).
type Added = IndexMap<(u32, bool), Vec<Value>, FxBuildHasher>;

/// The state of the finalization.
struct CatalogFinalizer<'a> {
    compilation: &'a Compilation,
    resources: Vec<Rc<Resource>>,
    dependencies: Vec<Dependency>,
    /// The relationships of realized resources whose target is not in the catalog.
    lost: Vec<(Option<SourceLocation>, String)>,
    findings: Vec<Diagnostic>,
}

impl Compilation {
    /// Returns the final catalog as if the compilation ended now.
    pub fn finished(&self) -> FinalCatalog {
        let mut finishing = CatalogFinalizer {
            compilation: self,
            resources: self.catalog.resources().to_vec(),
            dependencies: Vec::new(),
            lost: Vec::new(),
            findings: Vec::new(),
        };
        finishing.node();
        let added = finishing.arrows();
        finishing.overrides();
        finishing.metaparameters();
        finishing.add(added);
        finishing.check_parameters();
        let containment = finishing.containment();
        let tags = finishing.inherit(&containment);
        finishing.waiting_overrides();
        finishing.unrealized();
        finishing.check_relations();
        let resources = finishing.final_resources(tags);
        let (dependencies, findings) = (finishing.dependencies, finishing.findings);
        let (classes, tags) = self.classes_and_tags();
        let mut finished = FinalCatalog { resources, containment, dependencies, classes, tags, findings };
        let cycles: Vec<Diagnostic> = finished.cycles().iter().map(|cycle| cycle_finding(&finished, cycle)).collect();
        finished.findings.extend(cycles);
        finished
    }

    /// Returns the classes in the order in which their bodies started, and the tags of all.
    fn classes_and_tags(&self) -> (Vec<Rc<str>>, Vec<Rc<str>>) {
        let mut begun: Vec<(ScopeId, Name)> =
            self.class_scopes.iter().map(|(name, scope)| (*scope, name.clone())).collect();
        let nodes = self.declared().filter(|(_, resource)| &*resource.reference.type_name == "node");
        begun.extend(nodes.zip(self.node_body.scope).map(|((_, node), scope)| (scope, node.reference.title.clone())));
        begun.sort();
        let classes: Vec<Rc<str>> =
            std::iter::once("settings".into()).chain(begun.into_iter().map(|(_, name)| name)).collect();
        let mut tags = Tags::default();
        classes.iter().for_each(|class| tags.add_with_segments(class));
        let kinds = ["class", "node"];
        for (_, resource) in self.declared().filter(|(_, resource)| kinds.contains(&&*resource.reference.type_name)) {
            tags.add_with_segments(&resource.reference.type_name);
            let given = resource.parameter("tag").and_then(|given| tags_in(&given.value).ok()).unwrap_or_default();
            given.into_iter().for_each(|tag| tags.add_with_segments(&tag.into()));
        }
        (classes, tags.list())
    }
}

impl CatalogFinalizer<'_> {
    fn find(&self, reference: &Reference) -> Option<u32> {
        self.compilation.catalog.find(&reference.type_name, &reference.title)
    }

    fn report(&mut self, place: Option<&SourceLocation>, message: String, help: &str) {
        self.findings.push(finding(Topic::UndeclaredResource, place, message, help));
    }

    /// Adds the dependencies of the arrows in order; returns the references for the resources on their left.
    fn arrows(&mut self) -> Added {
        let mut added = Added::default();
        let catalog = &self.compilation.catalog;
        let mut arrows = catalog.arrows().iter().peekable();
        for (at, edge) in (0..).zip(catalog.edges()) {
            while let Some(arrow) = arrows.next_if(|arrow| arrow.after <= at) {
                self.arrow(arrow, &mut added);
            }
            if edge.kind != EdgeKind::Contains {
                self.relate(&edge.from, &edge.to, edge.kind, edge.place.as_deref(), &mut added);
            }
        }
        arrows.for_each(|arrow| self.arrow(arrow, &mut added));
        added
    }

    fn arrow(&mut self, arrow: &Arrow, added: &mut Added) {
        let to = self.ends(&arrow.to, false, arrow.place.as_deref());
        for from in self.ends(&arrow.from, true, arrow.place.as_deref()) {
            for to in &to {
                if budget::is_exhausted() {
                    return;
                }
                self.relate(&from, to, arrow.kind, arrow.place.as_deref(), added);
            }
        }
    }

    /// Resolves an end to resources.
    fn ends(&mut self, end: &End, left: bool, place: Option<&SourceLocation>) -> Vec<Reference> {
        match end {
            End::Resource(reference) => vec![reference.clone()],
            End::Type(text) => {
                self.report(
                    place,
                    format!("`{text}` is not a resource reference"),
                    "an arrow joins resources: write a title, as in File['/a']",
                );
                Vec::new()
            }
            End::Collector(at, substitute) => {
                let catalog = &self.compilation.catalog;
                let mut found: Vec<u32> = catalog
                    .collectors()
                    .get(*at as usize)
                    .map(|c| c.collected.iter().copied().collect())
                    .unwrap_or_default();
                found.sort_unstable();
                if found.is_empty() && left {
                    return substitute.iter().flat_map(|end| self.ends(end, true, place)).collect();
                }
                found.iter().filter_map(|&id| catalog.get(id)).map(|resource| resource.reference.clone()).collect()
            }
        }
    }

    fn relate(
        &mut self,
        from: &Reference,
        to: &Reference,
        kind: EdgeKind,
        place: Option<&SourceLocation>,
        added: &mut Added,
    ) {
        let (first, second) = (self.find(from), self.find(to));
        for (end, known) in [(from, first), (to, second)] {
            if known.is_none() {
                let message = format!("{end} is not in the catalog, but {from} is to come before {to}");
                return self.report(place, message, "declare it, or take the arrow out");
            }
        }
        let (Some(first), Some(second)) = (first, second) else { return };
        self.dependencies.push(Dependency { from: first, to: second, kind, place: place.cloned() });
        let text = Value::str(&*arrow_text(to));
        added.entry((first, kind == EdgeKind::Notify)).or_default().push(text);
    }

    /// Adds the references of arrows to the metaparameters.
    fn add(&mut self, added: Added) {
        for ((id, notifies), values) in added {
            let Some(resource) = self.resources.get_mut(id as usize) else { continue };
            let name: Rc<str> = if notifies { "notify" } else { "before" }.into();
            let known = resource.parameter(&name).map_or(Value::Undef, |known| known.value.clone());
            let mut all = match known {
                Value::Array(array) => array.items.clone(),
                Value::Undef => Vec::new(),
                single => vec![single],
            };
            all.extend(values);
            let setter = resource.declarer.clone();
            Rc::make_mut(resource).set(Parameter {
                name,
                value: Value::array(all),
                setter,
                adds: false,
                means: ParameterOrigin::Definition,
                place: None,
            });
        }
    }

    /// Applies waiting overrides whose resources exist by now.
    fn overrides(&mut self) {
        let mut waiting: FxHashMap<&Reference, Vec<&Override>> = FxHashMap::default();
        let compilation = self.compilation;
        let free = collecting_owners(compilation);
        let rules = Overriding { compilation, free: &free };
        for over in compilation.catalog.overrides() {
            waiting.entry(&over.reference).or_default().push(over);
        }
        for at in 0..self.resources.len() {
            let Some(overrides) = waiting.get(&self.resources[at].reference) else { continue };
            for over in overrides {
                match rules.merged(&self.resources[at], over) {
                    Ok(merged) => self.resources[at] = Rc::new(merged),
                    Err(flow) => self.reject(&flow, over.parameters.first().and_then(|one| one.place.as_deref())),
                }
            }
        }
    }

    fn reject(&mut self, flow: &Flow, place: Option<&SourceLocation>) {
        if let Flow::Fault(fault) = flow {
            let mut found = finding(fault.issue.issue(), place, fault.issue.message.clone(), "");
            found.help.clone_from(&fault.issue.help);
            found.misfits.clone_from(&fault.issue.misfits);
            self.findings.push(found);
        }
    }

    /// Checks that a node definition matches, if there are any.
    fn node(&mut self) {
        if let Some(name) = self.compilation.node()
            && self.compilation.misses_node()
        {
            let message = format!("no node definition matches `{name}`, and none is default");
            self.report(None, message, "add one: node default { }");
        }
    }

    /// Reports overrides of resources that were never declared.
    fn waiting_overrides(&mut self) {
        for over in self.compilation.catalog.overrides() {
            if self.compilation.catalog.find(&over.reference.type_name, &over.reference.title).is_none() {
                let message = format!("{} is overridden, but not in the catalog", over.reference);
                self.report(
                    over.parameters.first().and_then(|one| one.place.as_deref()),
                    message,
                    "declare it, or take the override out",
                );
            }
        }
    }

    /// Reports `realize` of resources that were never declared.
    fn unrealized(&mut self) {
        for collector in self.compilation.catalog.collectors() {
            let CollectorQuery::Fixed(references) = &collector.wanted else { continue };
            for reference in references {
                if self.find(reference).is_none() {
                    let message = format!("cannot realize {reference}: not in the catalog");
                    self.report(collector.place.as_deref(), message, "declare the virtual resource: @user { 'ann': }");
                }
            }
        }
    }

    /// Adds the dependencies of `before`, `require`, `notify` and `subscribe`, and keeps the errors in them.
    fn metaparameters(&mut self) {
        let mut found = Vec::new();
        let mut lost = Vec::new();
        for (id, resource) in (0..).zip(&self.resources).take_while(|_| !budget::is_exhausted()) {
            for parameter in &resource.parameters {
                let Some(&(_, first, kind)) = RELATIONS.iter().find(|(name, ..)| **name == *parameter.name) else {
                    continue;
                };
                let place = parameter.place.as_deref().or(resource.place.as_ref());
                for_each_end(&parameter.value, &mut |end| {
                    let text = match end {
                        Ok(reference) => match self.find(&reference) {
                            Some(other) => {
                                let (from, to) = if first { (id, other) } else { (other, id) };
                                return found.push(Dependency { from, to, kind, place: place.cloned() });
                            }
                            None => format!("{reference} is not in the catalog"),
                        },
                        Err(NotAReference(text)) => format!("{text} is not a resource reference"),
                    };
                    if !resource.is_virtual {
                        lost.push((place.cloned(), format!("{}: `{}`: {text}", resource.reference, parameter.name)));
                    }
                });
            }
        }
        self.dependencies.extend(found);
        self.lost = lost;
    }

    /// Reports unknown parameters of resources, and checks those of defined types whose bodies never ran.
    fn check_parameters(&mut self) {
        let mut refused = Vec::new();
        for resource in &self.resources {
            match builtin(&resource.reference.type_name) {
                Some(row) => {
                    unexpected(resource, |name| row.knows(name), &row.parameters().collect::<Vec<_>>(), &mut refused)
                }
                None if self.ruby_attributes(resource).is_some() => {
                    let names = self.ruby_attributes(resource).unwrap_or_default();
                    let knows = |name: &str| is_metaparameter(name) || names.contains(&name);
                    unexpected(resource, knows, &names, &mut refused);
                }
                None if resource.evaluated => {}
                None => refused.extend(self.unfit(resource).map(|flow| (flow, resource.place.clone()))),
            }
        }
        refused.iter().for_each(|(flow, place)| self.reject(flow, place.as_ref()));
    }

    /// Returns all attributes of a resource type in Ruby, if they are known.
    fn ruby_attributes(&self, resource: &Resource) -> Option<Vec<&str>> {
        let known = self.compilation.ruby_types.get(&resource.reference.type_name)?;
        Some(known.attributes.as_ref()?.iter().map(|name| &**name).collect())
    }

    /// Returns the error in the parameters of a defined type's resource whose body did not run.
    fn unfit(&self, resource: &Resource) -> Option<Box<Flow>> {
        let define = self.compilation.define(&resource.reference.type_name)?;
        let params = &define.definition.params;
        let places = positions(params, &define.table, resource).of_params;
        let mut values = given(params, resource, &places);
        let mut types = define.types.clone();
        for (((value, ty), param), place) in values.iter_mut().zip(&mut types).zip(params).zip(places) {
            if value.is_some() || param.default.is_none() {
                continue;
            }
            match place {
                // Puppet evaluates no default here: undef must fit the type.
                Some(_) => *value = Some(Value::Undef),
                // A default that was not evaluated is accepted.
                None => (*value, *ty) = (Some(Value::Unset), None),
            }
        }
        check(&|| resource.reference.to_string(), params, &types, &values, resource).err()
    }

    /// Returns the containment edges. A class is in a stage and in the container that `contain`s it; any other resource
    /// is in its declarer.
    fn containment(&mut self) -> Vec<(u32, u32)> {
        let mut contains: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for edge in self.compilation.catalog.edges().iter().filter(|edge| edge.kind == EdgeKind::Contains) {
            if let (Some(from), Some(to)) = (self.find(&edge.from), self.find(&edge.to)) {
                contains.entry(to).or_default().push(from);
            }
        }
        let mut edges = Vec::with_capacity(self.resources.len());
        for id in 0..self.resources.len() as u32 {
            let resource = &self.resources[id as usize];
            if resource.reference.is_class() {
                if resource.evaluated {
                    edges.push((self.stage(id), id));
                }
                edges.extend(contains.get(&id).into_iter().flatten().map(|&from| (from, id)));
            } else if let Some(container) = resource.container {
                edges.push((container, id));
            }
        }
        edges
    }

    /// Returns the stage of a class: its own, else the stage of its declarer, else the main stage. It becomes the
    /// class's parameter.
    fn stage(&mut self, id: u32) -> u32 {
        let named =
            |id: u32| self.resources.get(id as usize)?.parameter("stage").filter(|stage| !stage.value.is_undef());
        let outer = self.compilation.catalog.outer(id);
        let Some(stage) = named(id).or_else(|| outer.and_then(named)).map(|stage| stage.value.clone()) else {
            return 0;
        };
        let title = puppet_pcore::interpolate(&stage);
        let found = self.compilation.catalog.find("stage", &title).unwrap_or(0);
        if found != 0 && named(id).is_none() {
            let resource = Rc::make_mut(&mut self.resources[id as usize]);
            let setter = resource.declarer.clone();
            resource.set(Parameter {
                name: "stage".into(),
                value: stage,
                setter,
                adds: false,
                means: ParameterOrigin::Definition,
                place: None,
            });
        }
        found
    }

    /// Propagates tags and metaparameters from containers to their contents; returns all tags.
    fn inherit(&mut self, containment: &[(u32, u32)]) -> Vec<Vec<Rc<str>>> {
        let (mut table, mut tags) = self.own_tags();
        for id in 0..tags.len() as u32 {
            let class = self.resources[id as usize].reference.is_class();
            if let Some(outer) = self.compilation.catalog.outer(id).filter(|_| !class) {
                merge(&mut table, &mut tags, outer, id);
            }
            let resource = &self.resources[id as usize];
            // The first resource is the main stage, which has no tag for its title.
            if id > 0 && adds_later(resource) {
                table.add_own(&mut tags[id as usize], resource);
            }
        }
        let mut contents: Vec<Vec<u32>> = vec![Vec::new(); self.resources.len()];
        containment.iter().for_each(|&(from, to)| contents[from as usize].push(to));
        self.walk(&contents, &mut table, &mut tags);
        tags.iter().map(|set| table.list(set)).collect()
    }

    /// Returns the tags that the resources have before they inherit any.
    fn own_tags(&self) -> (TagTable, Vec<TagSet>) {
        let mut table = TagTable::default();
        let own = |resource: &Rc<Resource>| {
            let mut set = TagSet::default();
            match adds_later(resource) {
                true => table.add_declared(&mut set, resource),
                false => table.add_own(&mut set, resource),
            }
            set
        };
        let mut own: Vec<TagSet> = self.resources.iter().map(own).collect();
        if let Some(main_stage) = own.first_mut() {
            main_stage.truncate(1);
        }
        (table, own)
    }

    /// Walks breadth-first from the class of the top scope.
    fn walk(&mut self, contents: &[Vec<u32>], table: &mut TagTable, tags: &mut [TagSet]) {
        let mut handed: FxHashMap<u32, Vec<Parameter>> = FxHashMap::default();
        let mut seen = vec![false; contents.len()];
        let mut queue = VecDeque::from([MAIN]);
        while let Some(source) = queue.pop_front() {
            let is_known = seen.get_mut(source as usize).is_none_or(|seen| std::mem::replace(seen, true));
            if is_known || budget::is_exhausted() {
                continue;
            }
            let given = handed.get(&source).cloned().unwrap_or_else(|| self.inherited(source));
            for &target in contents.get(source as usize).into_iter().flatten() {
                if !given.is_empty() {
                    self.hand_on(&given, target, table, tags);
                    let mut on = given.clone();
                    for own in self.inherited(target) {
                        match on.iter_mut().find(|known| known.name == own.name) {
                            Some(known) => *known = own,
                            None => on.push(own),
                        }
                    }
                    handed.insert(target, on);
                }
                merge(table, tags, source, target);
                queue.push_back(target);
            }
        }
    }

    /// Returns the metaparameters that the contents of a resource inherit.
    fn inherited(&self, id: u32) -> Vec<Parameter> {
        let Some(resource) = self.resources.get(id as usize) else { return Vec::new() };
        // Most resources have none of them, and many parameters.
        if !resource.parameters.iter().any(|parameter| INHERITED.contains(&&*parameter.name)) {
            return Vec::new();
        }
        let own = |name: &&str| resource.parameter(name).filter(|own| !own.value.is_undef()).cloned();
        INHERITED.iter().filter_map(own).collect()
    }

    fn hand_on(&mut self, given: &[Parameter], target: u32, table: &mut TagTable, tags: &mut [TagSet]) {
        let Some(resource) = self.resources.get_mut(target as usize) else { return };
        for parameter in given {
            if resource.parameter(&parameter.name).is_some_and(|own| !own.value.is_undef()) {
                continue;
            }
            if &*parameter.name == "tag" {
                let given = tags_in(&parameter.value).unwrap_or_default();
                given.into_iter().for_each(|tag| table.add_with_segments(&mut tags[target as usize], &tag.into()));
            }
            let setter = resource.declarer.clone();
            Rc::make_mut(resource).set(Parameter { setter, means: ParameterOrigin::Definition, ..parameter.clone() });
        }
    }

    /// Reports relationships of realized resources whose target is not in the catalog.
    fn check_relations(&mut self) {
        for (place, message) in std::mem::take(&mut self.lost) {
            self.report(place.as_ref(), message, "a relationship names a resource of the catalog: Type['title']");
        }
    }

    fn final_resources(&mut self, tags: Vec<Vec<Rc<str>>>) -> Vec<FinalResource> {
        let resources = std::mem::take(&mut self.resources);
        resources.into_iter().zip(tags).map(|(resource, tags)| self.final_resource(&resource, tags)).collect()
    }

    /// Returns the attributes that a type in Ruby takes from the title, and that are not set. As in Puppet, a name
    /// that equals the title is omitted.
    fn given_by_title(&self, resource: &Resource) -> impl Iterator<Item = (Rc<str>, Value)> {
        let (type_name, title) = (&resource.reference.type_name, resource.reference.title.clone());
        let titles = Some(&self.compilation.titles).filter(|titles| !titles.is_empty());
        let given = titles.and_then(|titles| titles.get(&(type_name.clone(), title.clone())));
        let namevar = given.map_or("", |_| self.compilation.namevar(type_name));
        let is_new = |name: &str| resource.parameter(name).is_none_or(|parameter| parameter.value.is_undef());
        let is_title = |name: &str, value: &Value| name == namevar && value.as_str() == Some(&*title);
        let new = given.into_iter().flat_map(|given| given.iter());
        let new: Vec<_> = new.filter(|(name, value)| is_new(name) && !is_title(name, value)).cloned().collect();
        new.into_iter()
    }

    fn final_resource(&self, resource: &Resource, tags: Vec<Rc<str>>) -> FinalResource {
        let parameters = resource.parameters.iter().filter(|parameter| !parameter.value.is_undef());
        let kind = match &*resource.reference.type_name {
            "class" if resource.included || resource.place.is_none() => Kind::Unknown,
            "class" => Kind::Class,
            "node" => Kind::Unknown,
            name if matches!(self.compilation.definitions.get(name), Some(Definition::Define(_))) => Kind::Defined,
            _ => Kind::Compilable,
        };
        FinalResource {
            reference: resource.reference.clone(),
            has_text_title: resource.title_value.is_none(),
            kind,
            parameters: self
                .given_by_title(resource)
                .chain(parameters.map(|parameter| (parameter.name.clone(), as_exported(&parameter.value))))
                .collect(),
            tags,
            is_virtual: resource.is_virtual,
            exported: resource.exported,
            place: resource.place.clone().filter(|_| !resource.included),
        }
    }
}

/// Returns the owners of the collectors that set attributes of a resource: Puppet lets them override everything from
/// then on.
fn collecting_owners(compilation: &Compilation) -> FxHashSet<Name> {
    let collectors = compilation.catalog.collectors().iter();
    let set = |collector: &&Collector| !collector.overrides.is_empty() && !collector.collected.is_empty();
    collectors.filter(set).map(|collector| collector.owner.clone()).collect()
}

/// Returns a value as the catalog has it: Puppet flattens an array with a reference in it, at any depth.
fn as_exported(value: &Value) -> Value {
    match value {
        Value::Sensitive(inner) if is_nested(inner) => Value::Sensitive(Rc::new(as_exported(inner))),
        Value::Array(array) if is_nested(value) => {
            let refers = |item: &Value| matches!(item, Value::Type(ty) if is_reference(ty));
            if distinct_leaves(value).any(refers) { Value::array(flatten(&array.items)) } else { value.clone() }
        }
        other => other.clone(),
    }
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Array(array) if array.items.iter().any(|item| matches!(item, Value::Array(_))))
}

/// Returns whether a type is a reference to resources or a class.
fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Class(Some(_)) | Type::Resource { type_name: Some(_), .. })
}

/// Collects the parameters that a resource type does not have.
fn unexpected(
    resource: &Resource,
    knows: impl Fn(&str) -> bool,
    names: &[&str],
    refused: &mut Vec<(Box<Flow>, Option<SourceLocation>)>,
) {
    for stray in resource.parameters.iter().filter(|parameter| !knows(&parameter.name)) {
        let mut flow = Flow::fail_with(
            Topic::UnknownParameter,
            format!("{} has no parameter `{}`", resource.reference, stray.name),
        );
        let near = pprepl_text::suggest::nearest(&stray.name, names.iter().copied());
        flow.mean(&stray.name, near);
        flow.with_help(|| near.map(|near| format!("did you mean `{near}`?")));
        refused.push((flow, stray.place.as_deref().or(resource.place.as_ref()).cloned()));
    }
}

/// Returns whether a resource adds its own tags after those of its container: the body of a defined type does.
fn adds_later(resource: &Resource) -> bool {
    resource.evaluated && !resource.reference.is_class()
}

/// Adds the tags of one resource to those of another.
fn merge(table: &mut TagTable, tags: &mut [TagSet], from: u32, to: u32) {
    let (from, to) = (from as usize, to as usize);
    if from == to || from >= tags.len() || to >= tags.len() {
        return;
    }
    let given = std::mem::take(&mut tags[from]);
    table.merge(&mut tags[to], &given);
    tags[from] = given;
}

/// Formats a reference as an arrow writes it into a metaparameter.
fn arrow_text(reference: &Reference) -> String {
    format!("{}[{}]", capitalized(&reference.type_name), reference.display_title())
}

/// Parses `Type[title]` in a string; a class's title is lowercased.
fn spelled(text: &str) -> Option<Reference> {
    let reference = source(text)?;
    if !reference.is_class() {
        return Some(reference);
    }
    Some(Reference::new(reference.type_name, class_key(&reference.title)))
}

/// A value that refers to no resource, formatted.
pub(super) struct NotAReference(String);

/// Visits the resources that the value of a relationship refers to; a value that is not a reference is an error.
pub(super) fn for_each_end(value: &Value, visit: &mut dyn FnMut(Result<Reference, NotAReference>)) {
    distinct_leaves(value).filter(|leaf| !leaf.is_undef()).for_each(|leaf| visit(end_of(leaf)));
}

fn end_of(value: &Value) -> Result<Reference, NotAReference> {
    match value {
        Value::Type(ty) => reference_of(ty).ok_or_else(|| NotAReference(ty.to_string())),
        Value::Str(text) => spelled(&text.text).ok_or_else(|| NotAReference(format!("'{}'", text.text))),
        other => Err(NotAReference(display(other))),
    }
}

fn finding(issue: impl Into<Issue>, place: Option<&SourceLocation>, message: String, help: &str) -> Diagnostic {
    let Issue { code, topic } = issue.into();
    let span = place.map(|place| place.span);
    let mut found = Diagnostic::new(Severity::Error, code, span, message).with_topic(topic);
    found.source = place.map(|place| place.source.clone());
    found.at = place.map(|place| place.at);
    found.help = (!help.is_empty()).then(|| help.to_owned());
    found
}

/// The maximum number of steps of a cycle to report.
const MAX_STEPS: usize = 20;

/// Reports a cycle as a path, with the location of each edge that is written in source.
fn cycle_finding(finished: &FinalCatalog, cycle: &[Step]) -> Diagnostic {
    let name = |id: u32| finished.resources.get(id as usize).map_or_else(String::new, |one| one.reference.to_string());
    let told = if cycle.len() > MAX_STEPS { &cycle[..MAX_STEPS] } else { cycle };
    let mut path: Vec<String> = told.iter().map(|step| name(step.from)).collect();
    if cycle.len() > told.len() {
        path.push(format!("({} more)", cycle.len() - told.len()));
    }
    path.extend(path.first().cloned());
    let place = cycle.iter().find_map(|step| step.by.as_ref()?.place.as_ref());
    let message = format!("a cycle of dependencies: {}", path.join(" => "));
    let mut found =
        finding(IssueCode::DependencyCycle, place, message, "take out one of these edges, or move what is contained");
    told.iter().for_each(|step| report(finished, step, &name(step.from), &name(step.to), &mut found));
    found
}

/// Reports a step of a cycle: a label where it is written in source, otherwise a note.
fn report(finished: &FinalCatalog, step: &Step, from: &str, to: &str, found: &mut Diagnostic) {
    match step.by.as_ref().map(|by| (by.kind, by.place.as_ref())) {
        Some((kind, Some(place))) => {
            let verb = if kind == EdgeKind::Notify { "notifies" } else { "comes before" };
            let message = format!("{from} {verb} {to}");
            found.labels.push(Label { source: Some(place.source.clone()), span: place.span, message });
        }
        Some(_) => found.notes.push(format!("{from} comes before {to}")),
        None if finished.containment.contains(&(step.from, step.to)) => {
            found.notes.push(format!("{from} contains {to}"));
        }
        None => found.notes.push(format!("{from} is part of {to}")),
    }
}
