//! The user's configuration file: settings, aliases, keys and check rules in one TOML file, checked row by row. A wrong
//! row is reported with its place, and the other rows apply.

mod config_error;
mod data;
mod directory;
mod entry;
mod personal;
mod read;

pub use config_error::ConfigError;
pub use data::{CheckRules, Config};
pub use directory::{RULES_FILE, find_rules, read_rules_file};
pub use entry::{EditError, save};
pub use personal::Personal;
pub(crate) use read::is_alias_name;
pub use read::{load, read, read_rules, rule_named, rule_names};
