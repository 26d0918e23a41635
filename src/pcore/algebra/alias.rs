//! Named types: what stands behind a name, and whether it contains itself.

use std::rc::Rc;

use super::super::{Alias, Answer, Issue, Ty, Type};
use super::constant;
use super::normalize::normalize;

/// A named type, seen through.
pub(super) struct Named {
    /// Who it is, for the recursion guard.
    pub(super) id: usize,
    /// Does it contain itself?
    pub(super) recursive: bool,
    /// What it stands for; `None` while that is not known.
    pub(super) meaning: Option<Ty>,
}

/// The name, when the type is one (`Data` and its like included).
pub(super) fn named(ty: &Type) -> Option<Named> {
    match ty {
        Type::Alias(alias) => Some(Named {
            id: Rc::as_ptr(alias).addr(),
            recursive: is_recursive(alias),
            meaning: alias.resolved.get().cloned(),
        }),
        Type::Data => Some(Named { id: 1, recursive: true, meaning: Some(constant::data_meaning()) }),
        Type::RichData => Some(Named { id: 2, recursive: true, meaning: Some(constant::rich_data_meaning()) }),
        Type::RichDataKey => Some(Named { id: 3, recursive: false, meaning: Some(constant::rich_data_key_meaning()) }),
        _ => None,
    }
}

/// Is it a named type?
pub(super) fn is_named(ty: &Type) -> bool {
    matches!(ty, Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey)
}

/// The type behind any chain of names; the last name itself while it is unresolved.
pub fn resolved(ty: &Ty) -> Ty {
    let mut ty = ty.clone();
    // A name that only stands for itself is refused when it is resolved; the bound is for safety.
    for _ in 0..1000 {
        match named(&ty).and_then(|name| name.meaning) {
            Some(meaning) => ty = meaning,
            None => break,
        }
    }
    ty
}

/// Gives an alias its meaning, in the reference's normal form. Fails when there is no real type behind it
/// (`type Loop = Loop`).
pub fn resolve_alias(alias: &Rc<Alias>, meaning: &Ty) -> Answer<()> {
    let mut meaning = normalize(meaning);
    if !has_real_type(&meaning, &mut vec![Rc::as_ptr(alias)]) {
        return Err(Issue::runtime(format!("The type alias '{}' stands for no real type", alias.name)));
    }
    if let Type::Variant(types) = &*meaning {
        let own = Rc::as_ptr(alias);
        let real: Vec<Ty> = types
            .iter()
            .filter(|ty| !matches!(&***ty, Type::Alias(other) if Rc::as_ptr(other) == own))
            .filter(|ty| has_real_type(ty, &mut vec![own]))
            .cloned()
            .collect();
        if real.len() != types.len() {
            meaning = super::variant_of(real);
        }
    }
    let _ = alias.resolved.set(meaning);
    Ok(())
}

/// Is there anything but names and Variants of names in it?
fn has_real_type(ty: &Type, seen: &mut Vec<*const Alias>) -> bool {
    match ty {
        Type::Alias(alias) => {
            let id = Rc::as_ptr(alias);
            if seen.contains(&id) {
                return false;
            }
            seen.push(id);
            alias.resolved.get().is_none_or(|meaning| has_real_type(meaning, seen))
        }
        Type::Variant(types) => types.iter().any(|ty| has_real_type(ty, seen)),
        _ => true,
    }
}

/// Does an alias contain itself? Remembered once everything in it is resolved.
pub(crate) fn is_recursive(alias: &Rc<Alias>) -> bool {
    if let Some(known) = alias.recursive.get() {
        return *known;
    }
    let mut search = Search { target: Rc::as_ptr(alias), seen: Vec::new(), found: false, complete: true };
    match alias.resolved.get() {
        Some(meaning) => search.visit(meaning),
        None => search.complete = false,
    }
    if search.found || search.complete {
        let _ = alias.recursive.set(search.found);
    }
    search.found
}

struct Search {
    target: *const Alias,
    seen: Vec<*const Alias>,
    found: bool,
    complete: bool,
}

impl Search {
    fn visit(&mut self, ty: &Type) {
        if self.found {
            return;
        }
        if let Type::Alias(alias) = ty {
            return self.alias(alias);
        }
        children(ty, &mut |child| self.visit(child));
    }

    fn alias(&mut self, alias: &Rc<Alias>) {
        let id = Rc::as_ptr(alias);
        if id == self.target {
            self.found = true;
        } else if !self.seen.contains(&id) {
            self.seen.push(id);
            match alias.resolved.get() {
                Some(meaning) => self.visit(meaning),
                None => self.complete = false,
            }
        }
    }
}

/// Calls `visit` with every type that a type directly contains (not what a name stands for).
pub fn children(ty: &Type, visit: &mut dyn FnMut(&Ty)) {
    match ty {
        Type::NotUndef(t) | Type::Sensitive(t) | Type::Array(t, _) => visit(t),
        Type::Optional(Some(t)) | Type::Type(Some(t)) | Type::Iterable(Some(t)) | Type::Iterator(Some(t)) => visit(t),
        Type::Init(Some(t), _) => visit(t),
        Type::Hash(key, value, _) => [key, value].into_iter().for_each(visit),
        Type::Tuple(types, _) | Type::Variant(types) => types.iter().for_each(visit),
        Type::Struct(elements) => elements.iter().for_each(|element| visit(&element.value)),
        Type::Callable(callable) => {
            [&callable.params, &callable.block, &callable.returns].into_iter().flatten().for_each(visit);
        }
        Type::Object(object) => {
            object.parent.iter().for_each(&mut *visit);
            object.attributes.values().for_each(|attribute| visit(&attribute.ty));
            object.functions.values().for_each(|function| visit(&function.ty));
        }
        _ => {}
    }
}
