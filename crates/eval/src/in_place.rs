//! What templates in Ruby changed in place: the array or hash of a variable is the same object as the argument of the
//! class or define around it, so both change.

use std::rc::Rc;

use puppet_catalog::{Edit as CatalogEdit, Parameter, Resource};
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::Vm;
use super::catalog::Edit;
use super::journal::Change;

impl Vm {
    /// Applies the changes of the templates that a call rendered: to the variables in the frame, to those of the class
    /// (whose names start with a prefix), and to the parameters of the resource whose body runs.
    pub(crate) fn take_changes_in_place(
        &mut self,
        frame: &mut [Value],
        visible: &[(Name, usize)],
        prefixes: &[String],
    ) {
        if self.templates.changed.is_empty() {
            return;
        }
        for (old, new) in self.templates.changed.clone() {
            for (_, slot) in visible {
                if frame[*slot].is_same_object(&old) {
                    frame[*slot] = new.clone();
                }
            }
            self.change_class_variables(prefixes, &old, &new);
            self.change_parameters(&old, &new);
        }
        if self.templates.view.is_empty() {
            self.templates.changed.clear();
        }
    }

    /// Changes the variables of a class, and the journal's entries that a redo would set them from.
    fn change_class_variables(&mut self, prefixes: &[String], old: &Value, new: &Value) {
        let names = self.globals.names.iter().zip(&mut self.globals.values).enumerate();
        let of_class = |name: &Name| prefixes.iter().any(|prefix| name.starts_with(&**prefix));
        for (slot, (_, value)) in names.filter(|(_, (name, value))| value.is_same_object(old) && of_class(name)) {
            *value = new.clone();
            let set = self.journal.changes.iter_mut().rev().find_map(|change| match change {
                Change::Global(of, value) if *of == slot => Some(value),
                _ => None,
            });
            if let Some(set) = set {
                *set = new.clone();
            }
        }
    }

    /// Changes the parameters of the resource whose body runs, and those of the resources with other titles in the
    /// same declaration, which share their values.
    fn change_parameters(&mut self, old: &Value, new: &Value) {
        let catalog = self.catalog.catalog();
        let Some(own) = catalog.scope(self.catalog.current).map(|scope| scope.container) else { return };
        let Some(resource) = catalog.get(own).cloned() else { return };
        let is_sibling = |id: &u32| catalog.get(*id).is_some_and(|other| is_same_declaration(&resource, other));
        let before = (0..own).rev().take_while(is_sibling);
        let after = (own + 1..catalog.next_id()).take_while(is_sibling);
        let mut edits = Vec::new();
        for id in before.chain(after).chain([own]) {
            let parameters = catalog.get(id).map(|resource| &resource.parameters[..]).unwrap_or_default();
            let shared = parameters.iter().enumerate().filter(|(_, parameter)| parameter.value.is_same_object(old));
            edits.extend(shared.map(|(at, parameter)| {
                let parameter = Parameter { value: new.clone(), ..parameter.clone() };
                CatalogEdit::Parameter(id, at, Some(Box::new(parameter)))
            }));
        }
        edits.into_iter().for_each(|edit| self.edit(Edit::Catalog(edit)));
    }
}

/// Returns whether two resources are two titles of one declaration.
fn is_same_declaration(a: &Rc<Resource>, b: &Rc<Resource>) -> bool {
    let places = a.place.as_ref().zip(b.place.as_ref());
    a.reference.type_name == b.reference.type_name
        && places.is_some_and(|(a, b)| a.span == b.span && std::sync::Arc::ptr_eq(&a.source, &b.source))
}
