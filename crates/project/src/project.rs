//! The index of an environment: its files, and where each name is defined. A change of a file changes its entry and the
//! names that it defines, nothing else.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use pprepl_budget as budget;
use rustc_hash::FxHashMap;

use super::definition::Definition;
use super::entry::FileEntry;
use super::gaps::Gaps;
use super::lookup_option::LookupOption;
use super::member::FileRole;
use super::problem::{Problem, Problems};
use super::reference::Reference;
use super::survey::Survey;
use super::survey_cache::SurveyCache;
use super::symbol::{Symbol, SymbolKind};

/// The index of an environment.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The files by their names.
    files: BTreeMap<Arc<str>, Arc<FileEntry>>,
    /// For each kind and name the files that define it.
    definitions: [Definitions; SymbolKind::COUNT],
    gaps: Gaps,
    survey: SurveyCache,
    /// The problems of the environment, once they are asked for.
    problems: OnceLock<Arc<Problems>>,
}

impl PartialEq for Project {
    fn eq(&self, other: &Project) -> bool {
        self.files == other.files && self.gaps == other.gaps
    }
}

/// The definitions of each name of a kind: the files in the order of their names, with the indexes of the definitions.
type Definitions = FxHashMap<Arc<str>, Vec<(Arc<FileEntry>, u32)>>;

/// A definition or reference in its file.
#[derive(Clone, Copy, Debug)]
pub struct Location<'p, T> {
    pub file: &'p FileEntry,
    pub item: &'p T,
}

impl Project {
    /// Creates an index of these files.
    pub fn new(entries: impl IntoIterator<Item = FileEntry>) -> Project {
        let mut project = Project::default();
        entries.into_iter().for_each(|entry| project.update(entry));
        project
    }

    /// Adds or replaces a file.
    pub fn update(&mut self, entry: FileEntry) {
        let (name, entry) = (entry.member.name.clone(), Arc::new(entry));
        let old = self.take(&name);
        self.survey.replace(&name, old.as_ref(), Some(&entry));
        if entry.member.is_visible() {
            for (at, definition) in entry.index.definitions.iter().enumerate() {
                let of_kind = &mut self.definitions[definition.symbol.kind as usize];
                let known = of_kind.entry(definition.symbol.name.clone()).or_default();
                let place = known.partition_point(|(file, _)| file.member.name <= name);
                known.insert(place, (entry.clone(), at as u32));
            }
        }
        self.files.insert(name, entry);
    }

    /// Removes a file.
    pub fn remove(&mut self, name: &str) {
        if let Some(entry) = self.take(name) {
            self.survey.replace(&entry.member.name, Some(&entry), None);
        }
    }

    /// Removes a file and its names.
    fn take(&mut self, name: &str) -> Option<Arc<FileEntry>> {
        self.problems.take();
        let entry = self.files.remove(name)?;
        for definition in &entry.index.definitions {
            let Symbol { kind, name: symbol } = &definition.symbol;
            let of_kind = &mut self.definitions[*kind as usize];
            if let Some(known) = of_kind.get_mut(symbol) {
                known.retain(|(file, _)| !Arc::ptr_eq(file, &entry));
                if known.is_empty() {
                    of_kind.remove(symbol);
                }
            }
        }
        Some(entry)
    }

    /// Sets what the environment uses and the files do not have.
    pub fn set_gaps(&mut self, gaps: Gaps) {
        self.gaps = gaps;
        self.problems.take();
    }

    pub(super) fn survey(&self) -> Option<&Survey> {
        self.survey.get(self)
    }

    /// Returns the problems of a file in its environment, in source order.
    pub fn problems_of(&self, name: &str) -> Vec<Problem> {
        match self.problems.get() {
            Some(all) => all.of(name).to_vec(),
            None => self.file(name).map_or_else(Vec::new, |file| Problems::of_file(self, file)),
        }
    }

