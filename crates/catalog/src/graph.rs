//! The dependencies among the declared resources: their order of application, or the cycle that prevents one.

use rustc_hash::FxHashMap;

use puppet_pcore::{Type, Value};

use super::edge::EdgeKind;
use super::{Catalog, Reference};

/// The dependencies among the declared resources, by number.
pub struct Graph {
    /// The successors of each resource.
    after: Vec<Vec<u32>>,
}

impl Graph {
    /// Builds the graph of a catalog: explicit edges, and those by `before`, `require`, `notify`, `subscribe`.
    pub fn of(catalog: &Catalog) -> Graph {
        let mut graph = Graph { after: vec![Vec::new(); catalog.resources().len()] };
        for edge in catalog.edges().iter().filter(|edge| edge.kind != EdgeKind::Contains) {
            let ends = (find(catalog, &edge.from), find(catalog, &edge.to));
            if let (Some(from), Some(to)) = ends {
                graph.add(from, to);
            }
        }
        for (id, resource) in (0..).zip(catalog.resources()) {
            for parameter in &resource.parameters {
                let ends = references(&parameter.value);
                let ends = ends.iter().filter_map(|other| find(catalog, other));
                match &*parameter.name {
                    "before" | "notify" => ends.for_each(|other| graph.add(id, other)),
                    "require" | "subscribe" => ends.for_each(|other| graph.add(other, id)),
                    _ => {}
                }
            }
        }
        graph
    }

    fn add(&mut self, from: u32, to: u32) {
        if let Some(after) = self.after.get_mut(from as usize) {
            after.push(to);
        }
    }

    /// Returns the resources in topological order (Kahn's algorithm); `Err` holds a cycle. A heap of the ready
    /// resources keeps the order of declaration where edges allow it.
    pub fn order(&self) -> Result<Vec<u32>, Vec<u32>> {
        let mut waiting: Vec<u32> = vec![0; self.after.len()];
        self.after.iter().flatten().for_each(|&to| waiting[to as usize] += 1);
        let ready = (0..).zip(&waiting).filter(|(_, count)| **count == 0).map(|(id, _)| std::cmp::Reverse(id));
        let mut ready: std::collections::BinaryHeap<std::cmp::Reverse<u32>> = ready.collect();
        let mut order = Vec::with_capacity(self.after.len());
        while let Some(std::cmp::Reverse(id)) = ready.pop() {
            order.push(id);
            for &to in &self.after[id as usize] {
                waiting[to as usize] -= 1;
                if waiting[to as usize] == 0 {
                    ready.push(std::cmp::Reverse(to));
                }
            }
        }
        if order.len() == self.after.len() { Ok(order) } else { Err(self.cycle(&waiting)) }
    }

    /// Finds a cycle among the resources that still wait for others, by following predecessors.
    fn cycle(&self, waiting: &[u32]) -> Vec<u32> {
        let mut before: FxHashMap<u32, u32> = FxHashMap::default();
        for (id, after) in (0..).zip(&self.after) {
            if waiting[id as usize] > 0 {
                after.iter().filter(|to| waiting[**to as usize] > 0).for_each(|&to| {
                    before.insert(to, id);
                });
            }
        }
        let Some((&start, _)) = before.iter().min() else { return Vec::new() };
        let mut path = vec![start];
        while let Some(&previous) = path.last().and_then(|last| before.get(last)) {
            if let Some(at) = path.iter().position(|&id| id == previous) {
                path.drain(..at);
                break;
            }
            path.push(previous);
        }
        path.reverse();
        path
    }
}

fn find(catalog: &Catalog, reference: &Reference) -> Option<u32> {
    catalog.find(&reference.type_name, &reference.title)
}

/// Returns the resources that a value refers to.
pub fn references(value: &Value) -> Vec<Reference> {
    match value {
        Value::Array(array) => array.items.iter().flat_map(references).collect(),
        Value::Type(ty) => match &**ty {
            Type::Resource { type_name: Some(type_name), title: Some(title) } => {
                vec![Reference::new(type_name.clone(), title.clone())]
            }
            Type::Class(Some(name)) => vec![Reference::new("class", name.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
