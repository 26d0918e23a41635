//! Changes of the node's facts while a notebook is open: another set, or one fact.

use rustc_hash::FxHashSet;

use super::names::Name;
use pprepl_session::Session;

/// A change of the facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactsChange {
    /// Uses a bundled set or a file; an empty name removes the facts.
    Use(String),
    /// Sets one fact, by its path with dots.
    Set { path: String, value: String },
}

/// The facts after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsChanged {
    /// The message for the user.
    pub message: String,
    /// The set and the number of edited facts, for a status line.
    pub label: String,
}

/// The changes of the facts since the notebook was opened. A new session repeats them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FactsChanges(Vec<FactsChange>);

impl FactsChanges {
    /// Changes the facts of a session, and records that. Returns the message for the user; fails with the reason.
    pub(super) fn apply(&mut self, session: &mut Session, change: &FactsChange) -> Result<FactsChanged, String> {
        let message = apply(session, change)?;
        if matches!(change, FactsChange::Use(_)) {
            self.0.clear();
        }
        self.0.retain(|known| path_of(known).is_none() || path_of(known) != path_of(change));
        self.0.push(change.clone());
        let set = session.settings().environment.facts.clone();
        let label = match self.edited().count() {
            0 => set,
            count => format!("{set} {count} edited").trim().to_owned(),
        };
        Ok(FactsChanged { message, label })
    }

    /// Repeats the changes in a new session.
    pub(super) fn repeat(&self, session: &mut Session) {
        for change in &self.0 {
            // It succeeded before; a file may have disappeared since.
            let _ = apply(session, change);
        }
    }

    /// Returns the paths of the facts that were set one by one.
    pub(super) fn edited(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(path_of)
    }
}

fn path_of(change: &FactsChange) -> Option<&str> {
    match change {
        FactsChange::Use(_) => None,
        FactsChange::Set { path, .. } => Some(path),
    }
}

/// Changes the facts of a session. Returns the message for the user; fails with the reason.
fn apply(session: &mut Session, change: &FactsChange) -> Result<String, String> {
    match change {
        FactsChange::Use(set) => {
            session.set("facts", set).map_err(|error| error.to_string())?;
            Ok(if set.is_empty() { "no facts".to_owned() } else { format!("facts of {set}") })
        }
        FactsChange::Set { path, value } => {
            let (now, before) = session.set_fact(path, value).map_err(|error| error.to_string())?;
            let before = before.map(|before| format!(" (it was {before})")).unwrap_or_default();
            Ok(format!("{path} = {now}{before}"))
        }
    }
}

/// Returns the variables that depend on the facts.
pub(super) fn variables(session: &Session) -> FxHashSet<Name> {
    let own = session.facts().paths().into_iter().filter_map(|(path, _)| Some(path.split('.').next()?.to_owned()));
    let given = ["facts", "trusted", "server_facts"].map(str::to_owned);
    own.chain(given).map(|name| Name::Variable(name.as_str().into())).collect()
}
