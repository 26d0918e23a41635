//! A node of a YAML document: its value, and its span and those of its parts.

use std::rc::Rc;

use pprepl_text::Span;
use puppet_pcore::{Hash, Value};

use super::error::DataError;

/// A value and its span.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub value: Value,
    pub span: Span,
    pub(super) parts: Parts,
    /// The number of values when aliases are expanded. They are shared, but a traversal visits each occurrence.
    pub(super) weight: u64,
    /// The first Ruby symbol in it: it has no value in Puppet.
    pub(super) symbol: Option<(Rc<str>, Span)>,
}

/// The child nodes of a collection.
#[derive(Clone, Debug, Default)]
pub(super) enum Parts {
    #[default]
    None,
    Items(Vec<Rc<Node>>),
    /// Span of the key and node of the value, in the order of the hash.
    Entries(Vec<(Span, Rc<Node>)>),
}

impl Parts {
    /// Returns the number of values.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Parts::None => 0,
            Parts::Items(items) => items.iter().map(|item| item.weight).fold(0, u64::saturating_add),
            Parts::Entries(entries) => entries.iter().map(|(_, node)| node.weight).fold(0, u64::saturating_add),
        }
    }

    /// Returns the first Ruby symbol among the children.
    pub(super) fn symbol(&self) -> Option<(Rc<str>, Span)> {
        match self {
            Parts::None => None,
            Parts::Items(items) => items.iter().find_map(|item| item.symbol.clone()),
            Parts::Entries(entries) => entries.iter().find_map(|(_, node)| node.symbol.clone()),
        }
    }
}

impl Node {
    /// Creates a node without children.
    pub fn plain(value: Value, span: Span) -> Node {
        Node { value, span, weight: 1, ..Node::default() }
    }

    /// Returns the node of a key, and the span of the key.
    pub fn entry(&self, key: &str) -> Option<(Span, &Node)> {
        let (Some(hash), Parts::Entries(entries)) = (self.value.as_hash(), &self.parts) else { return None };
        let (span, node) = entries.get(hash.index_of_str(key)?)?;
        Some((*span, node))
    }

    /// Returns the entries of a mapping: key, its span, node.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, Span, &Node)> {
        let entries = match &self.parts {
            Parts::Entries(entries) => &entries[..],
            _ => &[],
        };
        let keys = self.value.as_hash().into_iter().flat_map(Hash::keys);
        keys.zip(entries).map(|(key, (span, node))| (key, *span, &**node))
    }

    /// Returns the items of a sequence.
    pub fn items(&self) -> impl Iterator<Item = &Node> {
        let items = match &self.parts {
            Parts::Items(items) => &items[..],
            _ => &[],
        };
        items.iter().map(|item| &**item)
    }

    /// Returns the value of a string.
    pub fn text(&self) -> Option<&str> {
        self.value.as_str()
    }

    /// Returns the value; fails if it contains a Ruby symbol.
    pub fn usable(&self) -> Result<&Value, DataError> {
        match &self.symbol {
            None => Ok(&self.value),
            Some((name, span)) => {
                Err(DataError::new(*span, format!("`:{name}` is a Ruby symbol, which Puppet does not know"))
                    .with_help(format!("put it in quotes: ':{name}'")))
            }
        }
    }
}
