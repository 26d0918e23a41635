//! The classes and resources declared so far, with the definitions that they come from.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_text::{Source, suggest};
use puppet_catalog::{self as catalog, Catalog, MAIN_CLASS, Reference, Resource, Scope, ScopeId, SourceLocation, TOP};
use puppet_pcore::{Captures, Value};
use puppet_syntax::ast::Name;

use super::definition::{ClassDefinition, DefineDefinition, Definition, NodeDefinition, PendingDefinition};
use super::edit::Edit;
use super::ruby_type::RubyType;
use super::title_pattern::Attributes;
use crate::source_cache::SourceCache;

/// The classes and resources declared so far.
pub struct Compilation {
    pub(crate) catalog: Catalog,
    pub(crate) definitions: FxHashMap<Name, Definition>,
    pub(crate) nodes: FxHashMap<Name, Rc<NodeDefinition>>,
    /// The number of node definitions read.
    pub(crate) nodes_read: u32,
    /// The name of the session's node.
    pub(crate) node: Option<Name>,
    /// True while more source must be read before a node's body may run.
    pub(crate) holds_node: bool,
    pub(crate) node_body: NodeBody,
    pub(crate) class_scopes: FxHashMap<Name, ScopeId>,
    pub(crate) overriding: FxHashSet<Name>,
    pub(crate) imported: FxHashMap<Name, Arc<Source>>,
    /// The resource types that modules implement in Ruby, as far as they were requested, and their files.
    pub(super) ruby_types: FxHashMap<Name, Rc<RubyType>>,
    /// The attributes that titles of such types give, by type and title.
    pub(super) titles: FxHashMap<(Name, Rc<str>), Attributes>,
    /// The resources of other nodes, and the names of the nodes that export them.
    pub(super) stored: FxHashMap<Reference, String>,
    /// The scope of the running body.
    pub(crate) current: ScopeId,
    /// The location of the call that declares resources.
    pub(crate) caller: Option<SourceLocation>,
    /// The match at top scope, which the bodies of classes see.
    pub(crate) top_matches: Option<Rc<Captures>>,
    /// The resources of defined types whose bodies have not run.
    pub(crate) unevaluated: BTreeSet<u32>,
    /// The definitions of the input that is being read.
    pub(crate) taken: Vec<PendingDefinition>,
    /// A pool of value stacks for bodies.
    pub(crate) stacks: Vec<Vec<Value>>,
    /// The parsed files and templates.
    pub(crate) sources: Rc<SourceCache>,
}

/// The body of a node definition that ran.
#[derive(Default)]
pub(crate) struct NodeBody {
    pub scope: Option<ScopeId>,
    /// The match in it, which the bodies of classes declared there see.
    pub matches: Option<Rc<Captures>>,
}

/// The number of predeclared resources: `Stage[main]`, the class of the top scope (which a program cannot name),
/// `Class[settings]`.
pub(super) const GIVEN: usize = 3;

/// The number of the class of the top scope.
pub(crate) const MAIN: u32 = 1;

impl Default for Compilation {
    fn default() -> Self {
        let mut catalog = Catalog::default();
        catalog.add_scope(Scope { parent: None, owner: "".into(), container: MAIN });
        for (type_name, title) in [("stage", "main"), ("class", MAIN_CLASS), ("class", "settings")] {
            let reference = Reference::new(type_name, title);
            let resource = Resource { evaluated: true, ..empty_resource(reference, TOP, "".into(), None) };
            catalog.apply(catalog::Edit::Resource(catalog.next_id(), Some(Rc::new(resource))));
        }
        Compilation {
            catalog,
            definitions: FxHashMap::default(),
            nodes: FxHashMap::default(),
            nodes_read: 0,
            node: None,
            holds_node: false,
            node_body: NodeBody::default(),
            class_scopes: FxHashMap::default(),
            overriding: FxHashSet::default(),
            imported: FxHashMap::default(),
            ruby_types: FxHashMap::default(),
            titles: FxHashMap::default(),
            stored: FxHashMap::default(),
            current: TOP,
            caller: None,
            top_matches: None,
            unevaluated: BTreeSet::new(),
            taken: Vec::new(),
            stacks: Vec::new(),
            sources: Rc::default(),
        }
    }
}

