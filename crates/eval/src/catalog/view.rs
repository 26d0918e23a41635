//! Read-only views of declarations and definitions: final parameters with their origin, the history of a resource, and
//! the catalog at an earlier time.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::{self as catalog, Catalog, Parameter, Resource, ScopeId};
use puppet_syntax::ast::Name;

use super::super::Vm;
use super::super::vm::Change;
use super::{ClassDefinition, Compilation, DefineDefinition, Edit};

impl Compilation {
    /// Returns the declared resources and their numbers, without the predeclared ones.
    pub fn entries(&self) -> impl Iterator<Item = (u32, &Rc<Resource>)> {
        self.declared()
    }

    /// Returns whether a resource is predeclared.
    pub fn is_given(&self, id: u32) -> bool {
        (id as usize) < super::GIVEN
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
        for change in self.journal.iter().skip(mark).rev() {
            if let Change::Catalog(edit) = change
                && let Edit::Catalog(edit) = &**edit
            {
                catalog.apply(edit.clone());
            }
        }
        catalog
    }

    /// Returns the states of a resource before each of its changes, oldest first, with the journal index of the change.
    pub fn former_states(&self, id: u32) -> Vec<(usize, Option<Rc<Resource>>)> {
        let state = |(at, change): (usize, &Change)| match change {
            Change::Catalog(edit) => match &**edit {
                Edit::Catalog(catalog::Edit::Resource(of, before)) if *of == id => Some((at, before.clone())),
                _ => None,
            },
            _ => None,
        };
        self.journal.iter().enumerate().filter_map(state).collect()
    }

    /// Returns the resources that the journal's entries in `from..to` changed.
    pub fn affected(&self, from: usize, to: usize) -> Vec<u32> {
        let touched = |change: &Change| match change {
            Change::Catalog(edit) => match &**edit {
                Edit::Catalog(edit) => edit.resource(),
                _ => None,
            },
            _ => None,
        };
        self.journal.get(from..to.min(self.journal.len())).unwrap_or_default().iter().filter_map(touched).collect()
    }

    /// Returns the number of edges at the time when the journal had this length.
    pub fn edges_before(&self, mark: usize) -> usize {
        let pushed = |change: &&Change| match change {
            Change::Catalog(edit) => matches!(**edit, Edit::Catalog(catalog::Edit::Edge(None))),
            _ => false,
        };
        self.journal.iter().take(mark).filter(pushed).count()
    }

    /// Returns the name of each variable and the journal index where it was set.
    pub fn settings_of_variables(&self) -> impl Iterator<Item = (&str, usize)> {
        self.journal.iter().enumerate().filter_map(|(at, change)| match change {
            Change::Global(slot, _) => Some((&*self.global_names[*slot], at)),
            _ => None,
        })
    }

    /// Returns whether this is a fact or another variable that existed before any input.
    pub fn is_fact(&self, name: &str) -> bool {
        self.global_index.get(name).is_some_and(|slot| self.fact_slots.contains(slot))
    }
}
