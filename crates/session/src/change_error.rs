//! The reasons why a setting of a session cannot change.

use std::fmt;

use super::facts::FactsError;
use super::settings::SettingError;

/// The reason why a setting of a session cannot change: the session is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeError {
    /// The setting rejects the value.
    Setting(SettingError),
    Facts(FactsError),
    /// The definition of this node has run.
    NodeHasRun(String),
    /// The definition of the new node fails.
    Node {
        name: String,
        message: String,
    },
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeError::Setting(error) => error.fmt(f),
            ChangeError::Facts(error) => error.fmt(f),
            ChangeError::NodeHasRun(node) => {
                write!(
                    f,
                    "the node definition for '{node}' has run; undo it with :undo, or clear the session with :reset"
                )
            }
            ChangeError::Node { name, message } => write!(f, "node {name}: {message}"),
        }
    }
}

impl From<FactsError> for ChangeError {
    fn from(error: FactsError) -> ChangeError {
        ChangeError::Facts(error)
    }
}

impl From<SettingError> for ChangeError {
    fn from(error: SettingError) -> ChangeError {
        ChangeError::Setting(error)
    }
}
