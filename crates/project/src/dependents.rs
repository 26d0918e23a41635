//! The files that a change affects: those whose findings depend on a definition that other files see differently.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::definition::Definition;
use super::entry::FileEntry;
use super::project::Project;
use super::reference::{Reference, ReferenceRole};
use super::symbol::{Symbol, SymbolKind};

/// The interface of a file: each symbol with the hashes of its definitions.
type Interface<'f> = HashMap<&'f Symbol, Vec<u64>>;

impl Project {
    /// Returns the files whose problems of the whole environment differ.
    fn differing_problems(&self, before: &Project) -> Vec<Arc<str>> {
        let (old, new) = (before.problems(), self.problems());
        old.files().chain(new.files()).filter(|file| old.of(file) != new.of(file)).cloned().collect()
    }

    /// Returns the names of the files to check again after `changed` files: these, and those that depend on a
    /// definition whose interface differs from `before`. Dependencies through the types and functions that an interface
    /// names count, too.
    pub fn affected(&self, before: &Project, changed: &BTreeSet<Arc<str>>) -> BTreeSet<Arc<str>> {
        let mut affected = changed.clone();
        let mut open: Vec<Symbol> = Vec::new();
        let mut has_options_changed = false;
        for name in changed {
            let (old, new) = (before.file(name), self.file(name));
            open.extend(changed_symbols(old, new));
            let options =
                |file: Option<&FileEntry>| file.map(|file| file.index.lookup_options.clone()).unwrap_or_default();
            has_options_changed |= options(old) != options(new);
        }
        if has_options_changed {
            let all = self.files().filter(|file| !file.member.is_code()).map(|file| file.member.name.clone());
            affected.extend(all);
        }
        let uses = Uses::new(self);
        let mut seen: FxHashSet<Symbol> = open.iter().cloned().collect();
        while let Some(symbol) = open.pop() {
            for (file, through) in uses.of(&symbol) {
                affected.insert(file.member.name.clone());
                if let Some(definition) = through
                    && seen.insert(definition.symbol.clone())
                {
                    open.push(definition.symbol.clone());
                }
            }
        }
        affected.extend(self.differing_problems(before));
        affected.retain(|name| self.file(name).is_some());
        affected
    }
}

/// Returns the symbols that other files see differently.
fn changed_symbols(old: Option<&FileEntry>, new: Option<&FileEntry>) -> Vec<Symbol> {
    let (before, after) = (old.map(interface).unwrap_or_default(), new.map(interface).unwrap_or_default());
    let all: BTreeSet<&Symbol> = before.keys().chain(after.keys()).copied().collect();
    let differs = all.into_iter().filter(|symbol| before.get(symbol) != after.get(symbol));
    // Data give a class its parameters, and a call of `lookup` makes a key known.
    let mut changed: Vec<Symbol> = differs.flat_map(with_class).collect();
    let (was, is) = (old.map(lookups).unwrap_or_default(), new.map(lookups).unwrap_or_default());
    changed.extend(was.symmetric_difference(&is).map(|symbol| (*symbol).clone()));
    changed
}

fn with_class(symbol: &Symbol) -> Vec<Symbol> {
    let class = symbol.parameter_key().map(|(class, _)| Symbol::new(SymbolKind::Class, class));
    std::iter::once(symbol.clone()).chain(class).collect()
}

fn interface(file: &FileEntry) -> Interface<'_> {
    let mut all: Interface<'_> = HashMap::new();
    for definition in file.index.definitions.iter().filter(|_| file.member.is_visible()) {
        all.entry(&definition.symbol).or_default().push(definition.interface);
    }
    all
}

fn lookups(file: &FileEntry) -> BTreeSet<&Symbol> {
    let lookups = file.index.references.iter().filter(|reference| reference.role == ReferenceRole::Lookup);
    lookups.map(|reference| &reference.symbol).collect()
}

/// A file that uses a symbol, and the definition whose interface does.
type Use<'p> = (&'p FileEntry, Option<&'p Definition>);

/// Returns whether a class puts another one into the catalog: a cycle may go through both.
fn is_order(reference: &Reference) -> bool {
    match reference.role {
        ReferenceRole::Include | ReferenceRole::Declaration | ReferenceRole::Resource => {
            reference.symbol.kind == SymbolKind::Class
        }
        ReferenceRole::Inherits
        | ReferenceRole::Call
        | ReferenceRole::Type
        | ReferenceRole::Variable
        | ReferenceRole::Lookup
        | ReferenceRole::Data => false,
    }
}

/// The uses of each symbol.
struct Uses<'p> {
    by_symbol: FxHashMap<&'p Symbol, Vec<Use<'p>>>,
}

impl<'p> Uses<'p> {
    fn new(project: &'p Project) -> Uses<'p> {
        let mut by_symbol: FxHashMap<&'p Symbol, Vec<Use<'p>>> = FxHashMap::default();
        for file in project.files() {
            for reference in &file.index.references {
                let through = reference.inside.filter(|_| reference.is_interface || is_order(reference));
                let through = through.and_then(|at| file.index.definitions.get(at as usize));
                by_symbol.entry(&reference.symbol).or_default().push((file, through));
            }
            // The check of a data key asks who looks it up.
            let keys = file.index.definitions.iter().filter(|one| one.symbol.kind == SymbolKind::DataKey);
            keys.for_each(|key| by_symbol.entry(&key.symbol).or_default().push((file, None)));
        }
        Uses { by_symbol }
    }

    /// Returns the uses of a symbol. Type names use resource types, too.
    fn of(&self, symbol: &Symbol) -> impl Iterator<Item = Use<'p>> + '_ {
        let as_type = (symbol.kind == SymbolKind::ResourceType)
            .then(|| Symbol { kind: SymbolKind::Type, name: symbol.name.clone() });
        let direct = self.by_symbol.get(symbol).into_iter().flatten();
        let named = as_type.and_then(|symbol| self.by_symbol.get(&symbol)).into_iter().flatten();
        direct.chain(named).copied()
    }
}
