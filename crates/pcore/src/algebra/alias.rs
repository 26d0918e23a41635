//! Named types (aliases): their definitions, and whether they are recursive.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Alias, Ty, Type};
use super::constant;
use super::memo::{address, is_composite};

/// A named type with its definition.
pub(super) struct Named {
    /// The identity of the name, for the recursion guard.
    pub(super) id: usize,
    /// Whether its definition contains it.
    pub(super) recursive: bool,
    /// Its definition; `None` while that is unknown.
    pub(super) meaning: Option<Ty>,
}

/// Returns the resolved alias when the type is a name (`Data` and similar types included).
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

/// Returns whether the type is a name.
pub(super) fn is_named(ty: &Type) -> bool {
    matches!(ty, Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey)
}

/// Follows a chain of names to its type; returns the last name while it is unresolved.
pub fn resolved(ty: &Ty) -> Ty {
    let mut ty = ty.clone();
    // `resolve_alias` rejects a name that only denotes itself; the bound is for safety.
    for _ in 0..1000 {
        match named(&ty).and_then(|name| name.meaning) {
            Some(meaning) => ty = meaning,
            None => break,
        }
    }
    ty
}

/// Returns whether an alias is recursive. The answer is cached once everything in the alias is resolved.
pub(crate) fn is_recursive(alias: &Rc<Alias>) -> bool {
    if let Some(known) = alias.recursive.get() {
        return *known;
    }
    let mut search = Search::default();
    search.enter(alias);
    while let Some(name) = search.path.last_mut() {
        match name.mentions.pop() {
            Some(next) => search.meet(&next),
            None => search.leave(),
        }
    }
    search.first
}

/// A search for cycles among names that visits each name once (Tarjan's strongly connected components).
#[derive(Default)]
struct Search {
    /// The names from the first one to the current one.
    path: Vec<Visit>,
    /// The stack of names whose component is not complete.
    open: Vec<Rc<Alias>>,
    /// The visiting order of each name; `usize::MAX` once its component is complete.
    met: FxHashMap<*const Alias, usize>,
    /// Whether the first name is recursive.
    first: bool,
}

/// A name on the path.
struct Visit {
    alias: Rc<Alias>,
    at: usize,
    /// The earliest name on the path that is reachable from it.
    low: usize,
    /// The names in its definition that are still unvisited.
    mentions: Vec<Rc<Alias>>,
    /// Whether its definition mentions it directly.
    own: bool,
    /// Whether every reached name is resolved.
    complete: bool,
}

impl Search {
    fn enter(&mut self, alias: &Rc<Alias>) {
        let at = self.met.len();
        self.met.insert(Rc::as_ptr(alias), at);
        self.open.push(alias.clone());
        let meaning = alias.resolved.get();
        let mentions = meaning.map(mentioned).unwrap_or_default();
        let complete = meaning.is_some();
        self.path.push(Visit { alias: alias.clone(), at, low: at, mentions, own: false, complete });
    }

    fn meet(&mut self, next: &Rc<Alias>) {
        if next.recursive.get() == Some(&false) {
            return;
        }
        let Some(name) = self.path.last_mut() else { return };
        match self.met.get(&Rc::as_ptr(next)) {
            None => self.enter(next),
            Some(&usize::MAX) => name.complete &= next.recursive.get().is_some(),
            Some(&at) => {
                name.own |= at == name.at;
                name.low = name.low.min(at);
            }
        }
    }

    fn leave(&mut self) {
        let Some(name) = self.path.pop() else { return };
        if let Some(outer) = self.path.last_mut() {
            outer.low = outer.low.min(name.low);
            outer.complete &= name.complete;
        }
        if name.low < name.at {
            return;
        }
        let start = self.open.iter().rposition(|open| Rc::ptr_eq(open, &name.alias)).unwrap_or(0);
        let cycle = self.open.split_off(start);
        let recursive = cycle.len() > 1 || name.own;
        for alias in &cycle {
            self.met.insert(Rc::as_ptr(alias), usize::MAX);
            if recursive || name.complete {
                let _ = alias.recursive.set(recursive);
            }
        }
        if self.path.is_empty() {
            self.first = recursive;
        }
    }
}

/// Returns the distinct names in a type, but not those inside the definitions of other names.
fn mentioned(ty: &Ty) -> Vec<Rc<Alias>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut left = vec![ty.clone()];
    while let Some(ty) = left.pop() {
        let id = match &*ty {
            Type::Alias(alias) => Rc::as_ptr(alias).addr(),
            ty => address(ty),
        };
        if !is_composite(&ty) && !matches!(*ty, Type::Object(_)) || !seen.insert(id) {
            continue;
        }
        match &*ty {
            Type::Alias(alias) => found.push(alias.clone()),
            ty => children(ty, &mut |child| left.push(child.clone())),
        }
    }
    found
}

/// Calls `visit` with every direct component of a type (not with the definition of a name).
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
