//! The edges between resources, those of arrows and those of metaparameters, each with where it was written. What a
//! provider adds alone (a file comes after its directory) is not among them: that is known by Ruby code only.

use pprepl_budget as budget;
use puppet_catalog::{Catalog, EdgeKind, Reference, references};
use puppet_eval::catalog::Compilation;

/// An edge as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeView {
    /// What comes first.
    pub from: String,
    /// What comes after.
    pub to: String,
    /// Returns whether the second is refreshed when the first changes.
    pub notifies: bool,
    /// What made it: an arrow or a metaparameter.
    pub by: &'static str,
    /// Where that was written.
    pub place: Option<String>,
}

impl EdgeView {
    /// `->` or `~>`
    pub fn arrow(&self) -> &'static str {
        if self.notifies { "~>" } else { "->" }
    }

    /// What made it and where: `require at input 2:1`.
    pub fn origin(&self) -> String {
        match &self.place {
            Some(place) => format!("{} at {place}", self.by),
            None => self.by.to_owned(),
        }
    }
}

/// An edge by numbers; an end that is not declared has none.
#[derive(Clone)]
pub(super) struct Link {
    pub from: Option<u32>,
    pub to: Option<u32>,
    pub view: EdgeView,
}

/// All edges: those that were written, then those of each resource's metaparameters.
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

/// What a metaparameter makes: its name, does its resource come first, does it notify?
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
