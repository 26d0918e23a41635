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
    Class,
    ResourceType,
    Keyword,
    Command,
    /// An argument of a meta-command.
    Argument,
    /// An escape, or a part of a heredoc's opener.
    Escape,
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
            ItemKind::Class => "class",
            ItemKind::ResourceType => "resource type",
            ItemKind::Keyword => "keyword",
            ItemKind::Command => "command",
            ItemKind::Argument => "argument",
            ItemKind::Escape => "escape",
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
    /// The other overloads of a function.
    pub overloads: Vec<String>,
    /// Example code with its result, or empty.
    pub example: String,
    /// Items of a lower number come first.
    pub order: u8,
}

/// The order of most items.
const USUAL: u8 = 100;

impl Item {
    pub fn new(label: impl Into<String>, kind: ItemKind, detail: impl Into<String>, doc: impl Into<String>) -> Item {
        let (overloads, example) = (Vec::new(), String::new());
        Item { label: label.into(), kind, detail: detail.into(), doc: doc.into(), overloads, example, order: USUAL }
    }

    /// Sets the order: below 100 before most items, above after them.
    pub fn ordered(self, order: u8) -> Item {
        Item { order, ..self }
    }

    /// Returns what is known about the item, a paragraph each: signature, overloads, sentence, example.
    pub fn page(&self) -> Vec<String> {
        let example = (!self.example.is_empty()).then(|| format!("Example: {}", self.example));
        let parts = [self.detail.clone()].into_iter().chain(self.overloads.iter().cloned());
        parts.chain([self.doc.clone()]).chain(example).filter(|part| !part.is_empty()).collect()
    }
}

/// The items at an offset, best first.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The byte where the replaced text starts.
    pub from: usize,
    pub items: Vec<Item>,
}
