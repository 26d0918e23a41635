//! The definitions that a compilation may reach: from the site manifests, by names that code writes and by those that it
//! may compute.

use rustc_hash::FxHashSet;

use super::declared::Opened;
use super::entry::FileEntry;
use super::member::FileRole;
use super::project::{Location, Project};
use super::reference::{Reference, ReferenceRole};
use super::symbol::{Symbol, SymbolKind};

/// A definition of a file; `None` for the code around its definitions.
type Place = Option<u32>;

/// A search for all that may run.
pub(super) struct Reach<'p> {
    project: &'p Project,
    seen: FxHashSet<(&'p str, Place)>,
    open: Vec<(&'p FileEntry, Place)>,
    has_all_classes: bool,
    has_classes_of_data: bool,
}

impl<'p> Reach<'p> {
    /// Searches an environment. Where the site manifests name no class, any may run: nodes are classified elsewhere.
    pub(super) fn new(project: &'p Project) -> Reach<'p> {
        let seen = FxHashSet::default();
        let mut reach = Reach { project, seen, open: Vec::new(), has_all_classes: false, has_classes_of_data: false };
        let site = project.files().filter(|file| file.member.role == FileRole::SiteManifest);
        site.for_each(|file| reach.push(file, None));
        reach.follow();
        if reach.seen.iter().all(|(_, place)| place.is_none()) {
            reach.all_classes();
            reach.follow();
        }
        reach
    }

    /// Returns whether a definition of a file may run; `None` is the code around its definitions.
    pub(super) fn has(&self, file: &FileEntry, place: Place) -> bool {
        self.seen.contains(&(&*file.member.name, place))
    }

    /// Returns the code that may declare what it does not name, of all that may run.
    pub(super) fn openings(&self) -> Vec<&'p Opened> {
        let files = self.project.files().filter(|file| file.member.is_visible());
        let all = files.flat_map(|file| file.index.declared.openings.iter().map(move |opening| (file, opening)));
        all.filter(|(file, opening)| self.has(file, opening.inside)).map(|(_, opening)| &opening.opened).collect()
    }

    fn push(&mut self, file: &'p FileEntry, place: Place) {
        if self.seen.insert((&file.member.name, place)) {
            self.open.push((file, place));
        }
    }

    fn follow(&mut self) {
        while let Some((file, place)) = self.open.pop() {
            // The code around a definition of a module is read with it.
            self.push(file, None);
            let index = &file.index;
            index.references.iter().filter(|one| one.inside == place).for_each(|one| self.refer(one));
            let openings = index.declared.openings.iter().filter(|one| one.inside == place);
            openings.for_each(|one| self.opened(&one.opened));
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
        for Location { file, item } in self.project.definitions(symbol) {
            let place = file.index.definitions.iter().position(|one| std::ptr::eq(one, item));
            self.push(file, place.map(|place| place as u32));
        }
    }

    fn opened(&mut self, opened: &'p Opened) {
        match opened {
            Opened::Anything => {
                self.all_classes();
                self.all_of(SymbolKind::ResourceType, "");
            }
            Opened::Type { name, .. } if &**name == "class" => self.all_classes(),
            Opened::Type { name, .. } => self.define(&Symbol::new(SymbolKind::ResourceType, name)),
            Opened::Classes(prefix) if prefix.is_empty() => self.all_classes(),
            Opened::Classes(prefix) => self.all_of(SymbolKind::Class, prefix),
            Opened::ClassesOfData => self.classes_of_data(),
        }
    }

    fn all_classes(&mut self) {
        if !std::mem::replace(&mut self.has_all_classes, true) {
            self.all_of(SymbolKind::Class, "");
        }
    }

    fn all_of(&mut self, kind: SymbolKind, prefix: &str) {
        let names: Vec<_> = self.project.names(kind).filter(|name| name.starts_with(prefix)).cloned().collect();
        names.into_iter().for_each(|name| self.define(&Symbol { kind, name }));
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
