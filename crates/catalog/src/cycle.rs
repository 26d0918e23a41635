//! Dependency cycles: a resource that must come before itself, directly or through its container.
//!
//! A container has two nodes, its begin and its end: its content is between the two, and dependents wait for its
//! end.
//!
//! Kahn's algorithm for topological sorting leaves the nodes that no order reaches. A reverse trim removes the
//! nodes that only follow a cycle. A breadth-first search then finds a shortest cycle in each group of entangled
//! cycles. Every step, and each search, is linear in the size of the graph.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;

use super::{Dependency, EdgeKind, FinalCatalog};

/// A step of a cycle: the dependency that leads from one resource to the next.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the resource.
    pub from: u32,
    /// The number of the next resource.
    pub to: u32,
    /// The explicit edge; `None` for containment.
    pub by: Option<Dependency>,
}

/// The graph as adjacency lists: for each node its successors, and the dependency that leads to each.
struct Graph {
    /// The position of each node's first successor in `edges`, and the end of the last one's.
    starts: Vec<u32>,
    edges: Vec<(u32, Option<u32>)>,
}

/// An edge of the graph, and the dependency that it comes from.
type GraphEdge = (u32, u32, Option<u32>);

const BEGIN: u32 = 0;
const END: u32 = 1;

impl FinalCatalog {
    /// Returns a shortest cycle for each group of resources that wait for each other.
    pub fn cycles(&self) -> Vec<Vec<Step>> {
        let points = self.points();
        let mut stuck = points.unordered_nodes();
        let mut cycles = Vec::new();
        for node in 0..points.len() {
            if !stuck[node] {
                continue;
            }
            if budget::is_exhausted() {
                break;
            }
            let Some(path) = points.shortest(node as u32, &stuck) else {
                stuck[node] = false;
                continue;
            };
            points.forget_group(node as u32, &mut stuck);
            cycles.push(self.steps(&path));
        }
        cycles
    }

    /// Builds the graph with two nodes for each resource; nodes of an unrealized virtual resource have no edges.
    fn points(&self) -> Graph {
        let mut edges: Vec<GraphEdge> = Vec::with_capacity(self.resources.len() * 4);
        let real = |id: u32| self.resources.get(id as usize).is_some_and(|resource| !resource.is_virtual);
        for id in (0..self.resources.len() as u32).filter(|id| real(*id)) {
            edges.push((id * 2 + BEGIN, id * 2 + END, None));
        }
        for &(container, content) in self.containment.iter().filter(|(a, b)| real(*a) && real(*b)) {
            edges.push((container * 2 + BEGIN, content * 2 + BEGIN, None));
            edges.push((content * 2 + END, container * 2 + END, None));
        }
        for (at, dependency) in (0..).zip(&self.dependencies) {
            if real(dependency.from) && real(dependency.to) && dependency.kind != EdgeKind::Contains {
                edges.push((dependency.from * 2 + END, dependency.to * 2 + BEGIN, Some(at)));
            }
        }
        Graph::new(self.resources.len() * 2, &edges)
    }

    /// Converts the nodes of a cycle to steps between resources.
    fn steps(&self, path: &[(u32, Option<u32>)]) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for (index, &(node, by)) in path.iter().enumerate() {
            let (from, to) = (node / 2, path[(index + 1) % path.len()].0 / 2);
            let by = by.and_then(|at| self.dependencies.get(at as usize)).cloned();
            if from != to || by.is_some() {
                steps.push(Step { from, to, by });
            }
        }
        // The report starts at an explicit dependency, not at a container.
        let first = steps.iter().position(|step| step.by.is_some()).unwrap_or(0);
        steps.rotate_left(first);
        steps
    }
}

impl Graph {
    /// Creates the graph with this number of nodes; the edges of a node keep their order.
    fn new(nodes: usize, edges: &[GraphEdge]) -> Graph {
        let mut starts = vec![0u32; nodes + 1];
        edges.iter().for_each(|&(from, ..)| starts[from as usize + 1] += 1);
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut sorted = vec![(0, None); edges.len()];
        for &(from, to, by) in edges {
            let at = &mut next[from as usize];
            sorted[*at as usize] = (to, by);
            *at += 1;
        }
        Graph { starts, edges: sorted }
    }

    /// Returns the number of nodes.
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the successors of a node.
    fn after(&self, node: usize) -> &[(u32, Option<u32>)] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns the nodes on a cycle or between cycles: those that remain after Kahn's algorithm and the reverse
    /// trim.
    fn unordered_nodes(&self) -> Vec<bool> {
        let mut waiting = vec![0u32; self.len()];
        self.edges.iter().for_each(|&(to, _)| waiting[to as usize] += 1);
        let mut ready: Vec<usize> = (0..waiting.len()).filter(|&node| waiting[node] == 0).collect();
        let mut stuck = vec![true; waiting.len()];
        while let Some(node) = ready.pop() {
            stuck[node] = false;
            for &(to, _) in self.after(node) {
                waiting[to as usize] -= 1;
                if waiting[to as usize] == 0 {
                    ready.push(to as usize);
                }
            }
        }
        if stuck.contains(&true) {
            self.trim(&mut stuck);
        }
        stuck
    }

    /// Removes the nodes that only follow a cycle, from which no path leads back into one. This is Kahn's algorithm
    /// on the reversed edges.
    fn trim(&self, stuck: &mut [bool]) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        let mut ways = vec![0u32; self.len()];
        for node in (0..self.len() as u32).filter(|node| stuck[*node as usize]) {
            for &(to, _) in self.after(node as usize).iter().filter(|(to, _)| stuck[*to as usize]) {
                before[to as usize].push(node);
                ways[node as usize] += 1;
            }
        }
        let mut ends: Vec<u32> =
            (0..ways.len() as u32).filter(|&n| stuck[n as usize] && ways[n as usize] == 0).collect();
        while let Some(node) = ends.pop() {
            stuck[node as usize] = false;
            for &from in &before[node as usize] {
                ways[from as usize] -= 1;
                if ways[from as usize] == 0 {
                    ends.push(from);
                }
            }
        }
    }

    /// Returns a shortest path from a node back to itself (breadth-first search): each node with the dependency to
    /// its successor.
    fn shortest(&self, start: u32, among: &[bool]) -> Option<Vec<(u32, Option<u32>)>> {
        let mut came: Came = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front().filter(|_| !budget::is_exhausted()) {
            for &(to, by) in self.after(node as usize) {
                if !among[to as usize] || came.contains_key(&to) {
                    continue;
                }
                came.insert(to, (node, by));
                if to == start {
                    return Some(trace(start, &came));
                }
                queue.push_back(to);
            }
        }
        None
    }

    /// Removes all nodes that a cycle's node reaches: other cycles among them are entangled with this one.
    fn forget_group(&self, start: u32, among: &mut [bool]) {
        let mut queue = vec![start];
        while let Some(node) = queue.pop() {
            if std::mem::replace(&mut among[node as usize], false) {
                queue.extend(self.after(node as usize).iter().map(|(to, _)| *to));
            }
        }
    }
}

/// The predecessor of each node in the breadth-first tree, and the dependency that leads from it.
type Came = FxHashMap<u32, (u32, Option<u32>)>;

fn trace(start: u32, came: &Came) -> Vec<(u32, Option<u32>)> {
    let mut path = Vec::new();
    let mut at = start;
    while let Some((from, by)) = came.get(&at).copied() {
        path.push((from, by));
        at = from;
        if at == start {
            break;
        }
    }
    path.reverse();
    path
}
