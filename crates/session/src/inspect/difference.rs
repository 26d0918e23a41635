//! The difference between two states of the catalog: resources, attributes, edges, and the input that made each change.
//! The journal provides earlier states; the session itself is unchanged.

use std::fmt;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use pprepl_budget as budget;
use puppet_catalog::{Catalog, EdgeKind, Parameter, Resource};
use puppet_eval::catalog::Compilation;
use puppet_pcore::display_complete;

use super::edges::{EdgeView, links};
use crate::catalog_view::CatalogView;

/// The difference between two states of the session.
#[derive(Debug, Clone, Default)]
pub struct DifferenceView {
    /// The first state: the number of an input, 0 for the start.
    pub from: usize,
    pub to: usize,
    pub changes: Vec<Change>,
}

/// The reason why two states cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceError {
    /// No input has changed anything.
    NoChange,
    /// No input has this number.
    NoInput { number: usize, last: usize },
}

impl fmt::Display for DifferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DifferenceError::NoChange => f.write_str("no input has changed anything yet"),
            DifferenceError::NoInput { number, last } => {
                write!(f, "input {number} not found; the last one is {last}")
            }
        }
    }
}

/// The side of a comparison on which an entry occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Only in the new state.
    Added,
    /// Only in the old state.
    Removed,
    /// In both states, but different.
    Changed,
}

impl Side {
    /// Returns `+`, `-` or `~`.
    pub const fn mark(self) -> &'static str {
        match self {
            Side::Added => "+",
            Side::Removed => "-",
            Side::Changed => "~",
        }
    }

    /// Returns the side's name in data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Side::Added => "added",
            Side::Removed => "removed",
            Side::Changed => "changed",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Change {
    pub side: Side,
    /// The resource, or the edge as `A -> B`.
    pub subject: String,
    /// True for an edge.
    pub is_edge: bool,
    /// The resource with the metaparameter, for an edge by a metaparameter.
    pub holder: String,
    /// The changed attributes of a resource: name, before, after.
    pub attributes: Vec<(String, Option<String>, Option<String>)>,
    /// The number of the input that made the last change.
    pub input: Option<usize>,
    /// The location of the new state.
    pub place: Option<String>,
}

/// The resources and edges of a catalog, prepared for comparison.
pub(crate) struct Snapshot {
    resources: IndexMap<String, Entry>,
    edges: Vec<EdgeView>,
}

struct Entry {
    resource: Rc<Resource>,
    parameters: Vec<Parameter>,
}

impl Snapshot {
    /// Ends early when the budget is exhausted: callers poll.
    pub(crate) fn of(compilation: &Compilation, catalog: &Catalog) -> Snapshot {
        let entry = |(id, resource): (u32, &Rc<Resource>)| {
            let parameters = compilation.final_in(catalog, id);
            (resource.reference.to_string(), Entry { resource: resource.clone(), parameters })
        };
        let all = (0..).zip(catalog.resources()).filter(|(id, _)| !compilation.is_given(*id));
        let all = all.take_while(|_| !budget::is_exhausted());
        let edges = links(compilation, catalog).into_iter().map(|link| link.view).collect();
        Snapshot { resources: all.map(entry).collect(), edges }
    }
}

impl CatalogView<'_> {
    /// Returns the changes of the catalog by the inputs after `from` up to `to`.
    pub fn difference(&self, from: Option<usize>, to: Option<usize>) -> Result<DifferenceView, DifferenceError> {
        let last = self.history.last_change().ok_or(DifferenceError::NoChange)?;
        let most = self.history.inputs.len();
        if let Some(stray) = [from, to].into_iter().flatten().find(|number| *number > most) {
            return Err(DifferenceError::NoInput { number: stray, last: most });
        }
        let (from, to) = match (from, to) {
            (None, _) => (last.saturating_sub(1), most),
            (Some(from), to) => (from, to.unwrap_or(most)),
        };
        let (low, high) = (from.min(to), from.max(to));
        let compilation = &self.core.vm.catalog;
        let snapshot = |number| Snapshot::of(compilation, &self.core.vm.catalog_at(self.end_of_input(number)));
        let mut changes = compare(&snapshot(from), &snapshot(to));
        let inputs = self.inputs_of_subjects(low, high);
        for change in &mut changes {
            change.input = inputs.get(&change.subject).or(inputs.get(&change.holder)).copied();
        }
        Ok(DifferenceView { from, to, changes })
    }

    /// Returns the resources and edges that differ from another session's.
    pub fn changes_since(&self, earlier: &CatalogView<'_>) -> Vec<Change> {
        let snapshot = |of: &CatalogView<'_>| Snapshot::of(&of.core.vm.catalog, of.core.vm.catalog.catalog());
        compare(&snapshot(earlier), &snapshot(self))
    }

    /// Returns the last input that changed each resource and each arrow.
    fn inputs_of_subjects(&self, low: usize, high: usize) -> IndexMap<String, usize> {
        let mut inputs = IndexMap::new();
        let at_end = self.core.vm.catalog_at(self.end_of_input(high));
        for number in low + 1..=high {
            let (start, end) = (self.end_of_input(number - 1), self.end_of_input(number));
            for id in self.core.vm.journal.affected(start, end) {
                if let Some(resource) = at_end.get(id) {
                    inputs.insert(resource.reference.to_string(), number);
                }
            }
            let arrows = self.core.vm.journal.edges_before(start)..self.core.vm.journal.edges_before(end);
            for edge in at_end.edges().get(arrows).unwrap_or_default() {
                let arrow = if edge.kind == EdgeKind::Notify { "~>" } else { "->" };
                inputs.insert(format!("{} {arrow} {}", edge.from, edge.to), number);
            }
        }
        inputs
    }
}

