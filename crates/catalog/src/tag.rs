//! Tags: their syntax, and the tags in a value.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use puppet_pcore::{Type, Value, distinct_leaves, interpolate, resolved};

/// Returns whether a string is a valid tag: letters, digits, `_` and, except at the start, `:`, `.` and `-`. As in
/// Puppet, a line break may end it.
pub fn is_tag(text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    if let Some((first, rest)) = text.as_bytes().split_first().filter(|_| text.is_ascii()) {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        return word(*first) && rest.iter().all(|&byte| word(byte) || matches!(byte, b':' | b'.' | b'-'));
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

/// Splits a qualified name into segments.
pub(super) fn split(name: &str) -> impl Iterator<Item = &str> {
    // Most names have no segments, and the search for one byte is faster.
    let has_segments = name.as_bytes().contains(&b':') && name.contains("::");
    has_segments.then(|| name.split("::")).into_iter().flatten()
}

/// A string that is not a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidTag(pub String);

/// Returns the tags in a value of the attribute `tag` in lower case, with nested arrays flattened. A hash gives its keys and
/// values, a Tuple or Variant its types, and a reference nothing, as Puppet spreads the value.
pub fn tags_in(value: &Value) -> Result<Vec<String>, InvalidTag> {
    match value {
        Value::Hash(hash) => flattened(hash.iter().flat_map(|(key, value)| [key, value])),
        Value::Type(ty) => match &*resolved(ty) {
            Type::Tuple(types, _) | Type::Variant(types) => {
                types.iter().cloned().map(|ty| tag_of(&Value::Type(ty))).collect()
            }
            Type::Class(Some(_)) | Type::Resource { title: Some(_), .. } => Ok(Vec::new()),
            _ => flattened([value]),
        },
        value => flattened([value]),
    }
}

fn flattened<'a>(values: impl IntoIterator<Item = &'a Value>) -> Result<Vec<String>, InvalidTag> {
    values.into_iter().flat_map(distinct_leaves).filter(|leaf| !leaf.is_undef()).map(tag_of).collect()
}

fn tag_of(value: &Value) -> Result<String, InvalidTag> {
    let text = interpolate(value).to_lowercase();
    if is_tag(&text) { Ok(text) } else { Err(InvalidTag(text)) }
}

/// The number of tags up to which they are compared one by one.
pub(super) const MAX_LINEAR: usize = 16;

/// A list of different tags to which tags are added.
pub(super) trait TagList {
    /// Adds a tag without its segments. Returns whether it was absent.
    fn add_tag(&mut self, tag: &Rc<str>) -> bool;

    /// Adds a tag and its segments, unless present.
    fn add_with_segments(&mut self, tag: &Rc<str>) {
        if self.add_tag(tag) {
            for segment in split(tag).filter(|segment| !segment.is_empty()) {
                self.add_tag(&segment.into());
            }
        }
    }
}

/// A set of tags in insertion order.
#[derive(Debug, Default)]
pub struct Tags {
    list: Vec<Rc<str>>,
    /// The same tags, once there are more than [`MAX_LINEAR`].
    known: FxHashSet<Rc<str>>,
}

impl TagList for Tags {
    fn add_tag(&mut self, tag: &Rc<str>) -> bool {
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
}

impl Tags {
    /// Adds a tag and its segments, unless present.
    pub fn add_with_segments(&mut self, tag: &Rc<str>) {
        TagList::add_with_segments(self, tag);
    }

    pub fn list(self) -> Vec<Rc<str>> {
        self.list
    }
}
