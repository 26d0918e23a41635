//! Names of an environment with their kinds.

use std::borrow::Cow;
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

impl SymbolKind {
    /// The number of kinds.
    pub(super) const COUNT: usize = SymbolKind::DataKey as usize + 1;
}

impl Symbol {
    /// Creates a symbol from a name as written.
    pub fn new(kind: SymbolKind, name: &str) -> Symbol {
        Symbol { kind, name: Symbol::normal(kind, name).into() }
    }

    /// Returns the form of a name as written that symbols have.
    pub(super) fn normal(kind: SymbolKind, name: &str) -> Cow<'_, str> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        let is_normal = kind == SymbolKind::DataKey || !plain.bytes().any(|byte| byte.is_ascii_uppercase());
        if is_normal { Cow::Borrowed(plain) } else { Cow::Owned(plain.to_ascii_lowercase()) }
    }

    /// Returns the class and the parameter that a data key names, if it has the form of a parameter's key.
    pub fn parameter_key(&self) -> Option<(&str, &str)> {
        if self.kind == SymbolKind::DataKey { self.name.rsplit_once("::") } else { None }
    }
}