impl Compilation {
    /// Returns the parsed files and templates.
    pub fn sources(&self) -> &SourceCache {
        &self.sources
    }

    /// Uses the parsed files and templates of other sessions, and keeps new ones for them.
    pub fn share_sources(&mut self, sources: Rc<SourceCache>) {
        self.sources = sources;
    }
}

/// Forgets what was declared. Definitions, loaded files, and the resource types of modules stay.
pub(crate) fn forget_resources(catalog: &mut Compilation) {
    let old = std::mem::take(catalog);
    *catalog = Compilation {
        definitions: old.definitions,
        nodes: old.nodes,
        imported: old.imported,
        ruby_types: old.ruby_types,
        stacks: old.stacks,
        sources: old.sources,
        ..Compilation::default()
    };
}

/// Returns a resource without parameters.
pub(super) fn empty_resource(
    reference: Reference,
    scope: ScopeId,
    declarer: Rc<str>,
    place: Option<SourceLocation>,
) -> Resource {
    Resource {
        reference,
        title_value: None,
        parameters: Vec::new(),
        is_virtual: false,
        exported: false,
        tags: Vec::new(),
        given_tags: 0,
        scope,
        declarer,
        container: None,
        evaluated: false,
        included: false,
        place,
    }
}

/// A parameter of a class or defined type with its type.
type TypedParam<'a> = (&'a puppet_syntax::ast::Param, Option<puppet_pcore::Ty>);

impl Compilation {
    /// Returns whether this class was declared and its body has started.
    pub fn has_class(&self, name: &str) -> bool {
        self.class_scopes.contains_key(name)
    }

    /// Returns whether this is the name of a resource type, built in or defined (in lower case).
    pub fn is_resource_type(&self, name: &str) -> bool {
        // Nodes and components of a catalog can be named but not declared.
        let named_only = matches!(name, "node" | "component");
        named_only
            || catalog::builtin(name).is_some()
            || matches!(self.definitions.get(name), Some(Definition::Define(_)))
            || self.ruby_types.contains_key(name)
    }

    /// Returns whether this file of a module was loaded.
    pub(crate) fn has_imported(&self, path: &str) -> bool {
        self.imported.contains_key(path)
    }

    /// Registers a resource type that a module implements in Ruby.
    pub(crate) fn add_ruby_type(&mut self, name: &str, known: Rc<RubyType>) {
        self.ruby_types.insert(name.into(), known);
    }

    /// Returns the namevar of a resource type; `name` if it is unknown.
    pub fn namevar(&self, type_name: &str) -> &str {
        match catalog::builtin(type_name) {
            Some(row) => row.namevar,
            None => self.ruby_types.get(type_name).and_then(|known| known.namevar()).unwrap_or("name"),
        }
    }

    /// Returns the declared resources: references, and the parameters that are set.
    pub fn resources(&self) -> impl Iterator<Item = (String, Vec<(String, Value)>)> {
        self.declared().map(|(_, resource)| (resource.reference.to_string(), self.final_parameters(resource)))
    }

