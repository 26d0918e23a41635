//! Completion items as plain data.

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    Key,
    /// An attribute of a resource.
    Attribute,
    Variable,
    Function,
    Type,
    Keyword,
    Command,
    /// An argument of a meta-command.
    Argument,
    File,
}

impl ItemKind {
    /// Returns the kind's name in the RPC interface.
    pub const fn as_str(self) -> &'static str {
        match self {
            ItemKind::Key => "key",
            ItemKind::Attribute => "attribute",
            ItemKind::Variable => "variable",
            ItemKind::Function => "function",
            ItemKind::Type => "type",
            ItemKind::Keyword => "keyword",
            ItemKind::Command => "command",
            ItemKind::Argument => "argument",
            ItemKind::File => "file",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text to insert.
    pub label: String,
    pub kind: ItemKind,
    /// A signature, a type or a value, on one line.
    pub detail: String,
    /// One sentence.
    pub doc: String,
}

impl Item {
    pub fn new(label: impl Into<String>, kind: ItemKind, detail: impl Into<String>, doc: impl Into<String>) -> Item {
        Item { label: label.into(), kind, detail: detail.into(), doc: doc.into() }
    }
}

/// The items at an offset, best first.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The byte where the replaced text starts.
    pub from: usize,
    pub items: Vec<Item>,
}
