//! The state of a session for comparison: variables, definitions and the catalog.

use indexmap::IndexMap;

use puppet_pcore::display_start;

use super::Session;
use super::described::quick_type_name;
use super::inspect::{Change, Side, Snapshot, compare};

/// The names of a state with their values, and its catalog.
pub(crate) struct StateView {
    names: IndexMap<(NameKind, String), String>,
    catalog: Option<Snapshot>,
}

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    Variable,
    Function,
    Type,
    Class,
    DefinedType,
}

impl NameKind {
    /// Returns the word before a name, with a space; empty for a variable.
    pub const fn prefix(self) -> &'static str {
        match self {
            NameKind::Variable => "",
            NameKind::Function => "function ",
            NameKind::Type => "type ",
            NameKind::Class => "class ",
            NameKind::DefinedType => "define ",
        }
    }
}

/// A difference between two states.
#[derive(Clone, Debug)]
pub enum StateChange {
    Name {
        side: Side,
        kind: NameKind,
        name: String,
        /// The value or definition before.
        before: Option<String>,
        after: Option<String>,
    },
    Catalog(Change),
}

/// The number of bytes of a value that are compared and shown.
const MAX_VALUE: usize = 2_000;

/// Returns the state for comparison.
pub(crate) fn state(session: &Session) -> StateView {
    StateView {
        catalog: Some(Snapshot::of(&session.core.vm.catalog, session.core.vm.catalog.catalog())),
        ..state_of_names(session)
    }
}

/// Returns the state without the catalog.
fn state_of_names(session: &Session) -> StateView {
    let mut names = IndexMap::new();
    for (name, value) in session.core.vm.globals.iter().filter(|(name, _)| !name.contains("::")) {
        let shown = format!("{}  : {}", display_start(value, MAX_VALUE), quick_type_name(value));
        names.insert((NameKind::Variable, format!("${name}")), shown);
    }
    for (name, parameters, returns) in session.core.vm.functions.defined() {
        names.insert((NameKind::Function, name), format!("({parameters}){returns}"));
    }
    for (name, definition) in session.core.vm.aliases.defined() {
        names.insert((NameKind::Type, name), definition);
    }
    for (kind, name) in session.core.vm.catalog.definitions() {
        let kind = if kind == "class" { NameKind::Class } else { NameKind::DefinedType };
        names.insert((kind, name.to_string()), String::new());
    }
    StateView { names, catalog: None }
}

impl StateView {
    /// Returns the differences of a later state.
    pub(crate) fn changes_to(&self, after: &StateView) -> Vec<StateChange> {
        let mut changes = Vec::new();
        for ((kind, name), value) in &self.names {
            let now = after.names.get(&(*kind, name.clone()));
            let side = match now {
                None => Side::Removed,
                Some(now) if now != value => Side::Changed,
                Some(_) => continue,
            };
            let (kind, name, before) = (*kind, name.clone(), Some(value.clone()));
            changes.push(StateChange::Name { side, kind, name, before, after: now.cloned() });
        }
        for ((kind, name), value) in after.names.iter().filter(|(key, _)| !self.names.contains_key(*key)) {
            let (side, kind, name, after) = (Side::Added, *kind, name.clone(), Some(value.clone()));
            changes.push(StateChange::Name { side, kind, name, before: None, after });
        }
        if let (Some(before), Some(after)) = (&self.catalog, &after.catalog) {
            changes.extend(compare(before, after).into_iter().map(StateChange::Catalog));
        }
        changes
    }
}