    /// Returns the declared resources and their numbers.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (u32, &Rc<Resource>)> {
        (0..).zip(self.catalog.resources()).skip(GIVEN)
    }

    /// Returns the final parameters of a resource, with defaults and overrides.
    pub(crate) fn final_parameters(&self, resource: &Resource) -> Vec<(String, Value)> {
        let defaults = self.catalog.defaults(resource.scope, &resource.reference.type_name);
        let default = |name: &str| defaults.iter().find(|default| &*default.name == name).map(|one| one.value.clone());
        let mut known: FxHashSet<&str> = FxHashSet::default();
        let mut all: Vec<(String, Value)> = Vec::with_capacity(resource.parameters.len() + defaults.len());
        for parameter in resource.parameters.iter().filter(|parameter| known.insert(&parameter.name)) {
            let own = Some(&parameter.value).filter(|value| !value.is_undef()).cloned();
            all.push((parameter.name.to_string(), own.or_else(|| default(&parameter.name)).unwrap_or(Value::Undef)));
        }
        all.extend(
            defaults
                .iter()
                .filter(|one| !resource.parameters.iter().any(|own| own.name == one.name))
                .map(|one| (one.name.to_string(), one.value.clone())),
        );
        let waiting = self.catalog.overrides().iter().filter(|one| one.reference == resource.reference);
        for parameter in waiting.flat_map(|one| &one.parameters) {
            match all.iter_mut().find(|(name, _)| **name == *parameter.name) {
                Some((_, value)) => *value = parameter.value.clone(),
                None => all.push((parameter.name.to_string(), parameter.value.clone())),
            }
        }
        all.retain(|(_, value)| !value.is_undef());
        all
    }

    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns the kinds and names of the classes, defined types and nodes that are defined, sorted.
    pub fn definitions(&self) -> Vec<(&'static str, Name)> {
        let own = self.definitions.iter().map(|(name, definition)| (definition.kind(), name.clone()));
        let nodes = self.nodes.keys().map(|name| ("node", name.clone()));
        let mut all: Vec<_> = own.chain(nodes).collect();
        all.sort();
        all
    }

    /// Returns the class of this name (in lower case).
    pub(crate) fn class(&self, name: &str) -> Option<&Rc<ClassDefinition>> {
        match self.definitions.get(name) {
            Some(Definition::Class(class)) => Some(class),
            _ => None,
        }
    }

    /// Returns the defined type of this name (in lower case).
    pub(crate) fn define(&self, name: &str) -> Option<&Rc<DefineDefinition>> {
        match self.definitions.get(name) {
            Some(Definition::Define(define)) => Some(define),
            _ => None,
        }
    }

    /// Returns the class or defined type of this name (in lower case).
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.get(name)
    }

    /// Returns the parameters of a class or defined type (name in lower case) with their types, and its kind.
    pub(crate) fn parameters_of(&self, name: &str) -> Option<(&'static str, Vec<TypedParam<'_>>)> {
        let definition = self.definitions.get(name)?;
        let (params, types) = match definition {
            Definition::Class(class) => (&class.definition.params, &class.types),
            Definition::Define(define) => (&define.definition.params, &define.types),
        };
        Some((definition.kind(), params.iter().zip(types.iter().cloned()).collect()))
    }

    /// Returns whether this class is defined.
    pub fn is_class(&self, name: &str) -> bool {
        name == "settings" || self.class(name).is_some()
    }

    /// Returns the number of the resource that contains new declarations.
    pub fn container(&self) -> u32 {
        self.catalog.scope(self.current).map_or(MAIN, |scope| scope.container)
    }

    /// Returns the location of the call that declares resources.
    pub fn caller(&self) -> Option<SourceLocation> {
        self.caller.clone()
    }

    /// Returns the class or defined type whose body runs; empty at top scope.
    pub fn owner(&self) -> Name {
        self.catalog.scope(self.current).map_or_else(|| "".into(), |scope| scope.owner.clone())
    }

    /// Returns the module of a class or defined type that was loaded from a module's file.
    pub fn module_of(&self, name: &str) -> Option<String> {
        let source = match self.definitions.get(name)? {
            Definition::Class(class) => &class.source,
            Definition::Define(define) => &define.source,
        };
        let module = name.split("::").next().unwrap_or(name);
        self.has_imported(source.name()).then(|| module.to_owned())
    }

    /// Returns `$module_name` of the running scope.
    pub fn module_name(&self) -> Option<String> {
        self.module_of(&self.owner())
    }

    /// Returns `$caller_module_name` of the running scope: the module of the declarer, or of the class's parent.
    pub fn caller_module_name(&self) -> Option<String> {
        let outer = self.catalog.scope(self.current)?.parent?;
        self.module_of(&self.catalog.scope(outer)?.owner)
    }

    /// Returns whether the resource type (in lower case) has a default for a parameter in the running scope.
    pub fn has_default(&self, type_name: &str, parameter: &str) -> bool {
        self.catalog.defaults(self.current, type_name).iter().any(|default| &*default.name == parameter)
    }

    /// Returns whether the catalog has one of these tags. It has those of every declared class.
    pub fn tagged(&self, tags: &[String]) -> bool {
        let classes = self.catalog.resources().iter().filter(|resource| resource.reference.is_class());
        let here = self.catalog.tagged(self.container(), tags);
        here || { classes }.any(|class| tags.iter().any(|tag| class.is_declared_as(tag)))
    }

    /// Returns a suggestion for an unknown name.
    pub(crate) fn near(&self, name: &str, kind: &str) -> Option<String> {
        let own = self.definitions.iter().filter(|(_, known)| known.kind() == kind).map(|(name, _)| &**name);
        let builtin = catalog::builtins().iter().map(|row| row.name).filter(|_| kind == "define");
        suggest::nearest(name, own.chain(builtin)).map(str::to_owned)
    }

    /// Applies a change and returns its inverse.
    pub(crate) fn apply(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Catalog(edit) => {
                let inverse = self.catalog.apply(edit);
                self.note_unevaluated(&inverse);
                Edit::Catalog(inverse)
            }
            Edit::Definition(name, definition) => {
                let previous = put(&mut self.definitions, &name, definition);
                Edit::Definition(name, previous)
            }
            Edit::Node(name, node) => {
                let previous = put(&mut self.nodes, &name, node);
                Edit::Node(name, previous)
            }
            Edit::ClassScope(name, scope) => {
                let previous = put(&mut self.class_scopes, &name, scope);
                Edit::ClassScope(name, previous)
            }
            Edit::Overriding(name, yes) => {
                let previous = if yes { !self.overriding.insert(name.clone()) } else { self.overriding.remove(&name) };
                Edit::Overriding(name, previous)
            }
            Edit::NodeName(name) => Edit::NodeName(std::mem::replace(&mut self.node, name)),
            Edit::Imported(path, source) => {
                let previous = put(&mut self.imported, &path, source);
                Edit::Imported(path, previous)
            }
        }
    }

    /// Removes the resources from number `first` on.
    pub(crate) fn truncate(&mut self, first: u32) {
        self.catalog.truncate(first);
        self.unevaluated.split_off(&first);
    }

    /// Marks a resource as unevaluated whose body has not run (or must run again after an undo).
    pub(crate) fn note_unevaluated(&mut self, inverse: &catalog::Edit) {
        let catalog::Edit::Resource(id, _) = inverse else { return };
        let waits = self
            .catalog
            .get(*id)
            .is_some_and(|resource| !resource.evaluated && self.define(&resource.reference.type_name).is_some());
        if waits {
            self.unevaluated.insert(*id);
        } else {
            self.unevaluated.remove(id);
        }
    }

    /// Describes a change for the list of definitions of an input; `inverse` is its inverse.
    pub(crate) fn defined_by(&self, inverse: &Edit) -> Option<String> {
        match inverse {
            Edit::Definition(name, None) => {
                self.definitions.get(name).map(|definition| format!("{} {name}", definition.kind()))
            }
            Edit::Node(name, None) => Some(format!("node {name}")),
            _ => None,
        }
    }
}

fn put<T>(map: &mut FxHashMap<Name, T>, name: &Name, value: Option<T>) -> Option<T> {
    match value {
        Some(value) => map.insert(name.clone(), value),
        None => map.remove(name),
    }
}
