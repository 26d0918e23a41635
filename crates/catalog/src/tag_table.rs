//! The tags of all resources of a catalog by number, for the inheritance of tags at the end of a compilation.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;

use super::resource::Resource;
use super::tag::{MAX_LINEAR, TagList, split};

/// The tags of a catalog by number: most resources share theirs with others.
#[derive(Debug, Default)]
pub struct TagTable {
    names: Vec<Rc<str>>,
    ids: FxHashMap<Rc<str>, u32>,
    /// The segments of each tag, once they were needed.
    segments: Vec<Option<Rc<[u32]>>>,
}

impl TagTable {
    fn id(&mut self, tag: &Rc<str>) -> u32 {
        if let Some(&id) = self.ids.get(tag) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(tag.clone());
        self.segments.push(None);
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
        set.list.iter().map(|id| self.names[*id as usize].clone()).collect()
    }

    /// Adds a tag and its segments to a set, unless present.
    pub fn add_with_segments(&mut self, set: &mut TagSet, tag: &Rc<str>) {
        let id = self.id(tag);
        if set.insert(id) {
            for &segment in &*self.segments(id) {
                set.insert(segment);
            }
        }
    }

    /// Adds a resource's own tags to a set, including those of its container when its body began.
    pub fn add_own(&mut self, set: &mut TagSet, resource: &Resource) {
        resource.add_tags(true, &mut InTable { table: self, set });
    }

    /// Adds the tags from a resource's declaration to a set: the values of `tag`, its type and its title.
    pub fn add_declared(&mut self, set: &mut TagSet, resource: &Resource) {
        resource.add_declared_tags(&mut InTable { table: self, set });
    }
}

/// A set of the tags of a [`TagTable`], in insertion order.
#[derive(Clone, Debug, Default)]
pub struct TagSet {
    list: Vec<u32>,
    /// The same tags, once there are more than [`MAX_LINEAR`].
    known: FxHashSet<u32>,
}

impl TagSet {
    fn insert(&mut self, id: u32) -> bool {
        let new = if self.list.len() < MAX_LINEAR {
            !self.list.contains(&id)
        } else {
            if self.known.is_empty() {
                self.known.extend(&self.list);
            }
            self.known.insert(id)
        };
        if new {
            self.list.push(id);
        }
        new
    }

    /// Adds the tags of another set.
    pub fn merge(&mut self, other: &TagSet) {
        for &id in other.list.iter().take_while(|_| !budget::is_exhausted()) {
            self.insert(id);
        }
    }

    /// Keeps the first tags only.
    pub fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        self.known.clear();
    }
}

/// A set in its table.
struct InTable<'t> {
    table: &'t mut TagTable,
    set: &'t mut TagSet,
}

impl TagList for InTable<'_> {
    fn add_tag(&mut self, tag: &Rc<str>) -> bool {
        let id = self.table.id(tag);
        self.set.insert(id)
    }

    fn add_with_segments(&mut self, tag: &Rc<str>) {
        self.table.add_with_segments(self.set, tag);
    }
}
