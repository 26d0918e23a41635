//! Inspection of declared resources: the catalog as a list, one resource in full, edges and order, classes, scopes,
//! and the difference between two states of the session. Everything is plain data, and the session is unchanged.

mod classes;
mod difference;
mod edges;
mod order;
mod resource;
mod scopes;

use std::fmt;
use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::suggest;
use puppet_catalog::{Catalog, CollectorQuery, Resource};
use puppet_eval::catalog::Compilation;

use crate::catalog_view::CatalogView;

pub use classes::{ClassView, ParameterView};
pub use difference::{Change, DifferenceError, DifferenceView, Side};
pub(super) use difference::{Snapshot, compare};
pub use edges::EdgeView;
pub use order::{GraphView, NodeView};
pub use resource::{AttributeView, CollectorView, DetailView};
pub use scopes::{ScopeView, SeenVariable};

/// A resource in a list.
#[derive(Debug, Clone)]
pub struct EntryView {
    /// `Notify['a']`
    pub reference: String,
    /// Its marks: virtual, exported, collected, realized.
    pub marks: Vec<&'static str>,
    /// The number of attributes in the current state.
    pub attributes: usize,
    /// The container; empty for a class without one.
    pub container: String,
    /// The location of the declaration: the source's name and the line.
    pub place: Option<String>,
}

impl EntryView {
    fn of(compilation: &Compilation, id: u32, resource: &Resource) -> EntryView {
        EntryView {
            reference: resource.reference.to_string(),
            marks: marks(compilation.catalog(), id, resource),
            attributes: compilation.final_of(id).len(),
            container: container(compilation, resource),
            place: resource.place.as_ref().map(|place| place.line()),
        }
    }
}

/// The reason why a reference names no declared resource; its text helps to find one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownReference {
    /// A declared resource has a similar reference.
    Near(String),
    /// Resources of other types have the title.
    SameTitle(Vec<String>),
    /// The catalog is empty.
    NothingDeclared,
    Unknown,
}

impl fmt::Display for UnknownReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReference::Near(near) => write!(f, "did you mean {near}?"),
            UnknownReference::SameTitle(same) => write!(f, "there is {}", same.join(", ")),
            UnknownReference::NothingDeclared => {
                f.write_str("nothing has been declared yet: notify { 'a': } declares a resource")
            }
            UnknownReference::Unknown => f.write_str(":catalog lists the resources"),
        }
    }
}

/// Returns the marks of a resource.
fn marks(catalog: &Catalog, id: u32, resource: &Resource) -> Vec<&'static str> {
    let mut marks = Vec::new();
    if resource.is_virtual {
        marks.push("virtual");
    }
    if resource.exported {
        marks.push("exported");
    }
    let by = |fixed: bool| {
        let found = |one: &&puppet_catalog::Collector| one.collected.contains(&id);
        { catalog.collectors().iter().filter(found) }.any(|one| matches!(one.wanted, CollectorQuery::Fixed(_)) == fixed)
    };
    if by(false) {
        marks.push("collected");
    }
    if by(true) {
        marks.push("realized");
    }
    marks
}

/// Formats the container of a resource.
fn container(compilation: &Compilation, resource: &Resource) -> String {
    resource.container.map_or_else(String::new, |id| name_of(compilation, id))
}

/// Formats a resource by its index.
fn name_of(compilation: &Compilation, id: u32) -> String {
    match compilation.catalog().get(id) {
        Some(resource) if resource.reference.is_main_class() => "top scope".to_owned(),
        Some(resource) => resource.reference.to_string(),
        None => String::new(),
    }
}

impl CatalogView<'_> {
    /// Returns the declared resources in order.
    pub fn entries(&self) -> Vec<EntryView> {
        let compilation = &self.core.vm.catalog;
        let entries = compilation.entries().take_while(|_| !budget::is_exhausted());
        entries.map(|(id, resource)| EntryView::of(compilation, id, resource)).collect()
    }

    /// Returns the resource that `text` refers to (`Notify['a']`, `notify[a]`, `Class[web]`).
    pub(super) fn resource_named(&self, text: &str) -> Result<(u32, Rc<Resource>), UnknownReference> {
        let compilation = &self.core.vm.catalog;
        let Some((type_name, title)) = parts(text) else {
            return Err(self.near_reference(text));
        };
        let found = compilation.catalog().find(&type_name, &title);
        let found = found.and_then(|id| Some((id, compilation.catalog().get(id)?.clone())));
        found.ok_or_else(|| self.near_reference(text))
    }

    /// Returns the error for an unknown reference.
    fn near_reference(&self, text: &str) -> UnknownReference {
        let all: Vec<String> = self.entries().into_iter().map(|entry| entry.reference).collect();
        let wanted = parts(text);
        let shown = match &wanted {
            Some((type_name, title)) => puppet_catalog::Reference::new(&**type_name, &**title).to_string(),
            None => text.to_owned(),
        };
        if let Some(near) = suggest::nearest(&shown, all.iter().map(String::as_str)) {
            return UnknownReference::Near(near.to_owned());
        }
        let titled = |entry: &&String| {
            let ends =
                |title: &String| entry.ends_with(&format!("['{title}']")) || entry.ends_with(&format!("[{title}]"));
            wanted.as_ref().is_some_and(|(_, title)| ends(title))
        };
        let same: Vec<String> = all.iter().filter(titled).take(3).cloned().collect();
        match (same.is_empty(), all.is_empty()) {
            (false, _) => UnknownReference::SameTitle(same),
            (true, true) => UnknownReference::NothingDeclared,
            (true, false) => UnknownReference::Unknown,
        }
    }
}

/// Splits a typed reference into type (in lower case) and title.
fn parts(text: &str) -> Option<(String, String)> {
    let (type_name, rest) = text.trim().split_once('[')?;
    let title = rest.strip_suffix(']')?.trim();
    let bare = |quote: char| title.strip_prefix(quote).and_then(|title| title.strip_suffix(quote));
    let title = bare('\'').or_else(|| bare('"')).unwrap_or(title);
    let type_name = type_name.trim().trim_start_matches("::").to_lowercase();
    let title = if type_name == "class" { title.trim_start_matches("::").to_lowercase() } else { title.to_owned() };
    (!type_name.is_empty() && !title.is_empty()).then_some((type_name, title))
}
