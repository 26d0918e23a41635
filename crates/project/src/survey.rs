//! The declarations of all files of an environment together. They depend on the outlines of the files alone, not on places
//! and values.

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use pprepl_text::suggest;
use puppet_catalog::builtin;

use super::declared::{ComputedTitle, Opened};
use super::entry::FileEntry;
use super::member::FileRole;
use super::project::Project;
use super::reach::Reach;
use super::symbol::SymbolKind;

/// The declarations of an environment. They depend on the outlines of its files alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub(super) reach: Reach,
    /// For each type the titles, normalized.
    declared: FxHashMap<Box<str>, FxHashSet<String>>,
    /// The types that code declares with other titles, too, and what it writes of these.
    opened: FxHashMap<Box<str>, Vec<ComputedTitle>>,
    /// The types whose resources get attributes apart from their declaration. The empty name is any type.
    adjusted: FxHashSet<Box<str>>,
    /// Whether code may declare anything.
    is_open: bool,
    /// Whether a file of code cannot be read.
    pub(super) is_partial: bool,
    /// Whether a file of data cannot be read.
    pub(super) has_partial_data: bool,
}

impl Survey {
    /// Surveys an environment. `None` if the budget ends before that is done.
    pub(super) fn new(project: &Project) -> Option<Survey> {
        let mut survey = Survey { reach: Reach::new(project), ..Survey::default() };
        for file in project.files().filter(|file| file.member.is_visible()) {
            survey.add(file);
            budget::poll().ok()?;
        }
        for opened in survey.reach.openings(project) {
            match opened {
                Opened::Anything => survey.is_open = true,
                Opened::Type { name, title } => survey.opened.entry(name.clone()).or_default().push(title.clone()),
                // These give no values to parameters, and no resources of their own.
                Opened::Classes(_) | Opened::ClassesOfData => {}
            }
        }
        budget::check().ok()?;
        Some(survey)
    }

    fn add(&mut self, file: &FileEntry) {
        let declared = &file.index.declared;
        for one in &declared.resources {
            let titles = self.declared.entry(one.type_name.clone()).or_default();
            titles.insert(normal(&one.type_name, &one.title));
        }
        self.adjusted.extend(declared.adjusted.iter().cloned());
        match file.member.role {
            FileRole::Data => self.has_partial_data |= file.index.is_partial,
            _ => self.is_partial |= file.index.is_partial,
        }
    }

    /// Returns whether code writes the declaration of a resource; the type of a class is `class`.
    pub(super) fn has(&self, type_name: &str, title: &str) -> bool {
        self.declared.get(type_name).is_some_and(|titles| titles.contains(&normal(type_name, title)))
    }

    /// Returns whether code may declare a resource with a computed title; the type of a class is `class`.
    pub(super) fn may_have(&self, type_name: &str, title: &str) -> bool {
        let title = title.to_ascii_lowercase();
        let computed = self.opened.get(type_name).into_iter().flatten();
        self.is_partial || self.is_open || computed.into_iter().any(|known| fits(known, &title))
    }

    /// Returns whether resources of a type may get attributes apart from their declaration.
    pub(super) fn is_adjusted(&self, type_name: &str) -> bool {
        self.is_partial || self.is_open || self.adjusted.contains(type_name) || self.adjusted.contains("")
    }

    /// Returns whether the titles of a type say all about its resources: a core type, or a defined type.
    pub(super) fn is_plain(project: &Project, type_name: &str) -> bool {
        let is_define = || {
            let known = project.definition(SymbolKind::ResourceType, type_name);
            known.is_some_and(|known| known.file.member.role != FileRole::RubyType)
        };
        builtin(type_name).is_some_and(|known| known.isomorphic || known.name == "exec") || is_define()
    }
}

/// Returns the declared title of a type that is most similar.
pub(super) fn nearest<'p>(project: &'p Project, type_name: &str, title: &str) -> Option<&'p str> {
    let all = project.files().flat_map(|file| &file.index.declared.resources);
    let mut titles: Vec<&str> = all.filter(|one| &*one.type_name == type_name).map(|one| &*one.title).collect();
    titles.sort_unstable();
    suggest::nearest(title, titles)
}

/// Returns whether a computed title may be a title, in lower case.
fn fits(computed: &ComputedTitle, title: &str) -> bool {
    let (prefix, suffix) = (computed.prefix.to_ascii_lowercase(), computed.suffix.to_ascii_lowercase());
    title.starts_with(&*prefix) && title.ends_with(suffix.trim_end_matches('/'))
}

/// Returns the form in which titles are compared. It equates more than Puppet does: slashes at the end, and letter case.
fn normal(type_name: &str, title: &str) -> String {
    let plain = if type_name == "class" { title.trim_start_matches("::") } else { title };
    let trimmed = plain.trim_end_matches('/');
    if trimmed.is_empty() { plain.to_owned() } else { trimmed.to_ascii_lowercase() }
}
