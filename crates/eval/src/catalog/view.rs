//! Read-only views of declarations and definitions: final parameters with their origin, the history of a resource, and
//! the catalog at an earlier time.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::{Catalog, Parameter, Resource, ScopeId};
use puppet_syntax::ast::Name;

use super::super::Change;
use super::super::Vm;
use super::compilation::Compilation;
use super::definition::{ClassDefinition, DefineDefinition};
use super::edit::Edit;

impl Compilation {
    /// Returns the declared resources and their numbers, without the predeclared ones.
    pub fn entries(&self) -> impl Iterator<Item = (u32, &Rc<Resource>)> {
        self.declared()
    }

    /// Returns whether a resource is predeclared.
    pub fn is_given(&self, id: u32) -> bool {
        (id as usize) < super::compilation::GIVEN
    }

    /// Returns the final parameters of a resource, with defaults and waiting overrides.
    pub fn final_of(&self, id: u32) -> Vec<Parameter> {
        self.final_in(&self.catalog, id)
    }

    /// Returns the final parameters of a resource in an earlier catalog.
    pub fn final_in(&self, catalog: &Catalog, id: u32) -> Vec<Parameter> {
        let Some(resource) = catalog.get(id) else { return Vec::new() };
        let mut all = resource.parameters.clone();
        for default in catalog.defaults(resource.scope, &resource.reference.type_name) {
            match all.iter_mut().find(|own| own.name == default.name) {
                Some(own) if own.value.is_undef() => *own = default.clone(),
                Some(_) => {}
                None => all.push(default.clone()),
            }
        }
        let waiting = catalog.overrides().iter().filter(|one| one.reference == resource.reference);
        for parameter in waiting.flat_map(|one| &one.parameters) {
            match all.iter_mut().find(|own| own.name == parameter.name) {
                Some(own) => *own = parameter.clone(),
                None => all.push(parameter.clone()),
            }
        }
        all.retain(|parameter| !parameter.value.is_undef());
        all
    }

    /// Returns the sources of the modules' files that were loaded, by path.
    pub fn imported(&self) -> Vec<Arc<Source>> {
        let mut all: Vec<Arc<Source>> = self.imported.values().cloned().collect();
        all.sort_by(|a, b| a.name().cmp(b.name()));
        all
    }

    /// Returns a class's definition by its name in lower case.
    pub fn class_of(&self, name: &str) -> Option<&Rc<ClassDefinition>> {
        self.class(name)
    }

    /// Returns a defined type's definition by its name in lower case.
    pub fn define_of(&self, name: &str) -> Option<&Rc<DefineDefinition>> {
        self.define(name)
    }

    /// Returns the scope of a class whose body has started.
    pub fn class_scope(&self, name: &str) -> Option<ScopeId> {
        self.class_scopes.get(name).copied()
    }

    /// Returns the names of the classes whose bodies have started, in order of their scopes.
    pub fn begun_classes(&self) -> Vec<Name> {
        let mut all: Vec<(&Name, &ScopeId)> = self.class_scopes.iter().collect();
        all.sort_by_key(|(name, scope)| (scope.number(), (*name).clone()));
        all.into_iter().map(|(name, _)| name.clone()).collect()
    }
}

impl Vm {
    /// Returns the catalog at the time when the journal had this length.
    pub fn catalog_at(&self, mark: usize) -> Catalog {
        let mut catalog = self.catalog.catalog.clone();
        for change in self.journal.changes.iter().skip(mark).rev() {
            if let Change::Catalog(edit) = change
                && let Edit::Catalog(edit) = &**edit
            {
                catalog.apply(edit.clone());
            }
        }
        catalog
    }

    /// Returns the name of each variable and the journal index where it was set.
    pub fn settings_of_variables(&self) -> impl Iterator<Item = (&str, usize)> {
        self.journal.changes.iter().enumerate().filter_map(|(at, change)| match change {
            Change::Global(slot, _) => Some((&*self.globals.names[*slot], at)),
            _ => None,
        })
    }
}