/// Compares two snapshots. Ends early when the budget is exhausted: callers poll.
pub(crate) fn compare(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, entry) in new.resources.iter().take_while(|_| !budget::is_exhausted()) {
        let place = entry.resource.place.as_ref().map(|place| place.line());
        match old.resources.get(name) {
            None => changes.push(resource_change(Side::Added, name, different(None, Some(entry)), place)),
            Some(before) => {
                let attributes = different(Some(before), Some(entry));
                if !attributes.is_empty() {
                    changes.push(resource_change(Side::Changed, name, attributes, place));
                }
            }
        }
    }
    for (name, entry) in old.resources.iter().take_while(|_| !budget::is_exhausted()) {
        if !new.resources.contains_key(name) {
            let place = entry.resource.place.as_ref().map(|place| place.line());
            changes.push(resource_change(Side::Removed, name, Vec::new(), place));
        }
    }
    let keys = |edges: &[EdgeView]| edges.iter().map(edge_key).collect::<FxHashSet<_>>();
    let (before, after) = (keys(&old.edges), keys(&new.edges));
    let new_edges = new.edges.iter().filter(|edge| !before.contains(&edge_key(edge)));
    changes.extend(new_edges.map(|edge| edge_change(Side::Added, edge)));
    let gone = old.edges.iter().filter(|edge| !after.contains(&edge_key(edge)));
    changes.extend(gone.map(|edge| edge_change(Side::Removed, edge)));
    changes
}

fn edge_key(edge: &EdgeView) -> (String, String, bool) {
    (edge.from.clone(), edge.to.clone(), edge.notifies)
}

fn resource_change(
    side: Side,
    name: &str,
    attributes: Vec<(String, Option<String>, Option<String>)>,
    place: Option<String>,
) -> Change {
    let (subject, holder) = (name.to_owned(), String::new());
    Change { side, subject, is_edge: false, holder, attributes, input: None, place }
}

fn edge_change(side: Side, edge: &EdgeView) -> Change {
    let subject = format!("{} {} {}", edge.from, edge.arrow(), edge.to);
    let holder = if matches!(edge.by, "require" | "subscribe") { edge.to.clone() } else { edge.from.clone() };
    Change { side, subject, is_edge: true, holder, attributes: Vec::new(), input: None, place: edge.place.clone() }
}

/// Returns the changes of a resource: its attributes, and whether it is virtual.
fn different(old: Option<&Entry>, new: Option<&Entry>) -> Vec<(String, Option<String>, Option<String>)> {
    let shown = |entry: Option<&Entry>| -> IndexMap<String, String> {
        let Some(entry) = entry else { return IndexMap::new() };
        let own = entry.parameters.iter().map(|one| (one.name.to_string(), display_complete(&one.value)));
        let mark = entry.resource.is_virtual.then(|| ("(virtual)".to_owned(), "yes".to_owned()));
        own.chain(mark).collect()
    };
    let (old, new) = (shown(old), shown(new));
    let mut rows = Vec::new();
    for (name, value) in &new {
        if old.get(name) != Some(value) {
            rows.push((name.clone(), old.get(name).cloned(), Some(value.clone())));
        }
    }
    let gone = old.iter().filter(|(name, _)| !new.contains_key(*name));
    rows.extend(gone.map(|(name, value)| (name.clone(), Some(value.clone()), None)));
    rows
}
