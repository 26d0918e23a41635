//! Changes in place by templates in Ruby: the array or hash of a variable is the same object as the argument of the class
//! or define around it, so both change.

use std::rc::Rc;

use puppet_catalog::{Edit as CatalogEdit, Parameter, Resource};
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::Vm;
use super::catalog::Edit;
use super::variable_view::VisibleNames;

/// Applies the changes of the templates that a call rendered: to the variables in the frame, to those of the class
/// (whose names start with a prefix), and to the parameters of the resource whose body runs.
pub(crate) fn take_changes(vm: &mut Vm, frame: &mut [Value], names: &VisibleNames) {
    if vm.templates.changed.is_empty() {
        return;
    }
    for (old, new) in vm.templates.changed.clone() {
        for (_, slot) in &names.slots {
            if frame[*slot].is_same_object(&old) {
                frame[*slot] = new.clone();
            }
        }
        change_globals(vm, names, &old, &new);
        change_parameters(vm, &old, &new);
    }
    if vm.templates.view.is_empty() {
        vm.templates.changed.clear();
    }
}

/// Changes the variables of a class, or those at top scope.
fn change_globals(vm: &mut Vm, visible: &VisibleNames, old: &Value, new: &Value) {
    let names = vm.globals.names.iter().zip(&mut vm.globals.values);
    let is_own = |name: &Name| match visible.is_top() {
        true => !name.contains("::"),
        false => visible.qualifiers.iter().any(|prefix| name.starts_with(&**prefix)),
    };
    for (_, value) in names.filter(|(name, value)| value.is_same_object(old) && is_own(name)) {
        *value = new.clone();
    }
}

/// Changes the parameters of the resource whose body runs, and those of the resources with other titles in the
/// same declaration, which share their values.
fn change_parameters(vm: &mut Vm, old: &Value, new: &Value) {
    let catalog = vm.catalog.catalog();
    let Some(own) = catalog.scope(vm.catalog.current).map(|scope| scope.container) else { return };
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
    edits.into_iter().for_each(|edit| vm.edit(Edit::Catalog(edit)));
}

/// Returns whether two resources are two titles of one declaration.
fn is_same_declaration(a: &Rc<Resource>, b: &Rc<Resource>) -> bool {
    let places = a.place.as_ref().zip(b.place.as_ref());
    a.reference.type_name == b.reference.type_name
        && places.is_some_and(|(a, b)| a.span == b.span && std::sync::Arc::ptr_eq(&a.source, &b.source))
}
