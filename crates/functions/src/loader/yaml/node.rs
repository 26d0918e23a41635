//! A node of a YAML document: its value, and where it and its parts are in the text.

use std::rc::Rc;

use pprepl_text::Span;
use puppet_pcore::{Hash, Value};

use super::DataError;

/// A value and its place.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub value: Value,
    /// Where it stands.
    pub span: Span,
    pub(super) parts: Parts,
    /// How many values it is when everything is spelled out: aliases are shared, but whoever walks through does not know.
    pub(super) weight: u64,
    /// The first Ruby symbol in it: it has no value in Puppet.
    pub(super) symbol: Option<(Rc<str>, Span)>,
}

/// The nodes that a collection is made of.
#[derive(Clone, Debug, Default)]
pub(super) enum Parts {
    #[default]
    None,
    Items(Vec<Rc<Node>>),
    /// Place of the key and the node of the value, in the order of the hash.
    Entries(Vec<(Span, Rc<Node>)>),
}

impl Parts {
    /// How many values they are.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Parts::None => 0,
            Parts::Items(items) => items.iter().map(|item| item.weight).fold(0, u64::saturating_add),
            Parts::Entries(entries) => entries.iter().map(|(_, node)| node.weight).fold(0, u64::saturating_add),
        }
    }

    /// The first Ruby symbol among them.
    pub(super) fn symbol(&self) -> Option<(Rc<str>, Span)> {
        match self {
            Parts::None => None,
            Parts::Items(items) => items.iter().find_map(|item| item.symbol.clone()),
            Parts::Entries(entries) => entries.iter().find_map(|(_, node)| node.symbol.clone()),
        }
    }
}

impl Node {
    /// A value without parts.
    pub fn plain(value: Value, span: Span) -> Node {
        Node { value, span, weight: 1, ..Node::default() }
    }

    /// The node of a key, with the place of the key.
    pub fn entry(&self, key: &str) -> Option<(Span, &Node)> {
        let (Some(hash), Parts::Entries(entries)) = (self.value.as_hash(), &self.parts) else { return None };
        let (span, node) = entries.get(hash.index_of_str(key)?)?;
        Some((*span, node))
    }

    /// The entries of a mapping: key, its place, node.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, Span, &Node)> {
        let entries = match &self.parts {
            Parts::Entries(entries) => &entries[..],
            _ => &[],
        };
        let keys = self.value.as_hash().into_iter().flat_map(Hash::keys);
        keys.zip(entries).map(|(key, (span, node))| (key, *span, &**node))
    }

    /// The items of a sequence.
    pub fn items(&self) -> impl Iterator<Item = &Node> {
        let items = match &self.parts {
            Parts::Items(items) => &items[..],
            _ => &[],
        };
        items.iter().map(|item| &**item)
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        self.value.as_str()
    }

    /// A value that holds a Ruby symbol cannot be used.
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