    pub(super) fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// Returns the qualified name with which the names in a file of a module start: the loader finds the file by it. `None`
    /// for a file that no loader finds by a name, and for a module whose directory does not have its name.
    pub fn namespace_of(&self, file: &FileEntry) -> Option<Arc<str>> {
        let module = file.member.module.as_ref().filter(|module| !self.gaps.has_renamed(module))?;
        let is_loaded = match file.member.role {
            FileRole::Manifest | FileRole::Function | FileRole::TypeAlias | FileRole::Plan => !module.is_empty(),
            FileRole::SiteManifest
            | FileRole::Template
            | FileRole::Data
            | FileRole::DataConfig
            | FileRole::Foreign
            | FileRole::RubyFunction
            | FileRole::RubyType
            | FileRole::Other => false,
        };
        is_loaded.then(|| file.member.expects.clone())
    }

    /// Returns the problems of the environment as a whole. They are found when they are first asked for.
    pub fn problems(&self) -> &Problems {
        self.problems.get_or_init(|| Arc::new(budget::unlimited(|| Problems::find(self))))
    }

    /// Returns a file.
    pub fn file(&self, name: &str) -> Option<&FileEntry> {
        self.files.get(name).map(|entry| &**entry)
    }

    /// Returns the files in the order of their names.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.files.values().map(|entry| &**entry)
    }

    /// Returns the defined names of a kind, in no particular order.
    pub fn names(&self, kind: SymbolKind) -> impl Iterator<Item = &Arc<str>> {
        self.definitions[kind as usize].keys()
    }

    /// Returns the definitions of a symbol: the one that a compilation finds first, then the others by file.
    pub fn definitions(&self, symbol: &Symbol) -> Vec<Location<'_, Definition>> {
        let places = self.places(symbol);
        let mut found: Vec<Location<'_, Definition>> = places
            .filter_map(|(file, at)| Some(Location { file, item: file.index.definitions.get(at as usize)? }))
            .collect();
        found.sort_by_key(|location| rank(location.file, symbol));
        found
    }

    /// Returns the files that define a symbol, with the indexes of its definitions there.
    pub(super) fn places(&self, symbol: &Symbol) -> impl Iterator<Item = (&FileEntry, u32)> {
        let known = self.definitions[symbol.kind as usize].get(&symbol.name);
        known.into_iter().flatten().map(|(file, at)| (&**file, *at))
    }

    /// Returns the definition of a name that a compilation finds first.
    pub fn definition(&self, kind: SymbolKind, name: &str) -> Option<Location<'_, Definition>> {
        if !self.has(kind, name) {
            return None;
        }
        self.definitions(&Symbol::new(kind, name)).into_iter().next()
    }

    /// Returns whether a name is defined.
    pub fn has(&self, kind: SymbolKind, name: &str) -> bool {
        self.definitions[kind as usize].contains_key(&*Symbol::normal(kind, name))
    }

    /// Returns the references to a symbol. A type name refers to a resource type where no alias has this name.
    pub fn references<'p>(&'p self, symbol: &Symbol) -> Vec<Location<'p, Reference>> {
        let is_type = symbol.kind == SymbolKind::ResourceType && !self.has(SymbolKind::Type, &symbol.name);
        let as_type = is_type.then(|| Symbol { kind: SymbolKind::Type, name: symbol.name.clone() });
        self.files()
            .flat_map(|file| file.index.references.iter().map(move |item| Location { file, item }))
            .filter(|found| found.item.symbol == *symbol || Some(&found.item.symbol) == as_type.as_ref())
            .collect()
    }

    /// Returns the entries of `lookup_options` that convert or merge values, in all data files.
    pub fn lookup_options(&self) -> impl Iterator<Item = &LookupOption> {
        self.files().flat_map(|file| &file.index.lookup_options)
    }
}

/// Returns the place of a file in the order in which a compilation looks for a definition: site manifests are loaded
/// first, then the file with the path of the name, then `init.pp`.
fn rank(file: &FileEntry, symbol: &Symbol) -> u8 {
    match file.member.role {
        FileRole::SiteManifest => 0,
        _ if file.member.expects == symbol.name => 1,
        _ if !file.member.expects.contains("::") => 2,
        _ => 3,
    }
}
