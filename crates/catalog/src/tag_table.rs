//! The tags of all resources of a catalog by number, for the inheritance of tags at the end of a compilation.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;

use super::resource::Resource;
use super::tag::{TagList, split};

/// The tags of a catalog by number: most resources share theirs with others.
#[derive(Debug, Default)]
pub struct TagTable {
    names: Vec<Rc<str>>,
    ids: FxHashMap<Rc<str>, u32>,
    /// The segments of each tag, once they were needed.
    segments: Vec<Option<Rc<[u32]>>>,
    /// For each tag the last set that had it, by its turn.
    marks: Vec<u32>,
    /// The number of sets that were changed.
    turn: u32,
}

/// A set of the tags of a [`TagTable`], in insertion order.
#[derive(Clone, Debug, Default)]
pub struct TagSet(Vec<u32>);

impl TagTable {
    fn id(&mut self, tag: &Rc<str>) -> u32 {
        if let Some(&id) = self.ids.get(tag) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(tag.clone());
        self.segments.push(None);
        self.marks.push(0);
        self.ids.insert(tag.clone(), id);
        id
    }

    fn segments(&mut self, id: u32) -> Rc<[u32]> {
        let tag = self.names[id as usize].clone();
        if let Some(known) = &self.segments[id as usize] {
            return known.clone();
        }
        let parts = split(&tag).filter(|part| !part.is_empty());
        let parts: Rc<[u32]> = parts.map(|part| self.id(&part.into())).collect();
        self.segments[id as usize] = Some(parts.clone());
        parts
    }

    /// Returns the tags of a set in order.
    pub fn list(&self, set: &TagSet) -> Vec<Rc<str>> {
        set.0.iter().map(|id| self.names[*id as usize].clone()).collect()
    }

    /// Adds a tag and its segments to a set, unless present.
    pub fn add_with_segments(&mut self, set: &mut TagSet, tag: &Rc<str>) {
        Growing::new(self, set).add_with_segments(tag);
    }

    /// Adds a resource's own tags to a set, including those of its container when its body began.
    pub fn add_own(&mut self, set: &mut TagSet, resource: &Resource) {
        resource.add_tags(&mut Growing::new(self, set));
    }

    /// Adds the tags from a resource's declaration to a set: the values of `tag`, its type and its title.
    pub fn add_declared(&mut self, set: &mut TagSet, resource: &Resource) {
        resource.add_declared_tags(&mut Growing::new(self, set));
    }

    /// Adds the tags of another set.
    pub fn merge(&mut self, set: &mut TagSet, other: &TagSet) {
        let mut growing = Growing::new(self, set);
        growing.set.0.reserve(other.0.len());
        for &id in other.0.iter().take_while(|_| !budget::is_exhausted()) {
            growing.insert(id);
        }
    }
}

impl TagSet {
    /// Keeps the first tags only.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }
}

/// A set that grows, with its tags marked in their table.
struct Growing<'t> {
    table: &'t mut TagTable,
    set: &'t mut TagSet,
}

impl<'t> Growing<'t> {
    fn new(table: &'t mut TagTable, set: &'t mut TagSet) -> Growing<'t> {
        table.turn += 1;
        for id in &set.0 {
            table.marks[*id as usize] = table.turn;
        }
        Growing { table, set }
    }

    fn insert(&mut self, id: u32) -> bool {
        let is_new = std::mem::replace(&mut self.table.marks[id as usize], self.table.turn) != self.table.turn;
        if is_new {
            self.set.0.push(id);
        }
        is_new
    }
}

impl TagList for Growing<'_> {
    fn add_tag(&mut self, tag: &Rc<str>) -> bool {
        let id = self.table.id(tag);
        self.insert(id)
    }

    fn add_with_segments(&mut self, tag: &Rc<str>) {
        let id = self.table.id(tag);
        if self.insert(id) {
            for &segment in &*self.table.segments(id) {
                self.insert(segment);
            }
        }
    }
}
