//! The order of application. Edges hold for whole containers, so each resource has a begin and an end node around its
//! content. Finds a topological order, or else the shortest cycle with the location of each edge.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use puppet_catalog::{Catalog, EdgeKind};
use puppet_eval::catalog::Compilation;

use super::edges::{EdgeView, Link, links};
use super::{EntryView, UnknownReference, marks, name_of};
use crate::catalog_view::CatalogView;

/// The declared resources as a graph.
#[derive(Debug, Clone, Default)]
pub struct GraphView {
    /// The resources in order of application, if one exists; else of declaration.
    pub nodes: Vec<NodeView>,
    pub edges: Vec<EdgeView>,
    /// A cycle: the edge from each resource to the next, and from the last to the first. Empty without a cycle.
    pub cycle: Vec<EdgeView>,
    /// Edges to undeclared resources.
    pub dangling: Vec<EdgeView>,
}

/// A resource of the graph.
#[derive(Debug, Clone)]
pub struct NodeView {
    /// `Notify['a']`
    pub reference: String,
    pub marks: Vec<&'static str>,
    /// The container's reference; `None` at the top.
    pub container: Option<String>,
    /// The location of the declaration.
    pub place: Option<String>,
}

impl CatalogView<'_> {
    /// Returns the graph of the declared resources, or of those related to one resource.
    pub fn graph(&self, around: Option<&str>) -> Result<GraphView, UnknownReference> {
        let around = around.map(|text| self.resource_named(text)).transpose()?.map(|(id, _)| id);
        let compilation = &self.core.vm.catalog;
        Ok(Graph::of(compilation).view(compilation, around))
    }
}

/// An edge of the internal graph: its target node and its link (containment has none).
type Step = (u32, Option<usize>);

struct Graph {
    links: Vec<Link>,
    /// The container of each resource; `contain` has precedence over the location of the declaration.
    containers: Vec<Option<u32>>,
    /// Two nodes for each resource: `2 * id` its begin, `2 * id + 1` its end.
    after: Vec<Vec<Step>>,
}

impl Graph {
    fn of(compilation: &Compilation) -> Graph {
        let catalog = compilation.catalog();
        let links = links(compilation, catalog);
        let containers = containers(compilation, catalog);
        let mut after: Vec<Vec<Step>> = vec![Vec::new(); catalog.resources().len() * 2];
        let mut add = |from: u32, to: u32, by: Option<usize>| {
            if let Some(steps) = after.get_mut(from as usize) {
                steps.push((to, by));
            }
        };
        for (id, container) in (0..).zip(&containers) {
            add(2 * id, 2 * id + 1, None);
            if let Some(container) = container {
                add(2 * container, 2 * id, None);
                add(2 * id + 1, 2 * container + 1, None);
            }
        }
        for (index, link) in links.iter().enumerate() {
            if let (Some(from), Some(to)) = (link.from, link.to) {
                add(2 * from + 1, 2 * to, Some(index));
            }
        }
        Graph { links, containers, after }
    }

    /// Returns a topological order of the nodes; the error marks the nodes that wait for each other.
    fn order(&self) -> Result<Vec<u32>, Vec<bool>> {
        let mut waiting = vec![0u32; self.after.len()];
        self.after.iter().flatten().for_each(|&(to, _)| waiting[to as usize] += 1);
        let ready = (0..).zip(&waiting).filter(|(_, count)| **count == 0).map(|(node, _)| Reverse(node));
        let mut ready: BinaryHeap<Reverse<u32>> = ready.collect();
        let mut order = Vec::with_capacity(self.after.len());
        while let Some(Reverse(node)) = ready.pop().filter(|_| !budget::is_exhausted()) {
            order.push(node);
            for &(to, _) in &self.after[node as usize] {
                waiting[to as usize] -= 1;
                if waiting[to as usize] == 0 {
                    ready.push(Reverse(to));
                }
            }
        }
        let done = order.len() == self.after.len();
        if done { Ok(order) } else { Err(waiting.iter().map(|count| *count > 0).collect()) }
    }

