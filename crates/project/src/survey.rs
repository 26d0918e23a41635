//! The declarations of all files of an environment together.

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_text::suggest;
use puppet_catalog::builtin;

use super::declared::{ComputedTitle, Opened};
use super::member::FileRole;
use super::project::Project;
use super::reach::Reach;
use super::symbol::SymbolKind;

/// The declarations of an environment.
pub(super) struct Survey<'p> {
    project: &'p Project,
    pub(super) reach: Reach<'p>,
    /// Types with titles, normalized.
    declared: FxHashSet<(&'p str, String)>,
    /// The types that code declares with other titles, too, and what it writes of these.
    opened: FxHashMap<&'p str, Vec<&'p ComputedTitle>>,
    /// The types whose resources get attributes apart from their declaration. The empty name is any type.
    adjusted: FxHashSet<&'p str>,
    /// Whether code may declare anything.
    is_open: bool,
    /// Whether a file of code cannot be read.
    pub(super) is_partial: bool,
    /// Whether a file of data cannot be read.
    pub(super) has_partial_data: bool,
}

impl<'p> Survey<'p> {
    pub(super) fn new(project: &'p Project) -> Survey<'p> {
        let mut survey = Survey {
            project,
            reach: Reach::new(project),
            declared: FxHashSet::default(),
            opened: FxHashMap::default(),
            adjusted: FxHashSet::default(),
            is_open: false,
            is_partial: false,
            has_partial_data: false,
        };
        for file in project.files().filter(|file| file.member.is_visible()) {
            let declared = &file.index.declared;
            let titles = declared.resources.iter().map(|one| (&*one.type_name, normal(&one.type_name, &one.title)));
            survey.declared.extend(titles);
            survey.adjusted.extend(declared.adjusted.iter().map(|name| &**name));
            match file.member.role {
                FileRole::Data => survey.has_partial_data |= file.index.is_partial,
                _ => survey.is_partial |= file.index.is_partial,
            }
        }
        for opened in survey.reach.openings() {
            match opened {
                Opened::Anything => survey.is_open = true,
                Opened::Type { name, title } => survey.opened.entry(name).or_default().push(title),
                // These give no values to parameters, and no resources of their own.
                Opened::Classes(_) | Opened::ClassesOfData => {}
            }
        }
        survey
    }

    /// Returns whether code writes the declaration of a resource; the type of a class is `class`.
    pub(super) fn has(&self, type_name: &str, title: &str) -> bool {
        self.declared.contains(&(type_name, normal(type_name, title)))
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

    /// Returns the declared title of a type that is most similar.
    pub(super) fn nearest(&self, type_name: &str, title: &str) -> Option<&str> {
        let all = self.project.files().flat_map(|file| &file.index.declared.resources);
        let mut titles: Vec<&str> = all.filter(|one| &*one.type_name == type_name).map(|one| &*one.title).collect();
        titles.sort_unstable();
        suggest::nearest(title, titles)
    }
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
