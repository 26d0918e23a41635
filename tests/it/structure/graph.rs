//! Which files of a crate name items of which other files, and the cycles that they form.
//!
//! A file names an item by `use` or by a path. A name that another file re-exports counts as one of the file that
//! defines it; a re-export alone names nothing. Calls of methods do not count.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{File, Path};

/// The files of a crate as modules.
pub struct Graph<'t> {
    files: BTreeMap<Path<'t>, File<'t>>,
}

/// The meaning of a path.
#[derive(Debug, PartialEq, Eq)]
enum Target<'t> {
    Module(Path<'t>),
    /// An item in this module.
    Item(Path<'t>),
}

/// The paths that are being resolved, so that a glob that leads to itself ends.
type Open<'t> = Vec<(Path<'t>, Path<'t>)>;

impl<'t> Graph<'t> {
    pub fn new(files: impl IntoIterator<Item = File<'t>>) -> Graph<'t> {
        Graph { files: files.into_iter().map(|file| (file.module(), file)).collect() }
    }

    pub fn files(&self) -> impl Iterator<Item = &File<'t>> {
        self.files.values()
    }

    /// Returns the cycles: sets of files that all lead to each other, by name.
    pub fn cycles(&self) -> BTreeSet<Vec<&'t str>> {
        let named: BTreeMap<&Path<'t>, BTreeSet<Path<'t>>> =
            self.files.keys().map(|module| (module, self.named_by(module))).collect();
        let reached: BTreeMap<&Path<'t>, BTreeSet<&Path<'t>>> =
            named.keys().map(|module| (*module, reach(&named, module))).collect();
        let mut cycles = BTreeSet::new();
        for (module, others) in &reached {
            let cycle = others.iter().filter(|other| reached[**other].contains(*module));
            let names: BTreeSet<&'t str> = cycle.map(|other| self.files[*other].name).collect();
            if names.len() > 1 {
                cycles.insert(names.into_iter().collect());
            }
        }
        cycles
    }

    /// Returns the modules whose items a module names.
    fn named_by(&self, module: &Path<'t>) -> BTreeSet<Path<'t>> {
        let file = &self.files[module];
        let mut named: BTreeSet<Path<'t>> = file.paths.iter().filter_map(|path| self.home(module, path)).collect();
        for import in &file.imports {
            if import.name == "*" {
                named.extend(self.named_of_glob(file, module, &import.path[..import.path.len() - 1]));
            } else if !import.is_public || file.words.contains(import.name) {
                named.extend(self.home(module, &import.path));
            }
        }
        named.remove(module);
        named
    }

    /// Returns the modules of the names that a file uses from a glob.
    fn named_of_glob(&self, file: &File<'t>, module: &Path<'t>, path: &[&'t str]) -> Vec<Path<'t>> {
        let Some(Target::Module(from)) = self.resolve(module, path, &mut Vec::new()) else { return Vec::new() };
        let known = |name: &&&str| {
            let from = &self.files[&from];
            from.items.contains(**name) || from.imports.iter().any(|import| import.name == **name)
        };
        file.words.iter().filter(known).filter_map(|name| self.home(&from, &["self", name])).collect()
    }

    /// Returns the module that defines the item at a path.
    fn home(&self, module: &Path<'t>, path: &[&'t str]) -> Option<Path<'t>> {
        match self.resolve(module, path, &mut Vec::new())? {
            Target::Item(home) => Some(home),
            Target::Module(_) => None,
        }
    }

    fn resolve(&self, module: &Path<'t>, path: &[&'t str], open: &mut Open<'t>) -> Option<Target<'t>> {
        let key = (module.clone(), path.to_vec());
        if open.contains(&key) {
            return None;
        }
        open.push(key);
        let mut current = module.clone();
        for (at, name) in path.iter().enumerate() {
            match *name {
                "crate" if at == 0 => current.clear(),
                "self" if at == 0 => {}
                "super" => drop(current.pop()?),
                name if self.has_child(&current, name) => current.push(name),
                name => match self.resolve_in(&current, name, &path[at..], open)? {
                    Target::Module(next) => current = next,
                    item => return Some(item),
                },
            }
        }
        Some(Target::Module(current))
    }

    fn has_child(&self, module: &Path<'t>, name: &'t str) -> bool {
        let mut child = module.clone();
        child.push(name);
        self.files.contains_key(&child)
    }

    /// Resolves a name in a module: an item, an import or a name of a glob. `rest` is the path from this name on.
    fn resolve_in(
        &self,
        module: &Path<'t>,
        name: &'t str,
        rest: &[&'t str],
        open: &mut Open<'t>,
    ) -> Option<Target<'t>> {
        let file = self.files.get(module)?;
        if file.items.contains(name) {
            return Some(Target::Item(module.clone()));
        }
        if let Some(import) = file.imports.iter().find(|import| import.name == name && name != "*") {
            return self.resolve(module, &import.path, open);
        }
        let globs = file.imports.iter().filter(|import| import.name == "*");
        globs.into_iter().find_map(|glob| {
            let Target::Module(from) = self.resolve(module, &glob.path[..glob.path.len() - 1], open)? else {
                return None;
            };
            self.resolve(&from, &[&["self"], &rest[..1]].concat(), open)
        })
    }
}

/// Returns the modules that a module leads to.
fn reach<'g, 't>(named: &'g BTreeMap<&Path<'t>, BTreeSet<Path<'t>>>, from: &Path<'t>) -> BTreeSet<&'g Path<'t>> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&'g Path<'t>> = named[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(&named[module]);
        }
    }
    reached
}
