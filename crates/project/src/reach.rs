//! The definitions that a compilation may reach: from the site manifests, by names that code writes and by those that it
//! may compute.

use std::cell::OnceCell;
use std::sync::Arc;

use pprepl_budget as budget;
use rustc_hash::{FxHashMap, FxHashSet};

use super::declared::Opened;
use super::entry::FileEntry;
use super::member::FileRole;
use super::project::Project;
use super::reference::{Reference, ReferenceRole};
use super::symbol::{Symbol, SymbolKind};

/// A definition of a file; `None` for the code around its definitions.
type Place = Option<u32>;

/// The code that a compilation may reach. When the budget ends, it is incomplete.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    by_file: FxHashMap<Arc<str>, FxHashSet<Place>>,
}

impl Reach {
    /// Searches an environment. Where the site manifests name no class, any may run: nodes are classified elsewhere.
    pub(super) fn new(project: &Project) -> Reach {
        let mut search = Search::new(project);
        let site = project.files().filter(|file| file.member.role == FileRole::SiteManifest);
        site.for_each(|file| search.push(file, None));
        search.follow();
        if search.seen.values().flatten().all(Option::is_none) {
            search.all_classes();
            search.follow();
        }
        let files = project.files().filter_map(|file| {
            let places = search.seen.remove(&std::ptr::from_ref(file))?;
            Some((file.member.name.clone(), places))
        });
        Reach { by_file: files.collect() }
    }

    /// Returns whether a definition of a file may run; `None` is the code around its definitions.
    pub(super) fn has(&self, file: &FileEntry, place: Place) -> bool {
        self.by_file.get(&*file.member.name).is_some_and(|places| places.contains(&place))
    }

    /// Returns the code that may declare what it does not name, of all that may run.
    pub(super) fn openings<'p>(&self, project: &'p Project) -> Vec<&'p Opened> {
        let files = project.files().filter(|file| file.member.is_visible());
        let all = files.flat_map(|file| file.index.declared.openings.iter().map(move |opening| (file, opening)));
        all.filter(|(file, opening)| self.has(file, opening.inside)).map(|(_, opening)| &opening.opened).collect()
    }
}

/// The code of a place: what it refers to.
#[derive(Default)]
struct PlaceUses<'p> {
    references: Vec<&'p Reference>,
    openings: Vec<&'p Opened>,
}

/// A search for all that may run. Files are distinguished by their addresses.
struct Search<'p> {
    project: &'p Project,
    seen: FxHashMap<*const FileEntry, FxHashSet<Place>>,
    open: Vec<(&'p FileEntry, Place)>,
    /// The references of the places of each file that are not searched yet: a file may have thousands of places.
    uses: FxHashMap<*const FileEntry, FxHashMap<Place, PlaceUses<'p>>>,
    has_all_classes: bool,
    has_all_types: bool,
    has_classes_of_data: bool,
    /// The names of classes in order, once a prefix of them is asked for.
    classes: OnceCell<Vec<&'p Arc<str>>>,
}

impl<'p> Search<'p> {
    fn new(project: &'p Project) -> Search<'p> {
        Search {
            project,
            seen: FxHashMap::default(),
            open: Vec::new(),
            uses: FxHashMap::default(),
            has_all_classes: false,
            has_all_types: false,
            has_classes_of_data: false,
            classes: OnceCell::new(),
        }
    }

    fn push(&mut self, file: &'p FileEntry, place: Place) {
        if self.seen.entry(std::ptr::from_ref(file)).or_default().insert(place) {
            self.open.push((file, place));
        }
    }

    fn follow(&mut self) {
        while let Some((file, place)) = self.open.pop().filter(|_| !budget::is_exhausted()) {
            // The code around a definition of a module is read with it.
            self.push(file, None);
            let uses = self.uses.entry(std::ptr::from_ref(file)).or_insert_with(|| uses_by_place(file));
            // A place is searched once.
            let Some(uses) = uses.remove(&place) else { continue };
            uses.references.into_iter().for_each(|one| self.refer(one));
            uses.openings.into_iter().for_each(|one| self.opened(one));
        }
    }

    fn refer(&mut self, reference: &'p Reference) {
        let is_use = match reference.role {
            ReferenceRole::Include
            | ReferenceRole::Inherits
            | ReferenceRole::Declaration
            | ReferenceRole::Resource
            | ReferenceRole::Call => true,
            ReferenceRole::Type | ReferenceRole::Variable | ReferenceRole::Lookup | ReferenceRole::Data => false,
        };
        if is_use {
            self.define(&reference.symbol);
        }
    }

    fn define(&mut self, symbol: &Symbol) {
        for (file, place) in self.project.places(symbol) {
            self.push(file, Some(place));
        }
    }

    fn opened(&mut self, opened: &'p Opened) {
        match opened {
            Opened::Anything => {
                self.all_classes();
                self.all_types();
            }
            Opened::Type { name, .. } if &**name == "class" => self.all_classes(),
            Opened::Type { name, .. } => self.define(&Symbol::new(SymbolKind::ResourceType, name)),
            Opened::Classes(prefix) if prefix.is_empty() => self.all_classes(),
            Opened::Classes(prefix) => self.classes_with(prefix),
            Opened::ClassesOfData => self.classes_of_data(),
        }
    }

    fn all_classes(&mut self) {
        if !std::mem::replace(&mut self.has_all_classes, true) {
            self.all_of(SymbolKind::Class);
        }
    }

    fn all_types(&mut self) {
        if !std::mem::replace(&mut self.has_all_types, true) {
            self.all_of(SymbolKind::ResourceType);
        }
    }

    fn all_of(&mut self, kind: SymbolKind) {
        let project = self.project;
        project.names(kind).for_each(|name| self.define(&Symbol { kind, name: name.clone() }));
    }

    fn classes_with(&mut self, prefix: &str) {
        let sorted = self.classes.get_or_init(|| {
            let mut names: Vec<&Arc<str>> = self.project.names(SymbolKind::Class).collect();
            names.sort_unstable();
            names
        });
        let start = sorted.partition_point(|name| &***name < prefix);
        let found: Vec<&Arc<str>> =
            sorted[start..].iter().take_while(|name| name.starts_with(prefix)).copied().collect();
        found.into_iter().for_each(|name| self.define(&Symbol { kind: SymbolKind::Class, name: name.clone() }));
    }

    fn classes_of_data(&mut self) {
        if std::mem::replace(&mut self.has_classes_of_data, true) {
            return;
        }
        let words = self.project.files().flat_map(|file| &file.index.words);
        let classes: FxHashSet<&str> = words.map(|word| &**word).collect();
        classes.into_iter().for_each(|name| self.define(&Symbol::new(SymbolKind::Class, name)));
    }
}

fn uses_by_place(file: &FileEntry) -> FxHashMap<Place, PlaceUses<'_>> {
    let mut uses: FxHashMap<Place, PlaceUses<'_>> = FxHashMap::default();
    for one in &file.index.references {
        uses.entry(one.inside).or_default().references.push(one);
    }
    for one in &file.index.declared.openings {
        uses.entry(one.inside).or_default().openings.push(&one.opened);
    }
    uses
}