    /// Returns the links of a shortest cycle among the waiting nodes.
    fn cycle(&self, waits: &[bool]) -> Vec<EdgeView> {
        let waits = &self.without_ends(waits);
        let starts = (0u32..).zip(waits).filter(|(_, waits)| **waits).map(|(node, _)| node);
        let found = starts.filter_map(|start| self.cycle_path(start, waits)).take(100);
        let shortest = found.min_by_key(Vec::len).unwrap_or_default();
        shortest.into_iter().map(|index| self.links[index].view.clone()).collect()
    }

    /// Returns the waiting nodes that lead to a cycle: repeatedly removes nodes without a waiting successor.
    fn without_ends(&self, waits: &[bool]) -> Vec<bool> {
        let mut kept = waits.to_vec();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.after.len()];
        let mut leads_on = vec![0u32; self.after.len()];
        for (node, steps) in (0u32..).zip(&self.after).filter(|(node, _)| waits[*node as usize]) {
            for &(to, _) in steps.iter().filter(|(to, _)| waits[*to as usize]) {
                before[to as usize].push(node);
                leads_on[node as usize] += 1;
            }
        }
        let mut ends: Vec<u32> =
            (0u32..).zip(&leads_on).filter(|(at, on)| kept[*at as usize] && **on == 0).map(|(at, _)| at).collect();
        while let Some(end) = ends.pop() {
            kept[end as usize] = false;
            for &node in &before[end as usize] {
                leads_on[node as usize] -= 1;
                if leads_on[node as usize] == 0 {
                    ends.push(node);
                }
            }
        }
        kept
    }

    /// Returns the links of the shortest path from a node back to itself.
    fn cycle_path(&self, start: u32, waits: &[bool]) -> Option<Vec<usize>> {
        let mut before: Vec<Option<(u32, Option<usize>)>> = vec![None; self.after.len()];
        let mut open = VecDeque::from([start]);
        while let Some(node) = open.pop_front().filter(|_| !budget::is_exhausted()) {
            for &(to, by) in self.after.get(node as usize)? {
                if !waits.get(to as usize).copied().unwrap_or(false) || before[to as usize].is_some() {
                    continue;
                }
                before[to as usize] = Some((node, by));
                if to == start {
                    return Some(trace(&before, start));
                }
                open.push_back(to);
            }
        }
        None
    }

    fn view(&self, compilation: &Compilation, around: Option<u32>) -> GraphView {
        let catalog = compilation.catalog();
        let order = self.order();
        let cycle = order.as_ref().err().map(|waits| self.cycle(waits)).unwrap_or_default();
        let ids: Vec<u32> = match order {
            Ok(order) => order.into_iter().filter(|node| node % 2 == 0).map(|node| node / 2).collect(),
            Err(_) => (0..catalog.next_id()).collect(),
        };
        let kept = around.map(|id| self.related(id));
        let is_kept = |id: u32| !compilation.is_given(id) && kept.as_ref().is_none_or(|kept| kept.contains(&id));
        let nodes = ids.into_iter().filter(|id| is_kept(*id)).filter_map(|id| self.node(compilation, id));
        let edge_kept = |end: Option<u32>| end.is_none_or(&is_kept);
        let shown = self.links.iter().filter(|link| edge_kept(link.from) && edge_kept(link.to));
        let (whole, dangling): (Vec<&Link>, Vec<&Link>) =
            shown.partition(|link| link.from.is_some() && link.to.is_some());
        let views = |links: Vec<&Link>| links.into_iter().map(|link| link.view.clone()).collect();
        GraphView { nodes: nodes.collect(), edges: views(whole), cycle, dangling: views(dangling) }
    }

    fn node(&self, compilation: &Compilation, id: u32) -> Option<NodeView> {
        let resource = compilation.catalog().get(id)?;
        let container =
            self.containers.get(id as usize).copied().flatten().filter(|outer| !compilation.is_given(*outer));
        Some(NodeView {
            reference: resource.reference.to_string(),
            marks: marks(compilation.catalog(), id, resource),
            container: container.map(|outer| name_of(compilation, outer)),
            place: resource.place.as_ref().map(|place| place.line()),
        })
    }

    /// Returns the resources related to one: its predecessors, successors and contents.
    fn related(&self, id: u32) -> FxHashSet<u32> {
        let mut all: FxHashSet<u32> = FxHashSet::default();
        for forward in [true, false] {
            let next = self.neighbours(forward);
            let mut seen: FxHashSet<u32> = std::iter::once(id).collect();
            let mut open = vec![id];
            while let Some(at) = open.pop() {
                for &other in next.get(&at).map(Vec::as_slice).unwrap_or_default() {
                    if seen.insert(other) {
                        open.push(other);
                    }
                }
            }
            all.extend(seen);
        }
        for mut inner in all.clone() {
            while let Some(outer) =
                self.containers.get(inner as usize).copied().flatten().filter(|one| all.insert(*one))
            {
                inner = outer;
            }
        }
        all
    }
}

