//! The declared classes as a tree: each below its container, with its parameters and their origins.

use puppet_catalog::{EdgeKind, Resource};
use puppet_eval::catalog::Compilation;
use puppet_pcore::display_complete;

use super::resource::origin;
use crate::catalog_view::CatalogView;

#[derive(Debug, Clone)]
pub struct ClassView {
    /// `Class[web]`
    pub reference: String,
    /// The depth below its containers.
    pub depth: usize,
    /// The class that it inherits.
    pub parent: Option<String>,
    /// The class or define whose body declared it; `None` at top scope.
    pub declarer: Option<String>,
    /// The location of the declaration.
    pub place: Option<String>,
    pub parameters: Vec<ParameterView>,
    /// True if its body has not run yet.
    pub waits: bool,
}

/// A parameter of a class.
#[derive(Debug, Clone)]
pub struct ParameterView {
    pub name: String,
    /// The value in source form; `None` without a value.
    pub value: Option<String>,
    /// The origin of the value, in words.
    pub origin: String,
}

impl CatalogView<'_> {
    /// Returns the declared classes, containers first.
    pub fn classes(&self) -> Vec<ClassView> {
        let compilation = &self.core.vm.catalog;
        let catalog = compilation.catalog();
        let classes: Vec<(u32, &Resource)> =
            compilation.entries().filter(|(_, one)| one.reference.is_class()).map(|(id, one)| (id, &**one)).collect();
        let contained = |one: &Resource| {
            let mut edges = catalog.edges().iter().filter(|edge| edge.kind == EdgeKind::Contains);
            edges.find(|edge| edge.to == one.reference && edge.from.is_class()).map(|edge| edge.from.clone())
        };
        let outer: Vec<Option<puppet_catalog::Reference>> = classes.iter().map(|(_, one)| contained(one)).collect();
        let is_root = |of: &Option<puppet_catalog::Reference>| {
            of.as_ref().is_none_or(|outer| !classes.iter().any(|(_, one)| one.reference == *outer))
        };
        let mut views = Vec::new();
        let mut open: Vec<(usize, usize)> =
            (0..classes.len()).rev().filter(|&at| is_root(&outer[at])).map(|at| (at, 0)).collect();
        let mut seen = vec![false; classes.len()];
        while let Some((at, depth)) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let (id, resource) = classes[at];
            views.push(view(compilation, id, resource, depth));
            let inner = (0..classes.len()).rev().filter(|&other| outer[other].as_ref() == Some(&resource.reference));
            open.extend(inner.map(|other| (other, depth + 1)));
        }
        // Classes that contain each other have no root.
        let rest =
            (0..classes.len()).filter(|&at| !seen[at]).map(|at| view(compilation, classes[at].0, classes[at].1, 0));
        let rest: Vec<ClassView> = rest.collect();
        views.extend(rest);
        views
    }
}

fn view(compilation: &Compilation, id: u32, resource: &Resource, depth: usize) -> ClassView {
    let definition = compilation.class_of(&resource.reference.title);
    let set = compilation.final_of(id);
    let params = definition.map(|class| &class.definition.params[..]).unwrap_or_default();
    let parameter = |param: &puppet_syntax::ast::Param| {
        let own = set.iter().find(|own| own.name == param.name);
        ParameterView {
            name: param.name.to_string(),
            value: own.map(|own| display_complete(&own.value)),
            origin: own.map_or_else(|| "no value".to_owned(), |own| origin(compilation, own, resource)),
        }
    };
    ClassView {
        reference: resource.reference.to_string(),
        depth,
        parent: definition.and_then(|class| class.parent.as_ref().map(ToString::to_string)),
        declarer: (!resource.declarer.is_empty()).then(|| resource.declarer.to_string()),
        place: resource.place.as_ref().map(|place| place.line()),
        parameters: params.iter().map(parameter).collect(),
        waits: !resource.evaluated,
    }
}
