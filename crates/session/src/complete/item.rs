//! What completion offers: plain data.

/// What an item is.
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
    /// The word of the machine interface.
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

/// Something that may be put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text to put in.
    pub label: String,
    /// What it is.
    pub kind: ItemKind,
    /// A signature, a type, a value: what fits on its line.
    pub detail: String,
    /// One sentence.
    pub doc: String,
}

impl Item {
    pub fn new(label: impl Into<String>, kind: ItemKind, detail: impl Into<String>, doc: impl Into<String>) -> Item {
        Item { label: label.into(), kind, detail: detail.into(), doc: doc.into() }
    }
}

/// The items for a place, best first.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The byte where the text that an item replaces starts.
    pub from: usize,
    pub items: Vec<Item>,
}