impl Graph {
    /// Returns the contents and direct successors (or predecessors) of each resource.
    fn neighbours(&self, forward: bool) -> FxHashMap<u32, Vec<u32>> {
        let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (inner, outer) in (0..).zip(&self.containers) {
            if let Some(outer) = outer {
                next.entry(*outer).or_default().push(inner);
            }
        }
        for link in &self.links {
            let ends = if forward { (link.from, link.to) } else { (link.to, link.from) };
            if let (Some(near), Some(far)) = ends {
                next.entry(near).or_default().push(far);
            }
        }
        next
    }
}

/// Returns the container of each resource: by `contain`, else by its declaration.
fn containers(compilation: &Compilation, catalog: &Catalog) -> Vec<Option<u32>> {
    let own = |resource: &std::rc::Rc<puppet_catalog::Resource>| {
        resource.container.filter(|outer| !compilation.is_given(*outer))
    };
    let mut all: Vec<Option<u32>> = catalog.resources().iter().map(own).collect();
    for edge in catalog.edges().iter().filter(|edge| edge.kind == EdgeKind::Contains) {
        let find = |end: &puppet_catalog::Reference| catalog.find(&end.type_name, &end.title);
        if let (Some(outer), Some(inner)) = (find(&edge.from), find(&edge.to))
            && !compilation.is_given(outer)
            && !is_inside(&all, outer, inner)
            && let Some(slot) = all.get_mut(inner as usize)
        {
            slot.get_or_insert(outer);
        }
    }
    all
}

/// Returns whether `inner` is a container of `outer` (or the same).
fn is_inside(containers: &[Option<u32>], outer: u32, inner: u32) -> bool {
    let mut at = Some(outer);
    while let Some(id) = at {
        if id == inner {
            return true;
        }
        at = containers.get(id as usize).copied().flatten();
    }
    false
}

/// Returns the links on the found path back to `start`.
fn trace(before: &[Option<(u32, Option<usize>)>], start: u32) -> Vec<usize> {
    let mut way = Vec::new();
    let mut at = start;
    while let Some(Some((previous, by))) = before.get(at as usize) {
        way.extend(by);
        at = *previous;
        if at == start {
            break;
        }
    }
    way.reverse();
    way
}

impl EntryView {
    /// Returns whether the node contains this lower-case text anywhere.
    pub fn holds(&self, text: &str) -> bool {
        let place = self.place.as_deref().unwrap_or_default();
        let parts = [self.reference.as_str(), self.container.as_str(), place];
        parts.iter().any(|part| part.to_lowercase().contains(text)) || self.marks.contains(&text)
    }
}
