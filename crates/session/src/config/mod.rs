//! The user's configuration file: settings, aliases, keys and check rules in one TOML file, checked row by row. A wrong
//! row is reported with its place, and the other rows apply.

mod data;
mod entry;
mod fault;
mod personal;
mod read;

pub use data::{CheckRules, Config};
pub use entry::{EditError, save};
pub use fault::ConfigFault;
pub use personal::Personal;
pub(crate) use read::is_alias_name;
pub use read::{load, read, read_rules, rule_named, rule_names};
