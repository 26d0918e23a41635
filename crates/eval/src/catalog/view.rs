//! What was declared and defined, as those see it who look and change nothing: final parameters with where they come
//! from, how a resource came to be what it is, and the catalog as it was before.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::{self as catalog, Catalog, Parameter, Resource, ScopeId};
use puppet_syntax::ast::Name;

use super::super::Vm;
use super::super::vm::Change;
use super::{ClassDefinition, Compilation, DefineDefinition, Edit};

impl Compilation {
    /// The declared resources and their numbers, but for those that are there from the start.
    pub fn entries(&self) -> impl Iterator<Item = (u32, &Rc<Resource>)> {
        self.declared()
    }

    /// Returns whether it is a resource that is there from the start.
    pub fn is_given(&self, id: u32) -> bool {
        (id as usize) < super::GIVEN
    }

    /// The parameters that a resource has in the end, defaults and waiting overrides among them.
    pub fn final_of(&self, id: u32) -> Vec<Parameter> {
        self.final_in(&self.catalog, id)
    }

    /// The same in a catalog as it was before.
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

    /// The texts of the modules' files that were taken in, by path.
    pub fn imported(&self) -> Vec<Arc<Source>> {
        let mut all: Vec<Arc<Source>> = self.imported.values().cloned().collect();
        all.sort_by(|a, b| a.name().cmp(b.name()));
        all
    }

    /// A class's definition, by its name in lower case.
    pub fn class_of(&self, name: &str) -> Option<&Rc<ClassDefinition>> {
        self.class(name)
    }

    /// A define's definition, by its name in lower case.
    pub fn define_of(&self, name: &str) -> Option<&Rc<DefineDefinition>> {
        self.define(name)
    }

    /// The scope of a class whose body was begun.
    pub fn class_scope(&self, name: &str) -> Option<ScopeId> {
        self.class_scopes.get(name).copied()
    }

    /// The names of the classes whose bodies were begun, in order of their scopes.
    pub fn begun_classes(&self) -> Vec<Name> {
        let mut all: Vec<(&Name, &ScopeId)> = self.class_scopes.iter().collect();
        all.sort_by_key(|(name, scope)| (scope.number(), (*name).clone()));
        all.into_iter().map(|(name, _)| name.clone()).collect()
    }
}

impl Vm {
    /// The catalog as it was when the journal had this length.
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

    /// What a resource was before each of its changes, the first first; where in the journal the change stands.
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

    /// The resources that the journal's entries from `from` up to `to` touched.
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

    /// How many edges were there when the journal had this length.
    pub fn edges_before(&self, mark: usize) -> usize {
        let pushed = |change: &&Change| match change {
            Change::Catalog(edit) => matches!(**edit, Edit::Catalog(catalog::Edit::Edge(None))),
            _ => false,
        };
        self.journal.iter().take(mark).filter(pushed).count()
    }

    /// Where in the journal each variable was set: its name and the entry's number.
    pub fn settings_of_variables(&self) -> impl Iterator<Item = (&str, usize)> {
        self.journal.iter().enumerate().filter_map(|(at, change)| match change {
            Change::Global(slot, _) => Some((&*self.global_names[*slot], at)),
            _ => None,
        })
    }

    /// Returns whether it is a fact, or another variable that was there before any input.
    pub fn is_fact(&self, name: &str) -> bool {
        self.global_index.get(name).is_some_and(|slot| self.fact_slots.contains(slot))
    }
}
