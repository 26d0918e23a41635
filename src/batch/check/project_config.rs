//! The file `.pprepl.toml` of a directory: what is wrong with it is reported.

use std::path::Path;

use pprepl_session::Settings;
use pprepl_session::config::{self, CheckRules};

use crate::batch::input::report_unreadable;
use crate::batch::printer;

pub(in crate::batch) use pprepl_session::config::find_rules as find;

/// Reads the rules of a file, and reports what is wrong with it.
pub(in crate::batch) fn read(path: &Path, settings: &Settings) -> Result<CheckRules, ()> {
    let name = path.display();
    let (rules, errors) = config::read_rules_file(path, settings).map_err(|unreadable| {
        report_unreadable(&unreadable);
    })?;
    errors.iter().for_each(|error| printer::error(&format!("error: {name}: {error}")));
    if errors.is_empty() { Ok(rules) } else { Err(()) }
}
