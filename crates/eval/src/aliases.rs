//! The type aliases of a session.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_pcore::Alias;
use puppet_syntax::ast::Name;

use super::types::{AliasDefinitions, TypeScope};

/// The type aliases by name, and the definitions from which they are resolved.
#[derive(Default)]
pub struct Aliases {
    /// The aliases, by their names in lower case.
    pub(crate) by_name: FxHashMap<Name, Rc<Alias>>,
    /// The definitions of unresolved aliases, by the alias itself. Names are not unique: an undone alias may be
    /// reapplied, and others may share its name.
    pub(crate) unresolved: AliasDefinitions,
    /// The definitions of plain aliases that are resolved.
    pub(crate) resolved: AliasDefinitions,
    /// True if unknown type names become references, while an alias is resolved at its use.
    pub(crate) is_lenient: bool,
    /// The TypeSet whose types use their short names, while one of them is resolved.
    pub(crate) scope: Option<Rc<TypeScope>>,
}

impl Aliases {
    /// Removes all aliases.
    pub(crate) fn clear(&mut self) {
        self.by_name.clear();
        self.unresolved.clear();
        self.resolved.clear();
    }

    /// Returns the alias of this name.
    pub fn get(&self, name: &str) -> Option<&Rc<Alias>> {
        self.by_name.get(name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase().as_str())
    }

    /// Returns the type aliases: name and resolved type.
    pub fn defined(&self) -> impl Iterator<Item = (String, String)> {
        self.by_name.values().map(|alias| {
            let meaning = alias.resolved.get().map(|ty| ty.to_string());
            (alias.name.to_string(), meaning.unwrap_or_else(|| "(unresolved)".to_owned()))
        })
    }
}
