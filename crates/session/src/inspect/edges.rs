//! The edges between resources, from arrows and metaparameters, each with its location. Automatic edges of a provider
//! (a file comes after its directory) are not included: only Ruby code defines them.

use pprepl_budget as budget;
use puppet_catalog::{Catalog, EdgeKind, Reference, references};
use puppet_eval::catalog::Compilation;

/// An edge for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeView {
    /// The resource that comes first.
    pub from: String,
    /// The resource that comes after.
    pub to: String,
    /// True if a change of the first refreshes the second.
    pub notifies: bool,
    /// The origin: an arrow or a metaparameter.
    pub by: &'static str,
    /// The location of the arrow or metaparameter.
    pub place: Option<String>,
}

impl EdgeView {
    /// Returns `->` or `~>`.
    pub fn arrow(&self) -> &'static str {
        if self.notifies { "~>" } else { "->" }
    }

    /// Formats the origin and its location: `require at input 2:1`.
    pub fn origin(&self) -> String {
        match &self.place {
            Some(place) => format!("{} at {place}", self.by),
            None => self.by.to_owned(),
        }
    }
}

/// An edge by resource indices; an undeclared end has none.
#[derive(Clone)]
pub(super) struct Link {
    pub from: Option<u32>,
    pub to: Option<u32>,
    pub view: EdgeView,
}

/// Returns all edges: arrows first, then each resource's metaparameters.
pub(super) fn links(compilation: &Compilation, catalog: &Catalog) -> Vec<Link> {
    let mut all: Vec<Link> = Vec::new();
    for edge in catalog.edges().iter().filter(|edge| edge.kind != EdgeKind::Contains && !budget::is_exhausted()) {
        let notifies = edge.kind == EdgeKind::Notify;
        let by = if notifies { "~>" } else { "->" };
        let place = edge.place.as_ref().map(|place| place.line());
        all.push(link(catalog, &edge.from, &edge.to, notifies, by, place));
    }
    for (id, resource) in (0..).zip(catalog.resources()).take_while(|_| !budget::is_exhausted()) {
        for parameter in compilation.final_in(catalog, id) {
            let Some((by, own_first, notifies)) = metaparameter(&parameter.name) else { continue };
            let place = parameter.place.as_deref().or(resource.place.as_ref()).map(|place| place.line());
            for other in references(&parameter.value) {
                let (from, to) = if own_first { (&resource.reference, &other) } else { (&other, &resource.reference) };
                all.push(link(catalog, from, to, notifies, by, place.clone()));
            }
        }
    }
    all
}

/// Describes the edge of a metaparameter: its name, whether its resource comes first, and whether it notifies.
fn metaparameter(name: &str) -> Option<(&'static str, bool, bool)> {
    Some(match name {
        "before" => ("before", true, false),
        "notify" => ("notify", true, true),
        "require" => ("require", false, false),
        "subscribe" => ("subscribe", false, true),
        _ => return None,
    })
}

fn link(
    catalog: &Catalog,
    from: &Reference,
    to: &Reference,
    notifies: bool,
    by: &'static str,
    place: Option<String>,
) -> Link {
    let find = |end: &Reference| {
        let title = if end.is_class() { end.title.to_lowercase() } else { end.title.to_string() };
        catalog.find(&end.type_name, &title)
    };
    let shown = |end: &Reference| {
        find(end).and_then(|id| catalog.get(id)).map_or_else(|| end.to_string(), |known| known.reference.to_string())
    };
    Link { from: find(from), to: find(to), view: EdgeView { from: shown(from), to: shown(to), notifies, by, place } }
}
