//! Tags: which texts are one, and what a value of tags holds.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use puppet_pcore::{Value, interpolate};

/// May a text be a tag? Letters, digits, `_`, and not at the start `:`, `.` and `-`.
pub fn is_tag(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

/// The segments of a qualified name.
pub(super) fn split(name: &str) -> impl Iterator<Item = &str> {
    name.contains("::").then(|| name.split("::")).into_iter().flatten()
}

/// The tags in a value, arrays spread out, in lower case. An error is the text that is no tag.
pub fn tags_in(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Undef | Value::Unset => Ok(Vec::new()),
        Value::Array(array) => {
            let tags: Result<Vec<Vec<String>>, String> = array.items.iter().map(tags_in).collect();
            Ok(tags?.concat())
        }
        value => {
            let text = interpolate(value).to_lowercase();
            if is_tag(&text) { Ok(vec![text]) } else { Err(text) }
        }
    }
}

/// So few tags are compared one by one.
const MAX_LINEAR: usize = 16;

/// Tags, each once, in the order in which they came.
#[derive(Debug, Default)]
pub struct Tags {
    list: Vec<Rc<str>>,
    /// The same, once there are many.
    known: FxHashSet<Rc<str>>,
}

impl Tags {
    /// Adds a tag alone, unless it is there; was it not?
    pub fn add(&mut self, tag: &Rc<str>) -> bool {
        let new = if self.list.len() < MAX_LINEAR {
            !self.list.contains(tag)
        } else {
            if self.known.is_empty() {
                self.known.extend(self.list.iter().cloned());
            }
            self.known.insert(tag.clone())
        };
        if new {
            self.list.push(tag.clone());
        }
        new
    }

    /// Adds a tag and its segments, unless they are there.
    pub fn add_with_segments(&mut self, tag: &Rc<str>) {
        if self.add(tag) {
            for segment in split(tag).filter(|segment| !segment.is_empty()) {
                self.add(&segment.into());
            }
        }
    }

    pub fn all(&self) -> &[Rc<str>] {
        &self.list
    }

    pub fn list(self) -> Vec<Rc<str>> {
        self.list
    }
}

impl From<Vec<Rc<str>>> for Tags {
    /// Of a list in which each tag is once.
    fn from(list: Vec<Rc<str>>) -> Tags {
        Tags { list, known: FxHashSet::default() }
    }
}
