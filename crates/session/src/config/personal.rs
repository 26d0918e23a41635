//! The parts of the configuration that belong to the user of a session rather than to its language.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The user's aliases, and the file that keeps them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Personal {
    /// The configuration file that `:set --save`, `:theme` and `:alias --save` change; `None` where nothing is saved.
    pub file: Option<PathBuf>,
    /// Names of aliases, each with the command or code that it means.
    pub aliases: BTreeMap<String, String>,
}
