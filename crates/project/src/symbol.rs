//! Names of an environment with their kinds.

use std::sync::Arc;

/// The kind of a name. Each kind is a namespace of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    Class,
    /// A defined type, or a resource type in Ruby.
    ResourceType,
    Function,
    Plan,
    /// A type alias. References to resource types (`My::Define['x']`) have this kind too: their form is the same.
    Type,
    /// A key of Hiera data.
    DataKey,
}

/// A name with its kind: qualified, without a leading `::`, in lower case (data keys as written).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: Arc<str>,
}

impl Symbol {
    /// Creates a symbol from a name as written.
    pub fn new(kind: SymbolKind, name: &str) -> Symbol {
        let plain = name.strip_prefix("::").unwrap_or(name);
        let is_folded = kind == SymbolKind::DataKey || !plain.bytes().any(|byte| byte.is_ascii_uppercase());
        let name = if is_folded { Arc::from(plain) } else { Arc::from(plain.to_ascii_lowercase()) };
        Symbol { kind, name }
    }

    /// Returns the class and the parameter that a data key names, if it has the form of a parameter's key.
    pub fn parameter_key(&self) -> Option<(&str, &str)> {
        if self.kind == SymbolKind::DataKey { self.name.rsplit_once("::") } else { None }
    }
}
